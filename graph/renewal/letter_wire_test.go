package renewal_test

import (
	"bytes"
	"encoding/base64"
	"io"
	"mime"
	"mime/multipart"
	"mime/quotedprintable"
	"net/mail"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/catalog"
	"github.com/covertrack/covertrack/storage"
	"github.com/covertrack/covertrack/storage/storagetest"
)

// partsOf are the parts of a letter by their media type, decoded; headers are those of the part.
func partsOf(t require.TestingT, l letter) map[string]wirePart {
	parts := map[string]wirePart{}
	m, err := mail.ReadMessage(strings.NewReader(l.body))
	require.NoError(t, err)
	collectParts(t, parts, m.Header.Get("Content-Type"), m.Header.Get("Content-Transfer-Encoding"), m.Header, m.Body)
	return parts
}

type wirePart struct {
	header mail.Header
	text   string
}

func collectParts(t require.TestingT, parts map[string]wirePart, contentType, encoding string, h mail.Header, body io.Reader) {
	kind, params, err := mime.ParseMediaType(contentType)
	require.NoError(t, err)
	if strings.HasPrefix(kind, "multipart/") {
		r := multipart.NewReader(body, params["boundary"])
		for {
			p, err := r.NextRawPart()
			if err == io.EOF {
				return
			}
			require.NoError(t, err)
			collectParts(t, parts, p.Header.Get("Content-Type"), p.Header.Get("Content-Transfer-Encoding"), mail.Header(p.Header), p)
		}
	}
	switch strings.ToLower(encoding) {
	case "quoted-printable":
		body = quotedprintable.NewReader(body)
	case "base64":
		body = base64.NewDecoder(base64.StdEncoding, body)
	}
	text, err := io.ReadAll(body)
	require.NoError(t, err)
	parts[kind] = wirePart{h, strings.ReplaceAll(string(text), "\r\n", "\n")}
}

// TestLetterOnTheWire is what a broker's mail program gets: whom to answer, the picture, and the words of the records.
func TestLetterOnTheWire(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	lender := "(SELECT lender_id FROM portfolios WHERE id = $1)"
	o.change(t, "UPDATE lenders SET contact_name = 'Insurance Desk', contact_email = 'desk@lender.example.com', contact_phone = '555-0100', "+
		"address = E'1 Harbor Street\\nSpringfield' WHERE id = "+lender, o.tenant.Portfolio.ID())
	p := o.newPolicy(t)
	o.work(t)
	require.Equal(t, "sent 0", o.outcome(t, p))
	first := o.mail.received()[0]
	require.Equal(t, "<desk@lender.example.com>", first.message.Header.Get("Reply-To"))
	parts := partsOf(t, first)
	require.NotContains(t, parts, "image/png")
	for _, kind := range []string{"text/plain", "text/html"} {
		for _, want := range []string{"Insurance Desk", "555-0100", "Springfield", "write to desk@lender.example.com."} {
			require.Contains(t, parts[kind].text, want, kind)
		}
	}
	n := o.notice(t, p.ID, model.RenewalStepRequest)
	require.Equal(t, strings.TrimSpace(parts["text/plain"].text), strings.TrimSpace(*n.Body), "what was sent is on record")
	require.Nil(t, n.TemplateID)
	require.Equal(t, 2, *n.TemplateVersion)

	o.change(t, "UPDATE lenders SET reply_to = 'evidence@lender.example.com', logo_id = $2 WHERE id = "+lender, o.tenant.Portfolio.ID(),
		storage.NewID())
	picture := []byte("\x89PNG\r\n\x1a\n and so on")
	o.change(t, "INSERT INTO lender_logos (lender_id, document_id, file_type, content) SELECT lender_id, $2, 'image/png', "+
		"$3 FROM portfolios WHERE id = $1",
		o.tenant.Portfolio.ID(), storage.NewID(), picture)
	o.newPolicy(t)
	o.work(t)
	second := o.mail.received()[1]
	require.Equal(t, "<evidence@lender.example.com>", second.message.Header.Get("Reply-To"))
	parts = partsOf(t, second)
	require.Contains(t, parts["text/html"].text, `src="cid:logo"`)
	logo := parts["image/png"]
	require.Equal(t, "<logo>", logo.header.Get("Content-Id"))
	require.Contains(t, logo.header.Get("Content-Disposition"), "inline")
	require.True(t, bytes.Equal(bytes.ReplaceAll(picture, []byte("\r\n"), []byte("\n")), []byte(logo.text)))
	require.NotContains(t, second.body, "http", "nothing is loaded from elsewhere")
}

