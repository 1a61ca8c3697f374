package model

import (
	"maps"
	"slices"

	"github.com/google/uuid"
)

// VerdictCount is how many stored verdicts are alike, and the sum of the loans' amounts of one currency.
type VerdictCount struct {
	Verdict  Verdict
	Codes    []FindingCode `bun:",array"`
	Gaps     []string      `bun:",array"`
	Month    *string       // of the next change; nil if none
	Currency *string       // nil for loans without an amount
	Amount   *string       // a decimal with the digits of the currency
	Cases    int
}

// ComplianceSummary is stored verdicts summed up (specification of compliance, section 7).
type ComplianceSummary struct {
	Cases          int
	LoanAmounts    []*Money // one a currency, as below
	ByVerdict      []*VerdictShare
	ByCode         []*CodeShare
	ByCoverageType []*CoverageTypeShare
	ByMonth        []*MonthShare
}

// VerdictShare is the cases with a verdict.
type VerdictShare struct {
	Verdict     Verdict
	Cases       int
	LoanAmounts []*Money
}

// CodeShare is the cases with a finding of a code.
type CodeShare struct {
	Code        FindingCode
	Cases       int
	LoanAmounts []*Money
	ByVerdict   []*VerdictShare
}

// CoverageTypeShare is the cases with a demand of a coverage type that is not compliant.
type CoverageTypeShare struct {
	CoverageTypeID uuid.UUID
	CoverageType   *CoverageType
	Cases          int
	LoanAmounts    []*Money
	ByVerdict      []*VerdictShare
}

// MonthShare is the cases whose next change comes in a month.
type MonthShare struct {
	Month       *string // as 2026-03; nil if none
	Cases       int
	LoanAmounts []*Money
	ByVerdict   []*VerdictShare
}

// share is a sum in the making.
type share struct {
	cases   int
	amounts []units
}

func (s *share) add(c *VerdictCount) {
	s.cases += c.Cases
	if c.Currency != nil && c.Amount != nil {
		s.amounts = addUnits(s.amounts, unitsOf(&Money{Amount: *c.Amount, Currency: *c.Currency}))
	}
}

// shares are a sum with its parts by verdict.
type shares struct {
	whole share
	parts map[Verdict]*share
}

func (s *shares) add(c *VerdictCount) {
	s.whole.add(c)
	if s.parts == nil {
		s.parts = map[Verdict]*share{}
	}
	if s.parts[c.Verdict] == nil {
		s.parts[c.Verdict] = &share{}
	}
	s.parts[c.Verdict].add(c)
}

// byVerdict returns the parts in the order of the verdicts, those without cases only if all are wanted.
func (s *shares) byVerdict(all bool) []*VerdictShare {
	list := []*VerdictShare{}
	for _, v := range AllVerdict {
		part := s.parts[v]
		if part == nil && !all {
			continue
		}
		if part == nil {
			part = &share{}
		}
		list = append(list, &VerdictShare{Verdict: v, Cases: part.cases, LoanAmounts: moneyOf(part.amounts)})
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

// NewComplianceSummary adds up counts of stored verdicts.
func NewComplianceSummary(counts []*VerdictCount) *ComplianceSummary {
	var all shares
	byCode, byCoverageType, byMonth := sharesOf[FindingCode]{}, sharesOf[uuid.UUID]{}, sharesOf[string]{}
	for _, c := range counts {
		all.add(c)
		byMonth.add(orZero(c.Month), c)
		for _, code := range c.Codes {
			byCode.add(code, c)
		}
		for _, gap := range c.Gaps {
			if id, err := uuid.Parse(gap); err == nil {
				byCoverageType.add(id, c)
			}
		}
	}
	return &ComplianceSummary{
		Cases: all.whole.cases, LoanAmounts: moneyOf(all.whole.amounts), ByVerdict: all.byVerdict(true),
		ByCode: codeShares(byCode), ByCoverageType: coverageTypeShares(byCoverageType), ByMonth: monthShares(byMonth),
	}
}

func codeShares(sums sharesOf[FindingCode]) []*CodeShare {
	list := []*CodeShare{}
	for _, rule := range FindingRules {
		if s := sums[rule.Code]; s != nil {
			list = append(list, &CodeShare{rule.Code, s.whole.cases, moneyOf(s.whole.amounts), s.byVerdict(false)})
		}
	}
	return list
}

func coverageTypeShares(sums sharesOf[uuid.UUID]) []*CoverageTypeShare {
	list := []*CoverageTypeShare{}
	for _, t := range CoverageTypes.All() {
		if s := sums[t.ID]; s != nil {
			list = append(list,
				&CoverageTypeShare{t.ID, t, s.whole.cases, moneyOf(s.whole.amounts), s.byVerdict(false)})
		}
	}
	return list
}

// monthShares returns the months in order, and what has none at the end.
func monthShares(sums sharesOf[string]) []*MonthShare {
	list := []*MonthShare{}
	for _, month := range slices.Sorted(maps.Keys(sums)) {
		s := sums[month]
		list = append(list, &MonthShare{&month, s.whole.cases, moneyOf(s.whole.amounts), s.byVerdict(false)})
	}
	if len(list) > 0 && *list[0].Month == "" {
		list[0].Month = nil
		list = append(list[1:], list[0])
	}
	return list
}
