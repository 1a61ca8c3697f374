package letter

import (
	"fmt"
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
	places places
	served []servedDemand
}

// servedDemand is a demand whose coverage type the policy has.
type servedDemand struct {
	*compliance.Demand
	met *model.DemandCompliance // today
}

// openDemands finds the demands that the policy serves, by its current version; none without a risk profile.
func (f Facts) openDemands(today time.Time) *requestDemands {
	d := &requestDemands{facts: f, places: f.places()}
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

// sentences returns what is demanded, and the lists of perils that the sentences speak of.
func (d *requestDemands) sentences() (sentences []string, perils []Perils) {
	for _, s := range d.served {
		sentences = append(sentences, s.sentencesFor(d.facts.Policy, d.places)...)
		list := Perils{Coverage: s.Coverage.Name, Names: s.listedPerils(d.facts.Policy)}
		isAlike := func(other Perils) bool {
			return other.Coverage == list.Coverage && slices.Equal(other.Names, list.Names)
		}
		if len(list.Names) > 1 && !slices.ContainsFunc(perils, isAlike) {
			perils = append(perils, list)
		}
	}
	return sentences, perils
}

// findings returns what is wrong today with the policy, and with what its demands ask for where it insures, each with its
// buildings. What is wrong with another policy is not for this one's broker to read, unless it is the reason of what is wrong here; what
// is waived is not asked for.
func (d *requestDemands) findings() (messages []string) {
	p, at := d.facts.Policy, map[string][]string{}
	for _, s := range d.served {
		s.met.Everywhere(func(asset *uuid.UUID, findings []*model.Finding) {
			isOurs := func(f *model.Finding) bool {
				return f.PolicyID == nil && p.IsAt(asset) || f.PolicyID != nil && *f.PolicyID == p.ID
			}
			for _, f := range findings {
				isReason := func(of *model.Finding) bool { return isOurs(of) && f.IsReasonOf(of) }
				if !isOurs(f) && !slices.ContainsFunc(findings, isReason) || f.Outcome == model.FindingOutcomeWaived {
					continue
				}
				message := oneLine(f.Message)
				if !slices.Contains(messages, message) {
					messages = append(messages, message)
				}
				if place := d.places.of(asset); place != "" && p.IsAt(asset) && !slices.Contains(at[message], place) {
					at[message] = append(at[message], place)
				}
			}
		})
	}
	for i, message := range messages {
		if places := at[message]; len(places) > 1 || len(places) == 1 && !strings.Contains(message, places[0]) {
			messages[i] = joined(places) + ": " + message
		}
	}
	return messages
}

// clauses returns the policy's clauses, else the case's, as far as they fit such a policy. If none of them is what a demand
// asks for, those of the case are added that are.
func (d *requestDemands) clauses() []*model.MortgageeClause {
	byID := func(c *model.MortgageeClause) uuid.UUID { return c.ID }
	isOther := func(c *model.MortgageeClause) bool { return !d.fits(c) }
	ofCase := inOrder(d.facts.Case.MortgageeClauseIDs, d.facts.Clauses, byID)
	clauses := inOrder(d.facts.Policy.MortgageeClauseIDs, d.facts.Clauses, byID)
	if clauses = slices.DeleteFunc(clauses, isOther); len(clauses) == 0 {
		return slices.DeleteFunc(ofCase, isOther)
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

// fits reports whether a clause is one of such a policy, or demanded by its type: an additional insured is named by
// liability policies, a mortgagee or loss payee by the others. A policy without coverage types may name any.
func (d *requestDemands) fits(c *model.MortgageeClause) bool {
	isDemanded := func(s servedDemand) bool {
		return s.Requirement.ClauseType != nil && *s.Requirement.ClauseType == c.ClauseType && s.AcceptsClause(c)
	}
	if slices.ContainsFunc(d.served, isDemanded) || len(d.facts.Policy.CoverageTypeIDs) == 0 {
		return true
	}
	liability, other := d.facts.insures()
	switch c.ClauseType {
	case model.ClauseTypeAdditionalInsured:
		return liability
	case model.ClauseTypeCertificateHolder:
		return true
	default:
		return other
	}
}

func (s servedDemand) demandsClause() bool {
	return s.Requirement.ClauseType != nil || s.Requirement.CertificateHolder != nil
}

// sentencesFor returns what is demanded of a policy, a sentence for the buildings where it insures and of which the same is
// demanded. Above the primary layer, form and deductible are not asked for, and the limits of the layers below count too.
func (s servedDemand) sentencesFor(p *model.Policy, named places) (sentences []string) {
	var limits []string
	at := map[string][]string{}
	for i := range s.Targets {
		t := &s.Targets[i]
		if t.Asset != nil && !p.IsAt(&t.Asset.ID) {
			continue
		}
		limit := s.limitSentence(p, t)
		if !slices.Contains(limits, limit) {
			limits = append(limits, limit)
		}
		if t.Asset != nil {
			at[limit] = append(at[limit], named.of(&t.Asset.ID))
		}
	}
	if len(limits) == 0 {
		limits = []string{""}
	}
	for _, limit := range limits {
		head := s.Coverage.Name
		if len(at[limit]) > 0 {
			head += " at " + joined(at[limit])
		}
		sentences = append(sentences, head+": "+strings.Join(s.parts(p, limit), "; ")+".")
	}
	return sentences
}

// parts are what is demanded of a policy, with a limit; "" for none.
func (s servedDemand) parts(p *model.Policy, limit string) []string {
	parts := []string{limit}
	if p.IsOfLayer(model.CoverageLayerPrimary) {
		parts = append(parts, s.deductibleSentence(), s.formSentence())
	}
	switch perils := s.listedPerils(p); len(perils) {
	case 0:
	case 1:
		parts = append(parts, "insured against "+perils[0])
	default:
		parts = append(parts, "insured against the perils listed")
	}
	if rating := s.Requirement.MinimumRating; rating != nil {
		parts = append(parts, "a carrier that A.M. Best rates "+*rating+" or better")
	}
	parts = append(parts, s.clauseSentence())
	parts = append(parts, s.Demanded(p.IsOfLayer(model.CoverageLayerPrimary))...)
	parts = slices.DeleteFunc(parts, func(part string) bool { return part == "" })
	if len(parts) == 0 {
		return []string{"evidence of coverage"}
	}
	return parts
}

// listedPerils returns the names of the demanded perils; none for a policy that only follows others.
func (s servedDemand) listedPerils(p *model.Policy) (names []string) {
	if !slices.Contains(p.CoverageTypeIDs, s.Coverage.ID) {
		return nil
	}
	for _, peril := range s.Perils.Perils() {
		names = append(names, peril.Name)
	}
	return names
}

// limitSentence returns the least limit at a target, "" if none is demanded.
func (s servedDemand) limitSentence(p *model.Policy, t *compliance.Target) string {
	switch {
	case !t.Required.Asked:
		return ""
	case s.Requirement.LimitPer == model.LimitPerLoan:
		return "limits that add up to at least " + s.loanLimit() + " for all properties together" +
			beyondPrimary(p.IsOfLayer(model.CoverageLayerPrimary))
	}
	return "a limit of at least " + s.requiredLimit(t) + beyondPrimary(p.IsOfLayer(model.CoverageLayerPrimary))
}

// loanLimit returns the amount required of all targets together, or how it is reckoned if that is not known.
func (s servedDemand) loanLimit() string {
	if s.met.RequiredLimit != nil {
		return s.met.RequiredLimit.Spoken()
	}
	return "the lesser of the loan amount and the maximum of the National Flood Insurance Program"
}

func beyondPrimary(primary bool) string {
	if primary {
		return ""
	}
	return ", together with the underlying policies"
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
	share := scalar.SpokenPercent(percent) + " of " + limitBasisNames[scalar.OrZero(s.Requirement.LimitBasis)]
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

// deductibleSentence returns the greatest deductible, "" if none is demanded.
func (s servedDemand) deductibleSentence() string {
	var most []string
	if m := s.Requirement.MaximumDeductible; m != nil {
		most = append(most, m.Spoken())
	}
	if percent := s.Requirement.MaximumDeductiblePercent; percent != nil {
		most = append(most, scalar.SpokenPercent(*percent)+" of the limit")
	}
	var sentences []string
	if len(most) > 0 {
		sentences = append(sentences, "a deductible of at most "+strings.Join(most, ", and at most "))
	}
	for _, d := range s.Requirement.Deductibles {
		sentences = append(sentences, maximumSentence(d))
	}
	return strings.Join(sentences, "; ")
}

// maximumSentence returns the greatest deductible for some perils; being within one of its members is enough.
func maximumSentence(d *model.MaximumDeductible) string {
	var most, perils []string
	if d.MaximumAmount != nil {
		most = append(most, d.MaximumAmount.Spoken())
	}
	if d.MaximumPercent != nil {
		most = append(most, scalar.SpokenPercent(*d.MaximumPercent)+" of the insured value")
	}
	if d.MaximumHours != nil {
		most = append(most, fmt.Sprintf("%d hours", *d.MaximumHours))
	}
	for _, p := range catalog.Perils.WithIDs(d.Perils) {
		perils = append(perils, p.Name)
	}
	return "a deductible for " + joined(perils) + " of at most " + strings.Join(most, " or ")
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
