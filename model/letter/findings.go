package letter

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/catalog"
	"github.com/covertrack/covertrack/model/deficiency"
	"github.com/covertrack/covertrack/model/scalar"
)

// NewFindingsRequest puts into words what a recipient is asked to mend: the findings given, or all that are open if none is.
// The policy of the facts is that of the link; it may be an empty one.
func NewFindingsRequest(f Facts, items []*deficiency.Item) *Request {
	today := scalar.DayOf(f.Now)
	if items == nil {
		items = deficiency.Items(f.Compliance.On(today), nil)
	}
	r := &Request{
		Lender: requestLender(f.Lender), Step: f.Step, LoanNumber: oneLine(scalar.OrZero(f.Case.LoanNumber)),
		PolicyName: oneLine(f.Policy.DisplayName), PolicyNumber: oneLine(scalar.OrZero(f.Policy.PolicyNumber)),
	}
	r.CaseName = r.LoanNumber
	if f.Policy.Carrier != nil {
		r.Carrier = oneLine(f.Policy.Carrier.Name)
	}
	r.setParties(f)
	named, all := f.places(), []string{}
	var documents []string
	for _, i := range items {
		if place := named.of(i.AssetID); place != "" && !slices.Contains(all, place) {
			all = append(all, place)
		}
		document := f.documentFor(i)
		if i.Counted && !slices.Contains(documents, document) {
			documents = append(documents, document)
		}
		r.Findings = appendOnce(r.Findings, f.findingSentence(i, named, document))
	}
	r.setProperties(all)
	r.Findings = atMost(r.Findings, maxFindings, "There are %d more.")
	r.Document = cmp.Or(joined(documents), f.document())
	r.RespondBy = f.nextLetter(today)
	r.Place, r.Reference = r.place(), cmp.Or(r.loan(), r.reference())
	return r
}

// findingSentence tells a finding: the building, what is required and found and on which policy, and what to send.
func (f Facts) findingSentence(i *deficiency.Item, named places, document string) string {
	sentence := oneLine(i.Message)
	if place := named.of(i.AssetID); place != "" && !strings.Contains(sentence, place) {
		sentence = place + ": " + sentence
	}
	if !i.Counted {
		return sentence
	}
	return sentence + " Please send " + document + "."
}

// documentFor names what proves that a finding is mended, by its coverage type.
func (f Facts) documentFor(i *deficiency.Item) string {
	of := f
	of.Policy = &model.Policy{}
	of.Policy.CoverageTypeIDs = []uuid.UUID{i.CoverageTypeID}
	if i.AssetID != nil {
		of.Compliance.Assets = inOrder([]uuid.UUID{*i.AssetID}, f.Compliance.Assets, func(a *model.Asset) uuid.UUID { return a.ID })
	}
	if _, known := catalog.CoverageTypes.ByID(i.CoverageTypeID); !known {
		return f.document()
	}
	return of.document()
}

// nextLetter returns the day of the step after the present one; "" for at once.
func (f Facts) nextLetter(today time.Time) string {
	steps := []model.RenewalStep{model.RenewalStepDeficiency, model.RenewalStepDeficiencyReminder, model.RenewalStepDeficiencyFinal}
	days := f.Lender.DeficiencySteps()
	at := slices.Index(steps, f.Step)
	if at < 0 || days[at].Days == 0 {
		return ""
	}
	for _, next := range days[at+1:] {
		if next.Days > 0 {
			return today.AddDate(0, 0, next.Days-days[at].Days).Format(time.DateOnly)
		}
	}
	return ""
}

// loan names the loan in a subject; "" if its number is not known.
func (r *Request) loan() string {
	if r.LoanNumber == "" {
		return ""
	}
	return "loan " + scalar.Shorten(r.LoanNumber, referenceSize)
}

func appendOnce(list []string, text string) []string {
	if slices.Contains(list, text) {
		return list
	}
	return append(list, text)
}
