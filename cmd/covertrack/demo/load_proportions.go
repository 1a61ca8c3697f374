package demo

import (
	"time"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage/book"
)

// How many of each noun ten cases have, in an order of chance, so that the sums are exact: 1.4 assets, 3.6 policies
// with three versions each, and 12 documents a case.
var (
	assetsOfTen    = []int{0, 1, 1, 1, 1, 1, 2, 2, 2, 3}
	policiesOfTen  = []int{1, 2, 2, 3, 3, 4, 4, 5, 6, 6}
	documentsOfTen = []int{4, 6, 8, 10, 12, 12, 14, 16, 18, 20}
)

// The history of a portfolio is the same on every day that it is made: cases come in over 500 days from its beginning,
// and the second term of each policy a year after its case. Only the end of that term is relative to the day.
var beginning = time.Date(2022, 1, 3, 9, 0, 0, 0, time.UTC)

const comingIn = 500 * 24 * time.Hour

// share is a value and how many of a hundred records have it.
type share[T any] struct {
	percent int
	value   T
}

func pick[T any](b *book.Book, shares []share[T]) (value T) {
	chance := b.Random.IntN(100)
	for _, s := range shares {
		value = s.value
		if chance -= s.percent; chance < 0 {
			break
		}
	}
	return value
}

var (
	caseStatuses = []share[model.CaseStatus]{
		{58, model.CaseStatusOpen}, {26, model.CaseStatusApproved}, {8, model.CaseStatusOnboarding},
		{4, model.CaseStatusDraft}, {4, model.CaseStatusOnHold},
	}
	// policyStatuses and legacyExpiries, the days from today in which the current term ends, are those of cases with a program.
	// With those of cases with a risk profile, where fate decides what ends a policy, it is about 5 % of all policies that
	// lapsed, and 3 % that are deactivated.
	policyStatuses = []share[model.PolicyStatus]{
		{86, model.PolicyStatusActive}, {4, model.PolicyStatusRenewalInProgress}, {8, model.PolicyStatusDeactivated},
		{2, model.PolicyStatusOnHold},
	}
	legacyExpiries = []share[[2]int]{
		{10, [2]int{-60, -1}}, {8, [2]int{1, 15}}, {10, [2]int{16, 30}}, {15, [2]int{31, 60}}, {57, [2]int{61, 360}},
	}
	frameworkStatuses = []share[model.PolicyStatus]{
		{94, model.PolicyStatusActive}, {4, model.PolicyStatusRenewalInProgress}, {2, model.PolicyStatusOnHold},
	}
	frameworkExpiries = []share[[2]int]{
		{8, [2]int{1, 15}}, {10, [2]int{16, 30}}, {15, [2]int{31, 60}}, {67, [2]int{61, 360}},
	}
	lapsedExpiries = []share[[2]int]{{100, [2]int{-60, -1}}}
	assetTypes     = []share[string]{
		{40, "commercialRealEstate"}, {30, "multifamily"}, {5, "constructionProject"},
		{8, "equipment"}, {5, "vehicle"}, {5, "inventory"}, {7, "businessOperations"},
	}
	categories = []share[string]{
		{22, "evidenceOfProperty"}, {18, "certificateOfLiability"}, {15, "policy"}, {15, "declarations"},
		{8, "paidReceipt"}, {6, "binder"}, {5, "endorsement"}, {4, "nfipDeclarations"}, {4, "correspondence"}, {3, "valuation"},
	}
)

// fates are what becomes of cases with a risk profile, two of three; the others have a program and no verdict. So the
// verdicts are about 66 % compliant, 15 % deficient, 9 % unknown, 4 % waived, and 6 % not applicable: those of the
// profile that demands nothing, and cases without an asset that it demands insurance of.
var fates = []share[fate]{
	{65, fate{}},
	{2, fate{then: reinstate}},

	{5, fate{lapsed: true}},
	{2, fate{then: cancel}},
	{1, fate{then: deactivate}},
	{4, fate{edit: halfLimits}},
	{2, fate{edit: fewPerils}},
	{2, fate{edit: noClause}},

	{4, fate{edit: rated("NR")}},
	{3, fate{edit: noLimits}},
	{3, fate{edit: unknownForm}},

	{2, fate{edit: rated("B++ VIII"), waived: []model.FindingCode{model.FindingCodeRatingTooLow}}},
	{2, fate{edit: halfLimits, waived: []model.FindingCode{model.FindingCodeLimitTooLow}}},

	{3, fate{undemanding: true}},
}
