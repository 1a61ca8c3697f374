package e2e

import (
	"maps"
	"net/http"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"github.com/vektah/gqlparser/v2/ast"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/restcompat"
)

// verdictWrite is a mutation that changes a stored verdict or one of its copies. It returns what sends it, after all that
// has to be there first.
type verdictWrite func(t *testing.T, st *verdictStage, c *insuredCase) (send func())

// verdictWrites are the mutations that change what is stored of a case's verdict.
var verdictWrites = map[string]verdictWrite{
	"createCase": func(t *testing.T, st *verdictStage, _ *insuredCase) func() {
		return func() { st.newCase(t, object{"metadata": object{"desk": "north"}}) }
	},
	"setUpCase": func(t *testing.T, st *verdictStage, _ *insuredCase) func() {
		const setUp = `mutation($in: SetUpCaseInput!) { setUpCase(input: $in) { id } }`
		return func() { st.c.Query(t, setUp, object{"in": object{"case": object{"riskProfile": st.profile}}}) }
	},
	"upsertCase": func(t *testing.T, st *verdictStage, c *insuredCase) func() {
		st.c.Patch(t, "/rest/cases/"+c.id, object{"externalId": "LOS-" + c.id})
		body := object{"loanAmount": dollars("800000.00")}
		return func() {
			st.c.Do(t, http.MethodPut, "/rest/cases/by-external-id/LOS-"+c.id, body).Object(t, http.StatusOK)
		}
	},
	"createCases": func(t *testing.T, st *verdictStage, _ *insuredCase) func() {
		body := object{"riskProfile": st.profile, "loanAmount": dollars("5.00")}
		return func() { createBatch(t, st.c, "/rest/cases", body, body).Created(t) }
	},
	"updateCase": func(t *testing.T, st *verdictStage, c *insuredCase) func() {
		return func() { st.c.Patch(t, "/rest/cases/"+c.id, object{"loanAmount": dollars("700000.00")}) }
	},
	"updateCases": func(t *testing.T, st *verdictStage, c *insuredCase) func() {
		next := nextPublished(t, st.c, st.profile, object{"requirements": st.demands()[:2]})["id"]
		items := object{"cases": []any{object{"id": c.id, "riskProfile": next},
			object{"id": st.newCase(t, nil), "metadata": object{"desk": "south"}}}}
		return func() { st.c.Do(t, http.MethodPatch, "/rest/cases", items).List(t) }
	},
	"putCaseOnHold": func(t *testing.T, st *verdictStage, c *insuredCase) func() {
		return func() { st.c.Post(t, "/rest/cases/"+c.id+"/on-hold", nil, http.StatusOK) }
	},
	"releaseCaseHold": func(t *testing.T, st *verdictStage, c *insuredCase) func() {
		st.c.Post(t, "/rest/cases/"+c.id+"/on-hold", nil, http.StatusOK)
		return func() { st.c.Post(t, "/rest/cases/"+c.id+"/release-hold", nil, http.StatusOK) }
	},
	"closeCase": func(t *testing.T, st *verdictStage, c *insuredCase) func() {
		return func() { st.c.Post(t, "/rest/cases/"+c.id+"/close", object{"reason": "sold"}, http.StatusOK) }
	},
	"reopenCase": func(t *testing.T, st *verdictStage, c *insuredCase) func() {
		st.c.Post(t, "/rest/cases/"+c.id+"/close", object{"reason": "sold"}, http.StatusOK)
		return func() { st.c.Post(t, "/rest/cases/"+c.id+"/reopen", nil, http.StatusOK) }
	},
	"createAsset": func(t *testing.T, st *verdictStage, c *insuredCase) func() {
		return func() { st.newAsset(t, c.id, "100.00") }
	},
	"createAssets": func(t *testing.T, st *verdictStage, c *insuredCase) func() {
		return func() {
			createBatch(t, st.c, "/rest/assets", buildingBody(c.id, "7.00"), buildingBody(c.id, "9.00")).Created(t)
		}
	},
	"updateAsset": func(t *testing.T, st *verdictStage, c *insuredCase) func() {
		fields := []any{object{"fieldType": "replacementCost", "value": dollars("900000.00")}}
		return func() { st.c.Patch(t, "/rest/assets/"+c.asset, object{"fields": fields}) }
	},
	"createPolicy": func(t *testing.T, st *verdictStage, c *insuredCase) func() {
		asset := st.newAsset(t, c.id, "1000.00")
		return func() { st.newPolicy(t, st.cover(c.id, "building", "fire", "1000.00", asset)) }
	},
	"createPolicies": func(t *testing.T, st *verdictStage, c *insuredCase) func() {
		asset := st.newAsset(t, c.id, "1000.00")
		policy := st.cover(c.id, "flood", "flood", "1000.00", asset)
		return func() { createBatch(t, st.c, "/rest/policies", policy, policy).Created(t) }
	},
	"updatePolicy": func(t *testing.T, st *verdictStage, c *insuredCase) func() {
		return func() { st.c.Patch(t, "/rest/policies/"+c.property, object{"deductible": dollars("30000.00")}) }
	},
	"createPolicyTerm": func(t *testing.T, st *verdictStage, c *insuredCase) func() {
		return func() {
			st.c.Post(t, "/rest/policies/"+c.property+"/new-term",
				object{"startDate": "2030-02-01", "endDate": "2031-02-01", "deductible": dollars("30000.00")}, http.StatusOK)
		}
	},
	"deactivatePolicy": func(t *testing.T, st *verdictStage, c *insuredCase) func() {
		return func() { st.act(t, c.flood, "deactivate", nil) }
	},
	"reactivatePolicy": func(t *testing.T, st *verdictStage, c *insuredCase) func() {
		st.act(t, c.flood, "deactivate", nil)
		return func() { st.act(t, c.flood, "reactivate", nil) }
	},
	"cancelPolicy": func(t *testing.T, st *verdictStage, c *insuredCase) func() {
		return func() { st.act(t, c.flood, "cancel", cancelBody("2030-02-01")) }
	},
	"reinstatePolicy": func(t *testing.T, st *verdictStage, c *insuredCase) func() {
		st.act(t, c.flood, "cancel", cancelBody("2030-02-01"))
		return func() { st.act(t, c.flood, "reinstate", object{"effectiveDate": "2030-02-01"}) }
	},
	"acceptEvidence": func(t *testing.T, st *verdictStage, c *insuredCase) func() {
		made := st.c.Post(t, "/rest/policies/"+c.property+"/evidence-links", nil, http.StatusCreated)
		lower := object{"limits": []any{limitOf("building", "perOccurrence", "1.00")}}
		id := visit(t, st.Server, made["url"].(string)).Submit(t, lower)["id"].(string)
		return func() { st.c.Post(t, "/rest/evidence/"+id+"/accept", object{}, http.StatusOK) }
	},
	"placeInsurance": func(t *testing.T, st *verdictStage, c *insuredCase) func() {
		path, policy := st.readyToPlace(t, c)
		return func() { st.c.Post(t, path+"/place", policy, http.StatusOK) }
	},
	"recordPlacementProof": func(t *testing.T, st *verdictStage, c *insuredCase) func() {
		path, policy := st.readyToPlace(t, c)
		st.c.Post(t, path+"/place", policy, http.StatusOK)
		return func() {
			st.c.Post(t, path+"/proofs", object{"receivedOn": dayFrom(verdictDay, 0), "from": dayFrom(verdictDay, -10)}, http.StatusOK)
		}
	},
	"cancelPlacement": func(t *testing.T, st *verdictStage, c *insuredCase) func() {
		path, policy := st.readyToPlace(t, c)
		st.c.Post(t, path+"/place", policy, http.StatusOK)
		return func() { st.c.Post(t, path+"/cancel", object{"from": dayFrom(verdictDay, 0)}, http.StatusOK) }
	},
	"updateMortgageeClause": func(t *testing.T, st *verdictStage, _ *insuredCase) func() {
		st.c.Patch(t, "/rest/certificate-holders/"+st.bank, object{"clauseTypes": []any{"mortgagee", "lossPayee"}})
		return func() { st.setClause(t, "lossPayee") }
	},
	"approveWaiver": func(t *testing.T, st *verdictStage, c *insuredCase) func() {
		waiver := st.lowLimit(t, c)
		return func() { st.c.Post(t, "/rest/waivers/"+waiver+"/approve", nil, http.StatusOK) }
	},
	"revokeWaiver": func(t *testing.T, st *verdictStage, c *insuredCase) func() {
		waiver := st.lowLimit(t, c)
		st.c.Post(t, "/rest/waivers/"+waiver+"/approve", nil, http.StatusOK)
		return func() { st.c.Post(t, "/rest/waivers/"+waiver+"/revoke", nil, http.StatusOK) }
	},
}

