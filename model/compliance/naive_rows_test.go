package compliance_test

import (
	"math/big"
	"slices"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model"
)

// naiveCounts is what of a policy counts for a peril at a target.
type naiveCounts struct {
	row   *model.Limit // the one that counts; nil if there is none, or it is not known which of two
	part  *naiveMoney  // what of the row counts; nil if it is not known
	code  model.FindingCode
	every bool // actual loss sustained: "reaches every amount"
	both  bool // it is not known which of two rows counts, as they are of two currencies; the row is the sublimit then
}

func naiveNotCounted(code model.FindingCode) naiveCounts { return naiveCounts{code: code} }

// counts is "The limit of a policy for a peril at a target".
func (j naiveJudge) counts(p naivePolicy, peril uuid.UUID, m naiveMode) naiveCounts {
	return j.lesser(p, peril, m, j.demand.row(p.version, j.target, nil, ""), j.demand.row(p.version, j.target, &peril, ""))
}

// aggregate is 10a's: "as 10, by the rows of kind aggregate".
func (j naiveJudge) aggregate(p naivePolicy, peril uuid.UUID, m naiveMode) naiveCounts {
	of := model.LimitKindAggregate
	return j.lesser(p, peril, m, j.demand.row(p.version, j.target, nil, of), j.demand.row(p.version, j.target, &peril, of))
}

// lesser is "What counts is the lesser of the two; where there is one only, that one; with a sublimit and no basic row the
// other perils' limit is unknown"; "Of a sublimit and a basic limit that are alike the sublimit is the row that counts."
func (j naiveJudge) lesser(p naivePolicy, peril uuid.UUID, m naiveMode, basic, sublimit *model.Limit) naiveCounts {
	if basic == nil && sublimit == nil {
		return naiveNotCounted(model.FindingCodeLimitUnknown)
	}
	if sublimit == nil {
		return j.part(p, basic, peril)
	}
	if basic == nil {
		return j.part(p, sublimit, peril)
	}
	if j.shown { // which one counts, cents left over do not decide
		verdict := j
		verdict.shown = false
		least := verdict.lesser(p, peril, m, basic, sublimit)
		if least.code == "" {
			return j.part(p, least.row, peril)
		}
		return least
	}
	b, s := j.part(p, basic, peril), j.part(p, sublimit, peril)
	switch {
	// What of a row counts may not be known although the whole row is.
	case s.code == model.FindingCodeLimitUnknown:
		return s
	case b.code == model.FindingCodeLimitUnknown:
		return b
	case s.code != "":
		return s
	case b.code != "":
		return b
	case b.every:
		return s
	case s.every:
		return b
	case b.part.currency != s.part.currency:
		return naiveCounts{row: s.row, part: s.part, code: model.FindingCodeCurrencyDiffers, both: true}
	case b.part.amount.Cmp(s.part.amount) < 0:
		return b
	default:
		return s
	}
}

// row is the basic limit, or with a peril its sublimit: "The rows of the requirement's coverage type count that name no
// asset or this one, and no peril or this one. Those without perils give the basic limit: a row that names the asset before
// one that does not, then by kind as in the first round. Those with the peril give the sublimit, chosen in the same way."
// Of one kind alone if that is given. Nil if there is none.
func (d naiveDemand) row(
	v *model.PolicyVersion, target naiveTarget, peril *uuid.UUID, kind model.LimitKind,
) *model.Limit {
	for _, ofType := range d.types(v) {
		var chosen []*model.Limit
		for _, row := range v.Limits {
			here := row.Asset == nil || target.asset != nil && *row.Asset == target.asset.ID
			forPeril := len(row.Perils) == 0
			if peril != nil {
				forPeril = slices.Contains(row.Perils, *peril)
			}
			if ofType(row) && here && forPeril && (kind == "" || row.Kind == kind) {
				chosen = append(chosen, row)
			}
		}
		slices.SortStableFunc(chosen, naiveRowOrder)
		if len(chosen) > 0 {
			return chosen[0]
		}
	}
	return nil
}

// naiveRowOrder is "a row that names the asset before one that does not, then by kind": "perOccurrence takes precedence
// over total, and total over aggregate".
func naiveRowOrder(a, b *model.Limit) int {
	kinds := []model.LimitKind{model.LimitKindPerOccurrence, model.LimitKindTotal, model.LimitKindAggregate}
	switch {
	case a.Asset != nil && b.Asset == nil:
		return -1
	case a.Asset == nil && b.Asset != nil:
		return 1
	default:
		return slices.Index(kinds, a.Kind) - slices.Index(kinds, b.Kind)
	}
}

