package placement

import (
	"time"

	"github.com/shopspring/decimal"
	"lukechampine.com/uint128"

	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/model/scalar"
)

// Owed returns what the borrower owes for the days without cover: the premium by days, of 365 or 366 in a year, rounded down
// to the cent, so that every day is either a gap that is owed, or given back. nil before insurance is bought.
func (f *File) Owed() *scalar.Money {
	if f.Cover == nil {
		return nil
	}
	return f.owed(len(f.Evidence), true).Money()
}

// owed is what is owed by the first n of the evidence, and by the cancellation if that is counted.
func (f *File) owed(n int, cancelled bool) scalar.Units {
	c := f.Cover
	days := c.Days
	if cancelled {
		days = c.Insured()
	}
	premium := scalar.UnitsOf(c.Premium)
	term, gap := uint64(c.Days.Days()), uint64(daysOf(f.gap(days, n)))
	byDays := premium.With(premium.N.Mul64(gap).Div64(term))
	if c.ShortRate == "" || gap == term {
		return byDays
	}
	kept := premium.With(premium.N.Sub(returned(premium.N.Sub(byDays.N), c.ShortRate)))
	if f.Programme.Refund.ShortRate == "ifMore" && kept.N.Cmp(byDays.N) > 0 {
		return byDays
	}
	return kept
}

// returned is what the carrier gives back of an unearned premium, rounded up to the cent.
func returned(unearned uint128.Uint128, percent string) uint128.Uint128 {
	rate := decimal.RequireFromString(percent)
	whole := decimal.NewFromBigInt(unearned.Big(), 0).Mul(rate).Div(decimal.NewFromInt(100)).Ceil()
	return uint128.FromBig(whole.BigInt())
}

// Charged returns the sum of what was charged.
func (c *Cover) Charged() scalar.Units { return sum(c.Premium, c.Charges) }

// GivenBack returns the sum of what was given back.
func (c *Cover) GivenBack() scalar.Units { return sum(c.Premium, c.Refunds) }

func sum(of *scalar.Money, payments []Payment) scalar.Units {
	total := scalar.UnitsOf(of).With(uint128.Zero)
	for _, p := range payments {
		total.N = total.N.Add(scalar.UnitsOf(p.Amount).N)
	}
	return total
}

// MayCharge returns the most that may be charged now: of what is owed and not charged yet, what is due by its instalments.
func (f *File) MayCharge(today time.Time) *scalar.Money {
	c := f.Cover
	limit := f.owed(len(f.Evidence), true)
	if len(c.Instalments) > 0 {
		var due []Payment
		for _, i := range c.Instalments {
			if !i.On.After(today) {
				due = append(due, i)
			}
		}
		if scheduled := sum(c.Premium, due); scheduled.N.Cmp(limit.N) < 0 {
			limit = scheduled
		}
	}
	paid := minus(c.Charged(), c.GivenBack())
	return minus(limit, paid).Money()
}

// minus returns a less b, and never less than nothing.
func minus(a, b scalar.Units) scalar.Units {
	if a.N.Cmp(b.N) <= 0 {
		return a.With(uint128.Zero)
	}
	return a.With(a.N.Sub(b.N))
}

// GiveBack is what is to be given back.
type GiveBack struct {
	Amount *scalar.Money
	DueOn  time.Time
}

// DueBack returns what is to be given back and by when; nil for nothing. The days count from the receipt of the oldest
// evidence that is not settled, whenever it was accepted; without evidence, from the day on which the end was recorded.
func (f *File) DueBack() *GiveBack {
	if f.Cover == nil {
		return nil
	}
	paid := minus(f.Cover.Charged(), f.Cover.GivenBack())
	due := minus(paid, f.owed(len(f.Evidence), true))
	if due.N.IsZero() {
		return nil
	}
	from := f.Cover.CancelledOn
	for n, e := range f.Evidence {
		if !minus(paid, f.owed(n+1, false)).N.IsZero() {
			from = e.ReceivedOn
			break
		}
	}
	return &GiveBack{Amount: due.Money(), DueOn: plus(from, f.Programme.Refund.Days)}
}

