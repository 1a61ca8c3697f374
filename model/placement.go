package model

import (
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/tidwall/gjson"
	"github.com/uptrace/bun"

	"github.com/covertrack/covertrack/model/catalog"
	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/model/patch"
	"github.com/covertrack/covertrack/model/placement"
	"github.com/covertrack/covertrack/model/scalar"
)

// Placement is insurance that the lender places on a target, or may (specification of placements, section 3). The rules are
// those of package placement; the row is its history.
type Placement struct {
	bun.BaseModel `bun:"table:placements,alias:t"`

	PortfolioID       uuid.UUID  `bun:",pk,type:uuid"`
	ID                uuid.UUID  `bun:",pk,type:uuid" part:"next"`
	CaseID            uuid.UUID  `bun:"type:uuid"`
	AssetID           *uuid.UUID `bun:"type:uuid"` // nil for the loan itself
	CoverageTypeID    uuid.UUID  `bun:"type:uuid"`
	Programme         PlacementProgramme
	AgreedDays        *PlacementDays `bun:"type:jsonb"` // of a loan agreement; nil where a law gives them
	TimeZone          string         // the lender's when it began, in which its days are counted
	State             PlacementState
	RenewsID          *uuid.UUID         `bun:"type:uuid"`
	StartedOn         time.Time          // on which the lack of cover was determined
	LapsedOn          time.Time          // the first day without cover
	Estimate          *scalar.Money      `bun:"type:jsonb"`
	ElectronicConsent bool               // the borrower agreed to electronic notices
	Borrower          *PlacementBorrower `bun:"type:jsonb"` // nil where letters go to whom the case says
	Notices           []*PlacementNotice `bun:"type:jsonb"`
	Proofs            []*PlacementProof  `bun:"type:jsonb"`
	Carrier           *string            // nil, as all below, until insurance is bought
	PolicyNumber      *string
	Amount            *scalar.Money       `bun:"type:jsonb"`
	Premium           *scalar.Money       `bun:"type:jsonb"`
	Instalments       []*PlacementPayment `bun:"type:jsonb"`
	ShortRatePercent  *string             `bun:"type:numeric"`
	EffectiveOn       *time.Time
	EndsOn            *time.Time
	PlacedOn          *time.Time
	Charges           []*PlacementPayment `bun:"type:jsonb"`
	Refunds           []*PlacementPayment `bun:"type:jsonb"`
	EndsEarlyOn       *time.Time          // it does not stand from that day on, by evidence or because it was cancelled
	CancelledOn       *time.Time
	PolicyID          *uuid.UUID      `bun:"type:uuid"` // of the case, by which the verdict counts the insurance
	RenewedOn         *time.Time      // from which the notice of its renewal counts
	NextAt            *time.Time      `part:"next"` // when the rules say something new of it; nil when nothing comes any more
	HasOpenDuty       bool            `part:"next"` // whether there was something to do when somebody looked
	Metadata          scalar.Metadata `bun:"type:jsonb"`
	CreatedAt         time.Time
	UpdatedAt         time.Time

	Case         *Case                 `bun:"-"`
	Asset        *Asset                `bun:"-"`
	CoverageType *catalog.CoverageType `bun:"-"`
	Policy       *Policy               `bun:"-"`
	Letters      []*PlacementLetter    `bun:"-"`

	// What follows from the rules on the day on which it is read.
	EarliestChargeOn time.Time        `bun:"-"`
	EarliestRule     string           `bun:"-"`
	EarliestSource   string           `bun:"-"`
	Owed             *scalar.Money    `bun:"-"`
	Refund           *PlacementRefund `bun:"-"`
	Duties           []*PlacementDuty `bun:"-"`
}

// PlacementDays are the days that a loan agreement gives.
type PlacementDays struct {
	Cure   int `json:"cure"`
	Refund int `json:"refund"`
}

// PlacementNotice is a notice as it was handed over.
type PlacementNotice struct {
	Step         string         `json:"step"`
	HandedOverOn time.Time      `json:"handedOverOn"`
	Means        PlacementMeans `json:"means"`
	PostClass    *string        `json:"postClass,omitempty"`
	Proof        *string        `json:"proof,omitempty"`
	WrongAddress bool           `json:"wrongAddress,omitempty"`
	Estimate     *scalar.Money  `json:"estimate,omitempty"`
	By           string         `json:"by"`
	LetterID     *uuid.UUID     `json:"letterId,omitempty"` // the letter that it was; nil for one that was recorded by hand
}

