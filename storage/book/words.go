package book

import (
	"fmt"
	"strings"

	"github.com/99designs/gqlgen/graphql"

	"github.com/covertrack/covertrack/model/scalar"
)

// The vocabulary of made-up records: neutral names, and addresses of no real place.
var (
	trees = strings.Fields("Alder Aspen Birch Cedar Elm Hazel Hickory Juniper Larch Laurel Linden Maple Oak Olive " +
		"Pine Poplar Rowan Spruce Walnut Willow")
	places = strings.Fields("Bend Bridge Brook Corner Creek Crossing Field Ford Gate Grove Harbor Hill Lake Landing " +
		"Meadow Park Point Ridge River Valley")
	firms = []string{
		"Apartments LLC", "Development Group LLC", "Holdings LLC", "Hospitality Inc", "Industrial LP", "Investments LLC",
		"Logistics Inc", "Office Partners LP", "Properties LLC", "Realty Trust", "Retail Partners LLC", "Storage LLC",
	}
	first = strings.Fields("Alex Avery Blake Cameron Casey Dana Drew Jamie Jordan Kendall Lee Logan Morgan Parker " +
		"Quinn Reese Riley Robin Sam Taylor")
	last = strings.Fields("Ash Banks Brook Dale Field Fields Ford Glen Heath Hill Lake Lane March Mills Reed Rivers " +
		"Stone Vale Wells Wood")
	streets = strings.Fields("Avenue Boulevard Drive Lane Road Street Way")
	regions = []struct{ state, zip string }{
		{"OH", "43"}, {"TX", "75"}, {"FL", "33"}, {"IL", "60"}, {"GA", "30"}, {"OR", "97"}, {"KS", "66"}, {"ME", "04"},
	}
)

// Some gives a member of an input a value.
func Some[T any](value T) graphql.Omittable[*T] { return graphql.OmittableOf(&value) }

// List gives a member of an input several values, or none: the empty list, which is not null.
func List[T any](values ...T) graphql.Omittable[[]T] {
	return graphql.OmittableOf(append([]T{}, values...))
}

// Dollars is an amount of US dollars.
func Dollars(amount int) *scalar.MoneyInput {
	return &scalar.MoneyInput{Amount: fmt.Sprintf("%d.00", amount), Currency: "USD"}
}

// Pick returns one of the values, by chance.
func Pick[T any](b *Book, values []T) T { return values[b.Random.IntN(len(values))] }

// Between returns a whole number from low to high, by chance.
func (b *Book) Between(low, high int) int { return low + b.Random.IntN(high-low+1) }

// Amount returns from low to high times so many dollars, by chance.
func (b *Book) Amount(low, high, dollars int) *scalar.MoneyInput {
	return Dollars(b.Between(low, high) * dollars)
}

// Company returns the name of a firm.
func (b *Book) Company() string {
	return Pick(b, trees) + " " + Pick(b, places) + " " + Pick(b, firms)
}

// Place returns the name of a place.
func (b *Book) Place() string { return Pick(b, trees) + " " + Pick(b, places) }

// Person returns the first and the last name of a person.
func (b *Book) Person() (string, string) { return Pick(b, first), Pick(b, last) }

// Phone returns a number that is reserved for fiction.
func (b *Book) Phone() string {
	return fmt.Sprintf("%d-555-01%02d", b.Between(201, 989), b.Random.IntN(100))
}

// Address returns an address of no real place.
func (b *Book) Address() *scalar.AddressInput {
	r := Pick(b, regions)
	return &scalar.AddressInput{
		Street1:    fmt.Sprintf("%d %s %s", b.Between(1, 9899), Pick(b, trees), Pick(b, streets)),
		City:       b.Place(),
		State:      r.state,
		PostalCode: fmt.Sprintf("%s%03d", r.zip, b.Random.IntN(1000)),
		Country:    Some("US"),
		County:     Some(Pick(b, places) + " County"),
	}
}

// email returns an address that reaches nobody (RFC 2606), different for every number.
func email(first, last string, number int) string {
	return fmt.Sprintf("%s.%s.%d@example.com", strings.ToLower(first), strings.ToLower(last), number)
}
