package model

import (
	"strings"
	"time"

	"github.com/99designs/gqlgen/graphql"
	"github.com/google/uuid"
	"github.com/uptrace/bun"
)

// Insured is a party whose property or liability is insured: a company or a person.
type Insured struct {
	bun.BaseModel `bun:"table:insureds,alias:t"`

	PortfolioID    uuid.UUID `bun:",pk"`
	ID             uuid.UUID `bun:",pk"`
	Type           InsuredType
	Name           *string // as given; DisplayName is derived when nil
	DisplayName    string
	InsuredGroupID *uuid.UUID
	PathName       string // the storage numbers it when the slug is taken
	CorporateName  *string
	Prefix         *string
	FirstName      *string
	MiddleName     *string
	LastName       *string
	Suffix         *string
	Metadata       Metadata `bun:"type:jsonb"`
	CreatedAt      time.Time
	UpdatedAt      time.Time

	InsuredGroup *InsuredGroup `bun:"-"`
}

// NewInsured makes an insured of its input; groups are those that exist of the groups it names. Type, displayName and pathName
// are derived (contract section 3, Insured). It reports every violation.
func NewInsured(id uuid.UUID, in CreateInsuredInput, groups map[uuid.UUID]bool, now time.Time) (*Insured, error) {
	i := &Insured{ID: id, CreatedAt: now, UpdatedAt: now}
	all := UpdateInsuredInput(in)
	all.Type = graphql.OmittableOf(in.Type.Value()) // absent derives it, as null does
	vs := i.Patch(all, groups)
	return i, vs.Err()
}

// Patch takes over the input. When that gives the display name another slug, PathName becomes the new one, which may be
// taken. It reports every violation; the insured is spoilt then.
func (i *Insured) Patch(in UpdateInsuredInput, groups map[uuid.UUID]bool) Violations {
	var vs Violations
	slug := Slug(i.DisplayName)
	setText(&vs, "/displayName", &i.Name, in.DisplayName, CheckName)
	setText(&vs, "/corporateName", &i.CorporateName, in.CorporateName, CheckLine)
	setText(&vs, "/prefix", &i.Prefix, in.Prefix, CheckLine)
	setText(&vs, "/firstName", &i.FirstName, in.FirstName, CheckLine)
	setText(&vs, "/middleName", &i.MiddleName, in.MiddleName, CheckLine)
	setText(&vs, "/lastName", &i.LastName, in.LastName, CheckLine)
	setText(&vs, "/suffix", &i.Suffix, in.Suffix, CheckLine)
	if in.Type.IsSet() {
		i.Type = i.derivedType()
		if t := in.Type.Value(); t != nil {
			i.Type = *t
		}
	}
	if in.InsuredGroup.IsSet() {
		i.InsuredGroupID = in.InsuredGroup.Value()
		if i.InsuredGroupID != nil && !groups[*i.InsuredGroupID] {
			vs.Add("/insuredGroup", CodeUnknownReference, "there is no such insured group")
		}
	}
	setMetadata(&vs, &i.Metadata, in.Metadata)
	i.DisplayName = i.displayName()
	if i.DisplayName == "" && i.Name == nil {
		vs.Add("/displayName", CodeRequired, "nothing names the insured; give displayName, corporateName, firstName or lastName")
	}
	if renamed := Slug(i.DisplayName); renamed != slug || i.PathName == "" {
		i.PathName = renamed
	}
	return vs
}

// derivedType is corporate for an insured with a corporate name (contract section 3).
func (i *Insured) derivedType() InsuredType {
	if strings.TrimSpace(orZero(i.CorporateName)) != "" {
		return InsuredTypeCorporate
	}
	return InsuredTypeIndividual
}

// displayName is "" when nothing names the insured: a prefix or a suffix alone is no name.
func (i *Insured) displayName() string {
	if i.Name != nil {
		return *i.Name
	}
	if name := strings.TrimSpace(orZero(i.CorporateName)); name != "" {
		return name
	}
	if PersonName(nil, i.FirstName, i.MiddleName, i.LastName, nil) == "" {
		return ""
	}
	return PersonName(i.Prefix, i.FirstName, i.MiddleName, i.LastName, i.Suffix)
}
