// Package playground is the page at /playground where the operator's staff use GraphQL: GraphiQL, a dozen queries for
// support, and every REST operation by its name.
//
// It works without a network: everything that it shows is in files, which `make playground` copies from npm at the
// versions that .ci/npm pins. The page asks for a staff token and a portfolio and keeps them for the tab. The page
// itself is public; the schema, the queries and the operations are for staff only. The package may import graph and
// model. To add a ready-made query, add a file to queries: its first line is the title, the second one the variables. A
// variable that is an id names one of the pickers, which offer the ids of the portfolio.
package playground
