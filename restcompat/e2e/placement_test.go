package e2e

import (
	"maps"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/restcompat/resttest"
	"github.com/covertrack/covertrack/storage/storagetest"
)

func init() {
	addMore = append(addMore, func(t testing.TB, f *fixture) {
		countDaysIn(t, f.server, f.tenant, "UTC")
		c := f.client()
		for _, of := range [][2]string{{"placement", "inlandMarine"}, {"readyPlacement", "crime"}, {"placedPlacement", "equipmentBreakdown"},
			{"chargedPlacement", "autoPhysicalDamage"}, {"overlapPlacement", "terrorism"}} {
			noun, coverage := of[0], of[1]
			more := object{}
			if noun == "overlapPlacement" {
				more["history"] = object{"programme": "contract", "timeZone": "America/Chicago", "startedOn": dayFrom(goldenTime, -59)}
			}
			path := beginPlacementWith(t, c, f.ids["frameworkCase"], coverage, goldenTime, more)
			f.ids[noun] = strings.TrimPrefix(path, "/rest/placements/")
			if noun == "placement" {
				continue
			}
			c.Post(t, path+"/notices", posted(goldenTime, -60), http.StatusOK)
			if noun == "readyPlacement" {
				continue
			}
			c.Post(t, path+"/place", insurance(goldenTime), http.StatusOK)
			if noun == "placedPlacement" {
				continue
			}
			c.Post(t, path+"/charge", object{}, http.StatusOK)
			if noun == "overlapPlacement" {
				c.Post(t, path+"/proofs", object{"receivedOn": dayFrom(goldenTime, 0), "from": dayFrom(goldenTime, -30)}, http.StatusOK)
			}
		}
	})
	examples["ListPlacements"] = example{asks: at(""), refused: "?state=bought&programme=x"}
	examples["GetPlacement"] = example{asks: at("placement"), refused: "?verbose=1"}
	examples["CreatePlacement"] = example{
		asks: func(f *fixture) []ask {
			return []ask{{body: object{
				"caseId": f.ids["frameworkCase"], "asset": f.ids["frameworkAsset"], "renews": f.ids["chargedPlacement"],
				"coverageType": "professionalLiability", "lapsedOn": "2026-05-01",
				"estimate": usd("3650.00"), "electronicConsent": false, "days": object{"cure": 30, "refund": 15},
				"borrower": object{"name": "Willow Park LLC", "address": exampleAddress, "email": "owner@example.com"},
				"metadata": object{"desk": "north"},
			}}, {body: object{
				"caseId": f.ids["frameworkCase"], "coverageType": "liquorLiability", "lapsedOn": dayFrom(goldenTime, -60),
				"days": object{"cure": 30, "refund": 15}, "history": provenElsewhere(f),
			}}}
		},
		refused: object{"caseId": unknownID, "coverageType": "moat", "lapsedOn": "2026-05-01"},
	}
	examples["UpdatePlacement"] = example{
		asks: func(f *fixture) []ask {
			return []ask{
				{noun: "placement", body: object{
					"estimate": usd("4000.00"), "electronicConsent": true, "metadata": object{"desk": "south"},
					"borrower": object{"name": "Willow Park LLC", "address": exampleAddress, "email": "owner@example.com"},
				}},
				{noun: "overlapPlacement", body: object{"history": provenElsewhere(f)}},
			}
		},
		refused: object{"estimate": object{"amount": "x", "currency": "USD"}, "borrower": object{"email": "nobody"}},
	}
	examples["RecordPlacementNotice"] = example{
		asks: func(*fixture) []ask {
			return []ask{{noun: "placement", body: object{
				"step": "first", "handedOverOn": "2026-05-02", "means": "post", "postClass": "firstClass", "proof": "Batch 7 of the mailing house",
			}}}
		},
		refused: object{"step": "third", "handedOverOn": "2099-05-02", "means": "post", "postClass": "pigeon"},
	}
	examples["RecordPlacementProof"] = example{
		asks: func(f *fixture) []ask {
			return []ask{{noun: "placement", body: object{
				"document": f.ids["frameworkDocument"], "receivedOn": "2026-06-01", "from": "2026-05-20", "to": "2027-05-20",
			}}}
		},
		refused: object{"receivedOn": "2099-06-01", "from": "2026-05-20", "to": "2026-05-20"},
	}
	examples["PlaceInsurance"] = example{
		asks:    func(*fixture) []ask { return []ask{{noun: "readyPlacement", body: insurance(goldenTime)}} },
		refused: with(insurance(goldenTime), object{"premium": object{"amount": "-1", "currency": "USD"}, "carrier": " "}),
	}
	examples["ChargePlacement"] = example{
		asks:    func(*fixture) []ask { return []ask{{noun: "placedPlacement", body: object{"amount": usd("3650.00")}}} },
		refused: object{"amount": object{"amount": "x", "currency": "USD"}},
	}
	examples["CancelPlacement"] = example{
		asks:    func(*fixture) []ask { return []ask{{noun: "chargedPlacement", body: object{"from": "2026-11-01"}}} },
		refused: object{"from": "soon"},
	}
	examples["RefundPlacement"] = example{
		asks: func(*fixture) []ask {
			return []ask{{noun: "overlapPlacement", body: object{"paidOn": dayFrom(goldenTime, 0)}}}
		},
		refused: object{"paidOn": "2099-01-01"},
	}
}

