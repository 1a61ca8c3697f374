package restcompat

import (
	"bytes"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/tidwall/gjson"
	"github.com/vektah/gqlparser/v2/ast"
)

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
		return mayHave(body, path[strings.LastIndexByte(path, '.')+1:]) && hasValueAt(body, path)
	})
}

// telling is how many records of a list mostly tell whether one of all has a value. The rest then need no walk.
const telling = 8

func hasValueAt(body []byte, path string) bool {
	if strings.Contains(path, "#") {
		for i := range telling {
			if hasValue(gjson.GetBytes(body, strings.ReplaceAll(path, "#", strconv.Itoa(i)))) {
				return true
			}
		}
	}
	return hasValue(gjson.GetBytes(body, path))
}

// mayHave is a cheap search for a member of that name, at any place, that is not null. Most responses have none and
// need no walk. It looks for the end of the name that begins with a capital, which is rare: small letters and quotes are
// everywhere. The engine writes no space before a value.
func mayHave(body []byte, name string) bool {
	at := max(strings.LastIndexFunc(name, unicode.IsUpper), 0)
	head, tail := []byte(`"`+name[:at]), []byte(name[at:]+`":`)
	for {
		i := bytes.Index(body, tail)
		if i < 0 {
			return false
		}
		before, after := body[:i], body[i+len(tail):]
		if bytes.HasSuffix(before, head) && !bytes.HasPrefix(after, []byte("null")) {
			return true
		}
		body = after
	}
}

func hasValue(r gjson.Result) bool {
	if r.IsArray() {
		return slices.ContainsFunc(r.Array(), hasValue)
	}
	return r.Exists() && r.Type != gjson.Null
}
