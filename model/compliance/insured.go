package compliance

import (
	"cmp"
	"slices"
	"strings"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model"
)

// insuredCheck is check 2a: one, or each, of the case's insureds is by id among the policy's.
var insuredCheck = &policyCheck{
	number: "2a", voluntary: true,
	rules: []FindingRule{
		{Code: model.FindingCodeInsuredNotNamed, Outcome: fails, Meaning: "The policy does not name the borrower as named insured.",
			Sentence: "{policy} does not name {required} as named insured."},
		{Code: model.FindingCodeInsuredUnknown, Outcome: unknown, Meaning: "Whom the policy must name, or whom it names, is not known.",
			Sentence: "It is not known whether {policy} names {required} as named insured."},
	},
	members: []Member{{"insuredNamed", "Named insured", choiceMember, "insuredNamed", nil}},
	asks:    func(d *Demand) bool { return AsksForInsured(d.Requirement) },
	judge: func(d *Demand, o *offer, tell func(lapse)) {
		borrowers, missing := d.file.Case.InsuredIDs, d.insuredsMissing(o)
		isSaid := len(o.version().InsuredIDs) > 0 || o.version().NoInsureds
		switch {
		case len(borrowers) == 0 || !isSaid:
			tell(lapse{code: model.FindingCodeInsuredUnknown})
		case d.namesEachInsured() && len(missing) > 0, len(missing) == len(borrowers):
			tell(lapse{code: model.FindingCodeInsuredNotNamed})
		}
	},
	required: func(d *Demand, f *ruled) wording {
		separator, names := " or ", make([]string, 0, len(d.file.Case.InsuredIDs))
		if d.namesEachInsured() {
			separator = ", "
		}
		for _, id := range d.insuredsMissing(f.offer) {
			names = append(names, d.file.insuredName(id))
		}
		plain := strings.Join(names, separator)
		return wording{plain, cmp.Or(plain, "an insured of the case")}
	},
	demanded: func(d *Demand) string {
		if d.namesEachInsured() {
			return "each borrower as named insured"
		}
		return "a borrower as named insured"
	},
}

// AsksForInsured reports whether insureds are looked at for a requirement.
func AsksForInsured(r *model.Requirement) bool { return r.InsuredNamed != nil }

func (d *Demand) namesEachInsured() bool { return *d.Requirement.InsuredNamed == model.InsuredNamedAll }

// insuredsMissing returns the case's insureds that the policy does not name.
func (d *Demand) insuredsMissing(o *offer) []uuid.UUID {
	isNamed := func(id uuid.UUID) bool { return slices.Contains(o.version().InsuredIDs, id) }
	return slices.DeleteFunc(slices.Clone(d.file.Case.InsuredIDs), isNamed)
}

func (f *caseFile) insuredName(id uuid.UUID) string {
	for _, i := range f.Insureds {
		if i.ID == id {
			return i.DisplayName
		}
	}
	return "an insured of the case"
}
