package limit

import (
	"context"
	"errors"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage"
)

// changePolicy changes the coverage of an active policy of the legacy model, and moves its notices if its end changes,
// as the bench does: the input names no other record.
func changePolicy(ctx context.Context, w *write, id uuid.UUID, in model.UpdatePolicyInput) (any, error) {
	c, err := w.lockCaseOfPolicy(ctx, id)
	if err != nil {
		return nil, err
	}
	p, err := w.lockPolicy(ctx, id)
	if err != nil {
		return nil, err
	}
	before := *p
	if err := p.Patch(in, model.PolicyReferences{Case: c}).Err(); err != nil {
		return nil, err
	}
	v := p.NextVersion(storage.NewID(), &before, w.now)
	if v != nil {
		err = w.savePolicy(ctx, &before, p, v)
	}
	if err != nil {
		return nil, err
	}
	notices, err := w.currentNotices(ctx, p)
	if err != nil {
		return nil, err
	}
	p.Show()
	p.Renewal = model.Renewal(p, notices, w.now)
	if v == nil {
		return policyOf(p), nil
	}
	return policyOf(p), w.record(ctx, "updated", "policy", p.ID, model.Changes(before, *p))
}

// savePolicy saves a policy whose coverage differs from before, with its version and its notices.
func (w *write) savePolicy(ctx context.Context, before, p *model.Policy, v *model.PolicyVersion) error {
	p.UpdatedAt = w.now
	if err := w.updatePolicy(ctx, p, v); err != nil {
		return err
	}
	if before.EndDate != nil && p.EndDate != nil && before.EndDate.Equal(*p.EndDate) {
		return nil
	}
	return w.moveRenewal(ctx, p)
}

func (w *write) lockCaseOfPolicy(ctx context.Context, id uuid.UUID) (*model.Case, error) {
	c := new(model.Case)
	return c, w.QueryRow(ctx, `SELECT id, status, status_before_hold, on_hold_at, program_id, risk_profile_id FROM cases
		WHERE portfolio_id = $1 AND id = (SELECT case_id FROM policies WHERE portfolio_id = $1 AND id = $2) FOR NO KEY UPDATE`,
		w.portfolio, id).
		Scan((*[16]byte)(&c.ID), &c.Status, &c.StatusBeforeHold, &c.OnHoldAt, &c.ProgramID, &c.RiskProfileID)
}

// lockPolicy reads the coverage from the current version.
func (w *write) lockPolicy(ctx context.Context, id uuid.UUID) (*model.Policy, error) {
	p := &model.Policy{ID: id}
	var cancellations, assetPerils, carrier, limits, deductible, premium []byte
	err := w.QueryRow(ctx, `SELECT t.case_id, t.status, t.status_before_hold, t.on_hold_at, t.deactivated_at,
			t.insurance_contact_ids, t.current_version_id, t.cancellations, v.version_number, t.term_number, v.gap_days, v.name,
			t.display_name, v.product_type, v.coverage_layer, t.coverage_type_ids, v.peril_ids, v.asset_perils,
			v.coverage_form_type, t.start_date, t.end_date, t.policy_number, v.carrier, t.insured_ids, v.mortgagee_clause_ids,
			v.limits, v.deductible, v.premium, t.review_until, t.asset_ids, t.metadata, t.created_at,
			t.updated_at
		FROM policies AS t LEFT JOIN policy_versions AS v ON v.portfolio_id = t.portfolio_id AND v.id = t.current_version_id
		WHERE t.portfolio_id = $1 AND t.id = $2 FOR NO KEY UPDATE OF t`, w.portfolio, id).
		Scan((*[16]byte)(&p.CaseID), &p.Status, &p.StatusBeforeHold, &p.OnHoldAt, &p.DeactivatedAt,
			&p.InsuranceContactIDs, (*[16]byte)(&p.CurrentVersionID), &cancellations, &p.VersionNumber, &p.TermNumber, &p.GapDays,
			&p.Name, &p.DisplayName, &p.ProductType, &p.CoverageLayer, &p.CoverageTypeIDs, &p.PerilIDs, &assetPerils,
			&p.CoverageFormType, &p.StartDate, &p.EndDate, &p.PolicyNumber, &carrier, &p.InsuredIDs, &p.MortgageeClauseIDs,
			&limits, &deductible, &premium, &p.ReviewUntil, &p.AssetIDs, (*[]byte)(&p.Metadata), &p.CreatedAt, &p.UpdatedAt)
	return p, errors.Join(err, decode(cancellations, &p.Cancellations), decode(assetPerils, &p.AssetPerils),
		decode(carrier, &p.Carrier), decode(limits, &p.Limits), decode(deductible, &p.Deductible), decode(premium, &p.Premium))
}

