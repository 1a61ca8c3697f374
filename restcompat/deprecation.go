package restcompat

import (
	"bytes"
	"strings"

	"github.com/tidwall/gjson"
	"github.com/vektah/gqlparser/v2/ast"
)

// deprecationPage tells whoever uses a deprecated member what to do.
const deprecationPage = referencePage + "#deprecations"

// deprecatedPaths lists, as gjson paths, the places in a response of the given type where a deprecated field may be.
func deprecatedPaths(t *ast.Type, set ast.SelectionSet, at string) []string {
	if t.Elem != nil {
		return deprecatedPaths(t.Elem, set, at+"#.")
	}
	var paths []string
	for _, selection := range set {
		field := selection.(*ast.Field)
		if field.Definition.Directives.ForName("deprecated") != nil {
			paths = append(paths, at+field.Alias)
			continue
		}
		paths = append(paths, deprecatedPaths(field.Definition.Type, field.SelectionSet, at+field.Alias+".")...)
	}
	return paths
}

// usesDeprecated tells whether a response has a value at one of the paths. It follows the structure, so that a client's own
// metadata cannot be taken for a member of ours.
func usesDeprecated(body []byte, paths []string) bool {
	for _, path := range paths {
		if mayHave(body, path[strings.LastIndexByte(path, '.')+1:]) && hasValue(gjson.GetBytes(body, path)) {
			return true
		}
	}
	return false
}

// mayHave is a cheap look for any member of the name, wherever it may be, that is not the `null` which the engine writes:
// most responses have none, and need no walk.
func mayHave(body []byte, name string) bool {
	key := []byte(`"` + name + `":`)
	for {
		i := bytes.Index(body, key)
		if i < 0 {
			return false
		}
		body = body[i+len(key):]
		if !bytes.HasPrefix(body, []byte("null")) {
			return true
		}
	}
}

func hasValue(r gjson.Result) bool {
	if !r.IsArray() {
		return r.Exists() && r.Type != gjson.Null
	}
	for _, item := range r.Array() {
		if hasValue(item) {
			return true
		}
	}
	return false
}
