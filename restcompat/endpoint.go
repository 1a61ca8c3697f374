package restcompat

import (
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strings"

	"github.com/vektah/gqlparser/v2/ast"

	"github.com/covertrack/covertrack/graph/engine"
	"github.com/covertrack/covertrack/graph/strict"
)

// rootKey is the alias of every operation's root field; the bytes under it are the REST body.
const rootKey = "body"

// endpoint is one route, compiled: all that is known of it before a request.
type endpoint struct {
	source
	op *engine.Operation
	// header is the value of operationHeader, shared by all responses.
	header []string
	root   *ast.Field
	access engine.Access
	// takesID reports whether the path has {id}.
	takesID bool
	// pathIDs are the parameters of the path, in its order.
	pathIDs []string
	// body is what the body may be; nil on GET, without members for an operation without $input.
	body *body
	// hasInput reports whether the operation has $input, and needsInput whether it is not null; else the body may be empty.
	hasInput, needsInput bool
	params               params
	// takesKeys reports whether ?keys=true asks for the keys of catalog entries in place of their ids.
	takesKeys bool
	// current is the GET of the resource in the response: itself for a GET; nil for a write of several resources.
	current *endpoint
	// guard is the GET of the resource that If-Match is about, of a write: the one that is addressed; nil if there is none.
	guard *endpoint
	// table is the list as a table, for text/csv; nil for all others.
	table *table
	// deprecated are the places of the response where a value causes a Deprecation header.
	deprecated []string
}

// compile makes endpoints of the sources. A mistake in any of them is an error: nothing is skipped.
func compile(e executor, sources []source) ([]*endpoint, error) {
	if err := strict.CheckScalars(e.Schema()); err != nil {
		return nil, err
	}
	var endpoints []*endpoint
	routes := map[string]*endpoint{}
	for _, s := range sources {
		ep, err := compileOne(e, s)
		if err != nil {
			return nil, fmt.Errorf("%s: %s: %w", s.file, s.name, err)
		}
		route := ep.method + " " + ep.path
		if other := routes[route]; other != nil {
			return nil, fmt.Errorf("%s: %s and %s both answer %s", s.file, other.op.Name, s.name, route)
		}
		routes[route] = ep
		endpoints = append(endpoints, ep)
	}
	for _, ep := range endpoints {
		if err := ep.link(routes); err != nil {
			return nil, fmt.Errorf("%s: %w", ep.op.Name, err)
		}
	}
	return endpoints, nil
}

func compileOne(e executor, s source) (*endpoint, error) {
	op, err := e.Compile(s.name, s.text)
	if err != nil {
		return nil, err
	}
	ep := &endpoint{source: s, op: op, header: []string{op.Name}, takesID: strings.Contains(s.path, "{id}")}
	for _, found := range pathParameter.FindAllStringSubmatch(s.path, -1) {
		ep.pathIDs = append(ep.pathIDs, found[1])
	}
	if op.IsMutation() == (ep.method == http.MethodGet) {
		return nil, fmt.Errorf("GET reads and the other methods write: %s cannot be a %s", ep.method, op.Definition.Operation)
	}
	if err := ep.compileRoot(); err != nil {
		return nil, err
	}
	if err := ep.compileVariables(e.Schema()); err != nil {
		return nil, err
	}
	if ep.takesKeys = ep.method == http.MethodGet && op.HasCatalogIDs(); ep.takesKeys {
		if err := ep.params.addKeys(e.Schema()); err != nil {
			return nil, err
		}
	}
	ep.deprecated = deprecatedPaths(ep.root.Definition.Type, ep.root.SelectionSet, "")
	ep.table, err = tableOf(e, ep)
	return ep, err
}

var pathParameter = regexp.MustCompile(`\{([A-Za-z]+)\}`)

func (ep *endpoint) compileRoot() error {
	set := ep.op.Definition.SelectionSet
	root, ok := set[0].(*ast.Field)
	if len(set) != 1 || !ok || root.Alias != rootKey {
		return fmt.Errorf("an operation selects one field under the alias %s", rootKey)
	}
	ep.root = root
	if ep.nullIs404 == root.Definition.Type.NonNull {
		return fmt.Errorf("nullIs404 is for the root fields that can be null, and all of those")
	}
	access, err := engine.AccessOf(root.Definition)
	if err != nil {
		return err
	}
	if ep.access = access; !access.Entitlement.IsValid() {
		return fmt.Errorf("%s says nothing of what the caller's plan must include", root.Name)
	}
	return nil
}

