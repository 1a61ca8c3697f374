package letter

import (
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/catalog"
	"github.com/covertrack/covertrack/model/compliance"
	"github.com/covertrack/covertrack/model/scalar"
)

// requestDemands are the demands that a policy serves, as a request tells of them.
type requestDemands struct {
	facts  Facts
	served []servedDemand
}

// servedDemand is a demand whose coverage type the policy has.
type servedDemand struct {
	*compliance.Demand
	met *model.DemandCompliance // today
}

// openDemands finds the demands that the policy serves, by its current version; none without a risk profile.
func (f Facts) openDemands(today time.Time) *requestDemands {
	d := &requestDemands{facts: f}
	if f.Compliance.RiskProfile == nil {
		return d
	}
	met := f.Compliance.On(today).Demands
	file := compliance.OpenCaseFile(f.Compliance, catalog.FloodProgramme)
	version := &model.PolicyVersion{Coverage: f.Policy.Coverage}
	for i, r := range f.Compliance.RiskProfile.Requirements {
		if !compliance.IsOfType(r.CoverageType, version) {
			continue
		}
		if demanded := file.DemandOn(today, r); demanded != nil {
			d.served = append(d.served, servedDemand{demanded, met[i]})
		}
	}
	return d
}

func (d *requestDemands) sentences() (sentences []string) {
	for _, s := range d.served {
		sentences = append(sentences, s.sentenceFor(d.facts.Policy))
	}
	return sentences
}

// findings returns what is wrong today with the policy, and with what its demands ask for where it insures. What is
// wrong with another policy is not for this one's broker to read; what is waived is not asked for.
func (d *requestDemands) findings() (messages []string) {
	p := d.facts.Policy
	for _, s := range d.served {
		for _, t := range s.met.Targets {
			for _, f := range t.Findings {
				isOurs := f.PolicyID == nil && p.IsAt(t.AssetID) || f.PolicyID != nil && *f.PolicyID == p.ID
				message := oneLine(f.Message)
				if isOurs && f.Outcome != model.FindingOutcomeWaived && !slices.Contains(messages, message) {
					messages = append(messages, message)
				}
			}
		}
	}
	return messages
}

// clauses returns the policy's clauses, else the case's. If none of them is what a demand asks for, those of the case
// are added that are.
func (d *requestDemands) clauses() []*model.MortgageeClause {
	byID := func(c *model.MortgageeClause) uuid.UUID { return c.ID }
	ofCase := inOrder(d.facts.Case.MortgageeClauseIDs, d.facts.Clauses, byID)
	clauses := inOrder(d.facts.Policy.MortgageeClauseIDs, d.facts.Clauses, byID)
	if len(clauses) == 0 {
		return ofCase
	}
	for _, s := range d.served {
		if !s.demandsClause() || slices.ContainsFunc(clauses, s.AcceptsClause) {
			continue
		}
		for _, c := range ofCase {
			if s.AcceptsClause(c) {
				clauses = append(clauses, c)
			}
		}
	}
	return clauses
}

func (s servedDemand) demandsClause() bool {
	return s.Requirement.ClauseType != nil || s.Requirement.CertificateHolder != nil
}

// sentenceFor returns what is demanded of a policy in one sentence. Above the primary layer, form and deductible are
// not asked for, and the limits of the layers below count too.
func (s servedDemand) sentenceFor(p *model.Policy) string {
	primary := p.IsOfLayer(model.CoverageLayerPrimary)
	parts := []string{s.limitSentence(p, primary)}
	if primary {
		parts = append(parts, s.deductibleSentence(), s.formSentence())
	}
	if slices.Contains(p.CoverageTypeIDs, s.Coverage.ID) {
		parts = append(parts, s.perilSentence())
	}
	if rating := s.Requirement.MinimumRating; rating != nil {
		parts = append(parts, "a carrier that A.M. Best rates "+*rating+" or better")
	}
	parts = append(parts, s.clauseSentence())
	parts = slices.DeleteFunc(parts, func(part string) bool { return part == "" })
	if len(parts) == 0 {
		parts = []string{"evidence of coverage"}
	}
	return s.Coverage.Name + ": " + strings.Join(parts, "; ") + "."
}

