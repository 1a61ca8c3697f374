package letter_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/covertrack/covertrack/graph/letter"
	"github.com/covertrack/covertrack/model"
	asked "github.com/covertrack/covertrack/model/letter"
)

// requestOf is a request of which everything is known, as a step makes it.
func requestOf(step model.RenewalStep, cancelled bool) *asked.Request {
	r := asked.Example()
	r.Step, r.Cancelled, r.Link = step, cancelled, ""
	r.Ended = step == model.RenewalStepLapsed || step == model.RenewalStepWarning || step == model.RenewalStepForcePlacementReview
	switch {
	case cancelled:
		r.Reference = "policy EX-123, cancelled as of December 20, 2026"
	case r.Ended:
		r.Reference = "policy EX-123, expired December 20, 2026"
	}
	if r.Ended {
		r.RespondBy = ""
	}
	return r
}

// barely is a request of a policy of which nothing is known.
func barely(step model.RenewalStep) *asked.Request {
	f := asked.Facts{Lender: &model.Lender{Name: "Harbor Example Bank"}, Case: &model.Case{}, Policy: &model.Policy{}, Step: step}
	f.Compliance.Case = f.Case
	return asked.NewRequest(f)
}

// link is as long as those of letters.
const link = "https://insurance.example.com/evidence/AbCdEfGhIjKlMnOpQrStUvWxYz0123456789-_AbCdE"

// letters are those of every step: of a term that ends and of one that was cancelled, of which everything and of which
// nothing is known, with and without a link.
func letters() map[string]*letter.Draft {
	drafts := map[string]*letter.Draft{}
	for _, step := range append([]model.RenewalStep{""}, model.AllRenewalStep...) {
		drafts[string(step)] = &letter.Draft{Request: requestOf(step, false)}
		drafts[string(step)+"-cancelled"] = &letter.Draft{Request: requestOf(step, true), HasLogo: true}
		drafts[string(step)+"-nothing-known"] = &letter.Draft{Request: barely(step)}
	}
	return drafts
}

func render(t *testing.T, d *letter.Draft, link string) *letter.Message {
	t.Helper()
	m, err := d.Render(link)
	require.NoError(t, err)
	return m
}

// TestLettersSayTheSame is that text and HTML have the same words in the same order.
func TestLettersSayTheSame(t *testing.T) {
	t.Parallel()
	for name, d := range letters() {
		for _, link := range []string{"", link} {
			m := render(t, d, link)
			require.Equal(t, wordsOf(m.Text), wordsOf(textOf(t, m.HTML)), name)
			text, err := d.RenderText(link)
			require.NoError(t, err)
			m.HTML = ""
			require.Equal(t, m, text, name)
		}
	}
}

var marks = regexp.MustCompile(`(?m)^(-- ?$|- )`)

// wordsOf are the words of a text, without the marks of its lists and the line above its footer.
func wordsOf(text string) []string { return strings.Fields(marks.ReplaceAllString(text, "")) }

// textOf is the text that a mail program shows of HTML.
func textOf(t *testing.T, page string) string {
	root, err := html.Parse(strings.NewReader(page))
	require.NoError(t, err)
	var text strings.Builder
	for n := range root.Descendants() {
		hidden := n.Parent != nil && (n.Parent.DataAtom == atom.Style || n.Parent.DataAtom == atom.Title)
		if n.Type == html.TextNode && !hidden {
			text.WriteString(n.Data + " ")
		}
	}
	return text.String()
}

// TestLetterHTML is what mail programs need of the HTML: nothing remote, no script, and links to the one page only.
func TestLetterHTML(t *testing.T) {
	t.Parallel()
	for name, d := range letters() {
		m := render(t, d, link)
		root, err := html.Parse(strings.NewReader(m.HTML))
		require.NoError(t, err)
		pictures := 0
		for n := range root.Descendants() {
			if n.Type != html.ElementNode {
				continue
			}
			require.NotContains(t, []string{"script", "link", "iframe", "form", "svg", "object", "video"}, n.Data, name)
			if n.DataAtom == atom.Img {
				pictures++
			}
			for _, a := range n.Attr {
				require.False(t, strings.HasPrefix(a.Key, "on"), name)
				switch a.Key {
				case "href":
					require.Equal(t, link, a.Val, name)
				case "src":
					require.Equal(t, "cid:logo", a.Val, name)
				}
			}
		}
		require.Equal(t, d.HasLogo, pictures == 1, name)
		require.NotContains(t, strings.ReplaceAll(m.HTML, link, ""), "://", "%s: nothing is loaded from elsewhere", name)
		require.NotContains(t, m.HTML, "ZgotmplZ", name)
		require.Contains(t, m.HTML, `<!--[if mso]><table role="presentation" width="600"`, "%s: Outlook knows no max-width", name)
		require.Less(t, len(m.HTML), 102_000, "%s: Gmail cuts longer ones", name)
	}
}

