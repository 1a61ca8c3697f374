package restcompat

import (
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strconv"

	"github.com/vektah/gqlparser/v2/ast"
)

// rest is an operation's @rest directive: its whole route.
type rest struct {
	// method is GET for queries, POST or PATCH for mutations.
	method string
	// path is the whole path; its one parameter is {id}, the variable $id.
	path string
	// status is that of success.
	status int
	// location is the path of the GET of the resource that was created; "" when there is none or several.
	location string
	// nullIs404 reports whether a null root field means that the addressed record does not exist.
	nullIs404 bool
}

var pathForm = regexp.MustCompile(`^/rest(/[a-z-]+|/\{id\})+$`)

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
	default:
		err = fmt.Errorf("@rest(%s: %s): no such argument, or a value of another kind", name, value)
	}
	return err
}

func (r *rest) check() error {
	if !slices.Contains([]string{http.MethodGet, http.MethodPost, http.MethodPatch}, r.method) {
		return fmt.Errorf("@rest(method: %q): GET, POST or PATCH is expected", r.method)
	}
	if !pathForm.MatchString(r.path) {
		return fmt.Errorf("@rest(path: %q): a path such as /rest/cases/{id}/on-hold is expected", r.path)
	}
	if r.status != http.StatusOK && r.status != http.StatusCreated {
		return fmt.Errorf("@rest(status: %d): 200 or 201 is expected", r.status)
	}
	return nil
}
