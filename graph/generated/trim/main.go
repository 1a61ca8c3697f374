// Command trim removes the arguments of the one call of graphql.BuildUnmarshalerMap from gqlgen's output. The call
// makes a map of all input types by reflection, anew for each operation, which costs each request 11 allocations. The
// map is of no use here: with use_function_syntax_for_execution_context its functions have a parameter that
// graphql.UnmarshalInputFromContext does not give.
//
// The output is edited, because gqlgen has no option for it: its template ranges over the same list of inputs for this
// call and for the functions themselves, so that a plugin can only remove both. The command fails when gqlgen writes
// anything else.
package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"log"
	"os"
	"slices"
)

const path = "generated/generated.go"

func main() {
	code, err := os.ReadFile(path)
	if err != nil {
		log.Fatal(err)
	}
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, path, code, parser.SkipObjectResolution)
	if err != nil {
		log.Fatal(err)
	}
	calls := findCalls(file, "BuildUnmarshalerMap")
	if len(calls) != 1 || len(calls[0].Args) == 0 {
		log.Fatalf("%s makes no map of its inputs, or several: is trim still needed?", path)
	}
	first, last := files.Position(calls[0].Lparen).Offset+1, files.Position(calls[0].Rparen).Offset
	if err := os.WriteFile(path, slices.Delete(code, first, last), 0o644); err != nil {
		log.Fatal(err)
	}
}

// findCalls returns the calls of a function of another package, by its name.
func findCalls(file *ast.File, name string) (calls []*ast.CallExpr) {
	ast.Inspect(file, func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok {
			if f, ok := call.Fun.(*ast.SelectorExpr); ok && f.Sel.Name == name {
				calls = append(calls, call)
			}
		}
		return true
	})
	return calls
}
