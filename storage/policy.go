package storage

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/uptrace/bun"

	"github.com/covertrack/covertrack/model"
)

// The columns of the table policies; a policy's other members are its current version's.
var (
	policyState = []string{"status", "status_before_hold", "on_hold_at", "deactivated_at", "updated_at"}
	policySaved = append([]string{"insurance_contact_ids", "current_version_id", "term_number", "coverage_type_ids", "policy_number",
		"start_date", "end_date", "metadata"}, policyState...)
	policyAdded = append([]string{"portfolio_id", "id", "case_id", "created_at"}, policySaved...)
)

// policyCoverage are the members of a policy that are columns of its current version alone.
var policyCoverage = []string{
	"version_number", "gap_days", "name", "display_name", "product_type", "coverage_layer", "peril_ids", "asset_perils", "coverage_form_type",
	"carrier", "insured_ids", "mortgagee_clause_ids", "limits", "deductible", "premium",
}

// policies selects policies with their coverage. The join is an outer one so that the planner can leave it out where no column
// of it is read, in totals above all: every policy has a current version.
func (p *Portfolio) policies() *bun.SelectQuery {
	q := p.db.NewSelect().Model((*model.Policy)(nil)).Column(p.shown(policyAdded...)...)
	for _, column := range p.shown(policyCoverage...) {
		q = q.ColumnExpr("v.?", bun.Ident(column))
	}
	return q.Join("LEFT JOIN policy_versions AS v ON v.portfolio_id = t.portfolio_id AND v.id = t.current_version_id").
		Where("t.portfolio_id = ?", p.id)
}

// Policies reads a page of the portfolio's policies.
func (p *Portfolio) Policies(ctx context.Context, f model.PolicyFilter, opt model.ListOptions) (*Page[model.Policy], error) {
	return lister[model.Policy]{
		base:   p.policies,
		joined: true,
		given:  f,
		filter: func(q *bun.SelectQuery) *bun.SelectQuery {
			q = common{f.ID, f.CreatedAt, f.UpdatedAt, f.Metadata}.apply(q)
			q = in(q, "case_id", f.CaseID.Value())
			q = in(q, "status", f.Status.Value())
			q = in(q, "policy_number", f.PolicyNumber.Value())
			q = within(q, "start_date", dateBounds(f.StartDate.Value()))
			q = within(q, "end_date", dateBounds(f.EndDate.Value()))
			return withCoverage(q, f.CoverageType.Value())
		},
		key: func(p *model.Policy) (uuid.UUID, time.Time, time.Time) { return p.ID, p.CreatedAt, p.UpdatedAt },
	}.list(ctx, p, opt)
}

// withCoverage holds when the policy has any of the coverage types, named by id or key.
func withCoverage(q *bun.SelectQuery, refs []string) *bun.SelectQuery {
	if refs == nil {
		return q
	}
	var ids []uuid.UUID
	for _, ref := range refs {
		if t, ok := model.CoverageTypeByRef(ref); ok {
			ids = append(ids, t.ID)
		}
	}
	if ids == nil {
		return q.Where("false")
	}
	return q.Where("t.coverage_type_ids && ?", array[uuid.UUID](ids))
}

// Policy finds one policy; `not_found`.
func (p *Portfolio) Policy(ctx context.Context, id uuid.UUID) (*model.Policy, error) {
	return one[model.Policy](ctx, p, p.policies, "", id, "policy")
}

// PoliciesByID finds those of the ids that exist, in no certain order.
func (p *Portfolio) PoliciesByID(ctx context.Context, ids []uuid.UUID) ([]*model.Policy, error) {
	return byID[model.Policy](ctx, p, p.policies(), ids)
}

// PoliciesOfCases are the policies of the cases, oldest first, at most 200 of each.
func (p *Portfolio) PoliciesOfCases(ctx context.Context, cases []uuid.UUID) ([]*model.Policy, error) {
	return ofParents[model.Policy](ctx, p, p.policies(), "case_id", cases)
}

// LockCaseOfPolicy is LockCase for the case of a policy; `not_found` for a policy that does not exist.
func (p *Portfolio) LockCaseOfPolicy(ctx context.Context, id uuid.UUID) (*model.Case, error) {
	return p.lockCaseOf(ctx, "policies", id, "policy")
}

// LockPolicy finds one policy of a case that is locked already, and keeps others from writing it; `not_found`. The wait is at
// the case: this statement's snapshot comes after it, so that version and policy belong together.
func (p *Portfolio) LockPolicy(ctx context.Context, id uuid.UUID) (*model.Policy, error) {
	return one[model.Policy](ctx, p, p.policies, "NO KEY UPDATE OF t", id, "policy")
}

// LockPoliciesOfCase is LockPolicy for all policies of a locked case, in the order of their ids.
func (p *Portfolio) LockPoliciesOfCase(ctx context.Context, id uuid.UUID) ([]*model.Policy, error) {
	return read[model.Policy](ctx, p.on, prepared, p.policies().Where("t.case_id = ?", id).OrderExpr("t.id").For("NO KEY UPDATE OF t"))
}

// InsertPolicy adds a policy with its first version and reads back what the database made of both.
func (p *Portfolio) InsertPolicy(ctx context.Context, policy *model.Policy, first *model.PolicyVersion) error {
	policy.PortfolioID = p.id
	rows := []*model.Policy{policy}
	c, err := newInsert(rows, policyAdded...)
	if err != nil {
		return err
	}
	err = c.write(" RETURNING metadata").run(ctx, p.on, true, func(r pgx.Rows) error { return readBack(r, rows) })
	if err != nil {
		return err
	}
	return p.InsertPolicyVersion(ctx, policy, first)
}

// UpdatePolicy saves all members of a policy that the transaction has locked. The version that it points at exists already.
func (p *Portfolio) UpdatePolicy(ctx context.Context, policy *model.Policy) error {
	_, err := p.db.NewUpdate().Model(policy).Column(policySaved...).WherePK().Returning("metadata").Exec(ctx)
	return Translate(err)
}

// UpdatePolicyStates saves where policies stand that the transaction has locked, in one statement.
func (p *Portfolio) UpdatePolicyStates(ctx context.Context, policies []*model.Policy) error {
	if len(policies) == 0 {
		return nil
	}
	_, err := p.db.NewUpdate().Model(&policies).Column(policyState...).Bulk().Exec(ctx)
	return Translate(err)
}
