package demo

import (
	"strings"
	"time"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage/book"
)

// stories make the cases that show one thing each; their names say what. Small portfolios have the first few.
var stories = []func(*maker){
	(*maker).heldCase, (*maker).twoTerms, (*maker).blanketPolicy, (*maker).tower, (*maker).cancelled,
	(*maker).floodZone, (*maker).ratingWaived,

	(*maker).layeredProperty, (*maker).umbrellaOverLiability, (*maker).reinstated,

	(*maker).expired, (*maker).notStarted, (*maker).deactivated, (*maker).secondBuilding, (*maker).basicForm,
	(*maker).windExcluded, (*maker).tooLittleFlood, (*maker).noWorkersCompensation,

	(*maker).incompleteCertificate, (*maker).replacementCostUnknown, (*maker).datesUnknown, (*maker).otherCurrency,

	(*maker).windWaived,

	(*maker).notAsAsked, (*maker).attachesTooHigh, (*maker).nothingSaid, (*maker).binderOutlived,
}

// lasting is in how many days the policies of stories end, so that the stories stay true for a while, and that what
// happened to them lately was in their terms.
var lasting = span{45, 300}

// open adds an open case with a name and a risk profile.
func (m *maker) open(name string, profile *model.RiskProfile, days int) *book.Case {
	at := m.daysAgo(days)
	insured := ""
	if place, _, found := strings.Cut(name, ": "); found {
		insured = place + " LLC"
	}
	in, loan := m.caseInput(insured, at)
	in.DisplayName, in.RiskProfile = book.Some(name), book.Some(profile.ID)
	in.Status = book.Some(model.CaseStatusOpen)
	in.InsuranceContacts = book.List(m.brokers[0].ID)
	c := m.addCase(in, loan, at)
	m.opened[name] = c
	return c
}

// enteredTwice is a loan that somebody entered again, as is a borrower, and a car that is no collateral: nothing refers to them, so
// that they can be removed.
func (m *maker) enteredTwice() {
	at := m.daysAgo(20)
	of := func(name string) *book.Case {
		return m.addCase(model.CreateCaseInput{DisplayName: book.Some(name), Program: book.Some(m.programs[0].ID)}, 0, at)
	}
	of("Entered twice")
	m.addAsset(of("Entered without collateral"), "vehicle", nil, at)
	m.Insured(model.CreateInsuredInput{CorporateName: book.Some("Juniper Landing Annex LLC")}, at)
}

// offices are the asset of most stories.
const offices = "commercialRealEstate"

// show adds an open case with one asset, whose value is left to chance if it is 0, and with the policies that its risk profile
// demands, but for the edits.
func (m *maker) show(
	name string, profile *model.RiskProfile, days int, kind string, dollars int, changes edits,
) (*book.Case, map[string]*model.Policy) {
	c := m.open(name, profile, days)
	if dollars == 0 {
		m.asset(c, kind, c.CreatedAt)
	} else {
		m.assetOf(c, kind, dollars, c.CreatedAt)
	}
	return c, m.insure(c, m.linesOf(profile.ID), lasting, changes)
}

// heldCase is on hold with its policies, except one that was released again.
func (m *maker) heldCase() {
	c, made := m.show("Held case, one policy released", m.standard, 300, offices, 0, nil)
	m.Hold(c, m.daysAgo(9))
	m.Release(made["liability"], m.daysAgo(6))
}

// twoTerms is a policy that was renewed twelve days late.
func (m *maker) twoTerms() {
	c := m.open("Two terms with a gap", m.multifamily, 290)
	m.asset(c, "multifamily", c.CreatedAt)
	var start, end time.Time
	made := m.insure(c, standardLines, span{150, 250}, onProperty(func(in *model.CreatePolicyInput) {
		start, end = *in.StartDate.Value(), *in.EndDate.Value()
		in.StartDate, in.EndDate = book.Some(start.AddDate(-1, 0, -12)), book.Some(start.AddDate(0, 0, -12))
	}))
	m.Term(c, made["property"], model.CreatePolicyTermInput{
		StartDate: start, EndDate: end, Premium: book.Some(*book.Dollars(31_500)),
	}, start.Add(15*time.Hour))
}

