package demo

import (
	"fmt"
	"strings"
	"time"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage/book"
)

// proof is a kind of document about a policy.
type proof struct{ category, fileName, title string }

var (
	evidenceOfProperty = proof{
		"evidenceOfProperty", "acord-28-evidence-of-property.pdf", "Evidence of Commercial Property Insurance",
	}
	certificateOfLiability = proof{
		"certificateOfLiability", "acord-25-certificate-of-liability.pdf", "Certificate of Liability Insurance",
	}
	floodDeclarations = proof{"nfipDeclarations", "flood-declarations.pdf", "Flood Policy Declarations"}
	loanAgreement     = proof{"loanAgreement", "loan-agreement.pdf", "Loan Agreement"}
	noteToFile        = proof{"correspondence", "note-to-file.txt", "Note to file"}
)

// proofs are by the product types of the programs.
var proofs = map[string]proof{
	"property": evidenceOfProperty, "businessOwners": evidenceOfProperty, "flood": floodDeclarations,
	"liability": certificateOfLiability, "umbrella": certificateOfLiability, "auto": certificateOfLiability,
	"workersCompensation": certificateOfLiability,
}

// prove adds the document that came with a new policy, for every second one: the others are still to be collected, as
// are those of lines without one.
func (m *maker) prove(c *book.Case, p *model.Policy, of proof, at time.Time) *model.Policy {
	m.made.policies++
	if m.made.policies%2 == 0 || of == (proof{}) {
		return p
	}
	lines := []string{
		"Case: " + c.DisplayName, "Policy: " + p.DisplayName, "Number: " + *p.PolicyNumber, "Insurer: " + p.Carrier.Name,
	}
	if p.EndDate != nil {
		start, end := p.StartDate.Format(time.DateOnly), p.EndDate.Format(time.DateOnly)
		lines = append(lines, fmt.Sprintf("Term: %s to %s", start, end))
	}
	d := m.document(c, of, at.Add(time.Hour), lines...)
	d.Evidences = []model.EvidencedTerm{{Policy: p.ID, TermNumber: p.TermNumber}}
	return p
}

// document adds a document to a case, with its file.
func (m *maker) document(c *book.Case, of proof, at time.Time, lines ...string) *model.Document {
	lines = append(lines, "", "Demonstration data. No such insurance exists.")
	d := m.Document(c, of.category, of.fileName, "", at)
	content := []byte(of.title + "\n\n" + strings.Join(lines, "\n") + "\n")
	if d.FileType == "application/pdf" {
		content = book.PDF(of.title, lines...)
	}
	m.files = append(m.files, File{Key: d.BlobKey, Type: d.FileType, Content: content})
	return d
}

// waitingUpload is a file that nothing has claimed yet, for the examples of POST /rest/documents and /rest/imports. It is signed
// years from now, so that the clean-up leaves it alone.
func (m *maker) waitingUpload(name string, content []byte) {
	u := m.Upload(model.SignUploadItem{FileName: name}, m.daysAgo(1), m.today.AddDate(10, 0, 0))
	m.files = append(m.files, File{Key: u.UploadKey(), Type: u.FileType, Content: content})
}
