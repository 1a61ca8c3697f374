package demo

import (
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage/book"
)

// ordinary are the statuses that cases without a story end up with, by turns, those of each model by themselves.
var ordinary = []model.CaseStatus{
	model.CaseStatusOpen, model.CaseStatusApproved, model.CaseStatusOnboarding, model.CaseStatusOnHold,
	model.CaseStatusDraft, model.CaseStatusApproved, model.CaseStatusClosed, model.CaseStatusApproved,
	model.CaseStatusOpen, model.CaseStatusApproved, model.CaseStatusOpen, model.CaseStatusOpen,
}

// planned is an ordinary case, and what is still to be added to it.
type planned struct {
	*book.Case
	status   model.CaseStatus
	program  *model.Program // nil with a risk profile
	policies int
}

// cases makes the cases that are left, spreads the assets that are left over them, insures those with a risk profile as
// that demands, gives the others the policies that are left, and settles each.
func (m *maker) cases() {
	var framework, legacy []*planned
	left := m.size.Cases - m.made.cases
	for i := range left {
		at := m.daysAgo(260 - i*(235/left))
		if i%5 == 1 || i%5 == 3 {
			legacy = append(legacy, m.ordinaryCase(i, len(legacy), m.legacyInput, at))
		} else {
			framework = append(framework, m.ordinaryCase(i, len(framework), m.frameworkInput, at))
		}
	}
	all := slices.Concat(framework, legacy)
	for i := 0; m.made.assets < m.size.Assets; i++ {
		m.ordinaryAsset(all[i%len(all)], i)
	}
	for i, c := range framework {
		m.ordinaryPolicies(c, i)
	}
	for i := 0; m.made.policies < m.size.Policies; i++ {
		m.ordinaryPolicy(legacy[i%len(legacy)], i)
	}
	for i, c := range all {
		m.settle(c, i)
	}
}

// frameworkInput gives the case of a number a risk profile.
func (m *maker) frameworkInput(i int, in *model.CreateCaseInput) *model.Program {
	profiles := []*model.RiskProfile{m.standard, m.multifamily, m.participation, m.construction, m.standard, m.coastal}
	in.RiskProfile = book.Some(profiles[i%len(profiles)].ID)
	return nil
}

// legacyInput gives the case of a number a program.
func (m *maker) legacyInput(i int, in *model.CreateCaseInput) *model.Program {
	program := m.programs[i%len(m.programs)]
	in.Program = book.Some(program.ID)
	return program
}

// ordinaryCase adds a case, the nth of its model.
func (m *maker) ordinaryCase(
	i, nth int, choose func(int, *model.CreateCaseInput) *model.Program, at time.Time,
) *planned {
	c := &planned{status: ordinary[nth%len(ordinary)]}
	in, loan := m.caseInput("", at)
	if c.status != model.CaseStatusDraft {
		in.Status = book.Some(model.CaseStatusOpen)
	}
	c.program = choose(nth, &in)
	switch i % 6 {
	case 3: // the lender's own people follow it up
		in.ManagementType = book.Some(model.ManagementTypeSelfManaged)
	case 4: // nobody to write to yet
		in.InsuranceContacts = book.List(in.InsuranceContacts.Value()[:0]...)
	}
	c.Case = m.addCase(in, loan, at)
	if i%3 == 0 {
		m.document(c.Case, loanAgreement, at.Add(time.Hour), "Borrower: "+c.DisplayName)
	}
	if i%5 == 0 {
		m.document(c.Case, noteToFile, at.AddDate(0, 0, 3), "The borrower's agent changes next month.")
	}
	return c
}

func (m *maker) addCase(in model.CreateCaseInput, loan int, at time.Time) *book.Case {
	c := m.Case(in, at)
	c.ExternalID = keyOf("LOS", c.ID)
	m.made.cases++
	m.worth[c.ID] = &worth{loan: loan}
	return c
}

// keyOf is the key that another system of the lender has for a record.
func keyOf(system string, id uuid.UUID) *string { return new(system + "-" + id.String()[24:]) }

