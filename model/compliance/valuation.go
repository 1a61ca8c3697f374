package compliance

import (
	"slices"
	"strings"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/scalar"
)

// valuationCheck is the first half of check 6a: a loss is valued in one of the ways accepted.
var valuationCheck = &policyCheck{
	number: "6a", primary: true,
	rules: []FindingRule{
		{Code: model.FindingCodeValuationNotAccepted, Outcome: fails, Meaning: "A loss is not valued as required.",
			Sentence: "{policy} values a loss at {found}; {required} is required."},
		{Code: model.FindingCodeValuationUnknown, Outcome: unknown, Meaning: "How a loss is valued is not known.",
			Sentence: "How {policy} values a loss is not known; {required} is required."},
	},
	members: []Member{{"valuation", "Valuation", choicesMember, "valuation", nil}},
	asks:    func(d *Demand) bool { return len(d.Requirement.Valuation) > 0 },
	judge: func(d *Demand, o *offer, tell func(lapse)) {
		switch way := o.version().Valuation; {
		case way == nil:
			tell(lapse{code: model.FindingCodeValuationUnknown})
		case !slices.Contains(d.Requirement.Valuation, *way):
			tell(lapse{code: model.FindingCodeValuationNotAccepted})
		}
	},
	required: func(d *Demand, _ *ruled) wording { return plainWording(d.valuationsAccepted()) },
	found: func(_ *Demand, f *ruled) wording {
		if f.offer.version().Valuation == nil {
			return wording{}
		}
		return plainWording(inWords(string(*f.offer.version().Valuation)))
	},
	demanded: func(d *Demand) string { return "losses valued at " + d.valuationsAccepted() },
}

// valuationsAccepted returns the ways accepted.
func (d *Demand) valuationsAccepted() string {
	ways := make([]string, len(d.Requirement.Valuation))
	for i, way := range d.Requirement.Valuation {
		ways[i] = inWords(string(way))
	}
	return strings.Join(ways, " or ")
}

// inWords returns a value of an enum as words: replacementCost as replacement cost.
func inWords(value string) string { return strings.ToLower(capitals.ReplaceAllString(value, " $0")) }

// coinsuranceCheck is the second half of check 6a: the coinsurance percentage is low enough.
var coinsuranceCheck = &policyCheck{
	number: "6a", primary: true,
	rules: []FindingRule{
		{Code: model.FindingCodeCoinsuranceTooHigh, Outcome: fails, Meaning: "The coinsurance percentage is too high.",
			Sentence: "The coinsurance percentage of {policy} is {found}; at most {required} is accepted."},
		{Code: model.FindingCodeCoinsuranceUnknown, Outcome: unknown, Meaning: "The coinsurance percentage is not known.",
			Sentence: "The coinsurance percentage of {policy} is not known; at most {required} is accepted."},
	},
	members: []Member{{"maximumCoinsurancePercent", "Maximum coinsurance, percent", percentMember, "", nil}},
	asks:    func(d *Demand) bool { return d.Requirement.MaximumCoinsurancePercent != nil },
	judge: func(d *Demand, o *offer, tell func(lapse)) {
		v := o.version()
		switch {
		case v.Valuation != nil && *v.Valuation == model.ValuationMethodAgreedValue: // has none, whatever it says
		case v.CoinsurancePercent == nil:
			tell(lapse{code: model.FindingCodeCoinsuranceUnknown})
		case scalar.Hundredths(*v.CoinsurancePercent) > scalar.Hundredths(*d.Requirement.MaximumCoinsurancePercent):
			tell(lapse{code: model.FindingCodeCoinsuranceTooHigh})
		}
	},
	required: func(d *Demand, _ *ruled) wording {
		return plainWording(scalar.SpokenPercent(*d.Requirement.MaximumCoinsurancePercent))
	},
	found: func(_ *Demand, f *ruled) wording {
		if f.offer.version().CoinsurancePercent == nil {
			return wording{}
		}
		return plainWording(scalar.SpokenPercent(*f.offer.version().CoinsurancePercent))
	},
	demanded: func(d *Demand) string {
		return "coinsurance of at most " + scalar.SpokenPercent(*d.Requirement.MaximumCoinsurancePercent)
	},
}
