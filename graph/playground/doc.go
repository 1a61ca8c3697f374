// Package playground is a page at /playground where the operator's staff ask GraphQL: GraphiQL, a dozen queries of support, and
// every REST operation by its name.
//
// It works with no outside network: everything it shows lies in files, copied from npm at the versions that .ci/npm pins by
// `make playground`. The page asks for a staff token and a portfolio and keeps them for the tab; the server gives it nothing
// but what it holds itself, and the schema, the queries and the operations to staff only. It may import graph and model. To
// add a ready-made query, add a file to queries: its first line is the title, the second one the variables.
package playground
