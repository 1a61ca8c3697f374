package letter

import (
	"fmt"
	"strings"

	"github.com/covertrack/covertrack/model/letter"
)

// content is what both layouts show, in this order.
type content struct {
	Lender     string
	HasLogo    bool
	Paragraphs []string
	Deadline   string
	Link       string
	Facts      []fact
	Lists      []list
	Clauses    []clause
	ClauseHead string
	Answer     string
	Footer     []string
}

// fact is a name with one or several values.
type fact struct {
	Name   string
	Values []string
}

// list is a heading with sentences.
type list struct {
	Heading string
	Items   []string
}

// clause is a wording that the evidence must show.
type clause struct {
	Kind    string
	Wording []string
	SendTo  string
}

// nameWidth is the width of the column of names in the text.
const nameWidth = 20

func contentOf(r *letter.Request, w words, hasLogo bool) content {
	c := content{
		Lender: r.Lender.Name, HasLogo: hasLogo, Paragraphs: w.paragraphs, Deadline: deadline(r, w), Link: r.Link,
		Facts: factsOf(r), Answer: answer(r), Footer: footer(r.Lender),
	}
	c.list("What is not in order today", r.Findings)
	c.list("What "+r.Lender.Name+" requires", r.Demands)
	for _, p := range r.Perils {
		c.list("Perils that "+p.Coverage+" must insure against", p.Names)
	}
	for _, asked := range r.Clauses {
		c.Clauses = append(c.Clauses, clauseOf(asked))
	}
	c.ClauseHead = "Clause to be shown, word for word"
	if len(c.Clauses) > 1 {
		c.ClauseHead = "Clauses to be shown, word for word"
	}
	return c
}

func (c *content) list(heading string, items []string) {
	if len(items) > 0 {
		c.Lists = append(c.Lists, list{heading, items})
	}
}

// deadline says what to send, and by when.
func deadline(r *letter.Request, w words) string {
	wanted, by := "send "+r.Document, " at once"
	if w.answers {
		wanted = "answer"
	}
	if r.RespondBy != "" {
		by = " by " + r.RespondBy
	}
	return "Please " + wanted + by + "."
}

// answer says whom to reply to.
func answer(r *letter.Request) string {
	switch {
	case r.Lender.ReplyTo != "":
		return "Reply to this letter, or write to " + r.Lender.ReplyTo + "."
	case r.Link != "":
		return "Please answer by the link above; nobody reads replies to this address."
	default:
		return "Please answer to " + r.Lender.Name + "; nobody reads replies to this address."
	}
}

// factsOf says which insurance the letter is about, as far as that is known.
func factsOf(r *letter.Request) (facts []fact) {
	add := func(name string, values ...string) {
		var known []string
		for _, value := range values {
			if value != "" {
				known = append(known, value)
			}
		}
		if len(known) > 0 {
			facts = append(facts, fact{name, known})
		}
	}
	add(counted("Borrower", "Borrowers", len(r.Borrowers)), r.Borrowers...)
	add(counted("Named insured", "Named insureds", len(r.Insureds)), r.Insureds...)
	properties := r.Properties
	if r.MoreProperties > 0 {
		properties = append(properties[:len(properties):len(properties)], fmt.Sprintf("and %d more", r.MoreProperties))
	}
	add(counted("Property", "Properties", len(properties)), properties...)
	add("Loan number", r.LoanNumber)
	add("Policy", r.PolicyName)
	add("Policy number", r.PolicyNumber)
	add("Carrier", r.Carrier)
	add(endName(r), r.EndsOn)
	add("Cover begins again", r.ResumesOn)
	var limits []string
	for _, l := range r.Limits {
		limits = append(limits, limitWords(l))
	}
	add(counted("Expiring limit", "Expiring limits", len(limits)), limits...)
	add("Expiring deductible", r.Deductible)
	return facts
}

func counted(one, several string, count int) string {
	if count > 1 {
		return several
	}
	return one
}

func endName(r *letter.Request) string {
	switch {
	case r.Cancelled:
		return "Cancelled as of"
	case r.Ended:
		return "Coverage ended"
	default:
		return "Coverage ends"
	}
}

func limitWords(l letter.Limit) string {
	if l.Coverage == "" {
		return l.Amount + " " + l.Kind
	}
	return l.Coverage + ": " + l.Amount + " " + l.Kind
}

func clauseOf(c letter.Clause) clause {
	asked := clause{Kind: strings.ToUpper(c.Type[:min(1, len(c.Type))]) + c.Type[min(1, len(c.Type)):]}
	if c.Holder != "" {
		asked.Kind += " in favor of " + c.Holder
	}
	asked.Wording = strings.Split(c.Wording, "\n")
	if c.Address != "" {
		asked.SendTo = "Send the evidence to " + c.Holder + ", " + c.Address + "."
	}
	return asked
}

// footer says who asks.
func footer(l letter.Lender) []string {
	lines := []string{l.Name}
	for _, line := range append([]string{l.ContactName, l.ContactPhone, l.ContactEmail}, strings.Split(l.Address, "\n")...) {
		if line != "" {
			lines = append(lines, line)
		}
	}
	return lines
}
