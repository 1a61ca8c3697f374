package identity

import (
	"cmp"
	"net/netip"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/uptrace/bun"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/model/scalar"
)

// Provider is an identity provider by which people of one lender, or the operator's staff, sign in (OpenID Connect).
type Provider struct {
	bun.BaseModel `bun:"table:identity_providers,alias:t"`

	ID         uuid.UUID `bun:",pk,type:uuid"`
	Issuer     string
	ClientID   string
	Sealed     []byte     `bun:"secret"`    // see receiver.Key
	LenderID   *uuid.UUID `bun:"type:uuid"` // nil for the operator's staff
	Domains    []string   `bun:",array"`    // in small letters
	RolesClaim string     // where the claims say what somebody is
	Mappings   Mappings   `bun:"type:jsonb"` // what of that gives which role; none: the names of the roles
	CreatedAt  time.Time
	ScimDigest []byte // of the token that its directory shows; nil: none was made

	RedirectURL string `bun:"-"` // all three as Locate says
	LogoutURL   string `bun:"-"`
	ScimURL     string `bun:"-"`
}

// ScimPath is where directories tell of their people.
const ScimPath = "/scim/v2"

// HasScimToken reports whether the provider's directory has a token.
func (p *Provider) HasScimToken() bool { return p.ScimDigest != nil }

// Locate says where the provider finds this server, whose address is base.
func (p *Provider) Locate(base string) {
	p.RedirectURL = base + "/console/signin/callback/" + p.ID.String()
	p.LogoutURL = base + "/console/signin/logout/" + p.ID.String()
	p.ScimURL = base + ScimPath
}

// Changes are what the trail says of a provider that was added: all but its secret.
func (p *Provider) Changes() map[string]any {
	return map[string]any{
		"issuer": p.Issuer, "clientId": p.ClientID, "lenderId": p.LenderID, "domains": p.Domains, "rolesClaim": p.RolesClaim,
		"roles": p.Mappings,
	}
}

// Mapping says that a value of the roles claim gives a role.
type Mapping struct {
	Role  model.Role `json:"role"`
	Value string     `json:"value"`
}

// Mappings are all of a provider.
type Mappings []*Mapping

// String returns them as an operator gives them.
func (m Mappings) String() string {
	texts := make([]string, len(m))
	for i, of := range m {
		texts[i] = string(of.Role) + "=" + of.Value
	}
	return cmp.Or(strings.Join(texts, ","), "roles by their names")
}

// MaxProviders is how many providers an installation may have.
const MaxProviders = 500

const (
	defaultClaim  = "roles"
	mostDomains   = 50
	mostMappings  = 100
	longestIssuer = 500
	longestValue  = 300
	longestSecret = 1000
)

// New makes a provider of its input, without its secret. lender says whether the one that it names exists, others are the
// providers that there are.
func New(id uuid.UUID, in model.CreateIdentityProviderInput, lender bool, others []*Provider, now time.Time) (*Provider, error) {
	p := &Provider{
		ID: id, Issuer: in.Issuer, ClientID: in.ClientID, LenderID: in.Lender.Value(), Domains: []string{}, Mappings: Mappings{},
		RolesClaim: defaultClaim, CreatedAt: now,
	}
	if claim := in.RolesClaim.Value(); claim != nil {
		p.RolesClaim = *claim
	}
	vs := checkIssuer(p.Issuer)
	vs.Append(checkText("/clientId", p.ClientID, longestValue))
	vs.Append(checkText("/clientSecret", in.ClientSecret, longestSecret))
	vs.Append(checkText("/rolesClaim", p.RolesClaim, longestValue))
	staff := in.Staff.Value() != nil && *in.Staff.Value()
	switch {
	case staff == (p.LenderID != nil):
		vs.Say("/lender", fault.CodeRequired, "is required for people of a lender; for the operator's staff give staff: true in its place")
	case p.LenderID != nil && !lender:
		vs.Say("/lender", fault.CodeUnknownReference, "is not the id of a lender")
	}
	p.addDomains(&vs, in.Domains.Value())
	p.addMappings(&vs, in.Roles.Value())
	p.compare(&vs, others)
	return p, vs.Err()
}

// compare reports what another provider has already.
func (p *Provider) compare(vs *fault.Violations, others []*Provider) {
	if len(others) >= MaxProviders {
		vs.Add("", fault.CodeQuotaExceeded, "There are at most %d identity providers; remove one that is not needed.", MaxProviders)
	}
	for _, other := range others {
		if other.Issuer == p.Issuer {
			vs.Say("/issuer", fault.CodeDuplicate, "is a provider already; remove that one first")
		}
		for i, domain := range p.Domains {
			if slices.Contains(other.Domains, domain) {
				vs.Say(fault.Pointer("/domains", i), fault.CodeDuplicate, "leads to another provider already")
			}
		}
	}
}

