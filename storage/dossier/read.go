// Package dossier reads a case with all its records, at one moment. It may import model, storage and storage/rows.
package dossier

import (
	"context"
	"slices"

	"github.com/google/uuid"
	"github.com/uptrace/bun"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/dossier"
	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/model/scalar"
	"github.com/covertrack/covertrack/storage"
	"github.com/covertrack/covertrack/storage/rows"
)

// MostEvents is how many events of the trail are read: the latest.
const MostEvents = 20_000

// Read reads the records of a case, and how many events of its trail are left out, the oldest. `not_found`.
func Read(ctx context.Context, p *storage.Portfolio, id uuid.UUID) (r *dossier.Records, left int, err error) {
	lender, err := p.Lender(ctx)
	if err != nil {
		return nil, 0, err
	}
	err = rows.Snapshot(ctx, p, func(in rows.Scoped) error {
		q := &reading{in: in, portfolio: p.ID(), id: id, r: &dossier.Records{Lender: lender.Name}}
		r = q.r
		if err := q.below(ctx); err != nil {
			return err
		}
		if err := q.named(ctx); err != nil {
			return err
		}
		left, err = q.trail(ctx)
		return err
	})
	return r, left, storage.Translate(err)
}

// reading is what was read so far.
type reading struct {
	in        rows.Scoped
	portfolio uuid.UUID
	id        uuid.UUID // of the case
	r         *dossier.Records
	gone      []uuid.UUID // what was removed, perhaps, of the case and what it named
}

// below reads the case and what belongs to it.
func (q *reading) below(ctx context.Context) error {
	var cases []*model.Case
	b, r := rows.NewBatch(q.in), q.r
	rows.Into(b, storage.Cases.Select(q.in, rows.Where("t.id = ?", q.id)), &cases)
	ofCase := rows.Where("t.case_id = ?", q.id)
	list(b, storage.Assets.Select(q.in, ofCase), &r.Assets)
	list(b, storage.Policies.Select(q.in, ofCase), &r.Policies)
	list(b, storage.PolicyVersions.Select(q.in, ofCase), &r.Versions)
	list(b, storage.Cancellations.Select(q.in, ofCase), &r.Cancellations)
	list(b, storage.Waivers.Select(q.in, ofCase), &r.Waivers)
	list(b, storage.Placements.Select(q.in, ofCase), &r.Placements)
	list(b, storage.PlacementLetters.Select(q.in, ofCase), &r.PlacementLetters)
	list(b, storage.Documents.Select(q.in, ofCase), &r.Documents)
	list(b, storage.RenewalNotices.Select(q.in, ofCase), &r.Notices)
	list(b, storage.Evidence.Select(q.in, ofCase), &r.Evidence)
	list(b, storage.EvidenceReplies.Select(q.in, ofCase), &r.Replies)
	list(b, storage.Tasks.Select(q.in, ofCase), &r.Tasks)
	list(b, storage.VerdictChanges.Select(q.in, ofCase), &r.Verdicts)
	list(b, storage.NoticeAttempts.Select(q.in, rows.Where("t.notice_id IN (SELECT n.id FROM renewal_notices AS n "+
		"WHERE n.portfolio_id = t.portfolio_id AND n.case_id = ?)", q.id)), &r.Attempts)
	list(b, storage.EvidenceFiles.Select(q.in, rows.Where("t.evidence_id IN (SELECT e.id FROM evidence AS e "+
		"WHERE e.portfolio_id = t.portfolio_id AND e.case_id = ?)", q.id)), &r.Files)
	err := b.Send(ctx)
	if err == nil && len(cases) == 0 {
		return fault.NotFound("case")
	}
	if err == nil {
		r.Case = cases[0]
	}
	return err
}

// list adds a query of a noun to the batch, in order of creation.
func list[T any](b *rows.Batch, q *bun.SelectQuery, into *[]*T) {
	rows.Into(b, q.OrderExpr("t.id"), into)
}

// deletions are the actions by which what belongs to a case is removed.
var deletions = []string{"document.deleted", "asset.deleted", "policy.deleted", "insured.deleted"}

// naming are the members by which a case, its policies and its tasks name other records, as the trail has them.
type naming struct {
	RiskProfileID, ProgramID, AssigneeID                                       *uuid.UUID
	InsuredIDs, MortgageeClauseIDs, InsuranceContactIDs, InsuranceContactCCIDs []uuid.UUID
}

// namingMembers are the names of these members.
var namingMembers = []string{
	"riskProfileId", "programId", "assigneeId", "insuredIds", "mortgageeClauseIds", "insuranceContactIds", "insuranceContactCCIds",
}

