package graph

import (
	"bytes"
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/99designs/gqlgen/graphql"
	"github.com/google/uuid"

	"github.com/covertrack/covertrack/graph/engine"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/catalog"
	"github.com/covertrack/covertrack/model/page"
	"github.com/covertrack/covertrack/storage"
)

// The catalog's lists are read from memory, where model has all of it. They filter, sort and page like lists of
// records.

func (*queryResolver) CoverageTypes(
	ctx context.Context, filter *model.CoverageTypeFilter, sort *page.Sort, limit, first, offset *int, after *string,
) (*catalog.CoverageTypeConnection, error) {
	f := orZero(filter)
	return readCatalog(ctx, listArgs{sort: sort, limit: limit, first: first, offset: offset, after: after}, catalog.CoverageTypes.All(),
		func(t *catalog.CoverageType) *catalog.Entry { return &t.Entry },
		catalogFilter{f.ID, f.Key, f.CreatedAt, f.UpdatedAt, f.Metadata},
		func(t *catalog.CoverageType) bool { return isOneOf(f.CoverageGroup.Value(), t.CoverageGroup) }, relateCoverageTypes)
}

func (*queryResolver) Perils(
	ctx context.Context, filter *model.PerilFilter, sort *page.Sort, limit, first, offset *int, after *string,
) (*catalog.PerilConnection, error) {
	f := orZero(filter)
	ofCoverage := func(p *catalog.Peril) bool {
		return f.CoverageType.Value() == nil || slices.ContainsFunc(f.CoverageType.Value(), func(ref string) bool {
			t, ok := catalog.CoverageTypes.ByRef(ref)
			return ok && slices.Contains(p.CoverageTypeIDs, t.ID)
		})
	}
	return readCatalog(ctx, listArgs{sort: sort, limit: limit, first: first, offset: offset, after: after}, catalog.Perils.All(),
		func(p *catalog.Peril) *catalog.Entry { return &p.Entry },
		catalogFilter{f.ID, f.Key, f.CreatedAt, f.UpdatedAt, f.Metadata}, ofCoverage, relatePerils)
}

func (*queryResolver) AssetTypes(
	ctx context.Context, filter *model.AssetTypeFilter, sort *page.Sort, limit, first, offset *int, after *string,
) (*catalog.AssetTypeConnection, error) {
	f := orZero(filter)
	return readCatalog(ctx, listArgs{sort: sort, limit: limit, first: first, offset: offset, after: after}, catalog.AssetTypes.All(),
		func(t *catalog.AssetType) *catalog.Entry { return &t.Entry },
		catalogFilter{f.ID, f.Key, f.CreatedAt, f.UpdatedAt, f.Metadata},
		func(t *catalog.AssetType) bool { return isOneOf(f.Classification.Value(), t.Classification) }, nil)
}

func (*queryResolver) DocumentCategories(
	ctx context.Context, filter *model.DocumentCategoryFilter, sort *page.Sort, limit, first, offset *int, after *string,
) (*catalog.DocumentCategoryConnection, error) {
	f := orZero(filter)
	return readCatalog(ctx, listArgs{sort: sort, limit: limit, first: first, offset: offset, after: after}, catalog.DocumentCategories.All(),
		func(c *catalog.DocumentCategory) *catalog.Entry { return &c.Entry },
		catalogFilter{f.ID, f.Key, f.CreatedAt, f.UpdatedAt, f.Metadata},
		func(*catalog.DocumentCategory) bool { return true }, nil)
}

func (*queryResolver) Endorsements(
	ctx context.Context, filter *model.EndorsementFilter, sort *page.Sort, limit, first, offset *int, after *string,
) (*catalog.EndorsementConnection, error) {
	f := orZero(filter)
	return readCatalog(ctx, listArgs{sort: sort, limit: limit, first: first, offset: offset, after: after}, catalog.Endorsements.All(),
		func(e *catalog.Endorsement) *catalog.Entry { return &e.Entry },
		catalogFilter{f.ID, f.Key, f.CreatedAt, f.UpdatedAt, f.Metadata},
		func(*catalog.Endorsement) bool { return true }, nil)
}

func (*queryResolver) Exclusions(
	ctx context.Context, filter *model.ExclusionFilter, sort *page.Sort, limit, first, offset *int, after *string,
) (*catalog.ExclusionConnection, error) {
	f := orZero(filter)
	return readCatalog(ctx, listArgs{sort: sort, limit: limit, first: first, offset: offset, after: after}, catalog.Exclusions.All(),
		func(e *catalog.Exclusion) *catalog.Entry { return &e.Entry },
		catalogFilter{f.ID, f.Key, f.CreatedAt, f.UpdatedAt, f.Metadata},
		func(*catalog.Exclusion) bool { return true }, nil)
}