// act runs an action on a policy.
func (st *verdictStage) act(t *testing.T, policy, action string, body any) {
	t.Helper()
	st.c.Post(t, "/rest/policies/"+policy+"/"+action, body, http.StatusOK)
}

// readyToPlace takes the policy from the building of the case and begins a placement there, by which insurance may be placed now. It
// returns its path and the insurance.
func (st *verdictStage) readyToPlace(t *testing.T, c *insuredCase) (path string, insured object) {
	t.Helper()
	countDaysIn(t, st.Server, st.Harbor, "UTC")
	st.c.Patch(t, "/rest/policies/"+c.property, object{"startDate": dayFrom(verdictDay, -400), "endDate": dayFrom(verdictDay, -60)})
	st.act(t, c.property, "deactivate", nil)
	begun := st.c.Post(t, "/rest/placements", object{
		"caseId": c.id, "asset": c.asset, "coverageType": "building", "lapsedOn": dayFrom(verdictDay, -60),
		"days": object{"cure": 30, "refund": 15},
	}, http.StatusCreated)
	path = "/rest/placements/" + begun["id"].(string)
	st.c.Post(t, path+"/notices", posted(verdictDay, -40), http.StatusOK)
	return path, with(insurance(verdictDay), object{"amount": dollars("800000.00"), "deductible": dollars("5000.00"), "perils": []any{"fire"}})
}

