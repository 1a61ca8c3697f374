package limit_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/cmd/bench/limit"
	"github.com/covertrack/covertrack/restcompat/resttest"
	"github.com/covertrack/covertrack/storage/storagetest"
)

// pair is the product and the measure on one database, at one time.
type pair struct {
	*resttest.Server
	measure string
}

func newPair(t *testing.T) *pair {
	t.Helper()
	dsn := storagetest.Database(t)
	at := time.Now()
	now := func() time.Time { return at }
	s := resttest.Serve(t, storagetest.WorldOn(t, dsn), now)
	pool, err := pgxpool.New(t.Context(), dsn)
	require.NoError(t, err)
	t.Cleanup(pool.Close)
	server := httptest.NewServer(limit.New(t.Context(), pool, s.Blobs, now))
	t.Cleanup(server.Close)
	return &pair{s, server.URL}
}

// both sends a request to the product and to the measure.
func (p *pair) both(t *testing.T, token, method, path string, body any) (product, measure *resttest.Response) {
	t.Helper()
	c := p.As(token)
	return c.Do(t, method, path, body), c.Do(t, method, p.measure+path, body)
}

// TestCreations is that both write and answer the same, apart from ids and times.
func TestCreations(t *testing.T) {
	t.Parallel()
	p := newPair(t)
	tenant, client := p.Harbor, p.As(p.Harbor.Token)
	program, insured, clause, broker := p.Program(t, tenant), p.Insured(t, tenant), p.MortgageeClause(t, tenant), p.Broker(t, tenant)
	caseID := p.Case(t, tenant)
	ends := time.Now().AddDate(1, 0, 0).UTC().Format(time.RFC3339)
	keys := []string{client.Upload(t, "a.pdf", []byte("%PDF")), client.Upload(t, "a.pdf", []byte("%PDF"))}
	for name, tt := range map[string]struct {
		path string
		body func(i int) any
	}{
		"a case": {"/rest/cases", func(int) any {
			return resttest.Object{
				"program": program, "status": "OPEN", "displayName": "A case", "loanNumber": "LN-1", "maturityDate": ends, "insureds": []any{insured},
				"loanAmount": resttest.Object{"amount": "1250000.00", "currency": "USD"}, "mortgageeClauses": []any{clause},
				"insuranceContacts": []any{broker},
			}
		}},
		"a policy": {"/rest/policies", func(int) any {
			return resttest.Object{
				"caseId": caseID, "productType": "property", "policyNumber": "P-1", "insureds": []any{insured}, "startDate": "2026-01-01T00:00:00Z",
				"endDate": ends, "carrier": resttest.Object{"name": "Beacon Example Insurance", "naicCode": "12345"},
				"limits":  []any{resttest.Object{"kind": "total", "amount": resttest.Object{"amount": "500000.00", "currency": "USD"}}},
				"premium": resttest.Object{"amount": "100.00", "currency": "USD"},
			}
		}},
		"a document": {"/rest/documents", func(i int) any {
			return resttest.Object{"docs": []any{resttest.Object{"caseId": caseID, "fileName": "a.pdf", "directUploadKey": keys[i]}}}
		}},
	} {
		t.Run(name, func(t *testing.T) {
			var bodies, events []string
			for i, at := range []string{"", p.measure} {
				keyed := client.With("Idempotency-Key", fmt.Sprintf("%s-%d", tt.path, i))
				made := keyed.Do(t, http.MethodPost, at+tt.path, tt.body(i))
				require.Equal(t, http.StatusCreated, made.Status, "%s", made.Body)
				bodies = append(bodies, blank(string(made.Body)))
				require.Equal(t, string(made.Body), string(keyed.Do(t, http.MethodPost, at+tt.path, tt.body(i)).Body), "a replay is the first answer")
				events = append(events, p.lastEvent(t))
			}
			require.JSONEq(t, bodies[0], bodies[1])
			require.Equal(t, events[0], events[1])
		})
	}
}

