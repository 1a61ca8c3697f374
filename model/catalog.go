package model

import (
	"slices"
	"time"

	"github.com/google/uuid"
)

// catalogNamespace is the namespace (RFC 9562 section 5.5) of every catalog id. It is fixed for ever: with another one, an
// entry would have another id in installations made later.
var catalogNamespace = uuid.MustParse("6c1f5a0e-3f0b-5d0a-9b0e-2f6d1c7a8e41")

// CatalogTime is when the catalog began: the createdAt and updatedAt of its entries. It is a constant, for an entry reads
// the same in every installation.
var CatalogTime = time.Date(2025, time.January, 1, 0, 0, 0, 0, time.UTC)

// CatalogEntry is what all entries of the catalog have (contract section 1: reference data common to all portfolios).
type CatalogEntry struct {
	// ID is the UUIDv5 of the noun and the key, the same in every installation.
	ID uuid.UUID `bun:"id,pk,type:uuid"`
	// Key is stable and never used again for something else.
	Key string `bun:"key,notnull"`
	// Position is the order in which lists show the entries.
	Position int `bun:"position,notnull"`
	// Metadata is always the empty object: it is there for the metadata filter that every list has.
	Metadata  Metadata  `bun:"metadata,type:jsonb,notnull"`
	CreatedAt time.Time `bun:"created_at,notnull"`
	UpdatedAt time.Time `bun:"updated_at,notnull"`
}

func (e *CatalogEntry) entry() *CatalogEntry { return e }

// catalogID is the id of a noun ("peril") and a key.
func catalogID(noun, key string) uuid.UUID {
	return uuid.NewSHA1(catalogNamespace, []byte(noun+":"+key))
}

// newCatalogEntry is the entry of a noun and a key; positions are given by newCatalog.
func newCatalogEntry(noun, key string) CatalogEntry {
	return CatalogEntry{
		ID:        catalogID(noun, key),
		Key:       key,
		Metadata:  Metadata("{}"),
		CreatedAt: CatalogTime,
		UpdatedAt: CatalogTime,
	}
}

// catalogItem is a pointer to a struct that embeds CatalogEntry.
type catalogItem interface{ entry() *CatalogEntry }

// catalog has one noun's entries in their order, to be found by id or key. It is built before main and never changed, so
// it needs no lock.
type catalog[T catalogItem] struct {
	ordered []T
	byID    map[uuid.UUID]T
	byKey   map[string]T
}

func newCatalog[T catalogItem](items []T) catalog[T] {
	c := catalog[T]{ordered: items, byID: make(map[uuid.UUID]T, len(items)), byKey: make(map[string]T, len(items))}
	for i, item := range items {
		e := item.entry()
		e.Position = i + 1
		c.byID[e.ID], c.byKey[e.Key] = item, item
	}
	return c
}

// all is a copy of the list, so that a caller may sort or cut it; the entries are shared.
func (c catalog[T]) all() []T { return slices.Clone(c.ordered) }

// byRef finds an entry by its key or its id: bodies and filters take both (contract section 1).
func (c catalog[T]) byRef(ref string) (T, bool) {
	if item, ok := c.byKey[ref]; ok {
		return item, true
	}
	item, ok := c.byID[ParseID(ref)]
	return item, ok
}

func (c catalog[T]) find(id uuid.UUID) (T, bool) {
	item, ok := c.byID[id]
	return item, ok
}

// mustKey is for the catalog's own tables, which name each other by key: a wrong one stops the program at its start.
func (c catalog[T]) mustKey(key string) T {
	item, ok := c.byKey[key]
	if !ok {
		panic("the catalog has no " + key)
	}
	return item
}
