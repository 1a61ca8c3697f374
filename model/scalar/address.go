package scalar

import (
	"database/sql/driver"
	"strings"

	"github.com/99designs/gqlgen/graphql"

	"github.com/covertrack/covertrack/model/fault"
)

// Address is a postal address (contract section 4, Value kinds) of any country: its parts are free text. It is stored
// as one jsonb value. County is for flood zones and windstorm tiers.
type Address struct {
	Street1    string  `json:"street1"`
	Street2    *string `json:"street2,omitempty"`
	City       string  `json:"city"`
	State      string  `json:"state"`
	PostalCode string  `json:"postalCode"`
	Country    *string `json:"country,omitempty"`
	County     *string `json:"county,omitempty"`
}

// AddressInput is an address as a client sends it.
type AddressInput struct {
	Street1    string                     `json:"street1"`
	Street2    graphql.Omittable[*string] `json:"street2,omitempty"`
	City       string                     `json:"city"`
	State      string                     `json:"state"`
	PostalCode string                     `json:"postalCode"`
	Country    graphql.Omittable[*string] `json:"country,omitempty"`
	County     graphql.Omittable[*string] `json:"county,omitempty"`
}

// ExampleAddress is an address as messages show it.
const ExampleAddress = `{"street1": "12 Example St", "city": "Springfield", "state": "IL", "postalCode": "62701"}`

// ParseAddress reads a client's address; nil if none. `required`, `too_long`, `invalid_value` below the pointer.
func ParseAddress(pointer string, in *AddressInput) (*Address, fault.Violations) {
	if in == nil {
		return nil, nil
	}
	a := &Address{
		Street1: in.Street1, Street2: in.Street2.Value(), City: in.City, State: in.State, PostalCode: in.PostalCode,
		Country: in.Country.Value(), County: in.County.Value(),
	}
	if vs := a.Check(pointer); vs != nil {
		return nil, vs
	}
	return a, nil
}

// Check reports what is wrong with each member. The required ones must not be blank.
func (a *Address) Check(pointer string) fault.Violations {
	var vs fault.Violations
	vs.Append(CheckName(fault.Pointer(pointer, "street1"), a.Street1))
	vs.Append(CheckLine(fault.Pointer(pointer, "street2"), OrZero(a.Street2)))
	vs.Append(CheckName(fault.Pointer(pointer, "city"), a.City))
	vs.Append(CheckName(fault.Pointer(pointer, "state"), a.State))
	vs.Append(CheckName(fault.Pointer(pointer, "postalCode"), a.PostalCode))
	vs.Append(CheckLine(fault.Pointer(pointer, "country"), OrZero(a.Country)))
	vs.Append(CheckLine(fault.Pointer(pointer, "county"), OrZero(a.County)))
	return vs
}

// String returns the address on one line: `12 Example St, Suite 5, Springfield, IL 62701`.
func (a *Address) String() string {
	var parts []string
	for _, part := range []string{
		a.Street1, OrZero(a.Street2), a.City, strings.TrimSpace(a.State) + " " + strings.TrimSpace(a.PostalCode),
		OrZero(a.Country),
	} {
		if part = strings.TrimSpace(part); part != "" {
			parts = append(parts, part)
		}
	}
	return strings.Join(parts, ", ")
}

// Value returns the address as JSON for the database.
func (a Address) Value() (driver.Value, error) { return StructValue(a) }

// Scan reads the address from the database.
func (a *Address) Scan(src any) error { return ScanStored(src, a, ReadAddress) }

// ReadAddress reads the text of jsonb into an *Address.
var ReadAddress = StoredReader[Address]()
