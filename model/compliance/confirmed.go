package compliance

import (
	"strings"

	"github.com/covertrack/covertrack/model"
)

// confirmedCheck is check 7d: what a new term took over from the one before has been confirmed.
var confirmedCheck = &policyCheck{
	number: "7d", voluntary: true,
	rules: []FindingRule{
		{Code: model.FindingCodeNotConfirmed, Outcome: unknown, Meaning: "What a renewal carried over is not confirmed.",
			Sentence: "{policy} was renewed, and it is not confirmed that these are as before: {found}."},
	},
	asks: func(d *Demand) bool { return d.file.RiskProfile.CarriedOver == model.CarriedOverUnknown },
	judge: func(_ *Demand, o *offer, tell func(lapse)) {
		if len(o.version().CarriedOver) > 0 {
			tell(lapse{code: model.FindingCodeNotConfirmed})
		}
	},
	found: func(_ *Demand, f *ruled) wording {
		plain, spoken := []string{}, []string{}
		for _, member := range f.offer.version().CarriedOver {
			plain, spoken = append(plain, string(member)), append(spoken, inWords(string(member)))
		}
		return wording{strings.Join(plain, ", "), strings.Join(spoken, ", ")}
	},
}