// caseInput is a case with its insured, its clauses, a contact and a copy, and the dollars lent. Without a name for the
// insured one is made up.
func (m *maker) caseInput(insuredName string, at time.Time) (in model.CreateCaseInput, loan int) {
	insured := m.Insured(m.insuredInput(insuredName), at.Add(-time.Minute))
	insured.ExternalID = keyOf("CIF", insured.ID)
	loan = m.Between(5, 400) * 100_000
	return model.CreateCaseInput{
		LoanNumber:          book.Some(fmt.Sprintf("%d-%05d", at.Year(), m.Random.IntN(1e5))),
		LoanAmount:          book.Some(*book.Dollars(loan)),
		OutstandingBalance:  book.Some(*book.Dollars(loan / 10 * 9)),
		MaturityDate:        book.Some(m.today.AddDate(m.Between(1, 9), m.Between(0, 11), 0)),
		Insureds:            book.List(insured.ID),
		MortgageeClauses:    book.List(m.clauses[0].ID, m.clauses[1].ID, m.clauses[2].ID),
		InsuranceContacts:   book.List(book.Pick(m.Book, m.brokers).ID),
		InsuranceContactsCc: book.List(m.analyst.ID),
		Metadata: book.Metadata(map[string]any{
			"branch": book.Pick(m.Book, []string{"north", "south", "west"}), "loanOfficer": m.admin.DisplayName,
		}),
	}, loan
}

func (m *maker) insuredInput(name string) model.CreateInsuredInput {
	in := model.CreateInsuredInput{InsuredGroup: book.Some(book.Pick(m.Book, m.groups).ID)}
	switch {
	case name != "":
		in.CorporateName = book.Some(name)
	case m.Random.IntN(6) == 0:
		first, last := m.Person()
		in.FirstName, in.LastName = book.Some(first), book.Some(last)
	default:
		in.CorporateName = book.Some(m.Company())
	}
	return in
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
	case model.CaseStatusClosed:
		m.Close(c.Case, model.CaseCloseReasonPaidOff, m.daysAgo(5+i%3))
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

// cancelledDay is when a policy whose term is not known was cancelled. It is the same whenever the demo data is made, so
// that the example of a reinstatement fits.
var cancelledDay = idDay.AddDate(0, 0, 4)

// ordinaryPolicies adds the policies that a case with a risk profile needs; a draft has none yet. Those of every sixth
// case may end soon.
func (m *maker) ordinaryPolicies(c *planned, i int) {
	if c.status == model.CaseStatusDraft {
		return
	}
	days := span{30, 400}
	if i%6 == 4 {
		days.from = 0
	}
	made := m.insure(c.Case, m.linesOf(*c.RiskProfileID), days, nil)
	p := made["property"]
	switch at := p.CreatedAt; {
	case i%4 == 3:
		m.Correct(c.Case, p, model.UpdatePolicyInput{Deductible: book.Some(*book.Dollars(5_000))}, at.AddDate(0, 0, 4))
	case i%9 == 2:
		m.HoldPolicy(p, at.AddDate(0, 0, 10))
	case days.from == 0 && p.EndDate.Before(m.today.AddDate(0, 0, 30)):
		m.StartRenewal(p, m.daysAgo(1))
	}
}

// ordinaryPolicy adds the next of the policies that a case with a program usually has. Some are changed afterwards.
func (m *maker) ordinaryPolicy(c *planned, i int) {
	at := c.CreatedAt.AddDate(0, 0, c.policies+1)
	p := m.legacy(c.Case, c.program.ProductTypes[c.policies%len(c.program.ProductTypes)], at)
	c.policies++
	switch {
	case p.EndDate == nil && !m.made.cancelled && c.status != model.CaseStatusOnHold && c.status != model.CaseStatusClosed:
		m.made.cancelled = true
		m.Cancel(c.Case, p, model.CancelPolicyInput{
			EffectiveDate: cancelledDay, Reason: model.CancellationReasonUnderwriting,
		}, m.daysAgo(20))
	case p.EndDate != nil && i%8 == 7:
		m.Deactivate(p, at.AddDate(0, 0, 9))
	case i%23 == 5:
		m.HoldPolicy(p, at.AddDate(0, 0, 10))
	case i%11 == 3:
		m.Correct(c.Case, p, model.UpdatePolicyInput{Deductible: book.Some(*book.Dollars(5_000))}, at.AddDate(0, 0, 4))
	case p.EndDate != nil && i%3 == 0 && p.EndDate.After(m.today) && p.EndDate.Before(m.today.AddDate(0, 0, 30)):
		m.StartRenewal(p, m.daysAgo(1))
	}
}
