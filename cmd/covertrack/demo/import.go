package demo

import (
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/model/importing"
	"github.com/covertrack/covertrack/model/scalar"
)

// imports wait for a person, each for something else. They come last, and so does the file for the example of another.
func (m *maker) imports() {
	m.waitingUpload("loans.csv", []byte("Loan Number,Loan Amount,Note\nLN-90001,1250000.00,new\n"))
	columns := func(filled int) []*importing.Column {
		return []*importing.Column{
			{Name: "Loan Number", Rows: 3, Filled: filled, Examples: []string{"LN-90001", "LN-90002", "LN-90003"}},
			{Name: "Loan Amount", Rows: 3, Filled: filled, Examples: []string{"1250000.00", "840000.00", "n/k"},
				Seen: importing.Seen{Amounts: 2, Point: 2}},
			{Name: "Note", Rows: 3, Filled: 1, Examples: []string{"new"}},
		}
	}
	file := func(name string) *importing.File {
		return &importing.File{
			FileName: name, Size: 118, Format: "csv", Encoding: "utf-8", Comma: ",", Rows: 3, Columns: columns(3),
			Layout: &importing.Layout{First: 1, Names: []string{"Loan Number", "Loan Amount", "Note"}},
		}
	}
	m.Import("Loans of the branch office", model.ImportStateMapping, file("branch-office.csv"), m.daysAgo(0))
	checked := m.Import("Loans of the servicing system", model.ImportStateChecked, file("servicing-today.csv"), m.daysAgo(0),
		&importing.Result{Outcome: model.ImportOutcomeCreate, Row: 2, Reasons: []importing.Reason{},
			Changes: []importing.Change{{Noun: "case", IsNew: true, Member: "loanNumber", After: scalar.JSON(`"LN-90001"`)}}},
		&importing.Result{Outcome: model.ImportOutcomeRefused, Row: 4, Changes: []importing.Change{},
			Reasons: []importing.Reason{{Column: "Loan Amount", Value: "n/k", Code: fault.CodeInvalidValue,
				Message: "`Loan Amount` must be an amount such as 1250000.00."}}})
	checked.Counts = &importing.Counts{Create: 1, Unchanged: 1, Refused: 1}
	checked.Verdicts = &importing.Verdicts{BecomeDeficient: 1, BecomeDeficientAmount: []*scalar.Money{{Amount: "1250000.00", Currency: "USD"}}}
	for _, name := range []string{"servicing-last-week.csv", "servicing-yesterday.csv"} {
		done, at := m.Import("Loans of the servicing system", model.ImportStateCommitted, file(name), m.daysAgo(2)), m.daysAgo(1)
		done.Counts, done.CommittedAt = &importing.Counts{Unchanged: 3}, &at
	}
}
