package strict

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/model/fault"
)

func TestDecodeRefuses(t *testing.T) {
	t.Parallel()
	for name, body := range map[string]string{
		"nothing":                   "",
		"white space only":          " ",
		"no JSON":                   "name=x",
		"an unfinished object":      `{"a":1`,
		"a trailing comma":          `{"a":1,}`,
		"a comment":                 `{/**/}`,
		"single quotes":             `{'a':1}`,
		"NaN":                       `{"a":NaN}`,
		"a leading zero":            `{"a":01}`,
		"a control character":       "{\"a\":\"\n\"}",
		"a second value":            `{} {}`,
		"trailing text":             `{"a":1}x`,
		"a byte order mark":         "\ufeff{}",
		"a duplicate member":        `{"a":1,"a":1}`,
		"an escaped duplicate":      `{"a":1,"\u0061":1}`,
		"a duplicate further down":  `{"docs":[{"b":{"c":1,"c":2}}]}`,
		"a duplicate among many":    `{"m":0` + members(40) + `,"m":1}`,
		"invalid UTF-8":             "{\"a\":\"\xff\"}",
		"an encoded surrogate":      "{\"a\":\"\xed\xa0\x80\"}",
		"a lone high surrogate":     `{"a":"\ud800"}`,
		"a lone low surrogate":      `{"a":"\udc00"}`,
		"a high surrogate and text": `{"a":"\ud800x"}`,
		"two high surrogates":       `{"a":"\ud800\ud800"}`,
		"a surrogate in a name":     `{"\ud800":1}`,
		"a surrogate after a pair":  `{"a":"\ud83d\ude00\ude00"}`,
		"33 objects":                strings.Repeat(`{"a":`, 33) + "1" + strings.Repeat("}", 33),
		"33 arrays":                 strings.Repeat("[", 33) + strings.Repeat("]", 33),
		"20,000 arrays":             strings.Repeat("[", 20000) + strings.Repeat("]", 20000),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := Decode([]byte(body))
			require.Error(t, err)
			require.Equal(t, fault.CodeMalformedJSON, fault.CodeOf(err))
		})
	}
}

func TestDecodeKeeps(t *testing.T) {
	t.Parallel()
	for name, body := range map[string]string{
		"large integers":        `{"a":12345678901234567890}`,
		"long fractions":        `{"a":0.12345678901234567890}`,
		"exponents":             `{"a":1E400}`,
		"an astral character":   `{"a":"😀"}`,
		"an escaped backslash":  `{"a":"\\ud800"}`,
		"members by exact case": `{"A":2,"a":1}`,
		"32 containers":         strings.Repeat("[", 32) + strings.Repeat("]", 32),
		"U+0000":                `{"a":"\u0000"}`,
		"all kinds":             `{"a":[null,true,false,"",0,{},[]]}`,
		"many members":          `{"a":0` + members(40) + `}`,
		"no container":          `"text"`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			value, err := Decode([]byte(body))
			require.NoError(t, err)
			got, err := json.Marshal(Plain(value))
			require.NoError(t, err)
			require.Equal(t, body, string(got))
		})
	}
}

// members are n members, each after a comma.
func members(n int) (text string) {
	for i := range n {
		text += fmt.Sprintf(`,"m%02d":%d`, i, i)
	}
	return text
}

func TestDecodeReadsEscapes(t *testing.T) {
	t.Parallel()
	value, err := Decode([]byte(`"\ud83d\ude00 \u00e9 \\ud800 \/"`))
	require.NoError(t, err)
	require.Equal(t, `😀 é \ud800 /`, value)
}

func TestDecodeKeepsOrder(t *testing.T) {
	t.Parallel()
	value, err := Decode([]byte(`{"z":1,"a":2,"m":3}`))
	require.NoError(t, err)
	require.Equal(t, &Object{Members: []Member{
		{"z", json.Number("1")}, {"a", json.Number("2")}, {"m", json.Number("3")},
	}}, value)
}

// FuzzDecode compares the decoder with encoding/json: both read the same values from all that the decoder accepts.
func FuzzDecode(f *testing.F) {
	for _, seed := range []string{
		`{}`, `{"a":[1,2.50,-0,1e9,null,true,"x"]}`, `{"a":1,"a":2}`, `"\ud83d\ude00"`, `"\ud800"`, `{"\u0000":"\u0000"}`,
		`[[[[]]]]`, "\"\xff\"", `{"a":1} `, `{"a":"\\\ud800\\"}`, `{"docs":[{"fileName":"a.pdf"}]}`,
		" { \"a\" :\t-1.5E+3 ,\r\n\"b\\n\" : [ ] , \"c\": { } } ", `[false,true,null,"",0]`, `"\\"`, `["\"","\\\\"]`,
		`{"a":0,"b":0,"c":0,"d":0,"e":0,"f":0,"g":0,"h":0,"i":0,"j":0,"k":0,"l":0,"m":0,"n":0,"o":0,"p":0,"q":0,"r":0,"a":0}`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		value, err := Decode(body)
		if err != nil {
			require.Equal(t, fault.CodeMalformedJSON, fault.CodeOf(err))
			return
		}
		d := json.NewDecoder(bytes.NewReader(body))
		d.UseNumber()
		var want any
		require.NoError(t, d.Decode(&want))
		require.Equal(t, want, Plain(value))
	})
}
