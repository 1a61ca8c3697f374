package compliance

import (
	"maps"
	"slices"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/catalog"
	"github.com/covertrack/covertrack/model/scalar"
)

// VerdictCount is how many stored verdicts are alike, and the sum of the loans' amounts of one currency.
type VerdictCount struct {
	Verdict      model.Verdict
	LenderPlaced bool
	Codes        []model.FindingCode `bun:",array"`
	Gaps         []string            `bun:",array"`
	Month        *string             // of the next change; nil if none
	Currency     *string             // nil for loans without an amount
	Amount       *string             // a decimal with the digits of the currency
	Cases        int
}

// Summary is stored verdicts summed up (specification of compliance, section 7).
type Summary struct {
	Cases          int             // that are judged
	NotJudged      int             // those beside them that the filter's ids, times, metadata and statuses show
	LoanAmounts    []*scalar.Money // one a currency, as below
	ByVerdict      []*VerdictShare
	LenderPlaced   *LenderPlacedShare
	ByCode         []*CodeShare
	ByCoverageType []*CoverageTypeShare
	ByMonth        []*MonthShare
}

// VerdictShare is the cases with a verdict.
type VerdictShare struct {
	Verdict     model.Verdict
	Cases       int
	LoanAmounts []*scalar.Money
}

// LenderPlacedShare is the cases with a target that is compliant by policies alone that the lender placed.
type LenderPlacedShare struct {
	Cases       int
	LoanAmounts []*scalar.Money
	ByVerdict   []*VerdictShare
}

// CodeShare is the cases with a finding of a code.
type CodeShare struct {
	Code        model.FindingCode
	Cases       int
	LoanAmounts []*scalar.Money
	ByVerdict   []*VerdictShare
}

// CoverageTypeShare is the cases with a demand of a coverage type that is not compliant.
type CoverageTypeShare struct {
	CoverageTypeID uuid.UUID
	CoverageType   *catalog.CoverageType
	Cases          int
	LoanAmounts    []*scalar.Money
	ByVerdict      []*VerdictShare
}

// MonthShare is the cases whose next change comes in a month.
type MonthShare struct {
	Month       *string // as 2026-03; nil if none
	Cases       int
	LoanAmounts []*scalar.Money
	ByVerdict   []*VerdictShare
}

// share is a sum in the making.
type share struct {
	cases   int
	amounts []scalar.Units
}

func (s *share) add(c *VerdictCount) {
	s.cases += c.Cases
	if c.Currency != nil && c.Amount != nil {
		s.amounts = scalar.AddUnits(s.amounts, scalar.UnitsOf(&scalar.Money{Amount: *c.Amount, Currency: *c.Currency}))
	}
}

// shares are a sum with its parts by verdict.
type shares struct {
	whole share
	parts map[model.Verdict]*share
}

func (s *shares) add(c *VerdictCount) {
	s.whole.add(c)
	if s.parts == nil {
		s.parts = map[model.Verdict]*share{}
	}
	if s.parts[c.Verdict] == nil {
		s.parts[c.Verdict] = &share{}
	}
	s.parts[c.Verdict].add(c)
}

// byVerdict returns the parts in the order of the verdicts, those without cases only if all are wanted.
func (s *shares) byVerdict(all bool) []*VerdictShare {
	list := []*VerdictShare{}
	for _, v := range model.AllVerdict {
		part := s.parts[v]
		if part == nil && !all {
			continue
		}
		if part == nil {
			part = &share{}
		}
		list = append(list, &VerdictShare{Verdict: v, Cases: part.cases, LoanAmounts: scalar.MoneyOf(part.amounts)})
	}
	return list
}

// sharesOf are sums by what the cases have in common.
type sharesOf[K comparable] map[K]*shares

func (s sharesOf[K]) add(key K, c *VerdictCount) {
	if s[key] == nil {
		s[key] = &shares{}
	}
	s[key].add(c)
}

// NewSummary adds up counts of stored verdicts.
func NewSummary(counts []*VerdictCount) *Summary {
	var all, placed shares
	byCode, byCoverageType, byMonth := sharesOf[model.FindingCode]{}, sharesOf[uuid.UUID]{}, sharesOf[string]{}
	for _, c := range counts {
		all.add(c)
		if c.LenderPlaced {
			placed.add(c)
		}
		byMonth.add(scalar.OrZero(c.Month), c)
		for _, code := range c.Codes {
			byCode.add(code, c)
		}
		for _, gap := range c.Gaps {
			if id, err := uuid.Parse(gap); err == nil {
				byCoverageType.add(id, c)
			}
		}
	}
	return &Summary{
		Cases: all.whole.cases, LoanAmounts: scalar.MoneyOf(all.whole.amounts), ByVerdict: all.byVerdict(true),
		LenderPlaced: &LenderPlacedShare{placed.whole.cases, scalar.MoneyOf(placed.whole.amounts), placed.byVerdict(false)},
		ByCode:       codeShares(byCode), ByCoverageType: coverageTypeShares(byCoverageType), ByMonth: monthShares(byMonth),
	}
}

func codeShares(sums sharesOf[model.FindingCode]) []*CodeShare {
	list := []*CodeShare{}
	for _, rule := range FindingRules {
		if s := sums[rule.Code]; s != nil {
			list = append(list, &CodeShare{rule.Code, s.whole.cases, scalar.MoneyOf(s.whole.amounts), s.byVerdict(false)})
		}
	}
	return list
}

func coverageTypeShares(sums sharesOf[uuid.UUID]) []*CoverageTypeShare {
	list := []*CoverageTypeShare{}
	for _, t := range catalog.CoverageTypes.All() {
		if s := sums[t.ID]; s != nil {
			list = append(list,
				&CoverageTypeShare{t.ID, t, s.whole.cases, scalar.MoneyOf(s.whole.amounts), s.byVerdict(false)})
		}
	}
	return list
}

// monthShares returns the months in order, and what has none at the end.
func monthShares(sums sharesOf[string]) []*MonthShare {
	list := []*MonthShare{}
	for _, month := range slices.Sorted(maps.Keys(sums)) {
		s := sums[month]
		list = append(list, &MonthShare{&month, s.whole.cases, scalar.MoneyOf(s.whole.amounts), s.byVerdict(false)})
	}
	if len(list) > 0 && *list[0].Month == "" {
		list[0].Month = nil
		list = append(list[1:], list[0])
	}
	return list
}
