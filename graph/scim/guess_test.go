package scim_test

import (
	"crypto/rand"
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/model/credentials"
	"github.com/covertrack/covertrack/restcompat/resttest"
)

// TestSoakS8Directories: invented tokens of directories cost few look-ups, and the token of a directory that is known passes.
func TestSoakS8Directories(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	d := directoryOf(t, s, s.Login(t, "harbor", s.Harbor))
	d.get("/Users")
	invented := func() string {
		text, err := credentials.NewToken(credentials.TokenKindScim, rand.Reader)
		require.NoError(t, err)
		return text.Reveal()
	}
	tokens := make([]string, 100)
	for i := range tokens {
		tokens[i] = invented()
	}
	said := map[int]int{}
	sent := s.CountStatements(func() {
		for range 3 {
			for _, token := range tokens {
				said[s.As(token).Do(t, http.MethodGet, base+"/Users", nil).Status]++
			}
		}
	})
	require.Less(t, sent, 100)
	require.Equal(t, 300, said[http.StatusUnauthorized]+said[http.StatusServiceUnavailable])
	require.NotZero(t, said[http.StatusServiceUnavailable])
	require.Equal(t, http.StatusOK, d.Do(t, http.MethodGet, base+"/Users", nil).Status)
}
