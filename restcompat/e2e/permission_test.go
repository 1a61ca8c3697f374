package e2e

import (
	"fmt"
	"net/http"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/vektah/gqlparser/v2/ast"

	"github.com/covertrack/covertrack/graph/engine"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/restcompat"
	"github.com/covertrack/covertrack/restcompat/resttest"
	"github.com/covertrack/covertrack/storage/storagetest"
)

const permissionsPage = "../../docs/guide/permissions.md"

// permissionsTable is the part of the page that follows from the model's table of roles and from the schema.
func permissionsTable(schema *ast.Schema) string {
	fields := map[model.Permission][]string{}
	reads := []string{"other queries"}
	eachRootField(schema, func(root *ast.Definition, field *ast.FieldDefinition) {
		fields[needs(field)] = append(fields[needs(field)], "`"+field.Name+"`")
		if needs(field) == model.PermissionRead && root == schema.Mutation {
			reads = append(reads, "`"+field.Name+"`")
		}
	})
	fields[model.PermissionRead], fields[model.PermissionChangeRecords] = reads, []string{"other mutations"}
	columns := []string{"permission", "fields", "service account"}
	for _, role := range model.Roles {
		columns = append(columns, string(role.Role))
	}
	var b strings.Builder
	fmt.Fprintf(&b, "| %s |\n|%s\n", strings.Join(columns, " | "), strings.Repeat("---|", len(columns)))
	for _, p := range model.AllPermission {
		if p == model.PermissionHandInEvidence {
			continue
		}
		cells := []string{
			"`" + string(p) + "`",
			strings.Join(slices.Compact(slices.Sorted(slices.Values(fields[p]))), ", "),
			dot(model.OfServiceAccount, p),
		}
		for _, role := range model.Roles {
			cells = append(cells, dot(role.Permissions, p))
		}
		fmt.Fprintf(&b, "| %s |\n", strings.Join(cells, " | "))
	}
	return b.String()
}

func dot(may []model.Permission, p model.Permission) string {
	return map[bool]string{true: "●", false: ""}[slices.Contains(may, p)]
}

func eachRootField(schema *ast.Schema, do func(root *ast.Definition, field *ast.FieldDefinition)) {
	for _, root := range []*ast.Definition{schema.Query, schema.Mutation, schema.Subscription} {
		for _, field := range root.Fields {
			if !strings.HasPrefix(field.Name, "__") {
				do(root, field)
			}
		}
	}
}

// TestPermissionsPage compares the page with the table of roles; -update writes it.
func TestPermissionsPage(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile(permissionsPage)
	require.NoError(t, err)
	between := regexp.MustCompile(`(?s)(<!-- permissions -->\n).*(<!-- /permissions -->)`)
	want := between.ReplaceAllString(string(text), "${1}"+permissionsTable(resttest.New(t).Engine.Schema())+"${2}")
	if *update {
		require.NoError(t, os.WriteFile(permissionsPage, []byte(want), 0o600))
		return
	}
	require.Equal(t, want, string(text))
}

// allowed reads the guide: which columns of its table have a dot in the row of a root field.
func allowed(t *testing.T, root *ast.Definition, field string) map[string]bool {
	text, err := os.ReadFile(permissionsPage)
	require.NoError(t, err)
	var columns []string
	var rest map[string]bool
	for _, line := range strings.Split(string(text), "\n") {
		cells := strings.Split(strings.Trim(line, "| "), " | ")
		if !strings.HasPrefix(line, "| ") {
			continue
		}
		if columns == nil {
			columns = cells
			continue
		}
		cells = strings.Split(strings.TrimSuffix(strings.TrimPrefix(line, "| "), " |"), " | ")
		has := map[string]bool{}
		for i, cell := range cells[2:] {
			has[columns[i+2]] = strings.TrimSpace(cell) == "●"
		}
		isRest := strings.Contains(cells[1], "other queries") && root.Name != "Mutation" ||
			cells[1] == "other mutations" && root.Name == "Mutation"
		switch {
		case strings.Contains(cells[1], "`"+field+"`"):
			return has
		case isRest:
			rest = has
		}
	}
	return rest
}

// TestPermissions walks every root field with every role through both doors: exactly those that the guide names may.
func TestPermissions(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	harbor := s.Harbor.Portfolio.ID().String()
	accounts := map[string]*resttest.Client{"service account": s.As(s.HarborTest.Token)} // which may make sandboxes too
	others := map[string][]*resttest.Client{
		"support": {s.As(s.Support).With("X-Portfolio", harbor)}, "operator": {s.As(s.Operator).With("X-Portfolio", harbor)},
	}
	for _, role := range model.Roles {
		name, of := string(role.Role), s.Harbor
		if role.Role.OfLender() {
			accounts[name] = s.As(s.Account(t, s.HarborTest, role.Role))
		} else {
			of = nil
		}
		others[name] = append(others[name], s.AsPerson(s.Person(t, of, role.Role), s.Harbor))
	}
	endpoints := map[string]restcompat.Endpoint{}
	for _, ep := range s.REST.Endpoints() {
		endpoints[ep.Root.Name] = ep
	}
	eachRootField(s.Engine.Schema(), func(root *ast.Definition, field *ast.FieldDefinition) {
		if needs(field) == model.PermissionHandInEvidence {
			return // nobody's: TestSoakS1GraphQL
		}
		may := allowed(t, root, field.Name)
		require.Len(t, may, len(model.Roles)+1, field.Name)
		document := documentOf(s.Engine.Schema(), root, field)
		for who, is := range may {
			clients := others[who]
			if account := accounts[who]; account != nil {
				clients = append(clients, account)
				if ep, ok := endpoints[field.Name]; ok {
					answer := account.Do(
						t,
						ep.Method,
						strings.NewReplacer("{id}", unknownID, "{deliveryId}", unknownID, "{externalId}", unknownID).Replace(ep.Path),
						bodyOf(ep),
					)
					require.Equal(t, is, answer.Status != http.StatusForbidden, "%s by %s: %s", ep.Path, who, answer.Body)
				}
			}
			for _, c := range clients {
				answer := graphQL(t, c, document)
				require.Equal(
					t,
					is,
					!slices.Contains(graphQLCodes(t, answer), fault.CodeForbidden),
					"%s by %s: %s",
					document,
					who,
					answer.Body,
				)
			}
		}
	})
}

func bodyOf(ep restcompat.Endpoint) any {
	if ep.Method == http.MethodGet {
		return nil
	}
	return object{"unknown": true}
}

// TestRootFieldsNamePermissions refuses to start with a root field that does not say who may call it.
func TestRootFieldsNamePermissions(t *testing.T) {
	t.Parallel()
	schema := resttest.New(t).Engine.Schema()
	require.NoError(t, engine.CheckAccess(schema))
	open := *schema
	open.Query = &ast.Definition{Name: "Query", Fields: ast.FieldList{{Name: "secrets"}}}
	require.ErrorContains(t, engine.CheckAccess(&open), "secrets does not say what its caller must be allowed")
}

// TestRolesOfLenders are for people of lenders: one that a lender's provider calls operator is none, and no session opens REST.
func TestRolesOfLenders(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	_, err := s.Store.SignInPerson(t.Context(), storagetest.NewPerson(s.Harbor, model.RoleOperator), nil)
	require.Error(t, err)
	person := s.AsPerson(s.Person(t, s.Harbor, model.RoleAdmin), s.Harbor)
	person.Do(t, http.MethodGet, "/rest/cases", nil).Problem(t, http.StatusUnauthorized, "unauthorized")
}
