package limit

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage"
)

// caseBody is a case as JSON has it.
type caseBody struct {
	ID                  uuid.UUID         `json:"id"`
	Status              model.CaseStatus  `json:"status"`
	ManagementType      string            `json:"managementType"`
	Program             *uuid.UUID        `json:"program"`
	RiskProfile         *uuid.UUID        `json:"riskProfile"`
	InsuranceContacts   []uuid.UUID       `json:"insuranceContacts"`
	InsuranceContactsCC []uuid.UUID       `json:"insuranceContactsCC"`
	DisplayName         string            `json:"displayName"`
	LoanNumber          *string           `json:"loanNumber"`
	LoanAmount          json.RawMessage   `json:"loanAmount"`
	OutstandingBalance  any               `json:"outstandingBalance"` // of none here
	MaturityDate        *string           `json:"maturityDate"`
	FederallyRelated    *bool             `json:"federallyRelated"` // of none here
	Insureds            []uuid.UUID       `json:"insureds"`
	MortgageeClauses    []uuid.UUID       `json:"mortgageeClauses"`
	OnHoldAt            *string           `json:"onHoldAt"`
	StatusBeforeHold    *model.CaseStatus `json:"statusBeforeHold"`
	Closure             any               `json:"closure"` // of none here
	ExternalID          *string           `json:"externalId"`
	CreatedAt           string            `json:"createdAt"`
	UpdatedAt           string            `json:"updatedAt"`
	Metadata            json.RawMessage   `json:"metadata"`
}

// caseRow is a row of a case. Its loan amount is decoded for changes only.
type caseRow struct {
	model.Case
	amount []byte
}

var cases = noun[caseRow, *caseBody]{
	table: "cases",
	columns: `t.id, t.status, t.management_type, t.program_id, t.risk_profile_id,
		t.insurance_contact_ids, t.insurance_contact_cc_ids, t.display_name, t.loan_number, t.loan_amount, t.maturity_date,
		t.insured_ids, t.mortgagee_clause_ids, t.on_hold_at, t.status_before_hold, t.external_id, t.created_at, t.updated_at, t.metadata`,
	targets: func(c *caseRow) []any {
		return []any{
			(*[16]byte)(&c.ID), (*string)(&c.Status), (*string)(&c.ManagementType), optionalID{&c.ProgramID}, optionalID{&c.RiskProfileID},
			(*ids)(&c.InsuranceContactIDs), (*ids)(&c.InsuranceContactCCIDs), &c.DisplayName, &c.LoanNumber, &c.amount, &c.MaturityDate,
			(*ids)(&c.InsuredIDs), (*ids)(&c.MortgageeClauseIDs), &c.OnHoldAt, &c.StatusBeforeHold, &c.ExternalID,
			&c.CreatedAt, &c.UpdatedAt, (*[]byte)(&c.Metadata),
		}
	},
	body: func(_ *server, c *caseRow, _ time.Time) (*caseBody, error) { return caseOf(&c.Case, c.amount), nil },
}

func caseOf(c *model.Case, amount []byte) *caseBody {
	return &caseBody{
		ID: c.ID, Status: c.Status, ManagementType: string(c.ManagementType), Program: c.ProgramID,
		RiskProfile: c.RiskProfileID, InsuranceContacts: c.InsuranceContactIDs, InsuranceContactsCC: c.InsuranceContactCCIDs,
		DisplayName: c.DisplayName, LoanNumber: c.LoanNumber, LoanAmount: amount,
		MaturityDate: stampOf(c.MaturityDate), Insureds: c.InsuredIDs, MortgageeClauses: c.MortgageeClauseIDs,
		OnHoldAt: stampOf(c.OnHoldAt), StatusBeforeHold: c.StatusBeforeHold, ExternalID: c.ExternalID, CreatedAt: stamp(c.CreatedAt),
		UpdatedAt: stamp(c.UpdatedAt), Metadata: json.RawMessage(c.Metadata),
	}
}

func createCase(ctx context.Context, w *writer, _ uuid.UUID, in model.CreateCaseInput) (any, error) {
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
	if w.failed != nil {
		return nil, w.failed
	}
	c, err := model.NewCase(storage.NewID(), in, refs, w.now)
	if err == nil {
		err = w.saveCase(ctx, saveCase.insert, c)
	}
	if err != nil {
		return nil, err
	}
	return caseOf(c, optional(c.LoanAmount)), audit(ctx, w, "case", c.ID, c)
}

// changeCase changes members of a case that name no other record.
func changeCase(ctx context.Context, w *writer, id uuid.UUID, in model.UpdateCaseInput) (any, error) {
	c, err := w.lockCase(ctx, lockCaseSQL, id)
	if err != nil {
		return nil, err
	}
	before := *c
	if err := errors.Join(c.Patch(in, model.CaseReferences{}).Err(), c.Move(in, w.now)); err != nil {
		return nil, err
	}
	changes := model.Changes(before, *c)
	if len(changes) == 0 {
		return caseOf(&before, optional(before.LoanAmount)), nil
	}
	c.UpdatedAt = w.now
	if err := w.saveCase(ctx, saveCase.update, c); err != nil {
		return nil, err
	}
	return caseOf(c, optional(c.LoanAmount)), w.record(ctx, "updated", "case", c.ID, changes)
}

var (
	lockCaseSQL         = cases.query("t.name, ", " AND t.id = $2 FOR NO KEY UPDATE OF t")
	lockCaseOfPolicySQL = cases.query("t.name, ",
		" AND t.id = (SELECT case_id FROM policies WHERE portfolio_id = $1 AND id = $2) FOR NO KEY UPDATE OF t")
)

// lockCase keeps others from writing the case or what is below it.
func (w *writer) lockCase(ctx context.Context, statement string, id uuid.UUID) (*model.Case, error) {
	row := new(caseRow)
	err := cases.scan(w.QueryRow(ctx, statement, w.portfolio, id), row, &row.Name)
	return &row.Case, errors.Join(err, decode(row.amount, &row.LoanAmount))
}

var saveCase = saving("cases", "", `name, display_name, status, status_before_hold, on_hold_at, management_type, program_id,
	risk_profile_id, insurance_contact_ids, insurance_contact_cc_ids, insured_ids, mortgagee_clause_ids, loan_number, loan_amount,
		maturity_date, metadata`)

// saveCase inserts or updates a case.
func (w *writer) saveCase(ctx context.Context, statement string, c *model.Case) error {
	metadata, _ := c.Metadata.MarshalJSON()
	return w.QueryRow(ctx, statement+" RETURNING metadata", w.portfolio, c.ID, w.now, c.Name, c.DisplayName, string(c.Status),
		(*string)(c.StatusBeforeHold), c.OnHoldAt, string(c.ManagementType), c.ProgramID, c.RiskProfileID,
		c.InsuranceContactIDs, c.InsuranceContactCCIDs, c.InsuredIDs, c.MortgageeClauseIDs, c.LoanNumber,
		optional(c.LoanAmount), c.MaturityDate, metadata).Scan((*[]byte)(&c.Metadata))
}
