package encode

import (
	"bytes"
	"strings"
	"testing"

	"github.com/99designs/gqlgen/graphql"
	"github.com/stretchr/testify/require"
)

// TestAppendString has each byte at each place of a string of more than two words: it is quoted as gqlgen quotes it.
func TestAppendString(t *testing.T) {
	t.Parallel()
	requireQuoted(t, "")
	requireQuoted(t, "Ä\u2028😀 and \u00a0 are plain, and so is \xff")
	for c := range 256 {
		for at := range 20 {
			requireQuoted(t, strings.Repeat("x", at)+string([]byte{byte(c)})+strings.Repeat("~", 19-at))
		}
	}
}

func requireQuoted(t *testing.T, s string) {
	t.Helper()
	var want bytes.Buffer
	graphql.MarshalString(s).MarshalGQL(&want)
	require.Equal(t, want.String(), string(appendString(nil, s)), "%q", s)
}