// setClause changes the type of the clause that all policies name.
func (st *verdictStage) setClause(t *testing.T, clauseType string) {
	t.Helper()
	mutate(t, st.c, updateClause, object{"id": st.clause, "input": object{"clauseType": clauseType}})
}

// lowLimit makes the limit of the property policy too low, and asks for a waiver of that.
func (st *verdictStage) lowLimit(t *testing.T, c *insuredCase) (waiver string) {
	t.Helper()
	limits := []any{object{"coverageType": "building", "kind": "perOccurrence", "amount": dollars("1.00")}}
	st.c.Patch(t, "/rest/policies/"+c.property, object{"limits": limits})
	return st.newWaiver(t, c.id, nil)
}

// noVerdictWrites are the mutations that change no verdict. Their examples are run.
var noVerdictWrites = []string{
	"createPlacement", "updatePlacement", "recordPlacementNotice", "chargePlacement", "refundPlacement",
	"createDocuments", "updateDocument", "updateDocuments", "signUploads", "createInsured", "createInsureds", "updateInsured",
	"createInsuredGroup",
	"updateInsuredGroup", "putPolicyOnHold", "releasePolicyHold", "confirmPolicy", "createTask", "updateTask", "moveTask", "createWaiver",
	"rejectWaiver", "sendNotice",
	"createLetterTemplate", "retireLetterTemplate", "previewLetterTemplate", "createNoticeWording", "retireNoticeWording", "previewNoticeWording",
	"createPrintFile", "confirmPrintFile",
	"createRiskProfile", "addStarterProfile", "updateRiskProfile", "publishRiskProfile", "createRiskProfileVersion", "cloneRiskProfile",
	"subscribeRiskProfile", "createBroker", "updateBroker", "createBrokerage", "updateBrokerage", "createUser", "updateUser",
	"createProgram", "updateProgram", "createCertificateHolder", "updateCertificateHolder", "createMortgageeClause",
	"createBrokers", "createBrokerages", "createUsers", "createPrograms", "createCertificateHolders", "createMortgageeClauses",
	"createRiskProfiles",
	"createLender", "updateLender", "createPlan", "updatePlan", "createOrganization", "updateOrganization", "createToken", "expireToken",
	"revokeToken", "deleteCase", "deleteDocument", "deleteAsset", "deleteInsured",
	"suspendPerson", "reactivatePerson", "linkUser", "createIdentityProvider", "createScimToken", "deleteIdentityProvider",
	"createEvidenceLink", "revokeEvidenceLink", "rejectEvidence", "announceEvidence", "submitEvidence",
	"createWebhookEndpoint", "updateWebhookEndpoint", "deleteWebhookEndpoint", "rotateWebhookSecret", "testWebhookEndpoint",
	"replayWebhookEndpoint", "resendWebhookDelivery",
	"createExport", "createExportSchedule", "deleteExportSchedule",
	"createSandbox", "advanceSandbox", "deleteSandbox", "createSandboxAnswer", "createWebhookFault", // of a book of their own
	"createImport", "mapImport", "commitImport", "releaseImport", "revertImport", // what their job writes goes through the others
}

