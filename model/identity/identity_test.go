package identity

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/99designs/gqlgen/graphql"
	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/fault"
)

func ofLender(claim string, mappings ...*Mapping) *Provider {
	id := uuid.New()
	return &Provider{ID: uuid.New(), Issuer: "https://login.example.com/t", LenderID: &id, RolesClaim: claim, Mappings: mappings}
}

// TestRoles has the roles that claims give, and what is said to who has none.
func TestRoles(t *testing.T) {
	t.Parallel()
	mapped := []*Mapping{{model.RoleAnalyst, "ct-analyst"}, {model.RoleAnalyst, "ct-temp"}, {model.RoleAdmin, "ct-admin"}}
	staff := &Provider{Issuer: "https://login.example.com", RolesClaim: "roles"}
	for name, test := range map[string]struct {
		by     *Provider
		claims string
		roles  []model.Role
		says   string
	}{
		"by name":  {ofLender("roles"), `"roles":["admin","x","viewer"]`, []model.Role{model.RoleViewer, model.RoleAdmin}, ""},
		"one text": {ofLender("roles"), `"roles":"analyst"`, []model.Role{model.RoleAnalyst}, ""},
		"mapped": {ofLender("groups", mapped...), `"groups":["ct-temp","ct-admin"]`,
			[]model.Role{model.RoleAnalyst, model.RoleAdmin}, ""},
		"mapped alone": {ofLender("groups", mapped...), `"groups":["admin"]`, nil,
			"the claim `groups`, which held \"admin\". Roles are given by \"ct-analyst\", \"ct-temp\", \"ct-admin\"."},
		"inside": {ofLender("realm_access.roles"), `"realm_access":{"roles":["viewer"]}`, []model.Role{model.RoleViewer}, ""},
		"an address": {ofLender("https://example.com/roles"), `"https://example.com/roles":["viewer"]`,
			[]model.Role{model.RoleViewer}, ""},
		"a domain": {ofLender("hd", &Mapping{model.RoleViewer, "example.com"}), `"hd":"example.com"`,
			[]model.Role{model.RoleViewer}, ""},
		"not sent":     {ofLender("roles"), `"groups":["viewer"]`, nil, "the claim `roles`, which was not sent"},
		"nothing":      {ofLender("roles"), `"roles":[]`, nil, "the claim `roles`, which held nothing"},
		"another form": {ofLender("roles"), `"roles":{"viewer":true}`, nil, "which held nothing"},
		"staff":        {staff, `"roles":["support"]`, []model.Role{model.RoleSupport}, ""},
		"no staff":     {ofLender("roles"), `"roles":["operator","support"]`, nil, `which held "operator", "support"`},
		"no lender's":  {staff, `"roles":["admin"]`, nil, `which held "admin"`},
		"a link": {ofLender("groups"), `"_claim_names":{"groups":"src1"}`, nil,
			"more groups than login.example.com sends: the claim `groups` came as a link"},
		"very many":      {ofLender("roles"), `"roles":["` + strings.Repeat(`x","`, 30) + `x"]`, nil, "and 21 more"},
		"nothing at all": {ofLender("roles"), `"sub":""`, nil, "the claim `sub` is missing"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			a, err := test.by.Arrive([]byte(`{"sub":"1","name":"Ada","email":"ada@example.com",` + test.claims + `}`))
			if test.says != "" {
				require.Equal(t, fault.CodeForbidden, fault.CodeOf(err))
				require.ErrorContains(t, err, test.says)
				return
			}
			require.NoError(t, err)
			require.Equal(t, test.roles, a.Roles)
		})
	}
}

// TestName has the name that claims give: never none, and of one line.
func TestName(t *testing.T) {
	t.Parallel()
	for want, claims := range map[string]string{
		"Ada Example": `"name":"Ada Example"`, "Ada E": `"given_name":"Ada","family_name":"E"`,
		"ada":         `"name":" ","preferred_username":"ada"`,
		"a@b.example": `"email":"a@b.example"`, "1": `"picture":"x"`, "Ada": `"name":"A\nd\u0000a"`,
	} {
		a, err := ofLender("roles").Arrive([]byte(`{"sub":"1","roles":"viewer",` + claims + `}`))
		require.NoError(t, err)
		require.Equal(t, want, a.Name)
	}
}