// PlacementProof is accepted evidence of the borrower's own cover.
type PlacementProof struct {
	DocumentID *uuid.UUID `json:"documentId,omitempty"`
	EvidenceID *uuid.UUID `json:"evidenceId,omitempty"`
	PolicyID   *uuid.UUID `json:"policyId,omitempty"` // the borrower's own, by the records; nil for what a person proved
	ReceivedOn time.Time  `json:"receivedOn"`
	From       time.Time  `json:"from"`
	To         *time.Time `json:"to,omitempty"` // the first day without it; nil while it goes on
}

// PlacementPayment is money on a day: due, charged or given back.
type PlacementPayment struct {
	On     time.Time     `json:"on"`
	Amount *scalar.Money `json:"amount"`
	By     string        `json:"by,omitempty"`
}

// PlacementReferences are the records that a placement's input names, and what else it rests on.
type PlacementReferences struct {
	Case   *Case  // nil if none
	Asset  *Asset // of the case; nil if none
	Lender *Lender
	Renews *Placement // nil if none

	History PlacementHistory
}

// NewPlacement begins a programme of notices at a target. `unknown_reference`, `unknown_coverage_type`; `invalid_value` for a
// lender without a time zone, for a fact that decides about the programme and is not known, and for days that do not fit. What
// Restore says of its history.
func NewPlacement(id uuid.UUID, in CreatePlacementInput, refs PlacementReferences, now time.Time) (*Placement, error) {
	p := &Placement{
		ID: id, CaseID: in.CaseID, AssetID: in.Asset.Value(), RenewsID: in.Renews.Value(), State: PlacementStateNoticed,
		LapsedOn: scalar.DayOf(in.LapsedOn), ElectronicConsent: scalar.OrZero(in.ElectronicConsent.Value()),
		Notices: []*PlacementNotice{}, Proofs: []*PlacementProof{}, Instalments: []*PlacementPayment{},
		Charges: []*PlacementPayment{}, Refunds: []*PlacementPayment{}, NextAt: &now, CreatedAt: now, UpdatedAt: now,
	}
	var vs fault.Violations
	if h := in.History.Value(); h != nil {
		p.begin(&vs, h)
	} else if zone, ok := refs.Lender.Zone(); ok {
		p.TimeZone, p.StartedOn = *refs.Lender.TimeZone, scalar.DayIn(now, zone)
	} else {
		vs.Say("/caseId", fault.CodeInvalidValue, "is a case of a lender without a `timeZone`, in whose days notices are counted")
	}
	p.checkReferences(&vs, refs)
	t, ok := catalog.CoverageTypes.ByRef(in.CoverageType)
	if ok {
		p.CoverageTypeID = t.ID
	} else {
		vs.Say("/coverageType", fault.CodeUnknownCoverageType, catalog.UnknownCoverageType)
	}
	if vs == nil && in.History.Value() == nil {
		p.choose(&vs, t, refs)
	}
	p.setDays(&vs, in)
	refs.History.cannotBegin = vs != nil
	if p.RenewsID != nil && refs.Renews == nil {
		vs.Say("/renews", fault.CodeUnknownReference, "is not the id of a placement of the case")
	}
	patch.Money(&vs, "/estimate", &p.Estimate, in.Estimate)
	p.setBorrower(&vs, in.Borrower.Value())
	patch.Metadata(&vs, &p.Metadata, in.Metadata)
	return p, p.RestoreBeside(vs.Err(), refs.History, p.Today(now))
}

func (p *Placement) checkReferences(vs *fault.Violations, refs PlacementReferences) {
	if refs.Case == nil {
		vs.Say("/caseId", fault.CodeUnknownReference, noCase)
	}
	if p.AssetID != nil && refs.Asset == nil {
		vs.Say("/asset", fault.CodeUnknownReference, "is not the id of an asset of the case")
	}
}

// questionsOf say where each fact that may be missing is recorded, and what it is in the trade's words.
var questionsOf = map[placement.Fact]struct{ member, words string }{
	placement.FactUnits:            {"the `units` of the asset", "how many units the home has"},
	placement.FactFloodZone:        {"the `floodZone` of the asset", "the flood zone of the property"},
	placement.FactFederallyRelated: {"whether the loan is `federallyRelated`", "whether the loan is federally related"},
	placement.FactBorrowerOccupied: {"whether the asset is `borrowerOccupied`", "whether the borrower lives in the property"},
}

