package storage

import (
	"context"
	"fmt"
	"slices"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage/rows"
)

// Nouns are the tables of a portfolio's records, in an order in which records can be inserted: what others refer to
// comes first. Only a policy and its first version refer to each other, which the database checks at the commit.
func Nouns() []rows.Noun {
	return []rows.Noun{
		Users, Brokerages, Brokers, InsuredGroups, Insureds, CertificateHolders, MortgageeClauses, Programs, RiskProfiles,
		Cases, Uploads, Documents, Assets, Policies, PolicyVersions, Cancellations, EvidenceLinks, Evidence, EvidenceFiles,
		EvidenceReplies, Waivers, Placements, PrintFiles, PlacementLetters,
		Tasks, CaseVerdicts, VerdictChanges, LetterTemplates, NoticeWordings, RenewalNotices, NoticeAttempts,
		WebhookEndpoints, WebhookDeliveries, ExportSchedules, Exports, AuditEvents,
	}
}

// isOfCase reports whether records of the noun belong to a case for ever.
func isOfCase(n rows.Noun) bool { return n.HasColumn("case_id") }

// directory has all nouns that clients see. Uploads are the only ones that they do not.
var directory = rows.NewDirectory(slices.DeleteFunc(Nouns(), func(n rows.Noun) bool { return !n.IsListed() }))

// Node finds any record of the portfolio by its id alone, in one statement; nil if there is none.
func (p *Portfolio) Node(ctx context.Context, id uuid.UUID) (model.Node, error) {
	found, err := directory.Find(ctx, p, id)
	if found == nil || err != nil {
		return nil, err
	}
	node, ok := found.(model.Node)
	if !ok {
		return nil, fmt.Errorf("%T is no Node", found)
	}
	return node, nil
}
