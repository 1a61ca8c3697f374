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

// cases makes all cases that are left, spreads the assets and policies that are left over them, and then gives each its
// status.
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
