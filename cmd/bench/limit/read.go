package limit

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strconv"
	"time"

	"github.com/go-chi/chi/v5"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"

	"github.com/covertrack/covertrack/model/scalar"
)

// noun is how the records of one kind are read: rows of the table, t, and of what is joined to them into an R, of which
// JSON has a B.
type noun[R, B any] struct {
	table, join, columns string
	targets              func(*R) []any
	body                 func(s *server, row *R, now time.Time) (B, error)
	// add adds to the records of a page what other tables have of them; nil for nothing.
	add func(ctx context.Context, s *server, c *caller, now time.Time, page []B) error
}

// query is a statement that reads more columns before those of the noun.
func (n noun[R, B]) query(more, rest string) string {
	return "SELECT " + more + n.columns + " FROM " + n.table + " AS t " + n.join + " WHERE t.portfolio_id = $1" + rest
}

// scan reads one record, with more columns before those of the noun.
func (n noun[R, B]) scan(from pgx.Row, row *R, more ...any) error {
	return from.Scan(append(more, n.targets(row)...)...)
}

// list returns a handler of lists. One statement reads a page and the total.
func (n noun[R, B]) list(s *server) http.HandlerFunc {
	total := `SELECT COALESCE(sum(n), 0)::bigint FROM record_counts WHERE portfolio_id = $1 AND noun = '` + n.table + `'`
	query := n.query("("+total+"), ", " ORDER BY t.id LIMIT $2 OFFSET $3")
	type page struct {
		Limit  int `json:"limit"`
		Offset int `json:"offset"`
		Total  int `json:"total"`
	}
	return s.handle(http.StatusOK, func(r *http.Request, c *caller, out *bytes.Buffer) (err error) {
		list := struct {
			Data []B  `json:"data"`
			Meta page `json:"meta"`
		}{Data: make([]B, 0, 50)}
		var err2 error
		list.Meta.Limit, err = strconv.Atoi(cmp.Or(r.URL.Query().Get("limit"), "50"))
		list.Meta.Offset, err2 = strconv.Atoi(cmp.Or(r.URL.Query().Get("offset"), "0"))
		if err := errors.Join(err, err2); err != nil {
			return err
		}
		now, row := s.now(), new(R)
		rows, _ := s.pool.Query(r.Context(), query, c.portfolio, list.Meta.Limit, list.Meta.Offset)
		_, err = pgx.ForEachRow(rows, append([]any{&list.Meta.Total}, n.targets(row)...), func() error {
			b, err := n.body(s, row, now)
			list.Data = append(list.Data, b)
			return err
		})
		switch {
		case err == nil && len(list.Data) == 0:
			err = s.pool.QueryRow(r.Context(), total, c.portfolio).Scan(&list.Meta.Total)
		case err == nil && n.add != nil:
			err = n.add(r.Context(), s, c, now, list.Data)
		}
		return errors.Join(err, encode(out, list))
	})
}

// get returns a handler of single records.
func (n noun[R, B]) get(s *server) http.HandlerFunc {
	query := n.query("", " AND t.id = $2")
	return s.handle(http.StatusOK, func(r *http.Request, c *caller, out *bytes.Buffer) error {
		now, row := s.now(), new(R)
		if err := n.scan(s.pool.QueryRow(r.Context(), query, c.portfolio, scalar.ParseID(chi.URLParam(r, "id"))), row); err != nil {
			return err
		}
		b, err := n.body(s, row, now)
		if err == nil && n.add != nil {
			err = n.add(r.Context(), s, c, now, []B{b})
		}
		return errors.Join(err, encode(out, b))
	})
}

// ids is a column of ids that pgx reads without reflection.
type ids []uuid.UUID

// SetDimensions, ScanIndex and ScanIndexType are those of pgtype.ArraySetter. NULL is nil.
func (s *ids) SetDimensions(dimensions []pgtype.ArrayDimension) error {
	switch {
	case dimensions == nil:
		*s = nil
	case len(dimensions) == 0:
		*s = ids{}
	default:
		*s = make(ids, dimensions[0].Length)
	}
	return nil
}
func (s *ids) ScanIndex(i int) any { return (*[16]byte)(&(*s)[i]) }
func (s *ids) ScanIndexType() any  { return (*[16]byte)(nil) }

// optionalID is a column of an id that may be NULL, also without reflection.
type optionalID struct{ to **uuid.UUID }

// ScanUUID is pgtype.UUIDScanner's.
func (o optionalID) ScanUUID(v pgtype.UUID) error {
	if *o.to = nil; v.Valid {
		id := uuid.UUID(v.Bytes)
		*o.to = &id
	}
	return nil
}

// decode reads a column of jsonb. NULL leaves the value as it is.
func decode(column []byte, into any) error {
	if column == nil {
		return nil
	}
	return json.Unmarshal(column, into)
}

// optionalList is a list as jsonb, or NULL.
func optionalList[T any](values []T) []byte {
	if values == nil {
		return nil
	}
	return scalar.EncodeJSON(values)
}

// optional is a value as jsonb, or NULL.
func optional[T any](value *T) []byte {
	if value == nil {
		return nil
	}
	return scalar.EncodeJSON(value)
}
