package storage

import "slices"

// Showing reads without the columns that nobody will see: those of which shows answers false for all members, which are named as in
// the schema. The members left out are zero, so what is to be written, or decided upon, is read whole. It matters for policies
// and their versions, whose coverage is most of what they cost to read.
func (p *Portfolio) Showing(shows func(member string) bool) *Portfolio {
	scoped := *p
	scoped.shows = shows
	return &scoped
}

// shownBy are the members that show a column; a column that is not here is always read.
var shownBy = map[string][]string{
	"asset_perils":             {"perils", "perilsByAsset"},
	"carrier":                  {"carrier"},
	"coverage_form_type":       {"coverageFormType"},
	"coverage_layer":           {"coverageLayer"},
	"coverage_type_ids":        {"coverageTypeIds", "coverageTypes", "perils", "perilsByAsset"},
	"deductible":               {"deductible"},
	"display_name":             {"displayName"},
	"gap_days":                 {"gapDays"},
	"insurance_contact_ids":    {"insuranceContactIds", "insuranceContacts"},
	"insurance_contact_cc_ids": {"insuranceContactCCIds", "insuranceContactsCC"},
	"insured_ids":              {"insuredIds", "insureds"},
	"is_current":               {"isCurrent"},
	"limits":                   {"limits"},
	"loan_amount":              {"loanAmount"},
	"metadata":                 {"metadata"},
	"mortgagee_clause_ids":     {"mortgageeClauseIds", "mortgageeClauses"},
	"name":                     {}, // as it was given; displayName is what is shown
	"peril_ids":                {"perils", "perilsByAsset"},
	"premium":                  {"premium"},
	"product_type":             {"productType"},
	"version_number":           {"versionNumber"},
}

// shown are those of the columns that will be seen, or are always read.
func (p *Portfolio) shown(columns ...string) []string {
	if p.shows == nil {
		return columns
	}
	return slices.DeleteFunc(slices.Clone(columns), func(column string) bool {
		members, optional := shownBy[column]
		return optional && !slices.ContainsFunc(members, p.shows)
	})
}

// columnsNamed are all columns of a noun's table.
func columnsNamed[T any]() (names []string) {
	for _, f := range tableOf[T]().Fields { // without those that are of no table
		names = append(names, f.Name)
	}
	return names
}
