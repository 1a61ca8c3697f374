package model

import (
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"
)

// requestDemands are the demands that a policy serves, as a request tells of them.
type requestDemands struct {
	facts  EvidenceRequestFacts
	served []servedDemand
}

// servedDemand is a demand whose coverage type the policy has.
type servedDemand struct {
	*demand
	met *DemandCompliance // today
}

// openDemands finds the demands that the policy serves, by its current version; none without a risk profile.
func (f EvidenceRequestFacts) openDemands(today time.Time) *requestDemands {
	d := &requestDemands{facts: f}
	if f.Compliance.RiskProfile == nil {
		return d
	}
	met := f.Compliance.On(today).Demands
	file := openCaseFile(f.Compliance, FloodProgramme)
	version := &PolicyVersion{Coverage: f.Policy.Coverage}
	for i, r := range f.Compliance.RiskProfile.Requirements {
		if !isOfType(r.CoverageType, version) {
			continue
		}
		if demanded := file.demandOn(today, r); demanded != nil {
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
				isOurs := f.PolicyID == nil && p.isAt(t.AssetID) || f.PolicyID != nil && *f.PolicyID == p.ID
				message := oneLine(f.Message)
				if isOurs && f.Outcome != FindingOutcomeWaived && !slices.Contains(messages, message) {
					messages = append(messages, message)
				}
			}
		}
	}
	return messages
}

// isAt reports whether the policy covers an asset. One that covers none is taken to cover any, and all cover the case.
func (c *Coverage) isAt(asset *uuid.UUID) bool {
	return asset == nil || len(c.AssetPerils) == 0 || c.coversAsset(*asset)
}

// clauses returns the policy's clauses, else the case's. If none of them is what a demand asks for, those of the case
// are added that are.
func (d *requestDemands) clauses() []*MortgageeClause {
	byID := func(c *MortgageeClause) uuid.UUID { return c.ID }
	ofCase := inOrder(d.facts.Case.MortgageeClauseIDs, d.facts.Clauses, byID)
	clauses := inOrder(d.facts.Policy.MortgageeClauseIDs, d.facts.Clauses, byID)
	if len(clauses) == 0 {
		return ofCase
	}
	for _, s := range d.served {
		if !s.demandsClause() || slices.ContainsFunc(clauses, s.acceptsClause) {
			continue
		}
		for _, c := range ofCase {
			if s.acceptsClause(c) {
				clauses = append(clauses, c)
			}
		}
	}
	return clauses
}

func (d *demand) demandsClause() bool {
	return d.requirement.ClauseType != nil || d.requirement.CertificateHolder != nil
}

// sentenceFor returns what is demanded of a policy in one sentence. Above the primary layer, form and deductible are
// not asked for, and the limits of the layers below count too.
func (s servedDemand) sentenceFor(p *Policy) string {
	primary := isOfLayer(&p.Coverage, CoverageLayerPrimary)
	parts := []string{s.limitSentence(p, primary)}
	if primary {
		parts = append(parts, s.deductibleSentence(), s.formSentence())
	}
	if slices.Contains(p.CoverageTypeIDs, s.coverage.ID) {
		parts = append(parts, s.perilSentence())
	}
	if rating := s.requirement.MinimumRating; rating != nil {
		parts = append(parts, "a carrier that A.M. Best rates "+*rating+" or better")
	}
	parts = append(parts, s.clauseSentence())
	parts = slices.DeleteFunc(parts, func(part string) bool { return part == "" })
	if len(parts) == 0 {
		parts = []string{"evidence of coverage"}
	}
	return s.coverage.Name + ": " + strings.Join(parts, "; ") + "."
}

// limitSentence returns the least limit where the policy insures, "" if none is demanded.
func (s servedDemand) limitSentence(p *Policy, primary bool) string {
	var amounts, places []string
	for i := range s.targets {
		t := &s.targets[i]
		if !t.required.asked || t.asset != nil && !p.isAt(&t.asset.ID) {
			continue
		}
		amounts = append(amounts, s.requiredLimit(t))
		places = append(places, oneLine(t.name()))
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
func (s servedDemand) requiredLimit(t *target) string {
	if amount := t.required.known(); amount.isKnown() {
		return amount.withThousands()
	}
	percent := "100"
	if s.requirement.LimitPercent != nil {
		percent = *s.requirement.LimitPercent
	}
	share := percentWords(percent) + " of " + limitBasisNames[orZero(s.requirement.LimitBasis)]
	if s.requirement.MinimumLimit != nil {
		return "the greater of " + spokenMoney(s.requirement.MinimumLimit) + " and " + share
	}
	return share
}

var limitBasisNames = map[LimitBasis]string{
	LimitBasisLoanAmount:     "the loan amount",
	LimitBasisInsurableValue: "the replacement cost",
	LimitBasisLesser:         "the lesser of loan amount and replacement cost",
	LimitBasisFlood:          "the least of loan amount, replacement cost and the maximum of the National Flood Insurance Program",
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
	if m := s.requirement.MaximumDeductible; m != nil {
		most = append(most, spokenMoney(m))
	}
	if percent := s.requirement.MaximumDeductiblePercent; percent != nil {
		most = append(most, percentWords(*percent)+" of the limit")
	}
	if len(most) == 0 {
		return ""
	}
	return "a deductible of at most " + strings.Join(most, ", and at most ")
}

func (s servedDemand) formSentence() string {
	forms := make([]string, len(s.requirement.FormTypes))
	for i, form := range s.requirement.FormTypes {
		forms[i] = string(form)
	}
	if len(forms) == 0 {
		return ""
	}
	return "the coverage form " + strings.Join(forms, " or ")
}

func (s servedDemand) perilSentence() string {
	var names []string
	for _, p := range s.perils.perils() {
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
	if s.requirement.ClauseType != nil {
		kind = clauseNames[*s.requirement.ClauseType]
	}
	holders := s.holders
	if s.requirement.CertificateHolder != nil {
		holders = []uuid.UUID{*s.requirement.CertificateHolder}
	}
	var names []string
	for _, id := range holders {
		names = append(names, oneLine(s.holderName(id)))
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