// TestVerdictsAfterEachMutation runs every mutation of the schema, and compares the stored verdicts of all cases with
// evaluations after each. A new mutation needs a row.
func TestVerdictsAfterEachMutation(t *testing.T) {
	t.Parallel()
	st := newVerdictStage(t)
	f := newFixture(t, st.Server, st.Harbor)
	all := slices.Concat(noVerdictWrites, slices.Collect(maps.Keys(verdictWrites)))
	var known []string
	for _, field := range st.Engine.Schema().Mutation.Fields {
		known = append(known, field.Name)
		t.Run(field.Name, func(t *testing.T) {
			write, changes := verdictWrites[field.Name]
			var send func()
			if changes {
				send = write(t, st, st.newInsured(t))
			} else {
				send = exampleOf(t, f, field)
			}
			st.requireRight(t)
			before := st.stored(t)
			st.clock.pass(time.Second)
			send()
			require.Equal(t, changes, before != st.stored(t), "whether the mutation changes what is stored")
			st.requireRight(t)
			if field.Name == "updateMortgageeClause" {
				st.setClause(t, "mortgagee")
			}
		})
	}
	require.ElementsMatch(t, known, all, "say which mutations change verdicts")
}

// exampleOf returns what sends the examples of a mutation.
func exampleOf(t *testing.T, f *fixture, field *ast.FieldDefinition) (send func()) {
	s := f.server
	i := slices.IndexFunc(s.REST.Endpoints(), func(ep restcompat.Endpoint) bool { return ep.Root.Name == field.Name })
	if i >= 0 {
		ep := s.REST.Endpoints()[i]
		return func() {
			for _, a := range f.asks(ep) {
				answer := f.send(t, ep, a)
				require.Equal(t, ep.Status, answer.Status, "%s", answer.Body)
			}
		}
	}
	c := f.client()
	if isAdministration(field) {
		c = s.As(s.Operator).With("X-Portfolio", f.tenant.Portfolio.ID().String())
	}
	if needs(field) == model.PermissionHandInEvidence {
		made := c.Post(t, "/rest/policies/"+f.ids["evidencePolicy"]+"/evidence-links", nil, http.StatusCreated)
		visitor := visit(t, s, made["url"].(string))
		return func() { visitor.Submit(t, nil) }
	}
	document, ids := asDocument(graphQLWrites[field.Name], variables(t, s, f.tenant))
	return func() { c.Query(t, document, ids) }
}
