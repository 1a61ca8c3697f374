package model

import (
	"slices"
	"time"

	"github.com/99designs/gqlgen/graphql"
	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/model/placement"
	"github.com/covertrack/covertrack/model/scalar"
)

// begin sets what a placement of another system began with, in the place of what follows from the facts of today.
func (p *Placement) begin(vs *fault.Violations, h *PlacementHistoryInput) {
	p.Programme, p.TimeZone, p.StartedOn = h.Programme, h.TimeZone, scalar.DayOf(h.StartedOn)
	if _, ok := scalar.TimeZone(h.TimeZone); !ok {
		vs.Say("/history/timeZone", fault.CodeInvalidValue, "is not the name of a time zone, such as America/Chicago")
	}
}

// PlacementHistory is what happened of a placement in another system, and who records it.
type PlacementHistory struct {
	Input     *PlacementHistoryInput // nil for nothing
	Documents map[uuid.UUID]bool     // those of the case, of what the proofs name
	Policies  map[uuid.UUID]bool     // the same of its policy
	By        string

	cannotBegin bool // the placement is refused, so its rules can say nothing of what happened
}

// restoring takes a history over into a placement.
type restoring struct {
	*Placement
	PlacementHistory
	history *PlacementHistoryInput
}

// Restore adds what happened in another system and is not recorded yet, each on its day and by the rules of that day: notices, the
// insurance, charges, and then evidence, the end and what was given back. `too_early`, `invalid_transition`, `invalid_value`,
// `required`; `immutable` for another beginning than that of the placement.
func (p *Placement) Restore(h PlacementHistory, today time.Time) error {
	if h.Input == nil {
		return nil
	}
	r := restoring{p, h, h.Input}
	if err := r.check(today); err != nil || h.cannotBegin {
		return err
	}
	for _, add := range []func() error{r.notices, r.insurance, r.charges, r.proofs, r.end} {
		if err := add(); err != nil {
			return err
		}
	}
	p.Advance(today)
	return nil
}

// RestoreBeside is Restore beside what is wrong with the rest of an input: violations of both are told at once.
func (p *Placement) RestoreBeside(wrong error, h PlacementHistory, today time.Time) error {
	var vs fault.Violations
	if vs.AppendErr(wrong); wrong != nil && vs == nil {
		return wrong
	}
	err := p.Restore(h, today)
	if vs == nil {
		return err
	}
	vs.AppendErr(err)
	return vs.Err()
}

// The rules are worked out from all that a placement has of these, at each look at it. Nobody has as much of an honest one.
const (
	MaxPlacementTold = 100 // notices, and evidence
	maxPlacementPaid = 500 // instalments, charges, and refunds
)

// checkCount refuses a list that is too long.
func checkCount(vs *fault.Violations, pointer string, n, most int) {
	if n > most {
		vs.Say(pointer, fault.CodeTooLong, "has more than %d", most)
	}
}

// checkRoom refuses one more of what a placement has.
func checkRoom(n, most int, of string) error {
	if n < most {
		return nil
	}
	var vs fault.Violations
	vs.Add("", fault.CodeQuotaExceeded, "A placement has at most %d %s.", most, of)
	return vs.Err()
}

