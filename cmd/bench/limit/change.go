package limit

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"

	"github.com/go-chi/chi/v5"
	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model/scalar"
)

// change returns a handler for what do makes of the record that the path names, if it names one, and the body, in one
// transaction. A request has no Idempotency-Key.
func change[T any](s *server, do func(ctx context.Context, w *write, id uuid.UUID, in T) (any, error)) http.HandlerFunc {
	return s.handle(http.StatusOK, func(r *http.Request, c *caller, out *bytes.Buffer) error {
		_, in, err := readBody[T](r)
		if err != nil {
			return err
		}
		return s.write(r.Context(), c, func(w *write) error {
			changed, err := do(r.Context(), w, scalar.ParseID(chi.URLParam(r, "id")), in)
			if err != nil {
				return err
			}
			return encode(out, changed)
		})
	})
}

// decode reads a column of jsonb. NULL leaves the value as it is.
func decode(column []byte, into any) error {
	if column == nil {
		return nil
	}
	return json.Unmarshal(column, into)
}
