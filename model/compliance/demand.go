package compliance

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/catalog"
	"github.com/covertrack/covertrack/model/scalar"
)

// caseFile has the records of a case as the evaluation reads them.
type caseFile struct {
	Facts
	flood    []catalog.FloodMaximum
	assets   []*appraisedAsset // in order of creation
	places   map[uuid.UUID]int // of the assets
	records  []*policyRecord   // the lowest id first
	clauses  map[uuid.UUID]*model.MortgageeClause
	approved []*model.Waiver // the lowest id first
	isPlaced bool            // whether the lender placed a policy, in whatever term
	tellsAll bool            // whether what no verdict follows from is told too

	lastIDs    []uuid.UUID // the list of perils that was read last
	lastPerils perilSet

	lastSharing []uuid.UUID // see assetsSharing

	conditional map[uuid.UUID]bool // by coverage type; nil until asked for
	kinships    map[*catalog.FloodMaximum]*kinship
}

// appraisedAsset is an asset with its place among the case's and what it would cost to replace.
type appraisedAsset struct {
	*model.Asset
	place int
	value scalar.Units
}

// OpenCaseFile prepares the records of a case for all demands and days.
func OpenCaseFile(facts Facts, flood []catalog.FloodMaximum) *caseFile {
	f := &caseFile{
		Facts: facts, flood: flood, places: make(map[uuid.UUID]int, len(facts.Assets)),
		clauses: make(map[uuid.UUID]*model.MortgageeClause, len(facts.Clauses)), kinships: map[*catalog.FloodMaximum]*kinship{},
	}
	byCreation := slices.SortedFunc(slices.Values(facts.Assets), func(a, b *model.Asset) int {
		return cmp.Or(a.CreatedAt.Compare(b.CreatedAt), CompareIDs(a.ID, b.ID))
	})
	appraised := make([]appraisedAsset, len(byCreation))
	f.assets = make([]*appraisedAsset, len(byCreation))
	for i, a := range byCreation {
		appraised[i] = appraisedAsset{Asset: a, place: i, value: insurableValue(a)}
		f.assets[i], f.places[a.ID] = &appraised[i], i
	}
	for _, c := range facts.Clauses {
		f.clauses[c.ID] = c
	}
	f.records = recordsOf(&facts)
	f.isPlaced = slices.ContainsFunc(facts.Versions, func(v *model.PolicyVersion) bool { return v.IsLenderPlaced() })
	f.approved = approvedWaivers(facts.Waivers)
	return f
}

// Demand is a requirement of the risk profile with what it is held against, and with what.
type Demand struct {
	file           *caseFile
	Requirement    *model.Requirement
	Coverage       *catalog.CoverageType
	Perils         perilSet
	Holders        []uuid.UUID           // one of which a clause must name where the requirement names none; empty for any
	flood          *catalog.FloodMaximum // that counts on the day
	deductible     scalar.Units          // the greatest; not known if none is demanded
	ratings        []*model.MinimumRating
	checks         []*policyCheck // those of single policies that it asks
	asksDeductible bool           // whether it asks check 7
	conditional    bool           // see isConditional
	aggregate      scalar.Units   // what limits of kind aggregate must reach
	Targets        []Target
	bids           []*bid // of every policy with a term that passes check 1, the lowest id first
}

// Target is what a demand is held against: an asset, or the case itself.
type Target struct {
	Asset    *appraisedAsset // nil for the case
	Required required
	unsure   string       // what is not known of whether the demand is for it; "" if nothing
	weight   scalar.Units // in proportion to which a total is shared; not known if what is required is not
}

// bid is a policy with its terms that pass check 1.
type bid struct {
	record *policyRecord
	terms  []*term     // in their order
	offers []*offer    // of the terms; nil until asked for
	turns  []time.Time // the days on which it may insure in another way, in no order
}

