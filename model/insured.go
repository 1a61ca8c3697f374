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
	Cases        []*Case       `bun:"-"`
	Policies     []*Policy     `bun:"-"`
}

// NewInsured makes an insured of its input. groups are the existing ones of those that it names.
func NewInsured(id uuid.UUID, in CreateInsuredInput, groups map[uuid.UUID]bool, now time.Time) (*Insured, error) {
	i := &Insured{ID: id, CreatedAt: now, UpdatedAt: now}
	all := UpdateInsuredInput(in)
	all.Type = graphql.OmittableOf(in.Type.Value()) // left out, it is derived as for null
	return i, i.Patch(all, groups).Err()
}

// Patch changes the insured. A display name with another slug makes that the PathName, which may be taken.
func (i *Insured) Patch(in UpdateInsuredInput, groups map[uuid.UUID]bool) Violations {
	var vs Violations
	before := i.DisplayName
	setText(&vs, "/displayName", &i.Name, in.DisplayName, CheckName)
	setText(&vs, "/corporateName", &i.CorporateName, in.CorporateName, CheckLine)
	setText(&vs, "/prefix", &i.Prefix, in.Prefix, CheckLine)
	setText(&vs, "/firstName", &i.FirstName, in.FirstName, CheckLine)
	setText(&vs, "/middleName", &i.MiddleName, in.MiddleName, CheckLine)
	setText(&vs, "/lastName", &i.LastName, in.LastName, CheckLine)
	setText(&vs, "/suffix", &i.Suffix, in.Suffix, CheckLine)
	if t, given := in.Type.ValueOK(); t != nil {
		i.Type = *t
	} else if given {
		i.Type = i.derivedType()
	}
	setReference(&vs, "/insuredGroup", &i.InsuredGroupID, in.InsuredGroup, groups, "there is no such insured group")
	setMetadata(&vs, &i.Metadata, in.Metadata)
	i.DisplayName = i.displayName()
	if i.DisplayName == "" && i.Name == nil {
		vs.Add("/displayName", CodeRequired, "nothing names the insured; give displayName, corporateName, firstName or lastName")
	}
	setPathName(&i.PathName, before, i.DisplayName)
	return vs
}

// derivedType returns corporate for an insured with a corporate name (contract section 3).
func (i *Insured) derivedType() InsuredType {
	if strings.TrimSpace(orZero(i.CorporateName)) != "" {
		return InsuredTypeCorporate
	}
	return InsuredTypeIndividual
}

// displayName returns "" when nothing names the insured: a prefix or a suffix alone is no name.
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
