package scim_test

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/restcompat/resttest"
)

type object = resttest.Object

const (
	patchOp = "urn:ietf:params:scim:api:messages:2.0:PatchOp"
	base    = "/scim/v2"
)

// directory is the directory of a provider.
type directory struct {
	*resttest.Client
	t *testing.T
}

// directoryOf has a provider's directory show a new token.
func directoryOf(t *testing.T, s *resttest.Server, l *resttest.Login) directory {
	t.Helper()
	const create = `mutation($id: ID!) { createScimToken(identityProvider: $id) { text url } }`
	made := s.As(s.Operator).Query(t, create, object{"id": l.ID})["createScimToken"].(object)
	require.Equal(t, s.URL+base, made["url"])
	return directory{s.As(made["text"].(string)), t}
}

// send sends a request, with the schema of a user or a group, if it has a body that names none.
func (d directory) send(method, path string, body any, status int) object {
	d.t.Helper()
	if o, ok := body.(object); ok && o["schemas"] == nil {
		o["schemas"] = []string{"urn:ietf:params:scim:schemas:core:2.0:" + strings.TrimRight(strings.Split(path, "/")[1], "s")}
	}
	answer := d.Do(d.t, method, base+path, body)
	if status == http.StatusNoContent {
		require.Equal(d.t, status, answer.Status, "%s", answer.Body)
		return nil
	}
	require.Equal(d.t, "application/scim+json", answer.Header.Get("Content-Type"))
	said := answer.Object(d.t, status)
	if status >= http.StatusBadRequest {
		require.Equal(d.t, []any{"urn:ietf:params:scim:api:messages:2.0:Error"}, said["schemas"])
		require.Equal(d.t, fmt.Sprint(status), said["status"])
	}
	return said
}

func (d directory) get(path string) object { d.t.Helper(); return d.send("GET", path, nil, 200) }

// patch sends one operation: as JSON, without its braces.
func (d directory) patch(path, operation string, status int) object {
	d.t.Helper()
	return d.send("PATCH", path, `{"schemas":["`+patchOp+`"],"Operations":[{`+operation+`}]}`, status)
}

// user makes a user as Okta does, and returns the path.
func (d directory) user(externalID, userName string, active bool) string {
	d.t.Helper()
	made := d.send("POST", "/Users", object{
		"schemas": []string{"urn:ietf:params:scim:schemas:core:2.0:User"}, "userName": userName, "externalId": externalID, "active": active,
		"name": object{"givenName": "Test", "familyName": "User"}, "emails": []object{{"primary": true, "value": userName, "type": "work"}},
		"displayName": "Test User", "locale": "en-US", "groups": []any{}, "password": "1mz050nq",
	}, 201)
	return "/Users/" + made["id"].(string)
}

func (d directory) group(name string, members ...string) string {
	d.t.Helper()
	list := []object{}
	for _, path := range members {
		list = append(list, object{"value": strings.TrimPrefix(path, "/Users/")})
	}
	return "/Groups/" + d.send("POST", "/Groups", object{"displayName": name, "externalId": "id of " + name, "members": list},
		201)["id"].(string)
}

func find(d directory, resource, filter string) object {
	d.t.Helper()
	return d.get("/" + resource + "?filter=" + url.QueryEscape(filter))
}

