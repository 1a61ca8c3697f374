// Package limit is LIMIT, which `make bench` compares the product with: the endpoints that a row of the bench measures,
// written by hand with chi, pgxpool and encoding/json over the product's tables, without the product's layers. It is
// plain code, and as fast as plain code can be. Its SQL and its answers are the product's, which a test proves. It
// leaves out what the product does besides: logs, metrics, ETags, limits and all other parameters.
//
// It is no part of the program. It may import model and storage/blob, and is the one place outside storage with SQL for
// records. To add a handler for a new row: a function for server.handle or create, its route in New, a case in
// limit_test.go.
package limit
