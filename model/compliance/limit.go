package compliance

import (
	"cmp"
	"math/big"
	"slices"

	"github.com/google/uuid"
	"lukechampine.com/uint128"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/catalog"
	"github.com/covertrack/covertrack/model/scalar"
)

// limitOrder are the kinds of limits, the one that takes precedence first.
var limitOrder = []model.LimitKind{model.LimitKindPerOccurrence, model.LimitKindTotal, model.LimitKindAggregate}

// limitRow is a row of a policy's limits that counts for a coverage type.
type limitRow struct {
	*model.Limit
	amount scalar.Units
	level  int8         // whose it is: of the type, of several types, of an umbrella, of none
	asset  int          // the place of the asset that it names; anyAsset or noAsset
	perils perilSet     // of which it is the sublimit; empty of a basic limit
	shares []totalShare // how a total is shared
}

// The places of rows that name no asset, and one that is not the case's.
const (
	anyAsset = -1
	noAsset  = -2
	theCase  = -3 // of the target that is none
)

// limitRows are rows, those that take precedence first.
type limitRows []limitRow

// rowsFor returns the rows of a policy that count for a coverage type: those of the type; else those of several types; else of
// an umbrella those of UmbrellaExcess; else, of an umbrella and of a policy with a single coverage type, those without one.
func (f *caseFile) rowsFor(coverageType uuid.UUID, v *model.PolicyVersion) limitRows {
	rows := make(limitRows, 0, len(v.Limits))
	umbrella := v.IsOfLayer(model.CoverageLayerUmbrella)
	for _, l := range v.Limits {
		row := limitRow{Limit: l, amount: scalar.UnitsOf(l.Amount), asset: anyAsset, perils: perilsOf(l.Perils)}
		of := scalar.OrZero(l.CoverageType)
		switch {
		case of == coverageType:
		case slices.Contains(l.CoverageTypes, coverageType):
			row.level = 1
		case umbrella && of == catalog.UmbrellaExcess:
			row.level = 2
		case l.CoverageType == nil && len(l.CoverageTypes) == 0 && (umbrella || len(v.CoverageTypeIDs) == 1):
			row.level = 3
		default:
			continue
		}
		if l.Asset != nil {
			row.asset = noAsset
			if place, ok := f.places[*l.Asset]; ok {
				row.asset = place
			}
		}
		rows = append(rows, row)
	}
	if len(rows) > 1 {
		slices.SortStableFunc(rows, compareRows)
	}
	return rows
}

// compareRows orders by precedence: a row that names an asset before one that does not, then by kind.
func compareRows(a, b limitRow) int {
	return cmp.Or(cmp.Compare(a.level, b.level), -cmp.Compare(min(a.asset, 0), min(b.asset, 0)),
		cmp.Compare(slices.Index(limitOrder, a.Kind), slices.Index(limitOrder, b.Kind)))
}

// arePlain reports whether the same row counts at every target for every peril.
func (rows limitRows) arePlain() bool {
	return !slices.ContainsFunc(rows, func(r limitRow) bool { return r.asset != anyAsset || r.perils != 0 })
}

// at returns the row that counts at an asset: the basic limit without a peril, else the sublimit; nil if none. Of the kind
// aggregate alone if that is asked.
func (rows limitRows) at(asset int, peril perilSet, aggregate bool) *limitRow {
	for i := range rows {
		r := &rows[i]
		if (r.asset == anyAsset || r.asset == asset) && r.perils&peril == peril && (peril != 0 || r.perils == 0) &&
			(!aggregate || r.Kind == model.LimitKindAggregate) {
			return r
		}
	}
	return nil
}

// counted is how much of a limit counts. Actual loss sustained without an amount reaches every amount.
type counted struct {
	scalar.Units
	every bool
}

// place returns that of the target's asset; theCase for the case.
func (t *Target) place() int {
	if t.Asset == nil {
		return theCase
	}
	return t.Asset.place
}

// limitAt returns how much of the policy's limit counts at a target for a peril, and by which row: the lesser of the basic
// limit and the sublimit, of those alike the sublimit.
func (o *offer) limitAt(d *Demand, t *Target, peril perilSet, aggregate bool) (counted, *limitRow) {
	basic := o.rows.at(t.place(), 0, aggregate)
	if o.plain {
		return o.partAt(d, basic, t, peril), basic
	}
	sub := o.rows.at(t.place(), peril, aggregate)
	if sub == nil {
		return o.partAt(d, basic, t, peril), basic
	}
	least := o.partAt(d, sub, t, peril)
	if basic == nil {
		return least, sub
	}
	whole := o.partAt(d, basic, t, peril)
	switch {
	case whole.every:
		return least, sub
	case least.every:
		return whole, basic
	case !least.IsKnown():
		return least, sub
	case !whole.IsKnown():
		return whole, basic
	case whole.Currency != least.Currency:
		if least.Currency == t.Required.currency() {
			return whole, basic
		}
		return least, sub
	case whole.N.Cmp(least.N) < 0:
		return whole, basic
	default:
		return least, sub
	}
}

// partAt returns how much of a row counts at a target.
func (o *offer) partAt(d *Demand, row *limitRow, t *Target, peril perilSet) counted {
	switch {
	case row == nil:
		return counted{}
	case !row.amount.IsKnown():
		return counted{every: row.ActualLossSustained != nil && *row.ActualLossSustained}
	case row.Kind != model.LimitKindTotal:
		return counted{Units: row.amount}
	}
	s := o.sharersOf(d, row, peril)
	return counted{Units: o.withinMargin(row, t, s.partOf(row.amount, d, t, o.covers(t)))}
}

// withinMargin returns what the margin clause of a total leaves of a part.
func (o *offer) withinMargin(row *limitRow, t *Target, part scalar.Units) scalar.Units {
	if row.MarginPercent == nil {
		return part
	}
	value := o.insuredValueAt(t)
	switch {
	case !value.IsKnown(), value.Currency != part.Currency && (part.Currency == t.Required.currency() || t.Required.currency() == 0):
		return value
	case value.Currency != part.Currency:
		return part
	}
	most := value.N.Mul64(scalar.Hundredths(*row.MarginPercent)).Div64(scalar.HundredPercent)
	if most.Cmp(part.N) < 0 {
		return part.With(most)
	}
	return part
}

// insuredValueAt returns the value that the policy states of the asset, else what it would cost to replace; not known at the
// case itself.
func (o *offer) insuredValueAt(t *Target) scalar.Units {
	if t.Asset == nil {
		return scalar.Units{}
	}
	if at := &o.evidence.byAsset[t.Asset.place]; at.stated {
		return at.value
	}
	return t.Asset.value
}

// proportion returns whole × part ÷ sum, rounded down. Most products fit 128 bits; those that may not are big.
func proportion(whole, part, sum uint128.Uint128) uint128.Uint128 {
	if whole.Hi == 0 && part.Hi == 0 {
		return whole.Mul(part).Div(sum)
	}
	product := new(big.Int).Mul(whole.Big(), part.Big())
	return uint128.FromBig(product.Quo(product, sum.Big()))
}
