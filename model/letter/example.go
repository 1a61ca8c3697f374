package letter

import "github.com/covertrack/covertrack/model"

// Example returns a request with a value in each member, on which templates are tried.
func Example() *Request {
	return &Request{
		Lender: Lender{
			Name: "Harbor Example Bank", ContactName: "Insurance Desk", ContactEmail: "insurance@harbor.example.com",
			ContactPhone: "(555) 555-0100", ReplyTo: "evidence@harbor.example.com", Address: "1 Harbor Street\nSpringfield, IL 62701",
		},
		Step:           model.RenewalStepRequest,
		Place:          "12 Example Street and 2 more, Mill Lofts LLC",
		Reference:      "policy EX-123, expires December 20, 2026",
		Borrowers:      []string{"Mill Lofts LLC", "Alex Example"},
		Insureds:       []string{"Mill Lofts Management LLC"},
		Properties:     []string{"12 Example Street, Springfield, IL 62701", "14 Example Street, Springfield, IL 62701"},
		MoreProperties: 1,
		CaseName:       "LN-0001",
		LoanNumber:     "LN-0001",
		PolicyName:     "Building",
		PolicyNumber:   "EX-123",
		Carrier:        "Example Mutual",
		EndsOn:         "December 20, 2026",
		ResumesOn:      "January 20, 2027",
		Document:       "an ACORD 28 (Evidence of Commercial Property Insurance)",
		Ended:          true,
		Cancelled:      true,
		Limits: []Limit{
			{Coverage: "Building", Kind: limitKindNames[model.LimitKindPerOccurrence], Amount: "$1,000,000"},
		},
		Deductible: "$25,000",
		Demands: []string{"Building at 12 Example Street: a limit of at least $1,250,000; a deductible of at most $25,000; " +
			"insured against the perils listed."},
		Perils: []Perils{{Coverage: "Building", Names: []string{"Fire", "Windstorm or Hail"}}},
		Clauses: []Clause{{
			Type: clauseNames[model.ClauseTypeMortgagee], Holder: "Harbor Example Bank ISAOA/ATIMA",
			Address: "1 Harbor Street, Springfield, IL 62701",
			Wording: "Harbor Example Bank, its successors and/or assigns, as their interests may appear",
		}},
		Findings:  []string{"12 Example Street: Building limit is $1,000,000; $1,250,000 is required."},
		RespondBy: "December 20, 2026",
		Link:      "https://insurance.example.com/evidence/…",
	}
}

// empty returns a request for a policy of which nothing is known.
func empty() *Request {
	r := &Request{Lender: Lender{Name: "Harbor Example Bank"}, Step: model.RenewalStepRequest,
		Document: Facts{Policy: &model.Policy{}}.document()}
	r.Place, r.Reference = r.place(), r.reference()
	return r
}
