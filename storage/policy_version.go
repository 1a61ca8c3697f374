package storage

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/uptrace/bun"

	"github.com/covertrack/covertrack/model"
)

var policyVersionColumns = columnsNamed[model.PolicyVersion]()

// policyVersions selects versions, and whether their policies show them. The join is an outer one only so that the planner
// can leave it out where that is not asked: every version has a policy.
func (p *Portfolio) policyVersions() *bun.SelectQuery {
	q := p.db.NewSelect().Model((*model.PolicyVersion)(nil)).Column(p.shown(policyVersionColumns...)...)
	if len(p.shown("is_current")) > 0 {
		q = q.ColumnExpr("o.current_version_id = t.id AS is_current")
	}
	return q.Join("LEFT JOIN policies AS o ON o.portfolio_id = t.portfolio_id AND o.id = t.policy_id").
		Where("t.portfolio_id = ?", p.id)
}

// PolicyVersions reads a page of the versions of the portfolio's policies.
func (p *Portfolio) PolicyVersions(ctx context.Context, f model.PolicyVersionFilter, opt model.ListOptions) (*Page[model.PolicyVersion], error) {
	return lister[model.PolicyVersion]{
		base:   p.policyVersions,
		joined: true,
		given:  f,
		filter: func(q *bun.SelectQuery) *bun.SelectQuery {
			q = common{f.ID, f.CreatedAt, f.UpdatedAt, f.Metadata}.apply(q)
			q = in(q, "policy_id", f.PolicyID.Value())
			q = in(q, "case_id", f.CaseID.Value())
			current := "EXISTS (SELECT FROM policies AS o WHERE o.portfolio_id = t.portfolio_id AND o.current_version_id = t.id)"
			switch wanted := f.IsCurrent.Value(); {
			case wanted == nil:
				return q
			case *wanted:
				return q.Where(current)
			default:
				return q.Where("NOT " + current)
			}
		},
		key: func(v *model.PolicyVersion) (uuid.UUID, time.Time, time.Time) { return v.ID, v.CreatedAt, v.UpdatedAt },
	}.list(ctx, p, opt)
}

// PolicyVersion finds one version; `not_found`.
func (p *Portfolio) PolicyVersion(ctx context.Context, id uuid.UUID) (*model.PolicyVersion, error) {
	return one[model.PolicyVersion](ctx, p, p.policyVersions, "", id, "policy version")
}

// PolicyVersionsByID finds those of the ids that exist, in no certain order.
func (p *Portfolio) PolicyVersionsByID(ctx context.Context, ids []uuid.UUID) ([]*model.PolicyVersion, error) {
	return byID[model.PolicyVersion](ctx, p, p.policyVersions(), ids)
}

// PolicyVersionsOfPolicies are the versions of the policies, oldest first, at most 200 of each.
func (p *Portfolio) PolicyVersionsOfPolicies(ctx context.Context, policies []uuid.UUID) ([]*model.PolicyVersion, error) {
	return ofParents[model.PolicyVersion](ctx, p, p.policyVersions(), "policy_id", policies)
}

// InsertPolicyVersion adds the version that a policy points at, and gives the policy its coverage as the database keeps it.
// There is no update: a version never changes.
func (p *Portfolio) InsertPolicyVersion(ctx context.Context, policy *model.Policy, v *model.PolicyVersion) error {
	v.PortfolioID = p.id
	err := insert(ctx, p.on, v)
	policy.Coverage = v.Coverage
	return err
}

// previousTerm is the coverage of the last version of the term before a policy's current one.
func (p *Portfolio) previousTerm(ctx context.Context, policy *model.Policy) (*model.Coverage, error) {
	v, err := first[model.PolicyVersion](ctx, p, p.db.NewSelect().Model((*model.PolicyVersion)(nil)).
		Where("t.portfolio_id = ? AND t.policy_id = ?", p.id, policy.ID).
		Where("t.term_number < ?", number(policy.TermNumber)).OrderExpr("t.version_number DESC").Limit(1), "earlier term")
	if err != nil {
		return nil, err
	}
	return &v.Coverage, nil
}
