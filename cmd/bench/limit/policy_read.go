package limit

import (
	"context"
	"encoding/json"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"

	"github.com/covertrack/covertrack/model"
)

// policyBody is a policy as JSON has it.
type policyBody struct {
	ID                uuid.UUID   `json:"id"`
	CaseID            uuid.UUID   `json:"caseId"`
	Status            string      `json:"status"`
	InsuranceContacts []uuid.UUID `json:"insuranceContacts"`
	coverageBody
	CurrentVersion   uuid.UUID       `json:"currentVersion"`
	StatusBeforeHold *string         `json:"statusBeforeHold"`
	OnHoldAt         *string         `json:"onHoldAt"`
	DeactivatedAt    *string         `json:"deactivatedAt"`
	Cancellation     *cancellation   `json:"cancellation"`
	Renewal          renewal         `json:"renewal"`
	CreatedAt        string          `json:"createdAt"`
	UpdatedAt        string          `json:"updatedAt"`
	Metadata         json.RawMessage `json:"metadata"`

	policy *model.Policy // what Renewal follows from
}

type cancellation struct {
	EffectiveDate string                   `json:"effectiveDate"`
	Reason        model.CancellationReason `json:"reason"`
	Document      *uuid.UUID               `json:"document"`
	RecordedAt    string                   `json:"recordedAt"`
	ReinstatedOn  *string                  `json:"reinstatedOn"`
}

func cancellationOf(c *model.Cancellation) *cancellation {
	if c == nil {
		return nil
	}
	return &cancellation{stamp(c.EffectiveDate), c.Reason, c.DocumentID, stamp(c.RecordedAt), stampOf(c.ReinstatedOn)}
}

type renewal struct {
	NextNoticeAt *string            `json:"nextNoticeAt"`
	LastStep     *model.RenewalStep `json:"lastStep"`
	Paused       bool               `json:"paused"`
}

func renewalOf(r *model.PolicyRenewal) renewal {
	return renewal{stampOf(r.NextNoticeAt), r.LastStep, r.Paused}
}

// policyOf returns a policy of the model as JSON has it.
func policyOf(p *model.Policy) *policyBody {
	return &policyBody{
		ID: p.ID, CaseID: p.CaseID, Status: string(p.Status), InsuranceContacts: p.InsuranceContactIDs,
		coverageBody: coverageOf(&p.Coverage), CurrentVersion: p.CurrentVersionID,
		StatusBeforeHold: (*string)(p.StatusBeforeHold), OnHoldAt: stampOf(p.OnHoldAt),
		DeactivatedAt: stampOf(p.DeactivatedAt), Cancellation: cancellationOf(p.Cancellation),
		Renewal: renewalOf(p.Renewal), CreatedAt: stamp(p.CreatedAt), UpdatedAt: stamp(p.UpdatedAt),
		Metadata: json.RawMessage(p.Metadata),
	}
}

var policies = noun[*policyBody]{
	statements: statementsOf("policies",
		"JOIN policy_versions AS v ON v.portfolio_id = t.portfolio_id AND v.id = t.current_version_id",
		`t.id, t.case_id, t.status, t.insurance_contact_ids, t.current_version_id, t.status_before_hold, t.on_hold_at,
		t.deactivated_at, t.cancellations, t.review_until, t.created_at, t.updated_at, t.metadata, `+coverageColumns("v")),
	row: func() record[*policyBody] { return new(policyRow) },
	add: addRenewal,
}

// policyRow is a row of a policy and its current version.
type policyRow struct {
	id, caseID, version     [16]byte
	status                  string
	beforeHold              *string
	contacts                idList
	onHoldAt, deactivatedAt *time.Time
	reviewUntil             *time.Time
	cancellations, metadata []byte
	created, updated        time.Time
	coverage                coverageRow
}

func (p *policyRow) targets() []any {
	return append([]any{
		&p.id, &p.caseID, &p.status, &p.contacts, &p.version, &p.beforeHold, &p.onHoldAt, &p.deactivatedAt,
		&p.cancellations, &p.reviewUntil, &p.created, &p.updated, &p.metadata,
	}, p.coverage.targets()...)
}

func (p *policyRow) body(now time.Time) (*policyBody, error) {
	coverage, err := p.coverage.body()
	if err != nil {
		return nil, err
	}
	policy := &model.Policy{ID: p.id, CaseID: p.caseID, Status: model.PolicyStatus(p.status), ReviewUntil: p.reviewUntil}
	policy.TermNumber, policy.StartDate, policy.EndDate = p.coverage.term, p.coverage.start, p.coverage.end
	if p.cancellations != nil {
		if err := json.Unmarshal(p.cancellations, &policy.Cancellations); err != nil {
			return nil, err
		}
	}
	return &policyBody{
		ID: p.id, CaseID: p.caseID, Status: p.status, InsuranceContacts: idsOf(p.contacts), coverageBody: coverage,
		CurrentVersion: p.version, StatusBeforeHold: p.beforeHold, OnHoldAt: stampOf(p.onHoldAt),
		DeactivatedAt: stampOf(p.deactivatedAt), Cancellation: cancellationOf(policy.CancellationOn(now)),
		CreatedAt: stamp(p.created), UpdatedAt: stamp(p.updated), Metadata: p.metadata, policy: policy,
	}, nil
}

// addRenewal reads the notices of the policies' current terms.
func addRenewal(ctx context.Context, s *server, c *caller, now time.Time, page []*policyBody) error {
	ids, byID := make([]pgtype.UUID, len(page)), make(map[uuid.UUID]*policyBody, len(page))
	for i, p := range page {
		ids[i], byID[p.ID] = pgtype.UUID{Bytes: p.ID, Valid: true}, p
	}
	notices := make(map[uuid.UUID][]*model.RenewalNotice, len(page))
	var n model.RenewalNotice
	var cancelled *[16]byte
	rows, _ := s.pool.Query(ctx, `SELECT policy_id, term_number, step, state, due_at, cancellation_id FROM renewal_notices
		WHERE portfolio_id = $1 AND policy_id = ANY($2)`, c.portfolio, ids)
	_, err := pgx.ForEachRow(rows, []any{
		(*[16]byte)(&n.PolicyID), &n.TermNumber, (*string)(&n.Step), (*string)(&n.State), &n.DueAt, &cancelled,
	}, func() error {
		if n.TermNumber == byID[n.PolicyID].TermNumber {
			notice := n
			notice.CancellationID = (*uuid.UUID)(cancelled)
			notices[n.PolicyID] = append(notices[n.PolicyID], &notice)
		}
		return nil
	})
	for _, p := range page {
		p.Renewal = renewalOf(model.Renewal(p.policy, notices[p.ID], now))
	}
	return err
}
