package demo

import (
	"net/http"
	"time"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage/book"
)

// webhooks are receivers of events: one that gets events when a case is held or released, one that has been given up, and one
// that somebody tried. None of them exists. They come last, so that other records keep their ids.
func (m *maker) webhooks() {
	servicing := m.WebhookEndpoint(model.CreateWebhookEndpointInput{
		URL: "https://hooks.example.com/covertrack", Description: book.Some("The servicing system"),
		Types: book.List(model.EventTypeCaseHeld, model.EventTypeCaseReleased),
	}, m.daysAgo(40))
	warehouse := m.WebhookEndpoint(model.CreateWebhookEndpointInput{
		URL: "https://warehouse.example.com/in", Description: book.Some("The data warehouse"),
	}, m.daysAgo(30))
	m.GiveUpOn(warehouse, m.daysAgo(3))
	m.WebhookEndpoint(model.CreateWebhookEndpointInput{
		URL: "https://try.example.com/", Description: book.Some("A try"), Enabled: book.Some(false),
	}, m.daysAgo(2))

	taken := model.WebhookOutcome{Duration: 84 * time.Millisecond, Status: http.StatusNoContent}
	away := model.WebhookOutcome{
		Duration: 312 * time.Millisecond, Status: http.StatusServiceUnavailable, Answer: []byte("upstream is being deployed"),
	}
	slow := model.WebhookOutcome{Duration: 15 * time.Second, Error: "timeout"}
	held, other := m.opened["Held case, one policy released"], m.opened["Two terms with a gap"]
	m.Deliver(servicing, held, "case.held", m.daysAgo(9), taken)
	m.Deliver(servicing, other, "case.held", m.daysAgo(7), away, slow, taken)
	m.Deliver(servicing, other, "case.released", m.daysAgo(6), taken)
	m.Deliver(warehouse, other, "case.updated", m.daysAgo(8), slow, slow, away, slow, slow, slow, slow, slow, slow, slow)
}

// exports are one that waits, for a node to write it, and schedules of two. They come last too.
func (m *maker) exports() {
	m.Export(model.CreateExportInput{Format: model.ExportFormatCSV, Nouns: book.List(model.ExportNounCases, model.ExportNounPolicies)},
		m.daysAgo(1))
	m.ExportSchedule(model.CreateExportScheduleInput{
		Format: model.ExportFormatParquet, Every: model.ExportIntervalWeekly, Weekday: book.Some(model.WeekdaySunday), Hour: 4,
	}, m.daysAgo(0))
	m.ExportSchedule(model.CreateExportScheduleInput{Format: model.ExportFormatNdjson, Every: model.ExportIntervalDaily, Hour: 5},
		m.daysAgo(0))
}
