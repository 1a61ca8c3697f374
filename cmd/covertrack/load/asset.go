package load

import (
	"fmt"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/scalar"
	"github.com/covertrack/covertrack/storage/book"
)

// toInsure is what the policies of a case depend on: who is insured, the certificate holder by number, and in dollars
// the loan and what the assets are worth, the greatest and all of them.
type toInsure struct {
	insureds                []uuid.UUID
	holder, loan            int
	building, allBuildings  int
	contents, allOfContents int
}

func (t *toInsure) addBuilding(dollars int) *scalar.MoneyInput {
	t.building, t.allBuildings = max(t.building, dollars), t.allBuildings+dollars
	return book.Dollars(dollars)
}

func (t *toInsure) addContents(dollars int) *scalar.MoneyInput {
	t.contents, t.allOfContents = max(t.contents, dollars), t.allOfContents+dollars
	return book.Dollars(dollars)
}

// asset makes an asset with all the fields that its type requires, and some more.
func (g *generator) asset(of *toInsure) model.CreateAssetInput {
	kind := pick(g.Book, assetTypes)
	switch kind {
	case "equipment":
		return book.AssetInput(kind, book.Field("description", g.Place()+" press line"),
			book.Field("value", of.addContents(g.Between(1, 90)*10_000)))
	case "vehicle":
		return book.AssetInput(kind, book.Field("vin", fmt.Sprintf("1XXBC%012d", g.Random.Int64N(1e12))),
			book.Field("year", g.Between(2012, 2025)))
	case "businessOperations":
		return book.AssetInput(kind, book.Field("legalName", g.Company()),
			book.Field("annualRevenue", g.Amount(1, 900, 100_000)))
	case "constructionProject":
		return book.AssetInput(kind, book.Field("address", g.Address()),
			book.Field("contractAmount", g.Amount(1, 90, 1_000_000)))
	case "inventory":
		return book.AssetInput(kind, book.Field("address", g.Address()),
			book.Field("value", of.addContents(g.Between(1, 90)*10_000)))
	default:
		return book.AssetInput(kind, book.Field("address", g.Address()), book.Field("yearBuilt", g.Between(1950, 2022)),
			book.Field("stories", g.Between(1, 12)), book.Field("sprinklered", g.Random.IntN(2) == 0),
			book.Field("replacementCost", of.addBuilding(g.Between(1, 90)*500_000)))
	}
}
