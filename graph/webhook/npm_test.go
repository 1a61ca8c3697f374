//go:build npm

// The tests of this file need what is in .ci/npm; `make npm-test` installs it and runs them.
package webhook

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/model/receiver"
	"github.com/covertrack/covertrack/restcompat/resttest"
)

// TestNPMReceiver compiles the guide's receiver in TypeScript as strictly as there is, and runs it.
func TestNPMReceiver(t *testing.T) {
	t.Parallel()
	packages, err := filepath.Abs("../../.ci/npm/node_modules")
	require.NoError(t, err)
	source := exampleOf(t, "ts", "receiver.mts")
	resttest.Node(t, "node_modules/typescript/bin/tsc", "--strict", "--noUncheckedIndexedAccess", "--noUnusedLocals", "--module", "NodeNext",
		"--target", "ES2022", "--types", "node", "--typeRoots", filepath.Join(packages, "@types"), source)
	requireReceives(t, "node", filepath.Join(filepath.Dir(source), "receiver.mjs"))
}

// TestNPMStandard has messages verified by the standard's library for JavaScript.
func TestNPMStandard(t *testing.T) {
	t.Parallel()
	c := newCapture(t)
	before := receiver.NewSecret([]byte("the secret before, of 32 bytes!!"))
	m := messageTo(c.URL)
	m.Secrets = []receiver.Secret{testSecret, before}
	require.True(t, newSender().Send(t.Context(), m).IsSuccess())
	head := c.header
	t.Log(resttest.Node(t, "webhook.js", string(c.body), head.Get("webhook-id"), head.Get("webhook-timestamp"), head.Get("webhook-signature"),
		testSecret.Reveal(), before.Reveal()))
}
