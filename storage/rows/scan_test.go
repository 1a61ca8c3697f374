package rows_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/catalog"
	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/model/page"
	"github.com/covertrack/covertrack/model/scalar"
	"github.com/covertrack/covertrack/storage"
	"github.com/covertrack/covertrack/storage/postgres"
	"github.com/covertrack/covertrack/storage/storagetest"
)

// TestRead reads a record of each noun: what pgx scans of an open list is what Bun scans of the table, in the pool and
// in a transaction, prepared or not.
func TestRead(t *testing.T) {
	t.Parallel()
	dsn := storagetest.Database(t)
	w := storagetest.WorldOn(t, dsn)
	policy := addOfEach(t, w)
	for mode, param := range modes {
		store := storagetest.Open(t, dsn+param, postgres.DefaultOptions())
		requireAll(t, w, mode, store.For(w.Harbor.Portfolio.ID()))
		require.NoError(t, store.InTx(t.Context(), w.Harbor.Portfolio.ID(), func(_ context.Context, tx *storage.Tx) error {
			requireAll(t, w, mode+" in a transaction", tx.For(w.Harbor.Portfolio.ID()))
			return nil
		}))
		p := store.For(w.Harbor.Portfolio.ID())
		read, err := storage.Policies.One(t.Context(), p, policy.ID)
		require.NoError(t, err)
		require.Equal(t, policy, read, "a policy's members are of two tables")
		_, err = storage.Policies.One(t.Context(), p, storage.NewID())
		require.Equal(t, fault.CodeNotFound, fault.CodeOf(err))
	}
}

func requireAll(t *testing.T, w *storagetest.World, mode string, p *storage.Portfolio) {
	t.Helper()
	requireRead(t, w, mode, p, storage.Users)
	requireRead(t, w, mode, p, storage.Brokers)
	requireRead(t, w, mode, p, storage.Brokerages)
	requireRead(t, w, mode, p, storage.Insureds)
	requireRead(t, w, mode, p, storage.InsuredGroups)
	requireRead(t, w, mode, p, storage.CertificateHolders)
	requireRead(t, w, mode, p, storage.MortgageeClauses)
	requireRead(t, w, mode, p, storage.Programs)
	requireRead(t, w, mode, p, storage.RiskProfiles)
	requireRead(t, w, mode, p, storage.Cases)
	requireRead(t, w, mode, p, storage.Assets)
	requireRead(t, w, mode, p, storage.Documents)
	requireRead(t, w, mode, p, storage.Tasks)
	requireRead(t, w, mode, p, storage.RenewalNotices)
	requireRead(t, w, mode, p, storage.AuditEvents)
	versions, err := storage.PolicyVersions.Page(t.Context(), p, model.PolicyVersionFilter{}, page.Options{Limit: 200})
	require.NoError(t, err, mode)
	require.True(t, versions.Nodes[0].IsCurrent, mode)
	versions.Nodes[0].IsCurrent = false // which is no column
	require.Equal(t, everyRow[model.PolicyVersion](t, w), versions.Nodes, mode)
}

func requireRead[T, F any](t *testing.T, w *storagetest.World, mode string, p *storage.Portfolio, table *storage.Table[T, F]) {
	t.Helper()
	page, err := table.Page(t.Context(), p, *new(F), page.Options{Limit: 200})
	require.NoError(t, err, mode)
	require.Equal(t, everyRow[T](t, w), page.Nodes, mode)
}

// addOfEach adds two records of most nouns, one with every member and one with as few as there can be.
func addOfEach(t *testing.T, w *storagetest.World) *model.Policy {
	h, at := w.Harbor, time.Date(1969, 12, 31, 23, 59, 59, 1_000_000, time.UTC)
	id, text, ids, object := storage.NewID(), `ä"\'{},NULL`, "{"+storage.NewID().String()+","+storage.NewID().String()+"}",
		`{"b": [1.50, null], "a": "\u00e4"}`
	brokerage := w.Insert(t, h, "brokerages", storagetest.Row{"name": text, "city": "", "metadata": object})
	group := w.Insert(t, h, "insured_groups", storagetest.Row{"name": text})
	w.User(t, h, "admin")
	w.Broker(t, h)
	w.Insert(t, h, "brokers", storagetest.Row{"brokerage_id": brokerage, "display_name": text, "path_name": text, "phone_type": "fax",
		"first_name": text})
	w.Insured(t, h)
	w.Insert(t, h, "insureds", storagetest.Row{"type": "individual", "display_name": text, "path_name": text, "insured_group_id": group,
		"suffix": text})
	w.MortgageeClause(t, h)
	w.Insert(t, h, "certificate_holders", storagetest.Row{
		"name": text, "clause_types": "{mortgagee,lossPayee}",
		"address": `{"street1": "Elm Road", "city": "Elm", "state": "OH", "postalCode": "43000"}`,
	})
	w.Insert(t, h, "certificate_holders", storagetest.Row{"name": text, "clause_types": "{}"})
	w.DemandingRiskProfile(t, h, "building", "flood")
	w.DraftRiskProfile(t, h)
	w.FrameworkCase(t, h)
	loan := w.Insert(t, h, "cases", storagetest.Row{
		"name": text, "display_name": text, "status": "onHold", "status_before_hold": "approved", "on_hold_at": at,
		"management_type": "selfManaged",
		"program_id":      w.Program(t, h), "insured_ids": ids, "insurance_contact_cc_ids": ids,
		"loan_amount":   `{"amount": "0.10", "currency": "EUR"}`,
		"maturity_date": time.Date(9999, 12, 31, 23, 59, 59, 999_000_000, time.UTC), "metadata": object,
		"created_at": time.Date(1, 1, 1, 0, 0, 0, 1_000_000, time.UTC),
	})
	w.Document(t, h, loan)
	w.Asset(t, h, loan)
	w.Insert(t, h, "assets", storagetest.Row{"case_id": loan, "asset_type_id": catalog.AssetTypes.All()[0].ID, "display_name": text,
		"document_ids": ids})
	policy := w.Policy(t, h, loan, &at)
	w.Insert(t, h, "tasks", storagetest.Row{
		"case_id": loan, "policy_id": policy.ID, "type": "renewalFollowUp", "state": "paused", "state_before_hold": "open", "due_at": at,
		"origin": text,
	})
	w.Insert(t, h, "tasks", storagetest.Row{"case_id": loan, "type": "caseApproval", "state": "open"})
	w.Insert(t, h, "renewal_notices", storagetest.Row{
		"policy_id": policy.ID, "case_id": loan, "term_number": 1, "step": "final", "due_at": at, "state": "sent", "settled_at": at,
		"recipients": `{"a@example.com","x, \"y\""}`, "subject": text, "attempts": 7,
	})
	require.NoError(t, w.Store.InsertAuditEvents(t.Context(), []*model.AuditEvent{
		{PortfolioID: h.Portfolio.ID(), ID: storage.NewID(), ActorKind: model.ActorKindSystem, ActorName: "x", Action: "a", SubjectType: "case",
			SubjectID: &loan, Changes: scalar.JSON(object), At: at},
		{PortfolioID: h.Portfolio.ID(), ID: storage.NewID(), ActorKind: model.ActorKindStaff, ActorID: &id, ActorName: "x",
			Changes: scalar.JSON("null"), At: at},
	}))
	return policy
}