// TestUsers makes, finds, changes and removes users in the spellings of Entra and of Okta.
func TestUsers(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	d := directoryOf(t, s, s.Login(t, "harbor", s.Harbor))
	entra := `{"schemas":["urn:ietf:params:scim:schemas:core:2.0:User","urn:ietf:params:scim:schemas:extension:enterprise:2.0:User"],
		"externalId":"0a21f0f2","userName":"Ann@harbor.example.com","active":"True","displayName":"Ann","title":"Clerk","roles":[],
		"emails":[{"primary":true,"type":"work","value":"ann@harbor.example.com"}],"meta":{"resourceType":"User"},
		"name":{"formatted":"Ann Lee","familyName":"Lee","givenName":"Ann"},
		"urn:ietf:params:scim:schemas:extension:enterprise:2.0:User":{"department":"Loans"}}`
	answer := d.Do(t, "POST", base+"/Users", entra)
	ann := answer.Object(t, 201)
	path := "/Users/" + ann["id"].(string)
	require.Equal(t, s.URL+base+path, answer.Header.Get("Location"))
	require.Equal(t, []any{"0a21f0f2", "Ann@harbor.example.com", true, "Ann", nil},
		[]any{ann["externalId"], ann["userName"], ann["active"], ann["displayName"], ann["title"]})
	require.Equal(t, s.URL+base+path, ann["meta"].(object)["location"])
	require.Equal(t, "uniqueness", d.send("POST", "/Users", strings.Replace(entra, "0a21f0f2", "other", 1), 409)["scimType"])
	require.Equal(t, "uniqueness", d.send("POST", "/Users", strings.Replace(entra, "Ann@", "other@", 1), 409)["scimType"])

	for filter, total := range map[string]int{
		`userName eq "ann@HARBOR.example.com"`: 1, `externalId Eq "0a21f0f2"`: 1, `displayName eq "Ann"`: 1,
		`username eq "ben@harbor.example.com"`: 0, `externalId eq "0A21F0F2"`: 0, `id eq "` + ann["id"].(string) + `"`: 1,
	} {
		list := find(d, "Users", filter)
		require.EqualValues(t, total, list["totalResults"], filter)
		require.Len(t, list["Resources"], total)
	}
	for _, filter := range []string{`userName co "ann"`, `userName eq "a" or userName eq "b"`, `active eq true`, `userName eq 1`,
		`nothing eq "x"`, `userName eq`, `emails.value eq "x"`} {
		require.Equal(t, "invalidFilter", d.send("GET", "/Users?filter="+url.QueryEscape(filter), nil, 400)["scimType"], filter)
	}

	value := func(u object, at ...string) any {
		for _, name := range at[:len(at)-1] {
			u = u[name].(object)
		}
		return u[at[len(at)-1]]
	}
	for _, test := range []struct {
		operation string
		at        []string
		want      any
	}{
		{`"op":"Replace","path":"active","value":"False"`, []string{"active"}, false},
		{`"op":"Add","path":"active","value":"True"`, []string{"active"}, true},
		{`"op":"replace","value":{"active":false}`, []string{"active"}, false},
		{`"op":"Replace","value":{"active":"true","name.givenName":"Anna","displayName":"Anna"}`, []string{"name", "givenName"}, "Anna"},
		{`"op":"Replace","path":"name.familyName","value":"Li"`, []string{"name", "familyName"}, "Li"},
		{`"op":"add","path":"name","value":{"middleName":"B"}`, []string{"name", "givenName"}, "Anna"},
		{`"op":"remove","path":"name.formatted"`, []string{"name", "formatted"}, nil},
		{`"op":"Add","path":"urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department","value":"Claims"`,
			[]string{"displayName"}, "Anna"},
		{`"op":"replace","path":"urn:ietf:params:scim:schemas:core:2.0:User:displayName","value":"Annie"`,
			[]string{"displayName"}, "Annie"},
		{`"op":"replace","path":"userName","value":"annie@harbor.example.com"`, []string{"userName"}, "annie@harbor.example.com"},
		{`"op":"replace","path":"externalId","value":"0b"`, []string{"externalId"}, "0b"},
		{`"op":"Remove","path":"displayName"`, []string{"displayName"}, nil},
	} {
		require.Equal(t, test.want, value(d.patch(path, test.operation, 200), test.at...), test.operation)
		require.Equal(t, test.want, value(d.get(path), test.at...), test.operation)
	}
	for operation, want := range map[string][]any{
		`"op":"Replace","path":"emails[type eq \"work\"].value","value":"a@b.example"`: {
			object{"type": "work", "primary": true, "value": "a@b.example"},
		},
		`"op":"Replace","value":{"emails[type eq \"work\"].value":"c@b.example"}`: {
			object{"type": "work", "primary": true, "value": "c@b.example"},
		},
		`"op":"add","path":"emails","value":[{"type":"home","value":"h@b.example"}]`: {
			object{"type": "work", "primary": true, "value": "a@b.example"}, object{"type": "home", "value": "h@b.example"},
		},
		`"op":"remove","path":"emails[type eq \"home\"]"`: {object{"type": "work", "primary": true, "value": "a@b.example"}},
		`"op":"Add","path":"emails[type eq \"other\"].value","value":"o@b.example"`: {
			object{"type": "work", "primary": true, "value": "a@b.example"}, object{"type": "other", "value": "o@b.example"},
		},
	} {
		d.patch(path, `"op":"replace","path":"emails","value":[{"type":"work","primary":true,"value":"a@b.example"}]`, 200)
		require.ElementsMatch(t, want, d.patch(path, operation, 200)["emails"], operation)
	}
	for operation, kind := range map[string]string{
		`"op":"replace","path":"nothing","value":"x"`: "invalidPath", `"op":"move","path":"displayName","value":"x"`: "invalidValue",
		`"op":"replace","path":"active","value":"maybe"`: "invalidValue", `"op":"remove"`: "noTarget",
		`"op":"remove","path":"userName"`: "invalidValue", `"op":"replace","path":"emails[type co \"w\"].value","value":"x"`: "invalidPath",
		`"op":"replace","path":"displayName","value":"a\u0000b"`:                            "invalidValue",
		`"op":"replace","path":"displayName","value":"` + strings.Repeat("x", 10_000) + `"`: "invalidValue",
	} {
		require.Equal(t, kind, d.patch(path, operation, 400)["scimType"], operation)
	}

	put := d.send("PUT", path, object{"userName": "ann@harbor.example.com", "externalId": "0b", "active": false}, 200)
	require.Equal(t, []any{"ann@harbor.example.com", false, nil, nil}, []any{put["userName"], put["active"], put["name"], put["emails"]})
	require.Equal(t, "invalidValue", d.send("PUT", path, object{"displayName": "x"}, 400)["scimType"])
	require.Len(t, d.get(path+"?attributes=userName,name.givenName"), 4, "with id, schemas and meta")
	d.send("DELETE", path, nil, 204)
	for _, method := range []string{"GET", "PUT", "DELETE"} {
		d.send(method, path, object{"userName": "x"}, 404)
	}
	d.patch(path, `"op":"replace","value":{"active":true}`, 404)

	for i := range 3 {
		d.user(fmt.Sprint("e", i), fmt.Sprint("u", i, "@harbor.example.com"), true)
	}
	page := d.get("/Users?startIndex=2&count=1")
	require.Equal(t, []any{3.0, 2.0, 1.0}, []any{page["totalResults"], page["startIndex"], page["itemsPerPage"]})
	require.Equal(t, "u1@harbor.example.com", page["Resources"].([]any)[0].(object)["userName"])
	require.Empty(t, d.get("/Users?count=0")["Resources"])
	require.Empty(t, d.get("/Users?startIndex=9")["Resources"])
}

