package model

import (
	"net/mail"
	"strings"
	"unicode"
	"unicode/utf8"
)

// The bounds of text (contract section 2, Bodies), in characters. That of e-mail addresses is RFC 5321's (section 4.5.3.1.3,
// less the angle brackets); that of telephone numbers leaves room for a country's own way to write them.
const (
	NameSize        = 255
	DescriptionSize = 4000
	EmailSize       = 254
	PhoneSize       = 40
)

// CheckName reports what is wrong with a text on one line that must say something: names, numbers, keys. `required`,
// `too_long`, `invalid_value`. Space around it is kept: what is accepted is stored as it came.
func CheckName(pointer, s string) Violations {
	if strings.TrimSpace(s) == "" {
		var vs Violations
		vs.Add(pointer, CodeRequired, "this needs a text that is not blank")
		return vs
	}
	return checkText(pointer, s, NameSize, "")
}

// CheckLine reports what is wrong with a text on one line that may be blank: forms send "" for what was left empty.
// `too_long`, `invalid_value`.
func CheckLine(pointer, s string) Violations { return checkText(pointer, s, NameSize, "") }

// CheckDescription reports what is wrong with a text of some lines, which may be empty. `too_long`, `invalid_value`.
func CheckDescription(pointer, s string) Violations {
	return checkText(pointer, s, DescriptionSize, "\n\r\t")
}

// CheckPhone reports what is wrong with a telephone number: free text, since people dial it and programs do not.
func CheckPhone(pointer, s string) Violations { return checkText(pointer, s, PhoneSize, "") }

// CheckEmail reports what is wrong with an e-mail address: RFC 5322's addr-spec alone, without a display name, a comment or a
// quoted local part, none of which mail programs of this trade handle.
func CheckEmail(pointer, s string) Violations {
	if vs := checkText(pointer, s, EmailSize, ""); vs != nil {
		return vs
	}
	var vs Violations
	if address, err := mail.ParseAddress(s); err != nil || address.Address != s {
		vs.Add(pointer, CodeInvalidValue, "an e-mail address looks like name@example.com")
	}
	return vs
}

// checkText bounds the length and refuses control characters other than the allowed ones. A U+0000 cannot be stored; the
// others break lines of mails and lists.
func checkText(pointer, s string, size int, allowed string) Violations {
	var vs Violations
	if utf8.RuneCountInString(s) > size {
		vs.Add(pointer, CodeTooLong, "this has at most %d characters", size)
	}
	bad := func(r rune) bool { return unicode.IsControl(r) && !strings.ContainsRune(allowed, r) }
	switch {
	case !utf8.ValidString(s):
		vs.Add(pointer, CodeInvalidValue, "this is not valid UTF-8")
	case strings.ContainsFunc(s, bad):
		vs.Add(pointer, CodeInvalidValue, "this has a control character")
	}
	return vs
}

// PersonName is a person's name as people say it, of those parts that are given; "" when none is.
func PersonName(prefix, first, middle, last, suffix *string) string {
	var parts []string
	for _, part := range []*string{prefix, first, middle, last, suffix} {
		if part != nil && strings.TrimSpace(*part) != "" {
			parts = append(parts, strings.TrimSpace(*part))
		}
	}
	return Shorten(strings.Join(parts, " "), NameSize)
}

// Shorten cuts a derived text to at most size characters, the last being an ellipsis when it was cut.
func Shorten(s string, size int) string {
	if utf8.RuneCountInString(s) <= size {
		return s
	}
	return string([]rune(s)[:size-1]) + "…"
}
