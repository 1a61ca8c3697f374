package e2e

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"github.com/vektah/gqlparser/v2/ast"

	"github.com/covertrack/covertrack/graph/engine"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/model/scalar"
)

func TestEvidenceLink(t *testing.T) {
	t.Parallel()
	b := newEvidenceBench(t)
	t.Run("create", func(t *testing.T) {
		answer := b.c.Do(t, http.MethodPost, "/rest/policies/"+b.policy+"/evidence-links", nil)
		link := answer.Object(t, http.StatusCreated)
		path := "/rest/evidence-links/" + link["id"].(string)
		require.Equal(t, b.URL+path, answer.Header.Get("Location"))
		require.Empty(t, answer.Header.Get("ETag"), "no other answer has the address")
		secret, ok := strings.CutPrefix(link["url"].(string), b.URL+"/evidence/")
		require.True(t, ok)
		require.Regexp(t, `^[A-Za-z0-9_-]{43}$`, secret)
		want := object{
			"id": link["id"], "policyId": b.policy, "caseId": b.caseID, "termNumber": float64(1), "noticeId": nil, "url": nil,
			"expiresAt": b.clock.now().UTC().Add(60 * 24 * time.Hour).Format(scalar.TimeLayout), "revokedAt": nil,
			"createdAt": link["createdAt"], "updatedAt": link["createdAt"],
		}
		require.Equal(t, want, b.c.Get(t, path))
		require.Equal(t, want, with(link, object{"url": nil}))
		var stored string
		require.NoError(t,
			b.Store.Pool().Pgx().QueryRow(t.Context(), "SELECT string_agg(to_jsonb(l)::text, '') FROM evidence_links AS l").Scan(&stored))
		require.NotContains(t, stored, secret, "the database has a digest")
		events := string(b.c.Do(t, http.MethodGet, "/rest/audit-events?limit=200", nil).Body)
		require.Contains(t, events, "evidenceLink.created")
		require.NotContains(t, events, "igest")
		const graphQL = `mutation($id: ID!) { createEvidenceLink(policyId: $id) { url policy { id } case { id } notice { id } } }`
		made := b.c.Query(t, graphQL, object{"id": b.policy})["createEvidenceLink"].(object)
		require.NotEqual(t, link["url"], made["url"])
		require.Equal(t, []any{object{"id": b.policy}, object{"id": b.caseID}, nil}, values(made, "policy", "case", "notice"))
	})
	t.Run("no_key", func(t *testing.T) {
		b.c.With("Idempotency-Key", "a").Do(t, http.MethodPost, "/rest/policies/"+b.policy+"/evidence-links", nil).
			Violations(t, "Idempotency-Key invalid_value")
	})
	t.Run("if_match", func(t *testing.T) {
		path := "/rest/policies/" + b.policy
		b.c.With("If-Match", `"stale"`).Do(t, http.MethodPost, path+"/evidence-links", nil).Problem(t, http.StatusPreconditionFailed,
			"precondition_failed")
		tag := b.c.Do(t, http.MethodGet, path, nil).Header.Get("ETag") // of the policy, which is addressed
		b.c.With("If-Match", tag).Post(t, path+"/evidence-links", nil, http.StatusCreated)
	})
	t.Run("refused", func(t *testing.T) {
		for _, id := range []string{unknownID, "nonsense"} {
			b.c.Do(t, http.MethodPost, "/rest/policies/"+id+"/evidence-links", nil).Problem(t, http.StatusNotFound, "not_found")
			b.c.Do(t, http.MethodPost, "/rest/evidence-links/"+id+"/revoke", nil).Problem(t, http.StatusNotFound, "not_found")
		}
		policy := b.newPolicy(t)
		b.c.Post(t, "/rest/policies/"+policy+"/deactivate", nil, http.StatusOK)
		b.c.Do(t, http.MethodPost, "/rest/policies/"+policy+"/evidence-links", nil).Problem(t, http.StatusConflict, "policy_deactivated")
		b.c.Post(t, "/rest/policies/"+policy+"/on-hold", nil, http.StatusOK)
		b.c.Do(t, http.MethodPost, "/rest/policies/"+policy+"/evidence-links", nil).Problem(t, http.StatusConflict, "policy_deactivated")
	})
	t.Run("revoke", func(t *testing.T) {
		id, _ := b.follow(t, b.policy)
		path := "/rest/evidence-links/" + id
		before := b.c.Do(t, http.MethodGet, path, nil)
		b.c.With("If-Match", `"stale"`).Do(t, http.MethodPost, path+"/revoke", nil).Problem(t, http.StatusPreconditionFailed,
			"precondition_failed")
		first := b.c.With("If-Match", before.Header.Get("ETag")).Post(t, path+"/revoke", nil, http.StatusOK)
		require.Equal(t, []any{first["updatedAt"], nil}, []any{first["revokedAt"], first["url"]})
		b.clock.set(b.clock.now().Add(time.Minute))
		require.Equal(t, first, b.c.Post(t, path+"/revoke", nil, http.StatusOK), "the same answer again")
	})
	t.Run("lists", func(t *testing.T) {
		policy := b.newPolicy(t)
		id, _ := b.follow(t, policy)
		for _, query := range []string{"policyId=" + policy, "id=" + id, "policyId=" + policy + "&caseId=" + b.caseID} {
			found := b.c.Get(t, "/rest/evidence-links?"+query)["data"].([]any)
			require.Len(t, found, 1, query)
			require.Equal(t, id, found[0].(object)["id"])
		}
		require.Empty(t, b.c.Get(t, "/rest/evidence-links?policyId="+policy+"&caseId="+unknownID)["data"])
	})
}

