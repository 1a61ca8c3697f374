package nodes

import "testing"

// PlainOnly leaves a test out where the tests run on nodes, since it is about one Postgres alone. Each call is a row of
// docs/dev/tests.md with its reason: what is not tried on nodes is known.
func PlainOnly(t testing.TB, reason string) {
	t.Helper()
	if Wanted() {
		t.Skip("not on nodes: " + reason)
	}
}

// Need leaves a test out unless the tests run on nodes.
func Need(t testing.TB) {
	t.Helper()
	if !Wanted() {
		t.Skip("needs the nodes of a distributed database: make test-citus")
	}
}
