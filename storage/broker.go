package storage

import (
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage/rows"
)

// Brokers are the brokers of a portfolio.
var Brokers = rows.Define(Table[model.Broker, model.BrokerFilter]{
	Noun: "broker",
	Filter: func(f model.BrokerFilter) []rows.Condition {
		return []rows.Condition{
			rows.Common(f.ID, f.CreatedAt, f.UpdatedAt, f.Metadata),
			rows.In("brokerage_id", f.Brokerage.Value()),
			rows.InAnyCase("email", f.Email.Value()),
		}
	},
	Text: func(f model.BrokerFilter) *string { return f.Q.Value() },
})
