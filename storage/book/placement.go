package book

import (
	"time"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/placement"
	"github.com/covertrack/covertrack/storage"
)

// Placement begins a placement at a case itself, for a lender of the time zone. Its methods and Placed take it on.
func (b *Book) Placement(c *Case, in model.CreatePlacementInput, zone string, at time.Time) *model.Placement {
	in.CaseID = c.ID
	refs := model.PlacementReferences{Case: c.Case, Lender: &model.Lender{TimeZone: &zone}}
	p, err := model.NewPlacement(b.id(at), in, refs, at)
	return add(b, storage.Placements, p, err)
}

// PlacementLetter writes the letter by post of a step that is due, for a lender.
func (b *Book) PlacementLetter(c *Case, p *model.Placement, step string, lender *model.Lender, at time.Time) *model.PlacementLetter {
	d := p.Draft(placement.ByKey(string(p.Programme)).Step(step), model.LetterFacts{Lender: lender, Case: c.Case}, p.Today(at))
	_, l := p.PlanLetters(b.id(at), nil, d, at)
	return add(b, storage.PlacementLetters, l, nil)
}

// PrintFile puts letters on paper.
func (b *Book) PrintFile(at time.Time, letters ...*model.PlacementLetter) *model.PrintFile {
	f, err := model.NewPrintFile(b.id(at), letters, at)
	return add(b, storage.PrintFiles, f, err)
}

// Placed changes a placement as its moves do, at a time.
func (b *Book) Placed(p *model.Placement, at time.Time, move func(today time.Time) error) {
	b.note("a placement", move(p.Today(at)))
	p.UpdatedAt = at
}
