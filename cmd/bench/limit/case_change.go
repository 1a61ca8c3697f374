package limit

import (
	"context"
	"errors"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model"
)

// changeCase changes members of a case that name no other record.
func changeCase(ctx context.Context, w *write, id uuid.UUID, in model.UpdateCaseInput) (any, error) {
	c, err := w.lockWholeCase(ctx, id)
	if err != nil {
		return nil, err
	}
	before := *c
	if err := c.Patch(in, model.CaseReferences{}).Err(); err != nil {
		return nil, err
	}
	if err := c.Move(in, w.now); err != nil {
		return nil, err
	}
	changes := model.Changes(before, *c)
	if len(changes) == 0 {
		return caseOf(&before), nil
	}
	c.UpdatedAt = w.now
	if err := w.updateCase(ctx, c); err != nil {
		return nil, err
	}
	return caseOf(c), w.record(ctx, "updated", "case", c.ID, changes)
}

func (w *write) lockWholeCase(ctx context.Context, id uuid.UUID) (*model.Case, error) {
	c := &model.Case{ID: id}
	var amount []byte
	err := w.QueryRow(ctx, `SELECT name, display_name, status, status_before_hold, on_hold_at, management_type, program_id,
			risk_profile_id, insurance_contact_ids, insurance_contact_cc_ids, insured_ids, mortgagee_clause_ids, loan_number,
			loan_amount, maturity_date, metadata, created_at, updated_at
		FROM cases WHERE portfolio_id = $1 AND id = $2 FOR NO KEY UPDATE`, w.portfolio, id).
		Scan(&c.Name, &c.DisplayName, &c.Status, &c.StatusBeforeHold, &c.OnHoldAt, &c.ManagementType, &c.ProgramID,
			&c.RiskProfileID, &c.InsuranceContactIDs, &c.InsuranceContactCCIDs, &c.InsuredIDs, &c.MortgageeClauseIDs, &c.LoanNumber,
			&amount, &c.MaturityDate, (*[]byte)(&c.Metadata), &c.CreatedAt, &c.UpdatedAt)
	return c, errors.Join(err, decode(amount, &c.LoanAmount))
}

func (w *write) updateCase(ctx context.Context, c *model.Case) error {
	metadata, _ := c.Metadata.MarshalJSON()
	return w.QueryRow(ctx, `UPDATE cases SET name = $3, display_name = $4, status = $5, status_before_hold = $6, on_hold_at = $7,
			management_type = $8, program_id = $9, risk_profile_id = $10, insurance_contact_ids = $11,
			insurance_contact_cc_ids = $12, insured_ids = $13, mortgagee_clause_ids = $14, loan_number = $15, loan_amount = $16,
			maturity_date = $17, metadata = $18, updated_at = $19
		WHERE portfolio_id = $1 AND id = $2 RETURNING metadata`,
		w.portfolio, c.ID, c.Name, c.DisplayName, string(c.Status), (*string)(c.StatusBeforeHold), c.OnHoldAt,
		string(c.ManagementType), c.ProgramID, c.RiskProfileID, c.InsuranceContactIDs,
		c.InsuranceContactCCIDs, c.InsuredIDs, c.MortgageeClauseIDs, c.LoanNumber, optional(c.LoanAmount),
		c.MaturityDate, metadata, w.now).Scan((*[]byte)(&c.Metadata))
}
