package letter

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/compliance"
	"github.com/covertrack/covertrack/model/scalar"
)

// Request is what a lender asks of a broker or a borrower for one term of a policy, in words: what its letters
// say, and the page that their link opens. A text that is not known is empty. Texts are on one line where nothing else
// is said; none has other control characters.
type Request struct {
	Lender         Lender
	Step           model.RenewalStep // empty if no step asks
	Place          string            // for a subject: 12 Example Street and 2 more, Mill Lofts LLC; never empty
	Reference      string            // for a subject: policy EX-123, expires December 20, 2026; never empty
	Borrowers      []string          // of the case, else the policy's insureds
	Insureds       []string          // the policy's, where they are not the borrowers
	Properties     []string          // at most maxProperties of them
	MoreProperties int               // how many there are besides
	CaseName       string            // the loan number too: what the lender calls the case is not for others
	LoanNumber     string
	PolicyName     string
	PolicyNumber   string
	Carrier        string
	EndsOn         string // YYYY-MM-DD: when the cover ends
	Ended          bool   // whether that day has come
	Cancelled      bool   // whether it ends by a cancellation
	ResumesOn      string // YYYY-MM-DD: when cover begins again, by a reinstatement or a term that is entered already
	Document       string // what proves the cover: an ACORD 28 (…); never empty
	Limits         []Limit
	Deductible     string   // as people write it: $25,000
	Demands        []string // of the risk profile, those that the policy serves; a sentence each
	Perils         []Perils // which they list
	Clauses        []Clause
	Findings       []string // what is wrong today, a sentence each
	RespondBy      string   // YYYY-MM-DD; empty for at once
	Link           string   // to the page where evidence is handed in; empty if there is none
}

// Perils are those that a coverage must insure against.
type Perils struct {
	Coverage string
	Names    []string
}

// Lender is in whose name is asked, and who answers questions.
type Lender struct {
	Name, ContactName, ContactEmail, ContactPhone string
	ReplyTo                                       string // where the letter is answered; the contact's by default
	Address                                       string // may have several lines
}

// Limit is a limit that ends with the term.
type Limit struct {
	Coverage string // the coverage type's name; empty for a limit of the whole policy
	Kind     string // in words: each occurrence
	Amount   string // as people write it: $1,000,000
}

// Clause is a clause that the evidence must show.
type Clause struct {
	Type    string // in words: lender's loss payable clause
	Holder  string
	Address string // the holder's
	Wording string // may have several lines
}

// Facts are the records that a request is made of.
type Facts struct {
	Lender     *model.Lender
	Case       *model.Case
	Policy     *model.Policy
	Insureds   []*model.Insured         // that the policy names, and the case
	Clauses    []*model.MortgageeClause // that the policy names, and the case, with their holders
	Compliance compliance.Facts         // of the case, with the names of the profile's holders
	Step       model.RenewalStep        // empty if no step asks
	Gap        *model.CoverGap          // that is told of; nil for the end of the current term
	Now        time.Time
}

// The most that a request lists of a kind; the rest is counted.
const (
	maxBorrowers  = 10
	maxProperties = 10
	maxFindings   = 20
)

// NewRequest puts into words what is asked for a policy's current term. It follows from the records and the
// day alone, and has no link.
func NewRequest(f Facts) *Request {
	p, today := f.Policy, scalar.DayOf(f.Now)
	r := &Request{
		Lender: requestLender(f.Lender), Step: f.Step, Document: f.document(),
		LoanNumber: oneLine(scalar.OrZero(f.Case.LoanNumber)), PolicyName: oneLine(p.DisplayName),
		PolicyNumber: oneLine(scalar.OrZero(p.PolicyNumber)), Deductible: p.Deductible.Spoken(),
	}
	r.CaseName = r.LoanNumber
	if p.Carrier != nil {
		r.Carrier = oneLine(p.Carrier.Name)
	}
	r.setEnd(f, today)
	for _, l := range p.Limits {
		r.Limits = append(r.Limits, requestLimit(l))
	}
	r.setParties(f)
	r.setProperties(f.properties())
	d := f.openDemands(today)
	r.Demands, r.Perils = d.sentences()
	r.Findings = atMost(d.findings(), maxFindings, "There are %d more.")
	for _, c := range d.clauses() {
		r.Clauses = append(r.Clauses, requestClause(c))
	}
	r.Place, r.Reference = r.place(), r.reference()
	return r
}

// setEnd sets when the cover ends, or ended, and by when to answer.
func (r *Request) setEnd(f Facts, today time.Time) {
	end := f.Policy.FollowUpEnd()
	r.Cancelled = f.Policy.Ending() != nil
	if f.Gap != nil {
		end, r.Cancelled = &f.Gap.Cancellation.EffectiveDate, true
		if f.Gap.Until != nil {
			r.ResumesOn = f.Gap.Until.UTC().Format(time.DateOnly)
		}
	}
	if end != nil {
		r.EndsOn, r.Ended = end.UTC().Format(time.DateOnly), !today.Before(scalar.DayOf(*end))
		r.RespondBy = respondBy(*end, f.Lender.Steps, today)
	}
}

// InLetter returns the request as letters have it: with their link, and days as people write them.
func (r Request) InLetter(link string) *Request {
	r.Link = link
	for _, day := range []*string{&r.EndsOn, &r.ResumesOn, &r.RespondBy} {
		if t, err := time.Parse(time.DateOnly, *day); err == nil {
			*day = scalar.SpokenDay(t)
		}
	}
	return &r
}

