// Package evidence is the page where brokers hand in evidence: the door that the link of a letter opens. It needs no
// login, and works without scripts.
//
// The address of the link is a secret. It is exchanged for a cookie once, and no later address has it: so the page is
// at /evidence/form/<link id>, and each link has a cookie of its own. Behind the door are three fixed GraphQL
// operations (operations/), run as the link's principal; the rules are theirs. What the door does itself is what no
// operation can: it reads the form as a stream with bounds, judges each file by its content, has it scanned, and limits
// how often and how much. The files of the page are in files/.
//
// The package may import graph/engine, graph/rates, graph/seal, graph/strict, storage/blob and model. To take another type of
// file, add it to
// kinds (judge.go) and to the types that announceEvidence accepts; to ask for another value, add it to fields (form.go),
// to form.html and to submit.graphql.
package evidence
