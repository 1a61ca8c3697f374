package book

import (
	"time"

	"github.com/covertrack/covertrack/model"
)

// Policy adds a policy to a case.
func (b *Book) Policy(c *Case, in model.CreatePolicyInput, at time.Time) *model.Policy {
	in.CaseID = c.ID
	p, err := model.NewPolicy(b.id(at), in, c.references, at)
	b.version(p, nil, at)
	c.policies = append(c.policies, p)
	b.follow(c.Case, p, at)
	return add(b, p, err)
}

// Correct changes a policy's coverage within its term. The policy must not have been taken yet.
func (b *Book) Correct(c *Case, p *model.Policy, in model.UpdatePolicyInput, at time.Time) {
	before := *p
	b.note("a correction", p.Patch(in, c.references).Err())
	b.version(p, &before, at)
}

// Term starts a policy's next term. The policy must not have been taken yet.
func (b *Book) Term(c *Case, p *model.Policy, in model.CreatePolicyTermInput, at time.Time) {
	before, refs := *p, c.references
	refs.PreviousTerm = &before.Coverage
	b.note("a term", p.StartTerm(in, refs).Err())
	b.note("a term", p.MoveToTerm(at))
	for _, f := range b.followed {
		if f.policy == p {
			f.since = at
		}
	}
	b.version(p, &before, at)
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
func (b *Book) version(p, before *model.Policy, at time.Time) {
	if v := p.NextVersion(b.id(at), before, at); v != nil {
		p.UpdatedAt = at
		add(b, v, nil)
	}
}
