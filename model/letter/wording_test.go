package letter_test

import (
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/model/letter"
)

// TestLetterWordingCheck is what a lender's own wording may not do.
func TestLetterWordingCheck(t *testing.T) {
	t.Parallel()
	for body, want := range map[string][]string{
		"plain text": nil,
		"{{.Lender.Name}} {{.MoreProperties}} {{len .Findings}} {{len .CaseName}}":                                                 nil,
		"{{with .EndsOn}}{{.}}{{else}}soon{{end}} {{$.Lender.Name}}":                                                               nil,
		"{{range .Clauses}}{{.Wording}} {{$.Place}}{{else}}none{{end}} x":                                                          nil,
		`{{if and .Cancelled (not .Ended) (eq .Step "final" "lapsed") (ne .MoreProperties 0)}}a{{else if .Link}}b{{else}}c{{end}}`: nil,
		"{{or .Lender.ContactName .Lender.Name}}{{/* why */}}":                                                                     nil,
		"{{range .Limits}}{{range $.Demands}}{{.}}{{end}}{{end}} x":                                                                nil,
		"":                                  {"/body required"},
		"  \n ":                             {"/body required"},
		"{{.PolicyNumber}}":                 {"/body required"}, // of a policy of which nothing is known
		strings.Repeat("x", 4001):           {"/body too_long"},
		"a\x00b":                            {"/body invalid_value"},
		"{{.Secret}}{{.Secret}}{{.Lender}}": {"/body unknown_member", "/body invalid_value"},
		"{{.A}} {{.Lender.B}} {{$.C}} {{(.Lender).D}} {{range .Clauses}}{{.E}}{{end}} {{with .Lender}}{{.F}}{{end}} {{.Place.G}} " +
			"{{if .H}}{{else if .I}}{{end}}": {
			"/body unknown_member", "/body unknown_member", "/body unknown_member", "/body unknown_member", "/body unknown_member",
			"/body unknown_member",
			"/body unknown_member", "/body unknown_member", "/body unknown_member",
		},
		"{{.Step.OpensTask}}":      {"/body unknown_member"}, // a method
		"{{":                       {"/body invalid_value"},
		"{{if .Link}}":             {"/body invalid_value"},
		`{{define "x"}}{{end}}y`:   {"/body invalid_value"},
		`{{block "x" .}}{{end}}y`:  {"/body invalid_value", "/body invalid_value"},
		`{{template "x"}}y`:        {"/body invalid_value"},
		`{{printf "%1000000d" 1}}`: {"/body invalid_value"},
		`{{call .Link}}`:           {"/body invalid_value"},
		`{{index .Demands 0}} {{slice .Place 1}} {{html .Place}} {{js .Place}} {{print 1}} {{println}} {{urlquery .Link}} {{lt 1 2}}`: {
			"/body invalid_value", "/body invalid_value", "/body invalid_value", "/body invalid_value", "/body invalid_value", "/body invalid_value",
			"/body invalid_value", "/body invalid_value",
		},
		"{{$x := .Link}}{{$x}}":                           {"/body invalid_value", "/body invalid_value"},
		"{{.Link | len}}":                                 {"/body invalid_value"},
		"{{range $i, $d := .Demands}}x{{end}}":            {"/body invalid_value"},
		"{{range .Demands}}{{break}}{{continue}}{{end}}x": {"/body invalid_value", "/body invalid_value"},
		"{{range 10}}x{{end}}":                            {"/body invalid_value"},
		"{{range .Place}}x{{end}}":                        {"/body invalid_value"},
		"{{.Demands}}":                                    {"/body invalid_value"},
		"{{.}}":                                           {"/body invalid_value"},
		"{{.Cancelled}}":                                  {"/body invalid_value"},
		"{{and .Cancelled .Link}}":                        {"/body invalid_value"},
		"{{1.5}} {{nil}} {{'a'}}":                         {"/body invalid_value", "/body invalid_value"},
		`{{if eq .Demands "x"}}{{end}}y`:                  {"/body invalid_value"},
		`{{if eq .Place 1}}{{end}}y`:                      {"/body invalid_value"},
		`{{if eq .Place}}{{end}}y`:                        {"/body invalid_value"},
		`{{if ne .Place "a" "b"}}{{end}}y`:                {"/body invalid_value"},
		`{{if not}}{{end}}y`:                              {"/body invalid_value"},
		"{{len .MoreProperties}}":                         {"/body invalid_value"},
		"{{.Place .Link}}":                                {"/body invalid_value"},
		"{{range .Demands}}{{range $.Demands}}{{range $.Demands}}x{{end}}{{end}}{{end}}y": {"/body invalid_value"},
	} {
		require.Equal(t, want, codesAt(letter.Wording{Subject: "{{.Place}}", Body: body}.Check()), body)
	}
	for subject, want := range map[string][]string{
		"{{.Lender.Name}}: {{.Place}} ({{.Reference}})": nil,
		"": {"/subject required"}, "{{.Link}}": {"/subject required"}, "a\nb": {"/subject invalid_value"},
		strings.Repeat("x", 501):               {"/subject too_long"},
		"{{.Nothing}} {{printf `x`}}":          {"/subject unknown_member", "/subject invalid_value"},
		"{{range .Demands}}x{{end}}{{.Place}}": nil,
	} {
		require.Equal(t, want, codesAt(letter.Wording{Subject: subject, Body: "x"}.Check()), subject)
	}
	require.Equal(t, []string{"/subject unknown_member", "/body unknown_member"},
		codesAt(letter.Wording{Subject: "{{.A}}", Body: "{{.B}}"}.Check()), "everything at once")
	require.Equal(t, []string{"/subject too_long", "/body unknown_member"},
		codesAt(letter.Wording{Subject: strings.Repeat("x", 501), Body: "{{.B}}"}.Check()))
	require.Equal(t, []string{"/subject required", "/body unknown_member"}, codesAt(letter.Wording{Body: "{{.B}}"}.Check()))
	require.Equal(t, []string{"/subject required", "/body invalid_value"},
		codesAt(letter.Wording{Subject: "{{.Link}}", Body: "{{"}.Check()), "of a policy of which nothing is known")
}