// types are the ways in which a row is one of the coverage type, the first that has one counts: "that of the demand's
// coverage type; else, of an umbrella, of UmbrellaExcess, else one without a coverage type; of a policy with a single
// coverage type also one without"; "a row of several coverage types counts where no row of the type itself does, as basic
// limit and as sublimit each by itself, before umbrellaExcess and rows without a type".
func (d naiveDemand) types(v *model.PolicyVersion) []func(*model.Limit) bool {
	of := func(id uuid.UUID) func(*model.Limit) bool {
		return func(row *model.Limit) bool { return row.CoverageType != nil && *row.CoverageType == id }
	}
	several := func(row *model.Limit) bool { return slices.Contains(row.CoverageTypes, d.coverage.ID) }
	without := func(row *model.Limit) bool { return row.CoverageType == nil && len(row.CoverageTypes) == 0 }
	ways := []func(*model.Limit) bool{of(d.coverage.ID), several}
	if naiveLayer(v) == model.CoverageLayerUmbrella {
		ways = append(ways, of(naiveCoverages("umbrellaExcess")[0]), without)
	}
	if len(v.CoverageTypeIDs) == 1 {
		ways = append(ways, without)
	}
	return ways
}

// part is what of a row counts at the target, rounded down.
func (j naiveJudge) part(p naivePolicy, row *model.Limit, peril uuid.UUID) naiveCounts {
	switch {
	// "Actual loss sustained without an amount reaches every amount"; "months alone is no amount"
	case row.Amount == nil && row.ActualLossSustained != nil && *row.ActualLossSustained:
		return naiveCounts{row: row, every: true}
	case row.Amount == nil:
		return naiveCounts{row: row, code: model.FindingCodeLimitUnknown}
	}
	whole := naiveMoneyOf(row.Amount)
	// "perOccurrence and aggregate count whole at every target."
	if row.Kind != model.LimitKindTotal {
		return naiveCounts{row: row, part: whole}
	}
	part := new(big.Rat).Mul(whole.amount, j.share(whole, j.sharers(p, row, peril)))
	cents := new(big.Rat).Quo(big.NewRat(int64(j.leftOver(p, row, peril)), 1), naiveCents(whole.currency))
	if !j.exact {
		part = cents.Add(cents, naiveRound(part, whole.currency, false))
	}
	if row.MarginPercent == nil {
		return naiveCounts{row: row, part: &naiveMoney{part, whole.currency}}
	}
	most := j.margin(p, row)
	switch {
	case most == nil:
		return naiveCounts{row: row, code: model.FindingCodeLimitUnknown}
	case most.currency != whole.currency:
		return naiveCounts{row: row, part: &naiveMoney{part, whole.currency}, code: model.FindingCodeCurrencyDiffers}
	case most.amount.Cmp(part) < 0:
		part = naiveRound(most.amount, whole.currency, false)
	}
	return naiveCounts{row: row, part: &naiveMoney{part, whole.currency}}
}

// margin is what the part counts at most: "at a target its part counts at most this percentage of the value stated for the
// asset, else of its insurable value; […] without either value limit_unknown".
func (j naiveJudge) margin(p naivePolicy, row *model.Limit) *naiveMoney {
	value := j.insuredValue(p.version)
	if value == nil {
		return nil
	}
	percent := new(big.Rat).Quo(naiveNumber(*row.MarginPercent), big.NewRat(100, 1))
	return &naiveMoney{percent.Mul(percent, value.amount), value.currency}
}

// insuredValue is "the stated value of the asset, else its insurable value; at the case itself unknown".
func (j naiveJudge) insuredValue(v *model.PolicyVersion) *naiveMoney {
	if j.target.asset == nil {
		return nil
	}
	for _, stated := range v.StatedValues {
		if stated.Asset == j.target.asset.ID {
			return naiveMoneyOf(stated.Amount)
		}
	}
	return naiveInsurableValue(j.target.asset)
}

// cuts is whether a margin cuts at the target, or otherValues takes part: "cents left over are not handed out where a
// margin cuts or otherValues takes part".
func (j naiveJudge) cuts(p naivePolicy, row *model.Limit, peril uuid.UUID) bool {
	if row.OtherValues != nil {
		return true
	}
	if row.MarginPercent == nil {
		return false
	}
	most := j.margin(p, row)
	exact := new(big.Rat).Mul(naiveNumber(row.Amount.Amount), j.share(naiveMoneyOf(row.Amount), j.sharers(p, row, peril)))
	return most == nil || most.currency != row.Amount.Currency || most.amount.Cmp(naiveRound(exact, most.currency, false)) < 0
}
