package model

import (
	"time"

	"github.com/google/uuid"
)

// Why a step reached nobody or not everybody; the reasons of a skip are in renewal_schedule.go.
const (
	// SkipNoRecipient is that there is nobody to write to.
	SkipNoRecipient = "noRecipient"
	// SuppressTest is that nothing in a test portfolio is delivered to a person (contract section 2).
	SuppressTest = "testPortfolio"
	// SuppressNoMail is that the installation has no mail server.
	SuppressNoMail = "noMailServer"
	// TaskUndeliverable is that a notice could not be delivered.
	TaskUndeliverable = "undeliverable"
)

// PickDue is, of a policy's planned notices, the one to carry out now, and those that are passed over since a later one is due
// too: after a sweep that comes very late, one notice goes out and not three.
func PickDue(notices []*RenewalNotice, now time.Time) (carryOut *RenewalNotice, passed []*RenewalNotice) {
	for _, n := range notices {
		switch {
		case n.State != RenewalNoticeStatePlanned || n.DueAt.After(now):
		case carryOut == nil:
			carryOut = n
		case stepOrder(n.Step) > stepOrder(carryOut.Step):
			passed = append(passed, carryOut)
			carryOut = n
		default:
			passed = append(passed, n)
		}
	}
	return carryOut, passed
}

// Skip passes a planned notice over.
func (n *RenewalNotice) Skip(reason string, now time.Time) {
	n.settle(RenewalNoticeStateSkipped, reason, now)
}

// HandOver makes a planned notice the mail server's next.
func (n *RenewalNotice) HandOver(now time.Time) { n.NextAttemptAt, n.UpdatedAt = &now, now }

// TakeBack makes a handed over notice wait for the next sweep, which decides about it anew.
func (n *RenewalNotice) TakeBack(now time.Time) {
	n.NextAttemptAt, n.Attempts, n.UpdatedAt = nil, 0, now
}

// Address writes down to whom a notice goes and what it says.
func (n *RenewalNotice) Address(to, copies []string, subject, body string) {
	n.Recipients, n.Copies, n.Subject, n.Body = to, copies, &subject, &body
}

// Suppress settles a planned notice that is delivered to nobody.
func (n *RenewalNotice) Suppress(reason string, now time.Time) {
	n.settle(RenewalNoticeStateSuppressed, reason, now)
}

// Sent settles a planned notice that the mail server took. Refused says which addresses it did not take, "" for none.
func (n *RenewalNotice) Sent(refused string, now time.Time) {
	n.settle(RenewalNoticeStateSent, refused, now)
}

// Fail settles a planned notice that cannot be delivered.
func (n *RenewalNotice) Fail(reason string, now time.Time) {
	n.settle(RenewalNoticeStateFailed, reason, now)
}

// maxAttempts and the waits between them make a little more than three days, in which a mail server should come back.
const maxAttempts = 24

// LastAttempt tells whether a temporary failure now is the last one: after three days the notice has failed.
func (n *RenewalNotice) LastAttempt() bool { return n.Attempts+1 >= maxAttempts }

// PutOff plans another attempt after a temporary failure, each time after twice the wait but at most 4 h.
func (n *RenewalNotice) PutOff(reason string, now time.Time) {
	next := now.Add(min(time.Minute<<min(n.Attempts, 8), 4*time.Hour))
	n.Attempts++
	n.NextAttemptAt, n.SkipReason, n.UpdatedAt = &next, &reason, now
}

// Wait repeats an attempt in a minute, as if it had not been made.
func (n *RenewalNotice) Wait(now time.Time) {
	next := now.Add(time.Minute)
	n.NextAttemptAt = &next
}

// StepTask is the task that carrying out a notice opens, if it opens one. The warning opens the one of the lapse too, in case
// that was passed over: its origin makes it one. Nothing is ever placed by itself (contract section 6).
func (n *RenewalNotice) StepTask(id uuid.UUID, now time.Time) (*Task, bool) {
	step := n.Step
	if step == RenewalStepWarning {
		step = RenewalStepLapsed
	}
	taskType, ok := step.OpensTask()
	if !ok {
		return nil, false
	}
	return n.task(id, taskType, string(step), NoticeKey(n.PolicyID, n.TermNumber, step), now), true
}

// EvidenceTask asks for what a notice could not ask for: SkipNoRecipient.
func (n *RenewalNotice) EvidenceTask(id uuid.UUID, reason string, now time.Time) *Task {
	return n.task(id, TaskTypeCollectEvidence, reason, n.Key()+"/"+reason, now)
}

// UndeliverableTask follows up by hand what a notice could not.
func (n *RenewalNotice) UndeliverableTask(id uuid.UUID, now time.Time) *Task {
	return n.task(id, TaskTypeRenewalFollowUp, TaskUndeliverable, n.Key()+"/"+TaskUndeliverable, now)
}

func (n *RenewalNotice) task(id uuid.UUID, taskType TaskType, reason, origin string, now time.Time) *Task {
	return &Task{
		ID:        id,
		CaseID:    n.CaseID,
		PolicyID:  &n.PolicyID,
		Type:      taskType,
		State:     TaskStateOpen,
		DueAt:     &n.DueAt,
		Reason:    &reason,
		Origin:    &origin,
		CreatedAt: now,
		UpdatedAt: now,
	}
}
