package renewal

import (
	"bytes"
	"embed"
	"fmt"
	"html/template"
	"strings"
	texttemplate "text/template"
	"time"

	"github.com/covertrack/covertrack/model"
)

// Message is a notice as it is written to people, in both forms.
type Message struct {
	Subject, Text, HTML string
}

//go:embed templates
var templateFiles embed.FS

// Each step has a file with the templates `subject` and `lead`, one paragraph a line; the layouts are common to all.
var (
	stepTemplates = parseSteps()
	textLayout    = texttemplate.Must(texttemplate.ParseFS(templateFiles, "templates/layout.txt"))
	htmlLayout    = template.Must(template.ParseFS(templateFiles, "templates/layout.html"))
)

func parseSteps() map[model.RenewalStep]*texttemplate.Template {
	templates := map[model.RenewalStep]*texttemplate.Template{}
	for _, step := range model.AllRenewalStep {
		templates[step] = texttemplate.Must(texttemplate.ParseFS(templateFiles, fmt.Sprintf("templates/%s.txt", step)))
	}
	return templates
}

// facts are what a template may say.
type facts struct {
	Lender, Policy, Case string
	EndDate              string
	Details              []detail
	Lead                 []string
}

type detail struct{ Name, Value string }

// Render writes a notice. What it says follows from the records alone, so an attempt that is repeated says the same.
func Render(portfolio *model.Portfolio, c *model.Case, p *model.Policy, n *model.RenewalNotice) (*Message, error) {
	f := factsOf(portfolio, c, p)
	step := stepTemplates[n.Step]
	var subject, lead, text, html bytes.Buffer
	if err := step.ExecuteTemplate(&subject, "subject", f); err != nil {
		return nil, fmt.Errorf("write the subject of step %s: %w", n.Step, err)
	}
	if err := step.ExecuteTemplate(&lead, "lead", f); err != nil {
		return nil, fmt.Errorf("write the text of step %s: %w", n.Step, err)
	}
	f.Lead = strings.Split(strings.TrimSpace(lead.String()), "\n")
	if err := textLayout.Execute(&text, f); err != nil {
		return nil, fmt.Errorf("write the notice as text: %w", err)
	}
	if err := htmlLayout.Execute(&html, f); err != nil {
		return nil, fmt.Errorf("write the notice as HTML: %w", err)
	}
	return &Message{Subject: strings.TrimSpace(subject.String()), Text: text.String(), HTML: html.String()}, nil
}

func factsOf(portfolio *model.Portfolio, c *model.Case, p *model.Policy) facts {
	f := facts{Lender: portfolio.LenderName, Policy: p.DisplayName, Case: c.DisplayName, EndDate: day(*p.EndDate)}
	add := func(name string, value *string) {
		if value != nil && *value != "" {
			f.Details = append(f.Details, detail{name, *value})
		}
	}
	add("Case", &c.DisplayName)
	if c.LoanNumber != nil && *c.LoanNumber != c.DisplayName {
		add("Loan number", c.LoanNumber)
	}
	add("Policy", &p.DisplayName)
	add("Policy number", p.PolicyNumber)
	if p.Carrier != nil {
		add("Carrier", &p.Carrier.Name)
	}
	add("Term ends", &f.EndDate)
	return f
}

func day(t time.Time) string { return t.UTC().Format("January 2, 2006") }
