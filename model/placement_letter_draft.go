package model

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/tidwall/gjson"

	"github.com/covertrack/covertrack/model/catalog"
	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/model/patch"
	"github.com/covertrack/covertrack/model/placement"
	"github.com/covertrack/covertrack/model/scalar"
)

// LetterFacts are what a notice says beside its placement.
type LetterFacts struct {
	Lender   *Lender
	Case     *Case
	Asset    *Asset // nil for the loan itself
	Insureds []*Insured
	Renews   *Placement     // nil for none
	Required *scalar.Money  // the limit that the loan requires; nil if it is not known
	IsTooLow bool           // there is cover, and its limit is too low
	Own      *NoticeWording // nil for the law's own words
}

// NoticeDraft is a notice filled in.
type NoticeDraft struct {
	Step       *placement.Step
	Means      PlacementMeans
	Borrower   *PlacementBorrower
	Estimate   *scalar.Money
	LoanNumber *string
	Own        *NoticeWording // that words it; nil for the law's own words
	Subject    string
	Passages   []placement.Passage
	Missing    []string // what must be recorded before it can be written, in the trade's words
}

// Draft fills in the notice of a step as it would be handed over today.
func (p *Placement) Draft(step *placement.Step, f LetterFacts, today time.Time) *NoticeDraft {
	return p.draft(step, TextOfNotice(f.Own, step), f, today)
}

func (p *Placement) draft(step *placement.Step, text string, f LetterFacts, today time.Time) *NoticeDraft {
	to := p.borrower(f)
	d := &NoticeDraft{Step: step, Means: PlacementMeansPost, Borrower: to, Estimate: p.Estimate, LoanNumber: f.Case.LoanNumber, Own: f.Own}
	if f.Lender.Placements().Letters == PlacementLettersEmail && to.Email != nil && p.file().TakesEmail() {
		d.Means = PlacementMeansEmail
	}
	values := p.members(f, to, today)
	needed := placement.MembersOf(text)
	if d.Means == PlacementMeansPost {
		needed = append(needed, "borrowerName", "borrowerAddress")
	}
	if step.AsksEstimate != "" {
		needed = append(needed, "cost")
	}
	for _, what := range toRecord {
		if slices.Contains(needed, what.member) && values[what.member] == "" {
			d.Missing = append(d.Missing, what.words)
		}
	}
	d.Passages = placement.Fill(step.Preview(text), values)
	d.Subject = fmt.Sprintf("%s: insurance of %s", f.Lender.Name, values["property"])
	return d
}

// toRecord says what a member needs that has no value.
var toRecord = []struct{ member, words string }{
	{"servicerAddress", "the lender's mailing address"},
	{"servicerPhone", "the lender's telephone number"},
	{"borrowerName", "the borrower's name"},
	{"borrowerAddress", "the borrower's mailing address"},
	{"accountNumber", "the loan's number"},
	{"cost", "what the insurance is expected to cost in a year"},
	{"amountRequired", "the limit that the loan requires"},
	{"expiry", "the placement that this one renews"},
	{"gapDays", "the evidence that leaves a gap"},
}

// borrower returns whom letters are for: as it was recorded, else the insureds of the case, at the asset if the borrower lives there.
func (p *Placement) borrower(f LetterFacts) *PlacementBorrower {
	to := &PlacementBorrower{}
	if p.Borrower != nil {
		*to = *p.Borrower
	}
	if to.Name == nil {
		var names []string
		for _, i := range f.Insureds {
			names = append(names, i.DisplayName)
		}
		to.Name = textOrNil(strings.Join(names, " and "))
	}
	if lives := f.Asset != nil && scalar.OrZero(f.Asset.BorrowerOccupied()); to.Address == nil && lives {
		to.Address = f.Asset.address()
	}
	return to
}