// choose finds the programme that the facts lead to. What is not known is asked for, and nothing is assumed.
func (p *Placement) choose(vs *fault.Violations, t *catalog.CoverageType, refs PlacementReferences) {
	found, questions := refs.Choose(t, p.StartedOn)
	for _, q := range questions {
		pointer := "/asset"
		if q.Fact == placement.FactFederallyRelated {
			pointer = "/caseId"
		}
		vs.Add(pointer, fault.CodeInvalidValue, "Record %s first: it decides whether the programme %s applies (%s).",
			questionsOf[q.Fact].member, q.Programme, q.Citation)
	}
	if found != nil {
		p.Programme = PlacementProgramme(found.Key)
	}
}

// Choose returns the programme that what is known of the target leads to on a day, or what must be known first.
func (refs PlacementReferences) Choose(t *catalog.CoverageType, day time.Time) (*placement.Programme, []placement.Question) {
	f := placement.Facts{CoverageType: t.Key, FederallyRelated: refs.Case.FederallyRelated}
	if refs.Asset != nil {
		refs.Asset.addFacts(&f)
	}
	return placement.Choose(f, day)
}

// PlacementQuestion says what there is to record, in the trade's words.
func PlacementQuestion(q placement.Question) string {
	return fmt.Sprintf("Record %s: it decides whether the programme %s applies (%s).", questionsOf[q.Fact].words, q.Programme, q.Citation)
}

// addFacts adds what is known of an asset.
func (a *Asset) addFacts(f *placement.Facts) {
	if t, ok := catalog.AssetTypes.ByID(a.AssetTypeID); ok {
		f.AssetType = t.Key
	}
	values := a.Values.values()
	if units := gjson.ParseBytes(values["units"]); units.Type == gjson.Number {
		f.Units = new(int(units.Int()))
	}
	if zone := gjson.ParseBytes(values["floodZone"]); zone.Type == gjson.String {
		f.FloodZone = new(zone.String())
	}
	f.BorrowerOccupied = a.BorrowerOccupied()
}

// setDays stores the days of a loan agreement, which only its own programme has. Where that is not known they must be days still.
func (p *Placement) setDays(vs *fault.Violations, in CreatePlacementInput) {
	days, isAgreed := in.Days.Value(), p.Programme == PlacementProgrammeContract
	switch {
	case isAgreed && days == nil:
		vs.Say("/days", fault.CodeRequired, "is what the loan agreement gives: no law has days for this target")
	case !isAgreed && days != nil && p.Programme != "":
		vs.Say("/days", fault.CodeInvalidValue, "is for loan agreements only; the days of this target are those of %s", p.Programme)
	case days != nil:
		p.AgreedDays = agreedDays(vs, "/days", days)
	}
}

// agreedDays reads the days of a loan agreement; nil for none. `invalid_value`.
func agreedDays(vs *fault.Violations, pointer string, in *PlacementDaysInput) *PlacementDays {
	if in == nil {
		return nil
	}
	check := func(member string, n int) {
		if n < 1 || n > 365 {
			vs.Say(fault.Pointer(pointer, member), fault.CodeInvalidValue, "must be from 1 to 365")
		}
	}
	check("cure", in.Cure)
	check("refund", in.Refund)
	return &PlacementDays{Cure: in.Cure, Refund: in.Refund}
}

// CheckOverlap refuses a placement while another is on its way at its target, and days that another insures: no day is placed
// twice. `placement_overlaps`.
func (p *Placement) CheckOverlap(others []*Placement) error {
	for _, o := range others {
		if o.ID == p.ID || o.CoverageTypeID != p.CoverageTypeID || scalar.OrZero(o.AssetID) != scalar.OrZero(p.AssetID) {
			continue
		}
		isTwice := placement.State(p.State).IsWaiting() && placement.State(o.State).IsWaiting()
		if p.PlacedOn != nil && o.PlacedOn != nil {
			isTwice = p.file().Cover.Insured().Overlaps(o.file().Cover.Insured())
		}
		if isTwice {
			return fault.New(fault.CodePlacementOverlaps, "The placement %s, which is %s, is for the same target and days.", o.ID, o.State)
		}
	}
	return nil
}

// Today returns the day of a moment in the zone of the placement.
func (p *Placement) Today(now time.Time) time.Time { return scalar.DayIn(now, p.zone()) }

func (p *Placement) zone() *time.Location {
	if zone, ok := scalar.TimeZone(p.TimeZone); ok {
		return zone
	}
	return time.UTC
}

