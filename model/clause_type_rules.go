package model

import (
	"slices"

	"github.com/google/uuid"
)

// CheckClauseTypes reports what is wrong with the clause types of a certificate holder: at least one, none twice.
// `required`, `duplicate`.
func CheckClauseTypes(pointer string, types []ClauseType) Violations {
	var vs Violations
	if len(types) == 0 {
		vs.Add(pointer, CodeRequired, "a certificate holder supports at least one clause type")
	}
	vs.Append(checkDistinct(pointer, types))
	return vs
}

// ParseClauseTypes reads which clause types each certificate holder supports on a risk profile, and is the default for
// (specification, Risk profile, certificateHolderClauseTypes). The holders are those of the profile with the clause types of
// their own, in the profile's order, which the answer keeps; a holder that the input does not name supports all of its own
// and is the default for none. `unknown_reference` for the id of another holder, `duplicate` for a holder or a type given
// twice and for a type that two holders are the default for, `invalid_value` for a type that is not the holder's own or a
// default that is not among the types.
func ParseClauseTypes(pointer string, in []*CertificateHolderClauseTypesInput, holders []*CertificateHolderClauseTypes) ([]*CertificateHolderClauseTypes, Violations) {
	var vs Violations
	named := map[uuid.UUID]*CertificateHolderClauseTypes{}
	defaults := map[ClauseType]bool{}
	for i, item := range in {
		at := Pointer(pointer, i)
		own := slices.IndexFunc(holders, func(h *CertificateHolderClauseTypes) bool { return h.ID == item.ID })
		switch {
		case own < 0:
			vs.Add(Pointer(at, "id"), CodeUnknownReference, "this is none of the profile's certificate holders")
			continue
		case named[item.ID] != nil:
			vs.Add(Pointer(at, "id"), CodeDuplicate, "the certificate holder is given twice")
			continue
		}
		vs.Append(checkAmong(Pointer(at, "types"), item.Types, holders[own].Types, "the certificate holder does not support %s"))
		vs.Append(checkDefaults(Pointer(at, "defaultForTypes"), item, defaults))
		named[item.ID] = &CertificateHolderClauseTypes{ID: item.ID, Types: item.Types, DefaultForTypes: orEmpty(item.DefaultForTypes.Value())}
	}
	if vs != nil {
		return nil, vs
	}
	parsed := make([]*CertificateHolderClauseTypes, len(holders))
	for i, h := range holders {
		parsed[i] = named[h.ID]
		if parsed[i] == nil {
			parsed[i] = &CertificateHolderClauseTypes{ID: h.ID, Types: h.Types, DefaultForTypes: []ClauseType{}}
		}
	}
	return parsed, nil
}

// checkDefaults wants a holder's defaults among its types, and no holder before it the default for the same type; `taken`
// has those.
func checkDefaults(pointer string, item *CertificateHolderClauseTypesInput, taken map[ClauseType]bool) Violations {
	defaults := item.DefaultForTypes.Value()
	vs := checkAmong(pointer, defaults, item.Types, "%s is not among the types")
	for i, t := range defaults {
		if taken[t] {
			vs.Add(Pointer(pointer, i), CodeDuplicate, "another certificate holder is the default for %s already", t)
		}
	}
	for _, t := range defaults {
		taken[t] = true
	}
	return vs
}

// checkAmong wants every type among those allowed, and none twice.
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
			vs.Add(Pointer(pointer, i), CodeDuplicate, "%s is given twice", t)
		}
	}
	return vs
}
