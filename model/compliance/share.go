package compliance

import (
	"cmp"
	"slices"

	"github.com/google/uuid"
	"lukechampine.com/uint128"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/scalar"
)

// totalShare is how a total is shared: among whom, as a sublimit of a peril, or as the basic limit.
type totalShare struct {
	sharers
	peril perilSet
}

// sharers are those who share a total, each in proportion to what it requires.
type sharers struct {
	count    uint64
	required uint128.Uint128 // of all of them
	unequal  bool            // whether what one of them requires is not known, or of another currency
	targets  []sharing
}

// sharing is a target that shares a total.
type sharing struct {
	*Demand
	target *Target
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
			return &row.shares[i].sharers
		}
	}
	s := sharers{targets: make([]sharing, 0, len(d.Targets))}
	for _, k := range d.kinOf(row) {
		rows := o.rows
		if k.Coverage != d.Coverage {
			rows = d.file.rowsFor(k.Coverage.ID, o.version())
		}
		for i := range k.Targets {
			t := &k.Targets[i]
			counts := rows.at(t.place(), peril, false)
			if !o.covers(t) || peril&^k.Perils != 0 || counts == nil || counts.Limit != row.Limit {
				continue
			}
			if s.targets = append(s.targets, sharing{k, t}); s.first(len(s.targets)-1) == len(s.targets)-1 {
				s.add(k.weightAt(t), row.amount.Currency)
			}
		}
	}
	slices.SortStableFunc(s.targets, func(a, b sharing) int { return cmp.Compare(a.target.place(), b.target.place()) })
	if other := scalar.UnitsOf(row.OtherValues); other.IsKnown() {
		s.add(other, row.amount.Currency)
	}
	row.shares = append(row.shares, totalShare{s, peril})
	return &row.shares[len(row.shares)-1].sharers
}

// first returns the place of the first target that is the same one: of requirements for one coverage type that tell by conditions
// what they are for, an asset takes part once.
func (s *sharers) first(i int) int {
	at := s.targets[i]
	return slices.IndexFunc(s.targets[:i+1], func(other sharing) bool { return other.is(at.Demand, at.target) })
}

// kinOf returns the demands among whose targets a total is shared.
func (d *Demand) kinOf(row *limitRow) []*Demand {
	if len(row.CoverageTypes) == 0 && !d.conditional {
		return []*Demand{d}
	}
	if d.kin == nil {
		for _, r := range d.file.RiskProfile.Requirements {
			if r == d.Requirement {
				d.kin = append(d.kin, d)
			} else if k := d.file.frame(d.day, r); k != nil {
				d.kin = append(d.kin, k)
			}
		}
	}
	return slices.DeleteFunc(slices.Clone(d.kin), func(k *Demand) bool {
		return k.Coverage != d.Coverage && !slices.Contains(row.CoverageTypes, k.Coverage.ID) ||
			k.Coverage == d.Coverage && k != d && !d.conditional && len(row.CoverageTypes) == 0
	})
}

// isConditional reports whether there are several requirements for the coverage type, and one of them tells by conditions what
// it is for.
func (d *Demand) isConditional() bool {
	n, conditional := 0, false
	for _, r := range d.file.RiskProfile.Requirements {
		if r.CoverageType == d.Coverage.ID {
			n++
			conditional = conditional || r.AppliesWhen != nil
		}
	}
	return n > 1 && conditional
}

// weightAt returns what a target requires of a total that it shares: the greatest of what requirements for the coverage type
// require there, if conditions tell what they are for. It is not known where one of them is not.
func (d *Demand) weightAt(t *Target) scalar.Units {
	weight := t.weight
	if !d.conditional {
		return weight
	}
	for _, k := range d.kinOf(&limitRow{Limit: &model.Limit{CoverageTypes: []uuid.UUID{d.Coverage.ID}}}) {
		for i := range k.Targets {
			other := &k.Targets[i]
			if other.Asset != t.Asset || other == t {
				continue
			}
			if !other.weight.IsKnown() || other.weight.Currency != weight.Currency {
				return scalar.Units{}
			}
			if other.weight.N.Cmp(weight.N) > 0 {
				weight = other.weight
			}
		}
	}
	return weight
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
