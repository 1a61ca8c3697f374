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

const (
	// MaxOpen is how many exports of a portfolio may wait or run.
	MaxOpen = 20
	// MaxAttempts is how often an export is begun, when it is cut off each time.
	MaxAttempts = 5
	// Lease is how long a node has an export to itself; it prolongs that while it works.
	Lease = time.Minute
	// keptFor is how long the files of an export are kept that has no schedule.
	keptFor = 7 * 24 * time.Hour
)

// Export is what is taken out of a portfolio as files.
type Export struct {
	bun.BaseModel `bun:"table:exports,alias:t"`

	PortfolioID uuid.UUID `bun:",pk,type:uuid"`
	ID          uuid.UUID `bun:",pk,type:uuid"`
	Format      model.ExportFormat
	Nouns       []model.ExportNoun `bun:",array"`
	On          *time.Time         `bun:"as_of"`
	ScheduleID  *uuid.UUID         `bun:"type:uuid"`
	State       model.ExportState
	Records     int
	Total       *int
	Files       []*ExportFile `bun:"type:jsonb"` // none until it is done
	Cursor      *string       // of the feed
	SnapshotAt  *time.Time
	Reason      *string // why it failed
	Attempt     int     // counts the nodes that have begun it
	LeasedUntil time.Time
	ExpiresAt   *time.Time
	SettledAt   *time.Time
	CreatedAt   time.Time
	UpdatedAt   time.Time
}

// ExportFile is one file of an export.
type ExportFile struct {
	Name    string            `json:"name"`
	Noun    *model.ExportNoun `json:"noun,omitempty"`
	Records int               `json:"records"`
	Size    int               `json:"size"`
	History *string           `json:"history,omitempty"`
	Key     string            `json:"key,omitempty"`
	Type    string            `json:"type,omitempty"`
	Counted bool              `json:"counted,omitempty"` // among the bytes of files that the portfolio may have

	URL string `json:"-"`
}

// New makes an export that waits, in a portfolio in which so many wait or run already.
func New(id uuid.UUID, in model.CreateExportInput, caller *model.Principal, open int, now time.Time) (*Export, error) {
	var vs fault.Violations
	nouns, err := nounsOf(in.Nouns.Value(), caller, &vs)
	if err != nil {
		return nil, err
	}
	e := &Export{
		ID: id, Format: in.Format, Nouns: nouns, On: in.On.Value(), State: model.ExportStateQueued, Files: []*ExportFile{},
		LeasedUntil: now, CreatedAt: now, UpdatedAt: now,
	}
	if e.On != nil && !e.On.Before(scalar.DayOf(now)) {
		vs.Say("/on", fault.CodeInvalidValue, "must be a day that is over; leave it out for now")
	}
	if open >= MaxOpen {
		vs.Add("", fault.CodeQuotaExceeded, "At most %d exports of a portfolio wait; come again when one is done.", MaxOpen)
	}
	return e, vs.Err()
}

// nounsOf are the nouns that are asked for, all that the plan includes if none is. Risk profiles need more than the others.
func nounsOf(asked []model.ExportNoun, caller *model.Principal, vs *fault.Violations) ([]model.ExportNoun, error) {
	nouns := []model.ExportNoun{}
	for i, noun := range asked {
		if slices.Contains(nouns, noun) {
			vs.Say(fault.Pointer("/nouns", i), fault.CodeDuplicate, "is given twice")
		}
		nouns = append(nouns, noun)
	}
	err := caller.Require(model.EntitlementRiskProfileManagement)
	switch {
	case len(asked) == 0:
		nouns = slices.Clone(model.AllExportNoun)
		if err != nil {
			nouns = slices.DeleteFunc(nouns, func(n model.ExportNoun) bool { return n == model.ExportNounRiskProfiles })
		}
	case err != nil && slices.Contains(nouns, model.ExportNounRiskProfiles):
		return nil, err
	}
	return nouns, nil
}

// IsOpen reports whether the export waits or runs.
func (e *Export) IsOpen() bool {
	return e.State == model.ExportStateQueued || e.State == model.ExportStateRunning
}

// Begin has a node write the export from its beginning, unless another node does. It reports whether the node may.
func (e *Export) Begin(now time.Time) bool {
	if !e.IsOpen() || e.LeasedUntil.After(now) {
		return false
	}
	if e.Attempt >= MaxAttempts {
		e.Fail("It was cut off each time that it was begun.", now)
		return false
	}
	e.State, e.Records, e.Total, e.LeasedUntil = model.ExportStateRunning, 0, nil, now.Add(Lease)
	e.Attempt++
	return true
}

// Settle ends the export with its files.
func (e *Export) Settle(files []*ExportFile, cursor string, snapshotAt, now time.Time) {
	e.State, e.Files, e.Cursor, e.SnapshotAt, e.SettledAt = model.ExportStateDone, files, &cursor, &snapshotAt, &now
	for _, f := range files {
		f.Counted = true
	}
	if e.ScheduleID == nil {
		e.Expire(now)
	}
}

// Expire has the files removed after a while.
func (e *Export) Expire(now time.Time) {
	expires := now.Add(keptFor)
	e.ExpiresAt = &expires
}

// CountedBytes are those of files that count among those that the portfolio keeps.
func (e *Export) CountedBytes() (n int64) {
	for _, f := range e.Files {
		if f.Counted {
			n += int64(f.Size)
		}
	}
	return n
}

// Fail ends the export for a reason.
func (e *Export) Fail(reason string, now time.Time) {
	e.State, e.Reason, e.SettledAt = model.ExportStateFailed, &reason, &now
	e.Expire(now)
}

// Folder is where the files of exports are.
const Folder = "exports/"

// Folder is where the object store has the files of all attempts.
func (e *Export) Folder() string { return Folder + e.PortfolioID.String() + "/" + e.ID.String() }
