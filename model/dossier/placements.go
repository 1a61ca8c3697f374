package dossier

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/placement"
	"github.com/covertrack/covertrack/model/scalar"
)

// placementJSON is a placement with what followed from the rules on the day, and its letters.
func (d *Dossier) placementJSON(p *model.Placement) scalar.JSON {
	p.Reckon(d.On)
	return with(model.MembersOf(*p), member{"earliestChargeOn", scalar.EncodeTimesJSON(p.EarliestChargeOn)},
		member{"earliestRule", p.EarliestRule}, member{"earliestSource", p.EarliestSource}, member{"owed", p.Owed},
		member{"refund", scalar.EncodeTimesJSON(p.Refund)}, member{"duties", scalar.EncodeTimesJSON(p.Duties)},
		member{"letters", scalar.EncodeTimesJSON(d.lettersOf(p))})
}

// toldOfPlacement are members that a section tells in tables, or in its heading.
var toldOfPlacement = []string{
	"assetId", "coverageTypeId", "programme", "notices", "proofs", "instalments", "charges", "refunds", "timeZone", "metadata",
}

func (d *Dossier) writePlacements(p Page) {
	p.Section("Lender-placed insurance")
	none(p, len(d.Placements), "No insurance was placed, or about to be.")
	for _, of := range d.Placements {
		of.Reckon(d.On)
		p.Heading(d.names.of(of.ID))
		facts := d.names.facts(model.MembersOf(*of), toldOfPlacement...)
		if rules := placement.ByKey(string(of.Programme)); rules != nil {
			facts = append(facts, [2]string{"Rules", rules.Name + ", " + rules.Source.Name})
		}
		facts = append(facts, [2]string{"Days", "those of " + of.TimeZone},
			[2]string{"Earliest charge", fmt.Sprintf("%s. %s (%s).", scalar.SpokenDay(of.EarliestChargeOn), of.EarliestRule, of.EarliestSource)})
		if of.Owed != nil {
			facts = append(facts, [2]string{"Owed by the borrower", of.Owed.Spoken()})
		}
		if of.Refund != nil {
			facts = append(facts, [2]string{"To be given back", of.Refund.Amount.Spoken() + " by " + scalar.SpokenDay(of.Refund.DueOn)})
		}
		p.Facts(facts)
		d.writePlacementNotices(p, of)
		d.writePlacementProofs(p, of)
		writePlacementMoney(p, of)
		writeDuties(p, of)
		d.writeBorrowerLetters(p, of)
	}
}

func (d *Dossier) writePlacementNotices(p Page, of *model.Placement) {
	var rows [][]string
	for _, n := range of.Notices {
		how := []string{"By post"}
		if n.Means == model.PlacementMeansEmail {
			how[0] = "By e-mail"
		}
		if n.PostClass != nil {
			how = append(how, strings.ToLower(sentence(*n.PostClass)))
		}
		if n.Proof != nil {
			how = append(how, *n.Proof)
		}
		if n.WrongAddress {
			how = append(how, "to a wrong address: it does not count")
		}
		rows = append(rows, []string{
			dutyName(of, n.Step), scalar.SpokenDay(n.HandedOverOn), strings.Join(how, ", "), n.Estimate.Spoken(), n.By,
		})
	}
	if len(rows) > 0 {
		p.Table([]string{"Notice", "Handed over", "How", "Cost a year", "Recorded by"}, []float64{18, 20, 32, 14, 16}, rows)
	}
}

func (d *Dossier) writePlacementProofs(p Page, of *model.Placement) {
	var rows [][]string
	for _, e := range of.Proofs {
		until, shown := "goes on", ""
		if e.To != nil {
			until = scalar.SpokenDay(*e.To)
		}
		if e.DocumentID != nil {
			shown = d.names.of(*e.DocumentID)
		} else if e.PolicyID != nil {
			shown = d.names.of(*e.PolicyID)
		}
		rows = append(rows, []string{scalar.SpokenDay(e.ReceivedOn), scalar.SpokenDay(e.From), until, shown})
	}
	if len(rows) > 0 {
		p.Table([]string{"Evidence received", "Insured from", "First day without", "Shown by"}, []float64{24, 24, 24, 28}, rows)
	}
}

func writePlacementMoney(p Page, of *model.Placement) {
	var rows [][]string
	for _, part := range []struct {
		what     string
		payments []*model.PlacementPayment
	}{{"Due", of.Instalments}, {"Charged", of.Charges}, {"Given back", of.Refunds}} {
		for _, paid := range part.payments {
			rows = append(rows, []string{part.what, scalar.SpokenDay(paid.On), paid.Amount.Spoken(), paid.By})
		}
	}
	if len(rows) > 0 {
		p.Table([]string{"Money", "When", "How much", "Recorded by"}, []float64{22, 28, 24, 26}, rows)
	}
}

// writeDuties tells what the lender had to do, and what was late on the day.
func writeDuties(p Page, of *model.Placement) {
	var rows [][]string
	for _, duty := range of.Duties {
		done := ""
		switch {
		case duty.DoneOn != nil:
			done = scalar.SpokenDay(*duty.DoneOn)
		case duty.IsLate:
			done = "late"
		}
		from, due := "", ""
		if duty.EarliestOn != nil {
			from = scalar.SpokenDay(*duty.EarliestOn)
		}
		if duty.DueOn != nil {
			due = scalar.SpokenDay(*duty.DueOn)
		}
		rows = append(rows, []string{dutyName(of, duty.What), from, due, done, scalar.OrZero(duty.By), duty.Source})
	}
	p.Table([]string{"Duty", "From", "Due", "Done", "By", "Rule"}, []float64{15, 17, 17, 17, 13, 21}, rows)
}

// dutyNames are what duties are called that are no notices.
var dutyNames = map[string]string{
	"place": "Buy the insurance", "charge": "Charge the borrower", "cancel": "End the insurance", "refund": "Give back",
	"renewalNotice": "Notice of renewal",
}

// dutyName is what a duty is called: a notice as its programme names it.
func dutyName(of *model.Placement, what string) string {
	if rules := placement.ByKey(string(of.Programme)); rules != nil {
		if step := rules.Step(what); step != nil {
			return step.Name
		}
	}
	return cmp.Or(dutyNames[what], sentence(what))
}
