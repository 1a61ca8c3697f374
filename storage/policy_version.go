package storage

import (
	"context"
	"time"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage/rows"
)

// PolicyVersions are the coverages that policies have and had. Triggers of the database write which are current.
var PolicyVersions = rows.Define(Table[model.PolicyVersion, model.PolicyVersionFilter]{
	Noun: "policy version",
	Filter: func(f model.PolicyVersionFilter) []rows.Condition {
		return []rows.Condition{
			rows.Common(f.ID, f.CreatedAt, f.UpdatedAt, f.Metadata),
			rows.In("policy_id", f.PolicyID.Value()),
			rows.In("case_id", f.CaseID.Value()),
			rows.Is("is_current", f.IsCurrent.Value()),
		}
	},
	Computed: map[string]string{"is_current": "t.is_current"},
})

// UpdatePolicy saves a policy that the transaction has locked. With a version, to which the policy points already, it adds
// that too and gives the policy its coverage as the database keeps it. There is no update of a version: what it says never
// changes.
func (p *Portfolio) UpdatePolicy(ctx context.Context, policy *model.Policy, v *model.PolicyVersion) error {
	if v == nil {
		return Policies.Update(ctx, p, policy)
	}
	if err := Policies.UpdateLater(ctx, p, policy); err != nil {
		return err
	}
	err := PolicyVersions.Insert(ctx, p, v)
	policy.Coverage = v.Coverage
	if err == nil {
		p.memory.remember([]*model.PolicyVersion{v})
	}
	return err
}

// previousTerm is the coverage of the last version of the term before a policy's current one.
func (p *Portfolio) previousTerm(ctx context.Context, policy *model.Policy) (*model.Coverage, error) {
	earlier := PolicyVersions.Select(p, rows.Where("t.policy_id = ?", policy.ID),
		rows.Where("t.term_number < ?", rows.Number(policy.TermNumber)))
	v, err := rows.First[model.PolicyVersion](ctx, p.db, rows.Prepared,
		earlier.OrderExpr("t.version_number DESC").Limit(1), "earlier term")
	if err != nil {
		return nil, err
	}
	return &v.Coverage, nil
}

// EarlierStart is the latest known start of a policy's terms up to the one given, nil if none is known: a start that a
// correction cleared is not. A known start of the term given is later than all before it.
func (p *Portfolio) EarlierStart(ctx context.Context, policy uuid.UUID, term *model.Coverage) (*time.Time, error) {
	if term.StartDate != nil {
		return term.StartDate, nil
	}
	type start struct{ StartDate *time.Time }
	starts := p.db.NewSelect().Table("policy_versions").DistinctOn("term_number").Column("start_date").
		Where("portfolio_id = ? AND policy_id = ?", p.ID(), policy).
		Where("term_number <= ?", rows.Number(term.TermNumber)).OrderExpr("term_number, version_number DESC")
	latest, err := rows.Find[start](ctx, p.db, rows.Prepared,
		p.db.NewSelect().TableExpr("(?) AS t", starts).Where("start_date IS NOT NULL").OrderExpr("start_date DESC").Limit(1))
	if err != nil || latest == nil {
		return nil, err
	}
	return latest.StartDate, nil
}
