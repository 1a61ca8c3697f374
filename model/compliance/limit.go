package compliance

import (
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

// limitFor returns the limit of a policy for a coverage type: that of the type; else of an umbrella that of
// UmbrellaExcess; else, of an umbrella and of a policy with a single coverage type, the one without a type. nil if
// none.
func limitFor(coverageType uuid.UUID, v *model.PolicyVersion) *model.Limit {
	umbrella := v.IsOfLayer(model.CoverageLayerUmbrella)
	limit := limitOf(&coverageType, v.Limits)
	if limit == nil && umbrella {
		limit = limitOf(&catalog.UmbrellaExcess, v.Limits)
	}
	if limit == nil && (umbrella || len(v.CoverageTypeIDs) == 1) {
		limit = limitOf(nil, v.Limits)
	}
	return limit
}

// limitOf returns the limit of a coverage type, or without one, whose kind takes precedence; nil if none.
func limitOf(coverageType *uuid.UUID, limits []*model.Limit) *model.Limit {
	for _, kind := range limitOrder {
		i := slices.IndexFunc(limits, func(l *model.Limit) bool {
			return l.Kind == kind && scalar.OrZero(l.CoverageType) == scalar.OrZero(coverageType)
		})
		if i >= 0 {
			return limits[i]
		}
	}
	return nil
}

// limitAt returns how much of the policy's limit counts at a target; not known if the limit is not. A blanket is shared
// among the targets that the policy covers, and with this one.
func (o *offer) limitAt(d *Demand, t *Target) scalar.Units {
	if !o.blanket || !o.limit.IsKnown() {
		return o.limit
	}
	if o.covered.count == 0 {
		o.covered = o.sharers(d)
	}
	return o.shareOf(t)
}

// sharers are the targets that share a blanket.
type sharers struct {
	count    uint64
	required uint128.Uint128 // at all of them
	unequal  bool            // whether what one of them requires is not known, or of another currency
}

// sharers returns the targets of the demand that the policy covers.
func (o *offer) sharers(d *Demand) (s sharers) {
	for i := range d.Targets {
		if t := &d.Targets[i]; o.covers(t) {
			s = s.with(t, o.limit.Currency)
		}
	}
	return s
}

func (s sharers) with(t *Target, currency scalar.CurrencyPlace) sharers {
	s.count++
	if amount := t.Required.Known(); amount.Currency == currency {
		s.required = s.required.Add(amount.N)
	} else {
		s.unequal = true
	}
	return s
}

// shareOf returns a target's part of the blanket, rounded down: in proportion to what is required at each target that
// shares it; equally when that is not known of one of them, is of another currency, or is nothing at all.
func (o *offer) shareOf(t *Target) scalar.Units {
	s := o.sharersAt(t)
	if s.unequal || s.required.IsZero() {
		return o.limit.With(o.limit.N.Div64(s.count))
	}
	return o.limit.With(proportion(o.limit.N, t.Required.amount.N, s.required))
}

// sharersAt returns the targets that share the blanket, with this one.
func (o *offer) sharersAt(t *Target) sharers {
	if o.covers(t) {
		return o.covered
	}
	return o.covered.with(t, o.limit.Currency)
}

// proportion returns whole × part ÷ sum, rounded down. Most products fit 128 bits; those that may not are big.
func proportion(whole, part, sum uint128.Uint128) uint128.Uint128 {
	if whole.Hi == 0 && part.Hi == 0 {
		return whole.Mul(part).Div(sum)
	}
	product := new(big.Int).Mul(whole.Big(), part.Big())
	return uint128.FromBig(product.Quo(product, sum.Big()))
}
