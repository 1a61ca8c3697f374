package rows_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/model/fault"
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

// TestNodeEnds has what Citus says when a node of it is killed: callers may try again.
func TestNodeEnds(t *testing.T) {
	t.Parallel()
	for _, said := range []string{
		"postmaster was shut down, exiting", "could not commit transaction for shard 102146 on at least one active node",
		"failure on connection marked as essential: 10.0.0.2:5432", "terminating connection due to unexpected postmaster exit",
	} {
		domain, ok := errors.AsType[*fault.Error](rows.Translate(&pgconn.PgError{Code: "XX000", Message: said}))
		require.True(t, ok, said)
		require.Equal(t, fault.CodeUnavailable, domain.Code)
	}
	fault := &pgconn.PgError{Code: "XX000", Message: "cache lookup failed for relation 1"}
	require.Equal(t, error(fault), rows.Translate(fault))
}
