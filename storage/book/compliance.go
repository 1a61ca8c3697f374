package book

import (
	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/compliance"
	"github.com/covertrack/covertrack/model/deficiency"
	"github.com/covertrack/covertrack/model/scalar"
	"github.com/covertrack/covertrack/storage"
)

// storeVerdicts evaluates the cases since the last Take on the book's day, with their first change and its audit event.
func (b *Book) storeVerdicts() {
	today := b.options.Today
	for _, c := range b.unjudged {
		facts := b.factsOf(c)
		if facts.RiskProfile == nil || c.Closure != nil {
			continue
		}
		v := add(b, storage.CaseVerdicts, compliance.NewCaseVerdict(facts, facts.ToStore(today), today), nil)
		b.followFindings(c, v)
		change := add(b, storage.VerdictChanges, v.ChangeFrom(nil, b.id(today)), nil)
		add(b, storage.AuditEvents, &model.AuditEvent{
			ID: change.AuditEventID, ActorKind: model.SystemActor.Kind, ActorName: model.SystemActor.Name,
			Action: "case.verdictChanged", SubjectType: storage.Cases.Subject(), SubjectID: &v.CaseID,
			Changes: scalar.EncodeTimesJSON(change.Changes()), RequestID: change.ID.String(), At: today,
		}, nil)
	}
	b.unjudged = nil
}

// followFindings opens the task of a case's findings today, with its letters to come.
func (b *Book) followFindings(c *Case, v *model.CaseVerdict) {
	today, followed := b.options.Today, map[uuid.UUID]bool{}
	for _, p := range c.policies {
		followed[p.ID] = p.Status.FollowedUp() && p.FollowUpEnd() != nil
	}
	newID := func() uuid.UUID { return b.id(today) }
	t := deficiency.Follow(c.Case, deficiency.Open(v.Findings, followed), nil, nil, newID, today)
	if t == nil {
		return
	}
	add(b, storage.Tasks, t, nil)
	for _, n := range deficiency.Plan(t, nil, today) {
		n.ID = newID()
		add(b, storage.RenewalNotices, n, nil)
	}
}

// factsOf returns the records that the compliance of a case follows from. Those that are not in the book are missing,
// and later changes of the case may show in them.
func (b *Book) factsOf(c *Case) compliance.Facts {
	facts := compliance.Facts{
		Case: c.Case, Assets: c.assets, Policies: c.policies, Versions: c.versions,
		Cancellations: c.cancellations, Waivers: c.waivers, Documents: c.documents,
	}
	if c.RiskProfileID != nil {
		facts.RiskProfile = b.profiles[*c.RiskProfileID]
	}
	named := map[uuid.UUID]bool{}
	for _, v := range c.versions {
		for _, id := range v.MortgageeClauseIDs {
			if clause := b.clauses[id]; clause != nil && !named[id] {
				named[id] = true
				facts.Clauses = append(facts.Clauses, clause)
			}
		}
	}
	return facts
}
