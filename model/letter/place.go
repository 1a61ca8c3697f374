package letter

import (
	"fmt"
	"slices"
	"strings"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/catalog"
	"github.com/covertrack/covertrack/model/scalar"
)

// places are what lines call the assets of a case: the street, where no other asset is in it.
type places map[uuid.UUID]string

func (f Facts) places() places {
	named, streets := places{}, map[string]int{}
	for _, a := range f.Compliance.Assets {
		streets[street(oneLine(a.DisplayName))]++
	}
	for _, a := range f.Compliance.Assets {
		name := oneLine(a.DisplayName)
		if streets[street(name)] == 1 {
			name = street(name)
		}
		named[a.ID] = name
	}
	return named
}

// of returns what lines call an asset, "" for the case.
func (p places) of(asset *uuid.UUID) string { return p[scalar.OrZero(asset)] }

// street returns an address up to its first comma.
func street(address string) string {
	first, _, _ := strings.Cut(address, ", ")
	return first
}

// joined returns names as a sentence lists them. It names so many, and counts the rest.
func joined(names []string) string {
	last := len(names) - 1
	switch {
	case len(names) > maxProperties:
		return strings.Join(names[:maxProperties], ", ") + fmt.Sprintf(" and %d more", len(names)-maxProperties)
	case last <= 0:
		return strings.Join(names, "")
	default:
		return strings.Join(names[:last], ", ") + " and " + names[last]
	}
}

// insures reports whether the policy has liability coverage, and whether it has any other.
func (f Facts) insures() (liability, other bool) {
	for _, t := range model.CoverageTypesByID(f.Policy.CoverageTypeIDs) {
		if t.CoverageGroup == catalog.CoverageGroupLiability {
			liability = true
		} else {
			other = true
		}
	}
	return liability, other
}

// document names what proves such a policy.
func (f Facts) document() string {
	liability, other := f.insures()
	onlyFlood := func(id uuid.UUID) bool { return id != catalog.ID("coverageType", "flood") }
	var wanted []string
	switch {
	case !liability && !other:
		return "an ACORD 25, 27 or 28 certificate or the declarations page"
	case !other:
	case !slices.ContainsFunc(f.Policy.CoverageTypeIDs, onlyFlood):
		wanted = append(wanted, "the declarations page of the flood policy")
	case !slices.ContainsFunc(model.CoverageTypesByID(f.Policy.CoverageTypeIDs), isOfProperty):
		wanted = append(wanted, "the declarations page of the policy")
	case f.isResidential():
		wanted = append(wanted, "an ACORD 27 (Evidence of Property Insurance)")
	default:
		wanted = append(wanted, "an ACORD 28 (Evidence of Commercial Property Insurance)")
	}
	if liability {
		wanted = append(wanted, "an ACORD 25 (Certificate of Liability Insurance)")
	}
	return joined(wanted)
}

func isOfProperty(t *catalog.CoverageType) bool {
	return t.CoverageGroup != catalog.CoverageGroupLiability && t.CoverageGroup != catalog.CoverageGroupLife
}

// isResidential reports whether all that the policy insures are homes.
func (f Facts) isResidential() bool {
	home, homes := catalog.ID("assetType", "residentialRealEstate"), 0
	for _, a := range f.insuredAssets() {
		if a.AssetTypeID != home {
			return false
		}
		homes++
	}
	return homes > 0
}
