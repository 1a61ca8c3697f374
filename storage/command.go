package storage

import (
	"context"
	"strconv"

	"github.com/jackc/pgx/v5"
)

// command writes a statement whose values stand beside its text, where Bun's INSERT has them within: one that is prepared costs
// Postgres half.
type command struct {
	text   []byte
	values []any // how the statement runs comes first
}

func newCommand() *command {
	return &command{text: make([]byte, 0, 256), values: make([]any, 1, 4)}
}

func (c *command) write(parts ...string) *command {
	for _, part := range parts {
		c.text = append(c.text, part...)
	}
	return c
}

// value puts a value beside the text.
func (c *command) value(v any) *command {
	c.values = append(c.values, v)
	c.text = strconv.AppendInt(append(c.text, '$'), int64(len(c.values)-1), 10)
	return c
}

// run sends the statement; few tells that its text is one of few.
func (c *command) run(ctx context.Context, on runner, few bool, read func(pgx.Rows) error) error {
	how := prepared
	if !few {
		how = pgx.QueryExecModeExec
	}
	return Translate(on.send(ctx, how, string(c.text), c.values, read))
}

// nothing is for statements that answer nothing.
func nothing(pgx.Rows) error { return nil }
