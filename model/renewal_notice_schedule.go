package model

import (
	"database/sql/driver"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/model/scalar"
)

// RenewalSteps are a lender's days of each step from the end of the term (contract section 6); nil is the default.
type RenewalSteps map[RenewalStep]int

// DefaultRenewalSteps returns the days of contract section 6.
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

// renewalReach bounds the days of a step: no policy is followed up for more than a year.
const renewalReach = 366

// Check reports what is wrong with a lender's own steps: they need every step, each later than the one before, and
// lapsed on the day of the end, when coverage lapses. `required`, `invalid_value`.
func (s RenewalSteps) Check(pointer string) fault.Violations {
	var vs fault.Violations
	for step := range s {
		if !slices.Contains(StepsOfRenewal, step) {
			vs.Say(fault.Pointer(pointer, string(step)), fault.CodeUnknownMember, "is not a step")
		}
	}
	for i, step := range StepsOfRenewal {
		days, given := s[step]
		at := fault.Pointer(pointer, string(step))
		switch {
		case !given:
			vs.Say(at, fault.CodeRequired, "is required: every step has its days")
		case days < -renewalReach || days > renewalReach:
			vs.Say(at, fault.CodeInvalidValue, "must be at most %d days from the end of the term", renewalReach)
		case step == RenewalStepLapsed && days != 0:
			vs.Say(at, fault.CodeInvalidValue, "must be 0: coverage lapses on the day of the end")
		case i > 0 && days <= s[StepsOfRenewal[i-1]]:
			vs.Say(at, fault.CodeInvalidValue, "is too early: %s must come later than %s", step, StepsOfRenewal[i-1])
		}
	}
	return vs
}

// Value returns the steps as JSON for the database; nil is NULL.
func (s RenewalSteps) Value() (driver.Value, error) {
	if s == nil {
		return nil, nil
	}
	return scalar.StructValue(s)
}

// Scan reads the steps from the database.
func (s *RenewalSteps) Scan(src any) error {
	*s = nil
	return scalar.ScanStruct(src, s)
}

// The reasons why a step is skipped.
const (
	SkipHold = "hold" // the policy was on hold when the step was due
	SkipLate = "late" // a later step was due too when the term was recorded or when the sweep ran
)

// DueStep is a step of a term and when it is due.
type DueStep struct {
	Step  RenewalStep
	DueAt time.Time
}

// Schedule returns every step of a term, in order, by the lender's steps (nil for the default), but for those beyond the
// years 1 to 9999: an end of 9999-12-31 says that there is none. A step is due at 00:00 UTC of its day. The end is a day and
// not a time, because no record has the time zone of the property.
func Schedule(end time.Time, steps RenewalSteps) []DueStep {
	if steps == nil {
		steps = DefaultRenewalSteps()
	}
	day := end.UTC().Truncate(24 * time.Hour)
	planned := make([]DueStep, 0, len(StepsOfRenewal))
	for _, step := range StepsOfRenewal {
		if due := day.AddDate(0, 0, steps[step]); due.Year() >= 1 && due.Year() <= 9999 {
			planned = append(planned, DueStep{Step: step, DueAt: due})
		}
	}
	return planned
}

// StepsOfRenewal are the steps of renewal follow-up, in their order.
var StepsOfRenewal = AllRenewalStep[:slices.Index(AllRenewalStep, RenewalStepForcePlacementReview)+1]

// IsOfDeficiency reports whether the letters of a step are about the findings of a case; no step is about a policy.
func (e RenewalStep) IsOfDeficiency() bool { return e != "" && !slices.Contains(StepsOfRenewal, e) }

func stepOrder(step RenewalStep) int { return slices.Index(AllRenewalStep, step) }

// OpensTask returns the type of the task that a step opens (contract section 6), if any.
func (e RenewalStep) OpensTask() (TaskType, bool) {
	switch e {
	case RenewalStepLapsed:
		return TaskTypeRenewalFollowUp, true
	case RenewalStepForcePlacementReview:
		return TaskTypeForcePlacementReview, true
	default:
		return "", false
	}
}

// renewalOrigin begins the keys of notices.
const renewalOrigin = "renewal/"

// NoticeKey returns the key of a policy's step in a term. Work under one key is done once.
func NoticeKey(policy uuid.UUID, term int, step RenewalStep) string {
	return fmt.Sprintf(renewalOrigin+"%s/%d/%s", policy, term, step)
}

// TellsOfEnd reports whether the step tells that cover has ended, and does not ask beforehand to have it renewed.
func (e RenewalStep) TellsOfEnd() bool {
	return !e.IsOfDeficiency() && stepOrder(e) >= stepOrder(RenewalStepLapsed)
}

// DeficiencyDays are the days in which a lender wants findings mended, by code; a code that is missing has the usual ones.
type DeficiencyDays map[FindingCode]int

// deficiencyReach bounds the days of findings and of deficiency letters: nothing is followed up for more than a year.
const deficiencyReach = 366

