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
