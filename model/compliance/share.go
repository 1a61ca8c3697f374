package compliance

import (
	"cmp"
	"slices"

	"github.com/google/uuid"
	"lukechampine.com/uint128"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/catalog"
	"github.com/covertrack/covertrack/model/scalar"
)

// totalShare is how a total is shared: among whom, as a sublimit of a peril, or as the basic limit.
type totalShare struct {
	*sharers
	peril perilSet
}

// sharers are those who share a total, each in proportion to what it requires.
type sharers struct {
	count    uint64
	required uint128.Uint128 // of all of them
	unequal  bool            // whether what one of them requires is not known, or of another currency
	targets  []sharing
	firsts   []int // see first; nil where each is the first one
}

// sharing is a target that shares a total.
type sharing struct {
	*Demand
	target *Target
}

// sharingKey is what makes targets the same one.
type sharingKey struct {
	asset       *appraisedAsset
	requirement *model.Requirement
	coverage    *catalog.CoverageType // in place of the requirement, of those that tell by conditions what they are for
}

func (s sharing) key() sharingKey {
	if s.conditional {
		return sharingKey{asset: s.target.Asset, coverage: s.Coverage}
	}
	return sharingKey{asset: s.target.Asset, requirement: s.Requirement}
}

// kinship is what the requirements of the profile have in common while the federal table is as it is. There may be thousands of them,
// each for all assets: what it has is reckoned once.
type kinship struct {
	frames  []*Demand // of the requirements that have a target, in their order
	weights map[*catalog.CoverageType]map[*appraisedAsset]scalar.Units
	sharers map[sharedRow]*sharers
}

// sharedRow is a row of a term that counts for a coverage type, as a sublimit of a peril or as the basic limit.
type sharedRow struct {
	limit    *model.Limit
	term     *term
	coverage *catalog.CoverageType
	peril    perilSet
}

func (f *caseFile) kinshipWith(flood *catalog.FloodMaximum) *kinship {
	k := f.kinships[flood]
	if k == nil {
		k = &kinship{weights: map[*catalog.CoverageType]map[*appraisedAsset]scalar.Units{}, sharers: map[sharedRow]*sharers{}}
		for _, r := range f.RiskProfile.Requirements {
			if d := f.frame(flood, r); d != nil {
				k.frames = append(k.frames, d)
			}
		}
		f.kinships[flood] = k
	}
	return k
}

func (s *sharers) add(amount scalar.Units, currency scalar.CurrencyPlace) {
	s.count++
	if amount.Currency == currency {
		s.required = s.required.Add(amount.N)
	} else {
		s.unequal = true
	}
}

// partOf returns a target's part of a total, rounded down; equally when what one of them requires is not known, is of another
// currency, or is nothing at all.
func (s *sharers) partOf(total scalar.Units, d *Demand, t *Target, takesPart bool) scalar.Units {
	with := *s
	if !takesPart {
		with.add(d.weightAt(t), total.Currency)
	}
	if with.unequal || with.required.IsZero() {
		return total.With(total.N.Div64(max(1, with.count)))
	}
	return total.With(proportion(total.N, d.weightAt(t).N, with.required))
}

// sharersOf returns who shares a total: the targets that the policy covers and at which it is the row that counts, and what is
// insured under it outside the case. A row of several coverage types is shared by the targets of all requirements for these.
func (o *offer) sharersOf(d *Demand, row *limitRow, peril perilSet) *sharers {
	if row.perils == 0 {
		peril = 0
	}
	for i := range row.shares {
		if row.shares[i].peril == peril {
			return row.shares[i].sharers
		}
	}
	var s *sharers
	if d.sharesAlone(row) {
		s = o.sharersAmong([]*Demand{d}, d, row, peril)
	} else {
		kin, key := d.file.kinshipWith(d.flood), sharedRow{row.Limit, o.term, d.Coverage, peril}
		if s = kin.sharers[key]; s == nil {
			s = o.sharersAmong(kin.of(d, row), d, row, peril)
			kin.sharers[key] = s
		}
	}
	row.shares = append(row.shares, totalShare{s, peril})
	return s
}

// sharersAmong returns who of the targets of some demands shares a total, in order of creation.
func (o *offer) sharersAmong(demands []*Demand, d *Demand, row *limitRow, peril perilSet) *sharers {
	s, seen := &sharers{targets: make([]sharing, 0, len(d.Targets))}, map[sharingKey]bool(nil)
	for _, k := range demands {
		rows := o.rows
		if k.Coverage != d.Coverage {
			rows = d.file.rowsFor(k.Coverage.ID, o.version())
		}
		if k.conditional && seen == nil {
			seen = map[sharingKey]bool{}
		}
		for i := range k.Targets {
			t := &k.Targets[i]
			counts := rows.at(t.place(), peril, false)
			if !o.covers(t) || peril&^k.Perils != 0 || counts == nil || counts.Limit != row.Limit {
				continue
			}
			at := sharing{k, t}
			if s.targets = append(s.targets, at); k.conditional && seen[at.key()] {
				continue
			}
			s.add(k.weightAt(t), row.amount.Currency)
			if k.conditional {
				seen[at.key()] = true
			}
		}
	}
	slices.SortStableFunc(s.targets, func(a, b sharing) int { return cmp.Compare(a.target.place(), b.target.place()) })
	if seen != nil {
		s.setFirsts()
	}
	if other := scalar.UnitsOf(row.OtherValues); other.IsKnown() {
		s.add(other, row.amount.Currency)
	}
	return s
}