// TestGroups has members come and go in all spellings.
func TestGroups(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	d := directoryOf(t, s, s.Login(t, "harbor", s.Harbor))
	ann, ben, cat := d.user("a", "ann@harbor.example.com", true), d.user("b", "ben@harbor.example.com", true),
		d.user("c", "cat@harbor.example.com", true)
	id := func(path string) string { return strings.TrimPrefix(path, "/Users/") }
	path := d.group("Clerks", ann)
	in := func() (names []string) {
		for _, m := range d.get(path)["members"].([]any) {
			names = append(names, m.(object)["display"].(string)[:3])
		}
		return names
	}
	for _, test := range []struct {
		operation string
		want      []string
	}{
		{`"op":"Add","path":"members","value":[{"$ref":null,"value":"` + id(ben) + `"}]`, []string{"ann", "ben"}},
		{`"op":"add","path":"members","value":{"value":"` + id(ben) + `"}`, []string{"ann", "ben"}},
		{`"op":"Remove","path":"members[value eq \"` + id(ann) + `\"]"`, []string{"ben"}},
		{`"op":"replace","path":"members","value":[{"value":"` + id(cat) + `","display":"Cat"}]`, []string{"cat"}},
		{`"op":"add","value":{"members":[{"value":"` + id(ann) + `"}]}`, []string{"ann", "cat"}},
		{`"op":"Remove","path":"members","value":[{"$ref":null,"value":"` + id(cat) + `"}]`, []string{"ann"}},
		{`"op":"remove","path":"members[value eq \"` + uuid.NewString() + `\"]"`, []string{"ann"}},
		{`"op":"replace","value":{"id":"` + path + `","displayName":"Claims"}`, []string{"ann"}},
		{`"op":"remove","path":"members"`, nil},
		{`"op":"replace","value":{"members":[{"value":"` + id(ben) + `"}],"externalId":"x"}`, []string{"ben"}},
	} {
		d.patch(path, test.operation, 204)
		require.Equal(t, test.want, in(), test.operation)
	}
	require.Equal(t, []any{"Claims", "x"}, []any{d.get(path)["displayName"], d.get(path)["externalId"]})
	require.Equal(t, "invalidValue", d.patch(path, `"op":"add","path":"members","value":[{"value":"`+uuid.NewString()+`"}]`,
		400)["scimType"])
	require.Equal(t, []string{"ben"}, in())
	for _, p := range []string{path + "?excludedAttributes=members", path + "?attributes=displayName"} {
		require.NotContains(t, d.get(p), "members")
	}
	require.EqualValues(t, 1, find(d, "Groups", `displayName eq "claims"`)["totalResults"])
	require.EqualValues(t, 1, find(d, "Groups", `externalId eq "x"`)["totalResults"])
	require.NotContains(t, d.get("/Groups?excludedAttributes=members")["Resources"].([]any)[0], "members")
	put := d.send("PUT", path, object{"displayName": "Clerks", "members": []object{{"value": id(cat)}}}, 200)
	require.Equal(t, []any{"Clerks", nil}, []any{put["displayName"], put["externalId"]})
	require.Equal(t, []string{"cat"}, in())
	d.send("DELETE", cat, nil, 204)
	require.Empty(t, in())
	d.send("DELETE", path, nil, 204)
	d.send("GET", path, nil, 404)
}