// limitSentence returns the least limit where the policy insures, "" if none is demanded.
func (s servedDemand) limitSentence(p *model.Policy, primary bool) string {
	var amounts, places []string
	for i := range s.Targets {
		t := &s.Targets[i]
		if !t.Required.Asked || t.Asset != nil && !p.IsAt(&t.Asset.ID) {
			continue
		}
		amounts = append(amounts, s.requiredLimit(t))
		places = append(places, oneLine(t.Name()))
	}
	if len(amounts) == 0 {
		return ""
	}
	return "a limit of at least " + limitWords(amounts, places) + beyondPrimary(primary)
}

func beyondPrimary(primary bool) string {
	if primary {
		return ""
	}
	return ", together with the underlying policies"
}

// limitWords returns one amount if all are equal, else each with its place.
func limitWords(amounts, places []string) string {
	if first := amounts[0]; !slices.ContainsFunc(amounts, func(a string) bool { return a != first }) {
		if len(amounts) > 1 {
			first += " at each property"
		}
		return first
	}
	var each []string
	for i, amount := range amounts {
		each = append(each, amount+" at "+places[i])
	}
	return strings.Join(atMost(each, maxProperties, "and what %d more properties require"), ", ")
}

// requiredLimit returns the amount required at a target, or how it is reckoned if that is not known.
func (s servedDemand) requiredLimit(t *compliance.Target) string {
	if amount := t.Required.Known(); amount.IsKnown() {
		return amount.Spoken()
	}
	percent := "100"
	if s.Requirement.LimitPercent != nil {
		percent = *s.Requirement.LimitPercent
	}
	share := percentWords(percent) + " of " + limitBasisNames[scalar.OrZero(s.Requirement.LimitBasis)]
	if s.Requirement.MinimumLimit != nil {
		return "the greater of " + s.Requirement.MinimumLimit.Spoken() + " and " + share
	}
	return share
}

var limitBasisNames = map[model.LimitBasis]string{
	model.LimitBasisLoanAmount:     "the loan amount",
	model.LimitBasisInsurableValue: "the replacement cost",
	model.LimitBasisLesser:         "the lesser of loan amount and replacement cost",
	model.LimitBasisFlood:          "the least of loan amount, replacement cost and the maximum of the National Flood Insurance Program",
}

// percentWords returns a percentage without zeros at its end: 80%, 12.5%.
func percentWords(percent string) string {
	if strings.Contains(percent, ".") {
		percent = strings.TrimRight(strings.TrimRight(percent, "0"), ".")
	}
	return percent + "%"
}

// deductibleSentence returns the greatest deductible, "" if none is demanded.
func (s servedDemand) deductibleSentence() string {
	var most []string
	if m := s.Requirement.MaximumDeductible; m != nil {
		most = append(most, m.Spoken())
	}
	if percent := s.Requirement.MaximumDeductiblePercent; percent != nil {
		most = append(most, percentWords(*percent)+" of the limit")
	}
	if len(most) == 0 {
		return ""
	}
	return "a deductible of at most " + strings.Join(most, ", and at most ")
}

func (s servedDemand) formSentence() string {
	forms := make([]string, len(s.Requirement.FormTypes))
	for i, form := range s.Requirement.FormTypes {
		forms[i] = string(form)
	}
	if len(forms) == 0 {
		return ""
	}
	return "the coverage form " + strings.Join(forms, " or ")
}

func (s servedDemand) perilSentence() string {
	var names []string
	for _, p := range s.Perils.Perils() {
		names = append(names, p.Name)
	}
	if len(names) == 0 {
		return ""
	}
	return "insured perils: " + strings.Join(names, ", ")
}

// clauseSentence returns the clause and whom it must name, "" if none is demanded.
func (s servedDemand) clauseSentence() string {
	if !s.demandsClause() {
		return ""
	}
	kind := "clause"
	if s.Requirement.ClauseType != nil {
		kind = clauseNames[*s.Requirement.ClauseType]
	}
	holders := s.Holders
	if s.Requirement.CertificateHolder != nil {
		holders = []uuid.UUID{*s.Requirement.CertificateHolder}
	}
	var names []string
	for _, id := range holders {
		names = append(names, oneLine(s.HolderName(id)))
	}
	kind = withArticle(kind)
	if len(names) == 0 {
		return kind
	}
	return kind + " that names " + strings.Join(names, " or ")
}

func withArticle(noun string) string {
	if strings.ContainsAny(noun[:1], "aeiou") {
		return "an " + noun
	}
	return "a " + noun
}
