package model

import (
	"slices"
	"time"

	"github.com/99designs/gqlgen/graphql"
	"github.com/google/uuid"
	"github.com/uptrace/bun"

	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/model/patch"
	"github.com/covertrack/covertrack/model/scalar"
)

// Program is a lender's list of insurance products. Cases of the legacy model have one instead of a risk profile.
type Program struct {
	bun.BaseModel `bun:"table:programs,alias:t"`

	PortfolioID  uuid.UUID `bun:",pk"`
	ID           uuid.UUID `bun:",pk" part:"coverage"`
	Name         string
	ProductTypes []*ProductType `bun:"type:jsonb" part:"coverage"`
	CreatedAt    time.Time
	UpdatedAt    time.Time
}

// productOf returns the product with the key that policies have as `productType`; nil if none.
func productOf(products []*ProductType, key string) *ProductType {
	i := slices.IndexFunc(products, func(p *ProductType) bool { return p.Key == key })
	if i < 0 {
		return nil
	}
	return products[i]
}

// AsUpdate returns the creation as a change.
func (in CreateProgramInput) AsUpdate() UpdateProgramInput {
	return UpdateProgramInput{Name: graphql.OmittableOf(&in.Name), ProductTypes: graphql.OmittableOf(in.ProductTypes)}
}

// NewProgram makes a program of its input.
func NewProgram(id uuid.UUID, in CreateProgramInput, now time.Time) (*Program, error) {
	p := &Program{ID: id, CreatedAt: now, UpdatedAt: now}
	return p, p.Patch(in.AsUpdate()).Err()
}

// Patch changes the program. It needs at least one product, each key once.
func (p *Program) Patch(in UpdateProgramInput) fault.Violations {
	var vs fault.Violations
	patch.Name(&vs, "/name", &p.Name, in.Name, scalar.CheckName)
	if !in.ProductTypes.IsSet() {
		return vs
	}
	products := in.ProductTypes.Value()
	if len(products) == 0 {
		vs.Say("/productTypes", fault.CodeRequired, "must have at least one product")
	}
	p.ProductTypes = []*ProductType{}
	for i, product := range products {
		vs.Append(scalar.CheckName(fault.Pointer("/productTypes", i, "key"), product.Key))
		vs.Append(scalar.CheckName(fault.Pointer("/productTypes", i, "name"), product.Name))
		if productOf(p.ProductTypes, product.Key) != nil {
			vs.Say(fault.Pointer("/productTypes", i, "key"), fault.CodeDuplicate, "is given twice")
		}
		p.ProductTypes = append(p.ProductTypes, &ProductType{Key: product.Key, Name: product.Name})
	}
	return vs
}