// Of returns the days of a code: its own, else a week where there is no cover at all, two weeks where something is not known,
// and a month for all else.
func (d DeficiencyDays) Of(code FindingCode) int {
	days, isOwn := d[code]
	switch {
	case isOwn:
		return days
	case code.IsNoCover():
		return 7
	case strings.HasSuffix(string(code), "_unknown"), code == FindingCodeCurrencyDiffers:
		return 14
	default:
		return 30
	}
}

// Value returns the days as JSON for the database; nil is NULL.
func (d DeficiencyDays) Value() (driver.Value, error) {
	if d == nil {
		return nil, nil
	}
	return scalar.StructValue(d)
}

// Scan reads the days from the database.
func (d *DeficiencyDays) Scan(src any) error {
	*d = nil
	return scalar.ScanStruct(src, d)
}

// DeficiencySteps are a lender's days of each step of deficiency follow-up from the opening of the task; 0 for a step that is
// not done, nil for the default.
type DeficiencySteps map[DeficiencyStep]int

// DefaultDeficiencySteps returns the usual days.
func DefaultDeficiencySteps() DeficiencySteps {
	return DeficiencySteps{
		DeficiencyStepLetter: 1, DeficiencyStepReminder: 15, DeficiencyStepLast: 30, DeficiencyStepForcePlacementReview: 45,
	}
}

// Value returns the steps as JSON for the database; nil is NULL.
func (s DeficiencySteps) Value() (driver.Value, error) {
	if s == nil {
		return nil, nil
	}
	return scalar.StructValue(s)
}

// Scan reads the steps from the database.
func (s *DeficiencySteps) Scan(src any) error {
	*s = nil
	return scalar.ScanStruct(src, s)
}

// setDeficiencies stores how a lender follows up findings. `required`, `duplicate`, `invalid_value`.
func (l *Lender) setDeficiencies(vs *fault.Violations, in UpdateLenderInput) {
	inReach := func(pointer string, days int) {
		if days < 0 || days > deficiencyReach {
			vs.Say(pointer, fault.CodeInvalidValue, "must be a number from 0 to %d", deficiencyReach)
		}
	}
	if in.DeficiencyDays.IsSet() {
		l.Days = nil
		for i, d := range in.DeficiencyDays.Value() {
			if _, twice := l.Days[d.Code]; twice {
				vs.Say(fault.Pointer("/deficiencyDays", i, "code"), fault.CodeDuplicate, "is given twice")
			}
			inReach(fault.Pointer("/deficiencyDays", i, "days"), d.Days)
			if l.Days == nil {
				l.Days = DeficiencyDays{}
			}
			l.Days[d.Code] = d.Days
		}
	}
	if !in.DeficiencySteps.IsSet() {
		return
	}
	l.LetterDays = nil
	if in.DeficiencySteps.Value() == nil {
		return
	}
	l.LetterDays = DeficiencySteps{}
	for i, s := range in.DeficiencySteps.Value() {
		if _, twice := l.LetterDays[s.Step]; twice {
			vs.Say(fault.Pointer("/deficiencySteps", i, "step"), fault.CodeDuplicate, "is given twice")
		}
		inReach(fault.Pointer("/deficiencySteps", i, "days"), s.Days)
		l.LetterDays[s.Step] = s.Days
	}
	vs.Append(l.LetterDays.check("/deficiencySteps"))
}

// check reports what is wrong with a lender's own steps: they need every step, and of those that are done each is later than
// the one before.
func (s DeficiencySteps) check(pointer string) (vs fault.Violations) {
	last := 0
	for _, step := range AllDeficiencyStep {
		switch days, given := s[step]; {
		case !given:
			vs.Say(fault.Pointer(pointer, string(step)), fault.CodeRequired, "is required: every step has its days, or 0")
		case days > 0 && days <= last:
			vs.Say(fault.Pointer(pointer, string(step)), fault.CodeInvalidValue, "is too early: it must come later than the step before it")
		default:
			last = max(last, days)
		}
	}
	return vs
}

// DeficiencySteps returns the days of deficiency follow-up in the order of the steps: the lender's own, else the default.
func (l *Lender) DeficiencySteps() []*DeficiencyStepDays {
	steps := l.LetterDays
	if steps == nil {
		steps = DefaultDeficiencySteps()
	}
	days := make([]*DeficiencyStepDays, len(AllDeficiencyStep))
	for i, step := range AllDeficiencyStep {
		days[i] = &DeficiencyStepDays{Step: step, Days: steps[step]}
	}
	return days
}

// DeficiencyDays returns the days in which a finding of each code is to be mended: the lender's own, else the usual ones.
func (l *Lender) DeficiencyDays() []*FindingCodeDays {
	days := make([]*FindingCodeDays, len(AllFindingCode))
	for i, code := range AllFindingCode {
		days[i] = &FindingCodeDays{Code: code, Days: l.Days.Of(code)}
	}
	return days
}