func (s *sharers) setFirsts() {
	places := make(map[sharingKey]int, len(s.targets))
	s.firsts = make([]int, len(s.targets))
	for i, at := range s.targets {
		first, isKnown := places[at.key()]
		if !isKnown {
			first, places[at.key()] = i, i
		}
		s.firsts[i] = first
	}
}

// first returns the place of the first target that is the same one: of requirements for one coverage type that tell by conditions
// what they are for, an asset takes part once.
func (s *sharers) first(i int) int {
	if s.firsts == nil {
		return i
	}
	return s.firsts[i]
}

// sharesAlone reports whether a total is shared among the demand's own targets only.
func (d *Demand) sharesAlone(row *limitRow) bool {
	return len(row.CoverageTypes) == 0 && !d.conditional
}

// of returns the demands among whose targets a total is shared.
func (k *kinship) of(d *Demand, row *limitRow) (demands []*Demand) {
	for _, other := range k.frames {
		if other.Coverage == d.Coverage || slices.Contains(row.CoverageTypes, other.Coverage.ID) {
			demands = append(demands, other)
		}
	}
	return demands
}

// isConditional reports whether there are several requirements for the coverage type, and one of them tells by conditions what
// it is for.
func (f *caseFile) isConditional(c *catalog.CoverageType) bool {
	if f.conditional == nil {
		f.conditional = map[uuid.UUID]bool{}
		counts := map[uuid.UUID]int{}
		for _, r := range f.RiskProfile.Requirements {
			counts[r.CoverageType]++
			f.conditional[r.CoverageType] = f.conditional[r.CoverageType] || r.AppliesWhen != nil
		}
		for id, n := range counts {
			f.conditional[id] = f.conditional[id] && n > 1
		}
	}
	return f.conditional[c.ID]
}

// weightAt returns what a target requires of a total that it shares: the greatest of what requirements for the coverage type
// require there, if conditions tell what they are for. It is not known where one of them is not.
func (d *Demand) weightAt(t *Target) scalar.Units {
	if !d.conditional {
		return t.weight
	}
	return d.file.kinshipWith(d.flood).weightsFor(d.Coverage)[t.Asset]
}

// weightsFor returns the greatest amounts that requirements for a coverage type require, by asset.
func (k *kinship) weightsFor(c *catalog.CoverageType) map[*appraisedAsset]scalar.Units {
	if known, ok := k.weights[c]; ok {
		return known
	}
	weights := map[*appraisedAsset]scalar.Units{}
	for _, d := range k.frames {
		if d.Coverage != c {
			continue
		}
		for i := range d.Targets {
			t := &d.Targets[i]
			switch has, isSeen := weights[t.Asset]; {
			case !isSeen:
				weights[t.Asset] = t.weight
			case !has.IsKnown() || has.Currency != t.weight.Currency:
				weights[t.Asset] = scalar.Units{}
			case t.weight.N.Cmp(has.N) > 0:
				weights[t.Asset] = t.weight
			}
		}
	}
	k.weights[c] = weights
	return weights
}

// is reports whether it is a target of a demand; of demands that tell by conditions what they are for, an asset is one target.
func (s sharing) is(d *Demand, t *Target) bool {
	return s.target.Asset == t.Asset && (s.Requirement == d.Requirement || d.conditional && s.Coverage == d.Coverage)
}

// addCents adds what is left over of a blanket to the parts that are shown, one each in order of creation.
func (s *sharers) addCents(rulings []*ruling, p *part, left uint64) {
	hasCent := make([]bool, len(rulings))
	for i, r := range rulings {
		if first := s.first(i); first < i {
			hasCent[i] = hasCent[first]
		} else if left > 0 {
			hasCent[i], left = true, left-1
		}
		shown, _ := r.partOf(p)
		if more := p.row.amount.With(shown.Add64(1)); hasCent[i] && p.offer.withinMargin(p.row, r.target, more) == more {
			r.addCent(p)
		}
	}
}

// areOfOneType reports whether all that share are held against demands for one coverage type.
func (s *sharers) areOfOneType() bool {
	return !slices.ContainsFunc(s.targets, func(other sharing) bool { return other.Coverage != s.targets[0].Coverage })
}
