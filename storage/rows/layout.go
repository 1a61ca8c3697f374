package rows

import (
	"cmp"
	"database/sql/driver"
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"sync"

	"github.com/google/uuid"
	lru "github.com/hashicorp/golang-lru/v2"
	"github.com/uptrace/bun/schema"
)

// layout is what the tags of a struct say about its table.
type layout struct {
	*schema.Table

	own       []ownColumn
	ownNames  string                         // as INSERT lists them
	read      []readColumn                   // the first is never NULL
	everyRead string                         // the expressions of all of them
	returning string                         // has SQL read back what a write has made
	texts     *lru.Cache[textKey, *keptText] // the statements that Bun has written once

	portfolio, id, pathName, createdAt, updatedAt *schema.Field // nil for what the table has not
}

// ownColumn is a column of the table itself.
type ownColumn struct {
	*schema.Field
	convert func(reflect.Value) (any, error) // of what is not nil
	isJSON  bool
}

// readColumn is one that is read, be it of a joined row.
type readColumn struct {
	expression string
	members    []string // that show it
	isOptional bool     // it is read only when a member is shown
}

var layouts sync.Map

// layoutFor is the layout of a struct whose columns are all of its own table.
func layoutFor[T any]() *layout { return layoutOf(reflect.TypeFor[T]()) }

func layoutOf(t reflect.Type) *layout {
	if known, ok := layouts.Load(t); ok {
		return known.(*layout)
	}
	l, _ := layouts.LoadOrStore(t, newLayout(t, nil))
	return l.(*layout)
}

// newLayout reads the tags of a struct. Computed are the expressions of members that no write sets.
func newLayout(t reflect.Type, computed map[string]string) *layout {
	table := dialect.Tables().Get(t)
	l := &layout{Table: table, returning: "? RETURNING *", texts: newCache[textKey, *keptText](textsOfTable)}
	for _, f := range table.Fields {
		source := sourceOf(t, f)
		l.addRead(f, source+"."+string(f.SQLName))
		if source == "t" {
			l.own = append(l.own, newOwnColumn(f))
		}
	}
	for name, expression := range computed {
		l.addRead(table.FieldMap[name], expression+" AS "+name)
	}
	if len(l.read) > 64 {
		panic(l.Name + " has more columns than a columnSet has bits")
	}
	l.portfolio, l.id, l.pathName = l.ownField("portfolio_id"), l.ownField("id"), l.ownField("path_name")
	l.createdAt, l.updatedAt = l.sortField("created_at"), l.sortField("updated_at")
	l.everyRead, l.ownNames = l.expressions(l.columns(nil)), namesOf(l.own)
	return l
}

// sourceOf is the alias of the row that a field is read from: t for the table's own.
func sourceOf(t reflect.Type, f *schema.Field) string {
	source := f.StructField.Tag.Get("from")
	if len(f.Index) > 1 && f.StructField.Tag.Get("copied") == "" {
		source = t.Field(f.Index[0]).Tag.Get("from")
	}
	if source == "" {
		return "t"
	}
	return source
}

func (l *layout) addRead(f *schema.Field, expression string) {
	members, isOptional := f.StructField.Tag.Lookup("shows")
	l.read = append(l.read, readColumn{expression, strings.Split(members, ","), isOptional})
}

// ownField is the field of a column of the table itself; nil if none.
func (l *layout) ownField(name string) *schema.Field {
	for _, c := range l.own {
		if c.Name == name {
			return c.Field
		}
	}
	return nil
}

// saved are the columns of a part that Save saves: all but the keys, after the id.
func (l *layout) saved(part string) []ownColumn {
	saved := slices.DeleteFunc(l.part(part), func(c ownColumn) bool { return c.IsPK })
	return slices.Insert(saved, 0, l.own[slices.IndexFunc(l.own, func(c ownColumn) bool { return c.Field == l.id })])
}

