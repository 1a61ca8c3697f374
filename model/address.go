package model

import (
	"database/sql/driver"
	"strings"

	"github.com/99designs/gqlgen/graphql"
)

// Address is a postal address (contract section 4, Value kinds), stored as one jsonb value. Its parts are free text, since
// it may be in any country; nothing is checked against a list of states or postal codes.
type Address struct {
	// Street1 is the first line.
	Street1 string `json:"street1"`
	// Street2 is the second line.
	Street2 *string `json:"street2,omitempty"`
	// City is the city.
	City string `json:"city"`
	// State is the state.
	State string `json:"state"`
	// PostalCode is the postal code.
	PostalCode string `json:"postalCode"`
	// Country is the country.
	Country *string `json:"country,omitempty"`
	// County is the county, by which flood zones and windstorm tiers are told; no part of the postal address.
	County *string `json:"county,omitempty"`
}

// ParseAddress reads an address that a client sent; none is none. `required`, `too_long`, `invalid_value` at the member below
// the pointer.
func ParseAddress(pointer string, in *AddressInput) (*Address, Violations) {
	if in == nil {
		return nil, nil
	}
	a := &Address{
		Street1: in.Street1, Street2: optional(in.Street2), City: in.City, State: in.State, PostalCode: in.PostalCode,
		Country: optional(in.Country), County: optional(in.County),
	}
	if vs := a.check(pointer); vs != nil {
		return nil, vs
	}
	return a, nil
}

// check reports what is wrong with each member: the required ones must say something.
func (a *Address) check(pointer string) Violations {
	var vs Violations
	vs.Append(CheckName(Pointer(pointer, "street1"), a.Street1))
	vs.Append(CheckLine(Pointer(pointer, "street2"), orZero(a.Street2)))
	vs.Append(CheckName(Pointer(pointer, "city"), a.City))
	vs.Append(CheckName(Pointer(pointer, "state"), a.State))
	vs.Append(CheckName(Pointer(pointer, "postalCode"), a.PostalCode))
	vs.Append(CheckLine(Pointer(pointer, "country"), orZero(a.Country)))
	vs.Append(CheckLine(Pointer(pointer, "county"), orZero(a.County)))
	return vs
}

// OneLine is the address as it is written on a line: `12 Example St, Suite 5, Springfield, IL 62701`.
func (a *Address) OneLine() string {
	parts := []string{a.Street1, orZero(a.Street2), a.City, strings.TrimSpace(a.State) + " " + strings.TrimSpace(a.PostalCode), orZero(a.Country)}
	line := ""
	for _, part := range parts {
		if part = strings.TrimSpace(part); part == "" {
			continue
		}
		if line != "" {
			line += ", "
		}
		line += part
	}
	return line
}

// Value hands the address to the database as JSON.
func (a Address) Value() (driver.Value, error) { return jsonValue(a) }

// Scan takes the address from the database.
func (a *Address) Scan(src any) error { return jsonScan(src, a) }

// optional is what a client sent for a member that may be absent or null: both are none.
func optional[T any](in graphql.Omittable[*T]) *T {
	value, _ := in.ValueOK()
	return value
}

// orZero is the value, or the zero value if none.
func orZero[T any](value *T) T {
	if value == nil {
		return *new(T)
	}
	return *value
}
