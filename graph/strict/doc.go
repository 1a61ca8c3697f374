// Package strict reads what clients send, the same way for both doors, and repairs nothing. decode.go reads a body's
// bytes, makes values of them and refuses JSON that two parsers could read differently, bind.go checks the
// values against the input types of the schema, shown.go takes objects as responses have them for their ids, and scalar.go
// parses each scalar once and refuses what gqlgen's own coercion would change.
//
// It may import model. To add a scalar of the schema, add its parser to scalars: without it the REST door does not
// start.
package strict
