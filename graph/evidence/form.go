package evidence

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"html/template"
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/catalog"
	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/model/scalar"
)

// maxFiles is how many files a form has.
const maxFiles = 10

// fields are the form's, with their names for people. Limits come besides.
var fields = map[string]string{
	"category": "What they are", "startDate": "Starts on", "endDate": "Ends on", "policyNumber": "Policy number",
	"note": "Note", "files": "Files",
}

// categories are those that brokers choose from, by their keys, the most usual ones first.
var categories = chosenCategories("evidenceOfProperty", "certificateOfLiability", "declarations", "binder", "policy",
	"endorsement", "nfipDeclarations", "paidReceipt", "reinstatement", "other")

func chosenCategories(keys ...string) []*catalog.DocumentCategory {
	chosen := make([]*catalog.DocumentCategory, len(keys))
	for i, key := range keys {
		category, ok := catalog.DocumentCategories.ByRef(key)
		if !ok {
			panic("there is no document category " + key) // a mistake of the program
		}
		chosen[i] = category
	}
	return chosen
}

// limitField is the form's field for one limit.
type limitField struct {
	Name, Label, Currency string
	Today                 string // the limit as it is now; "" for none
	coverageType          *string
	kind                  model.LimitKind
}

// usualCurrency is that of a limit that the policy does not have yet.
const usualCurrency = "USD"

// limitFields are one for each limit that the policy has, and one for each coverage type without.
func limitFields(r *request) (list []limitField) {
	add := func(name string, coverageType *string, limits []currentLimit) {
		for _, l := range limits {
			list = append(list, limitField{
				Label: strings.TrimSpace(name + " " + inKind(l.Kind)), Currency: l.Amount.Currency,
				Today:        l.Amount.Spoken(),
				coverageType: coverageType, kind: l.Kind,
			})
		}
	}
	if len(r.CoverageTypes) == 0 {
		add("The policy", nil, r.Current.Limits)
	}
	for _, t := range r.CoverageTypes {
		if len(t.Limits) > 0 {
			add(t.Name, &t.ID, t.Limits)
			continue
		}
		list = append(list, limitField{
			Label: t.Name, Currency: usualCurrency, coverageType: &t.ID, kind: model.LimitKindPerOccurrence,
		})
	}
	for i := range list {
		list[i].Name = "limit" + strconv.Itoa(i+1)
	}
	return list
}

func inKind(k model.LimitKind) string {
	switch k {
	case model.LimitKindPerOccurrence:
		return "per occurrence"
	case model.LimitKindAggregate:
		return "in the aggregate"
	}
	return "in total"
}

// entered is what somebody has typed and sent, and what is wrong with it.
type entered struct {
	// Once names the form as it was shown: what is sent twice counts once.
	Once string
	// Asks says what the fields are of that are counted, such as limit1: that changes with the policy and its requirements.
	Asks     string
	Problems []problem

	files []*arrived

	values map[string]string
	labels map[string]string // of all fields
	limits []limitField
	Asked  *askedFields // nil if nothing is asked for besides
	sent   map[string]string

	shownAs string // the Asks of a form that was sent
	isStale bool   // by that, something else is asked now
}

// problem is one thing that is wrong.
type problem struct{ Field, Label, Text string }

// newForm is an empty form.
func newForm(r *request) *entered {
	var once [16]byte
	_, _ = rand.Read(once[:]) // never fails
	f := &entered{
		Once: base64.RawURLEncoding.EncodeToString(once[:]), values: map[string]string{}, labels: maps.Clone(fields),
		limits: limitFields(r), Asked: newAskedFields(r), sent: map[string]string{},
	}
	for _, l := range f.limits {
		f.labels[l.Name] = l.Label
	}
	f.Asked.addLabels(f.labels)
	f.Asks = f.digest()
	return f
}

// digest is another one when a field is of something else.
func (f *entered) digest() string {
	h := sha256.New()
	for _, name := range slices.Sorted(maps.Keys(f.labels)) {
		_, _ = fmt.Fprintf(h, "%q=%q ", name, f.labels[name])
	}
	for _, l := range f.limits {
		_, _ = fmt.Fprintf(h, "%q ", l.Currency)
	}
	if f.Asked != nil {
		for _, d := range f.Asked.Deductibles {
			_, _ = fmt.Fprintf(h, "%q ", d.Currency)
		}
	}
	return base64.RawURLEncoding.EncodeToString(h.Sum(nil)[:12])
}

// checkAsked says that something else is asked than when the form was shown: what was typed about it then is not taken.
func (f *entered) checkAsked() {
	if f.isStale {
		f.wrong("", "The policy, or what is asked about it, has changed since this page was opened. Look at the limits and all that "+
			"follows, and send again.")
	}
}

// has reports whether the form has the field.
func (f *entered) has(name string) bool {
	_, ok := f.labels[name]
	return ok && name != "files"
}

