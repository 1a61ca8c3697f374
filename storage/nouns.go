package storage

import "github.com/covertrack/covertrack/storage/rows"

// Nouns are the tables of a portfolio's records, in an order in which records can be inserted: what others refer to
// comes first. Only a policy and its first version refer to each other, which the database checks at the commit.
func Nouns() []rows.Noun {
	return []rows.Noun{
		Users, Brokerages, Brokers, InsuredGroups, Insureds, CertificateHolders, MortgageeClauses, Programs, RiskProfiles,
		Cases, Uploads, Documents, Assets, Policies, PolicyVersions, Cancellations, EvidenceLinks, Evidence, EvidenceFiles,
		EvidenceReplies, Tasks, Waivers, CaseVerdicts, VerdictChanges, LetterTemplates, RenewalNotices, NoticeAttempts,
		WebhookEndpoints, WebhookDeliveries, AuditEvents,
	}
}

// isOfCase reports whether records of the noun belong to a case for ever.
func isOfCase(n rows.Noun) bool { return n.HasColumn("case_id") }
