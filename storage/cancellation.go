package storage

import (
	"context"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage/rows"
)

// Cancellations are the cancellations of policies' terms, and how they ended. They have no lists: a policy shows
// its own, of which its row has a copy.
var Cancellations = rows.Define(Table[model.Cancellation, struct{}]{Noun: "cancellation"})

// CancellationReferences looks up what a cancellation or a reinstatement of a locked policy depends on. The document is
// nil if none is named.
func (p *Portfolio) CancellationReferences(
	ctx context.Context, policy *model.Policy, document *uuid.UUID,
) (refs model.CancellationReferences, err error) {
	if refs.EarlierTerms, err = p.earlierPolicyTerms(ctx, policy); err != nil {
		return refs, err
	}
	documents, err := p.DocumentsByCase(ctx, appendID(nil, document))
	refs.Documents = documents[policy.CaseID]
	return refs, err
}

// earlierPolicyTerms are the terms before a policy's current one, oldest first, each as its latest version dates it.
func (p *Portfolio) earlierPolicyTerms(ctx context.Context, policy *model.Policy) ([]model.PolicyTerm, error) {
	if policy.TermNumber == 1 {
		return nil, nil
	}
	terms, err := rows.Read[model.PolicyTerm](ctx, p.db, rows.Prepared, p.db.NewSelect().Table("policy_versions").
		DistinctOn("term_number").Column("term_number", "start_date", "end_date").
		Where("portfolio_id = ? AND policy_id = ?", p.ID(), policy.ID).
		Where("term_number < ?", rows.Number(policy.TermNumber)).OrderExpr("term_number, version_number DESC"))
	return valuesOf(terms), err
}
