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
// The package may import graph and model. docs/dev/add.md lists the files of a new endpoint.
package restcompat
