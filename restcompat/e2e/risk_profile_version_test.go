package e2e

import (
	"errors"
	"net/http"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/restcompat/resttest"
	"github.com/covertrack/covertrack/storage"
	"github.com/covertrack/covertrack/storage/storagetest"
)

// published makes a profile and publishes it.
func published(t *testing.T, c *resttest.Client, input object) object {
	t.Helper()
	return mutate(t, c, publishProfile, object{"id": draft(t, c, input)["id"]})
}

// nextPublished changes a profile in its next version and publishes that.
func nextPublished(t *testing.T, c *resttest.Client, id any, change object) object {
	t.Helper()
	next := mutate(t, c, versionProfile, object{"id": id})
	mutate(t, c, updateProfile, object{"id": next["id"], "input": change})
	return mutate(t, c, publishProfile, object{"id": next["id"]})
}

func TestRiskProfilePublish(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	c := s.As(s.Harbor.Token)
	first := draft(t, c, object{"name": "Offices", "requirements": []any{object{"coverageType": "building"}}})
	c.Do(t, http.MethodPost, "/rest/cases", object{"riskProfile": first["id"]}).Violations(t, "/riskProfile invalid_value")

	v1 := mutate(t, c, publishProfile, object{"id": first["id"]})
	require.Equal(t, true, v1["isPublished"])
	require.Equal(t, true, v1["isLatestVersion"])
	require.Equal(t, v1["updatedAt"], v1["publishedAt"])
	c.Refused(t, publishProfile, object{"id": first["id"]}, "invalid_transition")
	pinned := c.Post(t, "/rest/cases", object{"riskProfile": first["id"]}, http.StatusCreated)

	next := mutate(t, c, versionProfile, object{"id": first["id"]})
	require.EqualValues(t, 2, next["version"])
	for _, member := range []string{"name", "lineageId", "type", "requirements", "protectionScore", "sourceId"} {
		require.Equal(t, v1[member], next[member])
	}
	require.Equal(t, false, next["isPublished"])
	require.Nil(t, next["publishedAt"])
	require.Equal(t, v1, profileNow(t, c, first["id"]), "a draft leaves the published version alone")
	c.Refused(t, versionProfile, object{"id": first["id"]}, "invalid_transition")
	c.Refused(t, versionProfile, object{"id": next["id"]}, "invalid_transition")

	mutate(t, c, updateProfile, object{"id": next["id"], "input": object{"name": "Offices and shops"}})
	v2 := mutate(t, c, publishProfile, object{"id": next["id"]})
	require.Equal(t, true, v2["isLatestVersion"])
	superseded := profileNow(t, c, first["id"])
	require.Equal(t, false, superseded["isLatestVersion"])
	require.Equal(t, true, superseded["isPublished"])
	require.Equal(t, v1["publishedAt"], superseded["publishedAt"])
	require.Equal(t, "Offices", superseded["name"])
	require.Equal(t, first["id"], c.Get(t, "/rest/cases/"+pinned["id"].(string))["riskProfile"], "cases stay pinned")
	third := mutate(t, c, versionProfile, object{"id": first["id"]})
	require.EqualValues(t, 3, third["version"])
	require.Equal(t, "Offices and shops", third["name"], "the next version begins with the latest, whichever is named")

	events := c.Query(t, `query($id: ID!) { auditEvents(filter: {subject: [$id]}) { nodes { action } } }`, object{"id": first["id"]})
	require.Equal(t, []any{object{"action": "riskProfile.created"}, object{"action": "riskProfile.published"},
		object{"action": "riskProfile.superseded"}},
		events["auditEvents"].(object)["nodes"])
}