// TestDoor shows each directory its own, and nobody else anything.
func TestDoor(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	harbor := s.Login(t, "harbor", s.Harbor)
	first, prairie := directoryOf(t, s, harbor), directoryOf(t, s, s.Login(t, "prairie", s.Prairie))
	d := directoryOf(t, s, harbor)
	user := d.user("a", "ann@harbor.example.com", true)
	group := d.group("Clerks", user)
	for _, c := range []*resttest.Client{s.As(""), first.Client, s.As(s.Operator), s.As(s.Harbor.Token),
		s.As("scim_0123456789ABCDEFGHIJKLMNOPQRST1mgvuC")} {
		for _, path := range []string{"/Users", user, "/ServiceProviderConfig"} {
			other := directory{c, t}
			other.send("GET", path, nil, 401)
			require.Equal(t, "Bearer", c.Do(t, "GET", base+path, nil).Header.Get("WWW-Authenticate"))
		}
	}
	d.Do(t, "GET", "/rest/cases", nil).Problem(t, 401, "unauthorized")
	for _, path := range []string{user, group} {
		unknown := path[:len(path)-36] + uuid.NewString()
		for _, p := range []string{path, unknown, path[:len(path)-36] + "x"} {
			prairie.send("GET", p, nil, 404)
			prairie.send("PUT", p, object{"userName": "x", "displayName": "x"}, 404)
			prairie.send("DELETE", p, nil, 404)
			prairie.patch(p, `"op":"replace","path":"displayName","value":"x"`, 404)
		}
	}
	require.Zero(t, prairie.get("/Users")["totalResults"])
	require.Zero(t, find(prairie, "Groups", `displayName eq "Clerks"`)["totalResults"])
	require.Equal(t, "invalidValue", prairie.send("POST", "/Groups", object{"displayName": "x", "members": []object{{"value": user[7:]}}},
		400)["scimType"])
	prairie.user("a", "ann@harbor.example.com", true)

	d.send("POST", "/Users", `{"userName":"`+strings.Repeat("x", 1<<20)+`"}`, 413)
	d.send("PATCH", user, strings.Repeat("x", 1<<20+1), 413)
	require.Equal(t, "invalidSyntax", d.send("POST", "/Users", `{"userName":`, 400)["scimType"])
	require.Equal(t, "invalidValue", d.send("POST", "/Users", object{}, 400)["scimType"])
	require.Equal(t, "invalidValue", d.send("POST", "/Users", object{"userName": strings.Repeat("x", 321)}, 400)["scimType"])
	d.send("GET", "/Nothing", nil, 404)
	d.send("GET", "/Schemas?filter="+url.QueryEscape(`attributes eq "x"`), nil, 403)
	config := d.get("/ServiceProviderConfig")
	require.Equal(t, []any{true, true}, []any{config["patch"].(object)["supported"], config["filter"].(object)["supported"]})
	require.EqualValues(t, 2, d.get("/ResourceTypes")["totalResults"])
	require.Equal(t, "/Users", d.get("/ResourceTypes/User")["endpoint"])
	require.Equal(t, "User", d.get("/Schemas/urn:ietf:params:scim:schemas:core:2.0:User")["name"])
	require.NotEmpty(t, d.get("/Schemas")["Resources"])

	const create = `mutation($id: ID!) { createScimToken(identityProvider: $id) { url } }`
	for _, token := range []string{s.Support, s.Harbor.Token} {
		s.As(token).Refused(t, create, object{"id": harbor.ID}, "forbidden")
	}
	require.Equal(t, "not_found", resttest.FirstError(t, s.As(s.Operator).GraphQL(t, create, object{"id": uuid.NewString()})))
	listed := s.As(s.Operator).Query(t, `{ identityProviders { hasScimToken scimUrl } }`, nil)["identityProviders"].([]any)[0]
	require.Equal(t, object{"hasScimToken": true, "scimUrl": s.URL + base}, listed)
	s.As(s.Operator).Query(t, `mutation($id: ID!) { deleteIdentityProvider(id: $id) { id } }`, object{"id": harbor.ID})
	d.send("GET", "/Users", nil, 401)
}
