package e2e

import (
	"log/slog"
	"net/http"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/graph/verdict"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/compliance"
	"github.com/covertrack/covertrack/model/page"
	"github.com/covertrack/covertrack/model/scalar"
	"github.com/covertrack/covertrack/restcompat/resttest"
	"github.com/covertrack/covertrack/storage"
	"github.com/covertrack/covertrack/storage/storagetest"
)

// verdictStage is a portfolio on a clock, with two persons, a bank that a clause names, a profile, and a keeper.
type verdictStage struct {
	*resttest.Server
	clock                 *testClock
	c, second             *resttest.Client
	keeper                *verdict.Keeper
	bank, clause, profile string
}

// verdictDay is when these tests begin.
var verdictDay = time.Date(2030, 3, 1, 10, 0, 0, 0, time.UTC)

func newVerdictStage(t *testing.T) *verdictStage {
	t.Helper()
	st := &verdictStage{clock: newClock()}
	st.clock.set(verdictDay)
	st.Server = resttest.Serve(t, storagetest.NewWorld(t), st.clock.now)
	st.c, st.second = st.As(st.Harbor.Token), st.As(st.Caller(t, st.Harbor.Organization, st.Harbor.Mode))
	st.keeper = st.newKeeper(t)
	st.bank = newHolder(t, st.c, "Harbor Bank", "mortgagee", "lossPayee")
	st.clause = mutate(t, st.c, createClause, object{"input": object{
		"certificateHolder": st.bank, "clauseType": "mortgagee", "wording": "Harbor Bank ISAOA",
	}})["id"].(string)
	st.profile = published(t, st.c, object{"certificateHolders": []any{st.bank}, "requirements": st.demands()})["id"].(string)
	return st
}

// newKeeper is one more node's.
func (st *verdictStage) newKeeper(t *testing.T) *verdict.Keeper {
	log := slog.New(slog.NewTextHandler(t.Output(), nil))
	return verdict.NewKeeper(verdict.Config{Store: st.Store, Now: st.clock.now, Logger: log})
}

// demands rest on everything that demands can rest on: the loan, values, the federal table, clauses, ratings, deductibles.
func (*verdictStage) demands() []any {
	return []any{
		object{"coverageType": "building", "perils": []any{"fire"}, "limitBasis": "LESSER", "clauseType": "mortgagee",
			"minimumRating": "A-", "maximumDeductible": dollars("25000.00")},
		object{"coverageType": "flood", "perils": []any{"flood"}, "limitBasis": "FLOOD"},
		object{"coverageType": "generalLiability", "perils": []any{"bodilyInjury"}, "minimumLimit": dollars("1000000.00")},
	}
}

func dollars(amount string) object { return object{"amount": amount, "currency": "USD"} }

// insuredCase is a case with one building, and a policy for each demand.
type insuredCase struct{ id, asset, property, flood, liability string }

// newCase opens a case with a loan of a million, without anything on it.
func (st *verdictStage) newCase(t *testing.T, more object) string {
	t.Helper()
	body := with(object{"riskProfile": st.profile, "status": "OPEN", "loanAmount": dollars("1000000.00")}, more)
	return st.c.Post(t, "/rest/cases", body, http.StatusCreated)["id"].(string)
}

func (st *verdictStage) newAsset(t *testing.T, caseID, cost string) string {
	t.Helper()
	return st.c.Post(t, "/rest/assets", buildingBody(caseID, cost), http.StatusCreated)["id"].(string)
}

func buildingBody(caseID, cost string) object {
	fields := []any{object{"fieldType": "replacementCost", "value": dollars(cost)}}
	return object{"caseId": caseID, "assetType": "commercialRealEstate", "fields": fields}
}

// cover is a policy of one coverage type and peril for assets, from June to June.
func (st *verdictStage) cover(caseID, coverageType, peril, limit string, assets ...string) object {
	var byAsset []any
	for _, asset := range assets {
		byAsset = append(byAsset, object{"asset": asset, "perils": []any{peril}})
	}
	return object{
		"caseId": caseID, "coverageLayer": "primary", "coverageTypes": []any{coverageType}, "perils": []any{peril},
		"perilsByAsset": byAsset, "startDate": "2029-06-01", "endDate": "2030-06-01", "mortgageeClauses": []any{st.clause},
		"carrier":    object{"name": "Example Mutual", "amBestRating": "A+"},
		"limits":     []any{object{"coverageType": coverageType, "kind": "perOccurrence", "amount": dollars(limit)}},
		"deductible": dollars("10000.00"),
	}
}

func (st *verdictStage) newPolicy(t *testing.T, body object) string {
	t.Helper()
	return st.c.Post(t, "/rest/policies", body, http.StatusCreated)["id"].(string)
}

