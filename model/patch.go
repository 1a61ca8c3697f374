package model

import (
	"time"

	"github.com/99designs/gqlgen/graphql"
	"github.com/google/uuid"
)

// The set functions store one member of an input: left out, it changes nothing; null clears the value or is refused.

// setOptional stores a value that any client's value may replace.
func setOptional[T any](dst **T, in graphql.Omittable[*T]) {
	if in.IsSet() {
		*dst = in.Value()
	}
}

// textCheck is CheckName or another rule for a text.
type textCheck func(pointer, s string) Violations

// setText stores an optional text.
func setText(vs *Violations, pointer string, dst **string, in graphql.Omittable[*string], check textCheck) {
	setOptional(dst, in)
	if s := in.Value(); s != nil {
		vs.Append(check(pointer, *s))
	}
}

// setDisplayName stores a name that is derived where it is nil. The derived name that the record shows changes nothing:
// a client that sends back what it has read keeps it derived.
func setDisplayName(vs *Violations, dst **string, shown string, in graphql.Omittable[*string]) {
	if s := in.Value(); *dst != nil || s == nil || shown == "" || *s != shown {
		setText(vs, "/displayName", dst, in, CheckName)
	}
}

// setDate stores the day of an instant.
func setDate(dst **time.Time, in graphql.Omittable[*time.Time]) {
	setOptional(dst, in)
	if t := in.Value(); t != nil {
		day := DayOf(*t)
		*dst = &day
	}
}

// cannotClear is the refusal of null for a value that a record cannot be without.
const cannotClear = "is required and cannot be cleared; give a value or leave it out"

// setName stores a text that a record cannot be without.
func setName(vs *Violations, pointer string, dst *string, in graphql.Omittable[*string], check textCheck) {
	setRequired(vs, pointer, dst, in)
	if s := in.Value(); s != nil {
		vs.Append(check(pointer, *s))
	}
}

// setRequired stores a value that a record cannot be without.
func setRequired[T any](vs *Violations, pointer string, dst *T, in graphql.Omittable[*T]) {
	switch value, given := in.ValueOK(); {
	case value != nil:
		*dst = *value
	case given:
		vs.Say(pointer, CodeRequired, cannotClear)
	}
}

// setReference stores the id of a record, which must be known.
func setReference(
	vs *Violations, pointer string, dst **uuid.UUID, in graphql.Omittable[*uuid.UUID], known map[uuid.UUID]bool,
	unknown string,
) {
	setOptional(dst, in)
	if id := in.Value(); id != nil && !known[*id] {
		vs.Say(pointer, CodeUnknownReference, "%s", unknown)
	}
}

// setIDs stores a list of ids. Each must be a key of known and occur once.
func setIDs(
	vs *Violations, pointer string, dst *[]uuid.UUID, in graphql.Omittable[[]uuid.UUID], known map[uuid.UUID]bool,
	code Code, unknown string,
) {
	if !in.IsSet() {
		return
	}
	*dst = append([]uuid.UUID{}, in.Value()...)
	seen := map[uuid.UUID]bool{}
	for i, id := range in.Value() {
		if _, ok := known[id]; !ok {
			vs.Say(Pointer(pointer, i), code, "%s", unknown)
		} else if seen[id] {
			vs.Say(Pointer(pointer, i), CodeDuplicate, "is given twice")
		}
		seen[id] = true
	}
}

// setMoney stores an amount.
func setMoney(vs *Violations, pointer string, dst **Money, in graphql.Omittable[*MoneyInput]) {
	if in.IsSet() {
		money, wrong := ParseMoney(pointer, in.Value())
		vs.Append(wrong)
		*dst = money
	}
}

// setMetadata merges metadata (RFC 7396); null empties it.
func setMetadata(vs *Violations, dst *Metadata, in graphql.Omittable[Metadata]) {
	switch patch, given := in.ValueOK(); {
	case patch != nil:
		*dst = dst.Merge(patch)
		vs.Append(dst.Check("/metadata"))
	case given:
		*dst = nil
	}
}

// setPathName follows a display name that now has another slug. The same slug keeps the number that the storage gave.
func setPathName(dst *string, before, after string) {
	if slug := Slug(after); slug != Slug(before) || *dst == "" {
		*dst = slug
	}
}

// orZero returns the value, or the zero value if none.
func orZero[T any](value *T) T {
	if value == nil {
		return *new(T)
	}
	return *value
}

// orEmpty returns the list, or an empty one for nil: lists in answers are never null.
func orEmpty[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}
