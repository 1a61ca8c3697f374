package model

import (
	"strings"
	"time"

	"github.com/99designs/gqlgen/graphql"
	"github.com/google/uuid"
	"github.com/uptrace/bun"

	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/model/patch"
	"github.com/covertrack/covertrack/model/scalar"
)

// Insured is a party whose property or liability is insured: a company or a person.
type Insured struct {
	bun.BaseModel `bun:"table:insureds,alias:t"`

	PortfolioID    uuid.UUID `bun:",pk"`
	ID             uuid.UUID `bun:",pk" part:"facts"`
	Type           InsuredType
	TypeGiven      bool    // else each change derives it again
	Name           *string // as given; DisplayName is derived when nil
	DisplayName    string  `part:"facts"`
	InsuredGroupID *uuid.UUID
	PathName       string // the storage numbers it when the slug is taken
	CorporateName  *string
	Prefix         *string
	FirstName      *string
	MiddleName     *string
	LastName       *string
	Suffix         *string
	ExternalID     *string
	Metadata       scalar.Metadata `bun:"type:jsonb"`
	ImportID       *uuid.UUID      `bun:"type:uuid"` // that made it or changed it last
	CreatedAt      time.Time
	UpdatedAt      time.Time

	InsuredGroup *InsuredGroup `bun:"-"`
	Cases        []*Case       `bun:"-"`
	Policies     []*Policy     `bun:"-"`
}

// InsuredReferences are the existing records of those that inputs of insureds name.
type InsuredReferences struct {
	Groups  map[uuid.UUID]bool
	Holders patch.Holders
}

// NewInsured makes an insured of its input.
func NewInsured(id uuid.UUID, in CreateInsuredInput, refs InsuredReferences, now time.Time) (*Insured, error) {
	i := &Insured{ID: id, CreatedAt: now, UpdatedAt: now}
	return i, i.Patch(UpdateInsuredInput(in), refs).Err()
}

// Patch changes the insured. A display name with another slug makes that the PathName, which may be taken.
func (i *Insured) Patch(in UpdateInsuredInput, refs InsuredReferences) fault.Violations {
	var vs fault.Violations
	before := i.DisplayName
	patch.DisplayName(&vs, &i.Name, before, in.DisplayName)
	patch.Text(&vs, "/corporateName", &i.CorporateName, in.CorporateName, scalar.CheckLine)
	patch.Text(&vs, "/prefix", &i.Prefix, in.Prefix, scalar.CheckLine)
	patch.Text(&vs, "/firstName", &i.FirstName, in.FirstName, scalar.CheckLine)
	patch.Text(&vs, "/middleName", &i.MiddleName, in.MiddleName, scalar.CheckLine)
	patch.Text(&vs, "/lastName", &i.LastName, in.LastName, scalar.CheckLine)
	patch.Text(&vs, "/suffix", &i.Suffix, in.Suffix, scalar.CheckLine)
	i.setType(in.Type)
	patch.Reference(&vs, "/insuredGroup", &i.InsuredGroupID, in.InsuredGroup, refs.Groups, "is not the id of an insured group")
	patch.ExternalID(&vs, &i.ExternalID, in.ExternalID, i.ID, refs.Holders)
	patch.Metadata(&vs, &i.Metadata, in.Metadata)
	i.DisplayName = i.displayName()
	if i.DisplayName == "" && i.Name == nil {
		vs.Say("/displayName", fault.CodeRequired, "is required where `corporateName`, `firstName` and `lastName` are empty")
	}
	patch.PathName(&i.PathName, before, i.DisplayName)
	return vs
}

// setType stores the type as given; `null` derives it again. The derived type that the insured shows changes nothing,
// as for its name.
func (i *Insured) setType(in graphql.Omittable[*InsuredType]) {
	switch t, isSet := in.ValueOK(); {
	case t != nil && (i.TypeGiven || *t != i.Type):
		i.Type, i.TypeGiven = *t, true
	case t == nil && isSet:
		i.TypeGiven = false
	}
	if !i.TypeGiven {
		i.Type = i.derivedType()
	}
}

// derivedType returns corporate for an insured with a corporate name (contract section 3).
func (i *Insured) derivedType() InsuredType {
	if strings.TrimSpace(scalar.OrZero(i.CorporateName)) != "" {
		return InsuredTypeCorporate
	}
	return InsuredTypeIndividual
}

// displayName returns "" when nothing names the insured: a prefix or a suffix alone is no name.
func (i *Insured) displayName() string {
	if i.Name != nil {
		return *i.Name
	}
	if name := strings.TrimSpace(scalar.OrZero(i.CorporateName)); name != "" {
		return name
	}
	if scalar.PersonName(nil, i.FirstName, i.MiddleName, i.LastName, nil) == "" {
		return ""
	}
	return scalar.PersonName(i.Prefix, i.FirstName, i.MiddleName, i.LastName, i.Suffix)
}