// updatePolicy saves the policy and adds its new version.
func (w *write) updatePolicy(ctx context.Context, p *model.Policy, v *model.PolicyVersion) error {
	metadata, _ := p.Metadata.MarshalJSON()
	err := w.QueryRow(ctx, `UPDATE policies SET status = $3, status_before_hold = $4, on_hold_at = $5, deactivated_at = $6,
			insurance_contact_ids = $7, current_version_id = $8, cancellations = $9, term_number = $10, display_name = $11,
			coverage_type_ids = $12, start_date = $13, end_date = $14, policy_number = $15, insured_ids = $16,
			review_until = $17, asset_ids = $18, metadata = $19, updated_at = $20
		WHERE portfolio_id = $1 AND id = $2 RETURNING metadata`,
		w.portfolio, p.ID, string(p.Status), (*string)(p.StatusBeforeHold), p.OnHoldAt, p.DeactivatedAt,
		p.InsuranceContactIDs, p.CurrentVersionID, optional(p.Cancellations), p.TermNumber, p.DisplayName,
		p.CoverageTypeIDs, p.StartDate, p.EndDate, p.PolicyNumber, p.InsuredIDs,
		p.ReviewUntil, p.AssetIDs, metadata, w.now).Scan((*[]byte)(&p.Metadata))
	if err != nil {
		return err
	}
	return w.insertVersion(ctx, v)
}

// moveRenewal plans the notices of the policy anew. Those of the bench only move: there is one for each step, which
// nobody got.
func (w *write) moveRenewal(ctx context.Context, p *model.Policy) error {
	steps, err := w.renewalSteps(ctx)
	if err != nil {
		return err
	}
	existing, err := w.notices(ctx, `SELECT `+noticeMembers+` FROM renewal_notices AS t
		WHERE t.portfolio_id = $1 AND t.policy_id = ANY($2) ORDER BY t.id FOR NO KEY UPDATE`, p)
	if err != nil {
		return err
	}
	plan := model.PlanRenewal(p, existing, steps, model.SkipLate, w.now)
	if len(plan.New) > 0 {
		return errors.New("the bench changes policies that have all their notices")
	}
	ids, due := make([][16]byte, len(plan.Changed)), make([]time.Time, len(plan.Changed))
	for i, n := range plan.Changed {
		if n.State != model.RenewalNoticeStatePlanned {
			return errors.New("the bench moves notices, and settles none")
		}
		ids[i], due[i] = n.ID, n.DueAt
	}
	_, err = w.Exec(ctx, `UPDATE renewal_notices AS t SET due_at = d.due_at, cancellation_id = NULL, state = 'planned',
			skip_reason = NULL, settled_at = NULL, next_attempt_at = NULL, attempts = 0, letter = NULL, updated_at = $4
		FROM unnest($2::uuid[], $3::timestamptz[]) AS d (id, due_at) WHERE t.portfolio_id = $1 AND t.id = d.id`,
		w.portfolio, ids, due, w.now)
	return err
}

// noticeMembers are the columns that a plan looks at, of a notice that nobody got.
const noticeMembers = `t.id, t.policy_id, t.case_id, t.term_number, t.cancellation_id, t.step, t.due_at, t.requested_at,
	t.state, t.next_attempt_at`

// currentNotices are those of the policy's term, which say how far its follow-up is.
func (w *write) currentNotices(ctx context.Context, p *model.Policy) ([]*model.RenewalNotice, error) {
	return w.notices(ctx, `SELECT `+noticeMembers+` FROM renewal_notices AS t
		JOIN policies AS o ON o.portfolio_id = t.portfolio_id AND o.id = t.policy_id
		WHERE t.portfolio_id = $1 AND t.policy_id = ANY($2) AND o.term_number = t.term_number`, p)
}

func (w *write) notices(ctx context.Context, query string, p *model.Policy) (notices []*model.RenewalNotice, err error) {
	rows, _ := w.Query(ctx, query, w.portfolio, []uuid.UUID{p.ID})
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (*model.RenewalNotice, error) {
		n := new(model.RenewalNotice)
		return n, row.Scan((*[16]byte)(&n.ID), (*[16]byte)(&n.PolicyID), (*[16]byte)(&n.CaseID), &n.TermNumber,
			&n.CancellationID, &n.Step, &n.DueAt, &n.RequestedAt, &n.State, &n.NextAttemptAt)
	})
}
