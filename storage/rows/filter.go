package rows

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/99designs/gqlgen/graphql"
	"github.com/google/uuid"
	"github.com/uptrace/bun"
	"github.com/uptrace/bun/schema"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/scalar"
)

// Condition is SQL that rows of t must meet; nil for none. Those whose value is nil are nil.
type Condition interface{ schema.QueryAppender }

// Meeting adds the conditions on t to a query.
func Meeting(q *bun.SelectQuery, conditions []Condition) *bun.SelectQuery {
	for _, c := range conditions {
		if c != nil {
			q = q.Where("?", c)
		}
	}
	return q
}

// isNone reports whether every row meets the conditions.
func isNone(conditions []Condition) bool {
	return !slices.ContainsFunc(conditions, isGiven)
}

func isGiven(c Condition) bool { return c != nil }

// Where is a condition in SQL.
func Where(sql string, args ...any) Condition { return bun.SafeQuery(sql, args...) }

// joined are conditions, none of them nil, with the same word between them.
type joined struct {
	conditions []Condition
	word       string
}

// AppendQuery writes the conditions in brackets.
func (j joined) AppendQuery(gen schema.QueryGen, b []byte) (_ []byte, err error) {
	b = append(b, '(')
	for i, c := range j.conditions {
		if i > 0 {
			b = append(b, j.word...)
		}
		if b, err = c.AppendQuery(gen, b); err != nil {
			return nil, err
		}
	}
	return append(b, ')'), nil
}

const and = " AND "

// both holds when all of the conditions do; nil for none.
func both(conditions ...Condition) Condition {
	switch given := slices.DeleteFunc(conditions, func(c Condition) bool { return c == nil }); len(given) {
	case 0:
		return nil
	case 1:
		return given[0]
	default:
		return joined{given, and}
	}
}

// oneOf holds when the column has one of the values, of which there are several.
type oneOf[V any] struct {
	column string
	values []V
}

// AppendQuery writes the condition.
func (c oneOf[V]) AppendQuery(gen schema.QueryGen, b []byte) ([]byte, error) {
	return Where("? = ANY (?)", tColumn(c.column), Array[V](c.values)).AppendQuery(gen, b)
}

func (c oneOf[V]) of() (column string, values int) { return c.column, len(c.values) }

// each is a query of the values, each once. It has the condition's value beside its text, as the condition has.
func (c oneOf[V]) each() Condition {
	return Where("SELECT DISTINCT v.value FROM unnest(?::text[]) AS v (value)", Array[V](c.values))
}

// several is a oneOf of any type.
type several interface {
	Condition
	of() (column string, values int)
	each() Condition
}

// is holds when the column has the value.
type is[V any] struct {
	column string
	value  V
}

// AppendQuery writes the condition.
func (c is[V]) AppendQuery(gen schema.QueryGen, b []byte) ([]byte, error) {
	return Where("? = ?", tColumn(c.column), c.value).AppendQuery(gen, b)
}

// ranged holds when the column lies in a range.
type ranged struct {
	Condition
	column string
}

func tColumn(name string) bun.Ident { return bun.Ident("t." + name) }

// In holds when the column has one of the values.
func In[V any](name string, values []V) Condition {
	switch {
	case values == nil:
		return nil
	case len(values) == 0:
		return Where("false")
	case len(values) == 1: // An index on the column and the id is in the list's order for one value.
		return is[V]{name, values[0]}
	default:
		return oneOf[V]{name, values}
	}
}

// HasAny holds when the column, a list, has one of the values.
func HasAny[V any](name string, values []V) Condition {
	return compare(name, "? && ?", values, func() any { return Array[V](values) })
}

// InAnyCase is In for texts whose case does not count.
func InAnyCase(name string, values []string) Condition {
	if len(values) < 2 {
		return compare(name, "lower(?) = lower(?)", values, func() any { return values[0] })
	}
	return Where("lower(?) = ANY (ARRAY(SELECT lower(v) FROM unnest(?::text[]) AS v))", tColumn(name), Array[string](values))
}

// compare compares a column with a value: nil where no values are given, and nothing holds where they are none.
func compare[V any](name, sql string, given []V, value func() any) Condition {
	switch {
	case given == nil:
		return nil
	case len(given) == 0:
		return Where("false")
	default:
		return Where(sql, tColumn(name), value())
	}
}

// Is holds when the column has the value.
func Is[V any](name string, value *V) Condition {
	if value == nil {
		return nil
	}
	return is[V]{name, *value}
}

var likeEscape = strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`)

// Within holds when the column lies in the range.
func Within(name string, r *model.TimeRange) Condition {
	if r == nil {
		return nil
	}
	var limits []Condition
	for i, t := range [...]*time.Time{r.Gt.Value(), r.Gte.Value(), r.Lt.Value(), r.Lte.Value()} {
		if t != nil {
			limits = append(limits, Where("? "+[...]string{">", ">=", "<", "<="}[i]+" ?", tColumn(name), *t))
		}
	}
	if len(limits) == 0 {
		return nil
	}
	return ranged{both(limits...), name}
}

// WithinDates is Within for a range of dates.
func WithinDates(name string, r *model.DateRange) Condition {
	return Within(name, (*model.TimeRange)(r))
}

// Common are the filters that nearly every list has.
func Common(
	id graphql.Omittable[[]uuid.UUID], createdAt, updatedAt graphql.Omittable[*model.TimeRange],
	metadata graphql.Omittable[[]*model.MetadataMatch],
) Condition {
	return both(
		In("id", id.Value()), Within("created_at", createdAt.Value()), Within("updated_at", updatedAt.Value()),
		hasMetadata(metadata.Value()),
	)
}

// hasMetadata holds when each key has one of the values given for it. It matches a value as a string, and as the
// number, boolean or null that its text also is. Containment, not ->>, for the index knows it.
func hasMetadata(matches []*model.MetadataMatch) Condition {
	if len(matches) == 0 {
		return nil
	}
	byKey := map[string][]*model.MetadataMatch{}
	for _, m := range matches {
		byKey[m.Key] = append(byKey[m.Key], m)
	}
	var all []Condition
	for _, key := range slices.Sorted(maps.Keys(byKey)) {
		all = append(all, hasOneOf(byKey[key]))
	}
	return both(all...)
}

func hasOneOf(matches []*model.MetadataMatch) Condition {
	var either []Condition
	for _, m := range matches {
		either = append(either, Where("t.metadata @> ?::jsonb", object(m.Key, m.Value)))
		if scalar, ok := scalar.ParseText(m.Value); ok {
			either = append(either, Where("t.metadata @> ?::jsonb", object(m.Key, scalar)))
		}
	}
	return joined{either, " OR "}
}

func object(key string, value any) string {
	b, err := json.Marshal(map[string]any{key: value})
	if err != nil {
		panic(fmt.Sprintf("a string is no JSON: %v", err))
	}
	return string(b)
}
