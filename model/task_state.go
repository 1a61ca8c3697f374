package model

import "slices"

// TaskProgress is what the state machine of a task looks at (contract sections 4 and 6). BeforeHold is the state that a
// hold interrupted: set only while State is paused.
type TaskProgress struct {
	State      TaskState
	BeforeHold *TaskState
}

// OpenTaskStates returns open, inProgress and paused: the states whose tasks a change of managementType cancels.
func OpenTaskStates() []TaskState {
	return []TaskState{TaskStateOpen, TaskStateInProgress, TaskStatePaused}
}

// RenewalTaskTypes returns the types of the tasks that renewal follow-up opens (contract section 6). A hold pauses the
// open ones.
func RenewalTaskTypes() []TaskType {
	return []TaskType{TaskTypeRenewalFollowUp, TaskTypeForcePlacementReview}
}

// isOpen reports whether the task can still move. What is over is not opened again: people open another task, so that
// the record keeps both.
func (p TaskProgress) isOpen() bool { return slices.Contains(OpenTaskStates(), p.State) }

// Move returns the progress after a person moves the task: from any open state to any state. `invalid_transition` for a
// task that is completed or cancelled. A move to another state drops the memory of a hold: the person has decided.
func (p TaskProgress) Move(to TaskState) (TaskProgress, error) {
	if !p.isOpen() {
		return p, NewError(CodeInvalidTransition, "A task that is %s cannot become %s; open another one.", p.State, to)
	}
	if to == p.State {
		return p, nil
	}
	return TaskProgress{State: to}, nil
}

// PauseForHold returns the progress after a hold: an open task is paused and remembers its state, `paused` included, so
// that the release does not resume what a person had paused. Repeated, it keeps the memory.
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