func codesAt(vs fault.Violations) (codes []string) {
	for _, v := range vs {
		codes = append(codes, v.Pointer+" "+string(v.Code))
	}
	return codes
}

// TestLetterWordingEveryMember is that each member of a request can be used, and one with any other name cannot.
func TestLetterWordingEveryMember(t *testing.T) {
	t.Parallel()
	var known, unknown strings.Builder
	of := reflect.TypeFor[letter.Request]()
	for i := range of.NumField() {
		name := of.Field(i).Name
		known.WriteString("{{if ." + name + "}}x{{end}}")
		unknown.WriteString("{{." + name + "X}}")
	}
	require.Empty(t, codesAt(letter.Wording{Subject: "x", Body: known.String() + "x"}.Check()))
	require.Len(t, codesAt(letter.Wording{Subject: "x", Body: unknown.String()}.Check()), of.NumField())
}

// TestLetterWordingNeverFails is that a wording that passes can be written for any request: it is only ever too long.
func TestLetterWordingNeverFails(t *testing.T) {
	t.Parallel()
	piece := rapid.SampledFrom([]string{
		"{{.Place}}", "{{.Demands}}", "{{range .Demands}}", "{{range .Clauses}}", "{{range .Limits}}", "{{with .Lender}}", "{{with .EndsOn}}",
		"{{.}}", "{{.Holder}}", "{{.Amount}}", "{{.Name}}", "{{if .Cancelled}}", "{{else}}", "{{end}}", "{{end}}", "{{end}}",
		"{{len .}}", "{{$.Place}}",
		`{{if eq .Step "final"}}`, `{{if eq . "x"}}`, "{{or .EndsOn $.Place}}", "{{and .Ended .Link}}", "{{not .Link}}",
		"{{(.Lender).Name}}", "x",
	})
	rapid.Check(t, func(t *rapid.T) {
		w := letter.Wording{Subject: "x", Body: "x" + strings.Join(rapid.SliceOfN(piece, 1, 8).Draw(t, "body"), "")}
		if w.Check() != nil {
			return
		}
		for _, r := range []*letter.Request{
			{}, letter.Example(), {Step: "final", Cancelled: true, Demands: []string{"a", ""}, Clauses: make([]letter.Clause, 3)},
			{Ended: true, EndsOn: "2026-01-01", Limits: make([]letter.Limit, 2)},
		} {
			_, _, err := w.Write(r)
			require.NoError(t, err, w.Body)
		}
	})
}

