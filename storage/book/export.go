package book

import (
	"time"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/exporting"
	"github.com/covertrack/covertrack/storage"
)

// everything may be exported.
var everything = &model.Principal{Entitlements: model.AllEntitlement}

// Export adds an export that waits.
func (b *Book) Export(in model.CreateExportInput, at time.Time) *exporting.Export {
	e, err := exporting.New(b.id(at), in, everything, 0, at)
	return add(b, storage.Exports, e, err)
}

// ExportSchedule adds a schedule of exports.
func (b *Book) ExportSchedule(in model.CreateExportScheduleInput, at time.Time) *exporting.ExportSchedule {
	s, err := exporting.NewSchedule(b.id(at), in, everything, 0, at)
	return add(b, storage.ExportSchedules, s, err)
}
