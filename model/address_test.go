package model_test

import (
	"strings"
	"testing"

	"github.com/99designs/gqlgen/graphql"
	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/model"
)

func TestParseAddress(t *testing.T) {
	t.Parallel()
	got, vs := model.ParseAddress("/address", &model.AddressInput{
		Street1: "12 Example St", Street2: graphql.OmittableOf(new("Suite 5")), City: "Springfield", State: "IL", PostalCode: "62701",
		Country: graphql.OmittableOf[*string](nil),
	})
	require.Empty(t, vs)
	require.Equal(t, &model.Address{Street1: "12 Example St", Street2: new("Suite 5"), City: "Springfield", State: "IL", PostalCode: "62701"}, got)

	got, vs = model.ParseAddress("/address", nil)
	require.Empty(t, vs)
	require.Nil(t, got)
}

func TestParseAddressRefuses(t *testing.T) {
	t.Parallel()
	got, vs := model.ParseAddress("/address", &model.AddressInput{
		Street1: " ", Street2: graphql.OmittableOf(new(strings.Repeat("x", 256))), County: graphql.OmittableOf(new("a\x00b")),
	})
	require.Nil(t, got)
	at := map[string]model.Code{}
	for _, v := range vs {
		at[v.Pointer] = v.Code
	}
	require.Equal(t, map[string]model.Code{
		"/address/street1": model.CodeRequired, "/address/street2": model.CodeTooLong, "/address/city": model.CodeRequired,
		"/address/state": model.CodeRequired, "/address/postalCode": model.CodeRequired, "/address/county": model.CodeInvalidValue,
	}, at)
}

func TestAddressOneLine(t *testing.T) {
	t.Parallel()
	for want, address := range map[string]model.Address{
		"12 Example St, Springfield, IL 62701":          {Street1: "12 Example St", City: "Springfield", State: "IL", PostalCode: "62701", County: new("Sangamon")},
		"12 Example St, Suite 5, Springfield, IL 62701": {Street1: " 12 Example St ", Street2: new("Suite 5"), City: "Springfield", State: "IL", PostalCode: "62701"},
		"1 Rue X, Paris, IDF 75001, FR":                 {Street1: "1 Rue X", Street2: new(" "), City: "Paris", State: "IDF", PostalCode: "75001", Country: new("FR")},
	} {
		require.Equal(t, want, address.String())
	}
}

func TestAddressInTheDatabase(t *testing.T) {
	t.Parallel()
	address := model.Address{Street1: "12 Example St", City: "Springfield", State: "IL", PostalCode: "62701", Country: new("US")}
	stored, err := address.Value()
	require.NoError(t, err)
	require.Equal(t, `{"street1":"12 Example St","city":"Springfield","state":"IL","postalCode":"62701","country":"US"}`, stored)
	var read model.Address
	require.NoError(t, read.Scan(stored))
	require.Equal(t, address, read)
}
