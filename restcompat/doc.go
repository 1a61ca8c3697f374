// Package restcompat is the REST door: REST outward, GraphQL inward, and no rules of its own.
//
// An endpoint is one operation in the folder operations, a file per noun. The operation's @rest directive is the whole
// route, its variables are the path, the query and the body, and its selection is the response's shape; the folder is the
// list of routes, and there is no second one. At start-up every operation is compiled, and whatever is wrong with one stops
// the process. A request then goes through server.go (the order of the checks), decode.go and bind.go (the body), params.go
// (the query) and the engine, and comes back through execute.go (the root field's bytes) or problem.go.
//
// It may import graph and model. To add an endpoint to a noun x:
//
//	schema.graphqls                   the root field with its @entitled, the input, the types, each with its docstring
//	model/x.go                        the rules
//	storage/x.go                      the SQL
//	graph/x.go                        the resolver
//	restcompat/operations/x.graphql   the operation: the endpoint itself
//
// The tests ask for the rest: an example of it (example_test.go) and the sentence that it fulfils (docs/dev/specification.md). Then run
// `make generate`, which writes the OpenAPI document and the golden responses anew, and a budget of the endpoint's statements and
// allocations (testdata/budgets.json): the diff is the change of contract, and of what it costs.
package restcompat
