package storage

import (
	"context"
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/uptrace/bun"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/compliance"
	"github.com/covertrack/covertrack/storage/rows"
)

// CaseFacts are what a case's compliance follows from, and what is stored of it.
type CaseFacts struct {
	compliance.Facts
	Stored *model.CaseVerdict // nil if none
}

// What an evaluation looks at has the tag part:"facts". No more is read: it runs with every write below a case.
var (
	factsOfCases = rows.NewPart[model.Case]("facts", func(q *bun.SelectQuery, of rows.Slots) *bun.SelectQuery {
		return ofIDs(q, of).ColumnExpr("EXISTS (SELECT FROM placements AS p WHERE p.portfolio_id = t.portfolio_id AND p.case_id = t.id) "+
			"OR EXISTS (SELECT FROM tasks AS w WHERE w.portfolio_id = t.portfolio_id AND w.case_id = t.id AND w.type = ? "+
			"AND w.origin IS NOT NULL) AS has_placements", model.TaskTypePlacementFacts)
	})
	factsOfAssets   = rows.NewPart[model.Asset]("facts", ofCases)
	factsOfPolicies = rows.NewPart[policyFacts]("", func(q *bun.SelectQuery, of rows.Slots) *bun.SelectQuery {
		return ofCases(q, of).ColumnExpr("t.cancellations IS NOT NULL AS is_cancelled")
	})
	factsOfWaivers = rows.NewPart[model.Waiver]("facts", func(q *bun.SelectQuery, of rows.Slots) *bun.SelectQuery {
		return ofCases(q, of).Where("t.state = 'approved'")
	})
	storedVerdicts = rows.NewPart[model.CaseVerdict]("", ofIDs)
)

// FindingsWork is what the tasks of the findings of cases follow from beside these.
type FindingsWork struct {
	Tasks    map[uuid.UUID]*model.Task // the open ones, by case
	Followed map[uuid.UUID]bool        // policies whose renewal is followed up
	Days     model.DeficiencyDays      // the lender's
	Steps    model.DeficiencySteps     // the lender's; nil for the usual ones
	Lender   *model.Lender             // as far as placements follow from it

	Placements []*model.Placement // of the cases that have some
	Asking     []*model.Task      // of the same, which ask what a placement needs to begin, of every state
}

var tasksOfFindings = rows.NewPart[model.Task]("", func(q *bun.SelectQuery, of rows.Slots) *bun.SelectQuery {
	return q.Where("t.origin = ANY (ARRAY(SELECT '"+model.DeficiencyOrigin+"' || c.id FROM unnest((?)::uuid[]) AS c (id)))", of.IDs).
		Where("t.state IN (?)", bun.List(model.OpenTaskStates()))
})

// What is read of cases with placements, or tasks that ask for what one needs.
var (
	placementsOfCases = rows.NewPart[model.Placement]("", ofCases)
	askingOfCases     = rows.NewPart[model.Task]("", func(q *bun.SelectQuery, of rows.Slots) *bun.SelectQuery {
		return ofCases(q, of).Where("t.type = ? AND t.origin IS NOT NULL", model.TaskTypePlacementFacts)
	})
)

// What is read after these, of those cases that have it, and what is not cached.
var (
	factsOfProfiles = rows.NewPart[model.RiskProfile]("facts", ofIDs)
	factsOfHolders  = rows.NewPart[model.CertificateHolder]("facts", func(q *bun.SelectQuery, of rows.Slots) *bun.SelectQuery {
		return q.Where("t.id IN (SELECT unnest(p.certificate_holder_ids) FROM risk_profiles AS p "+
			"WHERE p.portfolio_id = ? AND p.id = ANY (?))", of.Portfolio, of.IDs)
	})
	factsOfVersions = rows.NewPart[model.PolicyVersion]("facts", ofIDs)
	earlierVersions = rows.NewPart[model.PolicyVersion]("facts", func(q *bun.SelectQuery, of rows.Slots) *bun.SelectQuery {
		return q.Where("t.id IN (SELECT DISTINCT ON (v.policy_id, v.term_number) v.id "+earlierTerms+
			"ORDER BY v.policy_id, v.term_number, v.version_number DESC)", of.Portfolio, of.IDs)
	})
	factsOfClauses       = rows.NewPart[model.MortgageeClause]("facts", ofIDs)
	factsOfCancellations = rows.NewPart[model.Cancellation]("facts", ofCases)
	factsOfInsureds      = rows.NewPart[model.Insured]("facts", ofIDs)
	factsOfDocuments     = rows.NewPart[model.Document]("facts", func(q *bun.SelectQuery, of rows.Slots) *bun.SelectQuery {
		return ofCases(q, of).Where("t.evidences <> '[]'")
	})
)

