package compliance

import (
	"slices"
	"strings"

	"github.com/covertrack/covertrack/model"
)

// formCheck is check 6: the coverage form is accepted, and pays for what occurs in its term.
var formCheck = &policyCheck{
	number: "6", primary: true,
	rules: []FindingRule{
		{Code: model.FindingCodeFormNotAccepted, Outcome: fails, Meaning: "The coverage form is not accepted.",
			Sentence: "The coverage form of {policy} is {found}; {required} is required."},
		{Code: model.FindingCodeClaimsMade, Outcome: fails, Meaning: "The policy is claims-made.",
			Sentence: "{policy} is written on a claims-made form; an occurrence form is required."},
		{Code: model.FindingCodeFormUnknown, Outcome: unknown, Meaning: "The coverage form is not known.",
			Sentence: "The coverage form of {policy} is not known; {required} is required."},
	},
	members: []Member{
		{"formTypes", "Coverage forms", choicesMember, "formTypes", nil},
		{"occurrenceForm", "Occurrence form", yesMember, "", nil},
	},
	asks: func(d *Demand) bool { return len(d.Requirement.FormTypes) > 0 || d.Requirement.OccurrenceForm != nil },
	judge: func(d *Demand, o *offer, tell func(lapse)) {
		accepted, form := d.Requirement.FormTypes, o.version().CoverageFormType
		lacksForm, lacksKind := isFormUnknown(d, o), isKindUnknown(d, o)
		if len(accepted) > 0 && !lacksForm && !slices.Contains(accepted, *form) {
			tell(lapse{code: model.FindingCodeFormNotAccepted})
		}
		if d.Requirement.OccurrenceForm != nil && !lacksKind && *o.version().ClaimsMade {
			tell(lapse{code: model.FindingCodeClaimsMade})
		}
		if lacksForm || lacksKind {
			tell(lapse{code: model.FindingCodeFormUnknown})
		}
	},
	required: func(d *Demand, f *ruled) wording {
		forms := make([]string, len(d.Requirement.FormTypes))
		for i, form := range d.Requirement.FormTypes {
			forms[i] = string(form)
		}
		accepted := strings.Join(forms, " or ")
		switch {
		case f.code == model.FindingCodeClaimsMade, f.code == model.FindingCodeFormUnknown && !isFormUnknown(d, f.offer):
			return wording{"occurrence", "an occurrence form"}
		case f.code == model.FindingCodeFormUnknown && isKindUnknown(d, f.offer):
			return wording{accepted + ", occurrence", accepted + " on an occurrence form"}
		default:
			return plainWording(accepted)
		}
	},
	found: func(_ *Demand, f *ruled) wording {
		switch f.code {
		case model.FindingCodeFormNotAccepted:
			return plainWording(string(*f.offer.version().CoverageFormType))
		case model.FindingCodeClaimsMade:
			return plainWording("claims-made")
		default:
			return wording{}
		}
	},
	demanded: func(d *Demand) string {
		if d.Requirement.OccurrenceForm == nil {
			return ""
		}
		return "an occurrence form, not claims-made"
	},
}

// isFormUnknown reports whether the form is asked for and not known.
func isFormUnknown(d *Demand, o *offer) bool {
	form := o.version().CoverageFormType
	return len(d.Requirement.FormTypes) > 0 && (form == nil || *form == model.CoverageFormTypeUnknown)
}

// isKindUnknown reports whether it is asked and not known if the policy is claims-made.
func isKindUnknown(d *Demand, o *offer) bool {
	return d.Requirement.OccurrenceForm != nil && o.version().ClaimsMade == nil
}
