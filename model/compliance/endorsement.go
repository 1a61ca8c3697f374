package compliance

import (
	"slices"
	"strings"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/catalog"
)

// endorsementCheck is the first half of check 7a: the policy has each endorsement demanded.
var endorsementCheck = &policyCheck{
	number: "7a", primary: true, voluntary: true,
	rules: []FindingRule{
		{Code: model.FindingCodeEndorsementMissing, Outcome: fails, Meaning: "The policy lacks an endorsement.",
			Sentence: "{policy} lacks the {required} endorsement."},
		{Code: model.FindingCodeEndorsementUnknown, Outcome: unknown, Meaning: "It is not known whether the policy has an endorsement.",
			Sentence: "It is not known whether {policy} has the {required} endorsement."},
	},
	members: []Member{{"endorsements", "Endorsements", choicesMember, "endorsements", nil}},
	asks:    func(d *Demand) bool { return len(d.Requirement.Endorsements) > 0 },
	judge: func(d *Demand, o *offer, tell func(lapse)) {
		has := o.version().EndorsementIDs
		for _, id := range d.Requirement.Endorsements {
			e, known := catalog.Endorsements.ByID(id)
			switch {
			case !known || slices.Contains(has, id):
			case has == nil:
				tell(lapse{code: model.FindingCodeEndorsementUnknown, item: e.Key})
			default:
				tell(lapse{code: model.FindingCodeEndorsementMissing, item: e.Key})
			}
		}
	},
	required: func(_ *Demand, f *ruled) wording {
		e, _ := catalog.Endorsements.ByRef(f.item)
		return plainWording(e.Name)
	},
	demanded: func(d *Demand) string {
		return "these endorsements: " + namesOf(d.Requirement.Endorsements, func(id uuid.UUID) string {
			e, _ := catalog.Endorsements.ByID(id)
			return e.Name
		})
	},
}

// exclusionCheck is the second half of check 7a: the policy excludes nothing that it must not.
var exclusionCheck = &policyCheck{
	number: "7a", primary: true, voluntary: true,
	rules: []FindingRule{
		{Code: model.FindingCodeExcluded, Outcome: fails, Meaning: "The policy has an exclusion that is not accepted.",
			Sentence: "{policy} has the {found}, which is not accepted."},
		{Code: model.FindingCodeExclusionUnknown, Outcome: unknown, Meaning: "It is not known whether the policy has an exclusion.",
			Sentence: "It is not known whether {policy} has an exclusion that is not accepted; {required} is required."},
	},
	members: []Member{{"prohibitedExclusions", "Exclusions not accepted", choicesMember, "exclusions", nil}},
	asks:    func(d *Demand) bool { return len(d.Requirement.ProhibitedExclusions) > 0 },
	judge: func(d *Demand, o *offer, tell func(lapse)) {
		has := o.version().ExclusionIDs
		for _, id := range d.Requirement.ProhibitedExclusions {
			e, known := catalog.Exclusions.ByID(id)
			switch {
			case !known:
			case has == nil:
				tell(lapse{code: model.FindingCodeExclusionUnknown, item: e.Key})
			case slices.Contains(has, id):
				tell(lapse{code: model.FindingCodeExcluded, item: e.Key})
			}
		}
	},
	required: func(_ *Demand, f *ruled) wording { return plainWording("no " + exclusionName(f.item) + " exclusion") },
	found: func(_ *Demand, f *ruled) wording {
		if f.code == model.FindingCodeExclusionUnknown {
			return wording{}
		}
		return plainWording(exclusionName(f.item) + " exclusion")
	},
	demanded: func(d *Demand) string {
		return "none of these exclusions: " + namesOf(d.Requirement.ProhibitedExclusions, func(id uuid.UUID) string {
			e, _ := catalog.Exclusions.ByID(id)
			return e.Name
		})
	},
}

func exclusionName(key string) string {
	e, _ := catalog.Exclusions.ByRef(key)
	return e.Name
}

func namesOf(ids []uuid.UUID, name func(uuid.UUID) string) string {
	names := make([]string, len(ids))
	for i, id := range ids {
		names[i] = name(id)
	}
	return strings.Join(names, ", ")
}
