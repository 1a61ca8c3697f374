package model

import "github.com/google/uuid"

// CatalogNode finds an entry of the catalog by its id alone; nil if there is none.
func CatalogNode(id uuid.UUID) Node {
	if t, ok := CoverageTypes.ByID(id); ok {
		return t
	}
	if p, ok := Perils.ByID(id); ok {
		return p
	}
	if t, ok := AssetTypes.ByID(id); ok {
		return t
	}
	if c, ok := DocumentCategories.ByID(id); ok {
		return c
	}
	return nil
}

// The types that `node` finds by an id: IsNode makes them members of the interface Node.

// IsNode makes it a Node.
func (Case) IsNode() {}

// IsNode makes it a Node.
func (Document) IsNode() {}

// IsNode makes it a Node.
func (Asset) IsNode() {}

// IsNode makes it a Node.
func (Insured) IsNode() {}

// IsNode makes it a Node.
func (InsuredGroup) IsNode() {}

// IsNode makes it a Node.
func (RiskProfile) IsNode() {}

// IsNode makes it a Node.
func (Broker) IsNode() {}

// IsNode makes it a Node.
func (Brokerage) IsNode() {}

// IsNode makes it a Node.
func (User) IsNode() {}

// IsNode makes it a Node.
func (CoverageType) IsNode() {}

// IsNode makes it a Node.
func (Peril) IsNode() {}

// IsNode makes it a Node.
func (AssetType) IsNode() {}

// IsNode makes it a Node.
func (DocumentCategory) IsNode() {}

// IsNode makes it a Node.
func (Program) IsNode() {}

// IsNode makes it a Node.
func (CertificateHolder) IsNode() {}

// IsNode makes it a Node.
func (MortgageeClause) IsNode() {}

// IsNode makes it a Node.
func (Policy) IsNode() {}

// IsNode makes it a Node.
func (PolicyVersion) IsNode() {}

// IsNode makes it a Node.
func (Task) IsNode() {}

// IsNode makes it a Node.
func (RenewalNotice) IsNode() {}

// IsNode makes it a Node.
func (AuditEvent) IsNode() {}