// newInsured is a case that is compliant.
func (st *verdictStage) newInsured(t *testing.T) *insuredCase {
	t.Helper()
	c := &insuredCase{id: st.newCase(t, nil)}
	c.asset = st.newAsset(t, c.id, "800000.00")
	c.property = st.newPolicy(t, st.cover(c.id, "building", "fire", "800000.00", c.asset))
	c.flood = st.newPolicy(t, st.cover(c.id, "flood", "flood", "500000.00", c.asset))
	c.liability = st.newPolicy(t, st.cover(c.id, "generalLiability", "bodilyInjury", "1000000.00"))
	require.Equal(t, "compliant", st.verdict(t, c.id))
	return c
}

// newWaiver asks for a waiver of a limit that is too low.
func (st *verdictStage) newWaiver(t *testing.T, caseID string, more object) string {
	t.Helper()
	body := with(object{"caseId": caseID, "coverageType": "building", "codes": []any{"limit_too_low"}, "reason": "It is old"}, more)
	return st.second.Post(t, "/rest/waivers", body, http.StatusCreated)["id"].(string)
}

// verdict is a case's stored one.
func (st *verdictStage) verdict(t *testing.T, caseID string) (stored string) {
	t.Helper()
	err := st.Store.Pool().Pgx().QueryRow(t.Context(), "SELECT verdict FROM case_verdicts WHERE id = $1", caseID).Scan(&stored)
	require.NoError(t, err)
	return stored
}

// stored are all stored verdicts of the installation, without when they were evaluated.
func (st *verdictStage) stored(t *testing.T) (text string) {
	t.Helper()
	err := st.Store.Pool().Pgx().QueryRow(t.Context(),
		"SELECT coalesce(string_agg((to_jsonb(v) - 'evaluated_at')::text, ' ' ORDER BY id), '') FROM case_verdicts AS v").Scan(&text)
	require.NoError(t, err)
	return text
}

// sweep is what a node does every minute.
func (st *verdictStage) sweep(t *testing.T) []*model.VerdictChange {
	t.Helper()
	changes, err := st.keeper.Sweep(t.Context())
	require.NoError(t, err)
	return changes
}

// requireRight checks every stored verdict and the whole history.
func (st *verdictStage) requireRight(t *testing.T) {
	t.Helper()
	requireVerdicts(t, st.Server, st.clock.now())
	requireDeficiencies(t, st.Server, st.clock.now())
	requireVerdictHistory(t, st.Server)
}

// requireVerdicts expects the stored verdict of every case to be what an evaluation says: of the facts that the program
// reads for it, and of all that the tables have.
func requireVerdicts(t *testing.T, s *resttest.Server, now time.Time) {
	t.Helper()
	portfolios, err := s.Store.Portfolios(t.Context())
	require.NoError(t, err)
	for _, p := range portfolios {
		store := s.Store.For(p.ID)
		facts, err := store.CaseFacts(t.Context(), uuids(t, s, "SELECT id FROM cases WHERE portfolio_id = $1", p.ID), true)
		require.NoError(t, err)
		for _, f := range facts {
			requireVerdict(t, store, f, now)
		}
	}
	require.Zero(t, count(t, s, `SELECT count(*) FROM case_verdicts AS v
		FULL JOIN (SELECT * FROM cases WHERE risk_profile_id IS NOT NULL AND status <> 'closed') AS c ON c.portfolio_id = v.portfolio_id
			AND c.id = v.id
		WHERE (v.id, v.risk_profile_id, v.loan_amount, v.metadata, v.created_at, v.updated_at)
		IS DISTINCT FROM (c.id, c.risk_profile_id, c.loan_amount, c.metadata, c.created_at, c.updated_at)`),
		"each case has a verdict, with copies")
}

func requireVerdict(t *testing.T, store *storage.Portfolio, f *storage.CaseFacts, now time.Time) {
	t.Helper()
	if f.RiskProfile == nil || f.Case.Status == model.CaseStatusClosed {
		require.Nil(t, f.Stored)
		return
	}
	require.NotNil(t, f.Stored, "a case with a risk profile has a stored verdict")
	require.NotNil(t, f.Stored.EvaluatedAt)
	for i, facts := range []compliance.Facts{f.Facts, wholeFacts(t, store, f.Case.ID)} {
		fresh := compliance.NewCaseVerdict(facts, facts.On(now), now)
		if i > 0 {
			fresh.LookAgainOn = f.Stored.LookAgainOn // corrected versions and rejected waivers have dates too
		}
		require.True(t, f.Stored.Equals(fresh), "case %s on %s\nstored %s\nfresh  %s", f.Case.ID, now, inJSON(f.Stored), inJSON(fresh))
	}
}

func inJSON(v *model.CaseVerdict) string {
	without := *v
	without.EvaluatedAt = nil
	return string(scalar.EncodeJSON(model.Changes(model.CaseVerdict{}, without)))
}

