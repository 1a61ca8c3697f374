package storage

import (
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/99designs/gqlgen/graphql"
	"github.com/google/uuid"
	"github.com/uptrace/bun"

	"github.com/covertrack/covertrack/model"
)

// in holds when the column has one of the values; without any values given it always does.
func in[V any](q *bun.SelectQuery, column string, values []V) *bun.SelectQuery {
	if values == nil {
		return q
	}
	switch len(values) {
	case 0:
		return q.Where("false")
	case 1: // An index on the column and the id is in the list's order for one value.
		return q.Where("? = ?", bun.Ident("t."+column), values[0])
	default:
		return q.Where("? = ANY (?)", bun.Ident("t."+column), array[V](values))
	}
}

// inAnyCase is in for texts whose case does not count.
func inAnyCase(q *bun.SelectQuery, column string, values []string) *bun.SelectQuery {
	switch len(values) {
	case 0:
		return in(q, column, values)
	case 1:
		return q.Where("lower(?) = lower(?)", bun.Ident("t."+column), values[0])
	}
	return q.Where("lower(?) = ANY (ARRAY(SELECT lower(v) FROM unnest(?::text[]) AS v))", bun.Ident("t."+column), array[string](values))
}

// is holds when the column has the value; without one it always does.
func is[V any](q *bun.SelectQuery, column string, value *V) *bun.SelectQuery {
	if value == nil {
		return q
	}
	return q.Where("? = ?", bun.Ident("t."+column), *value)
}

// contains is the case-insensitive search in the row's search column.
func contains(q *bun.SelectQuery, text *string) *bun.SelectQuery {
	if text == nil {
		return q
	}
	return q.Where("t.search LIKE '%' || lower(?) || '%'", likeEscape.Replace(*text))
}

var likeEscape = strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`)

// within holds when the column lies in all given bounds.
func within(q *bun.SelectQuery, column string, r bounds) *bun.SelectQuery {
	for i, t := range [...]*time.Time{r.gt, r.gte, r.lt, r.lte} {
		if t != nil {
			q = q.Where("? "+[...]string{">", ">=", "<", "<="}[i]+" ?", bun.Ident("t."+column), *t)
		}
	}
	return q
}

type bounds struct{ gt, gte, lt, lte *time.Time }

func timeBounds(r *model.TimeRange) bounds {
	if r == nil {
		return bounds{}
	}
	return bounds{r.Gt.Value(), r.Gte.Value(), r.Lt.Value(), r.Lte.Value()}
}

func dateBounds(r *model.DateRange) bounds {
	if r == nil {
		return bounds{}
	}
	return bounds{r.Gt.Value(), r.Gte.Value(), r.Lt.Value(), r.Lte.Value()}
}

// common are the filters that every list has.
type common struct {
	ID        graphql.Omittable[[]uuid.UUID]
	CreatedAt graphql.Omittable[*model.TimeRange]
	UpdatedAt graphql.Omittable[*model.TimeRange]
	Metadata  graphql.Omittable[[]*model.MetadataMatch]
}

func (c common) apply(q *bun.SelectQuery) *bun.SelectQuery {
	q = in(q, "id", c.ID.Value())
	q = within(q, "created_at", timeBounds(c.CreatedAt.Value()))
	q = within(q, "updated_at", timeBounds(c.UpdatedAt.Value()))
	for _, m := range c.Metadata.Value() {
		q = metadataHas(q, m)
	}
	return q
}

// metadataHas matches the value as a string, and as the number, boolean or null that its text also is. Containment, not
// ->>, for the index knows it.
func metadataHas(q *bun.SelectQuery, m *model.MetadataMatch) *bun.SelectQuery {
	object := func(value any) string {
		b, err := json.Marshal(map[string]any{m.Key: value})
		if err != nil {
			panic(fmt.Sprintf("a string is no JSON: %v", err))
		}
		return string(b)
	}
	return q.WhereGroup(" AND ", func(q *bun.SelectQuery) *bun.SelectQuery {
		q = q.Where("t.metadata @> ?::jsonb", object(m.Value))
		if scalar, ok := model.ScalarText(m.Value); ok {
			q = q.WhereOr("t.metadata @> ?::jsonb", object(scalar))
		}
		return q
	})
}
