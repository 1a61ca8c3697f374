package catalog

import (
	"cmp"
	"slices"
	"sync"
	"time"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/model/scalar"
)

// catalogNamespace is the namespace (RFC 9562 section 5.5) of catalog ids. With another one, the ids would change.
var catalogNamespace = uuid.MustParse("6c1f5a0e-3f0b-5d0a-9b0e-2f6d1c7a8e41")

// Time is the createdAt and updatedAt of all entries, so that they are the same in every installation.
var Time = time.Date(2025, time.January, 1, 0, 0, 0, 0, time.UTC)

// Entry has the members of every entry of the catalog, the reference data that all portfolios share.
type Entry struct {
	ID        uuid.UUID       `bun:"id,pk,type:uuid"`             // the UUIDv5 of the noun and the key
	Key       string          `bun:"key,notnull"`                 // never changed, never used for another entry
	Position  int             `bun:"position,notnull"`            // the order of lists
	Metadata  scalar.Metadata `bun:"metadata,type:jsonb,notnull"` // always empty; for the filter that every list has
	CreatedAt time.Time       `bun:"created_at,notnull"`
	UpdatedAt time.Time       `bun:"updated_at,notnull"`
}

func (e *Entry) entry() *Entry { return e }

// ID returns the id of a noun ("peril") and a key.
func ID(noun, key string) uuid.UUID {
	return uuid.NewSHA1(catalogNamespace, []byte(noun+":"+key))
}

// newCatalogEntry makes the entry of a noun and a key. newCatalog gives it a position.
func newCatalogEntry(noun, key string) Entry {
	return Entry{
		ID: ID(noun, key), Key: key, Metadata: scalar.Metadata("{}"), CreatedAt: Time, UpdatedAt: Time,
	}
}

// catalogItem is a pointer to a struct that embeds Entry.
type catalogItem interface{ entry() *Entry }

// Catalog has one noun's entries in their order. It is made before main and never changed, so it needs no lock. The
// entries are shared: only read them.
type Catalog[T catalogItem] struct {
	Ordered []T
	byID    map[uuid.UUID]T
	byKey   map[string]T
}

func newCatalog[T catalogItem](items []T) Catalog[T] {
	c := Catalog[T]{Ordered: items, byID: make(map[uuid.UUID]T, len(items)), byKey: make(map[string]T, len(items))}
	for i, item := range items {
		e := item.entry()
		e.Position = i + 1
		c.byID[e.ID], c.byKey[e.Key] = item, item
	}
	return c
}

// All returns a copy of the list, so that a caller may change it.
func (c Catalog[T]) All() []T { return slices.Clone(c.Ordered) }

// ByRef finds an entry by its key or its id: bodies and filters accept both (contract section 1).
func (c Catalog[T]) ByRef(ref string) (T, bool) {
	if item, ok := c.byKey[ref]; ok {
		return item, true
	}
	item, ok := c.byID[scalar.ParseID(ref)]
	return item, ok
}

// HasAll reports whether each of the references is the key or the id of an entry.
func (c Catalog[T]) HasAll(refs []string) bool {
	return !slices.ContainsFunc(refs, func(ref string) bool { _, ok := c.ByRef(ref); return !ok })
}

// ByID finds an entry by its id, for records that keep ids.
func (c Catalog[T]) ByID(id uuid.UUID) (T, bool) {
	item, ok := c.byID[id]
	return item, ok
}

// ParseAssetTypes finds the asset types that a client named by id or key. `unknown_asset_type`, `duplicate`.
func ParseAssetTypes(pointer string, refs []string) ([]*AssetType, fault.Violations) {
	return parseRefs(pointer, refs, AssetTypes, fault.CodeUnknownAssetType, "asset type")
}

// ParseDocumentCategories finds the document categories that a client named by id or key. `unknown_document_category`,
// `duplicate`.
func ParseDocumentCategories(pointer string, refs []string) ([]*DocumentCategory, fault.Violations) {
	return parseRefs(pointer, refs, DocumentCategories, fault.CodeUnknownDocumentCategory, "document category")
}

// ParseCoverageTypes finds the coverage types that a client named by id or key. `unknown_coverage_type`, `duplicate`.
func ParseCoverageTypes(pointer string, refs []string) ([]*CoverageType, fault.Violations) {
	return parseRefs(pointer, refs, CoverageTypes, fault.CodeUnknownCoverageType, "coverage type")
}

