package model

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/99designs/gqlgen/graphql"
	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model/catalog"
	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/model/patch"
	"github.com/covertrack/covertrack/model/placement"
	"github.com/covertrack/covertrack/model/scalar"
)

// Patch corrects the facts of a placement that waits; after that, only its metadata. Its days are
// counted again from the corrected facts.
func (p *Placement) Patch(in UpdatePlacementInput) error {
	var vs fault.Violations
	patch.Metadata(&vs, &p.Metadata, in.Metadata)
	if in.Borrower.IsSet() {
		p.setBorrower(&vs, in.Borrower.Value())
	}
	before := *p
	if day := in.LapsedOn.Value(); day != nil {
		p.LapsedOn = scalar.DayOf(*day)
	}
	patch.Money(&vs, "/estimate", &p.Estimate, in.Estimate)
	if consent := in.ElectronicConsent.Value(); consent != nil {
		p.ElectronicConsent = *consent
	}
	hasChanged := !p.LapsedOn.Equal(before.LapsedOn) || scalar.OrZero(p.Estimate) != scalar.OrZero(before.Estimate) || p.ElectronicConsent != before.ElectronicConsent
	if hasChanged && !placement.State(p.State).IsWaiting() {
		return fault.New(fault.CodeInvalidTransition, "The facts of a placement that is %s are not changed any more.", p.State)
	}
	return vs.Err()
}

// Notice records a notice that was handed over; one of the same step and day is corrected by it. `invalid_value`.
func (p *Placement) Notice(in PlacementNoticeInput, by string, today time.Time) error {
	var vs fault.Violations
	n := &PlacementNotice{
		Step: in.Step, HandedOverOn: scalar.DayOf(in.HandedOverOn), Means: in.Means, PostClass: in.PostClass.Value(), Proof: in.Proof.Value(),
		WrongAddress: scalar.OrZero(in.WrongAddress.Value()), By: by,
	}
	if n.Proof != nil {
		vs.Append(checkWording("/proof", *n.Proof))
	}
	patch.Money(&vs, "/estimate", &n.Estimate, in.Estimate)
	rules := p.rules()
	if rules.Step(n.Step) == nil {
		vs.Say("/step", fault.CodeInvalidValue, "is not a notice of the programme %s", p.Programme)
	}
	if n.HandedOverOn.After(today) {
		vs.Say("/handedOverOn", fault.CodeInvalidValue, "must not be after today, %s", today.Format(time.DateOnly))
	}
	if n.PostClass != nil && !slices.Contains(rules.Delivery.PostClasses, *n.PostClass) {
		vs.Say("/postClass", fault.CodeInvalidValue, "does not count (%s); use one of %v", rules.Delivery.Citation, rules.Delivery.PostClasses)
	}
	if err := vs.Err(); err != nil {
		return err
	}
	if err := checkRoom(len(p.Notices), MaxPlacementTold, "notices"); err != nil && !slices.ContainsFunc(p.Notices, n.isSame) {
		return err
	}
	p.putNotice(n)
	return p.advance(today)
}

// isSame reports whether two notices are of the same step and day.
func (n *PlacementNotice) isSame(other *PlacementNotice) bool {
	return other.Step == n.Step && other.HandedOverOn.Equal(n.HandedOverOn)
}

// putNotice adds a notice, in place of the one of the same step and day, whose letter it keeps.
func (p *Placement) putNotice(n *PlacementNotice) {
	p.Notices = slices.Clone(p.Notices)
	at := slices.IndexFunc(p.Notices, n.isSame)
	if at < 0 {
		p.Notices = append(p.Notices, n)
		return
	}
	if n.LetterID == nil {
		n.LetterID = p.Notices[at].LetterID
	}
	p.Notices[at] = n
}

// Prove holds the borrower's own cover against the placement's days: it is cured, or stands for the gap alone. `invalid_value`.
func (p *Placement) Prove(in PlacementProofInput, documents map[uuid.UUID]bool, today time.Time) error {
	proof := &PlacementProof{
		DocumentID: in.Document.Value(), ReceivedOn: scalar.DayOf(in.ReceivedOn), From: scalar.DayOf(in.From), To: in.To.Value(),
	}
	var vs fault.Violations
	if proof.DocumentID != nil && !documents[*proof.DocumentID] {
		vs.Say("/document", fault.CodeUnknownReference, "is not the id of a document of the case")
	}
	if proof.ReceivedOn.After(today) {
		vs.Say("/receivedOn", fault.CodeInvalidValue, "must not be after today, %s", today.Format(time.DateOnly))
	}
	if proof.To != nil && !proof.To.After(proof.From) {
		vs.Say("/to", fault.CodeInvalidValue, "must be after `from`")
	}
	if err := vs.Err(); err != nil {
		return err
	}
	err := checkRoom(len(p.Proofs), MaxPlacementTold, "proofs")
	if err == nil {
		p.hold(proof, today)
	}
	return err
}

