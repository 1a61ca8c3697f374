package model

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/uptrace/bun"

	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/model/patch"
	"github.com/covertrack/covertrack/model/scalar"
)

// Task is work to do on a case.
type Task struct {
	bun.BaseModel `bun:"table:tasks,alias:t"`

	PortfolioID     uuid.UUID  `bun:",pk,type:uuid"`
	ID              uuid.UUID  `bun:",pk,type:uuid"`
	CaseID          *uuid.UUID `bun:"type:uuid"` // nil for a task about the whole portfolio, which the program opened
	PolicyID        *uuid.UUID `bun:"type:uuid"`
	Type            TaskType
	State           TaskState
	StateBeforeHold *TaskState
	DueAt           *time.Time
	AssigneeID      *uuid.UUID `bun:"type:uuid"`
	Reason          *string
	Origin          *string         // unique key of a task that the program opened; nil for one of a person
	EvidenceID      *uuid.UUID      `bun:"type:uuid"`  // to look at; nil for another task
	WaiverID        *uuid.UUID      `bun:"type:uuid"`  // to decide about; nil for another task
	CompletedBy     *TaskCompletion `bun:"type:jsonb"` // nil unless the program completed it and knows by what
	Metadata        scalar.Metadata `bun:"type:jsonb"`
	CreatedAt       time.Time
	UpdatedAt       time.Time

	Case     *Case     `bun:"-"`
	Policy   *Policy   `bun:"-"`
	Assignee *User     `bun:"-"`
	Evidence *Evidence `bun:"-"`
	Waiver   *Waiver   `bun:"-"`
	Text     *string   `bun:"-"` // what there is to do, as it is when it is read; nil where only the reason says it
}

// TaskCompletion is the event by which the program completed a task.
type TaskCompletion struct {
	EventID   uuid.UUID `json:"eventId"` // of the audit trail, whose events can be removed after years
	Action    string    `json:"action"`
	SubjectID uuid.UUID `json:"subjectId"`
	ActorKind ActorKind `json:"actorKind"`
	ActorName string    `json:"actorName"`
	At        time.Time `json:"at"`
}

// TaskReferences are the existing records of those that a task's input names.
type TaskReferences struct {
	Cases    map[uuid.UUID]bool
	Policies map[uuid.UUID]bool // of the task's case
	Users    map[uuid.UUID]bool
}

// Progress returns what the state machine looks at.
func (t *Task) Progress() TaskProgress {
	return TaskProgress{State: t.State, BeforeHold: t.StateBeforeHold}
}

// SetProgress stores a state and the memory of a hold.
func (t *Task) SetProgress(p TaskProgress) { t.State, t.StateBeforeHold = p.State, p.BeforeHold }

// AsUpdate returns the creation as a change, without case, policy and type.
func (in CreateTaskInput) AsUpdate() UpdateTaskInput { return patch.As[UpdateTaskInput](in) }

// NewTask makes an open task of its input. `unknown_reference` for a case, a policy of it, or a user.
func NewTask(id uuid.UUID, in CreateTaskInput, refs TaskReferences, now time.Time) (*Task, error) {
	t := &Task{
		ID: id, CaseID: &in.CaseID, PolicyID: in.PolicyID.Value(), Type: in.Type, State: TaskStateOpen, CreatedAt: now,
		UpdatedAt: now,
	}
	var vs fault.Violations
	if !refs.Cases[in.CaseID] {
		vs.Say("/caseId", fault.CodeUnknownReference, noCase)
	} else if t.PolicyID != nil && !refs.Policies[*t.PolicyID] {
		vs.Say("/policyId", fault.CodeUnknownReference, "is not the id of a policy of the case")
	}
	vs.Append(t.Patch(in.AsUpdate(), refs))
	return t, vs.Err()
}

