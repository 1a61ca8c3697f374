package nodes

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestNamed(t *testing.T) {
	t.Parallel()
	for dsn, want := range map[string]string{
		"postgres://covertrack@/postgres?host=%2Fdev%2Fshm%2Fa&port=5432": "postgres://covertrack@/test_1?host=%2Fdev%2Fshm%2Fa&port=5432",
		"postgres://one:secret@db.example.com:5433/postgres":              "postgres://one:secret@db.example.com:5433/test_1",
		"postgres://one@db.example.com":                                   "postgres://one@db.example.com/test_1",
	} {
		require.Equal(t, want, named(dsn, "test_1"))
	}
}