// earlierTerms are the versions of the terms before the current ones.
const earlierTerms = "FROM policies AS p JOIN policy_versions AS v ON v.portfolio_id = p.portfolio_id AND v.policy_id = p.id " +
	"AND v.term_number < p.term_number WHERE p.portfolio_id = ? AND p.case_id = ANY (?) AND p.term_number > 1 "

func ofIDs(q *bun.SelectQuery, of rows.Slots) *bun.SelectQuery {
	return q.Where("t.id = ANY (?)", of.IDs)
}

func ofCases(q *bun.SelectQuery, of rows.Slots) *bun.SelectQuery {
	return q.Where("t.case_id = ANY (?)", of.IDs)
}

// CaseFacts finds what the compliance of cases follows from, as it is at one moment; cases that do not exist are left
// out. With names it also has those of certificate holders and insureds, which only sentences need. Tried are versions of risk
// profiles that the cases are held against besides those that they pin. A transaction must have locked the cases, or made them;
// clauses keep their types until it ends.
func (p *Portfolio) CaseFacts(
	ctx context.Context, cases []uuid.UUID, withNames bool, tried ...*model.RiskProfile,
) ([]*CaseFacts, error) {
	return p.caseFacts(ctx, cases, withNames, p.db.MayWrite(), tried)
}

// CaseFactsInWords is CaseFacts for a text that nothing is decided by, with names. No lock is needed, or taken.
func (p *Portfolio) CaseFactsInWords(ctx context.Context, cases []uuid.UUID) ([]*CaseFacts, error) {
	return p.caseFacts(ctx, cases, true, false, nil)
}

func (p *Portfolio) caseFacts(
	ctx context.Context, cases []uuid.UUID, withNames, isLocked bool, tried []*model.RiskProfile,
) ([]*CaseFacts, error) {
	var found facts
	err := rows.Snapshot(ctx, p, func(in rows.Scoped) error {
		b := rows.NewBatch(in)
		if isLocked {
			b.Read(rows.SQL("SELECT pg_advisory_xact_lock_shared(?)", p.lockKey(lockOfClauses)), nil)
		}
		factsOfCases.In(b, cases, &found.cases)
		factsOfAssets.In(b, cases, &found.assets)
		factsOfPolicies.In(b, cases, &found.policies)
		factsOfWaivers.In(b, cases, &found.waivers)
		storedVerdicts.In(b, cases, &found.stored)
		if err := b.Send(ctx); err != nil || len(found.profileIDs()) == 0 {
			return err
		}
		if err := found.rest(ctx, in, p.memory, withNames); err != nil {
			return err
		}
		return found.asked(ctx, in, withNames, tried)
	})
	if err != nil {
		return nil, Translate(err)
	}
	return found.byCase(), nil
}

// rest reads what only some cases have, and what is not cached.
func (f *facts) rest(ctx context.Context, in rows.Scoped, m *memory, withNames bool) error {
	b := rows.NewBatch(in)
	var missing []uuid.UUID
	var profiles []*model.RiskProfile
	if f.profiles, missing = m.profiles.get(f.profileIDs()); len(missing) > 0 {
		factsOfProfiles.In(b, missing, &profiles)
	}
	if withNames {
		factsOfHolders.In(b, f.profileIDs(), &f.holders)
	}
	var versions, earlier []*model.PolicyVersion
	if f.versions, missing = m.versions.get(f.versionIDs()); len(missing) > 0 {
		factsOfVersions.In(b, missing, &versions)
	}
	if of := f.casesWith(func(p *policyFacts) bool { return p.TermNumber > 1 }); len(of) > 0 {
		earlierVersions.In(b, of, &earlier)
	}
	if of := f.casesWith(func(p *policyFacts) bool { return p.IsCancelled }); len(of) > 0 {
		factsOfCancellations.In(b, of, &f.cancellations)
	}
	if b.IsEmpty() {
		return nil
	}
	if err := b.Send(ctx); err != nil {
		return err
	}
	m.profiles.put(profiles)
	m.versions.put(versions)
	f.profiles, f.versions = append(f.profiles, profiles...), slices.Concat(f.versions, versions, earlier)
	return nil
}