// catalogFilter are the filters that every list of the catalog has.
type catalogFilter struct {
	id                   graphql.Omittable[[]uuid.UUID]
	key                  graphql.Omittable[[]string]
	createdAt, updatedAt graphql.Omittable[*model.TimeRange]
	metadata             graphql.Omittable[[]*model.MetadataMatch]
}

func (f catalogFilter) matches(e *catalog.Entry) bool {
	return isOneOf(f.id.Value(), e.ID) && isOneOf(f.key.Value(), e.Key) &&
		f.createdAt.Value().Contains(e.CreatedAt) && f.updatedAt.Value().Contains(e.UpdatedAt) &&
		len(f.metadata.Value()) == 0 // no entry of the catalog has metadata
}

// isOneOf reports whether v is one of the values, or there are no values.
func isOneOf[V comparable](values []V, v V) bool { return values == nil || slices.Contains(values, v) }

// readCatalog is readList for the catalog. It changes the order of entries; own is the condition of the noun's own
// filters.
func readCatalog[T any](ctx context.Context, args listArgs, entries []*T, entry func(*T) *catalog.Entry,
	f catalogFilter, own func(*T) bool, below relation[T],
) (*page.Connection[T], error) {
	entries = slices.DeleteFunc(entries, func(t *T) bool { return !f.matches(entry(t)) || !own(t) })
	return readList(ctx, args, below, func(_ engine.Selection, opt page.Options) (*storage.Page[T], error) {
		order := catalogOrder(opt.Sort)
		slices.SortFunc(entries, func(a, b *T) int { return order(entry(a), entry(b)) })
		rest := entries[min(opt.Offset, len(entries)):]
		page := &storage.Page[T]{Nodes: rest[:min(opt.Limit, len(rest))], Total: len(entries)}
		if len(page.Nodes) > 0 && len(page.Nodes) < len(rest) {
			page.Next = catalogCursor(entry(page.Nodes[len(page.Nodes)-1]), opt, len(page.Nodes))
		}
		if opt.WithCursors {
			for i, e := range page.Nodes {
				page.Cursors = append(page.Cursors, catalogCursor(entry(e), opt, i+1))
			}
		}
		return page, nil
	})
}

func init() {
	addNodeRelation(relateCoverageTypes)
	addNodeRelation(relatePerils)
}

// relateCoverageTypes and relatePerils count the entries inside entries of the catalog, which refer to each other.
func relateCoverageTypes(ctx context.Context, sel engine.Selection, types []*catalog.CoverageType) error {
	of := relationsOf(sel, types)
	embedded(ctx, of, "perils", relatePerils, func(t *catalog.CoverageType) []*catalog.Peril { return t.Perils })
	return of.err
}

func relatePerils(ctx context.Context, sel engine.Selection, perils []*catalog.Peril) error {
	of := relationsOf(sel, perils)
	embedded(ctx, of, "coverageTypes", relateCoverageTypes, func(p *catalog.Peril) []*catalog.CoverageType { return p.CoverageTypes })
	return of.err
}

// catalogOrder compares entries: by their place in the catalog, or by a time and then the id as lists of records do.
func catalogOrder(sort page.Sort) func(a, b *catalog.Entry) int {
	at := func(e *catalog.Entry) time.Time { return e.CreatedAt }
	switch sort {
	case "":
		return func(a, b *catalog.Entry) int { return a.Position - b.Position }
	case page.SortUpdatedAt, page.SortUpdatedAtDesc:
		at = func(e *catalog.Entry) time.Time { return e.UpdatedAt }
	}
	return func(a, b *catalog.Entry) int {
		if sort == page.SortCreatedAtDesc || sort == page.SortUpdatedAtDesc {
			a, b = b, a
		}
		return cmp.Or(at(a).Compare(at(b)), bytes.Compare(a.ID[:], b.ID[:]))
	}
}

// catalogCursor is the place behind the nth entry of a page. Its offset alone is looked at: unlike records, entries do
// not come while somebody pages.
func catalogCursor(e *catalog.Entry, opt page.Options, nth int) *page.Cursor {
	c := &page.Cursor{Sort: opt.Sort, ID: e.ID, Offset: opt.Offset + nth}
	if opt.Sort != "" {
		at := e.CreatedAt.UTC().Format(time.RFC3339Nano)
		c.Key = &at
	}
	return c
}
