package e2e

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/restcompat"
	"github.com/covertrack/covertrack/restcompat/resttest"
	"github.com/covertrack/covertrack/storage/storagetest/soak"
)

// TestSoakS7Writes checks three rules for each endpoint that writes: nothing is written when anything is refused;
// each write is in the audit; and neither is stored without the other (contract section 2, reliability S7).
func TestSoakS7Writes(t *testing.T) {
	t.Parallel()
	tally := soak.NewTally(t, "S7", "endpoints that write: with the audit event or not at all")
	for _, ep := range resttest.New(t).REST.Endpoints() {
		if ep.Method == http.MethodGet {
			continue
		}
		t.Run(ep.Operation, func(t *testing.T) {
			t.Parallel()
			tally.Tried(1)
			tally.Watch(t)
			f := usual.fixture(t)
			s := f.server
			before := s.Contents(t)
			f.refuse(t, ep, func(name string, answer *resttest.Response) {
				require.GreaterOrEqual(t, answer.Status, 400, name)
				require.Less(t, answer.Status, 500, name)
				require.Equal(t, before, s.Contents(t), "%s: %s", name, answer.Body)
			})
			if ep.Operation == "PreviewLetterTemplate" || ep.Operation == "PreviewNoticeWording" { // it only tries something
				require.Equal(t, ep.Status, f.send(t, ep, f.asks(ep)[0]).Status)
				after := s.Contents(t)
				after["token_writes"] = before["token_writes"] // counts what was sent as a write
				require.Equal(t, before, after)
				return
			}
			requireRolledBack(t, s, func() *resttest.Response { return f.send(t, ep, f.asks(ep)[0]) })
			for _, a := range f.asks(ep) {
				requireAudited(t, s, func() { require.Equal(t, ep.Status, f.send(t, ep, a).Status) })
			}
		})
	}
}

// refuse sends an endpoint's examples, each with one thing wrong.
func (f *fixture) refuse(t *testing.T, ep restcompat.Endpoint, got func(name string, answer *resttest.Response)) {
	first, refused := f.asks(ep)[0], examples[ep.Operation].refused
	path := f.path(ep, first.noun)
	got("body", f.as(ep).Do(t, ep.Method, path, refused))
	got("body with a key", f.as(ep).With("Idempotency-Key", "k").Do(t, ep.Method, path, refused))
	got("parameter", f.as(ep).Do(t, ep.Method, path+"?x=1", first.payload()))
	got("token", f.server.As(f.server.None.Token).Do(t, ep.Method, path, first.payload()))
	if first.noun != "" {
		got("path", f.as(ep).Do(t, ep.Method, f.pathWith(ep, unknownID), first.payload()))
		got("validator", f.as(ep).With("If-Match", `"stale"`).Do(t, ep.Method, path, first.payload()))
	}
	if ep.Input == nil {
		return
	}
	for _, a := range f.asks(ep) {
		for _, place := range idPlaces(f.server.Engine.Schema(), ep.Input, a.body, "") {
			got(place, f.send(t, ep, ask{a.noun, replaced(t, a.body, place, unknownID)}))
		}
	}
}

// requireAudited runs one write and expects a change, and an audit event of it.
func requireAudited(t *testing.T, s *resttest.Server, write func()) {
	t.Helper()
	before := s.Contents(t)
	write()
	var changed []string
	for table, digest := range s.Contents(t) {
		if digest != before[table] {
			changed = append(changed, table)
		}
	}
	require.Contains(t, changed, "audit_events")
	require.Greater(t, len(changed), 1, "an audit event of nothing")
}

// requireRolledBack sends one write while no audit event can be stored, and expects that the write is not stored
// either.
func requireRolledBack(t *testing.T, s *resttest.Server, send func() *resttest.Response) {
	t.Helper()
	before := s.Contents(t)
	s.Exec(t, "ALTER TABLE audit_events ADD CONSTRAINT no_more CHECK (false) NOT VALID")
	answer := send()
	s.Exec(t, "ALTER TABLE audit_events DROP CONSTRAINT no_more")
	require.Contains(t, string(answer.Body), "internal")
	require.NotContains(t, string(answer.Body), "no_more", "what the database says stays in the log")
	require.Equal(t, before, s.Contents(t))
}
