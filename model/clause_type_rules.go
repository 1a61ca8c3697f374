package model

import (
	"cmp"
	"slices"

	"github.com/google/uuid"
)

// CheckClauseTypes reports what is wrong with a certificate holder's clause types. `required`, `duplicate`.
func CheckClauseTypes(pointer string, types []ClauseType) Violations {
	var vs Violations
	if len(types) == 0 {
		vs.Say(pointer, CodeRequired, "has at least one clause type")
	}
	vs.Append(checkDistinct(pointer, types))
	return vs
}

// ParseClauseTypes reads which clause types each certificate holder supports on a risk profile, and for which it is the
// default (specification, Risk profile). holders are those of the profile, each with its own clause types, in the order
// of the result. A holder that the input does not name supports all of its own and is the default for none.
// `unknown_reference` for another holder; `duplicate` for a holder or a type given twice and for a type with two
// defaults; `invalid_value` for a type that is not the holder's own, or a default that is not among the types.
func ParseClauseTypes(
	pointer string, in []*CertificateHolderClauseTypesInput, holders []*CertificateHolderClauseTypes,
) ([]*CertificateHolderClauseTypes, Violations) {
	var vs Violations
	named := map[uuid.UUID]*CertificateHolderClauseTypes{}
	defaults := map[ClauseType]bool{}
	for i, item := range in {
		at := Pointer(pointer, i)
		own := slices.IndexFunc(holders, func(h *CertificateHolderClauseTypes) bool { return h.ID == item.ID })
		switch {
		case own < 0:
			vs.Say(Pointer(at, "id"), CodeUnknownReference, "is not the id of a certificate holder of the profile")
			continue
		case named[item.ID] != nil:
			vs.Say(Pointer(at, "id"), CodeDuplicate, "is given twice")
			continue
		}
		vs.Append(checkAmong(Pointer(at, "types"), item.Types, holders[own].Types,
			"is %s, which the certificate holder does not support"))
		vs.Append(checkDefaults(Pointer(at, "defaultForTypes"), item, defaults))
		named[item.ID] = &CertificateHolderClauseTypes{
			ID: item.ID, Types: item.Types, DefaultForTypes: orEmpty(item.DefaultForTypes.Value()),
		}
	}
	if vs != nil {
		return nil, vs
	}
	parsed := make([]*CertificateHolderClauseTypes, len(holders))
	for i, h := range holders {
		parsed[i] = cmp.Or(named[h.ID], supportsAll(h.ID, h.Types))
	}
	return parsed, nil
}

// supportsAll returns a holder that supports all of its own types and is the default for none.
func supportsAll(id uuid.UUID, own []ClauseType) *CertificateHolderClauseTypes {
	return &CertificateHolderClauseTypes{ID: id, Types: own, DefaultForTypes: []ClauseType{}}
}

// checkDefaults refuses defaults that are not among the holder's types, or that are taken by a holder before.
func checkDefaults(pointer string, item *CertificateHolderClauseTypesInput, taken map[ClauseType]bool) Violations {
	defaults := item.DefaultForTypes.Value()
	vs := checkAmong(pointer, defaults, item.Types, "%s is not among the types")
	for i, t := range defaults {
		if taken[t] {
			vs.Say(Pointer(pointer, i), CodeDuplicate, "is %s, for which another certificate holder is the default already", t)
		}
	}
	for _, t := range defaults {
		taken[t] = true
	}
	return vs
}

// checkAmong refuses types that are not allowed or given twice.
func checkAmong(pointer string, types, allowed []ClauseType, message string) Violations {
	vs := checkDistinct(pointer, types)
	for i, t := range types {
		if !slices.Contains(allowed, t) {
			vs.Add(Pointer(pointer, i), CodeInvalidValue, message, t)
		}
	}
	return vs
}

func checkDistinct(pointer string, types []ClauseType) Violations {
	var vs Violations
	for i, t := range types {
		if slices.Contains(types[:i], t) {
			vs.Say(Pointer(pointer, i), CodeDuplicate, "is given twice: %s", t)
		}
	}
	return vs
}
