// Package encode writes results as gqlgen would, byte for byte, without its cost of about 160 allocations a row.
//
// A selection is compiled once into steps over the structs that the root resolvers return (compile.go). The steps
// append a result to a slice (value.go). The compiler returns an error for everything that might come out different: a
// directive, an argument, a field without a struct member. At run time a result that needs an error, such as null where
// it is not allowed, is not written either. In both cases gqlgen does the work. So the package can be deleted without
// changing behaviour: with it go the type shortcut of the engine and what names it. The budgets of lists would grow.
//
// It may import model. A field that is bound to a method must be named in bindings.go.
package encode