// DemandOn returns a requirement of the profile as it is on a day; nil if it has no target.
func (f *caseFile) DemandOn(day time.Time, r *model.Requirement) *Demand {
	d := f.frame(catalog.FloodMaximumOn(f.flood, day), r)
	if d == nil {
		return nil
	}
	d.Holders, d.deductible, d.aggregate = f.holdersOf(r.ClauseType), scalar.UnitsOf(r.MaximumDeductible), scalar.UnitsOf(r.MinimumAggregate)
	d.asksDeductible = d.deductible.IsKnown() || r.MaximumDeductiblePercent != nil || len(r.Deductibles) > 0
	d.ratings, d.checks = minimumRatings(r), d.checksOf()
	for _, record := range f.records {
		if b := d.newBid(record); b != nil {
			d.bids = append(d.bids, b)
		}
	}
	return d
}

// owed returns what the loan comes to for flood: the outstanding balance, else its amount.
func (f *caseFile) owed() scalar.Units {
	if f.Case.OutstandingBalance != nil {
		return scalar.UnitsOf(f.Case.OutstandingBalance)
	}
	return scalar.UnitsOf(f.Case.LoanAmount)
}

// frame returns a requirement with its targets and what is required there; nil if it has none.
func (f *caseFile) frame(flood *catalog.FloodMaximum, r *model.Requirement) *Demand {
	coverage, ok := catalog.CoverageTypes.ByID(r.CoverageType)
	if !ok {
		return nil
	}
	d := &Demand{
		file: f, Requirement: r, Coverage: coverage, Perils: f.perilsOf(model.DemandedPerils(r)), flood: flood,
		conditional: f.isConditional(coverage),
	}
	limit := newLimitRule(r, f, d.flood)
	assets := f.targetsOf(coverage, r.AssetTypes)
	if len(assets) == 0 {
		return nil
	}
	d.Targets = make([]Target, 0, len(assets))
	for _, asset := range assets {
		applies := f.appliesTo(r, asset)
		if applies.truth == isFalse {
			continue
		}
		t := Target{Asset: asset, Required: limit.at(asset)}
		t.weight = t.Required.Known()
		if applies.truth == isOpen {
			t.unsure = strings.Join(applies.missing, ", ")
		}
		if d.isOfLoan() {
			t.weight, t.Required = limit.maximumAt(asset), someLimit
		}
		d.Targets = append(d.Targets, t)
	}
	if len(d.Targets) == 0 {
		return nil
	}
	return d
}

// newBid returns a policy with its terms that pass check 1; nil if none does.
func (d *Demand) newBid(r *policyRecord) *bid {
	passes := func(t *term) bool { return IsOfType(d.Coverage.ID, t.version) }
	if !slices.ContainsFunc(r.terms, passes) {
		return nil
	}
	terms := slices.DeleteFunc(slices.Clone(r.terms), func(t *term) bool { return !passes(t) })
	b := &bid{record: r, terms: terms, offers: make([]*offer, len(terms)), turns: r.turns}
	for _, t := range terms {
		if until := d.sufficesUntil(t); until != nil {
			b.turns = append(slices.Clip(b.turns), *until)
		}
	}
	return b
}

// offer returns the policy's term held against the demand; nil if the term does not pass check 1.
func (b *bid) offer(d *Demand, t *term) *offer {
	i := slices.Index(b.terms, t)
	if i < 0 {
		return nil
	}
	if b.offers[i] == nil {
		b.offers[i] = newOffer(d, b.record, t)
	}
	return b.offers[i]
}

// holdersOf returns the holders of the profile that support a clause type.
func (f *caseFile) holdersOf(clauseType *model.ClauseType) (holders []uuid.UUID) {
	if clauseType == nil {
		return nil
	}
	for _, h := range f.RiskProfile.CertificateHolderClauseTypes {
		if slices.Contains(h.Types, *clauseType) {
			holders = append(holders, h.ID)
		}
	}
	return holders
}
