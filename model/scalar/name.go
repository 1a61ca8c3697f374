package scalar

import (
	"net/mail"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/covertrack/covertrack/model/fault"
)

// The bounds of text in characters (contract section 2, Bodies). EmailSize is that of RFC 5321 (section 4.5.3.1.3).
const (
	NameSize        = 255
	DescriptionSize = 4000
	EmailSize       = 254
	PhoneSize       = 40
)

// CheckName reports what is wrong with a line of text that must not be blank. `required`, `too_long`, `invalid_value`.
func CheckName(pointer, s string) fault.Violations {
	if strings.TrimSpace(s) == "" {
		return fault.One(pointer, fault.CodeRequired, "must be a text that is not blank")
	}
	return CheckText(pointer, s, NameSize, "")
}

// CheckKey reports what is wrong with a key of a caller's own, which may be any text on one line. Blanks around it are refused: a
// table's cells are read without them, so that no import would find it. `required`, `too_long`, `invalid_value`.
func CheckKey(pointer, s string) fault.Violations {
	vs := CheckName(pointer, s)
	if s != strings.TrimSpace(s) && vs == nil {
		vs.Say(pointer, fault.CodeInvalidValue, "must not begin or end with a blank")
	}
	return vs
}

// CheckLine reports what is wrong with a text on one line, which may be blank. `too_long`, `invalid_value`.
func CheckLine(pointer, s string) fault.Violations { return CheckText(pointer, s, NameSize, "") }

// CheckDescription reports what is wrong with a text of several lines, which may be empty. `too_long`, `invalid_value`.
func CheckDescription(pointer, s string) fault.Violations {
	return CheckText(pointer, s, DescriptionSize, "\n\r\t")
}

// CheckPhone reports what is wrong with a telephone number: free text, since only people dial it.
func CheckPhone(pointer, s string) fault.Violations { return CheckText(pointer, s, PhoneSize, "") }

// CheckEmail reports what is wrong with an e-mail address, which has no display name, comment or quoted local part.
func CheckEmail(pointer, s string) fault.Violations {
	if vs := CheckText(pointer, s, EmailSize, ""); vs != nil {
		return vs
	}
	if address, err := mail.ParseAddress(s); err != nil || address.Address != s {
		return fault.One(pointer, fault.CodeInvalidValue, "must be an e-mail address such as name@example.com")
	}
	return nil
}

// CheckText bounds the length and refuses control characters other than the allowed ones: they break mails and lists.
func CheckText(pointer, s string, size int, allowed string) (vs fault.Violations) {
	if utf8.RuneCountInString(s) > size {
		vs.Say(pointer, fault.CodeTooLong, "must have at most %d characters", size)
	}
	bad := func(r rune) bool { return unicode.IsControl(r) && !strings.ContainsRune(allowed, r) }
	switch {
	case !utf8.ValidString(s):
		vs.Say(pointer, fault.CodeInvalidValue, "must be valid UTF-8")
	case strings.ContainsFunc(s, bad):
		vs.Say(pointer, fault.CodeInvalidValue, "must have no control characters")
	}
	return vs
}

// PersonName returns a person's name from the parts that are given; "" if none.
func PersonName(prefix, first, middle, last, suffix *string) string {
	var parts []string
	for _, part := range []*string{prefix, first, middle, last, suffix} {
		if s := strings.TrimSpace(OrZero(part)); s != "" {
			parts = append(parts, s)
		}
	}
	return Shorten(strings.Join(parts, " "), NameSize)
}

// Shorten cuts a derived text to at most size characters. A text that was cut ends with an ellipsis.
func Shorten(s string, size int) string {
	if utf8.RuneCountInString(s) <= size {
		return s
	}
	return string([]rune(s)[:size-1]) + "…"
}
