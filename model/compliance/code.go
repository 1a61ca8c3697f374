package compliance

import (
	"cmp"
	"math/bits"
	"slices"

	"github.com/covertrack/covertrack/model"
)

// FindingRule is one row of the table of finding codes: which check it is of, how that check went, and what it says.
type FindingRule struct {
	Code     model.FindingCode
	Check    string               // its number, such as 7a; "" for whether the requirement is for the target
	Outcome  model.FindingOutcome // fail, or unknown where data is missing; never waived
	Meaning  string               // the description in the schema and in the guide
	Sentence string               // the message; names in braces are filled in

	check *policyCheck // of one policy; nil for the evaluator's own
}

const (
	fails   = model.FindingOutcomeFail
	unknown = model.FindingOutcomeUnknown
)

// evaluatorRules are the codes of the evaluator's own checks; those of one question to one policy are in policyChecks.
var evaluatorRules = []FindingRule{
	{Code: model.FindingCodeApplicabilityUnknown, Outcome: unknown,
		Meaning:  "It is not known whether the requirement is for the target.",
		Sentence: "Whether {coverage} is required for {target} is not known: {required} is not recorded."},
	{Code: model.FindingCodeNoPolicy, Check: "1", Outcome: fails, Meaning: "No policy insures it, nor has any done so.",
		Sentence: "No policy insures {target} for {coverage}."},
	{Code: model.FindingCodeNotStarted, Check: "2", Outcome: fails, Meaning: "The policy's term has not begun.",
		Sentence: "{policy} does not begin until {found}."},
	{Code: model.FindingCodeExpired, Check: "2", Outcome: fails, Meaning: "The policy's term is over.",
		Sentence: "{policy} expired on {found}{next term}."},
	{Code: model.FindingCodeCancelled, Check: "2", Outcome: fails, Meaning: "The policy was cancelled.",
		Sentence: "{policy} was cancelled as of {found}{next term}."},
	{Code: model.FindingCodeDeactivated, Check: "2", Outcome: fails, Meaning: "The policy was deactivated.",
		Sentence: "{policy} was deactivated on {found}{next term}."},
	{Code: model.FindingCodeDatesUnknown, Check: "2", Outcome: unknown, Meaning: "The policy's dates are not known.",
		Sentence: "The dates of {policy} are not all known; the dates on which its term begins and ends are required."},
	{Code: model.FindingCodeAssetNotCovered, Check: "3", Outcome: fails, Meaning: "The policy does not insure the asset.",
		Sentence: "{policy} does not cover {target}."},
	{Code: model.FindingCodeDeductibleTooHigh, Check: "7", Outcome: fails, Meaning: "The deductible is too high.",
		Sentence: "The deductible of {policy}{for peril} is {found}; at most {required} is accepted."},
	{Code: model.FindingCodeDeductibleUnknown, Check: "7", Outcome: unknown,
		Meaning:  "The deductible, or what it is a share of, is not known.",
		Sentence: "The deductible of {policy}{for peril}, or what it is measured by, is not known; at most {required} is accepted."},
	{Code: model.FindingCodeCurrencyDiffers, Check: "7", Outcome: unknown, Meaning: "An amount is of another currency.",
		Sentence: "The {amount} of {policy} is {found}, which cannot be held against {required}."},
	{Code: model.FindingCodePrimaryMissing, Check: "8", Outcome: fails, Meaning: "No policy of the primary layer insures it.",
		Sentence: "No primary policy has {coverage} coverage for {target}."},
	{Code: model.FindingCodePerilMissing, Check: "9", Outcome: fails, Meaning: "A demanded peril is not insured.",
		Sentence: "{coverage} coverage for {target} does not include {peril}."},
	{Code: model.FindingCodeLimitTooLow, Check: "10", Outcome: fails, Meaning: "The limits are too low.",
		Sentence: "{coverage} limit{where} is {found}{part}; {required} is required."},
	{Code: model.FindingCodeLimitUnknown, Check: "10", Outcome: unknown, Meaning: "A policy's limit is not known.",
		Sentence: "The {coverage} limit of {policy} is not known; {required} is required."},
	{Code: model.FindingCodeRequiredAmountUnknown, Check: "10", Outcome: unknown,
		Meaning:  "What is required depends on an amount that is not known.",
		Sentence: "The {coverage} limit that is required for {target} depends on an amount that is not known."},
	{Code: model.FindingCodeAggregateTooLow, Check: "10a", Outcome: fails, Meaning: "The aggregate limits are too low.",
		Sentence: "{coverage} aggregate limit is {found}; {required} is required."},
	{Code: model.FindingCodePeriodTooShort, Check: "10b", Outcome: fails, Meaning: "The period of indemnity is too short.",
		Sentence: "{coverage} for {target} is paid for {found}; {required} are required."},
	{Code: model.FindingCodePeriodUnknown, Check: "10b", Outcome: unknown, Meaning: "The period of indemnity is not known.",
		Sentence: "For how long {coverage} for {target} is paid is not known; {required} are required."},
	{Code: model.FindingCodeAttachmentGap, Check: "10c", Outcome: fails,
		Meaning:  "What lies below the policy does not reach its attachment.",
		Sentence: "{policy} attaches at {required}{for peril}, and what lies below it is {found}."},
}

