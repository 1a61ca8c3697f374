package compliance

import (
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/catalog"
)

// evidenceCheck is check 7c: a document on file evidences the version's term, one that suffices for a while only for so long.
var evidenceCheck = &policyCheck{
	number: "7c", voluntary: true,
	rules: []FindingRule{
		{Code: model.FindingCodeEvidenceMissing, Outcome: fails, Meaning: "No document on file is evidence of the term.",
			Sentence: "No document on file is evidence of {policy}; {required} is required."},
		{Code: model.FindingCodeEvidenceTemporary, Outcome: fails, Meaning: "What is evidence of the term sufficed for a while only.",
			Sentence: "What is on file as evidence of {policy} sufficed until {found} only; {required} is required."},
	},
	members: []Member{{"evidence", "Evidence on file", groupMember, "", []Member{
		{"categories", "One of", choicesMember, "documentCategories", nil},
		{"temporaryCategories", "For a while, one of", choicesMember, "documentCategories", nil},
		{"temporaryDays", "Days from the start of the term", numberMember, "", nil},
	}}},
	asks: func(d *Demand) bool { return AsksForEvidence(d.Requirement) },
	judge: func(d *Demand, o *offer, tell func(lapse)) {
		asked := d.Requirement.Evidence
		switch {
		case d.file.evidences(o, asked.Categories):
		case !d.file.evidences(o, asked.TemporaryCategories):
			tell(lapse{code: model.FindingCodeEvidenceMissing})
		case o.term.start != nil:
			tell(lapse{code: model.FindingCodeEvidenceTemporary, from: d.sufficesUntil(o.term)})
		}
	},
	required: func(d *Demand, _ *ruled) wording { return plainWording(d.evidenceNames()) },
	found: func(d *Demand, f *ruled) wording {
		if f.code == model.FindingCodeEvidenceMissing {
			return wording{}
		}
		return dateWording(d.sufficesUntil(f.offer.term))
	},
	demanded: func(d *Demand) string { return "on file: " + d.evidenceNames() },
}

// AsksForEvidence reports whether documents are looked at for a requirement.
func AsksForEvidence(r *model.Requirement) bool { return r.Evidence != nil }

// evidences reports whether a document of one of some categories is evidence of the term.
func (f *caseFile) evidences(o *offer, categories []uuid.UUID) bool {
	is := model.EvidencedTerm{Policy: o.record.policy.ID, TermNumber: o.version().TermNumber}
	return slices.ContainsFunc(f.Documents, func(d *model.Document) bool {
		return slices.Contains(categories, d.CategoryID) && slices.Contains(d.Evidences, is)
	})
}

// sufficesUntil returns the day from which temporary evidence of a term no longer suffices; nil where that does not come.
func (d *Demand) sufficesUntil(t *term) *time.Time {
	asked := d.Requirement.Evidence
	if asked == nil || asked.TemporaryDays == nil || t.start == nil {
		return nil
	}
	return new(t.start.AddDate(0, 0, *asked.TemporaryDays))
}

// evidenceNames returns the categories that suffice for good, else those for a while.
func (d *Demand) evidenceNames() string {
	var names []string
	for _, id := range slices.Concat(d.Requirement.Evidence.Categories, d.Requirement.Evidence.TemporaryCategories) {
		if c, ok := catalog.DocumentCategories.ByID(id); ok && (len(names) == 0 || slices.Contains(d.Requirement.Evidence.Categories, id)) {
			names = append(names, c.Name)
		}
	}
	return strings.Join(names, " or ")
}
