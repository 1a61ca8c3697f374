package letter

import (
	"bytes"
	"encoding/base64"
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
	m, c, err := d.renderText(link)
	if err != nil {
		return nil, err
	}
	var html bytes.Buffer
	if err := htmlLayout.Execute(&html, c); err != nil {
		return nil, d.notLaidOut(err)
	}
	m.HTML = html.String()
	return m, nil
}

// RenderText is Render without the HTML, for a letter that nobody is sent.
func (d *Draft) RenderText(link string) (*Message, error) {
	m, _, err := d.renderText(link)
	return m, err
}

func (d *Draft) renderText(link string) (*Message, content, error) {
	r := d.Request.InLetter(link)
	w, err := d.word(r)
	if err != nil {
		return nil, content{}, fmt.Errorf("word the letter of step %q: %w", r.Step, err)
	}
	c := contentOf(r, w, d.HasLogo)
	var text bytes.Buffer
	if err := textLayout.Execute(&text, c); err != nil {
		return nil, content{}, d.notLaidOut(err)
	}
	return &Message{
		Subject: w.subject, Text: strings.TrimSpace(text.String()) + "\n", TemplateID: w.template, TemplateVersion: w.version,
	}, c, nil
}

func (d *Draft) notLaidOut(err error) error {
	return fmt.Errorf("lay out the letter of step %q: %w", d.Request.Step, err)
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