// named are the ids of what a case and its records name, or named once. The zero id is none.
type named struct{ profiles, programs, insureds, clauses, people []uuid.UUID }

// add adds what something names, or named.
func (n *named) add(by naming) {
	n.profiles, n.programs = append(n.profiles, scalar.OrZero(by.RiskProfileID)), append(n.programs, scalar.OrZero(by.ProgramID))
	n.insureds, n.clauses = append(n.insureds, by.InsuredIDs...), append(n.clauses, by.MortgageeClauseIDs...)
	n.people = slices.Concat(n.people, by.InsuranceContactIDs, by.InsuranceContactCCIDs, []uuid.UUID{scalar.OrZero(by.AssigneeID)})
}

// names finds what the case and its records name, and by the trail what they named before.
func (q *reading) names(ctx context.Context) (n *named, err error) {
	r, c := q.r, q.r.Case
	n = &named{}
	n.add(naming{
		RiskProfileID: c.RiskProfileID, ProgramID: c.ProgramID, InsuredIDs: c.InsuredIDs, MortgageeClauseIDs: c.MortgageeClauseIDs,
		InsuranceContactIDs: c.InsuranceContactIDs, InsuranceContactCCIDs: c.InsuranceContactCCIDs,
	})
	for _, p := range r.Policies {
		n.add(naming{InsuranceContactIDs: p.InsuranceContactIDs})
	}
	for _, v := range r.Versions {
		n.add(naming{InsuredIDs: v.InsuredIDs, MortgageeClauseIDs: v.MortgageeClauseIDs})
	}
	for _, t := range r.Tasks {
		n.add(naming{AssigneeID: t.AssigneeID})
	}
	for _, v := range r.Verdicts {
		n.add(naming{RiskProfileID: &v.RiskProfileID})
	}
	of := idsOf(idsOf([]uuid.UUID{q.id}, storage.Policies, r.Policies), storage.Tasks, r.Tasks)
	var events []*model.AuditEvent
	b := rows.NewBatch(q.in)
	rows.Into(b, storage.AuditEvents.Select(q.in, rows.Where("t.subject_id = ANY (?) AND jsonb_exists_any(t.changes, ?)",
		rows.Array[uuid.UUID](of), rows.Array[string](namingMembers))).OrderExpr("t.id DESC").Limit(MostEvents), &events)
	err = b.Send(ctx)
	for _, e := range events {
		var before naming
		model.Undo(&before, e.Changes)
		n.add(before)
	}
	return n, err
}

// named reads what the case and its records name, or named once, and what was removed of the case.
func (q *reading) named(ctx context.Context) error {
	r := q.r
	n, err := q.names(ctx)
	if err != nil {
		return err
	}
	q.gone = append(q.gone, n.insureds...)
	var removed []*model.AuditEvent
	b := rows.NewBatch(q.in)
	for _, part := range []struct {
		ids  []uuid.UUID
		read func(where rows.Condition)
	}{
		{n.insureds, func(w rows.Condition) { list(b, storage.Insureds.Select(q.in, w), &r.Insureds) }},
		{n.clauses, func(w rows.Condition) { list(b, storage.MortgageeClauses.Select(q.in, w), &r.Clauses) }},
		{n.people, func(w rows.Condition) { list(b, storage.Users.Select(q.in, w), &r.Users) }},
		{n.people, func(w rows.Condition) { list(b, storage.Brokers.Select(q.in, w), &r.Brokers) }},
		{n.profiles, func(w rows.Condition) { list(b, storage.RiskProfiles.Select(q.in, w), &r.RiskProfiles) }},
		{n.programs, func(w rows.Condition) { list(b, storage.Programs.Select(q.in, w), &r.Programs) }},
	} {
		part.read(rows.Where("t.id = ANY (?)", rows.Array[uuid.UUID](distinct(part.ids))))
	}
	list(b, storage.CertificateHolders.Select(q.in, rows.Where("(t.id IN (SELECT c.certificate_holder_id FROM mortgagee_clauses AS c "+
		"WHERE c.portfolio_id = t.portfolio_id AND c.id = ANY (?)) OR "+
		"t.id IN (SELECT unnest(p.certificate_holder_ids) FROM risk_profiles AS p "+
		"WHERE p.portfolio_id = t.portfolio_id AND p.id = ANY (?)))", rows.Array[uuid.UUID](distinct(n.clauses)),
		rows.Array[uuid.UUID](distinct(n.profiles)))), &r.Holders)
	list(b, storage.AuditEvents.Select(q.in, rows.Where("t.action = ANY (?) AND t.changes #>> '{caseId,from}' = ?",
		rows.Array[string](deletions), q.id.String())), &removed)
	list(b, storage.InsuredGroups.Select(q.in, rows.Where("(t.id IN (SELECT i.insured_group_id FROM insureds AS i "+
		"WHERE i.portfolio_id = t.portfolio_id AND i.id = ANY (?)) OR t.id IN (SELECT (e.changes #>> '{insuredGroupId,from}')::uuid "+
		"FROM audit_events AS e WHERE e.portfolio_id = t.portfolio_id AND e.subject_id = ANY (?)))",
		rows.Array[uuid.UUID](distinct(n.insureds)), rows.Array[uuid.UUID](distinct(n.insureds)))), &r.Groups)
	actors := rows.Array[uuid.UUID](distinct(actorsOf(r)))
	rows.Into(b, rows.SQL("SELECT id, name FROM tokens WHERE id = ANY (?) UNION SELECT id, name FROM persons WHERE id = ANY (?)",
		actors, actors), &r.Actors)
	err = b.Send(ctx)
	for _, e := range removed {
		q.gone = append(q.gone, *e.SubjectID)
	}
	return err
}

