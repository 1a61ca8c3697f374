package model

import (
	"time"

	"github.com/google/uuid"
	"github.com/uptrace/bun"
)

// InsuredGroup is a group of insureds that belong together. Its name need not be unique.
type InsuredGroup struct {
	bun.BaseModel `bun:"table:insured_groups,alias:t"`

	PortfolioID uuid.UUID `bun:",pk"`
	ID          uuid.UUID `bun:",pk"`
	Name        string
	Metadata    Metadata `bun:"type:jsonb"`
	CreatedAt   time.Time
	UpdatedAt   time.Time
}

type (
	// InsuredGroupConnection is a page of a list.
	InsuredGroupConnection = Connection[InsuredGroup]
	// InsuredGroupEdge is one record of a page, with its cursor.
	InsuredGroupEdge = Edge[InsuredGroup]
)

// IsNode makes it a Node.
func (InsuredGroup) IsNode() {}

// NewInsuredGroup makes a group of its input.
func NewInsuredGroup(id uuid.UUID, in CreateInsuredGroupInput, now time.Time) (*InsuredGroup, error) {
	g := &InsuredGroup{ID: id, Name: in.Name, CreatedAt: now, UpdatedAt: now}
	vs := CheckName("/name", in.Name)
	setMetadata(&vs, &g.Metadata, in.Metadata)
	return g, vs.Err()
}

// Patch changes the group.
func (g *InsuredGroup) Patch(in UpdateInsuredGroupInput) Violations {
	var vs Violations
	setName(&vs, "/name", &g.Name, in.Name, CheckName)
	setMetadata(&vs, &g.Metadata, in.Metadata)
	return vs
}
