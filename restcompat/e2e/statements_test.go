package e2e

import (
	"fmt"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/catalog"
	"github.com/covertrack/covertrack/restcompat/resttest"
	"github.com/covertrack/covertrack/storage"
	"github.com/covertrack/covertrack/storage/storagetest"
)

// TestStatementsOfPages reads a page of 1 and one of 50 of each list: the statements are the same.
func TestStatementsOfPages(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	budgets := readBudgets(t)
	for range 50 {
		addOfEach(t, s)
	}
	endpoint := firstEndpoint(t, s)
	for _, ep := range s.REST.Endpoints() {
		if ep.Filter == nil || ep.Operation == "ListImportRows" || isOfSandboxes(ep) { // whose rows are no records of the book
			continue
		}
		t.Run(ep.Operation, func(t *testing.T) {
			for _, limit := range []int{1, 10, 50} {
				got := countStatements(t, s, func(c *resttest.Client) {
					list := c.Get(t, fmt.Sprintf("%s?limit=%d", strings.Replace(ep.Path, "{id}", endpoint, 1), limit))
					total := int(list["meta"].(object)["total"].(float64))
					require.True(t, total >= 50 || catalogs[ep.Operation], "%d records are too few to tell", total)
					require.Len(t, list["data"], min(limit, total))
				})
				require.Equal(t, budgets[ep.Operation].Statements, got, "a page of %d", limit)
			}
		})
	}
}

// catalogs are the lists whose length is the catalog's.
var catalogs = map[string]bool{"ListCoverageTypes": true, "ListPerils": true, "ListAssetTypes": true, "ListDocumentCategories": true,
	"ListEndorsements": true, "ListExclusions": true, "ListExports": true, "ListExportSchedules": true,
	"ListImports": true} // of the latter 20 at the most

// firstEndpoint is the id of the webhook endpoint that all deliveries are to.
func firstEndpoint(t *testing.T, s *resttest.Server) (id string) {
	t.Helper()
	const first = "SELECT id::text FROM webhook_endpoints WHERE portfolio_id = $1 ORDER BY id LIMIT 1"
	require.NoError(t, s.Store.Pool().Pgx().QueryRow(t.Context(), first, s.Harbor.Portfolio.ID()).Scan(&id))
	return id
}

// templates counts the letter templates and the wordings of notices that were added.
var templates atomic.Int32

