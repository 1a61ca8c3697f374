package model

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/google/uuid"
)

// EvidenceRequest is what a lender asks of a broker or a borrower for one term of a policy, in words: what its letters
// say, and the page that their link opens. A text that is not known is empty. Texts are on one line where nothing else
// is said; none has other control characters.
type EvidenceRequest struct {
	Lender         EvidenceRequestLender
	Step           RenewalStep // empty if no step asks
	Place          string      // for a subject: 12 Example Street and 2 more, Mill Lofts LLC; never empty
	Reference      string      // for a subject: policy EX-123, expires 2026-12-20; never empty
	Borrowers      []string    // the insureds
	Properties     []string    // at most maxProperties of them
	MoreProperties int         // how many there are besides
	CaseName       string
	LoanNumber     string
	PolicyName     string
	PolicyNumber   string
	Carrier        string
	EndsOn         string // YYYY-MM-DD: when the cover ends
	Ended          bool   // whether that day has come
	Cancelled      bool   // whether it ends by a cancellation
	Limits         []EvidenceRequestLimit
	Deductible     string   // as people read it: 25,000.00 USD
	Demands        []string // of the risk profile, those that the policy serves; a sentence each
	Clauses        []EvidenceRequestClause
	Findings       []string // what is wrong today, a sentence each
	RespondBy      string   // YYYY-MM-DD; empty for at once
	Link           string   // to the page where evidence is handed in; empty if there is none
}

// EvidenceRequestLender is in whose name is asked, and who answers questions.
type EvidenceRequestLender struct {
	Name, ContactName, ContactEmail, ContactPhone string
	ReplyTo                                       string // where the letter is answered; the contact's by default
	Address                                       string // may have several lines
}

// EvidenceRequestLimit is a limit that ends with the term.
type EvidenceRequestLimit struct {
	Coverage string // the coverage type's name; empty for a limit of the whole policy
	Kind     string // in words: each occurrence
	Amount   string // as people read it: 1,000,000.00 USD
}

// EvidenceRequestClause is a clause that the evidence must show.
type EvidenceRequestClause struct {
	Type    string // in words: lender's loss payable clause
	Holder  string
	Address string // the holder's
	Wording string // may have several lines
}

// EvidenceRequestFacts are the records that a request is made of.
type EvidenceRequestFacts struct {
	Lender     *Lender
	Case       *Case
	Policy     *Policy
	Insureds   []*Insured         // that the policy names, and the case
	Clauses    []*MortgageeClause // that the policy names, and the case, with their holders
	Compliance ComplianceFacts    // of the case, with the names of the profile's holders
	Step       RenewalStep        // empty if no step asks
	Now        time.Time
}

// The most that a request lists of a kind; the rest is counted.
const (
	maxBorrowers  = 10
	maxProperties = 10
	maxFindings   = 20
)

// NewEvidenceRequest puts into words what is asked for a policy's current term. It follows from the records and the
// day alone, and has no link.
func NewEvidenceRequest(f EvidenceRequestFacts) *EvidenceRequest {
	p, today := f.Policy, DayOf(f.Now)
	r := &EvidenceRequest{
		Lender: f.Lender.inRequests(), Step: f.Step, CaseName: oneLine(f.Case.DisplayName),
		LoanNumber: oneLine(orZero(f.Case.LoanNumber)), PolicyName: oneLine(p.DisplayName),
		PolicyNumber: oneLine(orZero(p.PolicyNumber)), Cancelled: p.Ending() != nil, Deductible: spokenMoney(p.Deductible),
	}
	if p.Carrier != nil {
		r.Carrier = oneLine(p.Carrier.Name)
	}
	if end := p.FollowUpEnd(); end != nil {
		r.EndsOn, r.Ended = end.UTC().Format(time.DateOnly), !today.Before(DayOf(*end))
		r.RespondBy = respondBy(*end, f.Lender.Steps, today)
	}
	for _, l := range p.Limits {
		r.Limits = append(r.Limits, l.inRequests())
	}
	r.Borrowers = atMost(f.borrowers(), maxBorrowers, "and %d more")
	r.setProperties(f.properties())
	d := f.openDemands(today)
	r.Demands, r.Findings = d.sentences(), atMost(d.findings(), maxFindings, "There are %d more.")
	for _, c := range d.clauses() {
		r.Clauses = append(r.Clauses, c.inRequests())
	}
	r.Place, r.Reference = r.place(), r.reference()
	return r
}

// respondBy returns the day by which an answer is due: the end of the cover, and after it the day of the next step;
// "" for at once.
func respondBy(end time.Time, steps RenewalSteps, today time.Time) string {
	for _, step := range Schedule(end, steps) {
		if step.Step.tellsOfEnd() && step.DueAt.After(today) {
			return step.DueAt.Format(time.DateOnly)
		}
	}
	return ""
}

// borrowers returns the names of the policy's insureds, else of the case's.
func (f EvidenceRequestFacts) borrowers() (names []string) {
	ids := f.Policy.InsuredIDs
	if len(ids) == 0 {
		ids = f.Case.InsuredIDs
	}
	for _, i := range inOrder(ids, f.Insureds, func(i *Insured) uuid.UUID { return i.ID }) {
		names = append(names, oneLine(i.DisplayName))
	}
	return names
}

// properties returns the names of the assets that the policy covers, else of all tangible ones of the case.
func (f EvidenceRequestFacts) properties() (names []string) {
	assets := slices.SortedFunc(slices.Values(f.Compliance.Assets), func(a, b *Asset) int { return compareIDs(a.ID, b.ID) })
	for _, a := range assets {
		if f.Policy.coversAsset(a.ID) || len(f.Policy.AssetPerils) == 0 && a.isTangible() {
			names = append(names, oneLine(a.DisplayName))
		}
	}
	return names
}