// writesPath reports whether a parameter of the path is a text that the operation may store, and no id.
func (ep *endpoint) writesPath(name string) bool {
	return ep.op.IsMutation() && ep.op.Definition.VariableDefinitions.ForName(name).Type.Name() == "String"
}

// compileVariables checks the convention: $id is the id of the path, as are others that the path names, $input the body,
// and the rest are query parameters.
func (ep *endpoint) compileVariables(schema *ast.Schema) (err error) {
	if ep.method != http.MethodGet {
		ep.body = compileBody(schema, &ast.Definition{}, nil)
	}
	ep.params, err = compileParams(schema, ep.root, ep.op.Definition.VariableDefinitions, ep.pathIDs)
	if err != nil {
		return err
	}
	variables := ep.op.Definition.VariableDefinitions
	for _, name := range ep.pathIDs {
		if v := variables.ForName(name); v == nil || v.Type.String() != "ID!" && v.Type.String() != "String!" {
			return fmt.Errorf("the path has {%s}: declare $%s: ID! or String! for it", name, name)
		}
	}
	if variables.ForName("id") != nil && !ep.takesID {
		return fmt.Errorf("$id: ID! has no {id} in the path")
	}
	input := variables.ForName("input")
	if input == nil {
		return nil
	}
	definition := schema.Types[input.Type.Name()]
	if ep.body == nil || definition.Kind != ast.InputObject || input.Type.Elem != nil {
		return fmt.Errorf("$input is the body of a POST or PATCH, an input object")
	}
	ep.hasInput, ep.needsInput = true, input.Type.NonNull
	ep.body = compileBody(schema, definition, ep.root.SelectionSet)
	return nil
}

// link finds the GET of the resource in the response. A write of one resource must respond exactly as that GET does,
// since both have the same ETag. One that is made below another says where it is. A POST that makes nothing has none.
func (ep *endpoint) link(routes map[string]*endpoint) error {
	if ep.method == http.MethodGet {
		ep.current = ep
		return nil
	}
	if ep.status == http.StatusAccepted || ep.status == http.StatusNoContent {
		return ep.linkParent(routes) // what it answers is no state of what is addressed
	}
	if ep.root.Definition.Type.Elem != nil {
		if ep.location != "" {
			return fmt.Errorf("several resources have no one location")
		}
		return nil
	}
	path := ep.location
	if ep.takesID && path == "" {
		path = ep.path[:strings.Index(ep.path, "{id}")+len("{id}")]
	}
	if ep.method == http.MethodPut {
		path = ep.path
	}
	if path == "" && ep.status == http.StatusOK {
		return nil // nothing is made or changed: what it answers is no resource
	}
	current := routes[http.MethodGet+" "+path]
	if current == nil || !sameSelection(current.root.SelectionSet, ep.root.SelectionSet) {
		return fmt.Errorf("a write of one resource answers what GET %q answers", path)
	}
	if first := ep.root.SelectionSet[0].(*ast.Field); first.Alias != "id" {
		return fmt.Errorf("the first member of a resource is its id")
	}
	if ep.takesID && ep.location != "" {
		return ep.linkParent(routes)
	}
	if ep.guard = current; !ep.isOnce {
		ep.current = current
	}
	return nil
}

// linkParent finds the GET of what is addressed, for If-Match is about it: what a new resource is made below, what is
// deleted, or what something is asked of. The response has no ETag, since it may have members that no GET ever shows.
func (ep *endpoint) linkParent(routes map[string]*endpoint) error {
	path := ep.path[:strings.LastIndex(ep.path, "}")+1]
	if ep.guard = routes[http.MethodGet+" "+path]; ep.guard == nil {
		return fmt.Errorf("what is made below another resource, or asked of it, needs the GET of that, %q", path)
	}
	return nil
}

func sameSelection(a, b ast.SelectionSet) bool {
	return slices.EqualFunc(a, b, func(a, b ast.Selection) bool {
		x, y := a.(*ast.Field), b.(*ast.Field)
		return x.Alias == y.Alias && x.Name == y.Name && sameSelection(x.SelectionSet, y.SelectionSet)
	})
}