// addOfEach adds a record of each noun, with the records that it names.
func addOfEach(t *testing.T, s *resttest.Server) {
	f := &fixture{server: s, tenant: s.Harbor, ids: map[string]string{}}
	caseID := s.FrameworkCase(t, s.Harbor)
	document := s.Document(t, s.Harbor, caseID)
	// its text is read
	s.Insert(t, s.Harbor, "tasks",
		storagetest.Row{"case_id": caseID, "type": "resolveDeficiency", "state": "completed", "origin": model.DeficiencyOrigin + caseID.String()})
	s.Broker(t, s.Harbor)
	s.Insert(t, s.Harbor, "brokerages", storagetest.Row{"name": "A brokerage"})
	s.Insert(t, s.Harbor, "insured_groups", storagetest.Row{"name": "A group"})
	s.Insert(t, s.Harbor, "webhook_endpoints", storagetest.Row{"url": "https://hooks.example.com/", "enabled": true, "secret": []byte{1}})
	s.Insert(t, s.Harbor, "webhook_deliveries", storagetest.Row{
		"endpoint_id": firstEndpoint(t, s), "event_id": storage.NewID(), "type": "case.held", "subject_type": "case", "subject_id": caseID,
		"revision": 1, "event_at": time.Now(), "state": "delivered", "attempts": "[]", "attempt_count": 1, "tries": 1, "settled_at": time.Now(),
		"updated_at": nil,
	})
	placed := s.Insert(t, s.Harbor, "placements", storagetest.Row{
		"case_id": caseID, "coverage_type_id": catalog.CoverageTypes.All()[0].ID, "programme": "contract", "time_zone": "UTC", "state": "noticed",
		"started_on": goldenTime, "lapsed_on": goldenTime, "electronic_consent": false, "notices": "[]", "proofs": "[]", "instalments": "[]",
		"agreed_days": `{"cure": 30, "refund": 15}`, "charges": "[]", "refunds": "[]",
	})
	s.Insert(t, s.Harbor, "print_files", storagetest.Row{"letter_count": 1, "state": "ready"})
	s.Insert(t, s.Harbor, "placement_letters", storagetest.Row{
		"case_id": caseID, "placement_id": placed, "step": "first", "number": 1, "means": "post", "borrower": "{}", "passages": "[]",
		"state": "cancelled", "recipients": []string{}, "copies": []string{},
	})
	f.ids["frameworkAsset"] = s.Asset(t, s.Harbor, caseID).String()
	f.ids["user"], f.ids["insured"] = s.User(t, s.Harbor, "admin").String(), s.Insured(t, s.Harbor).String()
	f.ids["mortgageeClause"], f.ids["program"] = s.MortgageeClause(t, s.Harbor).String(), s.Program(t, s.Harbor).String()
	policy := f.client().Post(t, "/rest/policies", framework(caseID, f.coverage()), http.StatusCreated)
	s.Insert(t, s.Harbor, "renewal_notices", storagetest.Row{
		"case_id": caseID, "policy_id": policy["id"], "term_number": 2, "step": "request", "due_at": goldenTime, "state": "planned",
	}) // of a term that the policy does not show, so that this costs its readers nothing
	link := s.Insert(t, s.Harbor, "evidence_links", storagetest.Row{
		"case_id": caseID, "policy_id": policy["id"], "term_number": 1, "digest": []byte(policy["id"].(string)), "expires_at": goldenTime,
	})
	evidence := s.Insert(t, s.Harbor, "evidence", storagetest.Row{
		"link_id": link, "case_id": caseID, "policy_id": policy["id"], "term_number": 1, "state": "proposed", "proposed": `{"limits": []}`,
		"task_id": link, "submitted_at": goldenTime,
	})
	other, _ := catalog.DocumentCategories.ByRef("other")
	s.Insert(t, s.Harbor, "evidence_files", storagetest.Row{
		"evidence_id": evidence, "file_name": "a.pdf", "file_type": "application/pdf", "size": 1, "state": "proposed",
		"category_id": other.ID, "upload_id": link, "blob_key": "documents/a",
	})
	s.Insert(t, s.Harbor, "letter_templates", storagetest.Row{
		"step": "final", "version": 100 + int(templates.Add(1)), "subject": "A subject", "body": "A body", "is_current": false,
	})
	s.Insert(t, s.Harbor, "notice_wordings", storagetest.Row{
		"programme": "contract", "step": "first", "version": 100 + int(templates.Add(1)), "text": "A text", "is_current": false,
	})
	flood, _ := catalog.CoverageTypes.ByRef("flood")
	s.Insert(t, s.Harbor, "waivers", storagetest.Row{
		"case_id": caseID, "coverage_type_id": flood.ID, "asset_id": f.ids["frameworkAsset"], "codes": []string{"limit_too_low"},
		"reason": "A hill", "document_id": document, "expires_on": goldenTime, "state": "requested", "requested_by": policy["id"],
		"requested_at": goldenTime,
	})
}

// batch is an endpoint that takes many items, or one whose action reaches many records.
type batch struct {
	want  int                                                // statements, whatever the number
	items int                                                // the greatest number to try
	write func(t *testing.T, n int) func(c *resttest.Client) // prepares n items, and returns the request
}

// setUpItems tells the items of batches apart.
var setUpItems atomic.Int64

