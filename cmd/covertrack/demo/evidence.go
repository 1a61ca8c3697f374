package demo

import (
	"time"

	"github.com/99designs/gqlgen/graphql"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage/book"
)

// answer is what a broker handed in for the first policy of one of the cases of stories.
type answer struct {
	on       string
	files    []string
	note     string
	rejected string // why it was rejected; "" if nobody has decided yet
	typed    bool   // whether carrier, rating, deductible and form were typed too
}

// answers are submissions of evidence. The last was not of the right insured.
var answers = []answer{
	{
		"Heron Bay Retail Center: flood limit too low", []string{"acord-28-renewal.pdf", "declarations-renewal.pdf"},
		"Renewed with the same carrier; the declarations follow the form.", "", true,
	},
	{"Larch Valley Inn: wind excluded", []string{"binder.pdf"}, "The policy is issued next week.", "", false},
	{
		"Walnut Park Retail: basic form, high deductible", []string{"scan-0001.pdf"}, "",
		"The insured on the form is another company.", false,
	},
}

// evidence comes last, so that other records keep their ids. Small portfolios lack some of the cases.
func (m *maker) evidence() {
	for i, a := range answers {
		on := m.opened[a.on]
		if on == nil {
			continue
		}
		p, at := on.Policies()[0], m.today.AddDate(0, 0, -3+i).Add(14*time.Hour)
		in := book.NextTerm(p)
		if a.note != "" {
			in.Note = book.Some(a.note)
		}
		if a.typed {
			in.Carrier = book.Some(model.CarrierInput{Name: p.Carrier.Name, AmBestRating: book.Some("A XV")})
			in.Deductibles = book.List(&model.DeductibleInput{Amount: graphql.OmittableOf(book.Dollars(10_000))})
			in.CoverageFormType = book.Some(model.CoverageFormTypeSpecial)
		}
		e := m.Evidence(on, p, m.EvidenceLink(p, at.Add(-24*time.Hour)), in, at, a.files...)
		for _, f := range e.Files {
			m.evidenceFile(f)
		}
		if a.rejected != "" {
			m.RejectEvidence(e, p, a.rejected, approver, at.Add(2*time.Hour))
		}
	}
}

// evidenceFile makes the file of a submission.
func (m *maker) evidenceFile(f *model.EvidenceFile) {
	content := book.PDF(evidenceOfProperty.title, "Demonstration data. No such insurance exists.")
	f.Size = len(content)
	m.files = append(m.files, File{Key: f.BlobKey, Type: f.FileType, Content: content})
}
