package rows

import (
	"context"
	"strconv"

	"github.com/jackc/pgx/v5"
)

// Command is a statement that is written by hand, with its values beside the text.
type Command struct {
	text   []byte
	values []any // how the statement runs comes first
}

// NewCommand begins an empty statement.
func NewCommand() *Command { return &Command{values: make([]any, 1, 4)} }

// IsEmpty reports whether nothing has been written.
func (c *Command) IsEmpty() bool { return len(c.text) == 0 }

// Write adds to the text.
func (c *Command) Write(parts ...string) *Command {
	for _, part := range parts {
		c.text = append(c.text, part...)
	}
	return c
}

// Value puts a value beside the text.
func (c *Command) Value(v any) *Command {
	c.values = append(c.values, v)
	c.text = strconv.AppendInt(append(c.text, '$'), int64(len(c.values)-1), 10)
	return c
}

// Run sends the statement; isRepeated says that its text is one of few, and worth preparing. Read is nil for a
// statement that returns nothing.
func (c *Command) Run(ctx context.Context, db *DB, isRepeated bool, read func(pgx.Rows) error) error {
	how := Prepared
	if !isRepeated {
		how = pgx.QueryExecModeExec
	}
	if read == nil {
		read = func(pgx.Rows) error { return nil }
	}
	return Translate(db.send(ctx, how, string(c.text), c.values, read))
}
