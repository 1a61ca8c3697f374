package demo

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage/book"
)

// cover is what a policy of the Coverage Framework covers, and the form that proves it.
type cover struct {
	book.Cover
	proof proof
}

func primary(proof proof, types ...string) cover {
	return cover{book.Cover{Layer: model.CoverageLayerPrimary, Types: types}, proof}
}

var (
	liability = primary(certificateOfLiability, "generalLiability")
	umbrella  = cover{book.Cover{Layer: model.CoverageLayerUmbrella, Types: []string{"umbrellaExcess"}}, certificateOfLiability}
	excess    = cover{book.Cover{Layer: model.CoverageLayerExcess, Types: []string{"umbrellaExcess"}}, certificateOfLiability}

	// covers are what policies on an income-producing property cover, the usual ones first.
	covers = []cover{
		primary(evidenceOfProperty, "building", "businessPersonalProperty", "ordinanceOrLaw"),
		liability,
		umbrella,
		primary(floodDeclarations, "flood"),
		primary(evidenceOfProperty, "businessIncome"),
		primary(evidenceOfProperty, "windstorm"),
		primary(certificateOfLiability, "workersCompensation"),
		primary(evidenceOfProperty, "equipmentBreakdown", "terrorism"),
	}
	// constructionCovers are what policies on a construction project cover.
	constructionCovers = []cover{primary(evidenceOfProperty, "buildersRisk"), liability}
)

// expiries are how many of a hundred terms end in which days from today (contract section 8, Demo data).
var expiries = []struct{ percent, from, to int }{{5, -40, -2}, {8, 1, 14}, {10, 17, 29}, {15, 33, 59}}

// termEnds returns the ends of as many terms as there are policies, in an order of chance. One of fifty is not known.
func (m *maker) termEnds() []*time.Time {
	var ends []*time.Time
	add := func(n, from, to int) {
		for range n {
			end := m.today.AddDate(0, 0, m.Between(from, to))
			ends = append(ends, &end)
		}
	}
	for _, e := range expiries {
		add(int(math.Ceil(float64(m.size.Policies*e.percent)/100)), e.from, e.to)
	}
	ends = append(ends, slices.Repeat([]*time.Time{nil}, m.size.Policies/50)...)
	add(m.size.Policies-len(ends), 75, 350)
	m.Random.Shuffle(len(ends), func(i, j int) { ends[i], ends[j] = ends[j], ends[i] })
	return ends
}

func (m *maker) nextEnd() (end *time.Time) {
	end, m.ends = m.ends[0], m.ends[1:]
	return end
}

// preferEnd makes the next term end more than so many days from today.
func (m *maker) preferEnd(days int) {
	least := m.today.AddDate(0, 0, days)
	i := slices.IndexFunc(m.ends, func(end *time.Time) bool { return end != nil && end.After(least) })
	m.ends[0], m.ends[i] = m.ends[i], m.ends[0]
}

// framework adds a policy, whose input the changes are made to, to a case with a risk profile, and its document.
func (m *maker) framework(c *book.Case, cover cover, at time.Time, changes ...func(*model.CreatePolicyInput)) *model.Policy {
	in := m.policyInput(c)
	if cover.Types[0] == "building" {
		in.CoverageFormType = book.Some(model.CoverageFormTypeSpecial)
	}
	often := []string{"mold", "sinkholeCollapse"} // what policies often exclude
	perils := cover.Perils(func(key string) bool { return !slices.Contains(often, key) })
	cover.Set(&in, perils, m.Amount(2, 40, 500_000))
	for _, change := range changes {
		change(&in)
	}
	return m.prove(c, m.Policy(c, in, at), cover.proof, at)
}

// legacy adds a policy to a case with a program.
func (m *maker) legacy(c *book.Case, product *model.ProductType, at time.Time) *model.Policy {
	in := m.policyInput(c)
	in.ProductType = book.Some(product.Key)
	in.Limits = book.TotalLimit(m.Amount(2, 20, 500_000))
	return m.prove(c, m.Policy(c, in, at), proofs[product.Key], at)
}

// policyInput is what policies of both models have.
func (m *maker) policyInput(c *book.Case) model.CreatePolicyInput {
	in := model.CreatePolicyInput{
		PolicyNumber:     book.Some(fmt.Sprintf("EX-%07d", m.Random.IntN(1e7))),
		Carrier:          book.Some(book.Pick(m.Book, book.Carriers[:4])),
		Insureds:         book.List(c.InsuredIDs...),
		MortgageeClauses: book.List(c.MortgageeClauseIDs...),
		Deductible:       book.Some(*m.Amount(1, 10, 2_500)),
		Premium:          book.Some(*m.Amount(20, 400, 100)),
	}
	if len(c.InsuranceContactIDs) > 0 && m.Random.IntN(3) == 0 { // otherwise notices go to the contacts of the case
		in.InsuranceContacts = book.List(book.Pick(m.Book, m.brokers).ID)
	}
	if end := m.nextEnd(); end != nil {
		in.StartDate, in.EndDate = book.Some(end.AddDate(-1, 0, 0)), book.Some(*end)
	}
	return in
}

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

// prove adds the document that came with a new policy, for every second one: the others are still to be collected.
func (m *maker) prove(c *book.Case, p *model.Policy, of proof, at time.Time) *model.Policy {
	m.made.policies++
	if m.made.policies%2 == 0 {
		return p
	}
	lines := []string{
		"Case: " + c.DisplayName, "Policy: " + p.DisplayName, "Number: " + *p.PolicyNumber, "Insurer: " + p.Carrier.Name,
	}
	if p.EndDate != nil {
		start, end := p.StartDate.Format(time.DateOnly), p.EndDate.Format(time.DateOnly)
		lines = append(lines, fmt.Sprintf("Term: %s to %s", start, end))
	}
	m.document(c, of, at.Add(time.Hour), lines...)
	return p
}

// document adds a document to a case, with its file.
func (m *maker) document(c *book.Case, of proof, at time.Time, lines ...string) {
	lines = append(lines, "", "Demonstration data. No such insurance exists.")
	d := m.Document(c, of.category, of.fileName, "", at)
	content := []byte(of.title + "\n\n" + strings.Join(lines, "\n") + "\n")
	if d.FileType == "application/pdf" {
		content = book.PDF(of.title, lines...)
	}
	m.files = append(m.files, File{Key: d.BlobKey, Type: d.FileType, Content: content})
}

// waitingUpload is a file that no document has claimed yet, for the example of POST /rest/documents. It is signed years
// from now, so that the clean-up leaves it alone.
func (m *maker) waitingUpload() {
	in := model.SignUploadItem{FileName: "acord-28-renewal.pdf"}
	u := m.Upload(in, m.daysAgo(1), m.today.AddDate(10, 0, 0))
	content := book.PDF(evidenceOfProperty.title, "Demonstration data. No such insurance exists.")
	m.files = append(m.files, File{Key: u.UploadKey(), Type: u.FileType, Content: content})
}
