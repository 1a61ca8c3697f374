package limit

import (
	"context"

	"github.com/jackc/pgx/v5"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/scalar"
	"github.com/covertrack/covertrack/storage"
)

// createPolicy adds a policy to a case of the legacy model, as the bench does.
func createPolicy(ctx context.Context, w *write, in model.CreatePolicyInput) (any, error) {
	refs, err := w.policyReferences(ctx, in)
	if err != nil {
		return nil, err
	}
	p, err := model.NewPolicy(storage.NewID(), in, refs, w.now)
	if err != nil {
		return nil, err
	}
	if err := w.insertPolicy(ctx, p, p.NextVersion(storage.NewID(), nil, w.now)); err != nil {
		return nil, err
	}
	notices, err := w.planRenewal(ctx, p)
	if err != nil {
		return nil, err
	}
	p.Show()
	p.Renewal = model.Renewal(p, notices, w.now)
	return policyOf(p), audit(ctx, w, "policy", p.ID, p)
}

func (w *write) policyReferences(ctx context.Context, in model.CreatePolicyInput) (model.PolicyReferences, error) {
	c, err := w.lockCase(ctx, in.CaseID)
	if err != nil {
		return model.PolicyReferences{}, err
	}
	refs := model.PolicyReferences{
		Case:             c,
		Insureds:         w.existing(ctx, "insureds", in.Insureds.Value()),
		MortgageeClauses: w.existing(ctx, "mortgagee_clauses", in.MortgageeClauses.Value()),
		Contacts:         w.contacts(ctx, in.InsuranceContacts.Value()),
	}
	if w.failed != nil || c == nil || c.ProgramID == nil {
		return refs, w.failed
	}
	err = w.QueryRow(ctx, `SELECT product_types FROM programs WHERE portfolio_id = $1 AND id = $2`,
		w.portfolio, c.ProgramID).Scan(&refs.ProductTypes)
	return refs, err
}

// insertPolicy adds the policy and its first version.
func (w *write) insertPolicy(ctx context.Context, p *model.Policy, v *model.PolicyVersion) error {
	metadata, _ := p.Metadata.MarshalJSON()
	err := w.QueryRow(ctx, `INSERT INTO policies (portfolio_id, id, case_id, created_at, insurance_contact_ids,
			current_version_id, term_number, coverage_type_ids, policy_number, start_date, end_date, metadata, status,
			display_name, insured_ids, asset_ids, updated_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $4) RETURNING metadata`,
		w.portfolio, p.ID, p.CaseID, w.now, p.InsuranceContactIDs, v.ID, p.TermNumber, p.CoverageTypeIDs,
		p.PolicyNumber, p.StartDate, p.EndDate, metadata, string(p.Status),
		p.DisplayName, p.InsuredIDs, p.AssetIDs).Scan((*[]byte)(&p.Metadata))
	if err != nil {
		return err
	}
	return w.insertVersion(ctx, v)
}

func (w *write) insertVersion(ctx context.Context, v *model.PolicyVersion) error {
	_, err := w.Exec(ctx, `INSERT INTO policy_versions (portfolio_id, id, policy_id, case_id, version_number, term_number,
			reason, gap_days, name, display_name, product_type, coverage_layer, coverage_type_ids, peril_ids, asset_perils,
			coverage_form_type, start_date, end_date, policy_number, carrier, insured_ids, mortgagee_clause_ids, limits,
			deductible, premium, created_at, updated_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24,
			$25, $26, $26)`,
		w.portfolio, v.ID, v.PolicyID, v.CaseID, v.VersionNumber, v.TermNumber, string(v.Reason), v.GapDays, v.Name,
		v.DisplayName, v.ProductType, (*string)(v.CoverageLayer), v.CoverageTypeIDs, v.PerilIDs,
		[]byte(scalar.EncodeJSON(v.AssetPerils)), (*string)(v.CoverageFormType), v.StartDate, v.EndDate, v.PolicyNumber,
		optional(v.Carrier), v.InsuredIDs, v.MortgageeClauseIDs, []byte(scalar.EncodeJSON(v.Limits)),
		optional(v.Deductible), optional(v.Premium), w.now)
	return err
}

// planRenewal plans the notices of the first term. None of them is due yet when the bench creates a policy.
func (w *write) planRenewal(ctx context.Context, p *model.Policy) ([]*model.RenewalNotice, error) {
	steps, err := w.renewalSteps(ctx)
	if err != nil {
		return nil, err
	}
	planned := model.PlanRenewal(p, nil, steps, model.SkipLate, w.now).New
	if len(planned) == 0 {
		return nil, nil
	}
	rows := make([][]any, len(planned))
	for i, n := range planned {
		rows[i] = []any{
			[16]byte(w.portfolio), [16]byte(storage.NewID()), [16]byte(n.PolicyID), [16]byte(n.CaseID), n.TermNumber,
			string(n.Step), n.DueAt, string(n.State), n.SkipReason, n.SettledAt, n.CreatedAt, n.UpdatedAt,
		}
	}
	_, err = w.CopyFrom(ctx, pgx.Identifier{"renewal_notices"}, noticeColumns, pgx.CopyFromRows(rows))
	return planned, err
}

// renewalSteps are the lender's, nil for the usual ones.
func (w *write) renewalSteps(ctx context.Context) (steps model.RenewalSteps, err error) {
	err = w.QueryRow(ctx, `SELECT l.renewal_steps FROM portfolios AS t JOIN lenders AS l ON l.id = t.lender_id
		WHERE t.id = $1`, w.portfolio).Scan(&steps)
	return steps, err
}

var noticeColumns = []string{
	"portfolio_id", "id", "policy_id", "case_id", "term_number", "step", "due_at", "state", "skip_reason",
	"settled_at", "created_at", "updated_at",
}