// blanketPolicy covers six assets with one limit for the buildings and one for what is in them.
func (m *maker) blanketPolicy() {
	c := m.open("Blanket policy over six assets", m.standard, 280)
	var values []*model.StatedValueInput
	for i, a := range []struct {
		kind  string
		worth int
	}{
		{"commercialRealEstate", 12_400_000}, {"commercialRealEstate", 8_750_000}, {"multifamily", 16_200_000},
		{"multifamily", 9_900_000}, {"inventory", 850_000}, {"equipment", 430_000},
	} {
		asset := m.assetOf(c, a.kind, a.worth, c.CreatedAt.Add(time.Duration(i+1)*time.Minute))
		values = append(values, &model.StatedValueInput{Asset: asset.ID, Amount: book.Dollars(a.worth)})
	}
	m.insure(c, standardLines, lasting, onProperty(func(in *model.CreatePolicyInput) {
		in.DisplayName, in.StatedValues = book.Some("Blanket property, six locations"), book.List(values...)
		for _, l := range in.Limits.Value()[:2] {
			l.Kind = model.LimitKindTotal
		}
		in.Limits.Value()[0].Amount, in.Limits.Value()[1].Amount = book.Some(*book.Dollars(50_000_000)), book.Some(*book.Dollars(1_500_000))
	}))
	m.Move(c, model.CaseStatusApproved, c.CreatedAt.AddDate(0, 0, 5))
}

// tower is a primary policy, an umbrella over it, and an excess policy on top.
func (m *maker) tower() {
	c := m.open("Three-layer liability tower", m.large, 270)
	m.asset(c, "commercialRealEstate", c.CreatedAt)
	lines := append([]line{excess("excess", "generalLiability", 15_000_000, certificateOfLiability)}, largeLines...)
	m.insure(c, lines, lasting, edits{"umbrella": limitOf("umbrellaExcess", 9_000_000)})
}

// cancelled is a policy that was cancelled for a premium that was not paid.
func (m *maker) cancelled() {
	c, made := m.show("Elm Corner Plaza: property policy cancelled", m.standard, 260, offices, 0, nil)
	m.Cancel(c, made["property"], model.CancelPolicyInput{
		EffectiveDate: m.daysAgo(12), Reason: model.CancellationReasonNonPayment,
	}, m.daysAgo(30))
}

// reinstated is a policy that was cancelled and reinstated after a lapse of nine days.
func (m *maker) reinstated() {
	c, made := m.show("Willow Creek Storage: property policy reinstated", m.standard, 255, offices, 0, nil)
	p := made["property"]
	cancelled := m.Cancel(c, p, model.CancelPolicyInput{
		EffectiveDate: m.daysAgo(49), Reason: model.CancellationReasonNonPayment,
	}, m.daysAgo(60))
	m.Reinstate(c, p, cancelled, model.ReinstatePolicyInput{EffectiveDate: m.daysAgo(40)}, m.daysAgo(39))
}

// floodZone is a building that is insured against flood up to the maximum of the federal programme.
func (m *maker) floodZone() {
	m.show("Pelican Point Apartments: in flood zone AE", m.coastal, 250, "multifamily", 7_300_000, nil)
}

// layeredProperty is a building that a primary policy and two excess layers insure together.
func (m *maker) layeredProperty() {
	c := m.open("Granite Gate Tower: property in three layers", m.large, 245)
	m.assetOf(c, "commercialRealEstate", 40_000_000, c.CreatedAt)
	lines := append(append([]line{}, largeLines...),
		excess("first", "building", 15_000_000, evidenceOfProperty),
		excess("second", "building", 15_000_000, evidenceOfProperty))
	m.insure(c, lines, lasting, edits{"property": limitOf("building", 10_000_000)})
}

// umbrellaOverLiability is a limit that is reached with the umbrella only.
func (m *maker) umbrellaOverLiability() {
	m.show("Poplar Landing Logistics: umbrella over liability", m.participation, 240, offices, 0,
		edits{"umbrella": limitOf("umbrellaExcess", 4_000_000)})
}

// limitOf gives the policy another limit for a coverage type.
func limitOf(coverageType string, dollars int) edit {
	return func(in *model.CreatePolicyInput) {
		for _, l := range in.Limits.Value() {
			if of := l.CoverageType.Value(); *of == coverageType {
				l.Amount = book.Some(*book.Dollars(dollars))
			}
		}
	}
}