// sortField is the field of a column that lists are ordered by, or of the one that sorts for it; nil if none.
func (l *layout) sortField(name string) *schema.Field {
	for _, c := range l.own {
		if c.Name == name || slices.Contains(strings.Split(c.StructField.Tag.Get("sorts"), ","), name) {
			return c.Field
		}
	}
	return nil
}

// columns are those that a selection reads; nil for all.
func (l *layout) columns(shows func(member string) bool) (set columnSet) {
	for i, c := range l.read {
		if shows == nil || !c.isOptional || slices.ContainsFunc(c.members, shows) {
			set |= 1 << i
		}
	}
	return set
}

// expressions are the columns as a SELECT lists them.
func (l *layout) expressions(set columnSet) string {
	var list []string
	for i, c := range l.read {
		if set&(1<<i) != 0 {
			list = append(list, c.expression)
		}
	}
	return strings.Join(list, ", ")
}

// part are the own columns of a part.
func (l *layout) part(name string) []ownColumn {
	return slices.DeleteFunc(slices.Clone(l.own), func(c ownColumn) bool {
		return name != "" && !slices.Contains(strings.Split(c.StructField.Tag.Get("part"), ","), name)
	})
}

func namesOf(columns []ownColumn) string {
	names := make([]string, len(columns))
	for i, c := range columns {
		names[i] = c.Name
	}
	return strings.Join(names, ", ")
}

// fieldOf is a field of a row.
func fieldOf[V any](f *schema.Field, row any) *V {
	return f.Value(reflect.ValueOf(row).Elem()).Addr().Interface().(*V)
}

// idOf is the id that a field of a row has; uuid.Nil for NULL.
func idOf(f *schema.Field, row any) uuid.UUID {
	if id := reflect.Indirect(f.Value(reflect.ValueOf(row).Elem())); id.IsValid() {
		return *id.Addr().Interface().(*uuid.UUID)
	}
	return uuid.Nil
}

// newOwnColumn says how a column's field becomes what pgx takes as it is, beside a statement or in COPY's binary form.
func newOwnColumn(f *schema.Field) ownColumn {
	convert, isJSON := func(v reflect.Value) (any, error) { return v.Interface(), nil }, false
	switch t := f.StructField.Type; {
	case t == reflect.TypeFor[uuid.UUID](), t == reflect.TypeFor[*uuid.UUID](), t == reflect.TypeFor[[]uuid.UUID]():
		convert = idsOf
	case t.Implements(reflect.TypeFor[driver.Valuer]()): // a type of ours that knows how the database has it: as JSON
		convert, isJSON = func(v reflect.Value) (any, error) { return v.Interface().(driver.Valuer).Value() }, true
	case f.UserSQLType == "jsonb":
		isJSON = true
		convert = func(v reflect.Value) (any, error) {
			text, err := json.Marshal(v.Interface())
			return string(text), err
		}
	case t.Kind() == reflect.Slice && t.Elem().Kind() == reflect.String:
		convert = textsOf
	case f.IndirectType.Kind() == reflect.String:
		convert = func(v reflect.Value) (any, error) { return reflect.Indirect(v).String(), nil }
	}
	return ownColumn{f, convert, isJSON}
}

// sqlType is the column's type for a value beside a text that does not say where it belongs.
func (c ownColumn) sqlType() string { return cmp.Or(c.UserSQLType, c.DiscoveredSQLType) }

// of is a row's value of the column.
func (c ownColumn) of(row reflect.Value) (any, error) {
	v := c.Value(row)
	if (v.Kind() == reflect.Pointer || v.Kind() == reflect.Slice && c.NullZero) && v.IsNil() {
		return nil, nil
	}
	return c.convert(v)
}

func idsOf(v reflect.Value) (any, error) {
	switch v := v.Interface().(type) {
	case *uuid.UUID:
		return IDValue(*v), nil
	case []uuid.UUID:
		return IDValues(v), nil
	default:
		return IDValue(v.(uuid.UUID)), nil
	}
}
