package e2e

import (
	"encoding/base64"
	"fmt"
	"maps"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/receiver"
	"github.com/covertrack/covertrack/model/scalar"
	"github.com/covertrack/covertrack/restcompat/resttest"
	"github.com/covertrack/covertrack/storage"
)

func init() {
	wanted := object{
		"url": "https://hooks.example.com/covertrack", "description": "The servicing system", "types": []any{"case.held", "policy.termStarted"},
		"enabled": true, "metadata": object{"team": "servicing"},
	}
	addMore = append(addMore, func(t testing.TB, f *fixture) {
		// A test may add many fixtures to one portfolio, which takes 20 endpoints.
		f.server.Exec(t, `DELETE FROM webhook_endpoints WHERE portfolio_id = $1
			AND (SELECT count(*) FROM webhook_endpoints WHERE portfolio_id = $1) > 15
			AND id NOT IN (SELECT id FROM webhook_endpoints WHERE portfolio_id = $1 ORDER BY id LIMIT 5)`, f.tenant.Portfolio.ID())
		for _, noun := range []string{"webhookEndpoint", "webhookToDelete"} {
			f.ids[noun] = f.client().Post(t, endpoints, wanted, http.StatusCreated)["id"].(string)
		}
		f.ids["webhookDelivery"] = f.client().Post(t, endpoints+"/"+f.ids["webhookEndpoint"]+"/test", nil, http.StatusAccepted)["id"].(string)
	})
	examples["ListWebhookEndpoints"] = example{asks: at(""), refused: "?enabled=maybe"}
	examples["GetWebhookEndpoint"] = example{asks: at("webhookEndpoint"), refused: "?verbose=1"}
	examples["CreateWebhookEndpoint"] = example{
		asks:    func(*fixture) []ask { return []ask{{body: wanted}} },
		refused: object{"url": "http://user@10.0.0.1:80/", "types": []any{"case.hled"}},
	}
	examples["UpdateWebhookEndpoint"] = example{
		asks: func(*fixture) []ask {
			return []ask{{noun: "webhookEndpoint", body: object{"types": []any{}, "description": "Everything"}}}
		},
		refused: object{"url": nil, "enabled": nil, "secret": "whsec_"},
	}
	examples["DeleteWebhookEndpoint"] = example{asks: at("webhookToDelete"), refused: object{"comment": "no"}}
	examples["RotateWebhookSecret"] = example{asks: at("webhookEndpoint"), refused: object{"comment": "no"}}
	examples["TestWebhookEndpoint"] = example{asks: at("webhookEndpoint"), refused: object{"comment": "no"}}
	examples["ReplayWebhookEndpoint"] = example{
		asks: func(*fixture) []ask {
			return []ask{{noun: "webhookEndpoint", body: object{"from": "2026-01-01T00:00:00Z", "to": "2026-01-02T00:00:00Z"}}}
		},
		refused: object{"from": "2026-01-02T00:00:00Z", "to": "2026-01-01T00:00:00Z"},
	}
	examples["ListWebhookDeliveries"] = example{asks: at("webhookEndpoint"), refused: "?state=lost&type=case.hled"}
	examples["GetWebhookDelivery"] = example{asks: at("webhookEndpoint"), refused: "?verbose=1"}
	examples["ResendWebhookDelivery"] = example{asks: at("webhookEndpoint"), refused: object{"comment": "no"}}
}

const endpoints = "/rest/webhook-endpoints"

// webhook makes an endpoint and returns its path.
func webhook(t *testing.T, c *resttest.Client, members object) (path string, made object) {
	t.Helper()
	made = c.Post(t, endpoints, with(object{"url": "https://hooks.example.com/"}, members), http.StatusCreated)
	return endpoints + "/" + made["id"].(string), made
}

