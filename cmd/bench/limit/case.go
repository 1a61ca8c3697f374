package limit

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage"
)

// caseBody is a case as JSON has it.
type caseBody struct {
	ID                  uuid.UUID            `json:"id"`
	Status              model.CaseStatus     `json:"status"`
	ManagementType      model.ManagementType `json:"managementType"`
	Program             *uuid.UUID           `json:"program"`
	RiskProfile         *uuid.UUID           `json:"riskProfile"`
	InsuranceContacts   []uuid.UUID          `json:"insuranceContacts"`
	InsuranceContactsCC []uuid.UUID          `json:"insuranceContactsCC"`
	DisplayName         string               `json:"displayName"`
	LoanNumber          *string              `json:"loanNumber"`
	LoanAmount          *model.Money         `json:"loanAmount"`
	MaturityDate        *string              `json:"maturityDate"`
	Insureds            []uuid.UUID          `json:"insureds"`
	MortgageeClauses    []uuid.UUID          `json:"mortgageeClauses"`
	OnHoldAt            *string              `json:"onHoldAt"`
	StatusBeforeHold    *model.CaseStatus    `json:"statusBeforeHold"`
	CreatedAt           string               `json:"createdAt"`
	UpdatedAt           string               `json:"updatedAt"`
	Metadata            json.RawMessage      `json:"metadata"`
}

func (s *server) createCase(w http.ResponseWriter, r *http.Request) {
	var in model.CreateCaseInput
	s.create(w, r, &in, func(ctx context.Context, w *write) (any, error) {
		refs, err := w.caseReferences(ctx, in)
		if err != nil {
			return nil, err
		}
		c, err := model.NewCase(storage.NewID(), in, refs, w.now)
		if err != nil {
			return nil, err
		}
		if err := w.insertCase(ctx, c); err != nil {
			return nil, err
		}
		record(w, "case", c.ID, c)
		return &caseBody{
			ID: c.ID, Status: c.Status, ManagementType: c.ManagementType, Program: c.ProgramID, RiskProfile: c.RiskProfileID,
			InsuranceContacts: c.InsuranceContactIDs, InsuranceContactsCC: c.InsuranceContactCCIDs, DisplayName: c.DisplayName,
			LoanNumber: c.LoanNumber, LoanAmount: c.LoanAmount, MaturityDate: stampOf(c.MaturityDate), Insureds: c.InsuredIDs,
			MortgageeClauses: c.MortgageeClauseIDs, OnHoldAt: stampOf(c.OnHoldAt), StatusBeforeHold: c.StatusBeforeHold,
			CreatedAt: stamp(c.CreatedAt), UpdatedAt: stamp(c.UpdatedAt), Metadata: json.RawMessage(c.Metadata),
		}, nil
	})
}

func (w *write) caseReferences(ctx context.Context, in model.CreateCaseInput) (refs model.CaseReferences, err error) {
	one := func(id *uuid.UUID) []uuid.UUID {
		if id == nil {
			return nil
		}
		return []uuid.UUID{*id}
	}
	if refs.Programs, err = w.existing(ctx, "programs", one(in.Program.Value())); err != nil {
		return refs, err
	}
	if refs.Insureds, err = w.existing(ctx, "insureds", in.Insureds.Value()); err != nil {
		return refs, err
	}
	if refs.MortgageeClauses, err = w.existing(ctx, "mortgagee_clauses", in.MortgageeClauses.Value()); err != nil {
		return refs, err
	}
	refs.Contacts, err = w.contacts(ctx, append(in.InsuranceContacts.Value(), in.InsuranceContactsCc.Value()...))
	return refs, err
}

func (w *write) insertCase(ctx context.Context, c *model.Case) error {
	var amount []byte
	if c.LoanAmount != nil {
		amount = model.EncodeJSON(c.LoanAmount)
	}
	metadata, _ := c.Metadata.MarshalJSON()
	return w.QueryRow(ctx, `INSERT INTO cases (portfolio_id, id, name, display_name, status, management_type, program_id, risk_profile_id,
			insurance_contact_ids, insurance_contact_cc_ids, insured_ids, mortgagee_clause_ids, loan_number, loan_amount, maturity_date,
			metadata, created_at, updated_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $17) RETURNING metadata`,
		w.portfolio, c.ID, c.Name, c.DisplayName, string(c.Status), string(c.ManagementType), c.ProgramID, c.RiskProfileID,
		c.InsuranceContactIDs, c.InsuranceContactCCIDs, c.InsuredIDs, c.MortgageeClauseIDs, c.LoanNumber, amount, c.MaturityDate,
		metadata, w.now).Scan((*[]byte)(&c.Metadata))
}

// lockCase keeps others from writing the case or anything below it until the transaction ends; nil when there is none.
func (w *write) lockCase(ctx context.Context, id uuid.UUID) (*model.Case, error) {
	c := &model.Case{ID: id}
	var program, profile *[16]byte
	var status string
	var hold *string
	var held *time.Time
	err := w.QueryRow(ctx, `SELECT status, status_before_hold, on_hold_at, program_id, risk_profile_id FROM cases
		WHERE portfolio_id = $1 AND id = $2 FOR NO KEY UPDATE`, w.portfolio, id).Scan(&status, &hold, &held, &program, &profile)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, nil
	}
	c.Status, c.StatusBeforeHold, c.OnHoldAt = model.CaseStatus(status), (*model.CaseStatus)(hold), held
	c.ProgramID, c.RiskProfileID = (*uuid.UUID)(program), (*uuid.UUID)(profile)
	return c, err
}
