package limit

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/scalar"
	"github.com/covertrack/covertrack/storage"
)

// caseBody is a case as JSON has it.
type caseBody struct {
	ID                  uuid.UUID       `json:"id"`
	Status              string          `json:"status"`
	ManagementType      string          `json:"managementType"`
	Program             *uuid.UUID      `json:"program"`
	RiskProfile         *uuid.UUID      `json:"riskProfile"`
	InsuranceContacts   []uuid.UUID     `json:"insuranceContacts"`
	InsuranceContactsCC []uuid.UUID     `json:"insuranceContactsCC"`
	DisplayName         string          `json:"displayName"`
	LoanNumber          *string         `json:"loanNumber"`
	LoanAmount          json.RawMessage `json:"loanAmount"`
	MaturityDate        *string         `json:"maturityDate"`
	Insureds            []uuid.UUID     `json:"insureds"`
	MortgageeClauses    []uuid.UUID     `json:"mortgageeClauses"`
	OnHoldAt            *string         `json:"onHoldAt"`
	StatusBeforeHold    *string         `json:"statusBeforeHold"`
	CreatedAt           string          `json:"createdAt"`
	UpdatedAt           string          `json:"updatedAt"`
	Metadata            json.RawMessage `json:"metadata"`
}

var cases = noun[*caseBody]{
	statements: statementsOf("cases", "", `t.id, t.status, t.management_type, t.program_id, t.risk_profile_id,
		t.insurance_contact_ids, t.insurance_contact_cc_ids, t.display_name, t.loan_number, t.loan_amount, t.maturity_date,
		t.insured_ids, t.mortgagee_clause_ids, t.on_hold_at, t.status_before_hold, t.created_at, t.updated_at, t.metadata`),
	row: func() record[*caseBody] { return new(caseRow) },
}

// caseRow is a row of a case.
type caseRow struct {
	id                              [16]byte
	status, management, displayName string
	program, profile                *[16]byte
	contacts, cc, insureds, clauses idList
	loanNumber, beforeHold          *string
	loanAmount, metadata            []byte
	maturityDate, onHoldAt          *time.Time
	created, updated                time.Time
}

func (c *caseRow) targets() []any {
	return []any{
		&c.id, &c.status, &c.management, &c.program, &c.profile, &c.contacts, &c.cc, &c.displayName, &c.loanNumber,
		&c.loanAmount, &c.maturityDate, &c.insureds, &c.clauses, &c.onHoldAt, &c.beforeHold, &c.created, &c.updated,
		&c.metadata,
	}
}

func (c *caseRow) body(time.Time) (*caseBody, error) {
	return &caseBody{
		ID: c.id, Status: c.status, ManagementType: c.management, Program: (*uuid.UUID)(c.program),
		RiskProfile: (*uuid.UUID)(c.profile), InsuranceContacts: idsOf(c.contacts), InsuranceContactsCC: idsOf(c.cc),
		DisplayName: c.displayName, LoanNumber: c.loanNumber, LoanAmount: c.loanAmount,
		MaturityDate: stampOf(c.maturityDate), Insureds: idsOf(c.insureds), MortgageeClauses: idsOf(c.clauses),
		OnHoldAt: stampOf(c.onHoldAt), StatusBeforeHold: c.beforeHold, CreatedAt: stamp(c.created),
		UpdatedAt: stamp(c.updated), Metadata: c.metadata,
	}, nil
}

func createCase(ctx context.Context, w *write, in model.CreateCaseInput) (any, error) {
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
	return caseOf(c), audit(ctx, w, "case", c.ID, c)
}

// caseOf returns a case as JSON has it.
func caseOf(c *model.Case) *caseBody {
	return &caseBody{
		ID: c.ID, Status: string(c.Status), ManagementType: string(c.ManagementType), Program: c.ProgramID,
		RiskProfile: c.RiskProfileID, InsuranceContacts: c.InsuranceContactIDs, InsuranceContactsCC: c.InsuranceContactCCIDs,
		DisplayName: c.DisplayName, LoanNumber: c.LoanNumber, LoanAmount: optional(c.LoanAmount),
		MaturityDate: stampOf(c.MaturityDate), Insureds: c.InsuredIDs, MortgageeClauses: c.MortgageeClauseIDs,
		OnHoldAt: stampOf(c.OnHoldAt), StatusBeforeHold: (*string)(c.StatusBeforeHold), CreatedAt: stamp(c.CreatedAt),
		UpdatedAt: stamp(c.UpdatedAt), Metadata: json.RawMessage(c.Metadata),
	}
}

func (w *write) caseReferences(ctx context.Context, in model.CreateCaseInput) (model.CaseReferences, error) {
	var program []uuid.UUID
	if id := in.Program.Value(); id != nil {
		program = append(program, *id)
	}
	refs := model.CaseReferences{
		Programs:         w.existing(ctx, "programs", program),
		Insureds:         w.existing(ctx, "insureds", in.Insureds.Value()),
		MortgageeClauses: w.existing(ctx, "mortgagee_clauses", in.MortgageeClauses.Value()),
		Contacts:         w.contacts(ctx, append(in.InsuranceContacts.Value(), in.InsuranceContactsCc.Value()...)),
	}
	return refs, w.failed
}

func (w *write) insertCase(ctx context.Context, c *model.Case) error {
	metadata, _ := c.Metadata.MarshalJSON()
	return w.QueryRow(ctx, `INSERT INTO cases (portfolio_id, id, name, display_name, status, management_type, program_id,
			risk_profile_id, insurance_contact_ids, insurance_contact_cc_ids, insured_ids, mortgagee_clause_ids, loan_number,
			loan_amount, maturity_date, metadata, created_at, updated_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $17) RETURNING metadata`,
		w.portfolio, c.ID, c.Name, c.DisplayName, string(c.Status), string(c.ManagementType), c.ProgramID, c.RiskProfileID,
		c.InsuranceContactIDs, c.InsuranceContactCCIDs, c.InsuredIDs, c.MortgageeClauseIDs, c.LoanNumber,
		optional(c.LoanAmount), c.MaturityDate, metadata, w.now).Scan((*[]byte)(&c.Metadata))
}

// lockCase returns nil if there is no such case. It keeps others from writing the case or what is below it.
func (w *write) lockCase(ctx context.Context, id uuid.UUID) (*model.Case, error) {
	c := &model.Case{ID: id}
	err := w.QueryRow(ctx, `SELECT status, status_before_hold, on_hold_at, program_id, risk_profile_id FROM cases
		WHERE portfolio_id = $1 AND id = $2 FOR NO KEY UPDATE`, w.portfolio, id).
		Scan(&c.Status, &c.StatusBeforeHold, &c.OnHoldAt, &c.ProgramID, &c.RiskProfileID)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, nil
	}
	return c, err
}

// optional is a value as jsonb, or NULL.
func optional[T any](value *T) []byte {
	if value == nil {
		return nil
	}
	return scalar.EncodeJSON(value)
}
