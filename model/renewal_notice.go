package model

import (
	"time"

	"github.com/google/uuid"
	"github.com/uptrace/bun"
)

// RenewalNotice is one step of renewal follow-up of one term of a policy, with its result.
type RenewalNotice struct {
	bun.BaseModel `bun:"table:renewal_notices,alias:t"`

	PortfolioID     uuid.UUID `bun:",pk,type:uuid"`
	ID              uuid.UUID `bun:",pk,type:uuid"`
	PolicyID        uuid.UUID `bun:"type:uuid"`
	CaseID          uuid.UUID `bun:"type:uuid"`
	TermNumber      int
	CancellationID  *uuid.UUID `bun:"type:uuid"` // whose date it is tied to; nil for the term's end
	Step            RenewalStep
	DueAt           time.Time
	State           RenewalNoticeState
	Recipients      []string `bun:",array"`
	Copies          []string `bun:",array"`
	SkipReason      *string
	Subject         *string
	Body            *string
	SettledAt       *time.Time    // nil while it is planned
	NextAttemptAt   *time.Time    // when the mail server gets a planned notice next; nil before its step is carried out
	Attempts        int           // how often the mail server put it off since somebody got it
	Letter          *NoticeLetter `bun:"type:jsonb" shows:"deliveries"` // nil before the mail server was asked
	TemplateID      *uuid.UUID    `bun:"type:uuid"`                     // of the lender's template that words it; nil for a built-in one
	TemplateVersion *int          // nil before it is rendered
	Metadata        Metadata      `bun:"type:jsonb"`
	CreatedAt       time.Time
	UpdatedAt       time.Time

	Policy       *Policy       `bun:"-"`
	Case         *Case         `bun:"-"`
	Cancellation *Cancellation `bun:"-"`
}

type (
	// RenewalNoticeConnection is a page of a list.
	RenewalNoticeConnection = Connection[RenewalNotice]
	// RenewalNoticeEdge is one record of a page, with its cursor.
	RenewalNoticeEdge = Edge[RenewalNotice]
)

// IsNode makes it a Node.
func (RenewalNotice) IsNode() {}

// The reasons why a step did not reach all people. SkipHold and SkipLate are in renewal_schedule.go.
const (
	SkipNoRecipient   = "noRecipient"   // there is nobody to write to
	SuppressTest      = "testPortfolio" // a test portfolio delivers nothing to people (contract section 2)
	SuppressNoMail    = "noMailServer"  // the installation has no mail server
	TaskUndeliverable = "undeliverable" // the notice could not be delivered
)

// PickDue returns the planned notice to carry out now, and those to pass over because a later one is due too.
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

// Skip settles a planned notice that is passed over.
func (n *RenewalNotice) Skip(reason string, now time.Time) {
	n.settle(RenewalNoticeStateSkipped, reason, now)
}

// HandOver gives a planned notice to the mail server.
func (n *RenewalNotice) HandOver(now time.Time) { n.NextAttemptAt, n.UpdatedAt = &now, now }

// TakeBack lets the next sweep decide again about a notice that the mail server was given.
func (n *RenewalNotice) TakeBack(now time.Time) {
	n.NextAttemptAt, n.Attempts, n.UpdatedAt = nil, 0, now
	n.forget()
}

// Address stores the recipients and the text of a notice.
func (n *RenewalNotice) Address(to, copies []string, subject, body string) {
	n.Recipients, n.Copies = to, copies
	n.Word(subject, body)
}

// Word stores the text of a notice.
func (n *RenewalNotice) Word(subject, body string) { n.Subject, n.Body = &subject, &body }

// Suppress settles a planned notice that nobody gets.
func (n *RenewalNotice) Suppress(reason string, now time.Time) {
	n.settle(RenewalNoticeStateSuppressed, reason, now)
}

// Sent settles a planned notice that the mail server accepted, but for those who missed it.
func (n *RenewalNotice) Sent(now time.Time) {
	n.settle(RenewalNoticeStateSent, n.Missed(), now)
}

// Fail settles a planned notice that no recipient got and that cannot be delivered.
func (n *RenewalNotice) Fail(reason string, now time.Time) {
	n.settle(RenewalNoticeStateFailed, reason, now)
}

// maxAttempts and the waits between them are a little more than three days: enough for a mail server to work again.
const maxAttempts = 24

// LastAttempt reports whether the notice fails with one more temporary failure: after three days.
func (n *RenewalNotice) LastAttempt() bool { return n.Attempts+1 >= maxAttempts }

// Progress lets LastAttempt count anew: somebody got the letter, so the mail server works.
func (n *RenewalNotice) Progress() { n.Attempts = 0 }

// PutOff plans another attempt after a temporary failure. Each wait is twice the one before, at most 4 h.
func (n *RenewalNotice) PutOff(reason string, now time.Time) {
	next := now.Add(min(time.Minute<<min(n.Attempts, 8), 4*time.Hour))
	n.Attempts++
	n.NextAttemptAt, n.SkipReason, n.UpdatedAt = &next, &reason, now
}

// Wait repeats an attempt in a minute without counting it.
func (n *RenewalNotice) Wait(now time.Time) {
	next := now.Add(time.Minute)
	n.NextAttemptAt = &next
}

// StepTask makes the task that carrying out a notice opens, if any. The warning opens the task of the lapse too, which
// may have been passed over: they have one origin, so there is one task.
func (n *RenewalNotice) StepTask(id uuid.UUID, now time.Time) (*Task, bool) {
	step := n.Step
	if step == RenewalStepWarning {
		step = RenewalStepLapsed
	}
	taskType, ok := step.OpensTask()
	if !ok {
		return nil, false
	}
	return n.task(id, taskType, string(step), n.keyOf(step), now), true
}

// EvidenceTask makes the task to ask for what a notice could not ask for: SkipNoRecipient.
func (n *RenewalNotice) EvidenceTask(id uuid.UUID, reason string, now time.Time) *Task {
	return n.task(id, TaskTypeCollectEvidence, reason, n.Key()+"/"+reason, now)
}

// UndeliverableTask makes the task to follow up by hand when a notice cannot be delivered.
func (n *RenewalNotice) UndeliverableTask(id uuid.UUID, now time.Time) *Task {
	return n.task(id, TaskTypeRenewalFollowUp, TaskUndeliverable, n.Key()+"/"+TaskUndeliverable, now)
}

func (n *RenewalNotice) task(id uuid.UUID, taskType TaskType, reason, origin string, now time.Time) *Task {
	task := newFollowUpTask(id, n.CaseID, &n.PolicyID, taskType, reason, origin, now)
	task.DueAt = &n.DueAt
	return task
}