func (c *Coverage) coversAsset(id uuid.UUID) bool {
	return slices.ContainsFunc(c.AssetPerils, func(at EvidencedPerils) bool { return at.AssetID == id })
}

func (r *EvidenceRequest) setProperties(names []string) {
	r.Properties = names[:min(len(names), maxProperties)]
	r.MoreProperties = len(names) - len(r.Properties)
}

// The sizes of the parts of a subject, so that it can be read as a whole.
const (
	placeSize     = 60
	referenceSize = 40
)

// place returns for what is asked: the first property up to the first comma, and the first borrower.
func (r *EvidenceRequest) place() string {
	var parts []string
	if len(r.Properties) > 0 {
		street, _, _ := strings.Cut(r.Properties[0], ", ")
		street = Shorten(street, placeSize)
		if more := len(r.Properties) - 1 + r.MoreProperties; more > 0 {
			street = fmt.Sprintf("%s and %d more", street, more)
		}
		parts = append(parts, street)
	}
	if len(r.Borrowers) > 0 {
		parts = append(parts, Shorten(r.Borrowers[0], placeSize))
	}
	switch {
	case len(parts) > 0:
		return strings.Join(parts, ", ")
	case r.LoanNumber != "":
		return "loan " + Shorten(r.LoanNumber, placeSize)
	default:
		return "the insured property"
	}
}

// reference returns by what the recipient knows the policy, and when it ends.
func (r *EvidenceRequest) reference() string {
	name := "policy " + Shorten(r.PolicyNumber, referenceSize)
	if r.PolicyNumber == "" {
		name = cmp.Or(Shorten(r.PolicyName, referenceSize), "policy")
	}
	switch {
	case r.EndsOn == "":
		return name
	case r.Cancelled:
		return name + ", cancelled as of " + r.EndsOn
	case r.Ended:
		return name + ", expired " + r.EndsOn
	default:
		return name + ", expires " + r.EndsOn
	}
}

func (l *Lender) inRequests() EvidenceRequestLender {
	return EvidenceRequestLender{
		Name: oneLine(l.Name), ContactName: oneLine(orZero(l.ContactName)), ContactEmail: oneLine(orZero(l.ContactEmail)),
		ContactPhone: oneLine(orZero(l.ContactPhone)), ReplyTo: oneLine(orZero(l.ReplyAddress())),
		Address: someLines(orZero(l.Address)),
	}
}

func (l *Limit) inRequests() EvidenceRequestLimit {
	limit := EvidenceRequestLimit{Kind: limitKindNames[l.Kind], Amount: spokenMoney(l.Amount)}
	if l.CoverageType != nil {
		if t, ok := CoverageTypes.ByID(*l.CoverageType); ok {
			limit.Coverage = t.Name
		}
	}
	return limit
}

var limitKindNames = map[LimitKind]string{
	LimitKindPerOccurrence: "each occurrence", LimitKindAggregate: "aggregate", LimitKindTotal: "whole policy",
}

func (c *MortgageeClause) inRequests() EvidenceRequestClause {
	clause := EvidenceRequestClause{Type: clauseNames[c.ClauseType], Wording: someLines(c.Wording)}
	if h := c.CertificateHolder; h != nil {
		clause.Holder = oneLine(h.Name)
		if h.Address != nil {
			clause.Address = oneLine(h.Address.String())
		}
	}
	return clause
}

// clauseNames are the types of clauses as a sentence has them.
var clauseNames = map[ClauseType]string{
	ClauseTypeMortgagee:          "mortgagee clause",
	ClauseTypeLendersLossPayable: "lender's loss payable clause",
	ClauseTypeLossPayee:          "loss payee clause",
	ClauseTypeAdditionalInsured:  "additional insured endorsement",
	ClauseTypeCertificateHolder:  "certificate holder entry",
}

// spokenMoney returns money as people read it: 25,000.00 USD; "" for none.
func spokenMoney(m *Money) string {
	if u := unitsOf(m); u.isKnown() {
		return u.withThousands()
	}
	if m == nil {
		return ""
	}
	return m.String()
}

// atMost keeps the first texts of a list, and counts the rest in one more.
func atMost(list []string, most int, rest string) []string {
	if len(list) <= most {
		return list
	}
	return append(slices.Clone(list[:most]), fmt.Sprintf(rest, len(list)-most))
}

// inOrder returns the records with these ids, in their order. An id without a record is left out.
func inOrder[T any](ids []uuid.UUID, records []*T, id func(*T) uuid.UUID) (ordered []*T) {
	for _, wanted := range ids {
		if i := slices.IndexFunc(records, func(r *T) bool { return id(r) == wanted }); i >= 0 {
			ordered = append(ordered, records[i])
		}
	}
	return ordered
}

// oneLine returns a text without what could begin a line or turn the direction of writing.
func oneLine(s string) string { return strings.Join(strings.Fields(strings.Map(plainRune, s)), " ") }

// someLines does the same to each line of a text, and leaves out blank lines.
func someLines(s string) string {
	var lines []string
	for line := range strings.Lines(strings.ReplaceAll(s, "\r", "\n")) {
		if line = oneLine(line); line != "" {
			lines = append(lines, line)
		}
	}
	return strings.Join(lines, "\n")
}

func plainRune(r rune) rune {
	switch {
	case unicode.IsControl(r) || r == '\u2028' || r == '\u2029' || r == unicode.ReplacementChar:
		return ' '
	case unicode.Is(unicode.Bidi_Control, r):
		return -1
	default:
		return r
	}
}
