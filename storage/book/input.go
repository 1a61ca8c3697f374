package book

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/99designs/gqlgen/graphql"
	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/catalog"
	"github.com/covertrack/covertrack/model/scalar"
)

// UserInput is a made-up person of the lender, whose number no other person of the portfolio may have.
func (b *Book) UserInput(number int, role model.UserRole) model.CreateUserInput {
	first, last := b.Person()
	return model.CreateUserInput{
		Email: email(first, last, number), FirstName: Some(first), LastName: Some(last), Role: Some(role),
	}
}

// BrokerageInput is a made-up firm with its address.
func (b *Book) BrokerageInput() model.CreateBrokerageInput {
	address := b.Address()
	return model.CreateBrokerageInput{
		Name: b.Place() + " Insurance Brokers", StreetAddress: Some(address.Street1), City: Some(address.City),
		State: Some(address.State), PostalCode: Some(address.PostalCode),
	}
}

// BrokerInput is a made-up person of a brokerage. The number is as with UserInput.
func (b *Book) BrokerInput(brokerage uuid.UUID, number int, phone model.PhoneType) model.CreateBrokerInput {
	first, last := b.Person()
	return model.CreateBrokerInput{
		Brokerage: Some(brokerage), FirstName: Some(first), LastName: Some(last),
		Email: Some(email(first, last, number)), Phone: Some(b.Phone()), PhoneType: Some(phone),
	}
}

// GroupInput is a made-up group of insureds.
func (b *Book) GroupInput() model.CreateInsuredGroupInput {
	return model.CreateInsuredGroupInput{Name: b.Place() + " Group"}
}

// HolderInput is a certificate holder of the name, at a made-up address, for the usual types of clauses.
func (b *Book) HolderInput(name string) model.CreateCertificateHolderInput {
	return model.CreateCertificateHolderInput{
		Name: name, Address: Some(*b.Address()),
		ClauseTypes: []model.ClauseType{
			model.ClauseTypeMortgagee, model.ClauseTypeLendersLossPayable, model.ClauseTypeAdditionalInsured,
		},
	}
}

// AssetInput is an asset of a type with fields.
func AssetInput(kind string, fields ...*model.AssetFieldInput) model.CreateAssetInput {
	return model.CreateAssetInput{AssetType: kind, Fields: List(fields...)}
}

// Field is a field of an asset; an address and an amount are their inputs.
func Field(key string, value any) *model.AssetFieldInput {
	switch v := value.(type) {
	case *scalar.AddressInput:
		value = map[string]any{
			"street1": v.Street1, "city": v.City, "state": v.State, "postalCode": v.PostalCode,
			"country": v.Country.Value(), "county": v.County.Value(),
		}
	case *scalar.MoneyInput:
		value = map[string]string{"amount": v.Amount, "currency": v.Currency}
	}
	return &model.AssetFieldInput{FieldType: key, Value: graphql.OmittableOf(scalar.JSON(encoded(value)))}
}

// Metadata is the metadata of a record.
func Metadata(values map[string]any) graphql.Omittable[scalar.Metadata] {
	return graphql.OmittableOf(scalar.Metadata(encoded(values)))
}

func encoded(value any) []byte {
	text, err := json.Marshal(value)
	if err != nil {
		panic(err) // a literal of ours
	}
	return text
}

// Carriers are made-up insurers.
var Carriers = []model.CarrierInput{
	{Name: "Beacon Example Insurance", NaicCode: Some("10001"), AmBestRating: Some("A+ XV")},
	{Name: "Cardinal Example Mutual", NaicCode: Some("10002"), AmBestRating: Some("A"), Ratings: List(
		&model.CarrierRatingInput{Agency: model.RatingAgencyAmBest, Rating: "A", Size: Some(model.FinancialSizeXii)},
		&model.CarrierRatingInput{Agency: model.RatingAgencySp, Rating: "AA-"},
	)},
	{Name: "Granite Example Casualty", NaicCode: Some("10003"), AmBestRating: Some("A- IX")},
	{Name: "Meridian Example Specialty", NaicCode: Some("10004"), AmBestRating: Some("B++ VIII")},
	{Name: "Union Example Assurance", NaicCode: Some("10005"), AmBestRating: Some("A XI")},
}

// Cover is what a policy of the Coverage Framework covers.
type Cover struct {
	Layer model.CoverageLayer
	Types []string
}

// Perils returns the perils of the coverage types that are evidenced. It asks about each once, in the catalog's order.
func (c Cover) Perils(evidenced func(key string) bool) (keys []string) {
	asked := map[string]bool{}
	for _, ref := range c.Types {
		t, _ := catalog.CoverageTypes.ByRef(ref)
		for _, p := range t.Perils {
			if !asked[p.Key] && evidenced(p.Key) {
				keys = append(keys, p.Key)
			}
			asked[p.Key] = true
		}
	}
	return keys
}

// TotalLimit is one limit for all that a policy covers.
func TotalLimit(amount *scalar.MoneyInput) graphql.Omittable[[]*model.LimitInput] {
	return List(&model.LimitInput{Kind: model.LimitKindTotal, Amount: graphql.OmittableOf(amount)})
}

// Demands are requirements for coverage types, without any limits.
func Demands(coverageTypes ...string) graphql.Omittable[[]*model.RequirementInput] {
	requirements := make([]*model.RequirementInput, len(coverageTypes))
	for i, t := range coverageTypes {
		requirements[i] = &model.RequirementInput{CoverageType: t}
	}
	return graphql.OmittableOf(requirements)
}

// PDF returns a file of one page that every viewer opens: a title and lines of text, in Latin letters.
func PDF(title string, lines ...string) []byte {
	escape := strings.NewReplacer(`\`, `\\`, `(`, `\(`, `)`, `\)`)
	var text strings.Builder
	fmt.Fprintf(&text, "BT /F1 18 Tf 72 720 Td (%s) Tj /F1 11 Tf 0 -12 Td", escape.Replace(title))
	for _, line := range lines {
		fmt.Fprintf(&text, " 0 -18 Td (%s) Tj", escape.Replace(line))
	}
	text.WriteString(" ET")
	objects := []string{
		"<< /Type /Catalog /Pages 2 0 R >>",
		"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
		"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>",
		fmt.Sprintf("<< /Length %d >>\nstream\n%s\nendstream", text.Len(), text.String()),
		"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
	}
	var b bytes.Buffer
	b.WriteString("%PDF-1.4\n")
	offsets := make([]int, len(objects))
	for i, object := range objects {
		offsets[i] = b.Len()
		fmt.Fprintf(&b, "%d 0 obj\n%s\nendobj\n", i+1, object)
	}
	table := b.Len()
	fmt.Fprintf(&b, "xref\n0 %d\n0000000000 65535 f \n", len(objects)+1)
	for _, offset := range offsets {
		fmt.Fprintf(&b, "%010d 00000 n \n", offset)
	}
	fmt.Fprintf(&b, "trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n", len(objects)+1, table)
	return b.Bytes()
}