// Patch changes the task. A closed task can be changed too: people often write down later what was done.
func (t *Task) Patch(in UpdateTaskInput, refs TaskReferences) fault.Violations {
	var vs fault.Violations
	patch.Optional(&t.DueAt, in.DueAt)
	patch.Reference(&vs, "/assignee", &t.AssigneeID, in.Assignee, refs.Users, "is not the id of a user")
	patch.Text(&vs, "/reason", &t.Reason, in.Reason, scalar.CheckDescription)
	patch.Metadata(&vs, &t.Metadata, in.Metadata)
	return vs
}

// Move makes the move of the input. `invalid_transition`, also for ending what ends with the findings of the case. Call
// CheckMove first.
func (t *Task) Move(in MoveTaskInput) error {
	if t.IsOfFindings() && (in.State == TaskStateCompleted || in.State == TaskStateCancelled) {
		return fault.New(fault.CodeInvalidTransition, "A finding of the case is open; the task is completed with the last one.")
	}
	next, err := t.Progress().Move(in.State)
	if err != nil {
		return err
	}
	t.SetProgress(next)
	patch.Optional(&t.Reason, in.Reason)
	return nil
}

// CheckMove reports what is wrong with a move in every state of the task.
func CheckMove(in MoveTaskInput) error {
	return scalar.CheckDescription("/reason", scalar.OrZero(in.Reason.Value())).Err()
}

// TaskProgress is what the state machine of a task looks at. BeforeHold is the state that a hold interrupted.
type TaskProgress struct {
	State      TaskState
	BeforeHold *TaskState
}

// OpenTaskStates returns open, inProgress and paused: the states whose tasks a change of managementType cancels.
func OpenTaskStates() []TaskState {
	return []TaskState{TaskStateOpen, TaskStateInProgress, TaskStatePaused}
}

// RenewalTaskTypes returns the types of the tasks that renewal follow-up opens, and that a hold pauses.
func RenewalTaskTypes() []TaskType {
	return []TaskType{TaskTypeRenewalFollowUp, TaskTypeForcePlacementReview}
}

// isOpen reports whether the task can still move. People open another task instead of one that is over.
func (p TaskProgress) isOpen() bool { return slices.Contains(OpenTaskStates(), p.State) }

// Move returns the progress after a person moves the task: from any open state to any state. `invalid_transition` for a
// task that is completed or cancelled. A move to another state drops the memory of a hold: the person has decided.
func (p TaskProgress) Move(to TaskState) (TaskProgress, error) {
	if !p.isOpen() {
		return p, fault.New(fault.CodeInvalidTransition, "A task that is %s cannot become %s; open another one.", p.State, to)
	}
	if to == p.State {
		return p, nil
	}
	return TaskProgress{State: to}, nil
}

// PauseForHold returns the progress after a hold: an open task is paused and remembers its state, also `paused`.
func (p TaskProgress) PauseForHold() TaskProgress {
	if p.BeforeHold != nil || !p.isOpen() {
		return p
	}
	return TaskProgress{State: TaskStatePaused, BeforeHold: &p.State}
}

// ResumeAfterHold returns the progress after the release: the state that the hold interrupted, if it did.
func (p TaskProgress) ResumeAfterHold() TaskProgress {
	return TaskProgress{State: underlying(p.State, p.BeforeHold)}
}

// TaskMail is the reason of a portfolio's task when its notices wait because mail does not work.
const TaskMail = "mailServer"

// NewMailTask makes the task to look after mail. A portfolio has one for each outage.
func NewMailTask(id uuid.UUID, origin string, now time.Time) *Task {
	reason := TaskMail
	return &Task{
		ID: id, Type: TaskTypeRenewalFollowUp, State: TaskStateOpen, Reason: &reason, Origin: &origin, DueAt: &now,
		CreatedAt: now, UpdatedAt: now,
	}
}

// Complete closes a task that the program opened and that has become needless.
func (t *Task) Complete(now time.Time) { t.CompleteBy(nil, now) }

