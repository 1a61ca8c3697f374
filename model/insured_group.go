package model

import (
	"time"

	"github.com/google/uuid"
	"github.com/uptrace/bun"

	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/model/patch"
	"github.com/covertrack/covertrack/model/scalar"
)

// InsuredGroup is a group of insureds that belong together. Its name need not be unique.
type InsuredGroup struct {
	bun.BaseModel `bun:"table:insured_groups,alias:t"`

	PortfolioID uuid.UUID `bun:",pk"`
	ID          uuid.UUID `bun:",pk"`
	Name        string
	Metadata    scalar.Metadata `bun:"type:jsonb"`
	CreatedAt   time.Time
	UpdatedAt   time.Time
}

// NewInsuredGroup makes a group of its input.
func NewInsuredGroup(id uuid.UUID, in CreateInsuredGroupInput, now time.Time) (*InsuredGroup, error) {
	g := &InsuredGroup{ID: id, Name: in.Name, CreatedAt: now, UpdatedAt: now}
	vs := scalar.CheckName("/name", in.Name)
	patch.Metadata(&vs, &g.Metadata, in.Metadata)
	return g, vs.Err()
}

// Patch changes the group.
func (g *InsuredGroup) Patch(in UpdateInsuredGroupInput) fault.Violations {
	var vs fault.Violations
	patch.Name(&vs, "/name", &g.Name, in.Name, scalar.CheckName)
	patch.Metadata(&vs, &g.Metadata, in.Metadata)
	return vs
}