// CheckPremium says what is wrong with the money of insurance: a premium of nothing, instalments in another currency, and instalments
// that are not the premium, to the cent (specification of placements, section 3). No amount is ever converted. What is nil is not
// looked at.
func (c *Cover) CheckPremium() (vs fault.Violations) {
	premium := scalar.UnitsOf(c.Premium)
	if !premium.IsKnown() {
		return nil
	}
	if premium.N.IsZero() {
		vs.Say("/premium", fault.CodeInvalidValue, "must be more than nothing")
	}
	isSum := len(c.Instalments) > 0
	for i, due := range c.Instalments {
		amount := scalar.UnitsOf(due.Amount)
		isSum = isSum && amount.Currency == premium.Currency
		if amount.IsKnown() && amount.Currency != premium.Currency {
			vs.Say(fault.Pointer("/instalments", i, "amount"), fault.CodeInvalidValue, "must be of the currency of `premium`")
		}
	}
	if total := sum(c.Premium, c.Instalments); isSum && total != premium {
		vs.Say("/instalments", fault.CodeInvalidValue, "must add up to the premium, %s; they add up to %s", c.Premium, total.Money())
	}
	return vs
}

// Place records insurance that was bought. Call CheckPlace and CheckPremium first.
func (f *File) Place(c *Cover) error {
	next, err := f.State.Move(ActionPlace)
	if err == nil {
		f.State, f.Cover = next, c
	}
	return err
}

// Charge records that the borrower was charged. Call CheckCharge first. `invalid_value` for more than may be charged now.
func (f *File) Charge(p Payment) error {
	next, err := f.State.Move(ActionCharge)
	if err != nil {
		return err
	}
	if err := checkAmount(p.Amount, f.MayCharge(p.On), "may be charged now"); err != nil {
		return err
	}
	f.State, f.Cover.Charges = next, append(f.Cover.Charges, p)
	return nil
}

// GiveBackTo records that money was given back. `invalid_value` for more than is due.
func (f *File) GiveBackTo(p Payment) error {
	next, err := f.State.Move(ActionRefund)
	if err != nil {
		return err
	}
	due := f.DueBack()
	if due == nil {
		return fault.New(fault.CodeInvalidTransition, "Nothing is to be given back.")
	}
	if err := checkAmount(p.Amount, due.Amount, "is to be given back"); err != nil {
		return err
	}
	f.State, f.Cover.Refunds = next, append(f.Cover.Refunds, p)
	f.settle()
	return nil
}

// checkAmount refuses money that is none, of another currency, or more than the most.
func checkAmount(amount, most *scalar.Money, what string) error {
	sent := scalar.UnitsOf(amount)
	if IsHigher(amount, most) || sent.N.IsZero() {
		return fault.One("/amount", fault.CodeInvalidValue, "must be more than nothing, and at most the %s that %s", most, what).Err()
	}
	return nil
}

// settle moves a cancelled placement of which all is given back that was due.
func (f *File) settle() {
	if f.State == StateCancelled && f.DueBack() == nil && !f.Cover.GivenBack().N.IsZero() {
		f.State, _ = f.State.Move(ActionSettle)
	}
}

// Yearly returns a premium as that of a year, rounded up to the cent: 365 or 366 days from its first day on.
func Yearly(premium *scalar.Money, days Span) *scalar.Money {
	n := days.Days()
	year := daysBetween(days.From, days.From.AddDate(1, 0, 0))
	if premium == nil || n <= 0 || n >= year {
		return premium
	}
	u := scalar.UnitsOf(premium)
	return u.With(u.N.Mul64(uint64(year)).Add64(uint64(n - 1)).Div64(uint64(n))).Money()
}
