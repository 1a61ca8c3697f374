package verdict

import (
	"context"
	"slices"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/compliance"
	"github.com/covertrack/covertrack/model/deficiency"
	"github.com/covertrack/covertrack/model/scalar"
	"github.com/covertrack/covertrack/storage"
)

// placing is what follows for the placements of one case.
type placing struct {
	*Write
	*storage.CaseFacts
	verdict    *model.CaseVerdict
	cause      *model.AuditEvent
	placements []*model.Placement
	asked      map[string]*model.Task // the tasks that ask what placements need, by origin
}

// place holds the borrowers' own cover against the placements of cases, and begins those of new lapses.
func (w *Write) place(ctx context.Context, cases []judgedCase, work *storage.FindingsWork) error {
	for _, c := range cases {
		p := w.placingOf(&c, work)
		if err := p.hold(ctx); err != nil {
			return err
		}
		if err := p.begin(ctx, work.Lender); err != nil {
			return err
		}
	}
	return nil
}

// mayPlace reports whether something may follow for a case's placements. What the type of a clause changes is no matter of theirs, and
// its cases need not be locked.
func (w *Write) mayPlace(c *judgedCase) bool {
	cause := w.Causes[c.Case.ID]
	return c.Case.Status != model.CaseStatusClosed && (cause == nil || cause.SubjectType != "mortgageeClause")
}

func (w *Write) placingOf(c *judgedCase, work *storage.FindingsWork) *placing {
	p := &placing{Write: w, CaseFacts: c.CaseFacts, verdict: c.verdict, cause: c.cause, asked: map[string]*model.Task{}}
	for _, of := range work.Placements {
		if of.CaseID == c.Case.ID {
			p.placements = append(p.placements, of)
		}
	}
	for _, t := range work.Asking {
		if *t.CaseID == c.Case.ID {
			p.asked[*t.Origin] = t
		}
	}
	return p
}

// hold holds the borrower's own cover against each placement.
func (p *placing) hold(ctx context.Context) error {
	var evidence []*model.Evidence
	isRead := false
	for _, of := range p.placements {
		covers, proofs := p.ownCover(of)
		if before := *of; !p.isNews(before, proofs) {
			continue
		}
		if !isRead {
			var err error
			if evidence, err = storage.Evidence.Of(ctx, p.Store, "case_id", []uuid.UUID{p.Case.ID}); err != nil {
				return err
			}
			isRead = true
		}
		for i := range proofs {
			receive(proofs[i], covers[i:], evidence, of)
		}
		before := *of
		of.HoldCover(proofs, scalar.DayOf(p.Now), of.Today(p.Now))
		if err := p.save(ctx, &before, of); err != nil {
			return err
		}
	}
	return nil
}

// ownCover returns what the records say of the borrower's own cover at a placement's target, as proof received today; none for one
// that is cured.
func (p *placing) ownCover(of *model.Placement) (covers []compliance.OwnCover, proofs []*model.PlacementProof) {
	if of.State == model.PlacementStateCured {
		return nil, nil
	}
	covers = p.OwnCover(of.CoverageTypeID, of.AssetID, of.LapsedOn)
	for _, c := range covers {
		proofs = append(proofs, &model.PlacementProof{PolicyID: &c.Policy, ReceivedOn: of.Today(p.Now), From: c.From, To: c.To})
	}
	return covers, proofs
}

// isNews reports whether proof says something new of a placement.
func (p *placing) isNews(of model.Placement, proofs []*model.PlacementProof) bool {
	had := len(of.Proofs)
	of.HoldCover(proofs, scalar.DayOf(p.Now), of.Today(p.Now))
	return len(of.Proofs) > had
}

// receive sets when proof of cover came in: with the first evidence that was accepted of its term, else today. Cover that has ended,
// with none after it, counts as received on its last day or later: the rules let cover that is in force on the day of receipt go on.
func receive(proof *model.PlacementProof, covers []compliance.OwnCover, evidence []*model.Evidence, of *model.Placement) {
	today, c := proof.ReceivedOn, covers[0]
	for _, e := range evidence {
		isAccepted := e.State == model.EvidenceStateAccepted || e.State == model.EvidenceStatePartlyAccepted
		beganTerm := e.TermNumber == c.Term-1 && e.Proposed != nil && e.Proposed.EndDate != nil && e.Proposed.EndDate.After(c.From)
		if !isAccepted || e.PolicyID != c.Policy || e.TermNumber != c.Term && !beganTerm {
			continue
		}
		if on := of.Today(e.SubmittedAt); proof.EvidenceID == nil || on.Before(proof.ReceivedOn) {
			proof.EvidenceID, proof.ReceivedOn = &e.ID, on
		}
	}
	isFollowed := len(covers) > 1 && c.To != nil && covers[1].From.Equal(*c.To)
	if c.To != nil && !c.To.After(today) && !isFollowed && proof.ReceivedOn.Before(*c.To) {
		proof.ReceivedOn = *c.To
	}
}