func TestRiskProfileClone(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	c := s.As(s.Harbor.Token)
	bank := newHolder(t, c, "Bank", "mortgagee")
	source := published(t, c, object{
		"name": "Source", "description": "Its own", "assetTypes": []any{"vehicle"}, "certificateHolders": []any{bank},
		"requirements": []any{object{
			"coverageType": "autoPhysicalDamage", "perils": []any{"collision"}, "limitBasis": "LOAN_AMOUNT", "limitPercent": "120",
			"maximumDeductiblePercent": "5", "minimumRating": "B+", "formTypes": []any{"Special"}, "certificateHolder": bank,
		}},
	})
	clone := mutate(t, c, cloneProfile, object{"id": source["id"], "input": object{}})
	require.Equal(t, "CLONE", clone["type"])
	require.EqualValues(t, 1, clone["version"])
	require.Equal(t, source["id"], clone["sourceId"])
	require.NotEqual(t, source["lineageId"], clone["lineageId"])
	require.Equal(t, false, clone["isPublished"])
	for _, member := range []string{"name", "description", "assetTypeIds", "certificateHolderIds", "certificateHolderClauseTypes",
		"requirements", "protectionScore"} {
		require.Equal(t, source[member], clone[member])
	}
	named := mutate(t, c, cloneProfile, object{"id": clone["id"], "input": object{"name": "Copy of a draft", "description": ""}})
	require.Equal(t, "Copy of a draft", named["name"])
	require.Equal(t, "", named["description"])
	c.Refused(t, cloneProfile, object{"id": source["id"], "input": object{"name": " ", "description": "\a"}}, "validation_failed",
		"/name required", "/description invalid_value")

	mutate(t, c, updateProfile, object{"id": clone["id"], "input": object{"requirements": []any{}}})
	clone = mutate(t, c, publishProfile, object{"id": clone["id"]})
	nextPublished(t, c, source["id"], object{"name": "Source 2"})
	require.Equal(t, clone, profileNow(t, c, clone["id"]), "a clone follows nobody")
	next := mutate(t, c, versionProfile, object{"id": clone["id"]})
	require.Equal(t, "CLONE", next["type"])
	require.Equal(t, source["id"], next["sourceId"])
}

func TestRiskProfileSubscription(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	c := s.As(s.Harbor.Token)
	unpublished := draft(t, c, object{})
	c.Refused(t, subscribeProfile, object{"id": unpublished["id"], "input": object{}}, "invalid_transition")
	c.Refused(t, subscribeProfile, object{"id": unpublished["id"], "input": object{"name": ""}}, "required", "/name required")

	v1 := published(t, c, object{"name": "Source", "description": "One", "requirements": []any{object{"coverageType": "flood"}}})
	v2 := nextPublished(t, c, v1["id"],
		object{"requirements": []any{object{"coverageType": "earthquake", "limitBasis": "LESSER", "formTypes": []any{"Broad"}}}})
	child := mutate(t, c, subscribeProfile, object{"id": v1["id"], "input": object{"name": "Child"}})
	require.Equal(t, "SUBSCRIPTION", child["type"])
	require.Equal(t, v2["id"], child["sourceId"], "a subscription begins with the latest version")
	require.Equal(t, v2["requirements"], child["requirements"])
	require.Equal(t, "One", child["description"])
	require.Equal(t, true, child["isPublished"])
	require.Equal(t, true, child["isLatestVersion"])
	require.NotNil(t, child["publishedAt"])
	c.Refused(t, versionProfile, object{"id": child["id"]}, "invalid_transition")
	c.Refused(t, updateProfile, object{"id": child["id"], "input": object{"name": "x"}}, "immutable", "/name immutable")
	c.Refused(t, publishProfile, object{"id": child["id"]}, "invalid_transition")
	c.Post(t, "/rest/cases", object{"riskProfile": child["id"]}, http.StatusCreated)

	sibling := mutate(t, c, subscribeProfile, object{"id": v2["id"], "input": object{}})
	grandchild := mutate(t, c, subscribeProfile, object{"id": child["id"], "input": object{"name": "Grandchild", "description": "Mine"}})
	clone := mutate(t, c, cloneProfile, object{"id": child["id"], "input": object{}})
	require.Equal(t, "CLONE", clone["type"])

	v3 := nextPublished(t, c, v2["id"], object{"name": "Source 3", "requirements": []any{object{"coverageType": "windstorm"}}})
	latest := func(of object) object {
		list := c.Query(t, `query { riskProfiles(filter: {isLatestVersion: true}) { nodes `+profileFields+` } }`, nil)["riskProfiles"].(object)
		for _, node := range list["nodes"].([]any) {
			if node.(object)["lineageId"] == of["lineageId"] {
				return node.(object)
			}
		}
		require.Fail(t, "the lineage has no latest version")
		return nil
	}
	for _, tt := range []struct {
		name           string
		before, source object
	}{
		{"child", child, v3}, {"sibling", sibling, v3}, {"grandchild", grandchild, latest(child)},
	} {
		next := latest(tt.before)
		require.EqualValues(t, 2, next["version"], tt.name)
		require.Equal(t, tt.source["id"], next["sourceId"], tt.name)
		require.Equal(t, v3["requirements"], next["requirements"], tt.name)
		require.Equal(t, v3["protectionScore"], next["protectionScore"], tt.name)
		require.Equal(t, v3["publishedAt"], next["publishedAt"], "in the same transaction")
		require.Equal(t, tt.before["name"], next["name"], "its own name stays")
		require.Equal(t, tt.before["description"], next["description"])
		require.Equal(t, "SUBSCRIPTION", next["type"])
		old := profileNow(t, c, tt.before["id"])
		require.Equal(t, false, old["isLatestVersion"])
		require.Equal(t, true, old["isPublished"])
		require.Equal(t, tt.before["requirements"], old["requirements"], "published versions never change")
	}
	require.Equal(t, clone, profileNow(t, c, clone["id"]))
	require.Equal(t, unpublished, profileNow(t, c, unpublished["id"]))
}