// TestLetterSubjects are the subjects of all steps.
func TestLetterSubjects(t *testing.T) {
	t.Parallel()
	const place, bank = "12 Example Street and 2 more, Mill Lofts LLC", "Harbor Example Bank: "
	for step, want := range map[model.RenewalStep][2]string{
		"request":              {"evidence of renewal", "evidence of reinstatement or replacement"},
		"reminder":             {"reminder, evidence of renewal", "reminder, evidence of reinstatement or replacement"},
		"final":                {"last reminder, evidence of renewal", "last reminder, evidence of reinstatement or replacement"},
		"lapsed":               {"coverage lapsed, evidence needed", "coverage lapsed, evidence needed"},
		"warning":              {"warning, no evidence of coverage", "warning, no evidence of coverage"},
		"forcePlacementReview": {"placement of insurance under review", "placement of insurance under review"},
	} {
		ends := "expires"
		if requestOf(step, false).Ended {
			ends = "expired"
		}
		require.Equal(t, bank+want[0]+" for "+place+" (policy EX-123, "+ends+" December 20, 2026)",
			render(t, &letter.Draft{Request: requestOf(step, false)}, "").Subject)
		require.Equal(t, bank+want[1]+" for "+place+" (policy EX-123, cancelled as of December 20, 2026)",
			render(t, &letter.Draft{Request: requestOf(step, true)}, "").Subject)
	}
}

// TestLetterText is a letter as a broker reads it. With UPDATE_LETTERS=1 the files are written again.
func TestLetterText(t *testing.T) {
	t.Parallel()
	for name, d := range letters() {
		if name == "" || strings.HasPrefix(name, "-") {
			continue
		}
		m := render(t, d, link)
		file := filepath.Join("testdata", name+".txt")
		text := "Subject: " + m.Subject + "\n\n" + m.Text
		if os.Getenv("UPDATE_LETTERS") != "" {
			require.NoError(t, os.WriteFile(file, []byte(text), 0o644))
			require.NoError(t, os.WriteFile(filepath.Join("testdata", name+".html"), []byte(m.HTML), 0o644))
		}
		want, err := os.ReadFile(file)
		require.NoError(t, err)
		require.Equal(t, string(want), text)
		want, err = os.ReadFile(filepath.Join("testdata", name+".html"))
		require.NoError(t, err)
		require.Equal(t, string(want), m.HTML)
	}
}

// TestLetterSaysEverything is that whatever is known is in the letter.
func TestLetterSaysEverything(t *testing.T) {
	t.Parallel()
	r := requestOf(model.RenewalStepRequest, false)
	text := strings.Join(wordsOf(render(t, &letter.Draft{Request: r}, link).Text), " ")
	l := r.Lender
	for _, want := range append([]string{
		l.Name, l.ContactName, l.ContactEmail, l.ContactPhone, "1 Harbor Street", "Reply to this letter, or write to " + l.ReplyTo, "and 1 more",
		r.CaseName, r.LoanNumber, r.PolicyName, r.PolicyNumber, r.Carrier, "Coverage ends December 20, 2026",
		"Building: $1,000,000 each occurrence",
		r.Deductible, "Please send " + r.Document + " by December 20, 2026.", r.Clauses[0].Wording,
		"Mortgagee clause in favor of Harbor Example Bank ISAOA/ATIMA",
		"Send the evidence to Harbor Example Bank ISAOA/ATIMA, 1 Harbor Street, Springfield, IL 62701.", link,
	}, slices.Concat(r.Demands, r.Perils[0].Names, r.Findings, r.Properties, r.Borrowers, r.Insureds)...) {
		require.Contains(t, text, strings.Join(strings.Fields(want), " "))
	}
}

// TestLetterAnswer is whom the letter says to answer.
func TestLetterAnswer(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ replyTo, link, want string }{
		{"evidence@example.com", link, "Reply to this letter, or write to evidence@example.com."},
		{"evidence@example.com", "", "Reply to this letter, or write to evidence@example.com."},
		{"", link, "Please answer by the link above; nobody reads replies to this address."},
		{"", "", "Please answer to Harbor Example Bank; nobody reads replies to this address."},
	} {
		r := requestOf(model.RenewalStepFinal, false)
		r.Lender.ReplyTo = tt.replyTo
		require.Contains(t, render(t, &letter.Draft{Request: r}, tt.link).Text, tt.want)
	}
}

