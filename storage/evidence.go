package storage

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/uptrace/bun"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/scalar"
	"github.com/covertrack/covertrack/storage/rows"
)

// Evidence is what was handed in by evidence links.
var Evidence = rows.Define(Table[model.Evidence, model.EvidenceFilter]{
	Noun: "evidence",
	Filter: func(f model.EvidenceFilter) []rows.Condition {
		return []rows.Condition{
			rows.Common(f.ID, f.CreatedAt, f.UpdatedAt, f.Metadata),
			rows.In("case_id", f.CaseID.Value()),
			rows.In("policy_id", f.PolicyID.Value()),
			rows.In("state", f.State.Value()),
		}
	},
	Counted: []string{"state"},
})

// EvidenceFiles are the files of submissions. They have no lists: a submission shows its own.
var EvidenceFiles = rows.Define(Table[model.EvidenceFile, struct{}]{Noun: "evidence file"})

// evidenceOfTerm selects the submissions for a term of a policy.
func (p *Portfolio) evidenceOfTerm(policy uuid.UUID, term int) *bun.SelectQuery {
	return Evidence.Select(p, rows.Where("t.policy_id = ?", policy), rows.Where("t.term_number = ?", rows.Number(term)))
}

// EvidenceOfTerm are the submissions for a term of a policy, oldest first, with their files.
func (p *Portfolio) EvidenceOfTerm(ctx context.Context, policy uuid.UUID, term int) ([]*model.Evidence, error) {
	all, err := rows.Read[model.Evidence](ctx, p.db, rows.Prepared, p.evidenceOfTerm(policy, term).OrderExpr("t.id"))
	if err != nil {
		return nil, err
	}
	return all, p.FilesOfEvidence(ctx, all)
}

// FilesOfEvidence gives submissions their files, in the order in which they were handed in.
func (p *Portfolio) FilesOfEvidence(ctx context.Context, all []*model.Evidence) error {
	ids := make([]uuid.UUID, len(all))
	for i, e := range all {
		ids[i] = e.ID
	}
	files, err := EvidenceFiles.Of(ctx, p, "evidence_id", ids)
	of := map[uuid.UUID][]*model.EvidenceFile{}
	for _, f := range files {
		of[f.EvidenceID] = append(of[f.EvidenceID], f)
	}
	for _, e := range all {
		e.Files = append([]*model.EvidenceFile{}, of[e.ID]...)
	}
	return err
}

// EvidenceReferences looks up what a submission or an announcement by a link depends on. Keys are of uploads.
func (p *Portfolio) EvidenceReferences(
	ctx context.Context, link *model.EvidenceLink, policy *model.Policy, keys []string,
) (refs model.EvidenceReferences, err error) {
	refs.Link, refs.Policy = link, policy
	if refs.Case, err = Cases.One(ctx, p, policy.CaseID); err != nil {
		return refs, err
	}
	ids := make([]uuid.UUID, len(keys))
	for i, key := range keys {
		ids[i] = scalar.ParseID(key)
	}
	uploads, err := Uploads.ByID(ctx, p, ids)
	if err != nil {
		return refs, err
	}
	refs.Uploads = make(map[uuid.UUID]*model.Upload, len(uploads))
	for _, u := range uploads {
		refs.Uploads[u.ID] = u
	}
	return refs, p.countEvidence(ctx, &refs)
}

// countEvidence counts what the bounds of evidence are about.
func (p *Portfolio) countEvidence(ctx context.Context, refs *model.EvidenceReferences) error {
	return rows.Scan(ctx, p.db, rows.Prepared, rows.SQL(`SELECT
		(SELECT count(*) FROM evidence WHERE portfolio_id = ? AND policy_id = ? AND term_number = ? AND state = 'proposed'),
		(SELECT count(*) FROM evidence_files AS f JOIN evidence AS e ON e.portfolio_id = f.portfolio_id AND e.id = f.evidence_id
			WHERE e.portfolio_id = $1 AND e.policy_id = $2 AND e.term_number = $3),
		count(*), coalesce(sum(size), 0)::bigint FROM uploads WHERE portfolio_id = $1 AND claimed_at IS NULL AND evidence_link_id = ?`,
		p.ID(), refs.Policy.ID, refs.Policy.TermNumber, refs.Link.ID), &refs.Undecided, &refs.Files, &refs.Announced, &refs.Bytes)
}

// ReleaseEvidence frees the room of files that a link has announced and that were not handed in: of those of the keys, or of
// all if there are none. They cannot be handed in any more, and the next clean-up removes them.
func (p *Portfolio) ReleaseEvidence(ctx context.Context, link uuid.UUID, keys []uuid.UUID, now time.Time) error {
	q := p.db.NewUpdate().Table("uploads").Set("size = 0").Set("expires_at = ?", now).Set("created_at = ?", now.Add(-model.UploadKeptFor)).
		Where("portfolio_id = ?", p.ID()).Where("evidence_link_id = ?", link).Where("claimed_at IS NULL")
	if len(keys) > 0 {
		q = q.Where("id = ANY (?)", rows.Array[uuid.UUID](keys))
	}
	_, err := rows.Exec(ctx, p.db, q)
	return err
}

// LockCaseOfEvidence locks the case of a submission; `not_found` for one that does not exist.
func (p *Portfolio) LockCaseOfEvidence(ctx context.Context, id uuid.UUID) (*model.Case, error) {
	return p.lockCaseOf(ctx, Evidence, id, Evidence.Noun)
}

// LockEvidence locks a submission with its files, of a case that is locked already; `not_found`.
func (p *Portfolio) LockEvidence(ctx context.Context, id uuid.UUID) (*model.Evidence, error) {
	e, err := Evidence.Lock(ctx, p, id)
	if err != nil {
		return nil, err
	}
	return e, p.FilesOfEvidence(ctx, []*model.Evidence{e})
}

// HasOpenEvidence reports whether a submission for the term of a policy is undecided, besides one.
func (p *Portfolio) HasOpenEvidence(ctx context.Context, policy uuid.UUID, term int, besides uuid.UUID) (bool, error) {
	return rows.Exists(ctx, p.db, rows.Prepared,
		p.evidenceOfTerm(policy, term).Where("t.state = 'proposed'").Where("t.id <> ?", besides))
}

// ReviewDays is how long notices of the portfolio wait for the review of evidence, in days.
func (p *Portfolio) ReviewDays(ctx context.Context) (int, error) {
	lender, err := p.Lender(ctx)
	if err != nil {
		return 0, err
	}
	return lender.ReviewDays, nil
}
