package demo

import (
	"slices"
	"time"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage/book"
)

// expired is a property policy that ended some days ago.
func (m *maker) expired() {
	c := m.open("Elm Brook Shopping Center: property policy expired", m.standard, 235)
	m.asset(c, "commercialRealEstate", c.CreatedAt)
	end := *m.endWithin(span{-41, 0})
	m.insure(c, standardLines, lasting, onProperty(func(in *model.CreatePolicyInput) {
		m.ends = append(m.ends, in.EndDate.Value()) // for another policy
		in.StartDate, in.EndDate = book.Some(end.AddDate(-1, 0, 0)), book.Some(end)
	}))
}

// notStarted is a property policy that begins after the closing.
func (m *maker) notStarted() {
	m.show("Maple Corner Offices: cover begins later", m.standard, 20, offices, 0, onProperty(func(in *model.CreatePolicyInput) {
		start := m.today.AddDate(0, 0, lasting.from)
		in.StartDate, in.EndDate = book.Some(start), book.Some(start.AddDate(1, 0, 0))
	}))
}

// deactivated is a property policy that was deactivated, and an umbrella without a primary policy below it.
func (m *maker) deactivated() {
	_, made := m.show("Hickory Field Mill: policies given up", m.standard, 225, offices, 0, edits{"liability": nil})
	m.Deactivate(made["property"], m.daysAgo(15))
}

// secondBuilding is a building that was bought later and is not on the policy, whose liability policy lacks the clause.
func (m *maker) secondBuilding() {
	c := m.open("Spruce Ridge Warehouses: second building not insured", m.standard, 220)
	first := m.assetOf(c, "commercialRealEstate", 6_400_000, c.CreatedAt)
	m.assetOf(c, "commercialRealEstate", 3_100_000, c.CreatedAt.Add(time.Hour))
	m.insure(c, standardLines, lasting, edits{
		"property": func(in *model.CreatePolicyInput) {
			in.PerilsByAsset = book.List(&model.AssetPerilsInput{Asset: first.ID, Perils: in.Perils.Value()})
		},
		"liability": func(in *model.CreatePolicyInput) { in.MortgageeClauses = book.List(m.clauses[0].ID) },
	})
}

// basicForm is a property policy of a form that is not accepted, with a deductible that is too high.
func (m *maker) basicForm() {
	m.show("Walnut Park Retail: basic form, high deductible", m.standard, 215, offices, 0, onProperty(func(in *model.CreatePolicyInput) {
		in.CoverageFormType = book.Some(model.CoverageFormTypeBasic)
		in.Deductible = book.Some(*book.Dollars(100_000))
	}))
}

// windExcluded is a property policy without wind.
func (m *maker) windExcluded() {
	m.show("Larch Valley Inn: wind excluded", m.standard, 210, offices, 0, onProperty(func(in *model.CreatePolicyInput) {
		in.Perils = book.List(slices.DeleteFunc(in.Perils.Value(), func(p string) bool { return p == "windHail" })...)
	}))
}

// tooLittleFlood is half of the flood insurance that is demanded.
func (m *maker) tooLittleFlood() {
	m.show("Heron Bay Retail Center: flood limit too low", m.coastal, 205, offices, 4_250_000, edits{"flood": limitOf("flood", 250_000)})
}

// noWorkersCompensation is a coverage type that no policy has.
func (m *maker) noWorkersCompensation() {
	m.show("Juniper Grove Office Park: no workers' compensation", m.standard, 200, offices, 0, edits{"workers": nil})
}
