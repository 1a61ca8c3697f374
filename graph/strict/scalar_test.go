package strict

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/vektah/gqlparser/v2/ast"

	"github.com/covertrack/covertrack/model/scalar"
)

func parsed(t *testing.T, scalar string, v any) any {
	t.Helper()
	value, err := Parse(&ast.Definition{Kind: ast.Scalar, Name: scalar}, v)
	require.NoError(t, err)
	return value
}

func TestParsedScalarsAreTakenAsTheyAre(t *testing.T) {
	t.Parallel()
	at, err := scalar.UnmarshalTime(parsed(t, "Time", "2026-01-31T09:30:00+02:00"))
	require.NoError(t, err)
	require.Equal(t, "2026-01-31T07:30:00.000Z", at.Format(scalar.TimeLayout))

	day, err := scalar.UnmarshalDate(parsed(t, "Date", "2026-01-31T09:30:00Z"))
	require.NoError(t, err)
	require.Equal(t, "2026-01-31T09:30:00.000Z", day.Format(scalar.TimeLayout), "a filter compares the instant")

	amount, err := scalar.UnmarshalDecimal(parsed(t, "Decimal", "12.50"))
	require.NoError(t, err)
	require.Equal(t, "12.50", amount)

	var metadata scalar.Metadata
	require.NoError(t, metadata.UnmarshalGQL(parsed(t, "Metadata", map[string]any{"a": json.Number("1.50")})))
	require.Equal(t, `{"a":1.50}`, string(metadata))

	var anything scalar.JSON
	require.NoError(t, anything.UnmarshalGQL(parsed(t, "JSON", []any{"<", nil})))
	require.Equal(t, `["<",null]`, string(anything))
}

// A literal of JSON in a document may have variables of any type in it.
func TestLiteralOfJSONKeepsWhatWasSent(t *testing.T) {
	t.Parallel()
	var metadata scalar.Metadata
	require.NoError(t, metadata.UnmarshalGQL(map[string]any{
		"amount": parsed(t, "Decimal", "12.50"),
		"at":     parsed(t, "Time", "2026-01-31T09:30:00+02:00"),
		"day":    parsed(t, "Date", "2026-01-31"),
		"id":     parsed(t, "ID", "<x>"),
		"json":   parsed(t, "JSON", map[string]any{"b": "<", "a": json.Number("1E2")}),
		"number": parsed(t, "Int", json.Number("-0")),
	}))
	require.Equal(t, `{"amount":"12.50","at":"2026-01-31T09:30:00+02:00","day":"2026-01-31","id":"<x>","json":{"a":1E2,"b":"<"},"number":-0}`,
		string(metadata))
}

func TestCheckScalars(t *testing.T) {
	t.Parallel()
	known := &ast.Definition{Kind: ast.Scalar, Name: "Time"}
	unknown := &ast.Definition{Kind: ast.Scalar, Name: "Colour"}
	require.NoError(t, CheckScalars(&ast.Schema{Types: map[string]*ast.Definition{"Time": known}}))
	require.ErrorContains(t, CheckScalars(&ast.Schema{Types: map[string]*ast.Definition{"Colour": unknown}}), "Colour")
}