// members returns the values of what letters fill in; "" for what is not known.
func (p *Placement) members(f LetterFacts, to *PlacementBorrower, today time.Time) map[string]string {
	file := p.file()
	values := map[string]string{
		"date": scalar.SpokenDay(today), "servicerName": f.Lender.Name, "servicerAddress": inOneLine(f.Lender.Address),
		"servicerPhone": scalar.OrZero(f.Lender.ContactPhone), "borrowerName": scalar.OrZero(to.Name),
		"accountNumber": scalar.OrZero(f.Case.LoanNumber), "property": f.Case.DisplayName, "insuranceType": p.insuranceType(),
		"lack": p.lack(f, today), "amountRequired": f.Required.Spoken(), "lapsedOn": scalar.SpokenDay(p.LapsedOn),
		"gapDays": placement.SpokenSpans(file.Gaps()), "mayPlaceOn": scalar.SpokenDay(file.EarliestOn(today).On),
	}
	if to.Address != nil {
		values["borrowerAddress"] = to.Address.String()
	}
	if f.Asset != nil {
		values["property"] = f.Asset.DisplayName
		if at := f.Asset.address(); at != nil {
			values["property"] = at.String()
		}
	}
	if p.Estimate != nil {
		values["cost"] = "will cost an estimated " + p.Estimate.Spoken()
	}
	if f.Renews != nil && f.Renews.EndsOn != nil {
		values["expiry"] = "has expired"
		if today.Before(*f.Renews.EndsOn) {
			values["expiry"] = "is scheduled to expire"
		}
	}
	values["informationAsked"] = "Please send us the declarations page of your insurance policy, or the policy's number with the name " +
		"of its insurer or agent. Our address is " + values["servicerName"] + ", " + values["servicerAddress"] + "."
	return values
}

func (p *Placement) lack(f LetterFacts, today time.Time) string {
	switch {
	case f.IsTooLow:
		return "provides insufficient coverage"
	case today.Before(p.LapsedOn):
		return "is expiring"
	}
	return "has expired"
}

// insuranceType names the cover as the model forms do: hazard insurance is that of the building (12 CFR 1024.31).
func (p *Placement) insuranceType() string {
	t, _ := catalog.CoverageTypes.ByID(p.CoverageTypeID)
	if p.Programme == PlacementProgrammeRegX && t.Key == "building" {
		return "hazard"
	}
	return strings.ToLower(t.Name)
}

// address returns where an asset is; nil if that is not recorded.
func (a *Asset) address() *scalar.Address {
	value := gjson.ParseBytes(a.Values.values()["address"])
	if !value.IsObject() {
		return nil
	}
	at := &scalar.Address{}
	if scalar.ReadAddress(at, value.Raw) != nil {
		return nil
	}
	return at
}

// inOneLine returns a text of several lines with commas.
func inOneLine(text *string) string {
	return strings.Join(strings.FieldsFunc(scalar.OrZero(text), func(r rune) bool { return r == '\n' || r == '\r' }), ", ")
}

// LetterOrigin is the origin of the task that asks for what a letter needs.
func (p *Placement) LetterOrigin(letters []*PlacementLetter, s *placement.Step) string {
	return fmt.Sprintf("placementLetter/%s/%s/%d", p.ID, s.Key, numberOf(letters, s))
}

// LetterTask makes the task that asks for what a letter needs that is to be written; nil if it lacks nothing.
func (p *Placement) LetterTask(id uuid.UUID, letters []*PlacementLetter, d *NoticeDraft, now time.Time) *Task {
	if len(d.Missing) == 0 || !p.needsLetter(letters, d) {
		return nil
	}
	reason := fmt.Sprintf("Record %s: the notice %s cannot be written without.", inWords(d.Missing), d.Step.Key)
	task := newFollowUpTask(id, p.CaseID, nil, TaskTypePlacementDuty, reason, p.LetterOrigin(letters, d.Step), now)
	task.DueAt = new(p.Today(now))
	return task
}

func inWords(parts []string) string {
	if n := len(parts) - 1; n > 0 {
		return strings.Join(parts[:n], ", ") + " and " + parts[n]
	}
	return parts[0]
}

// setBorrower reads whom letters are for; null is as the case says.
func (p *Placement) setBorrower(vs *fault.Violations, in *PlacementBorrowerInput) {
	if in == nil {
		p.Borrower = nil
		return
	}
	to := PlacementBorrower{}
	if p.Borrower != nil {
		to = *p.Borrower
	}
	patch.Text(vs, "/borrower/name", &to.Name, in.Name, scalar.CheckName)
	patch.Text(vs, "/borrower/email", &to.Email, in.Email, scalar.CheckEmail)
	if in.Address.IsSet() {
		at, wrong := scalar.ParseAddress("/borrower/address", in.Address.Value())
		vs.Append(wrong)
		to.Address = at
	}
	p.Borrower = &to
	if to == (PlacementBorrower{}) {
		p.Borrower = nil
	}
}
