package limit

import (
	"time"

	"github.com/google/uuid"
)

// versionBody is a version of a policy as JSON has it.
type versionBody struct {
	ID            uuid.UUID `json:"id"`
	PolicyID      uuid.UUID `json:"policyId"`
	CaseID        uuid.UUID `json:"caseId"`
	VersionNumber int       `json:"versionNumber"`
	Reason        string    `json:"reason"`
	IsCurrent     bool      `json:"isCurrent"`
	GapDays       int       `json:"gapDays"`
	coverageBody
	CreatedAt string `json:"createdAt"`
	UpdatedAt string `json:"updatedAt"`
}

var policyVersions = noun[*versionBody]{
	statements: statementsOf("policy_versions", "", `t.id, t.policy_id, t.case_id, t.version_number, t.reason, t.is_current,
		t.gap_days, t.created_at, t.updated_at, `+coverageColumns("t")),
	row: func() record[*versionBody] { return new(versionRow) },
}

// versionRow is a row of a version.
type versionRow struct {
	id, policy, caseID [16]byte
	number, gapDays    int
	reason             string
	isCurrent          bool
	created, updated   time.Time
	coverage           coverageRow
}

func (v *versionRow) targets() []any {
	return append([]any{
		&v.id, &v.policy, &v.caseID, &v.number, &v.reason, &v.isCurrent, &v.gapDays, &v.created, &v.updated,
	}, v.coverage.targets()...)
}

func (v *versionRow) body(time.Time) (*versionBody, error) {
	coverage, err := v.coverage.body()
	return &versionBody{
		ID: v.id, PolicyID: v.policy, CaseID: v.caseID, VersionNumber: v.number, Reason: v.reason, IsCurrent: v.isCurrent,
		GapDays: v.gapDays, coverageBody: coverage, CreatedAt: stamp(v.created), UpdatedAt: stamp(v.updated),
	}, err
}
