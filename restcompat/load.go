package restcompat

import (
	"fmt"
	"io/fs"
	"net/http"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/formatter"
	"github.com/vektah/gqlparser/v2/parser"
)

// source is one operation of the folder: its route, and its text without @rest and fragments, which any GraphQL server
// understands.
type source struct {
	file    string
	noun    string
	summary string
	name    string
	text    string
	rest
}

// load reads every operation of every .graphql file of the folder, in the order of the files and within them.
func load(folder fs.FS) ([]source, error) {
	files, err := fs.Glob(folder, "*.graphql")
	if err != nil {
		return nil, fmt.Errorf("list the operations: %w", err)
	}
	var sources []source
	for _, file := range files {
		text, err := fs.ReadFile(folder, file)
		if err != nil {
			return nil, fmt.Errorf("read the operations: %w", err)
		}
		found, err := loadFile(file, string(text))
		if err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		sources = append(sources, found...)
	}
	return sources, nil
}

func loadFile(file, text string) ([]source, error) {
	doc, err := parser.ParseQuery(&ast.Source{Name: file, Input: text})
	if err != nil {
		return nil, err
	}
	f := fragments{doc.Fragments, map[string]bool{}}
	var sources []source
	for _, op := range doc.Operations {
		s, err := f.load(op)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", op.Name, err)
		}
		s.file = file
		s.noun = strings.ReplaceAll(strings.TrimSuffix(path.Base(file), ".graphql"), "_", " ")
		sources = append(sources, s)
	}
	for _, fragment := range doc.Fragments {
		if !f.used[fragment.Name] {
			return nil, fmt.Errorf("no operation uses the fragment %s", fragment.Name)
		}
	}
	return sources, nil
}

// fragments are those of a file, and the names of those that an operation uses.
type fragments struct {
	list ast.FragmentDefinitionList
	used map[string]bool
}

// load removes @rest from the operation and replaces its fragments by their fields: its selection has fields
// only.
func (f fragments) load(op *ast.OperationDefinition) (source, error) {
	if op.Name == "" || op.Description == "" {
		return source{}, fmt.Errorf("an operation has a name and a description")
	}
	r, err := parseRest(op.Directives)
	if err != nil {
		return source{}, err
	}
	selection, err := f.writeOut(op.SelectionSet, nil)
	if err != nil {
		return source{}, err
	}
	bare := *op
	bare.Description, bare.Directives, bare.SelectionSet = "", nil, selection
	var text strings.Builder
	formatter.NewFormatter(&text, formatter.WithIndent("  ")).
		FormatQueryDocument(&ast.QueryDocument{Operations: ast.OperationList{&bare}})
	return source{summary: op.Description, name: op.Name, rest: r, text: text.String()}, nil
}

// writeOut replaces each fragment spread by the fields of the fragment; within are the fragments that enclose the set.
func (f fragments) writeOut(set ast.SelectionSet, within []string) (ast.SelectionSet, error) {
	var out ast.SelectionSet
	for _, selection := range set {
		switch s := selection.(type) {
		case *ast.Field:
			inner, err := f.writeOut(s.SelectionSet, within)
			if err != nil {
				return nil, err
			}
			field := *s
			field.SelectionSet = inner
			out = append(out, &field)
		case *ast.FragmentSpread:
			fragment := f.list.ForName(s.Name)
			if fragment == nil || slices.Contains(within, s.Name) {
				return nil, fmt.Errorf("the fragment %s is not in this file, or contains itself", s.Name)
			}
			f.used[s.Name] = true
			inner, err := f.writeOut(fragment.SelectionSet, append(within, s.Name))
			if err != nil {
				return nil, err
			}
			out = append(out, inner...)
		default:
			return nil, fmt.Errorf("a REST body has one shape: select fields, not inline fragments")
		}
	}
	return out, nil
}

// rest is an operation's @rest directive: its whole route.
type rest struct {
	// method is GET for queries, POST, PUT, PATCH or DELETE for mutations. PUT makes or changes what its path names.
	method string
	// path is the whole path; its parameters are {id}, the variable $id, and below that others such as {deliveryId}.
	path string
	// status is that of success. With 303 the answer's member url is where the file is.
	status int
	// location is the path of the GET of the resource that was created; "" when there is none or several.
	location string
	// isOnce reports whether the answer has a secret that no other answer shows: it is no state of the resource, and is not kept
	// with an idempotency key, which the operation refuses.
	isOnce bool
	// nullIs404 reports whether a null root field means that the addressed record does not exist.
	nullIs404 bool
}

var pathForm = regexp.MustCompile(`^/rest(/[a-z-]+|/\{id\}|/\{[a-z]+Id\})+$`)

// parseRest parses the one directive of an operation.
func parseRest(directives ast.DirectiveList) (rest, error) {
	if len(directives) != 1 || directives[0].Name != "rest" {
		return rest{}, fmt.Errorf("an operation has the directive @rest and no other")
	}
	var r rest
	for _, arg := range directives[0].Arguments {
		if err := r.set(arg.Name, arg.Value); err != nil {
			return rest{}, err
		}
	}
	return r, r.check()
}

func (r *rest) set(name string, value *ast.Value) (err error) {
	switch kind := value.Kind; {
	case name == "method" && kind == ast.EnumValue:
		r.method = value.Raw
	case name == "path" && kind == ast.StringValue:
		r.path = value.Raw
	case name == "status" && kind == ast.IntValue:
		r.status, err = strconv.Atoi(value.Raw)
	case name == "location" && kind == ast.StringValue:
		r.location = value.Raw
	case name == "nullIs404" && kind == ast.BooleanValue:
		r.nullIs404 = value.Raw == "true"
	case name == "once" && kind == ast.BooleanValue:
		r.isOnce = value.Raw == "true"
	default:
		err = fmt.Errorf("@rest(%s: %s): no such argument, or a value of another kind", name, value)
	}
	return err
}

// methods are those of the REST door but HEAD, which is GET.
var methods = []string{http.MethodGet, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete}

func (r *rest) check() error {
	if !slices.Contains(methods, r.method) {
		return fmt.Errorf("@rest(method: %q): GET, POST, PUT, PATCH or DELETE is expected", r.method)
	}
	if !pathForm.MatchString(r.path) {
		return fmt.Errorf("@rest(path: %q): a path such as /rest/cases/{id}/on-hold is expected", r.path)
	}
	if !slices.Contains([]int{http.StatusOK, http.StatusCreated, http.StatusAccepted, http.StatusNoContent, http.StatusSeeOther},
		r.status) {
		return fmt.Errorf("@rest(status: %d): 200, 201, 202, 204 or 303 is expected", r.status)
	}
	return nil
}
