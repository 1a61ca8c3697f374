package model

import (
	"fmt"
	"time"

	"github.com/covertrack/covertrack/model/placement"
	"github.com/covertrack/covertrack/model/scalar"
)

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
		Estimate: p.Estimate, Consented: p.ElectronicConsent,
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
