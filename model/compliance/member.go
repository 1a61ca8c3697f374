package compliance

import "slices"

// Member is something that a requirement can ask, as the console's forms show it.
type Member struct {
	Name    string     `json:"name"`
	Label   string     `json:"label"`
	Kind    MemberKind `json:"kind"`
	Of      string     `json:"of,omitempty"`      // of a choice: the list that it is made from
	Members []Member   `json:"members,omitempty"` // of a group, and of each of the rows
}

// MemberKind is what the value of a member is.
type MemberKind string

const (
	textMember    MemberKind = "text"
	numberMember  MemberKind = "number"
	percentMember MemberKind = "percent"
	moneyMember   MemberKind = "money"
	yesMember     MemberKind = "yes"     // true, or absent
	jsonMember    MemberKind = "json"    // of whatever type a field has
	choiceMember  MemberKind = "choice"  // one of a list
	choicesMember MemberKind = "choices" // some of a list
	textsMember   MemberKind = "texts"
	jsonsMember   MemberKind = "jsons"
	groupMember   MemberKind = "group"
	rowsMember    MemberKind = "rows"
)

// Members are what a requirement can ask: what it is for, its limits and deductibles, and of each check of single policies what
// that asks.
func Members() []Member {
	all := slices.Concat(scopeMembers, limitMembers, deductibleMembers)
	for _, check := range policyChecks {
		all = append(all, check.members...)
	}
	return append(all, Member{"weight", "Weight", numberMember, "", nil})
}

var scopeMembers = []Member{
	{"coverageType", "Coverage", choiceMember, "coverageTypes", nil},
	{"key", "Key", textMember, "", nil},
	{"assetTypes", "Assets", choicesMember, "assetTypes", nil},
	{"perils", "Perils", choicesMember, "perils", nil},
	{"appliesWhen", "Applies where", groupMember, "", []Member{
		{"floodZones", "Flood zones", textsMember, "", nil},
		{"states", "States", textsMember, "", nil},
		{"loanAmount", "Loan amount", groupMember, "", boundMembers},
		{"insurableValue", "Insurable value", groupMember, "", boundMembers},
		{"fields", "Fields", rowsMember, "", []Member{
			{"fieldType", "Field", choiceMember, "fieldTypes", nil},
			{"in", "One of", jsonsMember, "", nil},
			{"gte", "At least", jsonMember, "", nil},
			{"lt", "Less than", jsonMember, "", nil},
		}},
	}},
}

var boundMembers = []Member{{"gte", "At least", moneyMember, "", nil}, {"lt", "Less than", moneyMember, "", nil}}

var limitMembers = []Member{
	{"minimumLimit", "Minimum limit", moneyMember, "", nil},
	{"limitBasis", "Limit follows", choiceMember, "limitBasis", nil},
	{"limitPercent", "Percent of it", percentMember, "", nil},
	{"limitPer", "Limit of", choiceMember, "limitPer", nil},
	{"minimumAggregate", "Minimum aggregate", moneyMember, "", nil},
	{"minimumMonths", "Months of loss", numberMember, "", nil},
	{"minimumExtendedDays", "Extended period, days", numberMember, "", nil},
}

var deductibleMembers = []Member{
	{"maximumDeductible", "Maximum deductible", moneyMember, "", nil},
	{"maximumDeductiblePercent", "Maximum deductible, percent of the limit", percentMember, "", nil},
	{"deductibles", "Deductibles by peril", rowsMember, "", []Member{
		{"perils", "Perils", choicesMember, "perils", nil},
		{"maximumAmount", "At most", moneyMember, "", nil},
		{"maximumPercent", "At most, percent of the insured value", percentMember, "", nil},
		{"maximumHours", "At most, hours", numberMember, "", nil},
	}},
}