// domainForm is a host name with two labels or more.
var domainForm = regexp.MustCompile(`^([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z]([a-z0-9-]*[a-z0-9])?$`)

func (p *Provider) addDomains(vs *fault.Violations, given []string) {
	if len(given) > mostDomains {
		vs.Say("/domains", fault.CodeInvalidValue, "must be at most %d", mostDomains)
		return
	}
	for i, text := range given {
		domain := strings.ToLower(text)
		switch {
		case len(domain) > 253 || !domainForm.MatchString(domain):
			vs.Say(fault.Pointer("/domains", i), fault.CodeInvalidValue, "must be a domain such as example.com")
		case slices.Contains(p.Domains, domain):
			vs.Say(fault.Pointer("/domains", i), fault.CodeDuplicate, "is given twice")
		}
		p.Domains = append(p.Domains, domain)
	}
}

func (p *Provider) addMappings(vs *fault.Violations, given []*model.RoleMappingInput) {
	if len(given) > mostMappings {
		vs.Say("/roles", fault.CodeInvalidValue, "must be at most %d", mostMappings)
		return
	}
	for i, m := range given {
		at := fault.Pointer("/roles", i)
		vs.Append(checkText(at+"/value", m.Value, longestValue))
		if m.Role.OfLender() != (p.LenderID != nil) {
			vs.Say(at+"/role", fault.CodeInvalidValue, "must be one of %s", roleNames(p.roles()))
		}
		p.Mappings = append(p.Mappings, &Mapping{Role: m.Role, Value: m.Value})
	}
}

// roles are those that people of the provider can have.
func (p *Provider) roles() (roles []model.Role) {
	for _, role := range model.AllRole {
		if role.OfLender() == (p.LenderID != nil) {
			roles = append(roles, role)
		}
	}
	return roles
}

func roleNames(roles []model.Role) string {
	names := make([]string, len(roles))
	for i, role := range roles {
		names[i] = string(role)
	}
	return strings.Join(names, ", ")
}

func checkText(pointer, text string, size int) fault.Violations {
	if strings.TrimSpace(text) == "" {
		return fault.One(pointer, fault.CodeRequired, "must not be empty")
	}
	return scalar.CheckText(pointer, text, size, "")
}

// checkIssuer refuses what is no issuer (OpenID Connect Discovery, section 3). A provider on this machine may do without
// https, for trials.
func checkIssuer(text string) (vs fault.Violations) {
	u, err := url.Parse(text)
	switch {
	case len(text) > longestIssuer:
		vs.Say("/issuer", fault.CodeTooLong, "must have at most %d characters", longestIssuer)
	case err != nil || u.Hostname() == "" || u.User != nil || u.RawQuery != "" || strings.ContainsAny(text, "#? "):
		vs.Say("/issuer", fault.CodeInvalidValue, "must be an address such as https://login.example.com, exactly as the provider writes it")
	case u.Scheme != "https" && (u.Scheme != "http" || !isLocal(u.Hostname())):
		vs.Say("/issuer", fault.CodeInvalidValue, "must begin with https://")
	}
	return vs
}

func isLocal(host string) bool {
	address, err := netip.ParseAddr(host)
	return host == "localhost" || err == nil && address.IsLoopback()
}

// MayCall reports whether an address that the provider names may be called: with https, unless the provider itself has none.
func (p *Provider) MayCall(address string) bool {
	u, err := url.Parse(address)
	return err == nil && u.Hostname() != "" && (u.Scheme == "https" || u.Scheme == "http" && strings.HasPrefix(p.Issuer, "http://") &&
		isLocal(u.Hostname()))
}

// Host is what people call the provider by: the host of its issuer.
func (p *Provider) Host() string {
	u, err := url.Parse(p.Issuer)
	if err != nil {
		return p.Issuer
	}
	return cmp.Or(u.Hostname(), p.Issuer)
}

// Roles are which values of the claim give which roles.
func (p *Provider) Roles() []*Mapping { return p.Mappings }

// Choose returns the provider that a work address leads to, by its domain alone; nil if none.
func Choose(providers []*Provider, address string) *Provider {
	at := strings.LastIndexByte(address, '@')
	domain := strings.ToLower(strings.TrimSpace(address[at+1:]))
	if at < 1 {
		return nil
	}
	for _, p := range providers {
		if slices.Contains(p.Domains, domain) {
			return p
		}
	}
	return nil
}
