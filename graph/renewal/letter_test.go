package renewal_test

import (
	"mime"
	"net/mail"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/covertrack/covertrack/graph/renewal"
	"github.com/covertrack/covertrack/model/scalar"
)

// TestLetterLenderName is that a lender's name arrives as it is, whatever is in it (reliability R15).
func TestLetterLenderName(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	for _, name := range []string{
		`Harbor "The Rock" Bank`, `Back\slash & Sons`, `Quote at the end"`, `\`, `"`, `a\"b`, "Bank <other@example.com>",
		"Bank, Trust; Savings: (One)", "Sparkasse Köln/Bonn", "銀行 \"東京\"", "=?UTF-8?q?not_encoded?=", "Two  spaces", " edge ",
		"Bank\r\nBcc: victim@example.com", strings.Repeat("A long name ", 21), strings.Repeat("x", 255), strings.Repeat("ü", 255),
		"o'Neill @ Sons",
	} {
		o.change(t, "UPDATE lenders SET name = $1 WHERE id = (SELECT lender_id FROM portfolios WHERE id = $2)", name, o.tenant.Portfolio.ID())
		p := o.newPolicy(t)
		o.work(t)
		require.Equal(t, "sent 0", o.outcome(t, p), name)
		letters := o.mail.received()
		require.Equal(t, name, senderOf(t, letters[len(letters)-1].message))
	}
}

// senderOf is the name of a letter's sender; the letter has no address that it should not have.
func senderOf(t require.TestingT, m *mail.Message) string {
	require.Len(t, m.Header["From"], 1)
	require.Empty(t, m.Header["Bcc"])
	from, err := mail.ParseAddress(m.Header.Get("From"))
	require.NoError(t, err, m.Header.Get("From"))
	require.Equal(t, "insurance@lender.example.com", from.Address)
	return from.Name
}

// FuzzLetter is that names and subjects arrive as they are and that no line of them is a header of its own.
func FuzzLetter(f *testing.F) {
	for _, name := range []string{`"`, `\`, "Bank", "ü", "=?UTF-8?q?x?=", "a  b", " ", "a\r\nBcc: b@example.com", "a\x00b",
		strings.Repeat("é ", 100)} {
		f.Add(name, name)
	}
	f.Fuzz(func(t *testing.T, name, subject string) {
		if !utf8.ValidString(name) || !utf8.ValidString(subject) || len(name) > 4*scalar.NameSize || len(subject) > 4*scalar.NameSize {
			return
		}
		checkLetter(t, name, subject)
	})
}

func TestLetterRapid(t *testing.T) {
	t.Parallel()
	text := rapid.OneOf(
		rapid.StringOfN(rapid.RuneFrom([]rune("ab \\\"<>@,;:()=?_.\r\n\tüß東")), 0, scalar.NameSize, -1),
		rapid.StringOfN(rapid.Rune(), 0, scalar.NameSize, -1),
	)
	rapid.Check(t, func(t *rapid.T) { checkLetter(t, text.Draw(t, "name"), text.Draw(t, "subject")) })
}

// checkLetter writes a letter and reads it.
func checkLetter(t require.TestingT, name, subject string) {
	var written strings.Builder
	require.NoError(t, renewal.WriteLetter(&written, "insurance@lender.example.com", renewal.Letter{
		Message:   renewal.Message{Subject: subject, Text: "text", HTML: "<p>text</p>"},
		MessageID: "a@b", FromName: name, To: []string{"broker@example.com"},
	}))
	for line := range strings.SplitSeq(strings.ReplaceAll(written.String(), "\r\n", "\n"), "\n") {
		require.LessOrEqual(t, len(line), 998, "RFC 5322 section 2.1.1")
	}
	m, err := mail.ReadMessage(strings.NewReader(written.String()))
	require.NoError(t, err)
	require.Equal(t, name, senderOf(t, m))
	got, err := new(mime.WordDecoder).DecodeHeader(m.Header.Get("Subject"))
	require.NoError(t, err)
	require.Equal(t, subject, got)
	require.Equal(t, "<broker@example.com>", m.Header.Get("To"))
	for header := range m.Header {
		require.Contains(t, lettersHeaders, header)
	}
}

var lettersHeaders = []string{
	"Date", "Mime-Version", "Message-Id", "Subject", "User-Agent", "X-Mailer", "Auto-Submitted", "From", "To", "Content-Type",
}
