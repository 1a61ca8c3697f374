package restcompat

import (
	"bytes"
	"slices"
	"strings"

	"github.com/tidwall/gjson"
	"github.com/vektah/gqlparser/v2/ast"
)

// deprecationPage says what to do instead of using a deprecated member.
const deprecationPage = "/docs/reference#deprecations"

// deprecatedPaths returns the gjson paths of all deprecated fields in a response of the given type.
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

// usesDeprecated reports whether a response has a value at one of the paths. It follows the structure, since a client's
// metadata can have members of the same names.
func usesDeprecated(body []byte, paths []string) bool {
	return slices.ContainsFunc(paths, func(path string) bool {
		return mayHave(body, path[strings.LastIndexByte(path, '.')+1:]) && hasValue(gjson.GetBytes(body, path))
	})
}

// mayHave is a cheap search for a member of that name, at any place, that is not null. Most responses have none and
// need no walk. The engine writes no space before a value.
func mayHave(body []byte, name string) bool {
	key := []byte(`"` + name + `":`)
	for found := true; found; {
		if _, body, found = bytes.Cut(body, key); found && !bytes.HasPrefix(body, []byte("null")) {
			return true
		}
	}
	return false
}

func hasValue(r gjson.Result) bool {
	if r.IsArray() {
		return slices.ContainsFunc(r.Array(), hasValue)
	}
	return r.Exists() && r.Type != gjson.Null
}
