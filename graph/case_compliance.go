package graph

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/99designs/gqlgen/graphql"
	"github.com/google/uuid"

	"github.com/covertrack/covertrack/graph/engine"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/catalog"
	"github.com/covertrack/covertrack/model/deficiency"
	"github.com/covertrack/covertrack/model/scalar"
	"github.com/covertrack/covertrack/storage"
)

func (*queryResolver) CaseCompliance(ctx context.Context, id uuid.UUID, on *time.Time) (*model.Compliance, error) {
	r := engine.RequestOf(ctx)
	day, err := model.ComplianceDay(on, r.Now)
	if err != nil {
		return nil, err
	}
	if err := cmp.Or(r.SpendStatement(), r.SpendEvaluations(1)); err != nil {
		return nil, err
	}
	facts, err := r.Store.CaseFacts(ctx, []uuid.UUID{id}, true)
	if err != nil || len(facts) == 0 {
		return nil, err
	}
	c := complianceOn(facts[0], day, r.Now)
	if err := tellSince(r, engine.SelectionOf(ctx), facts[0], c); err != nil {
		return nil, err
	}
	return related(ctx, c, relateCompliances)
}

// tellSince says since when findings are told, where that is selected. It costs about as much as two evaluations more.
func tellSince(r *engine.Request, sel engine.Selection, f *storage.CaseFacts, c *model.Compliance) error {
	for _, member := range []string{"demands", "targets", "findings", "since"} {
		var isSelected bool
		if sel, isSelected = sel.Child(member); !isSelected {
			return nil
		}
	}
	if err := r.SpendEvaluations(2); err != nil {
		return err
	}
	f.TellSince(c)
	return nil
}

// complianceOn evaluates a case. Today's also says when the stored verdict was written.
func complianceOn(f *storage.CaseFacts, day, now time.Time) *model.Compliance {
	c := f.On(day)
	if f.Stored != nil && day.Equal(scalar.DayOf(now)) {
		c.EvaluatedAt = f.Stored.EvaluatedAt
		c.SinceStored(f.Stored)
	}
	return c
}

// judged loads how cases are insured, what is stored of it, and the history of that. In a mutation the stored verdicts
// are written before, so that the response tells of them.
func judged(ctx context.Context, of *relations[model.Case]) {
	if of.err == nil && (of.sel.Has("compliance") || of.sel.Has("caseVerdict") || of.sel.Has("complianceHistory")) {
		of.err = KeepVerdicts(ctx)
	}
	evaluated(ctx, of)
	toOne(ctx, of, "caseVerdict", storage.CaseVerdicts, relateCaseVerdicts, storedVerdict)
	hasMany(ctx, of, "complianceHistory", storage.VerdictChanges, "case_id", nil,
		func(c *model.Case) (uuid.UUID, *[]*model.VerdictChange) { return c.ID, &c.ComplianceHistory })
}

// storedVerdict links a case to its stored verdict, if it can have one.
func storedVerdict(c *model.Case) (*uuid.UUID, **model.CaseVerdict) {
	if !c.IsFrameworkCase() {
		return nil, &c.CaseVerdict
	}
	return &c.ID, &c.CaseVerdict
}

// evaluated evaluates the cases on the days that are selected.
func evaluated(ctx context.Context, of *relations[model.Case]) {
	if _, ok := of.loaded(ctx, "compliance"); !ok {
		return
	}
	r := engine.RequestOf(ctx)
	days, err := daysAsked(of.sel, r.Now)
	if of.err = err; err != nil {
		return
	}
	if of.err = r.SpendEvaluations(len(of.parents) * len(days)); of.err != nil {
		return
	}
	facts, err := r.Store.CaseFacts(ctx, idsIn(storage.Cases, of.parents, "id"), true)
	if of.err = err; err != nil {
		return
	}
	byCase := make(map[uuid.UUID]*storage.CaseFacts, len(facts))
	for _, f := range facts {
		byCase[f.Case.ID] = f
	}
	for _, c := range of.parents {
		c.Compliances = make(model.Compliances, len(days))
	}
	for _, d := range days {
		all := make([]*model.Compliance, len(of.parents))
		for i, c := range of.parents {
			all[i] = complianceOn(byCase[c.ID], d.day, r.Now)
			if graphql.GetFieldContext(ctx).Field.Name == "case" {
				if of.err = tellSince(r, d.shown, byCase[c.ID], all[i]); of.err != nil {
					return
				}
			}
			c.Compliances[d.asked] = all[i]
			d.shown.AddTimes(all[i], of.sel.Times(c))
		}
		relateBelow(ctx, of, d.shown, all, relateCompliances)
	}
}

