package model_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/model"
)

func codes(vs model.Violations) []model.Code {
	var cs []model.Code
	for _, v := range vs {
		cs = append(cs, v.Code)
	}
	return cs
}

func TestCheckText(t *testing.T) {
	t.Parallel()
	const required, long, invalid = model.CodeRequired, model.CodeTooLong, model.CodeInvalidValue
	for name, test := range map[string]struct {
		check func(pointer, s string) model.Violations
		text  string
		want  []model.Code
	}{
		"name":                         {model.CheckName, "Harbor Example Bank", nil},
		"name, space around":           {model.CheckName, " x ", nil},
		"name, longest":                {model.CheckName, strings.Repeat("é", 255), nil},
		"name, too long":               {model.CheckName, strings.Repeat("é", 256), []model.Code{long}},
		"name, empty":                  {model.CheckName, "", []model.Code{required}},
		"name, blank":                  {model.CheckName, " \u00a0\t", []model.Code{required}},
		"name, line":                   {model.CheckName, "a\nb", []model.Code{invalid}},
		"name, NUL":                    {model.CheckName, "a\x00b", []model.Code{invalid}},
		"name, C1":                     {model.CheckName, "a\u0085b", []model.Code{invalid}},
		"name, not UTF-8":              {model.CheckName, "a\xff", []model.Code{invalid}},
		"name, everything":             {model.CheckName, strings.Repeat("a", 256) + "\x00", []model.Code{long, invalid}},
		"name, right to left":          {model.CheckName, "בנק", nil},
		"line, blank":                  {model.CheckLine, "", nil},
		"line, too long":               {model.CheckLine, strings.Repeat("x", 256), []model.Code{long}},
		"line, two":                    {model.CheckLine, "a\nb", []model.Code{invalid}},
		"description, empty":           {model.CheckDescription, "", nil},
		"description, lines":           {model.CheckDescription, "a\r\n\tb", nil},
		"description, longest":         {model.CheckDescription, strings.Repeat("x", 4000), nil},
		"description, too long":        {model.CheckDescription, strings.Repeat("x", 4001), []model.Code{long}},
		"description, bell":            {model.CheckDescription, "\a", []model.Code{invalid}},
		"phone":                        {model.CheckPhone, "+1 (555) 555-0100 ext. 7", nil},
		"phone, blank":                 {model.CheckPhone, " ", nil},
		"phone, too long":              {model.CheckPhone, strings.Repeat("5", 41), []model.Code{long}},
		"e-mail":                       {model.CheckEmail, "jo.o'hara+ins@mail.example.com", nil},
		"e-mail, international":        {model.CheckEmail, "jörg@exämple.com", nil},
		"e-mail, empty":                {model.CheckEmail, "", []model.Code{invalid}},
		"e-mail, no at":                {model.CheckEmail, "example.com", []model.Code{invalid}},
		"e-mail, display name":         {model.CheckEmail, "Jo <jo@example.com>", []model.Code{invalid}},
		"e-mail, brackets":             {model.CheckEmail, "<jo@example.com>", []model.Code{invalid}},
		"e-mail, comment":              {model.CheckEmail, "jo@example.com (Jo)", []model.Code{invalid}},
		"e-mail, space":                {model.CheckEmail, " jo@example.com", []model.Code{invalid}},
		"e-mail, two":                  {model.CheckEmail, "jo@example.com, al@example.com", []model.Code{invalid}},
		"e-mail, quoted":               {model.CheckEmail, `"jo hara"@example.com`, []model.Code{invalid}},
		"e-mail, header of somebody's": {model.CheckEmail, "jo@example.com\r\nBcc: al@example.com", []model.Code{invalid}},
		"e-mail, too long":             {model.CheckEmail, strings.Repeat("a", 250) + "@example.com", []model.Code{long}},
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
		got := model.PersonName(parts[0], parts[1], parts[2], parts[3], parts[4])
		require.Equal(t, want, got)
		require.LessOrEqual(t, utf8.RuneCountInString(got), model.NameSize)
	}
}
