package model

import (
	"database/sql/driver"
	"encoding/json"
	"time"

	"github.com/google/uuid"
	"github.com/uptrace/bun"

	"github.com/covertrack/covertrack/model/catalog"
	"github.com/covertrack/covertrack/model/scalar"
)

// Evidence is one submission by an evidence link: files in quarantine, and the values they show (specification of
// follow-up, section 3).
type Evidence struct {
	bun.BaseModel `bun:"table:evidence,alias:t"`

	PortfolioID uuid.UUID `bun:",pk,type:uuid"`
	ID          uuid.UUID `bun:",pk,type:uuid"`
	LinkID      uuid.UUID `bun:"type:uuid"`
	PolicyID    uuid.UUID `bun:"type:uuid"`
	CaseID      uuid.UUID `bun:"type:uuid"`
	TermNumber  int
	State       EvidenceState
	Proposed    *ProposedValues  `bun:"type:jsonb"`
	Accepted    []EvidenceMember `bun:",array"` // of the proposal
	TaskID      uuid.UUID        `bun:"type:uuid"`
	SubmittedAt time.Time
	DecidedAt   *time.Time
	DecidedBy   *uuid.UUID `bun:"type:uuid"` // a token's or a staff member's id; nil while it is proposed
	Reason      *string
	ReplyID     *uuid.UUID      `bun:"type:uuid"` // the letter that says so; nil if none
	Metadata    scalar.Metadata `bun:"type:jsonb"`
	CreatedAt   time.Time
	UpdatedAt   time.Time

	Current *CurrentValues  `bun:"-"`
	Files   []*EvidenceFile `bun:"-"`
	Link    *EvidenceLink   `bun:"-"`
	Policy  *Policy         `bun:"-"`
	Case    *Case           `bun:"-"`
	Task    *Task           `bun:"-"`
	Reply   *EvidenceReply  `bun:"-"`
}

// ProposedValues is what somebody says that a policy will be, as a submission keeps it. What was not typed is nil.
type ProposedValues struct {
	StartDate    *time.Time `json:"startDate,omitempty"`
	EndDate      *time.Time `json:"endDate,omitempty"`
	PolicyNumber *string    `json:"policyNumber,omitempty"`
	Limits       []*Limit   `json:"limits"` // none was typed if it is empty
	ProposedTerms
	Note *string `json:"note,omitempty"`
}

// ProposedTerms are the conditions of a policy that can be proposed. nil is what was not typed, or what nobody has said.
type ProposedTerms struct {
	Carrier            *Carrier          `json:"carrier,omitempty"`
	CoverageFormType   *CoverageFormType `json:"coverageFormType,omitempty"`
	Deductibles        []*Deductible     `json:"deductibles,omitzero"`
	StatedValues       []*StatedValue    `json:"statedValues,omitzero"`
	Valuation          *ValuationMethod  `json:"valuation,omitempty"`
	CoinsurancePercent *string           `json:"coinsurancePercent,omitempty"`
	NoticeDays         *NoticeDays       `json:"noticeDays,omitempty"`
	ClaimsMade         *bool             `json:"claimsMade,omitempty"`
	Attachment         *scalar.Money     `json:"attachment,omitempty"`
	EndorsementIDs     []uuid.UUID       `json:"endorsements,omitzero"`
	ExclusionIDs       []uuid.UUID       `json:"exclusions,omitzero"`
}

// proposable are the conditions of a policy of those that can be proposed.
func (c *Coverage) proposable() ProposedTerms {
	return ProposedTerms{
		Carrier: c.Carrier, CoverageFormType: c.CoverageFormType, Deductibles: c.AllDeductibles(), StatedValues: c.StatedValues,
		Valuation: c.Valuation, CoinsurancePercent: c.CoinsurancePercent, NoticeDays: c.NoticeDays, ClaimsMade: c.ClaimsMade,
		Attachment: c.Attachment, EndorsementIDs: c.EndorsementIDs, ExclusionIDs: c.ExclusionIDs,
	}
}

