package compliance

import (
	"math/bits"
	"slices"

	"github.com/covertrack/covertrack/model"
)

// FindingRule is one row of the table of finding codes: which check it is of, how that check went, and what it says.
type FindingRule struct {
	Code     model.FindingCode
	Check    int                  // of the ten checks
	Outcome  model.FindingOutcome // fail, or unknown where data is missing; never waived
	Meaning  string               // the description in the schema and in the guide
	Sentence string               // the message; names in braces are filled in
}

// FindingRules are the codes of findings in the order of the checks. The schema, the guide and the messages follow it.
var FindingRules = []FindingRule{
	{model.FindingCodeNoPolicy, 1, model.FindingOutcomeFail, "No policy insures it, nor has any done so.",
		"No policy insures {target} for {coverage}."},
	{model.FindingCodeNotStarted, 2, model.FindingOutcomeFail, "The policy's term has not begun.",
		"{policy} does not begin until {found}."},
	{model.FindingCodeExpired, 2, model.FindingOutcomeFail, "The policy's term is over.",
		"{policy} expired on {found}{next term}."},
	{model.FindingCodeCancelled, 2, model.FindingOutcomeFail, "The policy was cancelled.",
		"{policy} was cancelled as of {found}{next term}."},
	{model.FindingCodeDeactivated, 2, model.FindingOutcomeFail, "The policy was deactivated.",
		"{policy} was deactivated on {found}{next term}."},
	{model.FindingCodeDatesUnknown, 2, model.FindingOutcomeUnknown, "The policy's dates are not known.",
		"The dates of {policy} are not all known; the dates on which its term begins and ends are required."},
	{model.FindingCodeAssetNotCovered, 3, model.FindingOutcomeFail, "The policy does not insure the asset.",
		"{policy} does not cover {target}."},
	{model.FindingCodeClauseMissing, 4, model.FindingOutcomeFail, "The policy lacks the clause.",
		"{policy} lacks the {required}."},
	{model.FindingCodeRatingTooLow, 5, model.FindingOutcomeFail, "The carrier's rating is too low.",
		"The carrier of {policy} is rated {found}; {required} or better is required."},
	{model.FindingCodeRatingUnknown, 5, model.FindingOutcomeUnknown, "The carrier's rating is not known.",
		"The rating of the carrier of {policy} is not known; {required} or better is required."},
	{model.FindingCodeFormNotAccepted, 6, model.FindingOutcomeFail, "The coverage form is not accepted.",
		"The coverage form of {policy} is {found}; {required} is required."},
	{model.FindingCodeFormUnknown, 6, model.FindingOutcomeUnknown, "The coverage form is not known.",
		"The coverage form of {policy} is not known; {required} is required."},
	{model.FindingCodeDeductibleTooHigh, 7, model.FindingOutcomeFail, "The deductible is too high.",
		"The deductible of {policy} is {found}; at most {required} is accepted."},
	{model.FindingCodeDeductibleUnknown, 7, model.FindingOutcomeUnknown,
		"The deductible, or the limit that it is a share of, is not known.",
		"The deductible of {policy}, or the limit that it is measured by, is not known; at most {required} is accepted."},
	{model.FindingCodeCurrencyDiffers, 7, model.FindingOutcomeUnknown, "An amount is of another currency.",
		"The {amount} of {policy} is {found}, which cannot be held against {required}."},
	{model.FindingCodePrimaryMissing, 8, model.FindingOutcomeFail, "No policy of the primary layer insures it.",
		"No primary policy has {coverage} coverage for {target}."},
	{model.FindingCodePerilMissing, 9, model.FindingOutcomeFail, "A demanded peril is not insured.",
		"{coverage} coverage for {target} does not include {peril}."},
	{model.FindingCodeLimitTooLow, 10, model.FindingOutcomeFail, "The limits are too low.",
		"{coverage} limit{where} is {found}{part}; {required} is required."},
	{model.FindingCodeLimitUnknown, 10, model.FindingOutcomeUnknown, "A policy's limit is not known.",
		"The {coverage} limit of {policy} is not known; {required} is required."},
	{model.FindingCodeRequiredAmountUnknown, 10, model.FindingOutcomeUnknown,
		"What is required depends on an amount that is not known.",
		"The {coverage} limit that is required for {target} depends on an amount that is not known."},
}

// findingPlaces are the places of the codes in the table.
var findingPlaces = func() map[model.FindingCode]int {
	places := make(map[model.FindingCode]int, len(FindingRules))
	for i, r := range FindingRules {
		places[r.Code] = i
	}
	return places
}()

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

// checkSet is a set of checks, a bit for each of their numbers.
type checkSet uint32

// checks returns the checks of the codes, each once however many codes it has.
func (s codeSet) checks() (set checkSet) {
	for rest := s; rest != 0; rest &= rest - 1 {
		set |= 1 << FindingRules[bits.TrailingZeros64(uint64(rest))].Check
	}
	return set
}

// size returns how many checks are in the set.
func (s checkSet) size() int { return bits.OnesCount32(uint32(s)) }

// The sets that verdicts are made with.
var (
	unknownCodes = codesThat(func(r FindingRule) bool { return r.Outcome == model.FindingOutcomeUnknown })
	noCoverCodes = codesThat(func(r FindingRule) bool { return r.Code.IsNoCover() })

	datesUnknown          = codesOf(model.FindingCodeDatesUnknown)
	assetNotCovered       = codesOf(model.FindingCodeAssetNotCovered)
	perilMissing          = codesOf(model.FindingCodePerilMissing)
	limitTooLow           = codesOf(model.FindingCodeLimitTooLow)
	limitUnknown          = codesOf(model.FindingCodeLimitUnknown)
	currencyDiffers       = codesOf(model.FindingCodeCurrencyDiffers)
	requiredAmountUnknown = codesOf(model.FindingCodeRequiredAmountUnknown)
)