// TestWebhookEndpoint is the life of an endpoint on both doors.
func TestWebhookEndpoint(t *testing.T) {
	t.Parallel()
	s := newWebhookBench(t)
	c := s.c
	t.Run("create", func(t *testing.T) {
		answer := c.Do(t, http.MethodPost, endpoints, object{"url": "https://hooks.example.com/a?b=c", "types": []any{"case.held"}})
		made := answer.Object(t, http.StatusCreated)
		path := endpoints + "/" + made["id"].(string)
		require.Equal(t, s.URL+path, answer.Header.Get("Location"))
		require.Empty(t, answer.Header.Get("ETag"), "no other answer has the secret")
		secret, ok := strings.CutPrefix(made["secret"].(string), "whsec_")
		require.True(t, ok)
		bytes, err := base64.StdEncoding.DecodeString(secret)
		require.NoError(t, err)
		require.GreaterOrEqual(t, len(bytes), 24)
		want := object{
			"id": made["id"], "url": "https://hooks.example.com/a?b=c", "description": nil, "types": []any{"case.held"}, "enabled": true,
			"disabledReason": nil, "secret": nil, "oldSecretUntil": nil, "metadata": object{}, "createdAt": made["createdAt"],
			"updatedAt": made["createdAt"],
		}
		require.Equal(t, want, c.Get(t, path))
		require.Equal(t, want, with(maps.Clone(made), object{"secret": nil}))
		for table := range map[string]bool{"webhook_endpoints": true, "audit_events": true, "idempotency_keys": true} {
			var stored string
			require.NoError(t,
				s.Store.Pool().Pgx().QueryRow(t.Context(), "SELECT coalesce(string_agg(to_jsonb(l)::text, ''), '') FROM "+table+" AS l").Scan(&stored))
			require.NotContains(t, stored, secret)
			require.NotContains(t, stored, fmt.Sprintf("%x", bytes))
			require.NotContains(t, stored, "ealed", "nor does the trail have the encrypted one")
		}
		_, all := webhook(t, c, nil)
		require.Equal(t, []any{[]any{}, true}, values(all, "types", "enabled"))
		const graphQL = `mutation($in: CreateWebhookEndpointInput!) { createWebhookEndpoint(input: $in) { types names secret } }`
		byName := c.Query(t, graphQL,
			object{"in": object{"url": "https://hooks.example.com",
				"types": []any{"caseHeld", "policyTermStarted"}}})["createWebhookEndpoint"].(object)
		require.Equal(t, []any{[]any{"caseHeld", "policyTermStarted"}, []any{"case.held", "policy.termStarted"}},
			values(byName, "types", "names"))
		require.NotEmpty(t, byName["secret"])
	})
	t.Run("no_key", func(t *testing.T) {
		path, _ := webhook(t, c, nil)
		keyed := c.With("Idempotency-Key", "a")
		keyed.Do(t, http.MethodPost, endpoints, object{"url": "https://hooks.example.com"}).Violations(t, "Idempotency-Key invalid_value")
		keyed.Do(t, http.MethodPost, path+"/rotate-secret", nil).Violations(t, "Idempotency-Key invalid_value")
	})
	t.Run("update", func(t *testing.T) {
		path, made := webhook(t, c, object{"description": "One", "metadata": object{"a": "b"}})
		got := c.Do(t, http.MethodGet, path, nil)
		same := c.Do(t, http.MethodPatch, path, object{"url": made["url"], "types": []any{}, "enabled": true})
		require.Equal(t, string(got.Body), string(same.Body), "a PATCH that changes nothing")
		require.Equal(t, got.Header.Get("ETag"), same.Header.Get("ETag"))
		c.With("If-Match", `"stale"`).Do(t, http.MethodPatch, path, object{"enabled": false}).Problem(t, http.StatusPreconditionFailed,
			"precondition_failed")
		changed := c.With("If-Match", got.Header.Get("ETag")).Patch(t, path, object{
			"description": nil, "types": []any{"case.held"}, "enabled": false, "metadata": object{"a": nil, "c": "d"},
		})
		require.Equal(t, []any{nil, []any{"case.held"}, false, nil, object{"c": "d"}},
			values(changed, "description", "types", "enabled", "disabledReason", "metadata"))
		require.Equal(t, []any{}, c.Patch(t, path, object{"types": nil})["types"])
	})
	t.Run("rotate", func(t *testing.T) {
		path, made := webhook(t, c, nil)
		answer := c.Do(t, http.MethodPost, path+"/rotate-secret", nil)
		rotated := answer.Object(t, http.StatusOK)
		require.NotEqual(t, made["secret"], rotated["secret"])
		require.Empty(t, answer.Header.Get("ETag"))
		until, err := time.Parse(time.RFC3339, rotated["oldSecretUntil"].(string))
		require.NoError(t, err)
		require.WithinDuration(t, time.Now().Add(24*time.Hour), until, time.Minute)
		require.Equal(t, with(maps.Clone(rotated), object{"secret": nil}), c.Get(t, path))
		again := c.Post(t, path+"/rotate-secret", nil, http.StatusOK)
		require.Equal(t, []string{again["secret"].(string), rotated["secret"].(string)}, s.secrets(t, made["id"].(string)),
			"the oldest signs no more")
	})
	t.Run("delete", func(t *testing.T) {
		path, made := webhook(t, c, nil)
		delivery := path + "/deliveries/" + c.Post(t, path+"/test", nil, http.StatusAccepted)["id"].(string)
		c.With("If-Match", `"stale"`).Do(t, http.MethodDelete, path, nil).Problem(t, http.StatusPreconditionFailed, "precondition_failed")
		once := c.With("Idempotency-Key", "delete")
		answer := once.Do(t, http.MethodDelete, path, nil)
		require.Equal(t, http.StatusNoContent, answer.Status)
		repeated := once.Do(t, http.MethodDelete, path, nil)
		require.Equal(t, http.StatusNoContent, repeated.Status)
		require.Equal(t, "true", repeated.Header.Get("Idempotent-Replayed"))
		require.Empty(t, answer.Body)
		require.Empty(t, answer.Header.Get("Content-Type"))
		for _, gone := range []string{path, delivery, path + "/deliveries"} {
			c.Do(t, http.MethodGet, gone, nil).Problem(t, http.StatusNotFound, "not_found")
		}
		c.Do(t, http.MethodDelete, path, nil).Problem(t, http.StatusNotFound, "not_found")
		require.Nil(t, c.Query(t, `query($id: ID!) { node(id: $id) { id } }`, object{"id": made["id"]})["node"])
		again := c.Do(t, http.MethodPatch, path, nil)
		require.NotEqual(t, http.StatusOK, again.Status)
		require.Equal(t, "GET, HEAD, PATCH, DELETE", c.Do(t, http.MethodPut, path, nil).Header.Get("Allow"))
	})
	t.Run("lists", func(t *testing.T) {
		c := s.As(s.Prairie.Token)
		_, one := webhook(t, c, nil)
		_, two := webhook(t, c, object{"url": "https://other.example.com/x,y", "enabled": false, "metadata": object{"a": "b"}})
		for query, want := range map[string][]any{
			"": {one["id"], two["id"]}, "?enabled=true": {one["id"]}, "?enabled=false": {two["id"]}, "?url=https://hooks.example.com/": {one["id"]},
			`?url=https://other.example.com/x\,y`: {two["id"]}, "?metadata[a]=b": {two["id"]}, "?id=" + two["id"].(string): {two["id"]},
			"?sort=-createdAt": {two["id"], one["id"]}, "?createdAt[gt]=2090-01-01": {},
		} {
			require.Equal(t, want, ids(c.Get(t, endpoints+query)), query)
		}
	})
	t.Run("quota", func(t *testing.T) {
		c := s.As(s.HarborTest.Token)
		for range model.MaxWebhookEndpoints {
			webhook(t, c, nil)
		}
		c.Do(t, http.MethodPost, endpoints, object{"url": "https://hooks.example.com/"}).Problem(t, http.StatusUnprocessableEntity,
			"quota_exceeded")
	})
}

