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

// asset adds an asset with some fields of its type and a value left to chance.
func (m *maker) asset(c *book.Case, kind string, at time.Time) {
	low, high, unit := valueOf(kind)
	m.assetOf(c, kind, m.Between(low, high)*unit, at)
}

// assetOf adds an asset with some fields of its type and a value in dollars.
func (m *maker) assetOf(c *book.Case, kind string, dollars int, at time.Time) *model.Asset {
	fields := m.assetFields(c, kind)
	w := m.worth[c.ID]
	switch kind {
	case "commercialRealEstate", "multifamily", "residentialRealEstate":
		fields = append(fields, book.Field("replacementCost", book.Dollars(dollars)))
		w.building, w.allBuildings = max(w.building, dollars), w.allBuildings+dollars
	case "equipment", "inventory":
		fields = append(fields, book.Field("value", book.Dollars(dollars)))
		w.contents, w.allContents = max(w.contents, dollars), w.allContents+dollars
	case "constructionProject":
		fields = append(fields, book.Field("contractAmount", book.Dollars(dollars)))
		w.project = max(w.project, dollars)
	}
	return m.addAsset(c, kind, fields, at)
}

func (m *maker) addAsset(c *book.Case, kind string, fields []*model.AssetFieldInput, at time.Time) *model.Asset {
	m.made.assets++
	a := m.Asset(c, book.AssetInput(kind, fields...), at)
	a.ExternalID = keyOf("COL", a.ID)
	return a
}

// valueOf returns what assets of a type are worth: from low to high times so many dollars.
func valueOf(kind string) (low, high, unit int) {
	switch kind {
	case "equipment", "inventory":
		return 5, 90, 10_000
	case "constructionProject":
		return 2, 40, 1_000_000
	default:
		return 2, 60, 500_000
	}
}

// assetFields are those that say nothing about the value.
func (m *maker) assetFields(c *book.Case, kind string) []*model.AssetFieldInput {
	type fields = []*model.AssetFieldInput
	switch kind {
	case "equipment":
		return fields{book.Field("description", "Packaging line"), book.Field("make", m.Place())}
	case "vehicle":
		return fields{
			book.Field("vin", fmt.Sprintf("1EX%014d", m.Random.Int64N(1e14))), book.Field("year", m.Between(2015, 2025)),
		}
	case "inventory":
		return fields{book.Field("address", m.Address())}
	case "constructionProject":
		return fields{
			book.Field("address", m.Address()),
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
		return m.buildingFields(c)
	}
}

// buildingFields are those of real estate. It lies in a flood zone where the risk profile demands flood insurance.
func (m *maker) buildingFields(c *book.Case) []*model.AssetFieldInput {
	zones := []string{"X", "X (shaded)", "C"}
	if c.RiskProfileID != nil && *c.RiskProfileID == m.coastal.ID {
		zones = []string{"AE"}
	}
	return []*model.AssetFieldInput{
		book.Field("address", m.Address()), book.Field("yearBuilt", m.Between(1955, 2022)),
		book.Field("stories", m.Between(1, 12)), book.Field("constructionType", "joistedMasonry"),
		book.Field("floodZone", book.Pick(m.Book, zones)), book.Field("sprinklered", m.Random.IntN(2) == 0),
	}
}