// ParsePerils finds the perils that a client named by id or key; each must belong to one of the coverage types
// (contract section 3, Policy). `unknown_peril`, `duplicate`, `peril_not_applicable`.
func ParsePerils(pointer string, refs []string, of []*CoverageType) ([]*Peril, fault.Violations) {
	found, vs := parseRefs(pointer, refs, Perils, fault.CodeUnknownPeril, "peril")
	for i, ref := range refs {
		if p, ok := Perils.ByRef(ref); ok && !p.BelongsTo(of) {
			vs.Say(fault.Pointer(pointer, i), fault.CodePerilNotApplicable, "is %s, a peril of none of the coverage types given", p.Key)
		}
	}
	return found, vs
}

// ParseListed finds the entries of a catalog that a client named by id or key, in the catalog's order; nil for no list.
// `unknown_reference`, `duplicate`.
func ParseListed[T interface {
	catalogItem
	comparable
}](vs *fault.Violations, pointer string, refs []string, in Catalog[T], noun string) []uuid.UUID {
	if refs == nil {
		return nil
	}
	found, wrong := parseRefs(pointer, refs, in, fault.CodeUnknownReference, noun)
	vs.Append(wrong)
	return IDs(slices.SortedFunc(slices.Values(found), func(a, b T) int { return a.entry().Position - b.entry().Position }))
}

// WithIDs returns the entries of the ids, in their order; nil for nil.
func (c Catalog[T]) WithIDs(ids []uuid.UUID) []T {
	if ids == nil {
		return nil
	}
	found := make([]T, 0, len(ids))
	for _, id := range ids {
		if item, ok := c.byID[id]; ok {
			found = append(found, item)
		}
	}
	return found
}

// BelongsTo reports whether the peril belongs to one of the coverage types.
func (p *Peril) BelongsTo(of []*CoverageType) bool {
	return slices.ContainsFunc(p.CoverageTypes, func(c *CoverageType) bool { return slices.Contains(of, c) })
}

// NotApplied is, among references that were sent, a peril as responses list it that is not evidenced. It names nothing, and
// no client can send it as it is.
const NotApplied = "\x00"

// parseRefs finds the entries named. Naming one by its id and again by its key is a duplicate.
func parseRefs[T interface {
	catalogItem
	comparable
}](pointer string, refs []string, in Catalog[T], unknown fault.Code, noun string) ([]T, fault.Violations) {
	var vs fault.Violations
	found := make([]T, 0, len(refs))
	for i, ref := range refs {
		item, ok := in.ByRef(ref)
		switch {
		case ref == NotApplied:
		case !ok:
			vs.Say(fault.Pointer(pointer, i), unknown, "is not the id or the key of a %s", noun)
		case slices.Contains(found, item):
			vs.Say(fault.Pointer(pointer, i), fault.CodeDuplicate, "is given twice: %s", item.entry().Key)
		default:
			found = append(found, item)
		}
	}
	return found, vs
}

// keys are the keys of all entries of all nouns, and of the field types, by id.
var keys = sync.OnceValue(func() map[string]string {
	all := map[string]string{}
	for _, t := range AssetTypes.Ordered {
		for _, f := range t.FieldTypes {
			all[f.ID.String()] = f.Key
		}
	}
	addKeys(all, AssetTypes)
	addKeys(all, DocumentCategories)
	addKeys(all, CoverageTypes)
	addKeys(all, Perils)
	addKeys(all, Endorsements)
	addKeys(all, Exclusions)
	return all
})

func addKeys[T catalogItem](all map[string]string, of Catalog[T]) {
	for _, item := range of.Ordered {
		all[item.entry().ID.String()] = item.entry().Key
	}
}

// KeyOf returns the key of the entry of an id; the text itself when it is the id of none.
func KeyOf(id string) string { return cmp.Or(keys()[id], id) }

// IDs returns the ids of catalog entries, in their order.
func IDs[T catalogItem](entries []T) []uuid.UUID {
	ids := make([]uuid.UUID, len(entries))
	for i, e := range entries {
		ids[i] = e.entry().ID
	}
	return ids
}

// IDs returns the ids of the entries that a filter names by id or key; nil for a nil list. It leaves out what does not
// exist: a filter for it is no error and finds nothing (contract section 1).
func (c Catalog[T]) IDs(refs []string) []uuid.UUID {
	if refs == nil {
		return nil
	}
	ids := []uuid.UUID{}
	for _, ref := range refs {
		if item, ok := c.ByRef(ref); ok {
			ids = append(ids, item.entry().ID)
		}
	}
	return ids
}
