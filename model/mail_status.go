package model

import (
	"time"

	"github.com/google/uuid"
	"github.com/uptrace/bun"
)

// MailState is how mail works.
type MailState string

// The states of mail.
const (
	MailOK      MailState = "ok"      // it works, or nothing is to be sent
	MailFailing MailState = "failing" // the mail server cannot be reached or refuses us
	MailMissing MailState = "missing" // notices are due, and no mail server is named
)

// MailReason is what fails when mail does.
type MailReason string

// The reasons why a letter is not delivered. Those up to MailData keep all letters.
const (
	MailConnect   MailReason = "connect"
	MailTLS       MailReason = "tls"
	MailLogin     MailReason = "login"
	MailSender    MailReason = "sender"
	MailData      MailReason = "data"
	MailRecipient MailReason = "recipient"
	MailTemplate  MailReason = "template" // the letter could not be written
)

// AllMailReason returns every reason.
func AllMailReason() []MailReason {
	return []MailReason{MailConnect, MailTLS, MailLogin, MailSender, MailData, MailRecipient, MailTemplate}
}

// says is what a lender reads of an outage. The cause, with names of machines, is for operators.
var says = map[MailReason]string{
	MailConnect: "the mail server cannot be reached",
	MailTLS:     "the mail server has no safe connection",
	MailLogin:   "the mail server refuses the login",
	MailSender:  "the mail server refuses the sender",
	MailData:    "the mail server takes no letters",
}

const (
	// mailNoteEvery is the shortest time between two notes of the same. Attempts are a minute apart, more or less.
	mailNoteEvery = time.Minute - time.Second
	// mailTaskAfter is how long mail does not work before people are told by a task.
	mailTaskAfter = time.Hour
	// mailKnownFor is how long after a node with a mail server tried it a node without one says nothing.
	mailKnownFor = 5 * time.Minute
)

// TaskMail is the reason of a portfolio's task when its notices wait because mail does not work.
const TaskMail = "mailServer"

// MailStatus is how mail works, in the whole installation.
type MailStatus struct {
	bun.BaseModel `bun:"table:mail_status,alias:t"`

	Status        MailState
	Reason        *MailReason // nil unless it fails
	Cause         *string     // for operators
	Since         time.Time   // when it began to work, or not to
	AttemptedAt   *time.Time  // the last attempt that was noted
	NextAttemptAt *time.Time  // nil unless it fails
	TaskOrigin    *string     // of the tasks that were opened and are not completed yet
}

// Fail notes an attempt that failed, and reports whether there is anything to save: once a minute.
func (s *MailStatus) Fail(reason MailReason, cause string, now time.Time) bool {
	if s.Status == MailFailing && s.isFresh(mailNoteEvery, now) {
		return false
	}
	next := now.Add(time.Minute)
	s.begin(MailFailing, now)
	s.Reason, s.Cause, s.NextAttemptAt = &reason, &cause, &next
	return true
}

// Miss notes that notices are due and that this node has no mail server, and reports whether there is anything to save.
// Where another node has one, its word counts.
func (s *MailStatus) Miss(now time.Time) bool {
	if s.Status == MailMissing && s.isFresh(mailNoteEvery, now) || s.Status != MailMissing && s.isFresh(mailKnownFor, now) {
		return false
	}
	s.begin(MailMissing, now)
	return true
}

// IsReminder reports whether what is missing was said in this hour already, as far as a note before knew it.
func (s *MailStatus) IsReminder(before *MailStatus) bool {
	hours := func(of *MailStatus) int { return int(of.AttemptedAt.Sub(s.Since) / time.Hour) }
	return s.Status == MailMissing && before.Status == MailMissing && before.AttemptedAt != nil && hours(before) == hours(s)
}

// Work notes that mail works, or that nothing waits for it, and reports whether there is anything to save.
func (s *MailStatus) Work(now time.Time) bool {
	if s.Status == MailOK && s.isFresh(mailNoteEvery, now) {
		return false
	}
	if s.Status != MailOK {
		s.Status, s.Since = MailOK, now
	}
	s.Reason, s.Cause, s.NextAttemptAt, s.AttemptedAt = nil, nil, nil, &now
	return true
}

// begin notes an attempt of an outage, which may have begun before.
func (s *MailStatus) begin(state MailState, now time.Time) {
	if s.Status == MailOK || s.Since.After(now) {
		s.Since = now
	}
	s.Status, s.AttemptedAt, s.Reason, s.Cause, s.NextAttemptAt = state, &now, nil, nil, nil
	if origin := s.origin(); s.TaskOrigin == nil && now.Sub(s.Since) >= mailTaskAfter {
		s.TaskOrigin = &origin
	}
}

// isFresh reports whether the last note is younger than an age. One of the future, by another clock, is not.
func (s *MailStatus) isFresh(age time.Duration, now time.Time) bool {
	return s.AttemptedAt != nil && !s.AttemptedAt.After(now) && now.Sub(*s.AttemptedAt) < age
}

// origin is the origin of the tasks of this outage.
func (s *MailStatus) origin() string {
	return "mail/" + s.Since.UTC().Format("2006-01-02T15:04:05.000Z")
}

// TasksOpen returns the origin of the tasks that each portfolio with due notices is to have; false if none.
func (s *MailStatus) TasksOpen() (origin string, isOpen bool) {
	return s.origin(), s.Status != MailOK && s.TaskOrigin != nil && *s.TaskOrigin == s.origin()
}

// TasksOver returns the origin of the tasks to complete, since their outage is over; false if none.
func (s *MailStatus) TasksOver() (origin string, isOver bool) {
	if _, isOpen := s.TasksOpen(); isOpen || s.TaskOrigin == nil {
		return "", false
	}
	return *s.TaskOrigin, true
}

// NewMailTask makes the task to look after mail. A portfolio has one for each outage.
func NewMailTask(id uuid.UUID, origin string, now time.Time) *Task {
	reason := TaskMail
	return &Task{
		ID: id, Type: TaskTypeRenewalFollowUp, State: TaskStateOpen, Reason: &reason, Origin: &origin, DueAt: &now,
		CreatedAt: now, UpdatedAt: now,
	}
}

// Complete closes a task that the program opened and that has become needless.
func (t *Task) Complete(now time.Time) {
	t.SetProgress(TaskProgress{State: TaskStateCompleted})
	t.UpdatedAt = now
}
