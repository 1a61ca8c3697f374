package model

import "slices"

// TaskProgress is what the state machine of a task looks at (contract sections 4 and 6). BeforeHold is the state that a hold
// took: set only while State is paused.
type TaskProgress struct {
	State      TaskState
	BeforeHold *TaskState
}

// openTaskStates are the states that contract section 4 calls open.
var openTaskStates = []TaskState{TaskStateOpen, TaskStateInProgress, TaskStatePaused}

// renewalTaskTypes are the tasks that renewal follow-up opens (contract section 6), and that a hold pauses.
var renewalTaskTypes = []TaskType{TaskTypeRenewalFollowUp, TaskTypeForcePlacementReview}

// taskMoves are the moves that a person may make. A task that is completed or cancelled makes none: what is over is opened
// as another task, so that the record keeps both.
var taskMoves = map[TaskState][]TaskState{
	TaskStateOpen:       {TaskStateOpen, TaskStateInProgress, TaskStatePaused, TaskStateCompleted, TaskStateCancelled},
	TaskStateInProgress: {TaskStateOpen, TaskStateInProgress, TaskStatePaused, TaskStateCompleted, TaskStateCancelled},
	TaskStatePaused:     {TaskStateOpen, TaskStateInProgress, TaskStatePaused, TaskStateCompleted, TaskStateCancelled},
	TaskStateCompleted:  {},
	TaskStateCancelled:  {},
}

// OpenTaskStates are open, inProgress and paused: the states whose tasks a change of managementType cancels.
func OpenTaskStates() []TaskState { return slices.Clone(openTaskStates) }

// RenewalTaskTypes are the types whose open tasks a hold pauses.
func RenewalTaskTypes() []TaskType { return slices.Clone(renewalTaskTypes) }

// Move is the progress after somebody moves the task. A move to another state drops the memory of a hold: the person has
// decided where the task stands. `invalid_transition` once it is completed or cancelled.
func (p TaskProgress) Move(to TaskState) (TaskProgress, error) {
	if !slices.Contains(taskMoves[p.State], to) {
		return p, NewError(CodeInvalidTransition, "A task that is %s cannot become %s; open another one.", p.State, to)
	}
	if to == p.State {
		return p, nil
	}
	return TaskProgress{State: to}, nil
}

// Cancel is the progress after the program cancels the task, and whether that changed it: only an open one is cancelled.
func (p TaskProgress) Cancel() (TaskProgress, bool) {
	cancelled, err := p.Move(TaskStateCancelled)
	return cancelled, err == nil
}

// PauseForHold is the progress after a hold: an open task is paused and remembers its state, `paused` included, so that the
// release leaves alone what a person had paused. Repeated, it keeps the memory.
func (p TaskProgress) PauseForHold() TaskProgress {
	if p.BeforeHold != nil || !slices.Contains(openTaskStates, p.State) {
		return p
	}
	return TaskProgress{State: TaskStatePaused, BeforeHold: &p.State}
}

// ResumeAfterHold is the progress after the release: the state that the hold took, if it took one.
func (p TaskProgress) ResumeAfterHold() TaskProgress {
	if p.BeforeHold == nil {
		return p
	}
	return TaskProgress{State: *p.BeforeHold}
}