// countDaysIn gives the lender of a tenant a time zone.
func countDaysIn(t testing.TB, s *resttest.Server, of *storagetest.Tenant, zone string) {
	setLender(t, s, of, object{"timeZone": zone})
}

// setLender changes the lender of a tenant.
func setLender(t testing.TB, s *resttest.Server, of *storagetest.Tenant, input object) {
	s.As(s.Operator).Query(t, `mutation($id: ID!, $input: UpdateLenderInput!) { updateLender(id: $id, input: $input) { id } }`,
		object{"id": lenderOf(t, s, of), "input": input})
}

// lenderOf is the id of a tenant's lender.
func lenderOf(t testing.TB, s *resttest.Server, of *storagetest.Tenant) (lender string) {
	require.NoError(t, s.Store.Pool().Pgx().QueryRow(t.Context(), "SELECT lender_id::text FROM portfolios WHERE id = $1",
		of.Portfolio.ID()).Scan(&lender))
	return lender
}

// provenElsewhere is what another system has of a placement: a notice, insurance, and a proof of some days within.
func provenElsewhere(f *fixture) object {
	return with(insurance(goldenTime), object{
		"programme": "contract", "timeZone": "America/Chicago", "startedOn": dayFrom(goldenTime, -59), "policy": f.ids["frameworkPolicy"],
		"notices": []any{posted(goldenTime, -60)}, "placedOn": dayFrom(goldenTime, 0),
		"proofs": []any{object{
			"document": f.ids["frameworkDocument"], "receivedOn": dayFrom(goldenTime, -1), "from": dayFrom(goldenTime, -50), "to": dayFrom(goldenTime, -45),
		}},
	})
}

// dayFrom is a day so long after a moment, as answers have it.
func dayFrom(at time.Time, days int) string {
	return at.UTC().Truncate(24*time.Hour).AddDate(0, 0, days).Format("2006-01-02T15:04:05.000Z")
}

func dayFromNow(days int) string { return dayFrom(time.Now(), days) }

// beginPlacement begins one by the loan agreement 60 days after the cover ended, and returns its path.
func beginPlacement(t testing.TB, c *resttest.Client, caseID any, coverage string, now time.Time) string {
	return beginPlacementWith(t, c, caseID, coverage, now, nil)
}

func beginPlacementWith(t testing.TB, c *resttest.Client, caseID any, coverage string, now time.Time, more object) string {
	created := c.Post(t, "/rest/placements", with(object{
		"caseId": caseID, "coverageType": coverage, "lapsedOn": dayFrom(now, -60), "estimate": usd("3650.00"),
		"days": object{"cure": 30, "refund": 15},
	}, more), http.StatusCreated)
	return "/rest/placements/" + created["id"].(string)
}

// posted is a first notice that was posted some days ago.
func posted(now time.Time, days int) object {
	return object{
		"step": "first", "handedOverOn": dayFrom(now, days), "means": "post", "postClass": "firstClass", "proof": "batch 7",
		"estimate": usd("3650.00"),
	}
}

// insurance is bought for a year from 60 days ago on.
func insurance(now time.Time) object {
	from := now.UTC().Truncate(24*time.Hour).AddDate(0, 0, -60)
	return object{
		"carrier": "Example Surplus", "policyNumber": "LP-1", "amount": usd("1000000.00"), "premium": usd("3650.00"),
		"effectiveOn": dayFrom(now, -60), "endsOn": from.AddDate(0, 0, 365).Format(time.DateOnly),
	}
}

