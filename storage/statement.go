package storage

import (
	"cmp"
	"context"
	"database/sql"
	"reflect"
	"strconv"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/uptrace/bun"
	"github.com/uptrace/bun/dialect/pgdialect"
	"github.com/uptrace/bun/schema"

	"github.com/covertrack/covertrack/storage/postgres"
)

// The two ways in which statements run whose values stand beside the text. Either way the text is the same for all values, so
// that a connection asks what it means once.
const (
	// prepared is for conditions that are keys only: any plan that is good for one value is good for all, so after a few
	// executions Postgres plans no more. A LIMIT must stand in the text, for Postgres takes a parameter for a tenth of the rows.
	prepared = pgx.QueryExecModeCacheStatement
	// planned is for everything else: what is rare in one portfolio is common in another, so Postgres plans for the values.
	planned = pgx.QueryExecModeCacheDescribe
)

// runner is where statements run: any connection of a pool, or a certain one.
type runner struct {
	pool    *postgres.Pool
	anchors *anchors  // shared by all who run on the pool
	conn    *sql.Conn // nil for any
	isTx    bool      // the connection is in a transaction, which an error would end
}

// onConn is where statements run on one connection of the pool.
func (r runner) onConn(conn *sql.Conn, isTx bool) runner {
	r.conn, r.isTx = conn, isTx
	return r
}

// run sends a query and has its rows read. The rows are closed when it returns.
func (r runner) run(ctx context.Context, how pgx.QueryExecMode, q *bun.SelectQuery, read func(pgx.Rows) error) error {
	text, values, err := write(q)
	if err != nil {
		return err
	}
	return r.send(ctx, how, text, values, read)
}

// write is a query's text and values; the first value is left for how it runs.
func write(q *bun.SelectQuery) (text string, values []any, err error) {
	s := &statement{Dialect: dialect, values: make([]any, 1, 8)}
	b, err := q.AppendQuery(schema.NewQueryGen(s), make([]byte, 0, 1024))
	return string(b), s.values, err
}

// send is run for a query that is written.
func (r runner) send(ctx context.Context, how pgx.QueryExecMode, text string, values []any, read func(pgx.Rows) error) error {
	values[0] = r.pool.Mode(how)
	if r.conn == nil {
		rows, err := r.pool.Pgx().Query(ctx, text, values...)
		return readAll(rows, err, read)
	}
	return r.conn.Raw(func(driver any) error {
		rows, err := driver.(*stdlib.Conn).Conn().Query(ctx, text, values...)
		return readAll(rows, err, read)
	})
}

func readAll(rows pgx.Rows, err error, read func(pgx.Rows) error) error {
	if err != nil {
		return err
	}
	err = read(rows)
	rows.Close()
	return cmp.Or(rows.Err(), err) // what the server says is why nothing could be read
}

var dialect = pgdialect.New()

// statement is the dialect in which a query of Bun's is written with $1, $2 … in the place of its values. Whole numbers and NULL
// stay in the text.
type statement struct {
	schema.Dialect
	values []any // how the statement runs comes first
}

func (s *statement) value(b []byte, v any) []byte {
	s.values = append(s.values, v)
	return strconv.AppendInt(append(b, '$'), int64(len(s.values)-1), 10)
}

// AppendString puts the string beside the text.
func (s *statement) AppendString(b []byte, v string) []byte { return s.value(b, v) }

// AppendTime puts the time beside the text.
func (s *statement) AppendTime(b []byte, v time.Time) []byte { return s.value(b, v) }

// AppendBool puts the boolean beside the text.
func (s *statement) AppendBool(b []byte, v bool) []byte { return s.value(b, v) }

// AppendBytes puts the bytes beside the text.
func (s *statement) AppendBytes(b []byte, v []byte) []byte { return s.value(b, v) }

// number is a whole number that stands beside the text of a statement.
type number int64

// AppendQuery writes the number, or puts it beside the text of a statement.
func (n number) AppendQuery(gen schema.QueryGen, b []byte) ([]byte, error) {
	if s, ok := gen.Dialect().(*statement); ok {
		return s.value(b, int64(n)), nil
	}
	return strconv.AppendInt(b, int64(n), 10), nil
}

// array is a list of values as one value, so that a statement's text does not depend on their number: `= ANY(?)`. V is
// uuid.UUID or of the kind string.
type array[V any] []V

// AppendQuery writes the array, or puts it beside the text of a statement.
func (a array[V]) AppendQuery(gen schema.QueryGen, b []byte) ([]byte, error) {
	s, ok := gen.Dialect().(*statement)
	if !ok {
		return pgdialect.Array([]V(a)).AppendQuery(gen, b)
	}
	if ids, ok := any([]V(a)).([]uuid.UUID); ok {
		return s.value(b, idValues(ids)), nil
	}
	texts := make([]string, len(a))
	for i, v := range a {
		texts[i] = reflect.ValueOf(v).String()
	}
	return s.value(b, texts), nil
}