// dayAsked is a day for which the compliance of cases is selected, under one alias or several.
type dayAsked struct {
	asked time.Time // its key in Compliances
	day   time.Time
	shown engine.Selection
}

// daysAsked are the days for which the compliance of cases is selected.
func daysAsked(cases engine.Selection, now time.Time) (days []*dayAsked, err error) {
	err = cases.Each("compliance", "on", func(value any, shown engine.Selection) error {
		on, err := unmarshalOn(value)
		if err != nil {
			return nil // gqlgen says so
		}
		day, err := model.ComplianceDay(on, now)
		if err != nil {
			return err
		}
		asked := model.DayAsked(on)
		if i := slices.IndexFunc(days, func(d *dayAsked) bool { return d.asked.Equal(asked) }); i >= 0 {
			days[i].shown = days[i].shown.And(shown)
			return nil
		}
		days = append(days, &dayAsked{asked: asked, day: day, shown: shown})
		return nil
	})
	return days, err
}

func unmarshalOn(value any) (*time.Time, error) {
	if value == nil {
		return nil, nil
	}
	on, err := scalar.UnmarshalDate(value)
	return &on, err
}

// relateCompliances loads the selected relations of compliances: of their demands, targets and findings. Coverage types
// and perils are in memory.
func relateCompliances(ctx context.Context, sel engine.Selection, all []*model.Compliance) error {
	of := relationsOf(sel, all)
	demands := inside(ctx, of, "demands", func(c *model.Compliance) []*model.DemandCompliance { return c.Demands })
	for _, d := range demands.parents {
		d.CoverageType, _ = catalog.CoverageTypes.ByID(d.CoverageTypeID)
	}
	embedded(ctx, demands, "coverageType", relateCoverageTypes,
		func(d *model.DemandCompliance) []*catalog.CoverageType {
			return []*catalog.CoverageType{d.CoverageType}
		})
	targets := inside(ctx, demands, "targets",
		func(d *model.DemandCompliance) []*model.TargetCompliance { return d.Targets })
	toOne(ctx, targets, "asset", storage.Assets, relateAssets,
		func(t *model.TargetCompliance) (*uuid.UUID, **model.Asset) { return t.AssetID, &t.Asset })
	findings := inside(ctx, targets, "findings", func(t *model.TargetCompliance) []*model.Finding { return t.Findings })
	relateFindings(ctx, findings)
	own := inside(ctx, demands, "findings", func(d *model.DemandCompliance) []*model.Finding { return d.Findings })
	relateFindings(ctx, own)
	return cmp.Or(of.err, demands.err, targets.err, findings.err, own.err)
}

// dueFindings says by when findings should be mended.
func dueFindings(ctx context.Context, of *relations[model.Finding]) {
	if of.err != nil || len(of.parents) == 0 || !of.sel.Has("dueOn") {
		return
	}
	r := engine.RequestOf(ctx)
	if of.err = r.SpendStatement(); of.err != nil {
		return
	}
	days, err := r.Store.DeficiencyDays(ctx)
	of.err = err
	for _, f := range of.parents {
		if since := cmp.Or(f.Since, f.ToldSince); since != nil && f.Counted && f.Outcome != model.FindingOutcomeWaived {
			due := deficiency.DueOn(f.Code, *since, days)
			f.DueOn = &due
		}
	}
}

// relateFindings loads the selected relations of findings.
func relateFindings(ctx context.Context, of *relations[model.Finding]) {
	dueFindings(ctx, of)
	for _, f := range of.parents {
		if f.PerilID != nil {
			f.Peril, _ = catalog.Perils.ByID(*f.PerilID)
		}
	}
	embedded(ctx, of, "peril", relatePerils, func(f *model.Finding) []*catalog.Peril {
		if f.Peril == nil {
			return nil
		}
		return []*catalog.Peril{f.Peril}
	})
	toOne(ctx, of, "policy", storage.Policies, relatePolicies,
		func(f *model.Finding) (*uuid.UUID, **model.Policy) { return f.PolicyID, &f.Policy })
	toOne(ctx, of, "waiver", storage.Waivers, relateWaivers,
		func(f *model.Finding) (*uuid.UUID, **model.Waiver) { return f.WaiverID, &f.Waiver })
}