// HoldCover holds what the records say of the borrower's own cover against the placement's days: it is cured, or stands for the gap
// alone. What evidence shows already, and what begins after a day, changes nothing.
func (p *Placement) HoldCover(covers []*PlacementProof, day, today time.Time) {
	for _, proof := range covers {
		f := p.file()
		if f.State != placement.StateCured && !proof.From.After(day) && !f.Shows(placement.Span{From: proof.From, To: scalar.OrZero(proof.To)}) {
			p.hold(proof, today)
		}
	}
}

func (p *Placement) hold(proof *PlacementProof, today time.Time) {
	p.Proofs = append(slices.Clone(p.Proofs), proof)
	f := p.file()
	f.Hold(today)
	p.keep(f)
}

// Place records insurance that was bought. `too_early`, `proof_on_file`, `invalid_transition`, `invalid_value`.
func (p *Placement) Place(in PlaceInsuranceInput, pending []placement.Evidence, today time.Time) error {
	c, amount, vs := coverOf(in, today)
	vs.Append(c.CheckPremium())
	if err := vs.Err(); err != nil {
		return err
	}
	return p.insure(in, c, amount, pending, today)
}

// coverOf reads insurance that was bought, and its limit. `invalid_value`.
func coverOf(in PlaceInsuranceInput, today time.Time) (c *placement.Cover, amount *scalar.Money, vs fault.Violations) {
	c = &placement.Cover{PlacedOn: today, Days: placement.Span{From: scalar.DayOf(in.EffectiveOn), To: scalar.DayOf(in.EndsOn)}}
	var wrong fault.Violations
	c.Premium, wrong = scalar.ParseMoney("/premium", in.Premium)
	vs.Append(wrong)
	amount, wrong = scalar.ParseMoney("/amount", in.Amount)
	vs.Append(wrong)
	vs.Append(checkWording("/carrier", in.Carrier))
	vs.Append(checkWording("/policyNumber", in.PolicyNumber))
	checkCount(&vs, "/instalments", len(in.Instalments.Value()), maxPlacementPaid)
	for i, due := range in.Instalments.Value() {
		money, wrong := scalar.ParseMoney(fault.Pointer("/instalments", i, "amount"), due.Amount)
		vs.Append(wrong)
		c.Instalments = append(c.Instalments, placement.Payment{On: scalar.DayOf(due.On), Amount: money})
	}
	c.ShortRate = scalar.OrZero(parsePercent(&vs, "/shortRatePercent", in.ShortRatePercent.Value(), 100))
	return c, amount, vs
}

// insure records cover whose money is sound, by the rules of the day.
func (p *Placement) insure(
	in PlaceInsuranceInput, c *placement.Cover, amount *scalar.Money, pending []placement.Evidence, today time.Time,
) error {
	f := p.file()
	f.Advance(today)
	f.Evidence = append(f.Evidence, pending...)
	if err := f.CheckPlace(today, c.Days, c.Premium); err != nil {
		return err
	}
	if err := f.Place(c); err != nil {
		return err
	}
	p.keep(f)
	p.Carrier, p.PolicyNumber, p.Amount, p.Premium, p.PlacedOn = &in.Carrier, &in.PolicyNumber, amount, c.Premium, &today
	p.EffectiveOn, p.EndsOn, p.Instalments = &c.Days.From, &c.Days.To, paymentsOf(c.Instalments)
	if c.ShortRate != "" {
		p.ShortRatePercent = &c.ShortRate
	}
	return nil
}

// Charge records that the borrower was charged: all that may be charged now where the input names no amount. `too_early`,
// `proof_on_file`, `invalid_transition`, `invalid_value`.
func (p *Placement) Charge(in ChargePlacementInput, pending []placement.Evidence, by string, today time.Time) error {
	amount, vs := scalar.ParseMoney("/amount", in.Amount.Value())
	vs.AppendErr(checkRoom(len(p.Charges), maxPlacementPaid, "charges"))
	if err := vs.Err(); err != nil {
		return err
	}
	f := p.file()
	f.Evidence = append(f.Evidence, pending...)
	if err := f.CheckCharge(today); err != nil {
		return err
	}
	if amount == nil {
		amount = f.MayCharge(today)
	}
	if err := f.Charge(placement.Payment{On: today, Amount: amount, By: by}); err != nil {
		return err
	}
	p.keep(f)
	return nil
}