// wrong adds a problem of a field, or of no field if it is "".
func (f *entered) wrong(field, format string, args ...any) {
	p := problem{field, f.labels[field], fmt.Sprintf(format, args...)}
	if !slices.Contains(f.Problems, p) {
		f.Problems = append(f.Problems, p)
	}
}

// Value is what was typed in a field.
func (f *entered) Value(field string) string { return f.values[field] }

// Error is what is wrong with a field; "" if nothing is.
func (f *entered) Error(field string) string {
	var texts []string
	for _, p := range f.Problems {
		if p.Field == field {
			texts = append(texts, p.Text)
		}
	}
	return strings.Join(texts, " ")
}

// Mistake is what is wrong with a field, beside it.
func (f *entered) Mistake(field string) problem { return problem{Field: field, Text: f.Error(field)} }

// Marks are the attributes of a field that is wrong.
func (f *entered) Marks(field string) template.HTMLAttr {
	if f.Error(field) == "" {
		return ""
	}
	return template.HTMLAttr(` aria-invalid="true" aria-describedby="` + field + `-error"`) //nolint:gosec // a name of ours
}

// HasLimits reports whether a limit was typed.
func (f *entered) HasLimits() bool {
	return slices.ContainsFunc(f.limits, func(l limitField) bool { return f.values[l.Name] != "" })
}

// take adds the violations that an operation has found.
func (f *entered) take(violations fault.Violations) {
	for _, v := range violations {
		field := f.fieldOf(v.Pointer)
		if field == "files" && v.Code == fault.CodeUploadNotFound {
			f.wrong("files", "The files did not stay. Choose them again.")
			continue
		}
		f.wrong(field, "%s", f.sentence(field, v))
	}
}

// fieldOf is the field that a member of the submission was made of, or that one around it was; "" for none.
func (f *entered) fieldOf(pointer string) string {
	for at := pointer; at != ""; at = at[:strings.LastIndexByte(at, '/')] {
		if field, ok := f.sent[at]; ok {
			return field
		}
		if field := at[1:]; f.labels[field] != "" {
			return field
		}
	}
	return ""
}

// sentence is a violation in words for people.
func (f *entered) sentence(field string, v fault.Violation) string {
	_, err := time.Parse(time.DateOnly, f.values[field])
	if (field == "startDate" || field == "endDate") && err != nil {
		return "Write a date such as 2027-01-31."
	}
	if v.Code == fault.CodeTooLong {
		return "This is too long. Shorten it."
	}
	for _, said := range sentences {
		if said.pointer.MatchString(v.Pointer) {
			return said.text
		}
	}
	text := strings.TrimPrefix(v.Message, fault.Label(v.Pointer)+" ")
	if text != v.Message {
		text = "This " + text
	}
	for name, label := range fields {
		text = strings.ReplaceAll(text, "`"+name+"`", "“"+label+"”")
	}
	return strings.ReplaceAll(text, "`", "")
}

// sentences are what to do about what is wrong below some pointers.
var sentences = []struct {
	pointer *regexp.Regexp
	text    string
}{
	{regexp.MustCompile(`^/limits/|/(amount|minimum)/`), "Write an amount such as 1,000,000."},
	{regexp.MustCompile(`/percent$`), "Write a percentage from 0 to 100."},
	{regexp.MustCompile(`/hours$`), "Write a whole number of hours, at most 8,760."},
	{regexp.MustCompile(`/minimum$`), "Only a percentage has a minimum. Leave this empty, or choose one."},
	{regexp.MustCompile(`^/carrier/name$`), "Write the name of the carrier."},
}

// formPage is what the template of the form gets.
type formPage struct {
	Title, Path string
	Request     *request
	Form        *entered
	Categories  []*catalog.DocumentCategory
	LimitFields []limitField
	MaxFiles    int
	Notice      bool
}

func (p *Page) showForm(w http.ResponseWriter, r *http.Request, v *visit) {
	p.writeForm(w, r, http.StatusOK, v, newForm(v.request))
}

func (p *Page) writeForm(w http.ResponseWriter, r *http.Request, status int, v *visit, f *entered) {
	slices.Reverse(v.Submissions) // the newest first
	title := v.Asks() + " · " + v.Lender.Name
	if len(f.Problems) > 0 {
		title = "Nothing was sent yet · " + v.Lender.Name
	}
	p.write(w, r, status, "form.html", formPage{
		Title: title, Path: v.path, Request: v.request, Form: f, Categories: categories,
		LimitFields: f.limits, MaxFiles: maxFiles,
	})
}

// receivedPage is what the template of the page after the form gets.
type receivedPage struct {
	Title, Path string
	Request     *request
	Received    *sent
	Notice      bool
}

func (p *Page) showReceived(w http.ResponseWriter, r *http.Request, v *visit) {
	got := v.received(scalar.ParseID(r.PathValue("submission")))
	if got == nil {
		http.Redirect(w, r, v.path, http.StatusSeeOther)
		return
	}
	page := receivedPage{Title: "Thank you", Path: v.path, Request: v.request, Received: got}
	p.write(w, r, http.StatusOK, "received.html", page)
}
