package book

import (
	"time"

	"github.com/covertrack/covertrack/model"
)

// Policy adds a policy to a case.
func (b *Book) Policy(c *Case, in model.CreatePolicyInput, at time.Time) *model.Policy {
	in.CaseID = c.ID
	p, err := model.NewPolicy(b.ids.at(at), in, b.policyReferences(c, nil), at)
	b.note("policy", err)
	b.version(p, nil, at)
	if p.NeedsEvidence() {
		b.unsent.tasks = append(b.unsent.tasks, model.NewEvidenceTask(b.ids.at(at), p, at))
	}
	c.policies = append(c.policies, p)
	b.unsent.followed = append(b.unsent.followed, &followed{c.Case, p, at})
	b.unsent.policies = append(b.unsent.policies, p)
	return p
}

// Correct changes a policy's coverage within its term. The policy must not have been written yet.
func (b *Book) Correct(c *Case, p *model.Policy, in model.UpdatePolicyInput, at time.Time) {
	before := *p
	b.note("correction", p.Patch(in, b.policyReferences(c, nil)).Err())
	b.version(p, &before, at)
}

// Term starts a policy's next term. The policy must not have been written yet.
func (b *Book) Term(c *Case, p *model.Policy, in model.CreatePolicyTermInput, at time.Time) {
	before := *p
	b.note("term", p.StartTerm(in, b.policyReferences(c, &before.Coverage)).Err())
	b.note("term", p.MoveToTerm(at))
	for _, f := range b.unsent.followed {
		if f.p == p {
			f.since = at
		}
	}
	b.version(p, &before, at)
}

// Set changes where a policy stands by an action of the state machine. The policy must not have been written yet.
func (b *Book) Set(p *model.Policy, action func(model.PolicyState) (model.PolicyState, error), at time.Time) {
	next, err := action(p.State())
	b.note("action on a policy", err)
	p.SetState(next, at)
	p.UpdatedAt = at
}

func (b *Book) version(p, before *model.Policy, at time.Time) {
	if v := p.NextVersion(b.ids.at(at), before, at); v != nil {
		p.UpdatedAt = at
		b.unsent.versions = append(b.unsent.versions, v)
	}
}

func (b *Book) policyReferences(c *Case, previous *model.Coverage) model.PolicyReferences {
	refs := model.PolicyReferences{
		Case: c.Case, Assets: c.assets, PreviousTerm: previous, Contacts: b.known.contacts, Insureds: b.known.insureds,
		MortgageeClauses: b.known.clauses,
	}
	if c.ProgramID != nil {
		refs.ProductTypes = b.known.programs[*c.ProgramID].ProductTypes
	}
	if c.RiskProfileID != nil {
		refs.AllowedTypes = b.known.allowed[*c.RiskProfileID]
	}
	return refs
}
