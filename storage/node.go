package storage

import (
	"context"
	"fmt"
	"slices"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage/rows"
)

// directory has all nouns that clients see. Uploads are the only ones that they do not.
var directory = rows.NewDirectory(slices.DeleteFunc(Nouns(), func(n rows.Noun) bool { return !n.IsListed() }))

// Node finds any record of the portfolio by its id alone, in one statement; nil if there is none.
func (p *Portfolio) Node(ctx context.Context, id uuid.UUID) (model.Node, error) {
	found, err := directory.Find(ctx, p, id)
	if found == nil || err != nil {
		return nil, err
	}
	node, ok := found.(model.Node)
	if !ok {
		return nil, fmt.Errorf("%T is no Node", found)
	}
	return node, nil
}