// save saves a placement that the records have changed, with its event. What follows, such as money to give back, is for the next look
// at the placement (package placing), since it may change policies, from which verdicts follow; a request looks at once.
func (p *placing) save(ctx context.Context, before, of *model.Placement) error {
	of.UpdatedAt = p.Now
	of.LookAt(p.Now)
	p.Trail.Add("placement.updated", "placement", of.ID, model.Changes(*before, *of))
	p.Placed = append(p.Placed, of)
	return storage.Placements.Save(ctx, p.Store, []*model.Placement{of}, "")
}

// begin begins the placements of targets that lack cover. What cannot begin because something is not known opens a task that asks,
// and a task is completed when it asks for nothing any more. Nothing begins in a draft, nor in a case about which no letters go.
func (p *placing) begin(ctx context.Context, lender *model.Lender) error {
	open := map[string]bool{}
	isOpen := p.Case.Status != model.CaseStatusDraft && !p.Case.IsQuiet()
	if isOpen && lender.Placements().StartsAtLapse {
		for _, l := range deficiency.Lapses(p.verdict.Findings) {
			missing, err := p.beginOne(ctx, lender, l)
			if err != nil {
				return err
			}
			if missing == "" {
				continue
			}
			origin := l.FactsOrigin(p.Case.ID)
			open[origin] = true
			if err := p.ask(ctx, origin, missing); err != nil {
				return err
			}
		}
	}
	var over []*model.Task
	for origin, t := range p.asked {
		if !open[origin] {
			if before := *t; slices.Contains(model.OpenTaskStates(), t.State) {
				t.Conclude(p.cause, p.Now)
				p.Trail.Add("task.updated", "task", t.ID, model.Changes(before, *t))
			}
			t.Origin = nil
			over = append(over, t)
		}
	}
	return storage.Tasks.Save(ctx, p.Store, over, "")
}

// beginOne begins the placement of a lapse, or returns what is missing.
func (p *placing) beginOne(ctx context.Context, lender *model.Lender, l *deficiency.Lapse) (missing string, err error) {
	if !p.date(l) {
		return "", nil
	}
	givenUp, begins := l.Begins(p.placements, scalar.DayOf(p.Now))
	if !begins {
		return "", nil
	}
	refs := model.PlacementReferences{Case: p.Case, Lender: lender}
	for _, a := range p.Assets {
		if l.AssetID != nil && a.ID == *l.AssetID {
			refs.Asset = a
		}
	}
	made, missing, err := l.Start(storage.NewID(), refs, p.Now)
	if err != nil || made == nil {
		return missing, err
	}
	if givenUp != nil {
		before := *givenUp
		givenUp.GiveUp()
		if err := p.save(ctx, &before, givenUp); err != nil {
			return "", err
		}
	}
	made.PortfolioID = p.Store.ID()
	p.placements, p.Placed = append(p.placements, made), append(p.Placed, made)
	p.Trail.Add("placement.created", "placement", made.ID, model.Changes(model.Placement{}, *made))
	return "", storage.Placements.Add(ctx, p.Store, made)
}

// date finds the first day of a lapse: the day on which the borrower's own cover ended, else the one since which it is told. It reports
// whether the target lacks cover today.
func (p *placing) date(l *deficiency.Lapse) bool {
	if l.IsTooLow {
		return true
	}
	today := scalar.DayOf(p.Now)
	for _, c := range p.OwnCover(l.CoverageTypeID, l.AssetID, p.FirstDay(l.CoverageTypeID, today)) {
		switch {
		case c.From.After(today):
			return true
		case c.To == nil || c.To.After(today):
			return false
		default:
			l.On = *c.To
		}
	}
	return true
}

// ask opens the task that asks for what is missing, or makes it ask for that.
func (p *placing) ask(ctx context.Context, origin, missing string) error {
	task := p.asked[origin]
	if task == nil {
		return p.Trail.OpenTasks(ctx, p.Store, model.NewPlacementFactsTask(storage.NewID(), p.Case.ID, missing, origin, p.Now))
	}
	if scalar.OrZero(task.Reason) == missing || !slices.Contains(model.OpenTaskStates(), task.State) {
		return nil
	}
	before := *task
	task.Reason, task.UpdatedAt = &missing, p.Now
	p.Trail.Add("task.updated", "task", task.ID, model.Changes(before, *task))
	return storage.Tasks.Save(ctx, p.Store, []*model.Task{task}, "")
}
