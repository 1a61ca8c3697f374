// Package restcompat is the REST door: REST outside, GraphQL inside, and no rules of its own.
//
// An endpoint is one operation in the folder operations, which has a file for each noun. The operation's @rest
// directive is its route, its variables are the path, the query and the body, and its selection is the shape of the
// response. The folder is the only list of routes; `covertrack routes` prints it. All operations are compiled at
// start-up, and a mistake in one of them stops the process: load.go reads the files, endpoint.go checks and links
// them.
//
// A request passes these checks, in this order:
//
//	middleware.go   its id, a panic, the time limit, 401, 403 of API access, and the middleware of the options (429)
//	server.go       404, 405 and 403 of the endpoint; then 415, 413 and 400 of the body, in package graph/strict
//	bind.go         422 of the body, with the binder that /graphql has too
//	params.go       422 of the query, by what params_compile.go found in the operation
//	execute.go      If-Match, the engine, and the bytes of the root field as the body
//	problem.go      a refusal, with the status that status.go has for its code
//
// The openapi files describe the same endpoints, pages.go shows the viewer at /docs, and routes.go
// lists them. Package site has the pages for people; pages.go says what they show of codes and deprecations.
//
// The package may import graph and model. To add an endpoint of a noun x, write
//
//	schema.graphqls                    the root field with its @entitled, its input and types, each with a docstring
//	model/x.go                         the rules
//	storage/x.go                       the SQL
//	graph/x.go                         the resolver
//	restcompat/operations/x.graphql    the operation: the endpoint itself
//	restcompat/e2e/example_test.go     an example of a request
//	cmd/covertrack/example_requests_test.go  an example for /docs that succeeds on the demo data
//	docs/dev/specification.md          the sentence that the endpoint fulfils
//
// and run `make generate`, which writes the OpenAPI document, the golden responses, the routes and the budgets: the
// diff shows the change of the contract and its cost. A new member needs its line in the schema, in the model and the
// storage, and in the operations that read it. A new filter is a member of the noun's filter in the schema and a
// condition in storage/x.go: its query parameter comes with the schema.
package restcompat
