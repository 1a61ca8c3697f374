package model

import (
	"database/sql/driver"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"
)

// RenewalSteps are the days of each step relative to the end of the term, for a lender; stored as one jsonb value, null for
// the default (contract section 6).
type RenewalSteps map[RenewalStep]int

// DefaultRenewalSteps are the days of contract section 6.
func DefaultRenewalSteps() RenewalSteps {
	return RenewalSteps{
		RenewalStepRequest:              -60,
		RenewalStepReminder:             -30,
		RenewalStepFinal:                -15,
		RenewalStepLapsed:               0,
		RenewalStepWarning:              15,
		RenewalStepForcePlacementReview: 45,
	}
}

// renewalReach bounds the days of a step: nobody follows up a policy for more than a year.
const renewalReach = 366

// Check reports what is wrong with a lender's own steps: every step once, each later than the one before, lapsed on the day
// itself, for that is when coverage lapses. `required`, `invalid_value`.
func (s RenewalSteps) Check(pointer string) Violations {
	var vs Violations
	for step := range s {
		if !step.IsValid() {
			vs.Add(Pointer(pointer, string(step)), CodeUnknownMember, "there is no such step")
		}
	}
	for i, step := range AllRenewalStep {
		days, given := s[step]
		at := Pointer(pointer, string(step))
		switch {
		case !given:
			vs.Add(at, CodeRequired, "every step needs its days")
		case days < -renewalReach || days > renewalReach:
			vs.Add(at, CodeInvalidValue, "a step is at most %d days from the end of the term", renewalReach)
		case step == RenewalStepLapsed && days != 0:
			vs.Add(at, CodeInvalidValue, "coverage lapses on the day of the end: 0")
		case i > 0 && days <= s[AllRenewalStep[i-1]]:
			vs.Add(at, CodeInvalidValue, "the step %s comes later than %s", step, AllRenewalStep[i-1])
		}
	}
	return vs
}

// Value hands the steps to the database as JSON; none is NULL.
func (s RenewalSteps) Value() (driver.Value, error) {
	if s == nil {
		return nil, nil
	}
	return jsonValue(s)
}

// Scan takes the steps from the database.
func (s *RenewalSteps) Scan(src any) error {
	*s = nil
	return jsonScan(src, s)
}

// The reasons for which a step is skipped.
const (
	// SkipHold is that the policy was on hold when the step was due.
	SkipHold = "hold"
	// SkipLate is that a later step was due too when the term was recorded, or when the sweep came: to ask for the renewal of
	// what has lapsed, or to write twice in a minute, helps nobody.
	SkipLate = "late"
)

// DueStep is a step of a term and when it is due.
type DueStep struct {
	Step  RenewalStep
	DueAt time.Time
}

// Schedule is every step of a term that ends on a day, in order, by the lender's steps (nil for the default). A step is due
// at 00:00 UTC of its day. The end of a term is a day and no instant here: the policies of ISO's forms end at 12:01 a.m. of
// it where the property is, which nobody records; so in America a step is done in the evening before, and everywhere it is
// by the time that people come to work.
func Schedule(end time.Time, steps RenewalSteps) []DueStep {
	if steps == nil {
		steps = DefaultRenewalSteps()
	}
	day := end.UTC().Truncate(24 * time.Hour)
	planned := make([]DueStep, len(AllRenewalStep))
	for i, step := range AllRenewalStep {
		planned[i] = DueStep{Step: step, DueAt: day.AddDate(0, 0, steps[step])}
	}
	return planned
}

func stepOrder(step RenewalStep) int { return slices.Index(AllRenewalStep, step) }

// renewalTasks are the tasks that steps open (contract section 6); nothing is ever placed by itself.
var renewalTasks = map[RenewalStep]TaskType{
	RenewalStepLapsed:               TaskTypeRenewalFollowUp,
	RenewalStepForcePlacementReview: TaskTypeForcePlacementReview,
}

// OpensTask is the task that a step opens, if it opens one.
func (e RenewalStep) OpensTask() (TaskType, bool) {
	task, ok := renewalTasks[e]
	return task, ok
}

// NoticeKey names a policy's step in a term: what is done under one key is done once, whatever restarts or retries.
func NoticeKey(policy uuid.UUID, term int, step RenewalStep) string {
	return fmt.Sprintf("renewal/%s/%d/%s", policy, term, step)
}

// NoticeMessageID is the Message-ID (RFC 5322 section 3.6.4, without the angle brackets) of the notice's e-mail. It follows
// from the key, so that mail programs show a message once even if the mail server was handed it twice.
func NoticeMessageID(policy uuid.UUID, term int, step RenewalStep, domain string) string {
	return fmt.Sprintf("renewal.%s.%d.%s@%s", policy, term, step, domain)
}
