package exporting

import (
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/uptrace/bun"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/model/scalar"
)

// MaxSchedules is how many schedules a portfolio may have.
const MaxSchedules = 20

// ExportSchedule asks for an export every day or every week.
type ExportSchedule struct {
	bun.BaseModel `bun:"table:export_schedules,alias:t"`

	PortfolioID uuid.UUID `bun:",pk,type:uuid"`
	ID          uuid.UUID `bun:",pk,type:uuid"`
	Format      model.ExportFormat
	Nouns       []model.ExportNoun `bun:",array"`
	Every       model.ExportInterval
	Weekday     *model.Weekday // nil unless it is every week
	Hour        int            // UTC
	Keep        int
	NextAt      time.Time
	CreatedAt   time.Time
	UpdatedAt   time.Time
}

// NewSchedule makes a schedule, in a portfolio that has so many already.
func NewSchedule(
	id uuid.UUID, in model.CreateExportScheduleInput, caller *model.Principal, existing int, now time.Time,
) (*ExportSchedule, error) {
	var vs fault.Violations
	nouns, err := nounsOf(in.Nouns.Value(), caller, &vs)
	if err != nil {
		return nil, err
	}
	s := &ExportSchedule{
		ID: id, Format: in.Format, Nouns: nouns, Every: in.Every, Weekday: in.Weekday.Value(), Hour: in.Hour, Keep: 7,
		CreatedAt: now, UpdatedAt: now,
	}
	if keep := in.Keep.Value(); keep != nil {
		s.Keep = *keep
	}
	switch isWeekly := s.Every == model.ExportIntervalWeekly; {
	case isWeekly && s.Weekday == nil:
		vs.Say("/weekday", fault.CodeRequired, "is required with `weekly`")
	case !isWeekly && s.Weekday != nil:
		vs.Say("/weekday", fault.CodeInvalidValue, "is for `weekly` only")
	}
	if s.Hour < 0 || s.Hour > 23 {
		vs.Say("/hour", fault.CodeInvalidValue, "must be from 0 to 23")
	}
	if s.Keep < 1 || s.Keep > 60 {
		vs.Say("/keep", fault.CodeInvalidValue, "must be from 1 to 60")
	}
	if existing >= MaxSchedules {
		vs.Add("", fault.CodeQuotaExceeded, "A portfolio has at most %d schedules of exports; delete one that is not needed.", MaxSchedules)
	}
	s.NextAt = s.after(now)
	return s, vs.Err()
}

// after is the first time behind another at which an export is due.
func (s *ExportSchedule) after(now time.Time) time.Time {
	for day := scalar.DayOf(now); ; day = day.AddDate(0, 0, 1) {
		at := day.Add(time.Duration(s.Hour) * time.Hour)
		isDay := s.Weekday == nil || slices.Index(model.AllWeekday, *s.Weekday) == (int(day.Weekday())+6)%7
		if at.After(now) && isDay {
			return at
		}
	}
}

// Next makes the export that is due, nil if none is. What was missed while no node ran is asked for once.
func (s *ExportSchedule) Next(id uuid.UUID, now time.Time) *Export {
	if s.NextAt.After(now) {
		return nil
	}
	s.NextAt = s.after(now)
	return &Export{
		PortfolioID: s.PortfolioID, ID: id, Format: s.Format, Nouns: s.Nouns, ScheduleID: &s.ID, State: model.ExportStateQueued,
		Files: []*ExportFile{}, LeasedUntil: now, CreatedAt: now, UpdatedAt: now,
	}
}
