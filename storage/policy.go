package storage

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/uptrace/bun"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/catalog"
	"github.com/covertrack/covertrack/model/page"
	"github.com/covertrack/covertrack/storage/rows"
)

// Policies are the insurance policies of cases. A policy's row has where it stands; its coverage is that of its current
// version, but for the columns that lists filter by, of which the row has a copy.
var Policies = rows.Define(Table[model.Policy, model.PolicyFilter]{
	Noun: "policy",
	Filter: func(f model.PolicyFilter) []rows.Condition {
		return []rows.Condition{
			rows.Common(f.ID, f.CreatedAt, f.UpdatedAt, f.Metadata),
			rows.In("case_id", f.CaseID.Value()),
			rows.In("status", f.Status.Value()),
			rows.In("policy_number", f.PolicyNumber.Value()),
			rows.In("external_id", f.ExternalID.Value()),
			rows.WithinDates("start_date", f.StartDate.Value()),
			rows.WithinDates("end_date", f.EndDate.Value()),
			withCoverage(f.CoverageType.Value()),
			rows.HasAny("insured_ids", f.Insured.Value()),
			rows.HasAny("asset_ids", f.Asset.Value()),
		}
	},
	Text: func(f model.PolicyFilter) *string { return f.Q.Value() },
	Searched: []rows.Searched{
		{Table: "policies", Text: "x.search", Number: "lower(x.policy_number)", Link: "t.id = x.id", IsName: true},
	},
	Orders:    map[page.Sort]string{page.SortEndDate: "end_date", page.SortStartDate: "start_date"},
	Join:      "LEFT JOIN policy_versions AS v ON v.portfolio_id = t.portfolio_id AND v.id = t.current_version_id",
	Returning: "metadata", // the coverage is read back with the version
	Counted:   []string{"status"},
})

// withCoverage holds when the policy has any of the coverage types, named by id or key.
func withCoverage(refs []string) rows.Condition {
	if refs == nil {
		return nil
	}
	var ids []uuid.UUID
	for _, ref := range refs {
		if t, ok := catalog.CoverageTypes.ByRef(ref); ok {
			ids = append(ids, t.ID)
		}
	}
	if ids == nil {
		return rows.Where("false")
	}
	return rows.HasAny("coverage_type_ids", ids)
}

// LockCaseOfPolicy locks the case of a policy; `not_found` for a policy that does not exist. The wait is at the case: a
// statement after it has a snapshot in which version and policy belong together.
func (p *Portfolio) LockCaseOfPolicy(ctx context.Context, id uuid.UUID) (*model.Case, error) {
	return p.lockCaseOf(ctx, Policies, id, Policies.Noun)
}

// LockPolicy locks a policy after its case, and returns both.
func (p *Portfolio) LockPolicy(ctx context.Context, id uuid.UUID) (*model.Case, *model.Policy, error) {
	return lockBelow(ctx, p, Policies, rows.ForUpdate, id)
}

// LockPoliciesOfCase finds all policies of a locked case and keeps others from writing them, in the order of their ids. They
// come without their perils, which are most of what a policy has.
func (p *Portfolio) LockPoliciesOfCase(ctx context.Context, id uuid.UUID) ([]*model.Policy, error) {
	lean := p.Showing(func(member string) bool { return member != "perils" && member != "perilsByAsset" })
	return rows.Read[model.Policy](ctx, p.db, rows.Prepared,
		Policies.Select(lean, rows.Where("t.case_id = ?", id)).OrderExpr("t.id").For(string(rows.ForUpdate)))
}

// InsuredsUnsaid are the versions, of those given, of which nobody has said whom they insure.
func (p *Portfolio) InsuredsUnsaid(ctx context.Context, versions []uuid.UUID) (map[uuid.UUID]bool, error) {
	ids, err := rows.IDs(ctx, p.db, rows.Planned, rows.SQL(`SELECT id FROM policy_versions
		WHERE portfolio_id = ? AND id = ANY (?) AND insured_ids = '{}' AND NOT no_insureds`, p.ID(), rows.Array[uuid.UUID](versions)))
	is := make(map[uuid.UUID]bool, len(ids))
	for _, id := range ids {
		is[id] = true
	}
	return is, err
}

// InsertPolicies adds policies, each with its first version, and reads back what the database made of them.
func (p *Portfolio) InsertPolicies(ctx context.Context, policies []*model.Policy, first []*model.PolicyVersion) error {
	if err := Policies.InsertLater(ctx, p, policies...); err != nil {
		return err
	}
	if err := PolicyVersions.Insert(ctx, p, first...); err != nil {
		return err
	}
	for i, v := range first {
		policies[i].Coverage = v.Coverage
	}
	p.memory.remember(first)
	return nil
}

// UpdatePolicyStates saves where policies stand that the transaction has locked, in one statement.
func (p *Portfolio) UpdatePolicyStates(ctx context.Context, policies []*model.Policy) error {
	return Policies.Save(ctx, p, policies, "state")
}

// coverOfPolicy is what model.Policy.ResumesOn asks of a policy.
type coverOfPolicy struct {
	bun.BaseModel `bun:"table:policies,alias:t"`

	ID                 uuid.UUID `bun:"type:uuid"`
	TermNumber         int
	StartDate, EndDate *time.Time
	Cancellations      *model.PolicyCancellations `bun:"type:jsonb"`
}

var coverOfPolicies = rows.NewPart[coverOfPolicy]("", ofIDs)

// CoverOfPolicies returns the policies with what tells when they insure, and nothing else.
func (p *Portfolio) CoverOfPolicies(ctx context.Context, ids []uuid.UUID) ([]*model.Policy, error) {
	found, err := coverOfPolicies.ReadWith(ctx, p, ids, nil)
	policies := make([]*model.Policy, len(found))
	for i, f := range found {
		policies[i] = &model.Policy{ID: f.ID, Cancellations: f.Cancellations}
		policies[i].TermNumber, policies[i].StartDate, policies[i].EndDate = f.TermNumber, f.StartDate, f.EndDate
	}
	return policies, err
}
