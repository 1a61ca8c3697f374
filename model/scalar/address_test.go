package scalar_test

import (
	"strings"
	"testing"

	"github.com/99designs/gqlgen/graphql"
	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/model/scalar"
)

func TestParseAddress(t *testing.T) {
	t.Parallel()
	got, vs := scalar.ParseAddress("/address", &scalar.AddressInput{
		Street1: "12 Example St", Street2: graphql.OmittableOf(new("Suite 5")), City: "Springfield", State: "IL", PostalCode: "62701",
		Country: graphql.OmittableOf[*string](nil),
	})
	require.Empty(t, vs)
	require.Equal(t, &scalar.Address{Street1: "12 Example St", Street2: new("Suite 5"), City: "Springfield", State: "IL", PostalCode: "62701"},
		got)

	got, vs = scalar.ParseAddress("/address", nil)
	require.Empty(t, vs)
	require.Nil(t, got)
}

func TestParseAddressRefuses(t *testing.T) {
	t.Parallel()
	got, vs := scalar.ParseAddress("/address", &scalar.AddressInput{
		Street1: " ", Street2: graphql.OmittableOf(new(strings.Repeat("x", 256))), County: graphql.OmittableOf(new("a\x00b")),
	})
	require.Nil(t, got)
	at := map[string]fault.Code{}
	for _, v := range vs {
		at[v.Pointer] = v.Code
	}
	require.Equal(t, map[string]fault.Code{
		"/address/street1": fault.CodeRequired, "/address/street2": fault.CodeTooLong, "/address/city": fault.CodeRequired,
		"/address/state": fault.CodeRequired, "/address/postalCode": fault.CodeRequired, "/address/county": fault.CodeInvalidValue,
	}, at)
}

func TestAddressOneLine(t *testing.T) {
	t.Parallel()
	for want, address := range map[string]scalar.Address{
		"12 Example St, Springfield, IL 62701": {Street1: "12 Example St", City: "Springfield", State: "IL", PostalCode: "62701",
			County: new("Sangamon")},
		"12 Example St, Suite 5, Springfield, IL 62701": {Street1: " 12 Example St ", Street2: new("Suite 5"), City: "Springfield", State: "IL",
			PostalCode: "62701"},
		"1 Rue X, Paris, IDF 75001, FR": {Street1: "1 Rue X", Street2: new(" "), City: "Paris", State: "IDF", PostalCode: "75001",
			Country: new("FR")},
	} {
		require.Equal(t, want, address.String())
	}
}

func TestAddressInTheDatabase(t *testing.T) {
	t.Parallel()
	address := scalar.Address{Street1: "12 Example St", City: "Springfield", State: "IL", PostalCode: "62701", Country: new("US")}
	stored, err := address.Value()
	require.NoError(t, err)
	require.Equal(t, `{"street1":"12 Example St","city":"Springfield","state":"IL","postalCode":"62701","country":"US"}`, stored)
	var read scalar.Address
	require.NoError(t, read.Scan(stored))
	require.Equal(t, address, read)
}
