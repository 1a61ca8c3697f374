package graph

import (
	"context"
	"time"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/graph/engine"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/compliance"
	"github.com/covertrack/covertrack/storage"
)

// trialAtOnce is how many cases of a trial are read together.
const trialAtOnce = 200

func (*queryResolver) RiskProfileTrial(ctx context.Context, id uuid.UUID, limit *int) (*compliance.Trial, error) {
	r := engine.RequestOf(ctx)
	shown, err := compliance.TrialLimit(limit)
	if err != nil {
		return nil, err
	}
	if err := r.SpendTrial(); err != nil {
		return nil, err
	}
	p, err := orNone(storage.RiskProfiles.One(ctx, r.Store, id))
	if p == nil {
		return nil, err
	}
	trial := compliance.NewTrial(p)
	var after uuid.UUID
	for {
		cases, err := r.Store.CasesOfLineage(ctx, p.LineageID, after, trialAtOnce)
		if err != nil {
			return nil, err
		}
		if len(cases) == 0 {
			return related(ctx, trial.End(), relateTrials)
		}
		if err := tryCases(ctx, trial, p, cases, shown); err != nil {
			return nil, err
		}
		after = cases[len(cases)-1]
	}
}

// tryCases adds cases to a trial, in their order.
func tryCases(
	ctx context.Context, trial *compliance.Trial, p *model.RiskProfile, cases []uuid.UUID, shown int,
) error {
	r := engine.RequestOf(ctx)
	facts, err := r.Store.CaseFacts(ctx, cases, false, p)
	if err != nil {
		return err
	}
	byCase := make(map[uuid.UUID]*storage.CaseFacts, len(facts))
	for _, f := range facts {
		byCase[f.Case.ID] = f
	}
	for _, id := range cases {
		if f := byCase[id]; f != nil {
			tried := f.Facts
			tried.RiskProfile = p
			trial.Add(f.Case, verdictToday(f, r.Now), tried.ToStore(r.Now).Verdict, shown)
		}
	}
	return nil
}

// verdictToday returns a case's stored verdict if it is still that of today, else what an evaluation says.
func verdictToday(f *storage.CaseFacts, now time.Time) model.Verdict {
	if f.Stored == nil || f.Stored.IsDue(now) {
		return f.ToStore(now).Verdict
	}
	return f.Stored.Verdict
}

// relateTrials loads the selected relations of trials.
func relateTrials(ctx context.Context, sel engine.Selection, trials []*compliance.Trial) error {
	of := relationsOf(sel, trials)
	changes := inside(ctx, of, "changes", func(t *compliance.Trial) []*compliance.TrialChange { return t.Changes })
	toOne(ctx, changes, "case", storage.Cases, relateCases,
		func(c *compliance.TrialChange) (*uuid.UUID, **model.Case) { return &c.CaseID, &c.Case })
	return changes.err
}