// TestLetterHeaders is that no text of any record makes a header, or ends one.
func TestLetterHeaders(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	const evil = "x\r\nBcc: victim@example.com\r\n\r\n<h1>body</h1>\x1b"
	portfolio := o.tenant.Portfolio.ID()
	o.change(t, `UPDATE lenders SET name = $2, contact_name = $2, contact_email = $2, contact_phone = $2, reply_to = $2, address = $2
		WHERE id = (SELECT lender_id FROM portfolios WHERE id = $1)`, portfolio, evil)
	o.change(t, "UPDATE cases SET display_name = $2, loan_number = $2 WHERE portfolio_id = $1", portfolio, evil)
	p := o.newPolicy(t)
	o.change(t, "UPDATE policy_versions SET display_name = $2, policy_number = $2, carrier = jsonb_build_object('name', "+
		"$2::text) WHERE portfolio_id = $1", portfolio, evil)
	office, _ := catalog.AssetTypes.ByRef("commercialRealEstate")
	o.Insert(t, o.tenant, "assets", storagetest.Row{"case_id": o.caseID, "asset_type_id": office.ID, "display_name": evil})
	insured := o.Insert(t, o.tenant, "insureds", storagetest.Row{"display_name": evil, "type": "corporate", "path_name": "evil"})
	o.change(t, "UPDATE cases SET insured_ids = ARRAY[$2::uuid] WHERE portfolio_id = $1", portfolio, insured)
	o.change(t, "INSERT INTO letter_templates (portfolio_id, id, step, version, subject, body, is_current, created_at, updated_at) "+
		"VALUES ($1, $2, 'request', 7, $3, $3, true, now(), now())", portfolio, storage.NewID(),
		evil+"{{.Lender.Name}} {{.Place}} {{.Reference}} {{.CaseName}} {{.Carrier}} "+
			"{{range .Borrowers}}{{.}}{{end}}{{range .Properties}}{{.}}{{end}}")
	o.work(t)
	require.Equal(t, "sent 0", o.outcome(t, p))
	l := o.mail.received()[0]
	for header := range l.message.Header {
		require.Contains(t, lettersHeaders, header)
	}
	require.Empty(t, l.message.Header.Get("Reply-To"), "what is no address is left out")
	subject, err := new(mime.WordDecoder).DecodeHeader(l.message.Header.Get("Subject"))
	require.NoError(t, err)
	require.NotContains(t, subject, "\r")
	require.NotContains(t, subject, "\n")
	require.NotContains(t, subject, "\x1b")
	require.NotContains(t, partsOf(t, l)["text/html"].text, "<h1>")
	require.Equal(t, 7, *o.notice(t, p.ID, model.RenewalStepRequest).TemplateVersion)
}

// TestLetterTemplatePinned is that each notice names the wording that it had, when it is sent and when it is suppressed.
func TestLetterTemplatePinned(t *testing.T) {
	t.Parallel()
	for _, mode := range []string{"sent", "suppressed"} {
		o := newOffice(t)
		if mode == "suppressed" {
			o.tenant = o.HarborTest
			o.broker = o.Broker(t, o.tenant)
			o.caseID = o.newCase(t, o.tenant, o.broker)
		}
		first, second := storage.NewID(), storage.NewID()
		add := func(id any, version int, body string) {
			o.change(t, "UPDATE letter_templates SET is_current = false WHERE portfolio_id = $1", o.tenant.Portfolio.ID())
			o.change(t, "INSERT INTO letter_templates (portfolio_id, id, step, version, subject, body, is_current, created_at, updated_at) "+
				"VALUES ($1, $2, 'request', $3, '{{.Reference}}', $4, true, now(), now())", o.tenant.Portfolio.ID(), id, version, body)
		}
		add(first, 1, "First wording.")
		p1 := o.newPolicy(t)
		o.work(t)
		add(second, 2, "Second wording.")
		p2 := o.newPolicy(t)
		o.work(t)
		n1, n2 := o.notice(t, p1.ID, model.RenewalStepRequest), o.notice(t, p2.ID, model.RenewalStepRequest)
		require.EqualValues(t, mode, n1.State)
		require.Equal(t, first, *n1.TemplateID)
		require.Equal(t, 1, *n1.TemplateVersion)
		require.Contains(t, *n1.Body, "First wording.")
		require.Equal(t, second, *n2.TemplateID)
		require.Equal(t, 2, *n2.TemplateVersion)
		require.Contains(t, *n2.Body, "Second wording.")
	}
}
