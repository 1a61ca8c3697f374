package model

import (
	"time"

	"github.com/google/uuid"
	"github.com/uptrace/bun"
)

// Program is a lender's list of insurance products: what cases of the legacy model have instead of a risk profile.
type Program struct {
	bun.BaseModel `bun:"table:programs,alias:t"`

	PortfolioID  uuid.UUID `bun:",pk"`
	ID           uuid.UUID `bun:",pk"`
	Name         string
	ProductTypes []*ProductType `bun:"type:jsonb"`
	CreatedAt    time.Time
	UpdatedAt    time.Time
}

// ProductType finds the product with a key, which policies carry as `productType`; nil when the program has none.
func (p *Program) ProductType(key string) *ProductType {
	for _, product := range p.ProductTypes {
		if product.Key == key {
			return product
		}
	}
	return nil
}

// NewProgram makes a program of its input. It reports every violation.
func NewProgram(id uuid.UUID, in CreateProgramInput, now time.Time) (*Program, error) {
	p := &Program{ID: id, CreatedAt: now, UpdatedAt: now}
	vs := p.Patch(in.AsUpdate())
	return p, vs.Err()
}

// Patch takes over the input: at least one product, each key once. It reports every violation; the program is spoilt then.
func (p *Program) Patch(in UpdateProgramInput) Violations {
	var vs Violations
	setName(&vs, "/name", &p.Name, in.Name, CheckName)
	if !in.ProductTypes.IsSet() {
		return vs
	}
	products := in.ProductTypes.Value()
	if len(products) == 0 {
		vs.Add("/productTypes", CodeRequired, "a program has at least one product")
	}
	p.ProductTypes = []*ProductType{}
	for i, product := range products {
		vs.Append(CheckName(Pointer("/productTypes", i, "key"), product.Key))
		vs.Append(CheckName(Pointer("/productTypes", i, "name"), product.Name))
		if p.ProductType(product.Key) != nil {
			vs.Add(Pointer("/productTypes", i, "key"), CodeDuplicate, "this key stands in the program already")
		}
		p.ProductTypes = append(p.ProductTypes, &ProductType{Key: product.Key, Name: product.Name})
	}
	return vs
}
