// Package e2e has the tests that send HTTP to a whole server: both doors, the engine and a real database, which
// resttest starts.
//
// A test of one endpoint is in the file of its noun. Tests that range over all endpoints (the golden files, budgets,
// isolation, hostile input) take their requests from example_test.go, so a new endpoint needs one example there.
// testdata has what `make generate` writes: the OpenAPI document, the golden responses and the budgets.
package e2e