// check says all that is wrong with days, and with what belongs together. What today is nobody knows without a time zone.
func (r restoring) check(today time.Time) error {
	h := r.history
	_, hasToday := scalar.TimeZone(h.TimeZone)
	var vs fault.Violations
	checkCount(&vs, "/history/notices", len(h.Notices.Value()), MaxPlacementTold)
	checkCount(&vs, "/history/proofs", len(h.Proofs.Value()), MaxPlacementTold)
	checkCount(&vs, "/history/charges", len(h.Charges.Value()), maxPlacementPaid)
	checkCount(&vs, "/history/refunds", len(h.Refunds.Value()), maxPlacementPaid)
	checkCount(&vs, "/history/instalments", len(h.Instalments.Value()), maxPlacementPaid)
	if vs != nil {
		return vs.Err()
	}
	if h.Programme != r.Programme || h.TimeZone != r.TimeZone || !scalar.DayOf(h.StartedOn).Equal(r.StartedOn) {
		vs.Say("/history", fault.CodeImmutable, "has another `programme`, `timeZone` or `startedOn` than the placement")
	}
	past := func(day time.Time, path ...any) {
		if hasToday && scalar.DayOf(day).After(today) {
			vs.Say(fault.Pointer("/history", path...), fault.CodeInvalidValue, "must not be after today, %s", today.Format(time.DateOnly))
		}
	}
	past(h.StartedOn, "startedOn")
	for i, n := range h.Notices.Value() {
		past(n.HandedOverOn, "notices", i, "handedOverOn")
	}
	for i, e := range h.Proofs.Value() {
		past(e.ReceivedOn, "proofs", i, "receivedOn")
	}
	for i, c := range h.Charges.Value() {
		past(c.On, "charges", i, "on")
	}
	for i, c := range h.Refunds.Value() {
		past(c.On, "refunds", i, "on")
	}
	past(scalar.OrZero(h.PlacedOn.Value()), "placedOn")
	past(scalar.OrZero(h.CancelledOn.Value()), "cancelledOn")
	if policy := h.Policy.Value(); policy != nil && !r.Policies[*policy] {
		vs.Say("/history/policy", fault.CodeUnknownReference, "is not the id of a policy of the case")
	}
	r.checkInsurance(&vs)
	return vs.Err()
}

// checkInsurance asks for all of the insurance where a part of it is there.
func (r restoring) checkInsurance(vs *fault.Violations) {
	h := r.history
	has := map[string]bool{
		"placedOn": h.PlacedOn.Value() != nil, "carrier": h.Carrier.Value() != nil, "policyNumber": h.PolicyNumber.Value() != nil,
		"amount": h.Amount.Value() != nil, "premium": h.Premium.Value() != nil, "effectiveOn": h.EffectiveOn.Value() != nil,
		"endsOn": h.EndsOn.Value() != nil,
	}
	isPlaced := len(h.Charges.Value()) > 0 || len(h.Refunds.Value()) > 0 || h.CancelledOn.Value() != nil || h.Policy.Value() != nil
	for _, is := range has {
		isPlaced = isPlaced || is
	}
	for _, member := range []string{"placedOn", "carrier", "policyNumber", "amount", "premium", "effectiveOn", "endsOn"} {
		if isPlaced && !has[member] {
			vs.Say(fault.Pointer("/history", member), fault.CodeRequired, "belongs to insurance that was bought")
		}
	}
}

// under moves what is wrong with a part to its place in the history.
func under(err error, path ...any) error {
	var vs fault.Violations
	if vs.AppendErr(err); len(vs) > 0 {
		return vs.Under(fault.Pointer("/history", path...)).Err()
	}
	return err
}

func (r restoring) notices() error {
	for i, n := range inOrder(r.history.Notices.Value(), func(n *PlacementNoticeInput) time.Time { return n.HandedOverOn }) {
		isKnown := slices.ContainsFunc(r.Notices, func(o *PlacementNotice) bool {
			return o.Step == n.Step && o.HandedOverOn.Equal(scalar.DayOf(n.HandedOverOn)) &&
				o.WrongAddress == scalar.OrZero(n.WrongAddress.Value())
		})
		if isKnown {
			continue
		}
		if err := r.Notice(*n, r.By, scalar.DayOf(n.HandedOverOn)); err != nil {
			return under(err, "notices", i)
		}
	}
	return nil
}

// inOrder has parts by their days.
func inOrder[T any](parts []*T, on func(*T) time.Time) []*T {
	parts = slices.Clone(parts)
	slices.SortStableFunc(parts, func(a, b *T) int { return on(a).Compare(on(b)) })
	return parts
}