// TestEvidenceLinkUsable: there is one refusal for every link that is not usable, as for one that never was.
func TestEvidenceLinkUsable(t *testing.T) {
	t.Parallel()
	act := func(actions ...string) func(*testing.T, *evidenceBench) {
		return func(t *testing.T, b *evidenceBench) {
			for _, action := range actions {
				b.c.Post(t, "/rest/policies/"+b.policy+"/"+action, nil, http.StatusOK)
			}
		}
	}
	for name, test := range map[string]struct {
		after  func(t *testing.T, b *evidenceBench)
		usable bool
	}{
		"new": {func(*testing.T, *evidenceBench) {}, true},
		"revoked": {func(t *testing.T, b *evidenceBench) {
			b.c.Post(t, "/rest/evidence-links/"+b.link+"/revoke", nil, http.StatusOK)
		}, false},
		"the_last_moment": {func(_ *testing.T, b *evidenceBench) {
			b.clock.set(b.clock.now().Add(60*24*time.Hour - time.Millisecond))
		}, true},
		"expired": {func(_ *testing.T, b *evidenceBench) { b.clock.set(b.clock.now().Add(60 * 24 * time.Hour)) }, false},
		"the_next_term": {func(t *testing.T, b *evidenceBench) {
			b.c.Post(t, "/rest/policies/"+b.policy+"/new-term", b.nextTerm(), http.StatusOK)
		}, false},
		"deactivated":          {act("deactivate"), false},
		"held_and_deactivated": {act("deactivate", "on-hold"), false},
		"reactivated":          {act("deactivate", "reactivate"), true},
		"held":                 {act("on-hold"), true},
		"another_revoked": {func(t *testing.T, b *evidenceBench) {
			other, _ := b.follow(t, b.policy)
			b.c.Post(t, "/rest/evidence-links/"+other+"/revoke", nil, http.StatusOK)
		}, true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := newEvidenceBench(t)
			keys := b.visitor.Upload(t, "%PDF")
			inside, err := b.visitor.Enter(t)
			require.NoError(t, err)
			require.Equal(t, b.Harbor.Portfolio.ID(), inside.PortfolioID)
			if test.after(t, b); test.usable {
				keys = b.visitor.Upload(t, "%PDF") // the first are too old after a day
			}
			_, never := b.Links.BySecret(t.Context(), model.EvidenceSecretOf([32]byte{1}))
			require.Equal(t, fault.CodeNotFound, fault.CodeOf(never))
			_, err = b.visitor.Enter(t)
			_, errByID := b.Links.ByID(t.Context(), uuid.MustParse(b.link))
			_, asking := b.visitor.Run(t, inside, pageQuery, nil)
			_, announcing := b.visitor.Run(t, inside, announceEvidence, announced(1, 1))
			_, submitting := b.visitor.Run(t, inside, submitEvidence, submission(keys, b.nextTerm()))
			if test.usable {
				require.NoError(t, err)
				require.NoError(t, errByID)
				require.Empty(t, append(append(asking, announcing...), submitting...))
				return
			}
			require.Equal(t, []error{never, never}, []error{err, errByID})
			for _, errs := range [][]error{asking, announcing, submitting} {
				requireEvidenceRefused(t, errs, fault.CodeNotFound)
				require.Contains(t, errs[0].Error(), "not valid any more")
			}
			require.Empty(t, b.c.Get(t, "/rest/evidence")["data"])
		})
	}
}

