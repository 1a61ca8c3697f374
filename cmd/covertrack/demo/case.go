package demo

import (
	"fmt"
	"time"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage/book"
)

// ordinary are the statuses that cases without a scenario end up with, by turns; each comes in both models.
var ordinary = []model.CaseStatus{
	model.CaseStatusOpen, model.CaseStatusOpen, model.CaseStatusApproved, model.CaseStatusApproved,
	model.CaseStatusDraft, model.CaseStatusDraft, model.CaseStatusOnboarding, model.CaseStatusOnboarding,
	model.CaseStatusOnHold, model.CaseStatusOnHold, model.CaseStatusOpen, model.CaseStatusOpen,
	model.CaseStatusApproved, model.CaseStatusApproved, model.CaseStatusOpen, model.CaseStatusOpen,
}

// planned is an ordinary case, and what is still to be added to it.
type planned struct {
	*book.Case
	status   model.CaseStatus
	program  *model.Program // nil with a risk profile
	covers   []cover
	policies int
}

// cases makes the cases that are left, spreads the assets and policies that are left over them, and settles each.
func (m *maker) cases() {
	var all, accepting []*planned
	left := m.size.Cases - m.made.cases
	for i := range left {
		c := m.ordinaryCase(i, m.daysAgo(260-i*(235/left)))
		all = append(all, c)
		if c.program != nil || c.status != model.CaseStatusDraft { // a draft with a risk profile takes no policies
			accepting = append(accepting, c)
		}
	}
	for i := 0; m.made.assets < m.size.Assets; i++ {
		m.ordinaryAsset(all[i%len(all)], i)
	}
	for i := 0; m.made.policies < m.size.Policies; i++ {
		m.ordinaryPolicy(accepting[i%len(accepting)], i)
	}
	for i, c := range all {
		m.settle(c, i)
	}
}

// ordinaryCase adds a case of one model or the other, by turns.
func (m *maker) ordinaryCase(i int, at time.Time) *planned {
	c := &planned{status: ordinary[i%len(ordinary)], covers: covers}
	in := m.caseInput(at)
	if c.status != model.CaseStatusDraft {
		in.Status = book.Some(model.CaseStatusOpen)
	}
	profiles := []*model.RiskProfile{m.standard, m.multifamily, m.participation, m.construction}
	if i%2 == 0 {
		profile := profiles[i/2%len(profiles)]
		in.RiskProfile = book.Some(profile.ID)
		if profile == m.construction {
			c.covers = constructionCovers
		}
	} else {
		c.program = m.programs[i/2%len(m.programs)]
		in.Program = book.Some(c.program.ID)
	}
	switch i % 6 {
	case 3: // the lender's own people follow it up
		in.ManagementType = book.Some(model.ManagementTypeSelfManaged)
	case 4: // nobody to write to yet
		in.InsuranceContacts = book.List(in.InsuranceContacts.Value()[:0]...)
	}
	c.Case = m.Case(in, at)
	m.made.cases++
	if i%3 == 0 {
		m.document(c.Case, loanAgreement, at.Add(time.Hour), "Borrower: "+c.DisplayName)
	}
	if i%5 == 0 {
		m.document(c.Case, noteToFile, at.AddDate(0, 0, 3), "The borrower's agent changes next month.")
	}
	return c
}

// caseInput is a case with its insured, a clause, a contact and a copy.
func (m *maker) caseInput(at time.Time) model.CreateCaseInput {
	in := model.CreateInsuredInput{InsuredGroup: book.Some(book.Pick(m.Book, m.groups).ID)}
	if m.Random.IntN(6) == 0 {
		first, last := m.Person()
		in.FirstName, in.LastName = book.Some(first), book.Some(last)
	} else {
		in.CorporateName = book.Some(m.Company())
	}
	insured := m.Insured(in, at.Add(-time.Minute))
	return model.CreateCaseInput{
		LoanNumber:          book.Some(fmt.Sprintf("%d-%05d", at.Year(), m.Random.IntN(1e5))),
		LoanAmount:          book.Some(*m.Amount(5, 400, 100_000)),
		MaturityDate:        book.Some(m.today.AddDate(m.Between(1, 9), m.Between(0, 11), 0)),
		Insureds:            book.List(insured.ID),
		MortgageeClauses:    book.List(m.clauses[0].ID, m.clauses[2].ID),
		InsuranceContacts:   book.List(book.Pick(m.Book, m.brokers).ID),
		InsuranceContactsCc: book.List(m.analyst.ID),
		Metadata: book.Metadata(map[string]any{
			"branch": book.Pick(m.Book, []string{"north", "south", "west"}), "loanOfficer": m.admin.DisplayName,
		}),
	}
}

// settle gives a case its status, and the tasks that go with it.
func (m *maker) settle(c *planned, i int) {
	at := c.CreatedAt.AddDate(0, 0, 8)
	switch c.status {
	case model.CaseStatusApproved:
		m.Move(c.Case, model.CaseStatusApproved, at)
		m.MoveTask(m.task(c, model.TaskTypeCaseApproval, at.AddDate(0, 0, -1)), model.TaskStateCompleted, at)
	case model.CaseStatusOnboarding:
		m.Move(c.Case, model.CaseStatusOnboarding, at)
		m.task(c, model.TaskTypeCaseApproval, at)
	case model.CaseStatusOnHold:
		m.Hold(c.Case, m.daysAgo(4+i%5))
	case model.CaseStatusOpen:
		if i%4 == 0 {
			m.MoveTask(m.task(c, model.TaskTypeReviewDocument, at), model.TaskStateInProgress, at.AddDate(0, 0, 1))
		}
		if i%7 == 0 {
			m.task(c, model.TaskTypeResolveDeficiency, at)
		}
	}
}

