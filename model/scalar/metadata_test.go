package scalar_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/model/scalar"
)

// TestMetadataMerge has the examples of RFC 7396, appendix A, each as a member of an object, which metadata always is.
func TestMetadataMerge(t *testing.T) {
	t.Parallel()
	for _, of := range [][3]string{
		{`{"a":"b"}`, `{"a":"c"}`, `{"a":"c"}`},
		{`{"a":"b"}`, `{"b":"c"}`, `{"a":"b","b":"c"}`},
		{`{"a":"b"}`, `{"a":null}`, `{}`},
		{`{"a":"b","b":"c"}`, `{"a":null}`, `{"b":"c"}`},
		{`{"a":["b"]}`, `{"a":"c"}`, `{"a":"c"}`},
		{`{"a":"c"}`, `{"a":["b"]}`, `{"a":["b"]}`},
		{`{"a":{"b":"c"}}`, `{"a":{"b":"d","c":null}}`, `{"a":{"b":"d"}}`},
		{`{"a":[{"b":"c"}]}`, `{"a":[1]}`, `{"a":[1]}`},
		{`["a","b"]`, `["c","d"]`, `["c","d"]`},
		{`{"a":"b"}`, `["c"]`, `["c"]`},
		{`{"a":"foo"}`, `"bar"`, `"bar"`},
		{`{"e":null}`, `{"a":1}`, `{"e":null,"a":1}`},
		{`[1,2]`, `{"a":"b","c":null}`, `{"a":"b"}`},
		{`{}`, `{"a":{"bb":{"ccc":null}}}`, `{"a":{"bb":{}}}`},
		// Not of the RFC: what lies deeper and is not named stays, digits too, and a list is replaced with its nulls.
		{`{"a":{"b":1,"c":2.10}}`, `{"a":{"b":null}}`, `{"a":{"c":2.10}}`},
		{`{"a":{"b":{"c":1,"d":2}}}`, `{"a":{"b":{"c":9007199254740993}}}`, `{"a":{"b":{"c":9007199254740993,"d":2}}}`},
		{`{"a":[1,null]}`, `{"a":[null,{"b":null}]}`, `{"a":[null,{"b":null}]}`},
	} {
		in := func(value string) scalar.Metadata { return scalar.Metadata(`{"x":` + value + `,"y":1}`) }
		merged := in(of[0]).Merge(in(of[1]))
		require.True(t, scalar.SameJSON(in(of[2]), merged), "%s and %s: %s", of[0], of[1], merged)
	}
	require.JSONEq(t, `{"y":1}`, string(scalar.Metadata(`{"x":{"a":"foo"},"y":1}`).Merge(scalar.Metadata(`{"x":null}`))))
	require.JSONEq(t, `{}`, string(scalar.Metadata(nil).Merge(nil)))
}

// TestMetadataSentBack is that nothing changes when what is kept, or the same change, is sent again.
func TestMetadataSentBack(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		object := rapid.Custom(func(t *rapid.T) scalar.Metadata { return scalar.Metadata(anObject(t, 3)) })
		kept := scalar.Metadata(nil).Merge(object.Draw(t, "created"))
		require.Equal(t, kept, kept.Merge(kept))
		change := object.Draw(t, "change")
		changed := kept.Merge(change)
		require.Equal(t, changed, changed.Merge(changed))
		require.Equal(t, changed, changed.Merge(change))
	})
}

// TestMetadataNumbers is that numbers are bounded by how they are kept, without exponents, and so are their sizes.
func TestMetadataNumbers(t *testing.T) {
	t.Parallel()
	for _, n := range []string{"0", "-0", "1e2", "1E+2", "1.50e1", "5e-324", "-5e-324", "1.7976931348623157e308", "2.2250738585072014e-308"} {
		kept := scalar.Metadata(nil).Merge(read(t, n))
		require.NotContains(t, strings.ToLower(string(kept)), "e", n)
		require.True(t, scalar.SameJSON(kept, scalar.Metadata(`{"n":`+n+`}`)), "%s: %s", n, kept)
		require.Empty(t, kept.Check("/metadata"))
		var again scalar.Metadata
		v, err := scalar.DecodeJSON(kept)
		require.NoError(t, err)
		require.NoError(t, again.UnmarshalGQL(v), "what is shown of %s can be sent back", n)
	}
	for _, n := range []string{
		"1e309", "1e-400", "0e-400", "0e-99999", "0e-999999999", "0e999999999", "0e9223372036854775807", "0e99999999999999999999",
	} {
		var m scalar.Metadata
		v, err := scalar.DecodeJSON([]byte(`{"n":` + n + `}`))
		require.NoError(t, err)
		require.Error(t, m.UnmarshalGQL(v), n)
	}
	many := scalar.Metadata(nil).Merge(read(t, "["+strings.Repeat("1e300,", 60)+"1]"))
	require.Equal(t, fault.CodeTooLong, many.Check("/metadata")[0].Code, "60 numbers of 300 digits")
	page := read(t, `"`+strings.Repeat("<&>", 5000)+`"`)
	require.Empty(t, scalar.Metadata(nil).Merge(page).Check("/metadata"), "< is one byte")
}

// read is metadata of one member, as it is sent.
func read(t *testing.T, value string) (m scalar.Metadata) {
	t.Helper()
	v, err := scalar.DecodeJSON([]byte(`{"n":` + value + `}`))
	require.NoError(t, err)
	require.NoError(t, m.UnmarshalGQL(v))
	return m
}

// anObject draws an object of few names, so that two of them meet.
func anObject(t *rapid.T, depth int) string {
	text := ""
	for _, name := range rapid.SliceOfDistinct(rapid.SampledFrom([]string{"a", "b", "c"}), rapid.ID).Draw(t, "names") {
		value := rapid.SampledFrom([]string{`null`, `1`, `"b"`, `[null]`, `{}`}).Draw(t, "value")
		if depth > 0 && rapid.Bool().Draw(t, "nested") {
			value = anObject(t, depth-1)
		}
		text += fmt.Sprintf(`,%q:%s`, name, value)
	}
	if text == "" {
		return "{}"
	}
	return "{" + text[1:] + "}"
}