// TestLetterWordingBounds is that a wording that makes too much of a request makes nothing, and soon.
func TestLetterWordingBounds(t *testing.T) {
	t.Parallel()
	w := letter.Wording{Subject: "x", Body: "{{range .Demands}}{{range $.Demands}}" + strings.Repeat("x", 3000) + "{{end}}{{end}}y"}
	require.Empty(t, w.Check(), "not too much of the example")
	r := &letter.Request{Demands: make([]string, 1000)}
	_, _, err := w.Write(r)
	require.ErrorContains(t, err, "too long")
	require.Equal(t, []string{"/body too_long"}, codesAt(letter.Wording{
		Subject: "x", Body: "{{range .Borrowers}}{{range $.Borrowers}}" + strings.Repeat("{{$.Reference}}", 200) + "{{end}}{{end}}",
	}.Check()))

	silent := letter.Wording{Subject: "x", Body: strings.Repeat("{{range .Demands}}{{range $.Demands}}{{end}}{{end}}", 75) + "y"}
	require.Empty(t, silent.Check())
	r = &letter.Request{Demands: make([]string, 3000)}
	begun := time.Now()
	_, _, err = silent.Write(r)
	require.ErrorContains(t, err, "too long", "it writes nothing in very many rounds")
	require.Less(t, time.Since(begun), 2*time.Second)
	deep := letter.Wording{Subject: "x", Body: "{{" + strings.Repeat("(", 700) + ".X" + strings.Repeat(" .Y)", 700) + "}}"}
	for _, v := range deep.Check() {
		require.Less(t, len(v.Message), 500)
	}

	w = letter.Wording{Subject: "{{.Place}}", Body: "a\r\n\r\n\n  b\tc  \n{{.Place}}"}
	subject, paragraphs, err := w.Write(&letter.Request{Place: strings.Repeat("é", 300) + "\r\nBcc: x@example.com"})
	require.NoError(t, err)
	require.Len(t, []rune(subject), 255)
	require.Equal(t, []string{"a", "b c"}, paragraphs[:2])
	require.NotContains(t, subject, "\n")
}

func TestNewLetterTemplate(t *testing.T) {
	t.Parallel()
	now := time.Now()
	in := model.CreateLetterTemplateInput{Step: model.RenewalStepFinal, Subject: "{{.Place}}", Body: "Please."}
	first, err := letter.NewTemplate(uuid.New(), in, nil, now)
	require.NoError(t, err)
	require.Equal(t, 1, first.Version)
	second, err := letter.NewTemplate(uuid.New(), in, first, now)
	require.NoError(t, err)
	require.Equal(t, 2, second.Version)
	require.NoError(t, second.Retire())
	require.Equal(t, fault.CodeInvalidTransition, fault.CodeOf(second.Retire()))
	in.Subject, in.Body = "{{.X}}", "{{.Y}}"
	_, err = letter.NewTemplate(uuid.New(), in, nil, now)
	require.Equal(t, fault.CodeUnknownMember, fault.CodeOf(err))
}
