// Command trim takes out of gqlgen's output what costs each request 11 allocations and is of no use: a map of all input types, made
// anew for each operation by reflection, whose functions nobody could call: they have one parameter more than
// graphql.UnmarshalInputFromContext gives them (use_function_syntax_for_execution_context). It fails when gqlgen writes
// something else, so that it is looked at.
package main

import (
	"log"
	"os"
	"regexp"
)

const file = "generated/generated.go"

var inputs = regexp.MustCompile(`(graphql\.BuildUnmarshalerMap\()(\n\t\tunmarshalInput\w+,)+\n\t\)`)

func main() {
	code, err := os.ReadFile(file)
	if err != nil {
		log.Fatal(err)
	}
	if len(inputs.FindAll(code, -1)) != 1 {
		log.Fatalf("%s makes no map of its inputs, or several: is trim still needed?", file)
	}
	if err := os.WriteFile(file, inputs.ReplaceAll(code, []byte("$1)")), 0o644); err != nil {
		log.Fatal(err)
	}
}
