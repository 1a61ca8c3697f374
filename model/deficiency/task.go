package deficiency

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/catalog"
	"github.com/covertrack/covertrack/model/scalar"
)

// Open returns the findings that something is to be done about: those that are not waived, but for the end of a policy whose
// renewal is followed up already.
func Open(told []*model.ToldFinding, followedUp map[uuid.UUID]bool) (open []*model.ToldFinding) {
	for _, f := range told {
		if f.IsOpen() && (f.Code != model.FindingCodeExpired || !followedUp[f.PolicyID]) {
			open = append(open, f)
		}
	}
	return open
}

// Ended returns the policies of findings that are open unless their renewal is followed up.
func Ended(told []*model.ToldFinding) (policies []uuid.UUID) {
	for _, f := range told {
		if f.IsOpen() && f.Code == model.FindingCodeExpired && !slices.Contains(policies, f.PolicyID) {
			policies = append(policies, f.PolicyID)
		}
	}
	return policies
}

// leastDays is how long a task leaves at least, however old its findings are.
const leastDays = 7

// DueOn returns the day on which a finding should be mended that is told since a day.
func DueOn(code model.FindingCode, since time.Time, days model.DeficiencyDays) time.Time {
	return since.AddDate(0, 0, days.Of(code))
}

// Due returns the day on which the task of findings is due, that was opened at a time.
func Due(open []*model.ToldFinding, days model.DeficiencyDays, opened time.Time) time.Time {
	least := scalar.DayOf(opened).AddDate(0, 0, leastDays)
	var first time.Time
	for _, f := range open {
		if on := DueOn(f.Code, f.Since, days); first.IsZero() || on.Before(first) {
			first = on
		}
	}
	if first.Before(least) {
		return least
	}
	return first
}

// Follow makes the task of a case what its open findings ask for. task is the one that is open, nil if none; the result is the
// task then, nil for none. One that is not open any more is to be concluded. A hold pauses it, and drafts and closed cases get
// none.
func Follow(
	c *model.Case, open []*model.ToldFinding, days model.DeficiencyDays, task *model.Task, newID func() uuid.UUID, now time.Time,
) *model.Task {
	isHeld := c.IsQuiet()
	if task == nil {
		if len(open) == 0 || isHeld || c.Status == model.CaseStatusDraft || c.Status == model.CaseStatusClosed {
			return nil
		}
		return model.NewDeficiencyTask(newID(), c.ID, Due(open, days, now), now)
	}
	switch {
	case isHeld:
		task.SetProgress(task.Progress().PauseForHold())
	case task.StateBeforeHold != nil:
		task.SetProgress(task.Progress().ResumeAfterHold())
	}
	if due := Due(open, days, task.CreatedAt); task.DueAt == nil || !task.DueAt.Equal(due) {
		task.DueAt = &due
	}
	return task
}

// mostLines is how many findings a text names.
const mostLines = 20

// MayHaveReasons reports whether findings may have others beside them, which say why a policy above is not counted.
func MayHaveReasons(open []*model.ToldFinding) bool {
	return slices.ContainsFunc(open, func(f *model.ToldFinding) bool {
		coverage, _ := catalog.CoverageTypes.ByID(f.CoverageTypeID)
		return f.Code == model.FindingCodeLimitTooLow && coverage != nil && coverage.CoverageGroup == catalog.CoverageGroupLiability
	})
}

// Text says what there is to do about open findings, a line each, and the reasons beside them. meaning has a sentence for each
// code, and names those of the assets.
func Text(open, reasons []*model.ToldFinding, meaning func(model.FindingCode) string, names map[uuid.UUID]string) string {
	var lines []string
	for i, f := range slices.Concat(open, reasons) {
		where := ""
		if coverage, ok := catalog.CoverageTypes.ByID(f.CoverageTypeID); ok {
			where = coverage.Name
		}
		if name := names[f.AssetID]; name != "" {
			where += ", " + name
		}
		if peril, ok := catalog.Perils.ByID(f.PerilID); ok {
			where += ", " + peril.Name
		}
		if i >= len(open) {
			where += ", a policy above that is not counted"
		}
		if line := where + ": " + meaning(f.Code); !slices.Contains(lines, line) {
			lines = append(lines, line)
		}
	}
	if more := len(lines) - mostLines; more > 0 {
		lines = append(lines[:mostLines], fmt.Sprintf("And %d more.", more))
	}
	return strings.Join(lines, "\n")
}
