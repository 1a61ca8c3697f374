// Package encode writes results as gqlgen would, byte for byte, without its costs: about 160 allocations a row.
//
// A selection is compiled once into steps over the structs that the root resolvers return (compile.go), and a result is appended to
// a slice by them (value.go). Whatever the compiler cannot prove to come out the same (a directive, an argument, a
// field without a struct member) it refuses, and a result that needs an error, such as null where none may be, is given back at run
// time; gqlgen then does it. So the package can be deleted without changing behaviour.
//
// It may import model. A field that is bound to a method, or a member of a union, is named in bindings.go.
package encode
