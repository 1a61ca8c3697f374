package evidence

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/model/scalar"
)

// submission is the input of submitEvidence.
type submission struct {
	Files        []submittedFile  `json:"files"`
	Category     string           `json:"category,omitempty"`
	StartDate    string           `json:"startDate,omitempty"`
	EndDate      string           `json:"endDate,omitempty"`
	PolicyNumber string           `json:"policyNumber,omitempty"`
	Limits       []submittedLimit `json:"limits,omitempty"`
	Note         string           `json:"note,omitempty"`
	submittedTerms
}

type submittedFile struct {
	DirectUploadKey string `json:"directUploadKey"`
	FileName        string `json:"fileName"`
}

type submittedLimit struct {
	CoverageType *string         `json:"coverageType,omitempty"`
	Kind         model.LimitKind `json:"kind"`
	Amount       scalar.Money    `json:"amount"`
}

// submit takes the form. Of one that is refused nothing is kept: its files lie in the browser, which sends them again.
func (p *Page) submit(w http.ResponseWriter, r *http.Request, v *visit) {
	f, err := p.takeForm(w, r, v)
	if err == nil {
		_ = http.NewResponseController(w).SetWriteDeadline(time.Now().Add(2 * operationWithin))
		err = p.handIn(w, r, v, f)
	}
	if err != nil {
		p.refuse(w, r, err)
	}
}

// takeForm reads the form while there is a slot for it.
func (p *Page) takeForm(w http.ResponseWriter, r *http.Request, v *visit) (*entered, error) {
	if site := r.Header.Get("Sec-Fetch-Site"); site == "cross-site" || site == "same-site" {
		return nil, errForeign
	}
	if r.ContentLength > maxBody {
		return nil, errTooMuch
	}
	if wait, ok := p.bytes.Has(v.link, 1); !ok {
		return nil, errBusy(wait)
	}
	leave, ok := p.slots.read(v)
	if !ok {
		return nil, errBusy(10 * time.Second)
	}
	defer leave()
	f, err := p.readForm(w, r, v)
	if err != nil {
		return nil, err
	}
	defer f.discard()
	return f, p.keep(w, r, v, f)
}

// handIn hands in what is there, and goes on to the page that says so. Without an error it has answered.
func (p *Page) handIn(w http.ResponseWriter, r *http.Request, v *visit, f *entered) error {
	if len(f.Problems) > 0 {
		p.writeForm(w, r, http.StatusUnprocessableEntity, v, f)
		return nil
	}
	id, err := p.desk.submit(r.Context(), v.link, f.name(), f.submission())
	if err == nil {
		http.Redirect(w, r, v.path+"/received/"+id.String(), http.StatusSeeOther)
		return nil
	}
	p.release(r.Context(), v, f)
	status := http.StatusUnprocessableEntity
	if !f.takeErr(err) {
		n := p.noticeIf(r, err)
		if n.status < http.StatusInternalServerError {
			return n
		}
		status = n.status
		f.wrong("", "%s. Send again in a minute.", n.Title)
	}
	p.writeForm(w, r, status, v, f)
	return nil
}

// takeErr adds what an operation has refused, and reports whether it was for what was typed or chosen.
func (f *entered) takeErr(err error) bool {
	refused, ok := errors.AsType[*fault.Error](err)
	switch {
	case !ok:
		return false
	case refused.Code == fault.CodeQuotaExceeded:
		f.wrong("files", "No more can be taken for this policy now: what was sent before has to be looked at first. "+
			"Reply to the letter if it is urgent.")
	case len(refused.Violations) > 0:
		f.take(refused.Violations)
	default:
		return false
	}
	return true
}

// submission is what the form says.
func (f *entered) submission() submission {
	in := submission{
		Files: []submittedFile{}, Category: f.values["category"], StartDate: f.values["startDate"],
		EndDate: f.values["endDate"], PolicyNumber: f.values["policyNumber"], Note: f.values["note"],
	}
	for _, a := range f.files {
		in.Files = append(in.Files, submittedFile{a.key, a.FileName})
	}
	for _, l := range f.limits {
		if typed := f.values[l.Name]; typed != "" {
			f.sent[fault.Pointer("/limits", len(in.Limits))] = l.Name
			amount := scalar.Money{Amount: plainAmount(typed), Currency: l.Currency}
			in.Limits = append(in.Limits, submittedLimit{l.coverageType, l.kind, amount})
		}
	}
	in.submittedTerms = f.terms()
	return in
}

// plainAmount is an amount without what people write around its digits.
func plainAmount(typed string) string {
	return strings.NewReplacer(",", "", "$", "", " ", "", "\u00a0", "").Replace(typed)
}

// name is the same for a form that is sent again with the same content, as after a connection broke.
func (f *entered) name() string {
	h := sha256.New()
	names := make([]string, 0, len(f.values))
	for name := range f.values {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		_, _ = fmt.Fprintf(h, "%q=%q ", name, f.values[name])
	}
	for _, a := range f.files {
		_, _ = fmt.Fprintf(h, "%q:%q ", a.FileName, a.digest)
	}
	_, _ = fmt.Fprintf(h, "%q", f.Once)
	return hex.EncodeToString(h.Sum(nil))
}

// broken is the notice of a form that could not be read to its end.
func broken(err error) error {
	if n, ok := errors.AsType[*notice](err); ok {
		return n
	}
	_, tooLarge := errors.AsType[*http.MaxBytesError](err)
	switch {
	case tooLarge:
		return errTooMuch
	case errors.Is(err, os.ErrDeadlineExceeded):
		return errSlow
	}
	return errMalformed
}

// allowance lets so many more bytes be read, and then fails.
type allowance struct {
	io.Reader
	left int64
}

// Read reads within the allowance.
func (a *allowance) Read(b []byte) (int, error) {
	if a.left <= 0 {
		return 0, errTooMuch
	}
	n, err := a.Reader.Read(b[:min(int64(len(b)), a.left)])
	a.left -= int64(n)
	return n, err
}