// respondBy returns the day by which an answer is due: the end of the cover, and after it the day of the next step;
// "" for at once.
func respondBy(end time.Time, steps model.RenewalSteps, today time.Time) string {
	for _, step := range model.Schedule(end, steps) {
		if step.Step.TellsOfEnd() && step.DueAt.After(today) {
			return step.DueAt.Format(time.DateOnly)
		}
	}
	return ""
}

// setParties names the borrowers, who are the case's insureds, and who else the policy insures.
func (r *Request) setParties(f Facts) {
	named := func(ids []uuid.UUID) (names []string) {
		for _, i := range inOrder(ids, f.Insureds, func(i *model.Insured) uuid.UUID { return i.ID }) {
			names = append(names, oneLine(i.DisplayName))
		}
		return atMost(names, maxBorrowers, "and %d more")
	}
	r.Borrowers, r.Insureds = named(f.Case.InsuredIDs), named(f.Policy.InsuredIDs)
	if len(r.Borrowers) == 0 {
		r.Borrowers = r.Insureds
	}
	if slices.Equal(r.Borrowers, r.Insureds) {
		r.Insureds = nil
	}
}

// insuredAssets returns the assets that the policy covers, else all tangible ones of the case.
func (f Facts) insuredAssets() []*model.Asset {
	assets := slices.SortedFunc(slices.Values(f.Compliance.Assets), func(a, b *model.Asset) int { return compliance.CompareIDs(a.ID, b.ID) })
	return slices.DeleteFunc(assets, func(a *model.Asset) bool {
		return !f.Policy.CoversAsset(a.ID) && (len(f.Policy.AssetPerils) > 0 || !a.IsTangible())
	})
}

// properties returns their names.
func (f Facts) properties() (names []string) {
	for _, a := range f.insuredAssets() {
		names = append(names, oneLine(a.DisplayName))
	}
	return names
}

func (r *Request) setProperties(names []string) {
	r.Properties = names[:min(len(names), maxProperties)]
	r.MoreProperties = len(names) - len(r.Properties)
}

// The sizes of the parts of a subject, so that it can be read as a whole.
const (
	placeSize     = 60
	referenceSize = 40
)

// place returns for what is asked: the first property up to the first comma, and the first borrower.
func (r *Request) place() string {
	var parts []string
	if len(r.Properties) > 0 {
		first := scalar.Shorten(street(r.Properties[0]), placeSize)
		if more := len(r.Properties) - 1 + r.MoreProperties; more > 0 {
			first = fmt.Sprintf("%s and %d more", first, more)
		}
		parts = append(parts, first)
	}
	if len(r.Borrowers) > 0 {
		parts = append(parts, scalar.Shorten(r.Borrowers[0], placeSize))
	}
	switch {
	case len(parts) > 0:
		return strings.Join(parts, ", ")
	case r.LoanNumber != "":
		return "loan " + scalar.Shorten(r.LoanNumber, placeSize)
	default:
		return "the insured property"
	}
}

// reference returns by what the recipient knows the policy, and when it ends.
func (r *Request) reference() string {
	name := "policy " + scalar.Shorten(r.PolicyNumber, referenceSize)
	if r.PolicyNumber == "" {
		name = cmp.Or(scalar.Shorten(r.PolicyName, referenceSize), "policy")
	}
	ends := r.InLetter("").EndsOn
	switch {
	case ends == "":
		return name
	case r.Cancelled:
		return name + ", cancelled as of " + ends
	case r.Ended:
		return name + ", expired " + ends
	default:
		return name + ", expires " + ends
	}
}

func requestLender(l *model.Lender) Lender {
	return Lender{
		Name: oneLine(l.Name), ContactName: oneLine(scalar.OrZero(l.ContactName)), ContactEmail: oneLine(scalar.OrZero(l.ContactEmail)),
		ContactPhone: oneLine(scalar.OrZero(l.ContactPhone)), ReplyTo: oneLine(scalar.OrZero(l.ReplyAddress())),
		Address: someLines(scalar.OrZero(l.Address)),
	}
}

func requestLimit(l *model.Limit) Limit {
	limit := Limit{Kind: limitKindNames[l.Kind], Amount: l.Extent()}
	of := l.CoverageTypes
	if l.CoverageType != nil {
		of = []uuid.UUID{*l.CoverageType}
	}
	for _, t := range model.CoverageTypesByID(of) {
		limit.Coverage += strings.Repeat(" and ", min(len(limit.Coverage), 1)) + t.Name
	}
	return limit
}

var limitKindNames = map[model.LimitKind]string{
	model.LimitKindPerOccurrence: "each occurrence", model.LimitKindAggregate: "aggregate", model.LimitKindTotal: "whole policy",
}

func requestClause(c *model.MortgageeClause) Clause {
	clause := Clause{Type: clauseNames[c.ClauseType], Wording: someLines(c.Wording)}
	if h := c.CertificateHolder; h != nil {
		clause.Holder = oneLine(h.Name)
		if h.Address != nil {
			clause.Address = oneLine(h.Address.String())
		}
	}
	return clause
}

// clauseNames are the types of clauses as a sentence has them.
var clauseNames = map[model.ClauseType]string{
	model.ClauseTypeMortgagee:          "mortgagee clause",
	model.ClauseTypeLendersLossPayable: "lender's loss payable clause",
	model.ClauseTypeLossPayee:          "loss payee clause",
	model.ClauseTypeAdditionalInsured:  "additional insured endorsement",
	model.ClauseTypeCertificateHolder:  "certificate holder entry",
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