// asked reads what only some requirements ask about. All of every version that a case here is held against are looked at, in
// whichever of them the case is, and by the members that decide whether the check is asked.
func (f *facts) asked(ctx context.Context, in rows.Scoped, withNames bool, tried []*model.RiskProfile) error {
	var requirements []*model.Requirement
	for _, p := range slices.Concat(f.profiles, tried) {
		requirements = append(requirements, p.Requirements...)
	}
	b := rows.NewBatch(in)
	if ids := f.clauseIDs(); len(ids) > 0 && slices.ContainsFunc(requirements, compliance.AsksForClause) {
		factsOfClauses.In(b, ids, &f.clauses)
	}
	if slices.ContainsFunc(requirements, compliance.AsksForEvidence) {
		factsOfDocuments.In(b, f.caseIDs(), &f.documents)
	}
	if ids := f.insuredIDs(); withNames && len(ids) > 0 && slices.ContainsFunc(requirements, compliance.AsksForInsured) {
		factsOfInsureds.In(b, ids, &f.insureds)
	}
	return b.Send(ctx)
}

// lenderDays are the days of a portfolio's lender, after the id: a row's first column is not NULL.
type lenderDays struct {
	ID              uuid.UUID
	DeficiencyDays  model.DeficiencyDays
	DeficiencySteps model.DeficiencySteps
	TimeZone        *string
	Placements      *model.LenderPlacements `bun:"type:jsonb"`
}

func (p *Portfolio) selectDeficiencyDays() *bun.SelectQuery {
	return p.db.NewSelect().TableExpr("portfolios AS t").
		Column("t.id", "l.deficiency_days", "l.deficiency_steps", "l.time_zone", "l.placements").
		Join("JOIN lenders AS l ON l.id = t.lender_id").Where("t.id = ?", p.ID())
}

// DeficiencyDays are those of the portfolio's lender.
func (p *Portfolio) DeficiencyDays(ctx context.Context) (model.DeficiencyDays, error) {
	days, err := rows.First[lenderDays](ctx, p.db, rows.Planned, p.selectDeficiencyDays(), "portfolio")
	if err != nil {
		return nil, err
	}
	return days.DeficiencyDays, nil
}

// FindingsWork finds what the tasks and placements of cases follow from, of cases that the transaction has locked, of those of them
// that have placements, and of policies.
func (p *Portfolio) FindingsWork(ctx context.Context, cases, placing, policies []uuid.UUID, now time.Time) (*FindingsWork, error) {
	var tasks []*model.Task
	var days []*lenderDays
	var followed []*struct{ ID uuid.UUID }
	work := &FindingsWork{Tasks: map[uuid.UUID]*model.Task{}, Followed: map[uuid.UUID]bool{}}
	b := rows.NewBatch(p)
	tasksOfFindings.In(b, cases, &tasks)
	rows.Into(b, p.selectDeficiencyDays(), &days)
	if len(policies) > 0 {
		rows.Into(b, p.selectFollowedUp(policies, now), &followed)
	}
	if len(placing) > 0 {
		placementsOfCases.In(b, placing, &work.Placements)
		askingOfCases.In(b, placing, &work.Asking)
	}
	if err := b.Send(ctx); err != nil {
		return nil, err
	}
	for _, t := range tasks {
		work.Tasks[*t.CaseID] = t
	}
	for _, f := range followed {
		work.Followed[f.ID] = true
	}
	for _, d := range days {
		work.Days, work.Steps = d.DeficiencyDays, d.DeficiencySteps
		work.Lender = &model.Lender{TimeZone: d.TimeZone, Placing: d.Placements}
	}
	return work, nil
}

