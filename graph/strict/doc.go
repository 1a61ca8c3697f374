// Package strict reads what clients send, the same way for both doors, and repairs nothing: JSON that two parsers could read
// differently is refused, and so are values that gqlgen's own coercion would bend until they fit.
//
// It may import model. To add a scalar of the schema, add its check to Scalars: nothing else lets values of it in.
package strict