func (r restoring) insurance() error {
	h := r.history
	if r.PolicyID == nil {
		r.PolicyID = h.Policy.Value()
	}
	if r.PlacedOn != nil || h.PlacedOn.Value() == nil {
		return nil
	}
	return under(r.buy(PlaceInsuranceInput{
		Carrier: *h.Carrier.Value(), PolicyNumber: *h.PolicyNumber.Value(), Amount: h.Amount.Value(), Premium: h.Premium.Value(),
		EffectiveOn: *h.EffectiveOn.Value(), EndsOn: *h.EndsOn.Value(), Instalments: h.Instalments, ShortRatePercent: h.ShortRatePercent,
	}, scalar.DayOf(*h.PlacedOn.Value())))
}

// buy is Place without a look at the premium and its instalments: they are what was agreed then, and may be from before that look.
func (r restoring) buy(in PlaceInsuranceInput, on time.Time) error {
	c, amount, vs := coverOf(in, on)
	if err := vs.Err(); err != nil {
		return err
	}
	return r.insure(in, c, amount, nil, on)
}

func (r restoring) charges() error {
	for i, c := range newPayments(r.history.Charges.Value(), r.Charges) {
		if err := r.Charge(ChargePlacementInput{Amount: graphql.OmittableOf(c.Amount)}, nil, r.By, scalar.DayOf(c.On)); err != nil {
			return under(err, "charges", i)
		}
	}
	return nil
}

// newPayments are those that are not recorded, in the order of their days.
func newPayments(told []*PlacementInstalmentInput, recorded []*PlacementPayment) (more []*PlacementInstalmentInput) {
	recorded = slices.Clone(recorded)
	for _, c := range inOrder(told, func(c *PlacementInstalmentInput) time.Time { return c.On }) {
		amount, _ := scalar.ParseMoney("", c.Amount) // what is wrong with it is told when it is recorded
		at := slices.IndexFunc(recorded, func(p *PlacementPayment) bool {
			return p.On.Equal(scalar.DayOf(c.On)) && amount != nil && scalar.UnitsOf(p.Amount) == scalar.UnitsOf(amount)
		})
		if at < 0 {
			more = append(more, c)
			continue
		}
		recorded = slices.Delete(recorded, at, at+1)
	}
	return more
}

func (r restoring) proofs() error {
	for i, e := range r.history.Proofs.Value() {
		isKnown := slices.ContainsFunc(r.Proofs, func(o *PlacementProof) bool {
			return o.ReceivedOn.Equal(scalar.DayOf(e.ReceivedOn)) && o.From.Equal(scalar.DayOf(e.From)) &&
				scalar.OrZero(o.To).Equal(scalar.OrZero(e.To.Value()))
		})
		if isKnown {
			continue
		}
		if err := r.Prove(*e, r.Documents, scalar.DayOf(e.ReceivedOn)); err != nil {
			return under(err, "proofs", i)
		}
	}
	return nil
}

// end records the end of the insurance, and what was given back before and since.
func (r restoring) end() error {
	refunds := newPayments(r.history.Refunds.Value(), r.Refunds)
	ended := r.history.CancelledOn.Value()
	for i, c := range refunds {
		if ended != nil && !scalar.DayOf(c.On).Before(scalar.DayOf(*ended)) {
			if err := r.cancel(ended); err != nil {
				return err
			}
		}
		on := scalar.DayOf(c.On)
		if err := r.GiveBack(RefundPlacementInput{Amount: graphql.OmittableOf(c.Amount), PaidOn: graphql.OmittableOf(&on)}, r.By, on); err != nil {
			return under(err, "refunds", i)
		}
	}
	return r.cancel(ended)
}

func (r restoring) cancel(on *time.Time) error {
	isOver := placement.State(r.State).IsOver() || r.CancelledOn != nil
	if on == nil || isOver {
		return nil
	}
	from := scalar.OrZero(r.history.EndsEarlyOn.Value())
	if from.IsZero() {
		from = *r.EndsOn
	}
	return under(r.Cancel(CancelPlacementInput{From: from}, r.By, scalar.DayOf(*on)))
}
