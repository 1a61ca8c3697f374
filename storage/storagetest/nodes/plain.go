package nodes

import "testing"

// PlainOnly ends a test that is about one Postgres alone where the tests run on nodes, and says why. Each call is a row
// of docs/dev/tests.md: what is not tried on nodes is known.
func PlainOnly(t testing.TB, reason string) {
	t.Helper()
	if Wanted() {
		t.Skip("not on nodes: " + reason)
	}
}