func TestPlacement(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	c := s.As(s.Harbor.Token)
	caseID := s.FrameworkCase(t, s.Harbor).String()
	c.Do(t, http.MethodPost, "/rest/placements", object{
		"caseId": caseID, "coverageType": "crime", "lapsedOn": dayFromNow(-60), "days": object{"cure": 30, "refund": 15},
	}).Violations(t, "/caseId invalid_value")
	countDaysIn(t, s, s.Harbor, "UTC")
	bad := object{"caseId": caseID, "coverageType": "crime", "lapsedOn": dayFromNow(-60), "days": object{"cure": 0, "refund": -1},
		"renews": unknownID, "estimate": object{"amount": "1", "currency": "ZZZ"}, "borrower": object{"name": ""}}
	of := []string{"/days/cure invalid_value", "/days/refund invalid_value", "/renews unknown_reference", "/estimate/currency invalid_value",
		"/borrower/name required"}
	c.Do(t, http.MethodPost, "/rest/placements", bad).Violations(t, of...)
	c.Refused(t, `mutation($in: CreatePlacementInput!) { createPlacement(input: $in) { id } }`, object{"in": bad}, "validation_failed", of...)
	c.Do(t, http.MethodPost, "/rest/placements", with(maps.Clone(bad), object{"coverageType": "umbrellas"})).
		Violations(t, append([]string{"/coverageType unknown_coverage_type"}, of...)...)
	delete(bad, "days")
	c.Do(t, http.MethodPost, "/rest/placements", bad).Violations(t, append([]string{"/days required"}, of[2:]...)...)
	path := beginPlacement(t, c, caseID, "crime", time.Now())
	begun := c.Get(t, path)
	require.Equal(t, "noticed", begun["state"])
	require.Equal(t, "contract", begun["programme"])
	require.Equal(t, dayFromNow(30), begun["earliestChargeOn"], "if the notice goes today")

	c.Do(t, http.MethodPost, "/rest/placements", object{
		"caseId": caseID, "coverageType": "crime", "lapsedOn": dayFromNow(-50), "days": object{"cure": 30, "refund": 15},
	}).Problem(t, http.StatusConflict, "placement_overlaps")
	c.Do(t, http.MethodPost, path+"/place", insurance(time.Now())).Problem(t, http.StatusConflict, "too_early")
	c.Post(t, path+"/notices", posted(time.Now(), -29), http.StatusOK)
	c.Do(t, http.MethodPost, path+"/place", insurance(time.Now())).Problem(t, http.StatusConflict, "too_early")
	require.Equal(t, "mayPlace", c.Post(t, path+"/notices", posted(time.Now(), -30), http.StatusOK)["state"])
	c.Do(t, http.MethodPost, path+"/charge", object{}).Problem(t, http.StatusConflict, "invalid_transition")

	wrong := c.Post(t, path+"/notices", with(posted(time.Now(), -30), object{"wrongAddress": true}), http.StatusOK)
	require.Equal(t, "noticed", wrong["state"], "it went to a wrong address, and does not count")
	c.Post(t, path+"/notices", posted(time.Now(), -30), http.StatusOK)

	placed := c.Post(t, path+"/place", insurance(time.Now()), http.StatusOK)
	require.Equal(t, "placed", placed["state"])
	require.Equal(t, usd("3650.00"), placed["owed"])
	charged := c.Post(t, path+"/charge", object{}, http.StatusOK)
	require.Equal(t, []any{object{"on": dayFromNow(0), "amount": usd("3650.00")}}, charged["charges"])

	proven := c.Post(t, path+"/proofs", object{"receivedOn": dayFromNow(-2), "from": dayFromNow(-30)}, http.StatusOK)
	require.Equal(t, object{"amount": usd("3350.00"), "dueOn": dayFromNow(13)}, proven["refund"], "335 of 365 days overlap")
	task := c.Get(t, "/rest/tasks?type=refundPlacement")["data"].([]any)[0].(object)
	require.Equal(t, []any{"Give back $3,350 by " + time.Now().UTC().AddDate(0, 0, 13).Format("January 2, 2006") + ".", dayFromNow(13), "open"},
		values(task, "reason", "dueAt", "state"))
	c.Do(t, http.MethodPost, path+"/refund", object{"amount": usd("3350.01")}).Violations(t, "/amount invalid_value")
	c.Post(t, path+"/cancel", object{"from": dayFromNow(-30)}, http.StatusOK)
	over := c.Post(t, path+"/refund", object{}, http.StatusOK)
	require.Equal(t, "refunded", over["state"])
	require.Nil(t, over["refund"])
	c.Do(t, http.MethodPost, path+"/cancel", object{"from": dayFromNow(-30)}).Problem(t, http.StatusConflict, "invalid_transition")
	require.Equal(t, "completed", c.Get(t, "/rest/tasks/"+task["id"].(string))["state"])

	other := s.As(s.Prairie.Token)
	other.Do(t, http.MethodGet, path, nil).Problem(t, http.StatusNotFound, "not_found")
	other.Do(t, http.MethodPost, path+"/refund", object{}).Problem(t, http.StatusNotFound, "not_found")

	second := beginPlacement(t, c, caseID, "crime", time.Now())
	c.Post(t, second+"/notices", posted(time.Now(), -60), http.StatusOK)
	c.Do(t, http.MethodPost, second+"/place", insurance(time.Now())).Problem(t, http.StatusConflict, "placement_overlaps")
	require.Len(t, c.Get(t, "/rest/placements?state=refunded")["data"], 1)
	ofCase := c.Query(t, `query($id: ID!) { case(id: $id) { placements(filter: {state: [refunded]}) { id earliestRule duties { what } } } }`,
		object{"id": caseID})["case"].(object)["placements"].([]any)
	require.Len(t, ofCase, 1)
	require.NotEmpty(t, ofCase[0].(object)["earliestRule"])
	require.NotEmpty(t, ofCase[0].(object)["duties"])
}