// Cancel records that the insurance was ended with its carrier. `invalid_transition`.
func (p *Placement) Cancel(in CancelPlacementInput, by string, today time.Time) error {
	f := p.file()
	if f.Cover == nil {
		_, err := f.State.Move(placement.ActionCancel)
		return err
	}
	if err := f.Cancel(today, scalar.DayOf(in.From), by); err != nil {
		return err
	}
	p.keep(f)
	return nil
}

// GiveBack records money that was given back, today unless the input says when: all that is due unless it says how much.
// `invalid_transition`, `invalid_value`.
func (p *Placement) GiveBack(in RefundPlacementInput, by string, today time.Time) error {
	amount, vs := scalar.ParseMoney("/amount", in.Amount.Value())
	on := today
	if paid := in.PaidOn.Value(); paid != nil {
		on = scalar.DayOf(*paid)
	}
	vs.AppendErr(checkRoom(len(p.Refunds), maxPlacementPaid, "refunds"))
	if on.After(today) {
		vs.Say("/paidOn", fault.CodeInvalidValue, "must not be after today, %s", today.Format(time.DateOnly))
	}
	if err := vs.Err(); err != nil {
		return err
	}
	f := p.file()
	if due := f.DueBack(); amount == nil && due != nil {
		amount = due.Amount
	}
	if err := f.GiveBackTo(placement.Payment{On: on, Amount: amount, By: by}); err != nil {
		return err
	}
	p.keep(f)
	return nil
}

// advance puts a placement that waits where its notices and days put it.
func (p *Placement) advance(today time.Time) error {
	f := p.file()
	if !f.State.IsWaiting() {
		return fault.New(fault.CodeInvalidTransition, "A placement that is %s has no more notices.", p.State)
	}
	f.Advance(today)
	p.keep(f)
	return nil
}

// Advance moves a placement that waits to where the day puts it; a move of no other.
func (p *Placement) Advance(today time.Time) {
	if placement.State(p.State).IsWaiting() {
		f := p.file()
		f.Advance(today)
		p.keep(f)
	}
}

// IsDue reports whether the rules say something new of the placement by now, or it was changed since somebody looked.
func (p *Placement) IsDue(now time.Time) bool { return p.NextAt != nil && !p.NextAt.After(now) }

// LookAt has the worker look at a placement that was changed.
func (p *Placement) LookAt(now time.Time) { p.NextAt, p.HasOpenDuty = &now, p.hasWork(now) }

// Looked notes when the worker is to look again: at the beginning of the next day on which the rules say something new.
func (p *Placement) Looked(now time.Time) {
	p.NextAt, p.HasOpenDuty = nil, p.hasWork(now)
	if day := p.file().NextOn(p.Today(now)); !day.IsZero() {
		p.NextAt = new(scalar.DayBegins(day, p.zone()))
	}
}

func (p *Placement) hasWork(now time.Time) bool {
	f := p.file()
	return len(f.Work(p.Today(now))) > 0 || f.DueBack() != nil
}

// taskOrigin begins the unique keys of the tasks of a placement.
func (p *Placement) taskOrigin() string { return "placement/" + p.ID.String() + "/" }

// HasTask reports whether a task is to do what the rules ask of the placement.
func (p *Placement) HasTask(t *Task) bool {
	return strings.HasPrefix(scalar.OrZero(t.Origin), p.taskOrigin())
}

// Tasks makes the tasks to do what the rules ask for now: each duty, and to give back what is due. Each refund has one of its own.
func (p *Placement) Tasks(newID func() uuid.UUID, now time.Time) (tasks []*Task) {
	f := p.file()
	add := func(kind TaskType, what, words string, due time.Time) {
		task := newFollowUpTask(newID(), p.CaseID, nil, kind, words, p.taskOrigin()+what, now)
		task.DueAt = &due
		tasks = append(tasks, task)
	}
	for _, w := range f.Work(p.Today(now)) {
		add(TaskTypePlacementDuty, w.What, f.Words(w), w.DueOn)
	}
	if due := f.DueBack(); due != nil {
		words := fmt.Sprintf("Give back %s by %s.", due.Amount.Spoken(), scalar.SpokenDay(due.DueOn))
		add(TaskTypeRefundPlacement, fmt.Sprintf("refund/%d", len(p.Refunds)), words, due.DueOn)
	}
	return tasks
}