func TestRiskProfilePublish_twoAtOnce(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	c := s.As(s.Harbor.Token)
	p := published(t, c, object{})
	mutate(t, c, subscribeProfile, object{"id": p["id"], "input": object{}})
	atOnce := func(mutation string, id any) {
		var wg sync.WaitGroup
		answers := make(chan object, 6)
		for range 6 {
			wg.Go(func() { answers <- c.GraphQL(t, mutation, object{"id": id}) })
		}
		wg.Wait()
		close(answers)
		won := 0
		for answer := range answers {
			if errs, refused := answer["errors"]; refused {
				require.Equal(t, "invalid_transition", errs.([]any)[0].(object)["extensions"].(object)["code"])
				continue
			}
			won++
		}
		require.Equal(t, 1, won)
	}
	atOnce(versionProfile, p["id"])
	drafts := c.Get(t, "/rest/risk-profiles?isPublished=false")["data"].([]any)
	require.Len(t, drafts, 1)
	atOnce(publishProfile, drafts[0].(object)["id"])
	require.EqualValues(t, 4, c.Get(t, "/rest/risk-profiles")["meta"].(object)["total"])
	require.EqualValues(t, 2, c.Get(t, "/rest/risk-profiles?isLatestVersion=true")["meta"].(object)["total"])
}

// TestRiskProfileSubscribe_whilePublishing: a profile that subscribes while its source, or the source of that, is being
// published has the latest version in the end, in either order.
func TestRiskProfileSubscribe_whilePublishing(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	c := s.As(s.Harbor.Token)
	p := published(t, c, object{"name": "Version 1"})
	child := mutate(t, c, subscribeProfile, object{"id": p["id"], "input": object{"name": "Child"}})
	for range 4 {
		next := mutate(t, c, versionProfile, object{"id": p["id"]})
		var wg sync.WaitGroup
		for _, source := range []any{p["id"], child["id"], p["id"], child["id"]} {
			wg.Go(func() { mutate(t, c, subscribeProfile, object{"id": source, "input": object{"name": "Follower"}}) })
		}
		wg.Go(func() { mutate(t, c, publishProfile, object{"id": next["id"]}) })
		wg.Wait()
	}
	list := c.Query(t, `{ riskProfiles(limit: 200) { nodes { id lineageId name type sourceId isLatestVersion } } }`,
		nil)["riskProfiles"].(object)
	latest := map[any]bool{}
	lineages := map[any]bool{}
	for _, node := range list["nodes"].([]any) {
		v := node.(object)
		lineages[v["lineageId"]] = true
		if v["isLatestVersion"] == true {
			require.False(t, latest[v["lineageId"]])
			latest[v["lineageId"]], latest[v["id"]] = true, true
		}
	}
	require.Len(t, lineages, 2+16)
	for _, node := range list["nodes"].([]any) {
		if v := node.(object); v["isLatestVersion"] == true && v["type"] == "SUBSCRIPTION" {
			require.True(t, latest[v["sourceId"]], "%s follows an old version", v["name"])
		}
	}
}

// TestRiskProfileIndexes: the database itself keeps one draft and one latest version a lineage.
func TestRiskProfileIndexes(t *testing.T) {
	t.Parallel()
	w := storagetest.NewWorld(t)
	const statement = `INSERT INTO risk_profiles (portfolio_id, id, lineage_id, version, name, description, type, protection_score,
		asset_type_ids, certificate_holder_ids, certificate_holder_clause_types, requirements, is_published, is_latest_version,
		published_at, created_at, updated_at)
		VALUES ($1, $2, $3, $4, '', '', 'STANDALONE', 0, '{}', '{}', '[]', '[]', $5, $5, CASE WHEN $5 THEN now() END, now(), now())`
	lineage := storage.NewID()
	add := func(version int, published bool) error {
		_, err := w.Store.Pool().Pgx().Exec(t.Context(), statement, w.Harbor.Portfolio.ID(), storage.NewID(), lineage, version, published)
		return err
	}
	require.NoError(t, add(1, true))
	require.NoError(t, add(2, false))
	for version, published := range map[int]bool{3: true, 4: false} {
		var refused *pgconn.PgError
		require.True(t, errors.As(add(version, published), &refused))
		require.Equal(t, "23505", refused.Code)
	}
}
