package model

import (
	"time"

	"github.com/google/uuid"
	"github.com/uptrace/bun"
)

// Task is something to be done about a case.
type Task struct {
	bun.BaseModel `bun:"table:tasks,alias:t"`

	PortfolioID     uuid.UUID  `bun:",pk,type:uuid"`
	ID              uuid.UUID  `bun:",pk,type:uuid"`
	CaseID          uuid.UUID  `bun:"type:uuid"`
	PolicyID        *uuid.UUID `bun:"type:uuid"`
	Type            TaskType
	State           TaskState
	StateBeforeHold *TaskState
	DueAt           *time.Time
	AssigneeID      *uuid.UUID `bun:"type:uuid"`
	Reason          *string
	Origin          *string  // what the program opened it for, once; nil when a person did
	Metadata        Metadata `bun:"type:jsonb"`
	CreatedAt       time.Time
	UpdatedAt       time.Time

	Case     *Case   `bun:"-"`
	Policy   *Policy `bun:"-"`
	Assignee *User   `bun:"-"`
}

// TaskReferences are the records that a task's input names, as far as they exist in the portfolio.
type TaskReferences struct {
	Cases    map[uuid.UUID]bool
	Policies map[uuid.UUID]bool // of the task's case
	Users    map[uuid.UUID]bool
}

// Progress is what the state machine looks at.
func (t *Task) Progress() TaskProgress {
	return TaskProgress{State: t.State, BeforeHold: t.StateBeforeHold}
}

// SetProgress takes over a state and the memory of a hold.
func (t *Task) SetProgress(p TaskProgress) { t.State, t.StateBeforeHold = p.State, p.BeforeHold }

// NewTask makes an open task of its input. `unknown_reference` for a case, a policy of it, or a user that does not exist.
func NewTask(id uuid.UUID, in CreateTaskInput, refs TaskReferences, now time.Time) (*Task, error) {
	t := &Task{
		ID:        id,
		CaseID:    in.CaseID,
		PolicyID:  in.PolicyID.Value(),
		Type:      in.Type,
		State:     TaskStateOpen,
		CreatedAt: now,
		UpdatedAt: now,
	}
	var vs Violations
	if !refs.Cases[in.CaseID] {
		vs.Add("/caseId", CodeUnknownReference, "there is no such case")
	} else if t.PolicyID != nil && !refs.Policies[*t.PolicyID] {
		vs.Add("/policyId", CodeUnknownReference, "the case has no such policy")
	}
	vs.Append(t.Patch(in.AsUpdate(), refs))
	return t, vs.Err()
}

// Patch takes over all of the input and reports every violation; the task is spoilt then. A closed task can be changed too:
// what was done is often written down afterwards.
func (t *Task) Patch(in UpdateTaskInput, refs TaskReferences) Violations {
	var vs Violations
	if in.DueAt.IsSet() {
		t.DueAt = in.DueAt.Value()
	}
	if in.Assignee.IsSet() {
		t.AssigneeID = in.Assignee.Value()
		if t.AssigneeID != nil && !refs.Users[*t.AssigneeID] {
			vs.Add("/assignee", CodeUnknownReference, "there is no such user")
		}
	}
	setText(&vs, "/reason", &t.Reason, in.Reason, CheckDescription)
	return vs
}

// Move takes the input's state by the state machine: `invalid_transition`. CheckMove comes before it.
func (t *Task) Move(in MoveTaskInput) error {
	next, err := t.Progress().Move(in.State)
	if err != nil {
		return err
	}
	t.SetProgress(next)
	if in.Reason.IsSet() {
		t.Reason = in.Reason.Value()
	}
	return nil
}

// CheckMove reports what is wrong with a move whatever the state of the task.
func CheckMove(in MoveTaskInput) error {
	var vs Violations
	if reason := in.Reason.Value(); reason != nil {
		vs.Append(CheckDescription("/reason", *reason))
	}
	return vs.Err()
}