// actorsOf are the ids of those who asked for or decided something.
func actorsOf(r *dossier.Records) (ids []uuid.UUID) {
	for _, w := range r.Waivers {
		ids = append(ids, w.RequestedBy, scalar.OrZero(w.DecidedBy))
	}
	for _, e := range r.Evidence {
		ids = append(ids, scalar.OrZero(e.DecidedBy))
	}
	return ids
}

// distinct are the ids in their order, each once.
func distinct(ids []uuid.UUID) []uuid.UUID {
	slices.SortFunc(ids, func(a, b uuid.UUID) int { return slices.Compare(a[:], b[:]) })
	return slices.Compact(ids)
}

// trail reads the latest events about all that was read.
func (q *reading) trail(ctx context.Context) (left int, err error) {
	of := append([]uuid.UUID{q.id}, q.gone...)
	r := q.r
	of = idsOf(of, storage.Assets, r.Assets)
	of = idsOf(of, storage.Policies, r.Policies)
	of = idsOf(of, storage.Cancellations, r.Cancellations)
	of = idsOf(of, storage.Waivers, r.Waivers)
	of = idsOf(of, storage.Placements, r.Placements)
	of = idsOf(of, storage.PlacementLetters, r.PlacementLetters)
	of = idsOf(of, storage.Documents, r.Documents)
	of = idsOf(of, storage.RenewalNotices, r.Notices)
	of = idsOf(of, storage.Evidence, r.Evidence)
	of = idsOf(of, storage.EvidenceFiles, r.Files)
	of = idsOf(of, storage.EvidenceReplies, r.Replies)
	of = idsOf(of, storage.Tasks, r.Tasks)
	of = idsOf(of, storage.Insureds, r.Insureds)
	of = idsOf(of, storage.InsuredGroups, r.Groups)
	of = idsOf(of, storage.Programs, r.Programs)
	of = idsOf(of, storage.MortgageeClauses, r.Clauses)
	of = idsOf(of, storage.CertificateHolders, r.Holders)
	of = idsOf(of, storage.Users, r.Users)
	of = idsOf(of, storage.Brokers, r.Brokers)
	about := rows.Where("t.subject_id = ANY (?)", rows.Array[uuid.UUID](of))
	var count int
	var first []*model.AuditEvent
	b := rows.NewBatch(q.in)
	rows.Into(b, storage.AuditEvents.Select(q.in, about).OrderExpr("t.id DESC").Limit(MostEvents), &r.Events)
	b.Read(rows.SQL("SELECT count(*) FROM audit_events WHERE portfolio_id = ? AND subject_id = ANY (?)", q.portfolio,
		rows.Array[uuid.UUID](of)), rows.ScanFirst(&count))
	rows.Into(b, storage.AuditEvents.Select(q.in).OrderExpr("t.id").Limit(1), &first)
	if err := b.Send(ctx); err != nil {
		return 0, err
	}
	slices.Reverse(r.Events)
	if left = count - len(r.Events); left > 0 {
		first = r.Events
	}
	if len(first) > 0 {
		r.TrailSince = &first[0].At
	}
	return left, nil
}

func idsOf[T, F any](ids []uuid.UUID, noun *storage.Table[T, F], records []*T) []uuid.UUID {
	for _, r := range records {
		ids = append(ids, noun.ID(r))
	}
	return ids
}