// TestChanges is that both change the same, of two records that are alike, apart from ids and times.
func TestChanges(t *testing.T) {
	t.Parallel()
	p := newPair(t)
	tenant, client := p.Harbor, p.As(p.Harbor.Token)
	ends := time.Now().AddDate(1, 0, 0).UTC()
	for name, tt := range map[string]struct {
		path  string
		make  func() uuid.UUID
		body  func(id uuid.UUID) any
		table string // whose rows must be alike too
	}{
		"a case": {"/rest/cases/", func() uuid.UUID { return p.Case(t, tenant) }, func(uuid.UUID) any {
			return resttest.Object{
				"loanNumber": "LN-7", "loanAmount": resttest.Object{"amount": "1.00", "currency": "USD"}, "status": "approved",
			}
		}, "cases"},
		"a document": {"/rest/documents", func() uuid.UUID { return p.Document(t, tenant, p.Case(t, tenant)) }, func(id uuid.UUID) any {
			return resttest.Object{"docs": []any{resttest.Object{"id": id, "name": "Other", "categoryId": "policy"}}}
		}, "documents"},
		"a policy's number": {"/rest/policies/", func() uuid.UUID { return p.Policy(t, tenant, p.Case(t, tenant), &ends).ID },
			func(uuid.UUID) any {
				return resttest.Object{"policyNumber": "P-7", "carrier": resttest.Object{"name": "Beacon Example Insurance"}}
			}, "policies"},
		"a policy's end": {"/rest/policies/", func() uuid.UUID {
			id := p.Policy(t, tenant, p.Case(t, tenant), nil).ID
			client.Patch(t, "/rest/policies/"+id.String(), resttest.Object{"endDate": ends.Format(time.RFC3339)}) // it has notices then
			return id
		}, func(uuid.UUID) any {
			return resttest.Object{"endDate": ends.AddDate(0, 1, 0).Format(time.RFC3339),
				"premium": resttest.Object{"amount": "7.00", "currency": "USD"}}
		}, "renewal_notices"},
	} {
		t.Run(name, func(t *testing.T) {
			var bodies, events, rows []string
			for _, at := range []string{"", p.measure} {
				id := tt.make()
				path := tt.path
				if strings.HasSuffix(path, "/") {
					path += id.String()
				}
				changed := client.Do(t, http.MethodPatch, at+path, tt.body(id))
				require.Equal(t, http.StatusOK, changed.Status, "%s", changed.Body)
				bodies, events, rows = append(bodies, blank(string(changed.Body))), append(events, p.lastEvent(t)),
					append(rows, p.rowsOf(t, tt.table, id))
				again := client.Do(t, http.MethodPatch, p.measure+path, tt.body(id))
				require.JSONEq(t, string(changed.Body), string(again.Body), "what is so already is not written")
				require.Equal(t, rows[len(rows)-1], p.rowsOf(t, tt.table, id))
			}
			require.JSONEq(t, bodies[0], bodies[1])
			require.Equal(t, events[0], events[1])
			require.Equal(t, rows[0], rows[1])
			require.NotEqual(t, "null", rows[0])
		})
	}
}

// rowsOf are the rows of a record, or of the policy of the id, without ids and times.
func (p *pair) rowsOf(t *testing.T, table string, id uuid.UUID) (text string) {
	t.Helper()
	key := "id"
	if table == "renewal_notices" {
		key = "policy_id"
	}
	row := p.Store.Pool().Pgx().QueryRow(t.Context(),
		"SELECT coalesce(jsonb_agg(to_jsonb(t) - 'search' - 'created_at' ORDER BY id), 'null')::text FROM "+table+" AS t WHERE "+key+" = $1", id)
	require.NoError(t, row.Scan(&text))
	return blank(text)
}

// lastEvent is the newest audit event, without ids and times.
func (p *pair) lastEvent(t *testing.T) (text string) {
	t.Helper()
	row := p.Store.Pool().Pgx().QueryRow(t.Context(),
		"SELECT (to_jsonb(e) - 'id' - 'request_id' - 'at')::text FROM audit_events AS e ORDER BY id DESC LIMIT 1")
	require.NoError(t, row.Scan(&text))
	return blank(text)
}

// TestNested is the nested query on a portfolio of policies with several versions.
func TestNested(t *testing.T) {
	t.Parallel()
	p := newPair(t)
	client := p.As(p.Harbor.Token)
	for range 3 {
		profile := p.DemandingRiskProfile(t, p.Harbor, "building", "flood")
		caseID := client.Post(t, "/rest/cases", resttest.Object{"riskProfile": profile, "status": "OPEN"}, http.StatusCreated)["id"]
		client.Post(t, "/rest/assets", resttest.Object{"caseId": caseID, "assetType": "equipment", "fields": []any{
			resttest.Object{"fieldType": "description", "value": "A press"}}}, http.StatusCreated)
		for _, number := range []string{"P-1", "P-2"} {
			policy := client.Post(t, "/rest/policies", resttest.Object{
				"caseId": caseID, "coverageLayer": "primary", "coverageTypes": []string{"building", "flood"}, "perils": []string{"fire"},
				"policyNumber": number,
			}, http.StatusCreated)
			client.Patch(t, "/rest/policies/"+policy["id"].(string), resttest.Object{"perils": []string{}})
		}
	}
	product, measure := p.both(t, p.Harbor.Token, http.MethodPost, "/graphql", resttest.Object{"query": limit.NestedQuery})
	require.Equal(t, http.StatusOK, product.Status)
	require.Contains(t, string(product.Body), `"applied":true`)
	require.JSONEq(t, string(product.Body), string(measure.Body))
}

var varying = regexp.MustCompile(
	`[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}|20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z|signature=[^&"]+`)

// blank puts a number in place of each id of version 7, time and signature: the same for the same.
func blank(text string) string {
	seen := map[string]string{}
	return varying.ReplaceAllStringFunc(text, func(found string) string {
		if seen[found] == "" {
			seen[found] = fmt.Sprintf("<%d>", len(seen))
		}
		return seen[found]
	})
}
