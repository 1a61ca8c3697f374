package scalar_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/model/scalar"
)

func codes(vs fault.Violations) []fault.Code {
	var cs []fault.Code
	for _, v := range vs {
		cs = append(cs, v.Code)
	}
	return cs
}

func TestCheckText(t *testing.T) {
	t.Parallel()
	const required, long, invalid = fault.CodeRequired, fault.CodeTooLong, fault.CodeInvalidValue
	for name, test := range map[string]struct {
		check func(pointer, s string) fault.Violations
		text  string
		want  []fault.Code
	}{
		"name":                         {scalar.CheckName, "Harbor Example Bank", nil},
		"name, space around":           {scalar.CheckName, " x ", nil},
		"name, longest":                {scalar.CheckName, strings.Repeat("é", 255), nil},
		"name, too long":               {scalar.CheckName, strings.Repeat("é", 256), []fault.Code{long}},
		"name, empty":                  {scalar.CheckName, "", []fault.Code{required}},
		"name, blank":                  {scalar.CheckName, " \u00a0\t", []fault.Code{required}},
		"name, line":                   {scalar.CheckName, "a\nb", []fault.Code{invalid}},
		"name, NUL":                    {scalar.CheckName, "a\x00b", []fault.Code{invalid}},
		"name, C1":                     {scalar.CheckName, "a\u0085b", []fault.Code{invalid}},
		"name, not UTF-8":              {scalar.CheckName, "a\xff", []fault.Code{invalid}},
		"name, everything":             {scalar.CheckName, strings.Repeat("a", 256) + "\x00", []fault.Code{long, invalid}},
		"name, right to left":          {scalar.CheckName, "בנק", nil},
		"line, blank":                  {scalar.CheckLine, "", nil},
		"line, too long":               {scalar.CheckLine, strings.Repeat("x", 256), []fault.Code{long}},
		"line, two":                    {scalar.CheckLine, "a\nb", []fault.Code{invalid}},
		"description, empty":           {scalar.CheckDescription, "", nil},
		"description, lines":           {scalar.CheckDescription, "a\r\n\tb", nil},
		"description, longest":         {scalar.CheckDescription, strings.Repeat("x", 4000), nil},
		"description, too long":        {scalar.CheckDescription, strings.Repeat("x", 4001), []fault.Code{long}},
		"description, bell":            {scalar.CheckDescription, "\a", []fault.Code{invalid}},
		"phone":                        {scalar.CheckPhone, "+1 (555) 555-0100 ext. 7", nil},
		"phone, blank":                 {scalar.CheckPhone, " ", nil},
		"phone, too long":              {scalar.CheckPhone, strings.Repeat("5", 41), []fault.Code{long}},
		"e-mail":                       {scalar.CheckEmail, "jo.o'hara+ins@mail.example.com", nil},
		"e-mail, international":        {scalar.CheckEmail, "jörg@exämple.com", nil},
		"e-mail, empty":                {scalar.CheckEmail, "", []fault.Code{invalid}},
		"e-mail, no at":                {scalar.CheckEmail, "example.com", []fault.Code{invalid}},
		"e-mail, display name":         {scalar.CheckEmail, "Jo <jo@example.com>", []fault.Code{invalid}},
		"e-mail, brackets":             {scalar.CheckEmail, "<jo@example.com>", []fault.Code{invalid}},
		"e-mail, comment":              {scalar.CheckEmail, "jo@example.com (Jo)", []fault.Code{invalid}},
		"e-mail, space":                {scalar.CheckEmail, " jo@example.com", []fault.Code{invalid}},
		"e-mail, two":                  {scalar.CheckEmail, "jo@example.com, al@example.com", []fault.Code{invalid}},
		"e-mail, quoted":               {scalar.CheckEmail, `"jo hara"@example.com`, []fault.Code{invalid}},
		"e-mail, header of somebody's": {scalar.CheckEmail, "jo@example.com\r\nBcc: al@example.com", []fault.Code{invalid}},
		"e-mail, too long":             {scalar.CheckEmail, strings.Repeat("a", 250) + "@example.com", []fault.Code{long}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			vs := test.check("/member", test.text)
			require.Equal(t, test.want, codes(vs))
			for _, v := range vs {
				require.Equal(t, "/member", v.Pointer)
			}
		})
	}
}

func TestPersonName(t *testing.T) {
	t.Parallel()
	for want, parts := range map[string][5]*string{
		"":                       {},
		"Ana":                    {nil, new("Ana"), nil, nil, nil},
		"Dr. Ana Maria Ruiz Jr.": {new("Dr."), new("Ana"), new("Maria"), new("Ruiz"), new("Jr.")},
		"Ana Ruiz":               {new(""), new(" Ana "), new("  "), new("Ruiz"), nil},
		"Ruiz " + strings.Repeat("x", 249) + "…": {nil, new("Ruiz"), nil, new(strings.Repeat("x", 255)), nil},
	} {
		got := scalar.PersonName(parts[0], parts[1], parts[2], parts[3], parts[4])
		require.Equal(t, want, got)
		require.LessOrEqual(t, utf8.RuneCountInString(got), scalar.NameSize)
	}
}
