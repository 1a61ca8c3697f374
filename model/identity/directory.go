package identity

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/uptrace/bun"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/fault"
)

// Directory is who acts when the directory of the provider has something changed.
func (p *Provider) Directory() model.Actor {
	return model.Actor{Kind: model.ActorKindSystem, ID: &p.ID, Name: "directory of " + p.Host()}
}

// DirectoryUser is somebody of whom a company's directory has told, maybe before they ever sign in.
type DirectoryUser struct {
	bun.BaseModel `bun:"table:directory_users,alias:t"`

	ID         uuid.UUID `bun:",pk,type:uuid"`
	ProviderID uuid.UUID `bun:"type:uuid"`
	ExternalID *string   // what the directory calls them
	UserName   string
	IsActive   bool
	Attributes map[string]any `bun:"type:jsonb"` // what else is kept of them
	PersonID   *uuid.UUID     `bun:"type:uuid"`  // nil until they sign in
	CreatedAt  time.Time
	UpdatedAt  time.Time
	DeletedAt  *time.Time // they are kept, so that they cannot sign in
}

// kept are the attributes that are kept of a user besides those with columns. All others are taken and forgotten: nobody
// needs them here.
var kept = []string{"displayName", "name", "emails"}

const (
	longestUserName = 320
	mostKept        = 8 << 10 // bytes
)

// Set makes the user what the attributes say, which have the types that RFC 7643 gives them. Without `active` that stays.
// The errors are violations.
func (u *DirectoryUser) Set(given map[string]any) error {
	u.UserName, _ = given["userName"].(string)
	vs := checkText("/userName", u.UserName, longestUserName)
	u.ExternalID = externalID(&vs, given)
	if active, ok := given["active"].(bool); ok {
		u.IsActive = active
	}
	u.Attributes = map[string]any{}
	for _, name := range kept {
		if value := given[name]; value != nil {
			u.Attributes[name] = value
		}
	}
	text, err := json.Marshal(u.Attributes)
	switch {
	case err != nil || bytes.Contains(text, []byte(`\u0000`)):
		vs.Say("/name", fault.CodeInvalidValue, "must have no control characters, as all others")
	case len(text) > mostKept:
		vs.Say("/emails", fault.CodeTooLong, "must have at most %d bytes, together with all names", mostKept)
	}
	return vs.Err()
}

func externalID(vs *fault.Violations, given map[string]any) *string {
	id, _ := given["externalId"].(string)
	if id == "" {
		return nil
	}
	vs.Append(checkText("/externalId", id, longestValue))
	return &id
}

// Shown are the attributes as the directory reads them; Set takes them back.
func (u *DirectoryUser) Shown() map[string]any {
	shown := map[string]any{"userName": u.UserName, "active": u.IsActive}
	if u.ExternalID != nil {
		shown["externalId"] = *u.ExternalID
	}
	maps.Copy(shown, u.Attributes)
	return shown
}

// Addresses are the user name and the addresses, in small letters.
func (u *DirectoryUser) Addresses() []string {
	all := []string{strings.ToLower(u.UserName)}
	emails, _ := u.Attributes["emails"].([]any)
	for _, email := range emails {
		of, _ := email.(map[string]any)
		if address, ok := of["value"].(string); ok {
			all = append(all, strings.ToLower(address))
		}
	}
	return all
}

// MaySignIn reports whether the directory has them, and active.
func (u *DirectoryUser) MaySignIn() bool { return u.IsActive && u.DeletedAt == nil }

// RequireSignIn returns nil if they may sign in, else `forbidden`.
func (u *DirectoryUser) RequireSignIn() error {
	if u.MaySignIn() {
		return nil
	}
	return fault.New(fault.CodeForbidden, "Your company's directory says that %s may not sign in here. Ask your administrator.", u.UserName)
}

// Follow has the person be what their directory says, if that has changed, and reports whether they are another now. Whom
// somebody suspended by hand stays so.
func (u *DirectoryUser) Follow(could bool, p *model.Person) bool {
	switch may := u.MaySignIn(); {
	case could && !may && p.State == model.PersonStateActive:
		p.State, p.SuspendedByDirectory = model.PersonStateSuspended, true
	case !could && may && p.SuspendedByDirectory:
		p.State, p.SuspendedByDirectory = model.PersonStateActive, false
	default:
		return false
	}
	return true
}

// DirectoryGroup is a group of a company's directory.
type DirectoryGroup struct {
	bun.BaseModel `bun:"table:directory_groups,alias:t"`

	ID          uuid.UUID `bun:",pk,type:uuid"`
	ProviderID  uuid.UUID `bun:"type:uuid"`
	ExternalID  *string
	DisplayName string
	CreatedAt   time.Time
	UpdatedAt   time.Time
}

// Set makes the group what the attributes say, but for its members. The errors are violations.
func (g *DirectoryGroup) Set(given map[string]any) error {
	g.DisplayName, _ = given["displayName"].(string)
	vs := checkText("/displayName", g.DisplayName, longestValue)
	g.ExternalID = externalID(&vs, given)
	return vs.Err()
}

// Shown are the attributes as the directory reads them, but for the members; Set takes them back.
func (g *DirectoryGroup) Shown() map[string]any {
	shown := map[string]any{"displayName": g.DisplayName}
	if g.ExternalID != nil {
		shown["externalId"] = *g.ExternalID
	}
	return shown
}

// Values are what the roles claim may call the group: Okta sends names, Entra ids.
func (g *DirectoryGroup) Values() []string {
	if g.ExternalID == nil {
		return []string{g.DisplayName}
	}
	return []string{g.DisplayName, *g.ExternalID}
}

// TakeAway takes from a person the roles of a group that they have left, unless another of their groups gives them too. rest
// are the values of those. It reports whether they had one.
func (p *Provider) TakeAway(person *model.Person, of []model.Role, rest []string) bool {
	stay := p.RolesOf(rest)
	left := slices.DeleteFunc(slices.Clone(person.Roles), func(r model.Role) bool {
		return slices.Contains(of, r) && !slices.Contains(stay, r)
	})
	isLess := len(left) < len(person.Roles)
	person.Roles = left
	return isLess
}

// UnknownMembers refuses members that the provider's directory has not; `unknown_reference`.
func UnknownMembers(ids []string) error {
	return fault.New(fault.CodeUnknownReference, "There is no user %s.", listed(ids))
}
