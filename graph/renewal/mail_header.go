package renewal

import (
	"encoding/base64"
	"strings"
	"unicode/utf8"

	"net/mail"
)

// fromHeader returns the value of a From header. A reader gets the name as it is.
func fromHeader(name, address string) string {
	if encoded := encodeText(name); encoded != name {
		return strings.ReplaceAll(encoded, " ", "\r\n ") + "\r\n <" + address + ">"
	}
	return (&mail.Address{Name: name, Address: address}).String()
}

// encodedBytes is how many bytes of text fit into one encoded word, which is at most 75 characters (RFC 2047 section 2).
const encodedBytes = 45

// encodeText returns a text for a header as encoded words with a space between them, or as it is if no reader can take
// it for anything else.
func encodeText(s string) string {
	if isPlain(s) {
		return s
	}
	var words []string
	for s != "" {
		size := 0
		for size < len(s) {
			_, n := utf8.DecodeRuneInString(s[size:])
			if size+n > encodedBytes {
				break
			}
			size += n
		}
		words = append(words, "=?UTF-8?B?"+base64.StdEncoding.EncodeToString([]byte(s[:size]))+"?=")
		s = s[size:]
	}
	return strings.Join(words, " ")
}

// isPlain reports whether a header can have the text as it is: in ASCII, without what looks like an encoded word, and
// with single spaces, which survive the folding of lines.
func isPlain(s string) bool {
	return isASCII(s) && !strings.Contains(s, "=?") && !strings.Contains(s, "  ") && s == strings.TrimSpace(s)
}

// isASCII reports whether the text has printable ASCII characters alone.
func isASCII(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool { return r < ' ' || r > '~' })
}
