package book

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/99designs/gqlgen/graphql"

	"github.com/covertrack/covertrack/model"
)

// The vocabulary of made-up records: neutral names, and addresses of no real place.
var (
	trees   = []string{"Alder", "Aspen", "Birch", "Cedar", "Elm", "Hazel", "Hickory", "Juniper", "Larch", "Laurel", "Linden", "Maple", "Oak", "Olive", "Pine", "Poplar", "Rowan", "Spruce", "Walnut", "Willow"}
	places  = []string{"Bend", "Bridge", "Brook", "Corner", "Creek", "Crossing", "Field", "Ford", "Gate", "Grove", "Harbor", "Hill", "Lake", "Landing", "Meadow", "Park", "Point", "Ridge", "River", "Valley"}
	firms   = []string{"Apartments LLC", "Development Group LLC", "Holdings LLC", "Hospitality Inc", "Industrial LP", "Investments LLC", "Logistics Inc", "Office Partners LP", "Properties LLC", "Realty Trust", "Retail Partners LLC", "Storage LLC"}
	first   = []string{"Alex", "Avery", "Blake", "Cameron", "Casey", "Dana", "Drew", "Jamie", "Jordan", "Kendall", "Lee", "Logan", "Morgan", "Parker", "Quinn", "Reese", "Riley", "Robin", "Sam", "Taylor"}
	last    = []string{"Ash", "Banks", "Brook", "Dale", "Field", "Fields", "Ford", "Glen", "Heath", "Hill", "Lake", "Lane", "March", "Mills", "Reed", "Rivers", "Stone", "Vale", "Wells", "Wood"}
	streets = []string{"Avenue", "Boulevard", "Drive", "Lane", "Road", "Street", "Way"}
	regions = []region{
		{"Ohio", "OH", "43"}, {"Texas", "TX", "75"}, {"Florida", "FL", "33"}, {"Illinois", "IL", "60"}, {"Georgia", "GA", "30"},
		{"Oregon", "OR", "97"}, {"Kansas", "KS", "66"}, {"Maine", "ME", "04"},
	}
)

type region struct{ name, code, zip string }

// Some gives a member of an input a value.
func Some[T any](value T) graphql.Omittable[*T] { return graphql.OmittableOf(&value) }

// List gives a member of an input several values, or none: the empty list, which is not null.
func List[T any](values ...T) graphql.Omittable[[]T] {
	return graphql.OmittableOf(append([]T{}, values...))
}

// Dollars is an amount of US dollars.
func Dollars(amount int) *model.MoneyInput {
	return &model.MoneyInput{Amount: fmt.Sprintf("%d.00", amount), Currency: "USD"}
}

// Pick is one of the values, by chance.
func Pick[T any](b *Book, values []T) T { return values[b.Random.IntN(len(values))] }

// Between is a whole number from low to high, by chance.
func (b *Book) Between(low, high int) int { return low + b.Random.IntN(high-low+1) }

// Company is the name of a firm.
func (b *Book) Company() string {
	return Pick(b, trees) + " " + Pick(b, places) + " " + Pick(b, firms)
}

// Place is the name of a place.
func (b *Book) Place() string { return Pick(b, trees) + " " + Pick(b, places) }

// Person is the first and the last name of somebody.
func (b *Book) Person() (string, string) { return Pick(b, first), Pick(b, last) }

// Email is an address that reaches nobody (RFC 2606), different for every number.
func Email(first, last string, number int) string {
	return fmt.Sprintf("%s.%s.%d@example.com", strings.ToLower(first), strings.ToLower(last), number)
}

// Phone is a number that is reserved for fiction.
func (b *Book) Phone() string {
	return fmt.Sprintf("%d-555-01%02d", b.Between(201, 989), b.Random.IntN(100))
}

// Address is an address of no real place.
func (b *Book) Address() *model.AddressInput {
	r := Pick(b, regions)
	return &model.AddressInput{
		Street1:    fmt.Sprintf("%d %s %s", b.Between(1, 9899), Pick(b, trees), Pick(b, streets)),
		City:       b.Place(),
		State:      r.code,
		PostalCode: fmt.Sprintf("%s%03d", r.zip, b.Random.IntN(1000)),
		Country:    Some("US"),
		County:     Some(Pick(b, places) + " County"),
	}
}

// Field is a field of an asset; an address is its input.
func Field(key string, value any) *model.AssetFieldInput {
	switch v := value.(type) {
	case *model.AddressInput:
		value = map[string]any{
			"street1": v.Street1, "city": v.City, "state": v.State, "postalCode": v.PostalCode,
			"country": v.Country.Value(), "county": v.County.Value(),
		}
	case *model.MoneyInput:
		value = map[string]string{"amount": v.Amount, "currency": v.Currency}
	}
	encoded, err := json.Marshal(value)
	if err != nil {
		panic(err) // a literal of ours
	}
	return &model.AssetFieldInput{FieldType: key, Value: graphql.OmittableOf(model.JSON(encoded))}
}