// TestLetterTemplate is a lender's own wording, and what becomes of one that makes too much.
func TestLetterTemplate(t *testing.T) {
	t.Parallel()
	own := &model.LetterTemplate{ID: uuid.New(), Version: 3, Subject: "{{.Place}} <b>",
		Body: "Dear {{range .Borrowers}}{{.}} {{end}}\n<script>alert(1)</script>"}
	require.Empty(t, asked.WordingOf(own).Check())
	d := &letter.Draft{Request: requestOf(model.RenewalStepRequest, false), Template: own}
	m := render(t, d, link)
	require.Equal(t, "12 Example Street and 2 more, Mill Lofts LLC <b>", m.Subject)
	require.Equal(t, &own.ID, m.TemplateID)
	require.Equal(t, 3, m.TemplateVersion)
	require.Contains(t, m.Text, "Dear Mill Lofts LLC Alex Example\n\n<script>alert(1)</script>\n")
	require.NotContains(t, m.HTML, "<script")
	require.Contains(t, m.Text, d.Request.Demands[0], "what is asked for follows every wording")
	require.Equal(t, wordsOf(m.Text), wordsOf(textOf(t, m.HTML)))

	own.Body = "{{range .Demands}}{{range $.Demands}}" + strings.Repeat("x", 3000) + "{{end}}{{end}}y"
	require.Empty(t, asked.WordingOf(own).Check())
	for range 10 {
		d.Request.Demands = append(d.Request.Demands, "Another.")
	}
	m = render(t, d, link)
	require.Nil(t, m.TemplateID, "the built-in wording is sent then")
	require.Equal(t, 2, m.TemplateVersion)
	require.Contains(t, m.Subject, "Harbor Example Bank: evidence of renewal")
}

// TestBuiltIn is that the built-in wordings keep the rules for lenders' own, and that each step has one.
func TestBuiltIn(t *testing.T) {
	t.Parallel()
	subjects := map[string]bool{}
	for _, step := range model.AllRenewalStep {
		w := letter.BuiltIn(step)
		require.Empty(t, w.Check(), step)
		subjects[w.Subject] = true
	}
	require.Len(t, subjects, len(model.AllRenewalStep))
	require.Equal(t, letter.BuiltIn(model.RenewalStepRequest), letter.BuiltIn(""))
}

// TestLetterHostile is that no text of any record is markup.
func TestLetterHostile(t *testing.T) {
	t.Parallel()
	const evil = `"><img src=x onerror=alert(1)><a href="javascript:alert(1)">{{.Link}}</a>` + "`<!--"
	r := requestOf(model.RenewalStepRequest, false)
	r.Lender = asked.Lender{Name: evil, ContactName: evil, ContactEmail: evil, ContactPhone: evil, ReplyTo: evil, Address: evil}
	r.Place, r.Reference, r.CaseName, r.LoanNumber, r.PolicyName, r.PolicyNumber, r.Carrier = evil, evil, evil, evil, evil, evil, evil
	r.Borrowers, r.Properties, r.Demands, r.Findings = []string{evil}, []string{evil}, []string{evil}, []string{evil}
	r.EndsOn, r.RespondBy, r.Deductible = evil, evil, evil
	r.Limits = []asked.Limit{{Coverage: evil, Kind: evil, Amount: evil}}
	r.Clauses = []asked.Clause{{Type: evil, Holder: evil, Address: evil, Wording: evil}}
	m := render(t, &letter.Draft{Request: r, HasLogo: true}, "javascript:alert(1)")
	root, err := html.Parse(strings.NewReader(m.HTML))
	require.NoError(t, err)
	for n := range root.Descendants() {
		for _, a := range n.Attr {
			require.False(t, strings.HasPrefix(a.Key, "on"))
			require.NotContains(t, a.Val, "javascript:")
			require.True(t, a.Key != "src" || a.Val == "cid:logo")
		}
	}
	require.GreaterOrEqual(t, strings.Count(textOf(t, m.HTML), `"><img src=x onerror=alert(1)>`), 20)
}

// TestWithPicture is the letter as the preview shows it.
func TestWithPicture(t *testing.T) {
	t.Parallel()
	m := render(t, &letter.Draft{Request: requestOf(model.RenewalStepRequest, false), HasLogo: true}, "")
	shown := letter.WithPicture(m.HTML, &model.LenderLogo{FileType: "image/png", Content: []byte("PNG")})
	require.Contains(t, shown, `src="data:image/png;base64,UE5H"`)
	require.NotContains(t, shown, "cid:")
	require.Equal(t, m.HTML, letter.WithPicture(m.HTML, nil))
}

// FuzzLetter is that text and HTML say the same whatever the records say.
func FuzzLetter(f *testing.F) {
	f.Add("Harbor", "12 Example St", "wording")
	f.Add("<b>", "a\nb", "& &amp; <br>")
	f.Fuzz(func(t *testing.T, name, place, wording string) {
		facts := asked.Facts{
			Lender: &model.Lender{Name: "Bank " + name, Address: &wording}, Case: &model.Case{DisplayName: name, LoanNumber: &place},
			Policy: &model.Policy{Coverage: model.Coverage{DisplayName: place, PolicyNumber: &name}}, Step: model.RenewalStepFinal,
		}
		facts.Case.MortgageeClauseIDs = []uuid.UUID{{1}}
		facts.Clauses = []*model.MortgageeClause{{ID: uuid.UUID{1}, Wording: wording, CertificateHolder: &model.CertificateHolder{Name: name}}}
		facts.Compliance.Case = facts.Case
		m := render(t, &letter.Draft{Request: asked.NewRequest(facts)}, link)
		require.Equal(t, fmt.Sprint(wordsOf(m.Text)), fmt.Sprint(wordsOf(textOf(t, m.HTML))))
		require.NotContains(t, m.Subject, "\n")
	})
}