func (m *maker) task(c *planned, kind model.TaskType, at time.Time) *model.Task {
	return m.Task(c.Case, model.CreateTaskInput{
		Type: kind, Assignee: book.Some(m.analyst.ID),
		DueAt: book.Some(m.today.AddDate(0, 0, m.Between(1, 20)).Add(17 * time.Hour)),
	}, at)
}

// kinds are the asset types of ordinary cases, in turn.
var kinds = []string{
	"commercialRealEstate", "multifamily", "residentialRealEstate", "equipment", "commercialRealEstate", "vehicle",
	"inventory", "businessOperations", "accountsReceivable", "intellectualProperty", "keyPerson",
}

// ordinaryAsset adds an asset that fits the case.
func (m *maker) ordinaryAsset(c *planned, i int) {
	kind := kinds[i%len(kinds)]
	if c.RiskProfileID != nil && *c.RiskProfileID == m.construction.ID {
		kind = "constructionProject"
	}
	m.asset(c.Case, kind, c.CreatedAt.Add(time.Duration(i+1)*time.Minute))
}

// cancelledDay is when a policy whose term is not known was cancelled. It is the same whenever the demo data is made, so
// that the example of a reinstatement fits.
var cancelledDay = idDay.AddDate(0, 0, 4)

// ordinaryPolicy adds the next of the policies that a case usually has. Some of them are changed afterwards.
func (m *maker) ordinaryPolicy(c *planned, i int) {
	var p *model.Policy
	at := c.CreatedAt.AddDate(0, 0, c.policies+1)
	if c.program != nil {
		p = m.legacy(c.Case, c.program.ProductTypes[c.policies%len(c.program.ProductTypes)], at)
	} else {
		p = m.framework(c.Case, c.covers[c.policies%len(c.covers)], at)
	}
	c.policies++
	switch {
	case p.EndDate == nil && !m.made.cancelled && c.status != model.CaseStatusOnHold:
		m.made.cancelled = true
		m.Cancel(p, model.CancelPolicyInput{
			EffectiveDate: cancelledDay, Reason: model.CancellationReasonUnderwriting,
		}, m.daysAgo(20))
	case i%19 == 7:
		m.Deactivate(p, at.AddDate(0, 0, 9))
	case i%23 == 5:
		m.HoldPolicy(p, at.AddDate(0, 0, 10))
	case i%11 == 3:
		m.Correct(c.Case, p, model.UpdatePolicyInput{Deductible: book.Some(*book.Dollars(5_000))}, at.AddDate(0, 0, 4))
	case p.EndDate != nil && i%3 == 0 && p.EndDate.After(m.today) && p.EndDate.Before(m.today.AddDate(0, 0, 30)):
		m.StartRenewal(p, m.daysAgo(1))
	}
}

// asset adds an asset with some fields of its type.
func (m *maker) asset(c *book.Case, kind string, at time.Time) {
	m.Asset(c, book.AssetInput(kind, m.assetFields(kind)...), at)
	m.made.assets++
}

func (m *maker) assetFields(kind string) []*model.AssetFieldInput {
	type fields = []*model.AssetFieldInput
	switch kind {
	case "equipment":
		return fields{
			book.Field("description", "Packaging line"), book.Field("make", m.Place()),
			book.Field("value", m.Amount(5, 90, 10_000)),
		}
	case "vehicle":
		return fields{
			book.Field("vin", fmt.Sprintf("1EX%014d", m.Random.Int64N(1e14))), book.Field("year", m.Between(2015, 2025)),
		}
	case "inventory":
		return fields{book.Field("address", m.Address()), book.Field("value", m.Amount(5, 90, 10_000))}
	case "constructionProject":
		return fields{
			book.Field("address", m.Address()), book.Field("contractAmount", m.Amount(2, 40, 1_000_000)),
			book.Field("completionDate", m.today.AddDate(1, 0, 0).Format(time.DateOnly)),
		}
	case "businessOperations":
		return fields{book.Field("legalName", m.Company()), book.Field("annualRevenue", m.Amount(1, 90, 1_000_000))}
	case "accountsReceivable":
		return fields{book.Field("averageBalance", m.Amount(1, 90, 10_000))}
	case "intellectualProperty":
		return fields{book.Field("description", "Trade names and recipes")}
	case "keyPerson": // the name of the person, which the type requires, is still missing
		return fields{book.Field("requiredAmount", m.Amount(1, 5, 1_000_000))}
	default:
		return fields{
			book.Field("address", m.Address()), book.Field("yearBuilt", m.Between(1955, 2022)),
			book.Field("stories", m.Between(1, 12)), book.Field("constructionType", "joistedMasonry"),
			book.Field("floodZone", book.Pick(m.Book, []string{"AE", "X", "VE"})),
			book.Field("sprinklered", m.Random.IntN(2) == 0), book.Field("replacementCost", m.Amount(2, 60, 500_000)),
		}
	}
}
