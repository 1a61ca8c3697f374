package limit

import (
	"bytes"
	"cmp"
	"context"
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

// statements are the SQL that reads a noun. One statement reads a page and the total of the list.
type statements struct{ list, total, get string }

// statementsOf are those of a table, for columns of its rows, t, and of what is joined to them.
func statementsOf(table, join, columns string) statements {
	total := `SELECT COALESCE(sum(n), 0)::bigint FROM record_counts WHERE portfolio_id = $1 AND noun = '` + table + `'`
	from := ` FROM ` + table + ` AS t ` + join + ` WHERE t.portfolio_id = $1`
	return statements{
		total: total,
		list:  `SELECT ` + columns + `, (` + total + `)` + from + ` ORDER BY t.id LIMIT $2 OFFSET $3`,
		get:   `SELECT ` + columns + from + ` AND t.id = $2`,
	}
}

// noun is how the records of one kind are read. B is what JSON has of one.
type noun[B any] struct {
	statements
	row func() record[B] // an empty one
	// add adds to the records of a page what other tables have of them; nil for nothing.
	add func(ctx context.Context, s *server, c *caller, now time.Time, page []B) error
}

// record is what pgx reads a row into. A page is read into one.
type record[B any] interface {
	targets() []any
	body(now time.Time) (B, error)
}

type page struct {
	Limit  int `json:"limit"`
	Offset int `json:"offset"`
	Total  int `json:"total"`
}

// readPage reads the page that the request asks for, and calls fn after each row.
func (s *server) readPage(r *http.Request, c *caller, q statements, row []any, fn func() error) (p page, err error) {
	query := r.URL.Query()
	p.Limit, err = strconv.Atoi(cmp.Or(query.Get("limit"), "50"))
	offset, err2 := strconv.Atoi(cmp.Or(query.Get("offset"), "0"))
	if err := errors.Join(err, err2); err != nil {
		return p, err
	}
	p.Offset = offset
	rows, _ := s.pool.Query(r.Context(), q.list, c.portfolio, p.Limit, p.Offset)
	read, err := pgx.ForEachRow(rows, append(row, &p.Total), fn)
	if err != nil || read.RowsAffected() > 0 {
		return p, err
	}
	err = s.pool.QueryRow(r.Context(), q.total, c.portfolio).Scan(&p.Total)
	return p, err
}

// list returns a handler of lists.
func (n noun[B]) list(s *server) http.HandlerFunc {
	return s.handle(http.StatusOK, func(r *http.Request, c *caller, out *bytes.Buffer) (err error) {
		list := struct {
			Data []B  `json:"data"`
			Meta page `json:"meta"`
		}{Data: make([]B, 0, 50)}
		now, row := s.now(), n.row()
		list.Meta, err = s.readPage(r, c, n.statements, row.targets(), func() error {
			b, err := row.body(now)
			list.Data = append(list.Data, b)
			return err
		})
		if err == nil && n.add != nil && len(list.Data) > 0 {
			err = n.add(r.Context(), s, c, now, list.Data)
		}
		if err != nil {
			return err
		}
		return encode(out, list)
	})
}

// get returns a handler of single records.
func (n noun[B]) get(s *server) http.HandlerFunc {
	return s.handle(http.StatusOK, func(r *http.Request, c *caller, out *bytes.Buffer) error {
		now, row := s.now(), n.row()
		id := scalar.ParseID(chi.URLParam(r, "id"))
		if err := s.pool.QueryRow(r.Context(), n.statements.get, c.portfolio, id).Scan(row.targets()...); err != nil {
			return err
		}
		b, err := row.body(now)
		if err == nil && n.add != nil {
			err = n.add(r.Context(), s, c, now, []B{b})
		}
		if err != nil {
			return err
		}
		return encode(out, b)
	})
}

// idList is a column of ids, in the form that pgx reads without reflection.
type idList = pgtype.FlatArray[pgtype.UUID]

// idsOf returns ids as JSON has them: never null.
func idsOf(list idList) []uuid.UUID {
	ids := make([]uuid.UUID, len(list))
	for i, id := range list {
		ids[i] = id.Bytes
	}
	return ids
}
