package demo

import (
	"fmt"
	"time"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage/book"
)

// kinds are the asset types of ordinary cases, in turn.
var kinds = []string{
	"commercialRealEstate", "multifamily", "residentialRealEstate", "equipment", "commercialRealEstate", "vehicle",
	"inventory", "businessOperations", "accountsReceivable", "intellectualProperty", "keyPerson",
}

// ordinaryAsset adds an asset that fits the case.
func (m *maker) ordinaryAsset(c *planned, i int) {
	kind := kinds[i%len(kinds)]
	if c.RiskProfileID != nil && *c.RiskProfileID == m.construction.ID {
		kind = "constructionProject"
	}
	m.asset(c.Case, kind, c.CreatedAt.Add(time.Duration(i+1)*time.Minute))
}

// ordinaryPolicy adds the next of the policies that a case usually has. Some of them are changed afterwards.
func (m *maker) ordinaryPolicy(c *planned, i int) {
	var p *model.Policy
	at := c.CreatedAt.AddDate(0, 0, c.policies+1)
	if c.program != nil {
		p = m.legacy(c.Case, c.program.ProductTypes[c.policies%len(c.program.ProductTypes)], at)
	} else {
		p = m.framework(c.Case, c.covers[c.policies%len(c.covers)], at)
	}
	c.policies++
	switch {
	case i%19 == 7:
		m.Deactivate(p, at.AddDate(0, 0, 9))
	case i%23 == 5:
		m.HoldPolicy(p, at.AddDate(0, 0, 10))
	case i%11 == 3:
		m.Correct(c.Case, p, model.UpdatePolicyInput{Deductible: book.Some(*book.Dollars(5_000))}, at.AddDate(0, 0, 4))
	case p.EndDate != nil && i%3 == 0 && p.EndDate.After(m.today) && p.EndDate.Before(m.today.AddDate(0, 0, 30)):
		m.StartRenewal(p, m.daysAgo(1))
	}
}

// asset adds an asset with some fields of its type.
func (m *maker) asset(c *book.Case, kind string, at time.Time) {
	m.Asset(c, book.AssetInput(kind, m.assetFields(kind)...), at)
	m.made.assets++
}

func (m *maker) assetFields(kind string) []*model.AssetFieldInput {
	type fields = []*model.AssetFieldInput
	switch kind {
	case "equipment":
		return fields{
			book.Field("description", "Packaging line"), book.Field("make", m.Place()),
			book.Field("value", m.Amount(5, 90, 10_000)),
		}
	case "vehicle":
		return fields{
			book.Field("vin", fmt.Sprintf("1EX%014d", m.Random.Int64N(1e14))), book.Field("year", m.Between(2015, 2025)),
		}
	case "inventory":
		return fields{book.Field("address", m.Address()), book.Field("value", m.Amount(5, 90, 10_000))}
	case "constructionProject":
		return fields{
			book.Field("address", m.Address()), book.Field("contractAmount", m.Amount(2, 40, 1_000_000)),
			book.Field("completionDate", m.today.AddDate(1, 0, 0).Format(time.DateOnly)),
		}
	case "businessOperations":
		return fields{book.Field("legalName", m.Company()), book.Field("annualRevenue", m.Amount(1, 90, 1_000_000))}
	case "accountsReceivable":
		return fields{book.Field("averageBalance", m.Amount(1, 90, 10_000))}
	case "intellectualProperty":
		return fields{book.Field("description", "Trade names and recipes")}
	case "keyPerson": // the name of the person, which the type requires, is still missing
		return fields{book.Field("requiredAmount", m.Amount(1, 5, 1_000_000))}
	default:
		return fields{
			book.Field("address", m.Address()), book.Field("yearBuilt", m.Between(1955, 2022)),
			book.Field("stories", m.Between(1, 12)), book.Field("constructionType", "joistedMasonry"),
			book.Field("floodZone", book.Pick(m.Book, []string{"AE", "X", "VE"})),
			book.Field("sprinklered", m.Random.IntN(2) == 0), book.Field("replacementCost", m.Amount(2, 60, 500_000)),
		}
	}
}
