package rows_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/storage/rows"
)

func TestIsDuplicate(t *testing.T) {
	t.Parallel()
	refused := func(name, message string) error {
		return fmt.Errorf("insert: %w", &pgconn.PgError{
			Code: "23505", ConstraintName: name, Message: fmt.Sprintf("duplicate key value violates unique constraint %q", message),
		})
	}
	for name, c := range map[string]struct {
		err  error
		want bool
	}{
		"the index":               {refused("users_email", "users_email"), true},
		"another index":           {refused("users_pkey", "users_pkey"), false},
		"of a shard":              {refused("", "users_email_102182"), true},
		"another one of a shard":  {refused("", "users_email_key_102182"), false},
		"the end of another name": {refused("", "old_users_email_102182"), false},
		"no shard":                {refused("", "users_email"), true},
		"another refusal":         {&pgconn.PgError{Code: "23503", Message: `"users_email_102182"`}, false},
		"another error":           {errors.New("users_email"), false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			require.Equal(t, c.want, rows.IsDuplicate(c.err, "users_email"))
		})
	}
}
