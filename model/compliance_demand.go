package model

import (
	"cmp"
	"slices"
	"time"

	"github.com/google/uuid"
)

// caseFile has the records of a case as the evaluation reads them.
type caseFile struct {
	ComplianceFacts
	flood    []FloodMaximum
	assets   []*appraisedAsset // in order of creation
	places   map[uuid.UUID]int // of the assets
	records  []*policyRecord   // the lowest id first
	clauses  map[uuid.UUID]*MortgageeClause
	approved []*Waiver // the lowest id first

	lastIDs    []uuid.UUID // the list of perils that was read last
	lastPerils perilSet
}

// appraisedAsset is an asset with its place among the case's and what it would cost to replace.
type appraisedAsset struct {
	*Asset
	place int
	value units
}

func openCaseFile(facts ComplianceFacts, flood []FloodMaximum) *caseFile {
	f := &caseFile{
		ComplianceFacts: facts, flood: flood, places: make(map[uuid.UUID]int, len(facts.Assets)),
		clauses: make(map[uuid.UUID]*MortgageeClause, len(facts.Clauses)),
	}
	byCreation := slices.SortedFunc(slices.Values(facts.Assets), func(a, b *Asset) int {
		return cmp.Or(a.CreatedAt.Compare(b.CreatedAt), compareIDs(a.ID, b.ID))
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
	f.approved = approvedWaivers(facts.Waivers)
	return f
}

// demand is a requirement of the risk profile with what it is held against, and with what.
type demand struct {
	file        *caseFile
	requirement *Requirement
	coverage    *CoverageType
	perils      perilSet
	holders     []uuid.UUID   // one of which a clause must name where the requirement names none; empty for any
	flood       *FloodMaximum // that counts on the day
	deductible  units         // the greatest; not known if none is demanded
	targets     []target
	bids        []*bid // of every policy with a term that passes check 1, the lowest id first
}

// target is what a demand is held against: an asset, or the case itself.
type target struct {
	asset    *appraisedAsset // nil for the case
	required required
}

// bid is a policy with its terms that pass check 1.
type bid struct {
	record *policyRecord
	terms  []*term  // in their order
	offers []*offer // of the terms; nil until asked for
}

// demandOn returns a requirement of the profile as it is on a day; nil if it has no target.
func (f *caseFile) demandOn(day time.Time, r *Requirement) *demand {
	coverage, ok := CoverageTypes.ByID(r.CoverageType)
	if !ok {
		return nil
	}
	d := &demand{
		file: f, requirement: r, coverage: coverage, perils: f.perilsOf(demandedPerils(r)),
		holders: f.holdersOf(r.ClauseType), flood: floodMaximumOn(f.flood, day), deductible: unitsOf(r.MaximumDeductible),
	}
	limit := newLimitRule(r, f.Case, d.flood)
	assets := f.targetsOf(coverage, r.AssetTypes)
	if len(assets) == 0 {
		return nil
	}
	d.targets = make([]target, len(assets))
	for i, asset := range assets {
		d.targets[i] = target{asset: asset, required: limit.at(asset)}
	}
	for _, record := range f.records {
		if b := newBid(coverage.ID, record); b != nil {
			d.bids = append(d.bids, b)
		}
	}
	return d
}

// newBid returns a policy with its terms that pass check 1; nil if none does.
func newBid(coverageType uuid.UUID, r *policyRecord) *bid {
	passes := func(t *term) bool { return isOfType(coverageType, t.version) }
	if !slices.ContainsFunc(r.terms, passes) {
		return nil
	}
	terms := slices.DeleteFunc(slices.Clone(r.terms), func(t *term) bool { return !passes(t) })
	return &bid{record: r, terms: terms, offers: make([]*offer, len(terms))}
}

// offer returns the policy's term held against the demand; nil if the term does not pass check 1.
func (b *bid) offer(d *demand, t *term) *offer {
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
func (f *caseFile) holdersOf(clauseType *ClauseType) (holders []uuid.UUID) {
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
