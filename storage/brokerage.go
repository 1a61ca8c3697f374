package storage

import (
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage/rows"
)

// Brokerages are the firms that brokers work for.
var Brokerages = rows.Define(Table[model.Brokerage, model.BrokerageFilter]{
	Noun: "brokerage",
	Filter: func(f model.BrokerageFilter) []rows.Condition {
		return []rows.Condition{
			rows.Common(f.ID, f.CreatedAt, f.UpdatedAt, f.Metadata),
			rows.In("state", f.State.Value()),
		}
	},
	Text: func(f model.BrokerageFilter) *string { return f.Q.Value() },
})
