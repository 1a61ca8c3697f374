package model

// EvidenceRequest is what a lender asks of a broker or a borrower for one term of a policy, in words: what its letters
// say, and the page that their link opens. A text that is not known is empty. No text ends with a line break.
type EvidenceRequest struct {
	Lender         EvidenceRequestLender
	Step           RenewalStep // empty if no step asks
	Borrowers      []string    // the insureds
	Properties     []string    // at most MaxRequestProperties of them, each on one line
	MoreProperties int         // how many there are besides
	CaseName       string
	LoanNumber     string
	PolicyName     string
	PolicyNumber   string
	Carrier        string
	EndsOn         string // YYYY-MM-DD: when the cover ends
	Cancelled      bool   // whether it ends by a cancellation
	Limits         []EvidenceRequestLimit
	Deductible     string   // as people read it: 25,000.00 USD
	Demands        []string // of the risk profile, those that the policy serves; a sentence each
	Clauses        []EvidenceRequestClause
	Findings       []string // what is wrong today, a sentence each
	RespondBy      string   // YYYY-MM-DD
	Link           string   // to the page where evidence is handed in; empty if there is none
}

// EvidenceRequestLender is in whose name is asked, and who answers questions.
type EvidenceRequestLender struct {
	Name, ContactName, ContactEmail, ContactPhone string
	ReplyTo                                       string
	Address                                       string // may have several lines
}

// EvidenceRequestLimit is a limit that ends with the term.
type EvidenceRequestLimit struct {
	Coverage string // the coverage type's name; empty for a limit of the whole policy
	Kind     string // in words: per occurrence
	Amount   string // as people read it: 1,000,000.00 USD
}

// EvidenceRequestClause is a clause that the evidence must show.
type EvidenceRequestClause struct {
	Type    string // in words: Lender's Loss Payable
	Holder  string
	Address string // the holder's, on one line
	Wording string // may have several lines
}

// MaxRequestProperties is how many properties a request names.
const MaxRequestProperties = 10
