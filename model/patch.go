package model

import (
	"github.com/99designs/gqlgen/graphql"
	"github.com/google/uuid"
)

// The helpers below take over one member of an input: absent leaves it, null clears it or is refused, and what is wrong is
// reported at its pointer.

func omitted[T any]() graphql.Omittable[T] { return graphql.Omittable[T]{} }

// setText takes over an optional text.
func setText(vs *Violations, pointer string, dst **string, in graphql.Omittable[*string], check func(pointer, text string) Violations) {
	if !in.IsSet() {
		return
	}
	*dst = in.Value()
	if *dst != nil {
		vs.Append(check(pointer, **dst))
	}
}

// setName takes over a text that a record cannot be without.
func setName(vs *Violations, pointer string, dst *string, in graphql.Omittable[*string], check func(pointer, text string) Violations) {
	setRequired(vs, pointer, dst, in)
	if in.Value() != nil {
		vs.Append(check(pointer, *dst))
	}
}

// setRequired takes over a value that a record cannot be without.
func setRequired[T any](vs *Violations, pointer string, dst *T, in graphql.Omittable[*T]) {
	if !in.IsSet() {
		return
	}
	if in.Value() == nil {
		vs.Add(pointer, CodeRequired, "this cannot be cleared; give a value or leave it out")
		return
	}
	*dst = *in.Value()
}

// setIDs takes over a list of ids, of which each must be known and stand once; null empties it.
func setIDs(vs *Violations, pointer string, dst *[]uuid.UUID, in graphql.Omittable[[]uuid.UUID], known map[uuid.UUID]bool, code Code, message string) {
	if !in.IsSet() {
		return
	}
	*dst = append([]uuid.UUID{}, in.Value()...)
	seen := map[uuid.UUID]bool{}
	for i, id := range in.Value() {
		if _, ok := known[id]; !ok {
			vs.Add(Pointer(pointer, i), code, "%s", message)
		} else if seen[id] {
			vs.Add(Pointer(pointer, i), CodeDuplicate, "this id stands in the list already")
		}
		seen[id] = true
	}
}

// setMoney takes over an amount.
func setMoney(vs *Violations, pointer string, dst **Money, in graphql.Omittable[*MoneyInput]) {
	if !in.IsSet() {
		return
	}
	*dst = nil
	if in.Value() != nil {
		money, wrong := ParseMoney(pointer, in.Value())
		vs.Append(wrong)
		*dst = money
	}
}

// setMetadata merges metadata (RFC 7396); null empties it.
func setMetadata(vs *Violations, dst *Metadata, in graphql.Omittable[Metadata]) {
	if !in.IsSet() {
		return
	}
	if in.Value() == nil {
		*dst = nil
		return
	}
	*dst = dst.Merge(in.Value())
	vs.Append(dst.Check("/metadata"))
}