// wholeFacts are a case's facts as the tables have them, every column and row.
func wholeFacts(t *testing.T, store *storage.Portfolio, id uuid.UUID) (f compliance.Facts) {
	t.Helper()
	ctx, cases := t.Context(), []uuid.UUID{id}
	var errs [8]error
	f.Case, errs[0] = storage.Cases.One(ctx, store, id)
	require.NoError(t, errs[0])
	f.RiskProfile, errs[1] = storage.RiskProfiles.One(ctx, store, *f.Case.RiskProfileID)
	f.Assets, errs[2] = storage.Assets.Of(ctx, store, "case_id", cases)
	f.Policies, errs[3] = storage.Policies.Of(ctx, store, "case_id", cases)
	f.Versions, errs[4] = storage.PolicyVersions.Of(ctx, store, "case_id", cases)
	f.Cancellations, errs[5] = storage.Cancellations.Of(ctx, store, "case_id", cases)
	f.Waivers, errs[6] = storage.Waivers.Of(ctx, store, "case_id", cases)
	clauses, err := storage.MortgageeClauses.Page(ctx, store, model.MortgageeClauseFilter{}, page.Options{Limit: 200})
	errs[7] = err
	for _, err := range errs {
		require.NoError(t, err)
	}
	require.Less(t, len(f.Versions), storage.ChildrenOfParent)
	f.Clauses = clauses.Nodes
	return f
}

func uuids(t *testing.T, s *resttest.Server, query string, args ...any) []uuid.UUID {
	t.Helper()
	found, err := s.Store.Pool().Pgx().Query(t.Context(), query, args...)
	require.NoError(t, err)
	ids, err := pgx.CollectRows(found, func(row pgx.CollectableRow) (id uuid.UUID, err error) {
		err = row.Scan((*[16]byte)(&id))
		return id, err
	})
	require.NoError(t, err)
	return ids
}

// requireVerdictHistory checks the history of all cases in the database: a chain from the first verdict to the stored one,
// each change with an audit event of its own.
func requireVerdictHistory(t *testing.T, s *resttest.Server) {
	t.Helper()
	for law, broken := range map[string]string{
		"each change begins where the last one ended": `SELECT count(*) FROM (SELECT from_verdict, to_verdict,
				lag(to_verdict) OVER (PARTITION BY portfolio_id, case_id ORDER BY id) AS last FROM verdict_changes) AS h
			WHERE from_verdict IS DISTINCT FROM last AND NOT (from_verdict IS NULL AND last = 'notApplicable') -- reopened`,
		"the last change is to the stored verdict": `SELECT count(*) FROM case_verdicts AS v LEFT JOIN LATERAL (
				SELECT to_verdict FROM verdict_changes AS h WHERE h.portfolio_id = v.portfolio_id AND h.case_id = v.id
					ORDER BY id DESC LIMIT 1) AS h ON true
			WHERE v.verdict IS DISTINCT FROM h.to_verdict`,
		"an event has the codes that were told before": `SELECT count(*) FROM (SELECT codes, from_verdict, portfolio_id, audit_event_id,
				lag(codes) OVER (PARTITION BY portfolio_id, case_id ORDER BY id) AS told FROM verdict_changes) AS h
			JOIN audit_events AS e ON e.portfolio_id = h.portfolio_id AND e.id = h.audit_event_id
			WHERE h.from_verdict IS NOT NULL AND (e.changes #> '{codes,from}') IS DISTINCT FROM to_jsonb(h.told)`,
		"each change has its event, and each event its change": `SELECT count(*) FROM verdict_changes AS h
			FULL JOIN (SELECT * FROM audit_events WHERE action IN ('case.verdictChanged', 'case.findingsChanged')) AS e
				ON e.portfolio_id = h.portfolio_id AND e.id = h.audit_event_id
			WHERE (h.portfolio_id, h.case_id, 'case', h.at) IS DISTINCT FROM (e.portfolio_id, e.subject_id, e.subject_type, e.at)
			OR e.action <> CASE WHEN h.from_verdict = h.to_verdict THEN 'case.findingsChanged' ELSE 'case.verdictChanged' END
			OR e.action = 'case.verdictChanged' AND ((e.changes #>> '{verdict,from}') IS DISTINCT FROM h.from_verdict
				OR (e.changes #>> '{verdict,to}') IS DISTINCT FROM h.to_verdict)
			OR (e.changes #> '{codes,to}') IS DISTINCT FROM to_jsonb(h.codes)`,
		"no event is recorded twice": `SELECT count(*) FROM (SELECT audit_event_id FROM verdict_changes GROUP BY portfolio_id, ` +
			`1 HAVING count(*) > 1) AS twice`,
	} {
		require.Zero(t, count(t, s, broken), law)
	}
}