// TestEvidenceLinkOpensNothingElse asks for every root field with a link, and for those of links with every token.
func TestEvidenceLinkOpensNothingElse(t *testing.T) {
	t.Parallel()
	b := newEvidenceBench(t)
	inside, err := b.visitor.Enter(t)
	require.NoError(t, err)
	schema := b.Engine.Schema()
	fields, own := 0, 0
	for _, root := range []*ast.Definition{schema.Query, schema.Mutation} {
		for _, field := range root.Fields {
			if strings.HasPrefix(field.Name, "__") {
				continue
			}
			text := documentOf(schema, root, field)
			fields++
			if access, err := engine.AccessOf(field); err != nil || access.Needs != model.PermissionHandInEvidence {
				_, errs := b.visitor.Run(t, inside, text, nil)
				requireEvidenceRefused(t, errs, fault.CodeForbidden)
				continue
			}
			own++
			for _, token := range []string{b.Harbor.Token, b.Basic.Token, b.HarborTest.Token, b.Support, b.Operator} {
				c := b.As(token)
				if token == b.Support || token == b.Operator {
					c = c.With("X-Portfolio", b.Harbor.Portfolio.ID().String())
				}
				require.Equal(t, []fault.Code{fault.CodeForbidden}, graphQLCodes(t, graphQL(t, c, text)), text)
			}
		}
	}
	require.Greater(t, fields, 80)
	require.Equal(t, 3, own)
}

// TestEvidenceLinkOfItsOwn: a link opens its own policy, and its files are for nothing else.
func TestEvidenceLinkOfItsOwn(t *testing.T) {
	t.Parallel()
	b := newEvidenceBench(t)
	_, sameTerm := b.follow(t, b.policy)
	_, otherPolicy := b.follow(t, b.newPolicy(t))
	prairie := b.As(b.Prairie.Token)
	foreign := prairie.Post(t, "/rest/policies", object{"caseId": b.Case(t, b.Prairie), "productType": "property"},
		http.StatusCreated)["id"].(string)
	made := prairie.Post(t, "/rest/policies/"+foreign+"/evidence-links", nil, http.StatusCreated)
	others := []*visitor{sameTerm, otherPolicy, visit(t, b.Server, made["url"].(string))}

	keys := b.visitor.Upload(t, "%PDF")
	clients := b.c.Upload(t, "evidence.pdf", []byte("%PDF"))
	for _, other := range others {
		other.Refused(t, submitEvidence, submission(keys, nil), fault.CodeUploadNotFound, "/files/0/directUploadKey upload_not_found")
	}
	b.visitor.Refused(t, submitEvidence, submission([]string{clients, keys[0], unknownID, "x"}, nil), fault.CodeUploadNotFound,
		"/files/0/directUploadKey upload_not_found", "/files/2/directUploadKey upload_not_found", "/files/3/directUploadKey upload_not_found")
	b.visitor.Refused(t, submitEvidence, submission([]string{keys[0], "x"}, object{"colour": 1}), fault.CodeValidationFailed,
		"/colour unknown_member", "/files/1/directUploadKey upload_not_found")
	createDocuments(t, b.c, object{"caseId": b.caseID, "fileName": "a.pdf", "directUploadKey": keys[0]}).
		Violations(t, "/docs/0/directUploadKey upload_not_found")
	require.Empty(t, b.documents(t), "nobody goes round the quarantine")

	b.submit(t, nil)
	require.Len(t, sameTerm.Query(t, pageQuery, nil)["evidenceRequest"].(object)["submissions"], 1,
		"all links of a term show what came in for it")
	for _, other := range others[1:] {
		require.Empty(t, other.Query(t, pageQuery, nil)["evidenceRequest"].(object)["submissions"])
	}
	require.Empty(t, prairie.Get(t, "/rest/evidence")["data"])
}
