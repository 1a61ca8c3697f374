package book

import (
	"slices"
	"time"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/letter"
	"github.com/covertrack/covertrack/storage"
)

// Policy adds a policy to a case.
func (b *Book) Policy(c *Case, in model.CreatePolicyInput, at time.Time) *model.Policy {
	in.CaseID = c.ID
	p, err := model.NewPolicy(b.id(at), in, c.references, at)
	b.version(c, p, nil, at)
	c.policies = append(c.policies, p)
	b.follow(c, p, at)
	return add(b, storage.Policies, p, err)
}

// Correct changes a policy's coverage within its term. The policy must not have been taken yet.
func (b *Book) Correct(c *Case, p *model.Policy, in model.UpdatePolicyInput, at time.Time) {
	before := *p
	b.note("a correction", p.Patch(in, c.references).Err())
	b.version(c, p, &before, at)
}

// Term starts a policy's next term. The policy must not have been taken yet.
func (b *Book) Term(c *Case, p *model.Policy, in model.CreatePolicyTermInput, at time.Time) {
	before, refs := *p, c.references
	refs.PreviousTerm = &before.Coverage
	b.note("a term", p.StartTerm(in, refs).Err())
	b.note("a term", p.MoveToTerm(at))
	b.followSince(p, at)
	b.version(c, p, &before, at)
}

// followSince plans a policy's notices by what is known of it since then.
func (b *Book) followSince(p *model.Policy, at time.Time) {
	for _, f := range b.followed {
		if f.policy == p {
			f.since = at
		}
	}
}

// HoldPolicy puts a policy on hold. The policy must not have been taken yet.
func (b *Book) HoldPolicy(p *model.Policy, at time.Time) { b.set(p, p.State().Hold(), at) }

// Deactivate deactivates a policy. The policy must not have been taken yet.
func (b *Book) Deactivate(p *model.Policy, at time.Time) { b.set(p, p.State().Deactivate(), at) }

// Release ends the hold of a policy, even if its case is still on hold. The policy must not have been taken yet.
func (b *Book) Release(p *model.Policy, at time.Time) {
	next, err := p.State().Release()
	b.note("a release", err)
	b.set(p, next, at)
}

// StartRenewal marks that the renewal of a policy is in progress. The policy must not have been taken yet.
func (b *Book) StartRenewal(p *model.Policy, at time.Time) {
	next, err := p.State().Patch(model.PolicyStatusRenewalInProgress)
	b.note("a renewal", err)
	b.set(p, next, at)
}

func (b *Book) set(p *model.Policy, next model.PolicyState, at time.Time) {
	p.SetState(next, at)
	p.UpdatedAt = at
}

// version adds the version that a change made, if it made one.
func (b *Book) version(c *Case, p, before *model.Policy, at time.Time) {
	if v := p.NextVersion(b.id(at), before, at); v != nil {
		p.UpdatedAt = at
		c.versions = append(c.versions, add(b, storage.PolicyVersions, v, nil))
	}
}

// followed is a policy whose notices are not planned yet, and the time since which its term is known.
type followed struct {
	of     *Case
	policy *model.Policy
	since  time.Time
}

// follow opens the task for a policy's missing evidence, and leaves its notices to followUp.
func (b *Book) follow(c *Case, p *model.Policy, at time.Time) {
	if b.options.Notice == nil {
		return
	}
	if p.NeedsEvidence() {
		c.tasks = append(c.tasks, add(b, storage.Tasks, model.NewEvidenceTask(b.id(at), p, at), nil))
	}
	b.followed = append(b.followed, &followed{c, p, at})
}

// followUp plans the notices of the policies as they are now, and settles those that were due before today, as the jobs
// would have done if they had run all the time.
func (b *Book) followUp() {
	for _, f := range b.followed {
		for _, n := range model.PlanRenewal(f.policy, nil, nil, model.SkipLate, f.since).New {
			n.ID = b.id(n.CreatedAt)
			add(b, storage.RenewalNotices, n, nil)
			planned := n.State == model.RenewalNoticeStatePlanned
			switch closed := f.of.Closure; {
			case planned && closed != nil:
				model.EndRenewal([]*model.RenewalNotice{n}, closed.ClosedAt)
			case planned && n.DueAt.Before(b.options.Today) && f.policy.Status.FollowedUp():
				b.carryOut(f, n)
			}
		}
	}
	b.followed = nil
}

// carryOut does what a sweep does about a notice if there is no mail server.
func (b *Book) carryOut(f *followed, n *model.RenewalNotice) {
	if task, ok := n.StepTask(b.id(n.DueAt), n.DueAt); ok {
		b.openTask(task)
	}
	to, copies := b.boxes.Recipients(f.of.Case, f.policy)
	if len(to) == 0 {
		n.Skip(model.SkipNoRecipient, n.DueAt)
		b.openTask(n.EvidenceTask(b.id(n.DueAt), model.SkipNoRecipient, n.DueAt))
		return
	}
	n.Address(to, copies)
	b.note("a notice", b.options.Notice(n, b.requestFacts(f, n)))
	reason := model.SuppressMailOff
	if b.portfolio.Mode == model.ModeTest {
		reason = model.SuppressTest
	}
	n.Suppress(reason, n.DueAt)
}

// requestFacts returns the records that a notice is about, on the day on which it is due.
func (b *Book) requestFacts(f *followed, n *model.RenewalNotice) letter.Facts {
	lender := b.portfolio.Lender
	if lender == nil {
		lender = &model.Lender{Name: b.portfolio.LenderName}
	}
	facts := letter.Facts{
		Lender: lender, Case: f.of.Case, Policy: f.policy, Insureds: b.insureds, Compliance: b.factsOf(f.of), Step: n.Step,
		Now: n.DueAt,
	}
	for _, id := range slices.Concat(f.policy.MortgageeClauseIDs, f.of.MortgageeClauseIDs) {
		if known := b.clauses[id]; known != nil {
			clause := *known // what is written has no holder
			clause.CertificateHolder = b.holders[clause.CertificateHolderID]
			facts.Clauses = append(facts.Clauses, &clause)
		}
	}
	return facts
}

// openTask adds a task unless there is one for the same reason.
func (b *Book) openTask(t *model.Task) {
	if reason := "task/" + *t.Origin; !b.taken[reason] {
		b.taken[reason] = true
		add(b, storage.Tasks, t, nil)
	}
}