// CasesWithFindings are the cases whose stored verdicts tell of something.
func (p *Portfolio) CasesWithFindings(ctx context.Context) ([]uuid.UUID, error) {
	return rows.IDs(ctx, p.db, rows.Planned, p.db.NewSelect().TableExpr("case_verdicts AS t").Column("t.id").
		Where("t.portfolio_id = ? AND t.codes <> '{}'", p.ID()).OrderExpr("1"))
}

// FollowedUp are those of policies without cover whose renewal is followed up: by an open task, or by a notice that is still to
// come. One of a term that has not begun tells of another end. Of a policy that the lender placed nobody else is asked, so it is none;
// nor is one on hold, whose tasks and notices wait without end.
func (p *Portfolio) FollowedUp(ctx context.Context, policies []uuid.UUID, now time.Time) (map[uuid.UUID]bool, error) {
	if len(policies) == 0 {
		return nil, nil
	}
	ids, err := rows.IDs(ctx, p.db, rows.Planned, p.selectFollowedUp(policies, now))
	followed := make(map[uuid.UUID]bool, len(ids))
	for _, id := range ids {
		followed[id] = true
	}
	return followed, err
}

func (p *Portfolio) selectFollowedUp(policies []uuid.UUID, now time.Time) *bun.SelectQuery {
	placed := p.db.NewSelect().TableExpr("policy_versions AS v").ColumnExpr("v.policy_id").
		Where("v.portfolio_id = ? AND v.policy_id = ANY (?)", p.ID(), rows.Array[uuid.UUID](policies)).
		Where("v.is_current AND v.placement = ?", model.PolicyPlacementLenderPlaced)
	held := p.db.NewSelect().TableExpr("policies AS h").ColumnExpr("h.id").
		Where("h.portfolio_id = ? AND h.id = ANY (?)", p.ID(), rows.Array[uuid.UUID](policies)).
		Where("h.status = ?", model.PolicyStatusOnHold)
	by := func(table, state string) *bun.SelectQuery {
		return p.db.NewSelect().TableExpr("? AS t", bun.Ident(table)).ColumnExpr("t.policy_id AS id").
			Where("t.portfolio_id = ? AND t.policy_id = ANY (?)", p.ID(), rows.Array[uuid.UUID](policies)).Where(state).
			Where("t.policy_id NOT IN (? UNION ALL ?)", placed, held)
	}
	open := by("tasks", "t.state IN ('open', 'inProgress', 'paused')").Where("t.type = ?", model.TaskTypeRenewalFollowUp)
	return open.Union(by("renewal_notices", "t.state = 'planned'").Where(`NOT EXISTS (SELECT FROM policies AS o
		WHERE o.portfolio_id = t.portfolio_id AND o.id = t.policy_id AND o.term_number = t.term_number AND o.start_date > ?)`, now))
}

// AssetNames are what assets are called.
func (p *Portfolio) AssetNames(ctx context.Context, assets []uuid.UUID) (map[uuid.UUID]string, error) {
	type row struct {
		ID          uuid.UUID
		DisplayName string
	}
	found, err := rows.Read[row](ctx, p.db, rows.Planned, p.db.NewSelect().TableExpr("assets AS t").Column("t.id", "t.display_name").
		Where("t.portfolio_id = ? AND t.id = ANY (?)", p.ID(), rows.Array[uuid.UUID](assets)))
	names := make(map[uuid.UUID]string, len(found))
	for _, a := range found {
		names[a.ID] = a.DisplayName
	}
	return names, err
}

// policyFacts is what an evaluation reads of a policy's row.
type policyFacts struct {
	bun.BaseModel `bun:"table:policies,alias:t"`

	ID               uuid.UUID `bun:"type:uuid"`
	CaseID           uuid.UUID `bun:"type:uuid"`
	Status           model.PolicyStatus
	StatusBeforeHold *model.PolicyStatus
	DeactivatedAt    *time.Time
	CurrentVersionID uuid.UUID `bun:"type:uuid"`
	TermNumber       int
	IsCancelled      bool `bun:",scanonly"` // or was
}

func (p *policyFacts) policy() *model.Policy {
	return &model.Policy{
		ID: p.ID, CaseID: p.CaseID, Status: p.Status, StatusBeforeHold: p.StatusBeforeHold, DeactivatedAt: p.DeactivatedAt,
	}
}