func TestChoose(t *testing.T) {
	t.Parallel()
	a, b := &Provider{Domains: []string{"a.example.com", "a.example.org"}}, &Provider{Domains: []string{"b.example.com"}}
	require.Same(t, a, Choose([]*Provider{a, b}, "x@A.Example.ORG "))
	for address, want := range map[string]*Provider{
		"x@a.example.com": a, "x@b.example.com": b, "b.example.com": nil, "@b.example.com": nil, "x@c.example.com": nil,
		"x@sub.a.example.com": nil, "x@a.example.com@b.example.com": b, "": nil, "@": nil, "x@": nil,
	} {
		require.Same(t, want, Choose([]*Provider{a, b}, address), address)
	}
}

func TestNext(t *testing.T) {
	t.Parallel()
	for asked, want := range map[string]string{
		"": "/console", "/console": "/console", "/console/cases?q=a&b=c": "/console/cases?q=a&b=c", "/console/a/../b": "/console/b",
		"//evil.example.com/console": "/console", "https://evil.example.com/console": "/console", "/console/../rest": "/console",
		"/\\evil.example.com": "/console", "/consolation": "/console", "javascript:alert(1)": "/console", "/console\n": "/console",
		"/console/%2e%2e/rest": "/console", "/rest": "/console", "/console/" + strings.Repeat("x", 1000): "/console",
	} {
		require.Equal(t, want, Next(asked, "/console"), asked)
	}
}

// TestNew reports everything that is wrong at once.
func TestNew(t *testing.T) {
	t.Parallel()
	lender := uuid.New()
	read := func(text string) (in model.CreateIdentityProviderInput) {
		var raw struct {
			Issuer, ClientID, ClientSecret string
			Lender                         *uuid.UUID
			Staff                          *bool
			Domains                        []string
			RolesClaim                     *string
			Roles                          []*model.RoleMappingInput
		}
		require.NoError(t, json.Unmarshal([]byte(text), &raw))
		return model.CreateIdentityProviderInput{
			Issuer: raw.Issuer, ClientID: raw.ClientID, ClientSecret: raw.ClientSecret, Lender: graphql.OmittableOf(raw.Lender),
			Staff: graphql.OmittableOf(raw.Staff), Domains: graphql.OmittableOf(raw.Domains),
			RolesClaim: graphql.OmittableOf(raw.RolesClaim), Roles: graphql.OmittableOf(raw.Roles),
		}
	}
	others := []*Provider{{Issuer: "https://taken.example.com", Domains: []string{"taken.example.com"}}}
	for text, want := range map[string][]string{
		`{"Issuer":"https://a.example.com","ClientID":"c","ClientSecret":"s","Staff":true}`: nil,
		`{"Issuer":"http://127.0.0.1:9/x","ClientID":"c","ClientSecret":"s","Staff":true}`:  nil,
		`{"Staff":true}`: {"/issuer invalid_value", "/clientId required", "/clientSecret required"},
		`{"Issuer":"http://a.example.com?x","ClientID":"c","ClientSecret":"s"}`: {"/issuer invalid_value", "/lender required"},
		`{"Issuer":"https://taken.example.com","ClientID":"c","ClientSecret":"s","Staff":true,
		  "Domains":["x","A.example.com","a.example.com","taken.example.com"],"RolesClaim":" ",
		  "Roles":[{"Role":"viewer","Value":"v"},{"Role":"support","Value":""}]}`: {
			"/rolesClaim required", "/domains/0 invalid_value", "/domains/2 duplicate", "/roles/0/role invalid_value",
			"/roles/1/value required", "/issuer duplicate", "/domains/3 duplicate",
		},
		`{"Issuer":"https://a.example.com","ClientID":"c","ClientSecret":"s","Staff":true,
		  "Lender":"` + lender.String() + `"}`: {"/lender required"},
		`{"Issuer":"https://a.example.com","ClientID":"c","ClientSecret":"s",
		  "Lender":"` + lender.String() + `"}`: {"/lender unknown_reference"},
	} {
		_, err := New(uuid.New(), read(text), false, others, time.Now())
		var vs fault.Violations
		vs.AppendErr(err)
		var found []string
		for _, v := range vs {
			found = append(found, v.Pointer+" "+string(v.Code))
		}
		require.Equal(t, want, found, text)
	}
}
