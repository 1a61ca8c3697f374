package demo

import (
	"encoding/json"
	"fmt"
	"time"

	"github.com/99designs/gqlgen/graphql"

	"github.com/covertrack/covertrack/cmd/covertrack/book"
	"github.com/covertrack/covertrack/model"
)

// kinds are the asset types of ordinary cases, in turn.
var kinds = []string{
	"commercialRealEstate", "multifamily", "residentialRealEstate", "equipment", "commercialRealEstate", "vehicle", "inventory",
	"businessOperations", "accountsReceivable", "intellectualProperty", "keyPerson",
}

// ordinaryAsset adds an asset that goes with the case.
func (m *maker) ordinaryAsset(c *planned, i int) {
	kind := kinds[i%len(kinds)]
	if c.RiskProfileID != nil && *c.RiskProfileID == m.construction.ID {
		kind = "constructionProject"
	}
	m.asset(c.Case, kind, c.CreatedAt.Add(time.Duration(i+1)*time.Minute))
}

// ordinaryPolicy adds the next of the policies that a case usually has, and lets some of them go their ways.
func (m *maker) ordinaryPolicy(c *planned, i int) {
	var p *model.Policy
	at := c.CreatedAt.AddDate(0, 0, c.policies+1)
	if c.program != nil {
		p = m.legacy(c.Case, c.program.ProductTypes[c.policies%len(c.program.ProductTypes)], at)
	} else {
		p = m.framework(c.Case, c.covers[c.policies%len(c.covers)], at, nil)
	}
	c.policies++
	switch {
	case i%19 == 7:
		m.Set(p, func(s model.PolicyState) (model.PolicyState, error) { return s.Deactivate(), nil }, at.AddDate(0, 0, 9))
	case i%23 == 5:
		m.Set(p, func(s model.PolicyState) (model.PolicyState, error) { return s.Hold(), nil }, at.AddDate(0, 0, 10))
	case i%11 == 3:
		m.Correct(c.Case, p, model.UpdatePolicyInput{Deductible: book.Some(*book.Dollars(5_000))}, at.AddDate(0, 0, 4))
	case p.EndDate != nil && i%3 == 0 && p.EndDate.After(m.today) && p.EndDate.Before(m.today.AddDate(0, 0, 30)):
		m.Set(p, func(s model.PolicyState) (model.PolicyState, error) {
			return s.Patch(model.PolicyStatusRenewalInProgress)
		}, m.daysAgo(1))
	}
}

// asset adds an asset, now and then with a field missing that its type requires.
func (m *maker) asset(c *book.Case, kind string, at time.Time) {
	var fields []*model.AssetFieldInput
	switch kind {
	case "equipment":
		fields = append(fields, book.Field("description", "Packaging line"), book.Field("make", m.Place()), book.Field("value", book.Dollars(m.Between(5, 90)*10_000)))
	case "vehicle":
		fields = append(fields, book.Field("vin", fmt.Sprintf("1EX%014d", m.Random.Int64N(1e14))), book.Field("year", m.Between(2015, 2025)))
	case "inventory":
		fields = append(fields, book.Field("address", m.Address()), book.Field("value", book.Dollars(m.Between(5, 90)*10_000)))
	case "constructionProject":
		fields = append(fields, book.Field("address", m.Address()), book.Field("contractAmount", book.Dollars(m.Between(2, 40)*1_000_000)),
			book.Field("completionDate", m.today.AddDate(1, 0, 0).Format(time.DateOnly)))
	case "businessOperations":
		fields = append(fields, book.Field("legalName", m.Company()), book.Field("annualRevenue", book.Dollars(m.Between(1, 90)*1_000_000)))
	case "accountsReceivable":
		fields = append(fields, book.Field("averageBalance", book.Dollars(m.Between(1, 90)*10_000)))
	case "intellectualProperty":
		fields = append(fields, book.Field("description", "Trade names and recipes"))
	case "keyPerson": // the name of the person is still missing
		fields = append(fields, book.Field("requiredAmount", book.Dollars(m.Between(1, 5)*1_000_000)))
	default:
		fields = append(fields, book.Field("address", m.Address()), book.Field("yearBuilt", m.Between(1955, 2022)), book.Field("stories", m.Between(1, 12)),
			book.Field("constructionType", "joistedMasonry"), book.Field("floodZone", book.Pick(m.Book, []string{"AE", "X", "VE"})),
			book.Field("sprinklered", m.Random.IntN(2) == 0), book.Field("replacementCost", book.Dollars(m.Between(2, 60)*500_000)))
	}
	m.Asset(c, model.CreateAssetInput{AssetType: kind, Fields: book.List(fields...)}, at)
	m.made.assets++
}

func metadata(values map[string]any) graphql.Omittable[model.Metadata] {
	encoded, err := json.Marshal(values)
	if err != nil {
		panic(err) // a literal of ours
	}
	return graphql.OmittableOf(model.Metadata(encoded))
}
