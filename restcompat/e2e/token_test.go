package e2e

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/model/credentials"
	"github.com/covertrack/covertrack/restcompat/resttest"
	"github.com/covertrack/covertrack/storage/storagetest/soak"
)

// TestSoakS5Tokens: only digests are stored; a typing error costs no query; a token is looked up once for many requests
// at the same time; revoked, expired and unknown tokens get the same 401, soon.
func TestSoakS5Tokens(t *testing.T) {
	t.Parallel()
	tally := soak.NewTally(t, "S5", "requests with tokens that are good, wrong, revoked, expired or unknown")
	s := resttest.New(t)
	ask := func(token string) *resttest.Response {
		tally.Tried(1)
		return s.As(token).Do(t, http.MethodGet, "/rest/cases?limit=0", nil)
	}
	fresh := func() string { return s.Caller(t, s.Harbor.Organization, s.Harbor.Mode) }

	token := fresh()
	digest := sha256.Sum256([]byte(token))
	require.Equal(t, 1, count(t, s, "SELECT count(*) FROM tokens AS t WHERE encode(digest, 'hex') = $1", hex.EncodeToString(digest[:])))
	require.Zero(t, count(t, s, "SELECT count(*) FROM tokens AS t WHERE t::text LIKE '%' || $1 || '%'", token[5:20]))

	require.Zero(t, s.CountStatements(func() {
		for i := range token {
			wrong := token[:i] + string('0'+(token[i]-'0'+1)%10) + token[i+1:]
			require.Equal(t, http.StatusUnauthorized, ask(wrong).Status, i)
		}
	}), "the checksum is enough")

	require.Equal(t, http.StatusOK, ask(token).Status)
	each := s.CountStatements(func() { ask(token) })
	burst, crowd := fresh(), soak.Count(20, 200)
	require.Equal(t, crowd*each+2, s.CountStatements(func() {
		var all sync.WaitGroup
		for range crowd {
			all.Go(func() { ask(burst) })
		}
		all.Wait()
	}), "one looks the token up and notes its use")

	unknown, err := credentials.NewToken(credentials.TokenKindLive, rand.Reader)
	require.NoError(t, err)
	refused := ask(unknown.Reveal())
	refused.Problem(t, http.StatusUnauthorized, "unauthorized")
	expired := fresh()
	s.Exec(t, "UPDATE tokens SET expires_at = now() - interval '1 second' WHERE id = (SELECT id FROM tokens ORDER BY id DESC LIMIT 1)")
	requireSame(t, refused, ask(expired))
	ask(strings.Replace(token, "live_", "test_", 1)).Problem(t, http.StatusUnauthorized, "unauthorized")

	begun := time.Now()
	s.Exec(t, "UPDATE tokens SET revoked_at = now() WHERE digest = $1", digest[:])
	require.Eventually(t, func() bool { return ask(token).Status == http.StatusUnauthorized }, time.Minute, 50*time.Millisecond)
	requireSame(t, refused, ask(token))
	tally.Note("a revocation took %v", time.Since(begun).Round(10*time.Millisecond))
	if soak.Full() {
		require.Less(t, time.Since(begun), 5*time.Second)
	}
}

// TestSoakS7AppendOnly: the database itself refuses to change or remove an audit event, and every read by staff
// is in the trail.
func TestSoakS7AppendOnly(t *testing.T) {
	t.Parallel()
	tally := soak.NewTally(t, "S7", "changes of audit events: refused by the database")
	s := resttest.New(t)
	s.As(s.Harbor.Token).Post(t, "/rest/insured-groups", object{"name": "A group"}, http.StatusCreated)
	before := s.Contents(t)["audit_events"]
	for _, statement := range []string{
		"UPDATE audit_events SET actor_name = 'nobody'", "DELETE FROM audit_events", "TRUNCATE audit_events",
		"DELETE FROM audit_events WHERE action = 'none'",
		"INSERT INTO audit_events SELECT * FROM audit_events ON CONFLICT (portfolio_id, id) DO UPDATE SET actor_name = 'nobody'",
	} {
		tally.Tried(1)
		_, err := s.Store.Pool().Pgx().Exec(t.Context(), statement)
		require.ErrorContains(t, err, "never changed or removed", statement)
	}
	require.Equal(t, before, s.Contents(t)["audit_events"])
	staff := s.As(s.Support).With("X-Portfolio", s.Harbor.Portfolio.ID().String())
	for range 3 {
		tally.Tried(1)
		staff.Query(t, `{ insuredGroups { nodes { id } } }`, nil)
	}
	require.Equal(t, 3, count(t, s, "SELECT count(*) FROM audit_events WHERE action = 'portfolio.read' AND actor_kind = 'staff'"))
}