// CompleteBy is Complete that says by what; nil if that is not known.
func (t *Task) CompleteBy(by *AuditEvent, now time.Time) {
	t.SetProgress(TaskProgress{State: TaskStateCompleted})
	if t.UpdatedAt = now; by != nil {
		t.CompletedBy = &TaskCompletion{
			EventID: by.ID, Action: by.Action, SubjectID: scalar.OrZero(by.SubjectID), ActorKind: by.ActorKind,
			ActorName: by.ActorName, At: by.At,
		}
	}
}

// Conclude is CompleteBy that gives up the origin, so that a task can be opened for it again.
func (t *Task) Conclude(by *AuditEvent, now time.Time) {
	t.CompleteBy(by, now)
	t.Origin = nil
}

// IsOfRenewal reports whether it is an open task to follow up the renewal of a policy.
func (t *Task) IsOfRenewal() bool {
	return t.Type == TaskTypeRenewalFollowUp && t.PolicyID != nil && t.Progress().isOpen()
}

// EndsWithCover reports whether it is a task of renewal follow-up that cover by a policy's current term leaves nothing to do for:
// it is of an earlier term, or tells of an end of this one.
func (t *Task) EndsWithCover(term int) bool {
	of, ok := strings.CutPrefix(scalar.OrZero(t.Origin), renewalOrigin)
	parts := strings.Split(of, "/") // policy, term, step
	return ok && t.Type == TaskTypeRenewalFollowUp && len(parts) > 2 &&
		(parts[1] != strconv.Itoa(term) || RenewalStep(parts[2]).TellsOfEnd())
}

// DeficiencyOrigin begins the origin of the task of a case's findings, before the case's id.
const DeficiencyOrigin = "deficiency/"

// NewDeficiencyTask makes the task to have the findings of a case mended. A case has one.
func NewDeficiencyTask(id, caseID uuid.UUID, due, now time.Time) *Task {
	t := newFollowUpTask(id, caseID, nil, TaskTypeResolveDeficiency, "", DeficiencyOrigin+caseID.String(), now)
	t.Reason, t.DueAt = nil, &due
	return t
}

// NewMissingTask makes the task of a case that a file with the whole book lacks.
func NewMissingTask(id, caseID uuid.UUID, now time.Time) *Task {
	return newFollowUpTask(id, caseID, nil, TaskTypeLoanMissing, "missingFromFile", "loanMissing/"+caseID.String(), now)
}

// IsOfMissingLoan reports whether it is an open task that NewMissingTask made.
func (t *Task) IsOfMissingLoan() bool { return t.Type == TaskTypeLoanMissing && t.Progress().isOpen() }

// NewPlacementFactsTask makes the task that asks what a placement needs to begin.
func NewPlacementFactsTask(id, caseID uuid.UUID, missing, origin string, now time.Time) *Task {
	return newFollowUpTask(id, caseID, nil, TaskTypePlacementFacts, missing, origin, now)
}

// IsResumed reports whether it is a task that is opened again if it was cancelled with all others of its case: a decision about a waiver,
// or what the rules ask for a placement.
func (t *Task) IsResumed() bool {
	return t.WaiverID != nil || t.Type == TaskTypePlacementDuty || t.Type == TaskTypeRefundPlacement
}

// IsOfFindings reports whether it is the open task that NewDeficiencyTask made.
func (t *Task) IsOfFindings() bool {
	return t.Type == TaskTypeResolveDeficiency && strings.HasPrefix(scalar.OrZero(t.Origin), DeficiencyOrigin)
}

// newFollowUpTask makes an open task that the program opens.
func newFollowUpTask(id, caseID uuid.UUID, policyID *uuid.UUID, kind TaskType, reason, origin string, now time.Time) *Task {
	return &Task{
		ID: id, CaseID: &caseID, PolicyID: policyID, Type: kind, State: TaskStateOpen, Reason: &reason, Origin: &origin,
		CreatedAt: now, UpdatedAt: now,
	}
}
