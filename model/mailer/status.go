package mailer

import (
	"time"

	"github.com/uptrace/bun"
)

// State is how mail works.
type State string

// The states of mail.
const (
	OK      State = "ok"      // it works, or nothing is to be sent
	Failing State = "failing" // the mail server cannot be reached or refuses us
	Missing State = "missing" // notices are due, and no mail server is named
)

// Reason is what fails when mail does.
type Reason string

// The reasons why a letter is not delivered. Those up to Data keep all letters.
const (
	Connect   Reason = "connect"
	TLS       Reason = "tls"
	Login     Reason = "login"
	Sender    Reason = "sender"
	Data      Reason = "data"
	Recipient Reason = "recipient"
	Template  Reason = "template" // the letter could not be written
)

// AllReason returns every reason.
func AllReason() []Reason {
	return []Reason{Connect, TLS, Login, Sender, Data, Recipient, Template}
}

// Says is what a lender reads of an outage. The cause, with names of machines, is for operators.
var Says = map[Reason]string{
	Connect: "the mail server cannot be reached",
	TLS:     "the mail server has no safe connection",
	Login:   "the mail server refuses the login",
	Sender:  "the mail server refuses the sender",
	Data:    "the mail server takes no letters",
}

const (
	// mailNoteEvery is the shortest time between two notes of the same. Attempts are a minute apart, more or less.
	mailNoteEvery = time.Minute - time.Second
	// mailTaskAfter is how long mail does not work before people are told by a task.
	mailTaskAfter = time.Hour
	// mailKnownFor is how long after a node with a mail server tried it a node without one says nothing.
	mailKnownFor = 5 * time.Minute
)

// Status is how mail works, in the whole installation.
type Status struct {
	bun.BaseModel `bun:"table:mail_status,alias:t"`

	Status        State
	Reason        *Reason    // nil unless it fails
	Cause         *string    // for operators
	Since         time.Time  // when it began to work, or not to
	AttemptedAt   *time.Time // the last attempt that was noted
	NextAttemptAt *time.Time // nil unless it fails
	TaskOrigin    *string    // of the tasks that were opened and are not completed yet
}

// Fail notes an attempt that failed, and reports whether there is anything to save: once a minute.
func (s *Status) Fail(reason Reason, cause string, now time.Time) bool {
	if s.Status == Failing && s.isFresh(mailNoteEvery, now) {
		return false
	}
	next := now.Add(time.Minute)
	s.begin(Failing, now)
	s.Reason, s.Cause, s.NextAttemptAt = &reason, &cause, &next
	return true
}

// Miss notes that notices are due and that this node has no mail server, and reports whether there is anything to save.
// Where another node has one, its word counts.
func (s *Status) Miss(now time.Time) bool {
	if s.Status == Missing && s.isFresh(mailNoteEvery, now) || s.Status != Missing && s.isFresh(mailKnownFor, now) {
		return false
	}
	s.begin(Missing, now)
	return true
}

// IsReminder reports whether what is missing was said in this hour already, as far as a note before knew it.
func (s *Status) IsReminder(before *Status) bool {
	hours := func(of *Status) int { return int(of.AttemptedAt.Sub(s.Since) / time.Hour) }
	return s.Status == Missing && before.Status == Missing && before.AttemptedAt != nil && hours(before) == hours(s)
}

// Work notes that mail works, or that nothing waits for it, and reports whether there is anything to save.
func (s *Status) Work(now time.Time) bool {
	if s.Status == OK && s.isFresh(mailNoteEvery, now) {
		return false
	}
	if s.Status != OK {
		s.Status, s.Since = OK, now
	}
	s.Reason, s.Cause, s.NextAttemptAt, s.AttemptedAt = nil, nil, nil, &now
	return true
}

// begin notes an attempt of an outage, which may have begun before.
func (s *Status) begin(state State, now time.Time) {
	if s.Status == OK || s.Since.After(now) {
		s.Since = now
	}
	s.Status, s.AttemptedAt, s.Reason, s.Cause, s.NextAttemptAt = state, &now, nil, nil, nil
	if origin := s.origin(); s.TaskOrigin == nil && now.Sub(s.Since) >= mailTaskAfter {
		s.TaskOrigin = &origin
	}
}

// isFresh reports whether the last note is younger than an age. One of the future, by another clock, is not.
func (s *Status) isFresh(age time.Duration, now time.Time) bool {
	return s.AttemptedAt != nil && !s.AttemptedAt.After(now) && now.Sub(*s.AttemptedAt) < age
}

// origin is the origin of the tasks of this outage.
func (s *Status) origin() string {
	return "mail/" + s.Since.UTC().Format("2006-01-02T15:04:05.000Z")
}

// TasksOpen returns the origin of the tasks that each portfolio whose letters wait is to have; false if none.
func (s *Status) TasksOpen() (origin string, isOpen bool) {
	return s.origin(), s.Status != OK && s.TaskOrigin != nil && *s.TaskOrigin == s.origin()
}

// TasksOver returns the origin of the tasks to complete, since their outage is over; false if none.
func (s *Status) TasksOver() (origin string, isOver bool) {
	if _, isOpen := s.TasksOpen(); isOpen || s.TaskOrigin == nil {
		return "", false
	}
	return *s.TaskOrigin, true
}