// CoversTarget reports whether the placement is for what a policy insures.
func (p *Placement) CoversTarget(of *Policy) bool {
	return slices.Contains(of.CoverageTypeIDs, p.CoverageTypeID) && (p.AssetID == nil || slices.Contains(of.AssetIDs, *p.AssetID))
}

// rules are the programme of the placement, with the days of its loan agreement.
func (p *Placement) rules() *placement.Programme {
	rules := placement.ByKey(string(p.Programme))
	if p.AgreedDays != nil {
		return rules.With(placement.AgreedDays(*p.AgreedDays))
	}
	return rules
}

// file returns the history as the rules look at it.
func (p *Placement) file() *placement.File {
	f := &placement.File{
		Programme: p.rules(), Renewal: p.RenewsID != nil, State: placement.State(p.State), StartedOn: p.StartedOn, LapsedOn: p.LapsedOn,
		Estimate: p.Estimate, Consented: p.ElectronicConsent, RenewedOn: scalar.OrZero(p.RenewedOn),
	}
	for _, n := range p.Notices {
		f.Notices = append(f.Notices, placement.Notice{
			Step: n.Step, HandedOverOn: n.HandedOverOn, Means: placement.Means(n.Means), PostClass: scalar.OrZero(n.PostClass),
			Proof: scalar.OrZero(n.Proof), WrongAddress: n.WrongAddress, Estimate: n.Estimate, By: n.By,
		})
	}
	for i, proof := range p.Proofs {
		f.Evidence = append(f.Evidence, placement.Evidence{
			ID: fmt.Sprint(i), ReceivedOn: proof.ReceivedOn, Verdict: placement.VerdictAccepted,
			Covers: []placement.Span{{From: proof.From, To: scalar.OrZero(proof.To)}},
		})
	}
	if p.PlacedOn != nil {
		f.Cover = &placement.Cover{
			PlacedOn: *p.PlacedOn, Days: placement.Span{From: *p.EffectiveOn, To: *p.EndsOn}, Premium: p.Premium,
			Instalments: paymentsIn(p.Instalments), ShortRate: scalar.OrZero(p.ShortRatePercent), Charges: paymentsIn(p.Charges),
			Refunds: paymentsIn(p.Refunds), EndsEarlyOn: scalar.OrZero(p.EndsEarlyOn), CancelledOn: scalar.OrZero(p.CancelledOn),
		}
	}
	return f
}

// keep stores what the rules changed.
func (p *Placement) keep(f *placement.File) {
	p.State = PlacementState(f.State)
	if c := f.Cover; c != nil {
		p.Charges, p.Refunds = paymentsOf(c.Charges), paymentsOf(c.Refunds)
		p.EndsEarlyOn, p.CancelledOn = dayOrNil(c.EndsEarlyOn), dayOrNil(c.CancelledOn)
	}
}

// Reckon works out what follows from the rules on a day: the earliest charge, what is owed and to be given back, the duties.
func (p *Placement) Reckon(today time.Time) {
	f := p.file()
	earliest := f.EarliestOn(today)
	p.EarliestChargeOn, p.EarliestRule, p.EarliestSource = earliest.On, earliest.Rule, earliest.Citation
	p.Owed, p.Refund, p.Duties = f.Owed(), nil, []*PlacementDuty{}
	if due := f.DueBack(); due != nil {
		p.Refund = &PlacementRefund{Amount: due.Amount, DueOn: due.DueOn}
	}
	for _, d := range f.Duties(today) {
		duty := &PlacementDuty{
			What: d.What, Source: d.Source, EarliestOn: dayOrNil(d.EarliestOn), DueOn: dayOrNil(d.DueOn), DoneOn: dayOrNil(d.DoneOn),
			IsLate: d.IsLate(today),
		}
		if d.By != "" {
			duty.By = &d.By
		}
		p.Duties = append(p.Duties, duty)
	}
}

func paymentsIn(kept []*PlacementPayment) (payments []placement.Payment) {
	for _, k := range kept {
		payments = append(payments, placement.Payment(*k))
	}
	return payments
}

func paymentsOf(payments []placement.Payment) []*PlacementPayment {
	kept := []*PlacementPayment{}
	for _, p := range payments {
		kept = append(kept, new(PlacementPayment(p)))
	}
	return kept
}

func dayOrNil(day time.Time) *time.Time {
	if day.IsZero() {
		return nil
	}
	return &day
}
