package patch

import (
	"reflect"
	"sync"
	"time"

	"github.com/99designs/gqlgen/graphql"
	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/model/scalar"
)

// The set functions store one member of an input: left out, it changes nothing; null clears the value or is refused.

// Optional stores a value that any client's value may replace.
func Optional[T any](dst **T, in graphql.Omittable[*T]) {
	if in.IsSet() {
		*dst = in.Value()
	}
}

// TextCheck is CheckName or another rule for a text.
type TextCheck func(pointer, s string) fault.Violations

// Text stores an optional text.
func Text(vs *fault.Violations, pointer string, dst **string, in graphql.Omittable[*string], check TextCheck) {
	Optional(dst, in)
	if s := in.Value(); s != nil {
		vs.Append(check(pointer, *s))
	}
}

// DisplayName stores a name that is derived where it is nil. The derived name that the record shows changes nothing:
// a client that sends back what it has read keeps it derived.
func DisplayName(vs *fault.Violations, dst **string, shown string, in graphql.Omittable[*string]) {
	if s := in.Value(); *dst != nil || s == nil || shown == "" || *s != shown {
		Text(vs, "/displayName", dst, in, scalar.CheckName)
	}
}

// Holders are the records of a noun that have one of the external ids that inputs name, by these. One that a batch gives to a
// new record is held by uuid.Nil.
type Holders map[string]uuid.UUID

// ExternalID stores the caller's own key of the record of an id, which no other of its noun has.
func ExternalID(vs *fault.Violations, dst **string, in graphql.Omittable[*string], own uuid.UUID, holders Holders) {
	Text(vs, "/externalId", dst, in, scalar.CheckKey)
	key := in.Value()
	if key == nil {
		return
	}
	switch holder, taken := holders[*key]; {
	case taken && holder == uuid.Nil:
		vs.Say("/externalId", fault.CodeDuplicate, "is given twice; each record has a key of its own")
	case taken && holder != own:
		vs.Say("/externalId", fault.CodeDuplicate, "is that of another record, %s", holder)
	case holders != nil:
		holders[*key] = uuid.Nil
	}
}

// Date stores the day of an instant.
func Date(dst **time.Time, in graphql.Omittable[*time.Time]) {
	Optional(dst, in)
	if t := in.Value(); t != nil {
		day := scalar.DayOf(*t)
		*dst = &day
	}
}

// CannotClear is the refusal of null for a value that a record cannot be without.
const CannotClear = "is required and cannot be cleared; give a value or leave it out"

// Name stores a text that a record cannot be without.
func Name(vs *fault.Violations, pointer string, dst *string, in graphql.Omittable[*string], check TextCheck) {
	Required(vs, pointer, dst, in)
	if s := in.Value(); s != nil {
		vs.Append(check(pointer, *s))
	}
}

// Required stores a value that a record cannot be without.
func Required[T any](vs *fault.Violations, pointer string, dst *T, in graphql.Omittable[*T]) {
	switch value, given := in.ValueOK(); {
	case value != nil:
		*dst = *value
	case given:
		vs.Say(pointer, fault.CodeRequired, CannotClear)
	}
}

// Reference stores the id of a record, which must be known.
func Reference(
	vs *fault.Violations, pointer string, dst **uuid.UUID, in graphql.Omittable[*uuid.UUID], known map[uuid.UUID]bool,
	unknown string,
) {
	Optional(dst, in)
	if id := in.Value(); id != nil && !known[*id] {
		vs.Say(pointer, fault.CodeUnknownReference, "%s", unknown)
	}
}

// IDs stores a list of ids. Each must be a key of known and occur once.
func IDs(
	vs *fault.Violations, pointer string, dst *[]uuid.UUID, in graphql.Omittable[[]uuid.UUID], known map[uuid.UUID]bool,
	code fault.Code, unknown string,
) {
	if !in.IsSet() {
		return
	}
	*dst = append([]uuid.UUID{}, in.Value()...)
	seen := map[uuid.UUID]bool{}
	for i, id := range in.Value() {
		if _, ok := known[id]; !ok {
			vs.Say(fault.Pointer(pointer, i), code, "%s", unknown)
		} else if seen[id] {
			vs.Say(fault.Pointer(pointer, i), fault.CodeDuplicate, "is given twice")
		}
		seen[id] = true
	}
}

// Money stores an amount.
func Money(vs *fault.Violations, pointer string, dst **scalar.Money, in graphql.Omittable[*scalar.MoneyInput]) {
	if in.IsSet() {
		money, wrong := scalar.ParseMoney(pointer, in.Value())
		vs.Append(wrong)
		*dst = money
	}
}

// Metadata merges metadata (RFC 7396); null empties it.
func Metadata(vs *fault.Violations, dst *scalar.Metadata, in graphql.Omittable[scalar.Metadata]) {
	switch patch, given := in.ValueOK(); {
	case patch != nil:
		*dst = dst.Merge(patch)
		vs.Append(dst.Check("/metadata"))
	case given:
		*dst = nil
	}
}

// PathName follows a display name that now has another slug. The same slug keeps the number that the storage gave.
func PathName(dst *string, before, after string) {
	if slug := scalar.Slug(after); slug != scalar.Slug(before) || *dst == "" {
		*dst = slug
	}
}

// members are the indices in C and in U of the members that have the same name and type in both, by the two types.
var members sync.Map

// As copies the members that have the same name and type in both inputs: a creation as a change, so that one code checks both.
// Reflection spares some 80 lines of assignments for two allocations.
func As[U, C any](in C) (out U) {
	from, to := reflect.ValueOf(&in).Elem(), reflect.ValueOf(&out).Elem()
	key := [2]reflect.Type{from.Type(), to.Type()}
	known, ok := members.Load(key)
	if !ok {
		var pairs [][2]int
		for member := range from.Type().Fields() {
			if same, ok := to.Type().FieldByName(member.Name); ok && same.Type == member.Type {
				pairs = append(pairs, [2]int{member.Index[0], same.Index[0]})
			}
		}
		known, _ = members.LoadOrStore(key, pairs)
	}
	for _, pair := range known.([][2]int) {
		to.Field(pair[1]).Set(from.Field(pair[0]))
	}
	return out
}