// TestWebhookEndpointRefused has everything that is wrong reported at once, at its place.
func TestWebhookEndpointRefused(t *testing.T) {
	t.Parallel()
	s := newWebhookBench(t)
	c := s.c
	create := func(body object) *resttest.Response { return c.Do(t, http.MethodPost, endpoints, body) }
	create(object{}).Violations(t, "/url required")
	for _, url := range []string{
		"http://hooks.example.com", "https://127.0.0.1/", "https://[::ffff:10.0.0.1]", "https://0x7f.1/", "https://a:b@hooks.example.com/",
		"https://hooks.example.com:22/", "https://hooks.example.com/#a", "ftp://hooks.example.com", "hooks.example.com", "",
		"https://2130706433/",
	} {
		for _, v := range create(object{"url": url}).Problem(t, http.StatusUnprocessableEntity, "invalid_value")["errors"].([]any) {
			require.Equal(t, []any{"/url", "invalid_value"}, values(v.(object), "pointer", "code"), url)
		}
	}
	create(object{"url": "https://hooks.example.com/" + strings.Repeat("a", 2048)}).Violations(t, "/url too_long")
	create(object{"url": "https://hooks.example.com", "types": []any{"case.held", "case.hled", "nothing"}}).
		Violations(t, "/types/1 invalid_value", "/types/2 invalid_value")
	create(object{"url": "https://hooks.example.com", "types": []any{"case.held", "case.held"}}).Violations(t, "/types/1 duplicate")
	create(object{"url": "http://hooks.example.com", "description": strings.Repeat("a", 4001)}).
		Violations(t, "/url invalid_value", "/url invalid_value", "/description too_long")
	create(object{"url": "https://hooks.example.com", "secret": "a", "disabledReason": "b", "urls": "c"}).
		Violations(t, "/disabledReason immutable", "/secret immutable", "/urls unknown_member")
	path, _ := webhook(t, c, nil)
	c.Do(t, http.MethodPatch, path, object{"url": nil, "enabled": nil}).Violations(t, "/url required", "/enabled required")
	c.Do(t, http.MethodPatch, path, object{"url": "https://10.1.2.3"}).Violations(t, "/url invalid_value")
	replay := func(from, to any) *resttest.Response {
		return c.Do(t, http.MethodPost, path+"/replay", object{"from": from, "to": to})
	}
	replay("2026-01-01T00:00:00Z", "2026-01-01T00:00:00Z").Violations(t, "/to invalid_value")
	replay("yesterday", nil).Violations(t, "/from invalid_value", "/to required")
	for _, id := range []string{unknownID, "nonsense"} {
		for _, at := range []string{"/rotate-secret", "/test", "/deliveries/" + unknownID + "/resend"} {
			c.Do(t, http.MethodPost, endpoints+"/"+id+at, nil).Problem(t, http.StatusNotFound, "not_found")
		}
		c.Do(t, http.MethodGet, path+"/deliveries/"+id, nil).Problem(t, http.StatusNotFound, "not_found")
		c.Do(t, http.MethodPost, path+"/deliveries/"+id+"/resend", nil).Problem(t, http.StatusNotFound, "not_found")
	}
	c.Do(t, http.MethodGet, path+"/deliveries?type=case.hled", nil).Violations(t, "type invalid_value")
	c.Patch(t, path, object{"enabled": false})
	replay("2026-01-01T00:00:00Z", "2026-01-02T00:00:00Z").Problem(t, http.StatusConflict, "invalid_transition")
}

// webhookBench is a server, with what delivers its events.
type webhookBench struct {
	*resttest.Server
	c *resttest.Client
}

func newWebhookBench(t *testing.T) *webhookBench {
	s := resttest.New(t)
	return &webhookBench{s, s.As(s.Harbor.Token)}
}

// secrets are the secrets of an endpoint that sign now.
func (b *webhookBench) secrets(t *testing.T, id string) (all []string) {
	t.Helper()
	e, err := storage.WebhookEndpoints.One(t.Context(), b.Harbor.Portfolio, scalar.ParseID(id))
	require.NoError(t, err)
	secrets, err := e.Secrets(receiver.NewKey(resttest.SigningKeys), time.Now())
	require.NoError(t, err)
	for _, secret := range secrets {
		all = append(all, secret.Reveal())
	}
	return all
}

// ids are the ids of a list's records.
func ids(list object) []any {
	found := []any{}
	for _, record := range list["data"].([]any) {
		found = append(found, record.(object)["id"])
	}
	return found
}
