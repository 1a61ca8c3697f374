package letter

import (
	"bytes"
	"encoding/base64"
	"errors"
	"fmt"
	htmltemplate "html/template"
	"strings"
	texttemplate "text/template"

	"github.com/covertrack/covertrack/model"
)

// Message is a letter's words.
type Message = model.Wording

// LogoID is the Content-ID by which the HTML names the lender's picture.
const LogoID = "logo"

var (
	textLayout = texttemplate.Must(texttemplate.New("layout.txt").Funcs(texttemplate.FuncMap{"pad": pad}).
			ParseFS(templateFiles, "templates/layout.txt"))
	htmlLayout = htmltemplate.Must(htmltemplate.New("layout.html").Funcs(htmltemplate.FuncMap{"mso": forOutlook}).
			ParseFS(templateFiles, "templates/layout.html"))
)

// forOutlook returns what only Outlook reads, which does not know max-width. A template drops comments of its own.
func forOutlook(html string) htmltemplate.HTML {
	return htmltemplate.HTML("<!--[if mso]>" + html + "<![endif]-->") //nolint:gosec // a constant of the layout
}

// Render writes the letter. link is the page where evidence is handed in; "" leaves it out. The same draft and link
// always make the same letter.
func (d *Draft) Render(link string) (*Message, error) {
	r := *d.Request
	r.Link = link
	w, err := d.word(&r)
	if err != nil {
		return nil, fmt.Errorf("word the letter of step %q: %w", r.Step, err)
	}
	c := contentOf(&r, w, d.HasLogo)
	var text, html bytes.Buffer
	if err := errors.Join(textLayout.Execute(&text, c), htmlLayout.Execute(&html, c)); err != nil {
		return nil, fmt.Errorf("lay out the letter of step %q: %w", r.Step, err)
	}
	return &Message{
		Subject: w.subject, Text: strings.TrimSpace(text.String()) + "\n", HTML: html.String(), TemplateID: w.template,
		TemplateVersion: w.version,
	}, nil
}

// WithPicture returns a letter's HTML with the lender's picture in it, for those who see it in no mail program.
func WithPicture(html string, logo *model.LenderLogo) string {
	if logo == nil {
		return html
	}
	picture := "data:" + logo.FileType + ";base64," + base64.StdEncoding.EncodeToString(logo.Content)
	return strings.ReplaceAll(html, `src="cid:`+LogoID+`"`, `src="`+picture+`"`)
}

// pad puts spaces behind a name, so that what follows stands in a column.
func pad(name string) string { return fmt.Sprintf("%-*s", nameWidth, name) }