// RenewedBy notes that the notice of a placement that renews this one counts, and reports whether that is new.
func (p *Placement) RenewedBy(next *Placement) bool {
	f := next.file()
	var from time.Time
	for _, s := range f.Programme.StepsOf(true) {
		from = f.CountsFrom(s.Key)
	}
	if from.Equal(scalar.OrZero(p.RenewedOn)) {
		return false
	}
	p.RenewedOn = dayOrNil(from)
	return true
}

// PolicyInput returns the policy by which the verdict counts insurance that was placed. What the input leaves out is not known, but
// for the perils: insurance is placed for all that the coverage type has.
func (p *Placement) PolicyInput(in PlaceInsuranceInput) CreatePolicyInput {
	coverage, placedBy, primary := p.CoverageTypeID.String(), PolicyPlacementLenderPlaced, CoverageLayerPrimary
	perils := in.Perils.Value()
	if t, ok := catalog.CoverageTypes.ByID(p.CoverageTypeID); ok && !in.Perils.IsSet() {
		perils = []string{}
		for _, of := range t.Perils {
			perils = append(perils, of.Key)
		}
	}
	made := CreatePolicyInput{
		CaseID: p.CaseID, CoverageLayer: graphql.OmittableOf(&primary), CoverageTypes: graphql.OmittableOf([]string{coverage}),
		StartDate: graphql.OmittableOf(p.EffectiveOn), EndDate: graphql.OmittableOf(p.EndsOn), PolicyNumber: graphql.OmittableOf(&in.PolicyNumber),
		Carrier: graphql.OmittableOf(&CarrierInput{Name: in.Carrier}), Premium: graphql.OmittableOf(in.Premium), Deductible: in.Deductible,
		Limits: graphql.OmittableOf([]*LimitInput{{
			CoverageType: graphql.OmittableOf(&coverage), Kind: LimitKindPerOccurrence, Amount: graphql.OmittableOf(in.Amount),
		}}),
		Placement: graphql.OmittableOf(&placedBy), Perils: graphql.OmittableOf(perils),
	}
	if p.AssetID != nil {
		made.Perils = graphql.Omittable[[]string]{}
		made.PerilsByAsset = graphql.OmittableOf([]*AssetPerilsInput{{Asset: *p.AssetID, Perils: perils}})
	}
	return made
}

// EndPolicy ends the placement's policy where the insurance does not stand any more: on that day or, if it never stood, altogether.
// It reports whether that changes the policy.
func (p *Placement) EndPolicy(of *Policy, now time.Time) bool {
	switch {
	case p.EndsEarlyOn == nil || of.State().Underlying() == PolicyStatusDeactivated:
		return false
	case !p.EndsEarlyOn.After(*p.EffectiveOn):
		of.SetState(of.State().Deactivate(), now)
		return true
	case of.EndDate == nil || of.EndDate.After(*p.EndsEarlyOn):
		of.EndDate = p.EndsEarlyOn
		return true
	}
	return false
}

// IsWaiting reports whether nothing is bought yet and something may be.
func (p *Placement) IsWaiting() bool { return placement.State(p.State).IsWaiting() }

// InsuredTo returns the first day that the placed insurance does not insure any more; false if none was bought.
func (p *Placement) InsuredTo() (day time.Time, isPlaced bool) {
	if p.PlacedOn == nil {
		return day, false
	}
	return p.file().Cover.Insured().To, true
}

// ShowsCover reports whether evidence shows the borrower's own cover on a day.
func (p *Placement) ShowsCover(day time.Time) bool {
	return !day.Before(p.LapsedOn) && p.file().Shows(placement.Span{From: day, To: day.AddDate(0, 0, 1)})
}

// IsProvedByRecords reports whether what was held against the placement is all from the records.
func (p *Placement) IsProvedByRecords() bool {
	return len(p.Proofs) > 0 && !slices.ContainsFunc(p.Proofs, func(proof *PlacementProof) bool { return proof.PolicyID == nil })
}

// GiveUp ends a placement that waits for an older gap alone, because the target lacks cover anew.
func (p *Placement) GiveUp() {
	f := p.file()
	f.GiveUp()
	p.keep(f)
}