// checkOrder are the checks in their order.
var checkOrder = []string{"", "1", "2", "2a", "3", "4", "5", "6", "6a", "7", "7a", "7b", "7c", "7d", "8", "9", "10", "10a", "10b", "10c"}

// FindingRules are the codes of findings in the order of the checks. The schema, the guide and the messages follow it.
var FindingRules = findingRules()

func findingRules() []FindingRule {
	rules := slices.Clone(evaluatorRules)
	for _, c := range policyChecks {
		for _, r := range c.rules {
			r.Check, r.check = c.number, c
			rules = append(rules, r)
		}
	}
	place := func(r FindingRule) int { return slices.Index(checkOrder, r.Check) }
	slices.SortStableFunc(rules, func(a, b FindingRule) int { return cmp.Compare(place(a), place(b)) })
	return rules
}

// findingPlaces are the places of the codes in the table.
var findingPlaces = func() map[model.FindingCode]int {
	places := make(map[model.FindingCode]int, len(FindingRules))
	for i, r := range FindingRules {
		places[r.Code] = i
	}
	return places
}()

// MeaningOf returns what a code says, as a sentence.
func MeaningOf(code model.FindingCode) string { return ruleOf(code).Meaning }

// ruleOf returns the row of a code.
func ruleOf(code model.FindingCode) *FindingRule { return &FindingRules[findingPlaces[code]] }

// codeSet is a set of finding codes, a bit for each place in the table.
type codeSet uint64

// codesOf returns the set of some codes. What is none, such as "" for a check that was passed, is left out.
func codesOf(codes ...model.FindingCode) (set codeSet) {
	for _, code := range codes {
		if place, ok := findingPlaces[code]; ok {
			set |= 1 << place
		}
	}
	return set
}

// codesThat returns the set of the codes whose rows fulfil a condition.
func codesThat(holds func(FindingRule) bool) (set codeSet) {
	for i, r := range FindingRules {
		if holds(r) {
			set |= 1 << i
		}
	}
	return set
}

// has reports whether one of the codes of the other set is in the set.
func (s codeSet) has(other codeSet) bool { return s&other != 0 }

// size returns how many codes are in the set.
func (s codeSet) size() int { return bits.OnesCount64(uint64(s)) }

// codes returns the codes in the order of the table.
func (s codeSet) codes() []model.FindingCode {
	codes := make([]model.FindingCode, 0, s.size())
	for rest := s; rest != 0; rest &= rest - 1 {
		codes = append(codes, FindingRules[bits.TrailingZeros64(uint64(rest))].Code)
	}
	return slices.Clip(codes)
}

// checkSet is a set of checks, a bit for each place in checkOrder.
type checkSet uint32

// checks returns the checks of the codes, each once however many codes it has.
func (s codeSet) checks() (set checkSet) {
	for rest := s; rest != 0; rest &= rest - 1 {
		set |= checkBits[bits.TrailingZeros64(uint64(rest))]
	}
	return set
}

// checkBits are the checks of the codes in the table, as sets.
var checkBits = func() (bits []checkSet) {
	for _, r := range FindingRules {
		bits = append(bits, 1<<slices.Index(checkOrder, r.Check))
	}
	return bits
}()

// size returns how many checks are in the set.
func (s checkSet) size() int { return bits.OnesCount32(uint32(s)) }

// The sets that verdicts are made with.
var (
	unknownCodes = codesThat(func(r FindingRule) bool { return r.Outcome == model.FindingOutcomeUnknown })
	noCoverCodes = codesThat(func(r FindingRule) bool { return r.Code.IsNoCover() })

	datesUnknown          = codesOf(model.FindingCodeDatesUnknown)
	assetNotCovered       = codesOf(model.FindingCodeAssetNotCovered)
	deductibleTooHigh     = codesOf(model.FindingCodeDeductibleTooHigh)
	deductibleUnknown     = codesOf(model.FindingCodeDeductibleUnknown)
	aggregateTooLow       = codesOf(model.FindingCodeAggregateTooLow)
	periodTooShort        = codesOf(model.FindingCodePeriodTooShort)
	periodUnknown         = codesOf(model.FindingCodePeriodUnknown)
	attachmentGap         = codesOf(model.FindingCodeAttachmentGap)
	applicabilityUnknown  = codesOf(model.FindingCodeApplicabilityUnknown)
	perilMissing          = codesOf(model.FindingCodePerilMissing)
	limitTooLow           = codesOf(model.FindingCodeLimitTooLow)
	limitUnknown          = codesOf(model.FindingCodeLimitUnknown)
	currencyDiffers       = codesOf(model.FindingCodeCurrencyDiffers)
	requiredAmountUnknown = codesOf(model.FindingCodeRequiredAmountUnknown)
)
