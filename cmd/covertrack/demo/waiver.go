package demo

import (
	"time"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage/book"
)

// requester and approver are the tokens behind the waivers. Like those of people who left, they exist no more.
var (
	requester = uuid.MustParse("019b76da-a800-7000-8000-000000000001")
	approver  = uuid.MustParse("019b76da-a800-7000-8000-000000000002")
)

// ratingWaived is a carrier that is rated too low, which the lender has accepted for some more days.
func (m *maker) ratingWaived() {
	m.show("Oak Meadow Inn: rating waived until it is renewed", m.standard, 230, offices, 0, onProperty(func(in *model.CreatePolicyInput) {
		in.Carrier = book.Some(book.Carriers[3])
	}))
}

// windWaived is a building near the coast without insurance against named storms, which the lender has accepted.
func (m *maker) windWaived() {
	m.show("Alder Harbor Condominiums: named storm waived", m.coastal, 195, "multifamily", 11_600_000, edits{"wind": nil})
}

// consent is a waiver on one of the cases of stories.
type consent struct {
	on       string
	coverage string
	codes    []model.FindingCode
	reason   string
	expires  int // in how many days; 0 for never
	states   []model.WaiverState
}

var (
	noPolicy = []model.FindingCode{model.FindingCodeNoPolicy}
	approved = model.WaiverStateApproved
)

// consents are waivers in each state. One of those that are approved is about to expire.
var consents = []consent{
	{
		"Juniper Grove Office Park: no workers' compensation", "workersCompensation", noPolicy,
		"The borrower has no employees; the declaration follows.", 365, nil,
	},
	{
		"Larch Valley Inn: wind excluded", "building", []model.FindingCode{model.FindingCodePerilMissing},
		"The inn lies inland; the borrower asks to go without wind.", 0, nil,
	},
	{
		"Oak Meadow Inn: rating waived until it is renewed", "building",
		[]model.FindingCode{model.FindingCodeRatingTooLow, model.FindingCodeRatingUnknown},
		"The carrier was bought; its new rating is expected next month.", 12, []model.WaiverState{approved},
	},
	{
		"Alder Harbor Condominiums: named storm waived", "windstorm", noPolicy,
		"No carrier offers it this season; the sponsor guarantees the loan.", 400, []model.WaiverState{approved},
	},
	{
		"Granite Gate Tower: property in three layers", "businessIncome", nil, "The anchor tenant's lease is guaranteed.", 0,
		[]model.WaiverState{approved},
	},
	{
		"Heron Bay Retail Center: flood limit too low", "flood", []model.FindingCode{model.FindingCodeLimitTooLow},
		"The borrower finds it expensive.", 0, []model.WaiverState{model.WaiverStateRejected},
	},
	{
		"Walnut Park Retail: basic form, high deductible", "building",
		[]model.FindingCode{model.FindingCodeDeductibleTooHigh}, "The deductible is lowered with the renewal.", 0,
		[]model.WaiverState{approved, model.WaiverStateRevoked},
	},
}

// waivers come last, so that other records keep their ids. Small portfolios lack some of the cases.
func (m *maker) waivers() {
	for i, c := range consents {
		on := m.opened[c.on]
		if on == nil {
			continue
		}
		at := m.today.AddDate(0, 0, -30+i).Add(10 * time.Hour)
		in := model.CreateWaiverInput{CoverageType: c.coverage, Codes: book.List(c.codes...), Reason: c.reason}
		if c.expires > 0 {
			in.ExpiresOn = book.Some(m.today.AddDate(0, 0, c.expires))
		}
		w := m.Waiver(on, in, requester, at)
		for days, state := range c.states {
			m.DecideWaiver(w, state, approver, at.AddDate(0, 0, days+1))
		}
	}
}