// TestStatementsOfBatches writes 2 items and as many as there may be: the statements are the same. (One item is saved
// and read back at once.)
func TestStatementsOfBatches(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	all := batches(s)
	for _, ep := range s.REST.Endpoints() {
		if !strings.Contains(ep.Path, "{id}") && ep.Input != nil && len(ep.Input.Fields) == 1 && ep.Input.Fields[0].Type.Elem != nil {
			_, creates := creations[ep.Operation] // TestStatementsOfCreations
			_, setsUp := setUps[strings.TrimSuffix(strings.TrimPrefix(ep.Operation, "Create"), "s")]
			require.True(t, creates || setsUp || all[ep.Operation].items > 0, "%s is a batch whose statements nobody counts", ep.Operation)
		}
	}
	holder := s.As(s.Harbor.Token).Post(t, "/rest/certificate-holders", setUps["CertificateHolder"].item(0, ""),
		http.StatusCreated)["id"].(string)
	for noun, made := range setUps {
		t.Run(noun, func(t *testing.T) {
			var got []int
			for _, n := range []int{2, 100} {
				items := repeat(n, func() object { return made.item(int(setUpItems.Add(1)), holder) })
				got = append(got, countStatements(t, s, func(c *resttest.Client) { createBatch(t, c, made.path, items...).Created(t) }))
			}
			require.Equal(t, got[0], got[1], "2 and 100 items")
		})
	}
	for name, b := range all {
		t.Run(name, func(t *testing.T) {
			for _, n := range []int{2, b.items} {
				want := b.want
				if name == "UpdateCases" {
					want += n / 100 // their tasks are in the trail too, whose rows go by the hundred
				}
				require.Equal(t, want, countStatements(t, s, b.write(t, n)), "%d items", n)
			}
		})
	}
}

func batches(s *resttest.Server) map[string]batch {
	c := s.As(s.Harbor.Token)
	return map[string]batch{
		"UpdateCases": {9, 100, func(t *testing.T, n int) func(c *resttest.Client) {
			items := repeat(n, func() object {
				id := s.Case(t, s.Harbor)
				s.Insert(t, s.Harbor, "tasks", storagetest.Row{"case_id": id, "type": "caseApproval", "state": "open"})
				return object{
					"id": id, "displayName": "Renamed", "status": "approved", "managementType": "selfManaged", "program": s.Program(t, s.Harbor),
					"insuranceContacts": []any{s.User(t, s.Harbor, "admin")}, "insuranceContactsCC": []any{s.Broker(t, s.Harbor)},
					"insureds": []any{s.Insured(t, s.Harbor)}, "mortgageeClauses": []any{s.MortgageeClause(t, s.Harbor)},
					"loanNumber": "LN", "metadata": object{"a": 1},
				}
			})
			return func(c *resttest.Client) { c.Do(t, http.MethodPatch, "/rest/cases", object{"cases": items}).List(t) }
		}},
		"CreateDocuments": {13, 100, func(t *testing.T, n int) func(c *resttest.Client) {
			items := repeat(n, func() object {
				return object{"caseId": s.Case(t, s.Harbor), "fileName": "a.pdf", "directUploadKey": c.Upload(t, "a.pdf", []byte("%PDF"))}
			})
			return func(c *resttest.Client) { createDocuments(t, c, items...).Created(t) }
		}},
		"UpdateDocuments": {8, 100, func(t *testing.T, n int) func(c *resttest.Client) {
			items := repeat(n, func() object { return object{"id": s.Document(t, s.Harbor, s.Case(t, s.Harbor)), "name": "Renamed"} })
			return func(c *resttest.Client) { patchDocuments(t, c, items...).List(t) }
		}},
		"SignUploads": {5, 100, func(t *testing.T, n int) func(c *resttest.Client) {
			items := repeat(n, func() object { return object{"fileName": "a.pdf"} })
			return func(c *resttest.Client) {
				c.Do(t, http.MethodPost, "/rest/documents/sign-urls", object{"docs": items}).List(t)
			}
		}},
		"PutCaseOnHold": {11, 20, func(t *testing.T, n int) func(c *resttest.Client) {
			held := s.Case(t, s.Harbor)
			repeat(n, func() object { return c.Post(t, "/rest/policies", legacy(held, nil), http.StatusCreated) })
			return func(c *resttest.Client) {
				c.Post(t, "/rest/cases/"+held.String()+"/on-hold", nil, http.StatusOK)
			}
		}},
	}
}

func repeat(n int, item func() object) (items []any) {
	for range n {
		items = append(items, item())
	}
	return items
}

// countStatements counts what one request sends, of a caller that the server has just looked up.
func countStatements(t *testing.T, s *resttest.Server, send func(c *resttest.Client)) int {
	t.Helper()
	c := s.As(s.Caller(t, s.Harbor.Organization, s.Harbor.Mode))
	c.Get(t, "/rest/cases?limit=0")
	return s.CountStatements(func() { send(c) })
}
