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

// consent is a waiver on one of the cases that show one thing each.
type consent struct {
	on       int // the case, in the order of scenarios
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
	{1, "flood", noPolicy, "The building lies well above the flood plain; the determination follows.", 365, nil},
	{3, "terrorism", noPolicy, "The borrower asks to go without it.", 0, nil},
	{
		2, "building", []model.FindingCode{model.FindingCodeRatingTooLow, model.FindingCodeRatingUnknown},
		"The carrier was bought; its new rating is expected next month.", 12, []model.WaiverState{approved},
	},
	{2, "windstorm", noPolicy, "No location is near the coast.", 0, []model.WaiverState{approved}},
	{3, "umbrellaExcess", nil, "The loan is paid down to a tenth.", 400, []model.WaiverState{approved}},
	{0, "flood", noPolicy, "The borrower finds it expensive.", 0, []model.WaiverState{model.WaiverStateRejected}},
	{
		0, "generalLiability", []model.FindingCode{model.FindingCodeClauseMissing}, "The clause follows with the renewal.", 0,
		[]model.WaiverState{approved, model.WaiverStateRevoked},
	},
}

// waivers come last, so that other records keep their ids.
func (m *maker) waivers() {
	for i, c := range consents {
		at := m.today.AddDate(0, 0, -30+i).Add(10 * time.Hour)
		in := model.CreateWaiverInput{CoverageType: c.coverage, Codes: book.List(c.codes...), Reason: c.reason}
		if c.expires > 0 {
			in.ExpiresOn = book.Some(m.today.AddDate(0, 0, c.expires))
		}
		w := m.Waiver(m.opened[c.on], in, requester, at)
		for days, state := range c.states {
			m.DecideWaiver(w, state, approver, at.AddDate(0, 0, days+1))
		}
	}
}
