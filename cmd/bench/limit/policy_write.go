package limit

import (
	"context"
	"errors"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/scalar"
	"github.com/covertrack/covertrack/storage"
)

// createPolicy adds a policy to a case of the legacy model, as the bench does.
func createPolicy(ctx context.Context, w *writer, _ uuid.UUID, in model.CreatePolicyInput) (any, error) {
	c, err := w.lockCase(ctx, lockCaseSQL, in.CaseID)
	if err != nil {
		return nil, err
	}
	refs := model.PolicyReferences{
		Case:             c,
		Insureds:         w.existing(ctx, "insureds", in.Insureds.Value()),
		MortgageeClauses: w.existing(ctx, "mortgagee_clauses", in.MortgageeClauses.Value()),
		Contacts:         w.contacts(ctx, in.InsuranceContacts.Value()),
	}
	err = w.QueryRow(ctx, `SELECT product_types FROM programs WHERE portfolio_id = $1 AND id = $2`,
		w.portfolio, c.ProgramID).Scan(&refs.ProductTypes)
	if err := errors.Join(w.failed, err); err != nil {
		return nil, err
	}
	p, err := model.NewPolicy(storage.NewID(), in, refs, w.now)
	if err != nil {
		return nil, err
	}
	if err := w.savePolicy(ctx, savePolicy.insert, p, p.NextVersion(storage.NewID(), nil, w.now)); err != nil {
		return nil, err
	}
	notices, err := w.planRenewal(ctx, p)
	if err != nil {
		return nil, err
	}
	return w.shown(p, notices), audit(ctx, w, "policy", p.ID, p)
}

// changePolicy changes the coverage of an active policy of the legacy model, and moves its notices if its end changes,
// as the bench does: the input names no other record.
func changePolicy(ctx context.Context, w *writer, id uuid.UUID, in model.UpdatePolicyInput) (any, error) {
	c, err := w.lockCase(ctx, lockCaseOfPolicySQL, id)
	if err != nil {
		return nil, err
	}
	row := new(policyRow)
	err = policies.scan(w.QueryRow(ctx, lockPolicySQL, w.portfolio, id), row,
		&row.VersionNumber, &row.GapDays, &row.Name, &row.NoInsureds, (*ids)(&row.AssetIDs))
	p := &row.Policy
	err = errors.Join(err, row.decode(), decode(row.deductible, &p.Deductible), decode(row.attachment, &p.Attachment),
		decode(row.premium, &p.Premium))
	if err != nil {
		return nil, err
	}
	before := *p
	if err := p.Patch(in, model.PolicyReferences{Case: c}).Err(); err != nil {
		return nil, err
	}
	v := p.NextVersion(storage.NewID(), &before, w.now)
	if v != nil {
		p.UpdatedAt = w.now
		err = w.savePolicy(ctx, savePolicy.update, p, v)
		if before.EndDate == nil || p.EndDate == nil || !before.EndDate.Equal(*p.EndDate) {
			err = errors.Join(err, w.moveRenewal(ctx, p))
		}
	}
	if err != nil {
		return nil, err
	}
	notices, err := w.notices(ctx, p, `JOIN policies AS o ON o.portfolio_id = t.portfolio_id AND o.id = t.policy_id
		WHERE t.portfolio_id = $1 AND t.policy_id = ANY($2) AND o.term_number = t.term_number`)
	if err != nil || v == nil {
		return w.shown(p, notices), err
	}
	return w.shown(p, notices), w.record(ctx, "updated", "policy", p.ID, model.Changes(before, *p))
}

// shown returns a policy as JSON has it.
func (w *writer) shown(p *model.Policy, notices []*model.RenewalNotice) *policyBody {
	p.Show()
	return policyOf(p, optional(p.Deductible), optional(p.Attachment), optional(p.Premium), w.now).withRenewal(notices, w.now)
}

var (
	lockPolicySQL = policies.query("v.version_number, v.gap_days, v.name, v.no_insureds, t.asset_ids, ",
		" AND t.id = $2 FOR NO KEY UPDATE OF t")
	savePolicy = saving("policies", ", case_id", `status, status_before_hold, on_hold_at, deactivated_at, insurance_contact_ids,
		current_version_id, cancellations, term_number, display_name, coverage_type_ids, start_date, end_date, policy_number, insured_ids,
		review_until, asset_ids, metadata`)
	saveVersion = saving("policy_versions", ", case_id", `policy_id, version_number, term_number, reason, gap_days, name, display_name,
		product_type, coverage_layer, coverage_type_ids, peril_ids, asset_perils, coverage_form_type, start_date, end_date, policy_number,
		carrier, insured_ids, mortgagee_clause_ids, limits, deductible, premium, no_insureds, deductibles, stated_values, valuation,
		coinsurance_percent, notice_days, claims_made, attachment, endorsement_ids, exclusion_ids, placement, carried_over`)
)

