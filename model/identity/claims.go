package identity

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/model/scalar"
)

// Arrival is somebody whom a provider has vouched for, as its claims say.
type Arrival struct {
	Subject   string
	Name      string
	Email     *string
	Session   *string  // at the provider (sid)
	Directory []string // what its directory may call them (SCIM's externalId): the subject, and Entra's object id
	UserNames []string // what its directory may call them at the first sign-in
	Roles     []model.Role
}

// claims are those of an ID token.
type claims map[string]any

// Arrive reads the claims of an ID token whose signature, issuer, audience and nonce were checked. `forbidden` for somebody
// with no role that is known: the message says which claim it was, and what that held. Who certainly has none is returned too.
func (p *Provider) Arrive(token []byte) (*Arrival, error) {
	var c claims
	if err := json.Unmarshal(token, &c); err != nil {
		return nil, fault.New(fault.CodeForbidden, "%s sent claims that cannot be read.", p.Host()).Because(err)
	}
	a := &Arrival{Subject: c.text("sub"), UserNames: c.texts("preferred_username", "email", "upn"), Directory: c.texts("sub", "oid")}
	if a.Subject == "" || len(a.Subject) > 255 {
		return nil, fault.New(fault.CodeForbidden, "%s did not say who you are: the claim `sub` is missing, or too long.", p.Host())
	}
	a.Email, a.Session = orNil(c.text("email")), orNil(c.text("sid"))
	a.Name = c.name()
	values, isGiven := c.values(p.RolesClaim)
	if a.Roles = p.RolesOf(values); len(a.Roles) == 0 {
		err := p.refuse(a, c, values, isGiven)
		if c.isOverage(p.RolesClaim) {
			return nil, err
		}
		return a, err
	}
	return a, nil
}

// RolesOf returns the roles that values of the roles claim give, in the order of the roles.
func (p *Provider) RolesOf(values []string) (roles []model.Role) {
	for _, role := range p.roles() {
		if slices.ContainsFunc(values, func(value string) bool { return p.gives(value, role) }) {
			roles = append(roles, role)
		}
	}
	return roles
}

// gives reports whether a value gives the role. Without mappings, the names of the roles do.
func (p *Provider) gives(value string, role model.Role) bool {
	if len(p.Mappings) == 0 {
		return value == string(role)
	}
	return slices.ContainsFunc(p.Mappings, func(m *Mapping) bool { return m.Role == role && m.Value == value })
}

// refuse says why somebody has no role, in words that they can send to their administrator.
func (p *Provider) refuse(a *Arrival, c claims, values []string, isGiven bool) error {
	who := a.Name
	if a.Email != nil && *a.Email != a.Name {
		who += " (" + scalar.Shorten(*a.Email, longestValue) + ")"
	}
	held := "which was not sent"
	switch {
	case c.isOverage(p.RolesClaim):
		return fault.New(fault.CodeForbidden, "%s is in more groups than %s sends: the claim `%s` came as a link (_claim_names). "+
			"Please send this to your administrator: give people app roles in the place of groups, and name the claim `roles` "+
			"when the provider is added.", who, p.Host(), p.RolesClaim)
	case isGiven && len(values) == 0:
		held = "which held nothing"
	case isGiven:
		held = "which held " + listed(values)
	}
	return fault.New(fault.CodeForbidden, "%s has signed in at %s, but has no role here. Please send this to your administrator: "+
		"the roles come from the claim `%s`, %s. Roles are given by %s.", who, p.Host(), p.RolesClaim, held, p.known())
}

// known lists the values that give roles.
func (p *Provider) known() string {
	var all []string
	if len(p.Mappings) == 0 {
		for _, role := range p.roles() {
			all = append(all, string(role))
		}
	}
	for _, m := range p.Mappings {
		all = append(all, m.Value)
	}
	return listed(all)
}

// mostListed is how many values a message names.
const mostListed = 10

func listed(values []string) string {
	var b strings.Builder
	for i, value := range values {
		if i == mostListed {
			fmt.Fprintf(&b, " and %d more", len(values)-i)
			break
		}
		if i > 0 {
			b.WriteString(", ")
		}
		fmt.Fprintf(&b, "%q", scalar.Shorten(value, 100))
	}
	return b.String()
}

// name is what the claims call the person: at least something.
func (c claims) name() string {
	name := strings.TrimSpace(c.text("name"))
	if name == "" {
		name = strings.TrimSpace(c.text("given_name") + " " + c.text("family_name"))
	}
	for _, other := range []string{"preferred_username", "email", "sub"} {
		if name == "" {
			name = c.text(other)
		}
	}
	printable := func(r rune) rune {
		if r < ' ' || r == 0x7f {
			return -1
		}
		return r
	}
	return scalar.Shorten(strings.Map(printable, name), scalar.NameSize)
}

func (c claims) text(name string) string {
	text, _ := c[name].(string)
	return text
}

func (c claims) texts(names ...string) (texts []string) {
	for _, name := range names {
		if text := c.text(name); text != "" && !slices.Contains(texts, text) {
			texts = append(texts, text)
		}
	}
	return texts
}

// values returns the texts that a claim holds, one or several. A name with dots that is no claim is the way to one inside of
// another, as realm_access.roles of Keycloak.
func (c claims) values(name string) (values []string, isGiven bool) {
	held, isGiven := c[name]
	if first, rest, ok := strings.Cut(name, "."); !isGiven && ok {
		inner, _ := c[first].(map[string]any)
		return claims(inner).values(rest)
	}
	switch held := held.(type) {
	case string:
		return []string{held}, true
	case []any:
		for _, value := range held {
			if text, ok := value.(string); ok {
				values = append(values, text)
			}
		}
	}
	return values, isGiven
}

// isOverage reports whether the provider sent a link in the place of the claim, because it holds too much (Entra, more than
// 200 groups).
func (c claims) isOverage(name string) bool {
	elsewhere, _ := c["_claim_names"].(map[string]any)
	_, ok := elsewhere[name]
	return ok
}

func orNil(text string) *string {
	if text == "" {
		return nil
	}
	return &text
}