// MarshalJSON writes times as the audit trail has them.
func (v ProposedValues) MarshalJSON() ([]byte, error) {
	type plain ProposedValues
	written := struct {
		StartDate *string `json:"startDate,omitempty"`
		EndDate   *string `json:"endDate,omitempty"`
		plain
	}{plain: plain(v)}
	for to, t := range map[**string]*time.Time{&written.StartDate: v.StartDate, &written.EndDate: v.EndDate} {
		if t != nil {
			*to = new(t.UTC().Format(scalar.TimeLayout))
		}
	}
	return json.Marshal(written)
}

// Value returns the values as JSON for the database.
func (v ProposedValues) Value() (driver.Value, error) { return scalar.StructValue(v) }

// Scan reads the values from the database.
func (v *ProposedValues) Scan(src any) error { return scalar.ScanStruct(src, v) }

// byMember are the values as JSON, by the names that members of a policy's inputs have too.
func (v *ProposedValues) byMember() (values map[EvidenceMember]json.RawMessage) {
	if err := json.Unmarshal(scalar.EncodeJSON(v), &values); err != nil {
		panic(err) // a mistake of the program: it is an object
	}
	if len(v.Limits) == 0 {
		delete(values, EvidenceMemberLimits)
	}
	return values
}

// Members returns which values are proposed, in the order of EvidenceMember.
func (v *ProposedValues) Members() []EvidenceMember {
	members, given := []EvidenceMember{}, v.byMember()
	for _, m := range AllEvidenceMember {
		if _, ok := given[m]; ok {
			members = append(members, m)
		}
	}
	return members
}

// CurrentValues is what a policy is today, of what can be proposed.
type CurrentValues struct {
	StartDate    *time.Time
	EndDate      *time.Time
	PolicyNumber *string
	Limits       []*Limit
	ProposedTerms
}

// CurrentValues returns the policy's values of today.
func (c *Coverage) CurrentValues() *CurrentValues {
	return &CurrentValues{
		StartDate: c.StartDate, EndDate: c.EndDate, PolicyNumber: c.PolicyNumber, Limits: scalar.OrEmpty(c.Limits), ProposedTerms: c.proposable(),
	}
}

// EvidenceFile is a file of a submission. Until it is accepted, it is no document.
type EvidenceFile struct {
	bun.BaseModel `bun:"table:evidence_files,alias:t"`

	PortfolioID uuid.UUID `bun:",pk,type:uuid"`
	ID          uuid.UUID `bun:",pk,type:uuid"`
	EvidenceID  uuid.UUID `bun:"type:uuid"`
	FileName    string
	FileType    string
	Size        int               // in bytes
	State       EvidenceFileState `part:"decision"`
	CategoryID  uuid.UUID         `bun:"type:uuid" part:"decision"`
	UploadID    uuid.UUID         `bun:"type:uuid"`
	BlobKey     string            // where it lies in the object store, for the document too
	DocumentID  *uuid.UUID        `bun:"type:uuid" part:"decision"` // nil unless it is accepted
	CreatedAt   time.Time
	UpdatedAt   time.Time `part:"decision"`

	URL string `bun:"-"` // signed again for each answer
}

// Category returns the file's entry of the catalog.
func (f *EvidenceFile) Category() *catalog.DocumentCategory {
	category, _ := catalog.DocumentCategories.ByID(f.CategoryID)
	return category
}

// TaskOrigin returns the key of the task to look at the submission.
func (e *Evidence) TaskOrigin() string { return "review/" + e.ID.String() }

// TaskEvidenceSubmitted is the reason of the task to look at a submission.
const TaskEvidenceSubmitted = "evidenceSubmitted"

// ReviewTask makes the task to look at the submission within so many days.
func (e *Evidence) ReviewTask(days int) *Task {
	task := newFollowUpTask(
		e.TaskID, e.CaseID, &e.PolicyID, TaskTypeReviewDocument, TaskEvidenceSubmitted, e.TaskOrigin(), e.SubmittedAt)
	due := e.SubmittedAt.AddDate(0, 0, days)
	task.DueAt, task.EvidenceID = &due, &e.ID
	return task
}