// savePolicy inserts or updates a policy, and adds its new version.
func (w *writer) savePolicy(ctx context.Context, statement string, p *model.Policy, v *model.PolicyVersion) error {
	metadata, _ := p.Metadata.MarshalJSON()
	args := []any{
		w.portfolio, p.ID, w.now, string(p.Status), (*string)(p.StatusBeforeHold), p.OnHoldAt, p.DeactivatedAt,
		p.InsuranceContactIDs, v.ID, optional(p.Cancellations), p.TermNumber, p.DisplayName, p.CoverageTypeIDs, p.StartDate,
		p.EndDate, p.PolicyNumber, p.InsuredIDs, p.ReviewUntil, p.AssetIDs, metadata,
	}
	if statement == savePolicy.insert {
		args = append(args, p.CaseID)
	}
	err := w.QueryRow(ctx, statement+" RETURNING metadata", args...).Scan((*[]byte)(&p.Metadata))
	if err != nil {
		return err
	}
	_, err = w.Exec(ctx, saveVersion.insert, w.portfolio, v.ID, w.now, v.PolicyID, v.VersionNumber, v.TermNumber, string(v.Reason),
		v.GapDays, v.Name, v.DisplayName, v.ProductType, (*string)(v.CoverageLayer), v.CoverageTypeIDs, v.PerilIDs,
		[]byte(scalar.EncodeJSON(v.AssetPerils)), (*string)(v.CoverageFormType), v.StartDate, v.EndDate, v.PolicyNumber,
		optional(v.Carrier), v.InsuredIDs, v.MortgageeClauseIDs, []byte(scalar.EncodeJSON(v.Limits)),
		optional(v.Deductible), optional(v.Premium), v.NoInsureds, optionalList(v.Deductibles), optionalList(v.StatedValues),
		(*string)(v.Valuation), v.CoinsurancePercent, optional(v.NoticeDays), v.ClaimsMade, optional(v.Attachment), v.EndorsementIDs,
		v.ExclusionIDs, string(v.Placement), v.CarriedOver, v.CaseID)
	return err
}

// planRenewal plans the notices of the first term. None of them is due yet when the bench creates a policy.
func (w *writer) planRenewal(ctx context.Context, p *model.Policy) ([]*model.RenewalNotice, error) {
	steps, err := w.renewalSteps(ctx)
	if err != nil {
		return nil, err
	}
	planned := model.PlanRenewal(p, nil, steps, model.SkipLate, w.now).New
	rows := make([][]any, len(planned))
	for i, n := range planned {
		rows[i] = []any{
			[16]byte(w.portfolio), [16]byte(storage.NewID()), [16]byte(*n.PolicyID), [16]byte(n.CaseID), n.TermNumber,
			string(n.Step), n.DueAt, string(n.State), n.SkipReason, n.SettledAt, n.CreatedAt, n.UpdatedAt,
		}
	}
	_, err = w.CopyFrom(ctx, pgx.Identifier{"renewal_notices"}, []string{
		"portfolio_id", "id", "policy_id", "case_id", "term_number", "step", "due_at", "state", "skip_reason",
		"settled_at", "created_at", "updated_at",
	}, pgx.CopyFromRows(rows))
	return planned, err
}

// renewalSteps are the lender's, nil for the usual ones.
func (w *writer) renewalSteps(ctx context.Context) (steps model.RenewalSteps, err error) {
	err = w.QueryRow(ctx, `SELECT l.renewal_steps FROM portfolios AS t JOIN lenders AS l ON l.id = t.lender_id
		WHERE t.id = $1`, w.portfolio).Scan(&steps)
	return steps, err
}

// moveRenewal plans the notices of the policy again. Those of the bench only move: there is one for each step, which
// nobody got.
func (w *writer) moveRenewal(ctx context.Context, p *model.Policy) error {
	steps, err := w.renewalSteps(ctx)
	if err != nil {
		return err
	}
	existing, err := w.notices(ctx, p, `WHERE t.portfolio_id = $1 AND t.policy_id = ANY($2) ORDER BY t.id FOR NO KEY UPDATE`)
	if err != nil {
		return err
	}
	plan := model.PlanRenewal(p, existing, steps, model.SkipLate, w.now)
	moved, due := make([][16]byte, len(plan.Changed)), make([]time.Time, len(plan.Changed))
	for i, n := range plan.Changed {
		if n.State != model.RenewalNoticeStatePlanned || len(plan.New) > 0 {
			return errors.New("the bench changes policies that have all their notices, moves them, and settles none")
		}
		moved[i], due[i] = n.ID, n.DueAt
	}
	_, err = w.Exec(ctx, `UPDATE renewal_notices AS t SET due_at = d.due_at, cancellation_id = NULL, state = 'planned',
			skip_reason = NULL, settled_at = NULL, next_attempt_at = NULL, attempts = 0, letter = NULL, updated_at = $4
		FROM unnest($2::uuid[], $3::timestamptz[]) AS d (id, due_at) WHERE t.portfolio_id = $1 AND t.id = d.id`,
		w.portfolio, moved, due, w.now)
	return err
}

// notices reads notices of a policy that nobody got, as far as a plan looks at them.
func (w *writer) notices(ctx context.Context, p *model.Policy, of string) (notices []*model.RenewalNotice, err error) {
	rows, _ := w.Query(ctx, `SELECT t.id, t.policy_id, t.case_id, t.term_number, t.cancellation_id, t.step, t.due_at, t.requested_at,
		t.state, t.next_attempt_at FROM renewal_notices AS t `+of, w.portfolio, []uuid.UUID{p.ID})
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (*model.RenewalNotice, error) {
		n := &model.RenewalNotice{PolicyID: new(uuid.UUID)}
		return n, row.Scan((*[16]byte)(&n.ID), (*[16]byte)(n.PolicyID), (*[16]byte)(&n.CaseID), &n.TermNumber,
			&n.CancellationID, &n.Step, &n.DueAt, &n.RequestedAt, &n.State, &n.NextAttemptAt)
	})
}
