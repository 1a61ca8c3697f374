package erasing

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/covertrack/covertrack/storage/blob"
)

// ErrAway means that the object store has not said whether it has a list.
var ErrAway = errors.New("the list of erasures cannot be read")

// maxList is room for some hundred thousand erasures.
const maxList = 64 << 20

// list reads the list, which is empty if there is none.
func (e Eraser) list(ctx context.Context) (list []Erasure, err error) {
	text, err := e.Blobs.Read(ctx, blob.ErasuresKey, maxList)
	if errors.Is(err, blob.ErrNotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrAway, err)
	}
	return list, json.Unmarshal(text, &list)
}

// addToList adds an erasure before it is done, so that one that is cut off is repeated. One at a time does, so that none is lost.
func (e Eraser) addToList(ctx context.Context, of Erasure) error {
	return pgx.BeginFunc(ctx, e.Store.Pool().Pgx(), func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, "SELECT pg_advisory_xact_lock(hashtext('list of erasures'))"); err != nil {
			return err
		}
		list, err := e.list(ctx)
		if err != nil {
			return err
		}
		text, err := json.Marshal(append(list, of))
		if err != nil {
			return err
		}
		return e.Blobs.Write(ctx, blob.ErasuresKey, "application/json", bytes.NewReader(text))
	})
}
