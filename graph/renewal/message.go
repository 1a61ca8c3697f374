package renewal

import (
	"bytes"
	"embed"
	"errors"
	"fmt"
	"html/template"
	"strings"
	texttemplate "text/template"

	"github.com/covertrack/covertrack/model"
)

// Message is a notice as its recipients read it, as text and as HTML.
type Message struct {
	Subject, Text, HTML string
}

//go:embed templates
var templateFiles embed.FS

// Each step has a file with the templates `subject` and `lead`, where each line is a paragraph, and another for a term
// that was cancelled. All share the layouts.
var (
	stepTemplates      = parseSteps("templates")
	cancelledTemplates = parseSteps("templates/cancelled")

	textLayout = texttemplate.Must(texttemplate.ParseFS(templateFiles, "templates/layout.txt"))
	htmlLayout = template.Must(template.ParseFS(templateFiles, "templates/layout.html"))
)

func parseSteps(folder string) map[model.RenewalStep]*texttemplate.Template {
	templates := map[model.RenewalStep]*texttemplate.Template{}
	for _, step := range model.AllRenewalStep {
		templates[step] = texttemplate.Must(texttemplate.ParseFS(templateFiles, fmt.Sprintf("%s/%s.txt", folder, step)))
	}
	return templates
}

// facts are what a template can use.
type facts struct {
	Lender, Policy, Case string
	EndDate              string
	Details              []detail
	Lead                 []string
}

type detail struct{ Name, Value string }

// Render writes a notice. The text depends on the records alone, so that every attempt to send a notice sends the same.
func Render(portfolio *model.Portfolio, c *model.Case, p *model.Policy, n *model.RenewalNotice) (*Message, error) {
	f := factsOf(portfolio, c, p)
	step := stepTemplates[n.Step]
	if p.Ending() != nil {
		step = cancelledTemplates[n.Step]
	}
	var subject, lead, text, html bytes.Buffer
	err := errors.Join(step.ExecuteTemplate(&subject, "subject", f), step.ExecuteTemplate(&lead, "lead", f))
	f.Lead = strings.Split(strings.TrimSpace(lead.String()), "\n")
	err = errors.Join(err, textLayout.Execute(&text, f), htmlLayout.Execute(&html, f))
	if err != nil {
		return nil, fmt.Errorf("write the notice of step %s: %w", n.Step, err)
	}
	return &Message{Subject: strings.TrimSpace(subject.String()), Text: text.String(), HTML: html.String()}, nil
}

func factsOf(portfolio *model.Portfolio, c *model.Case, p *model.Policy) facts {
	f := facts{Lender: portfolio.LenderName, Policy: p.DisplayName, Case: c.DisplayName}
	f.EndDate = p.FollowUpEnd().UTC().Format("January 2, 2006")
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
	if p.Ending() != nil {
		add("Coverage ends", &f.EndDate)
	} else {
		add("Term ends", &f.EndDate)
	}
	return f
}
