package e2e

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	dispatch "github.com/covertrack/covertrack/graph/webhook"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage"
)

// TestWebhookDeliveries lists what is to be sent to an endpoint, and sends it again.
func TestWebhookDeliveries(t *testing.T) {
	t.Parallel()
	s := newWebhookBench(t)
	c := s.c
	path, made := webhook(t, c, nil)
	test := c.Do(t, http.MethodPost, path+"/test", nil)
	require.Empty(t, test.Header.Get("ETag"))
	d := test.Object(t, http.StatusAccepted)
	require.Equal(t, object{
		"id": d["id"], "endpointId": made["id"], "eventId": d["id"], "type": "webhook.test", "state": "pending", "attempts": []any{},
		"subject":      object{"type": "webhookEndpoint", "id": made["id"], "caseId": nil},
		"attemptCount": 0.0, "nextAttemptAt": d["createdAt"], "settledAt": nil, "createdAt": d["createdAt"],
	}, d)
	delivery := path + "/deliveries/" + d["id"].(string)
	require.Equal(t, d, c.Get(t, delivery))
	work := s.take(t)
	require.Equal(t, made["id"], work.Endpoint.ID.String())
	due := s.due(t, work)
	require.Len(t, due, 1)
	s.record(t, work, due[0], model.WebhookOutcome{Status: 302, Error: "redirect", Answer: []byte("\x00\xffé" + strings.Repeat("a", 2000))})
	failed := c.Get(t, delivery)
	attempt := failed["attempts"].([]any)[0].(object)
	require.Equal(t, []any{1.0, 302.0, 1500.0, "redirect", "\uFFFD\uFFFDé" + strings.Repeat("a", 1020)},
		values(attempt, "number", "status", "durationMs", "error", "answer"))
	require.Equal(t, []any{"pending", 1.0, nil}, values(failed, "state", "attemptCount", "settledAt"))
	other, _ := webhook(t, c, nil)
	c.Do(t, http.MethodGet, other+"/deliveries/"+d["id"].(string), nil).Problem(t, http.StatusNotFound, "not_found")
	c.Do(t, http.MethodPost, other+"/deliveries/"+d["id"].(string)+"/resend", nil).Problem(t, http.StatusNotFound, "not_found")
	c.With("If-Match", `"stale"`).Do(t, http.MethodPost, delivery+"/resend", nil).Problem(t, http.StatusPreconditionFailed,
		"precondition_failed")
	tag := c.Do(t, http.MethodGet, delivery, nil).Header.Get("ETag")
	again := c.With("If-Match", tag).Post(t, delivery+"/resend", nil, http.StatusAccepted)
	require.NotEqual(t, failed["nextAttemptAt"], again["nextAttemptAt"])
	s.record(t, work, due[0], model.WebhookOutcome{Status: 204})
	require.Equal(t, []any{"delivered", 2.0, nil}, values(c.Get(t, delivery), "state", "attemptCount", "nextAttemptAt"))
	second := c.Post(t, path+"/test", nil, http.StatusAccepted)
	for query, want := range map[string][]any{
		"": {d["id"], second["id"]}, "?state=delivered": {d["id"]}, "?state=pending,failed": {second["id"]},
		"?eventId=" + d["eventId"].(string): {d["id"]},
		"?type=webhook.test":                {d["id"], second["id"]}, "?type=case.held": {}, "?id=" + d["id"].(string): {d["id"]},
		"?sort=-createdAt&limit=1": {second["id"]}, "?createdAt[gt]=2090-01-01": {},
	} {
		require.Equal(t, want, ids(c.Get(t, path+"/deliveries"+query)), query)
	}
	require.Empty(t, c.Get(t, other+"/deliveries")["data"])
	link := c.Do(t, http.MethodGet, path+"/deliveries?limit=1", nil).Header.Get("Link")
	next := strings.TrimPrefix(strings.TrimSuffix(strings.TrimPrefix(link, "<"), `>; rel="next"`), s.URL)
	require.Equal(t, []any{second["id"]}, ids(c.Get(t, next)))
	c.Do(t, http.MethodGet, strings.Replace(next, path, other, 1), nil).Violations(t, "after invalid_value")
}

// TestWebhookDisabled has an endpoint that a client or the program disables get nothing but what is asked for by hand.
func TestWebhookDisabled(t *testing.T) {
	t.Parallel()
	s := newWebhookBench(t)
	c := s.c
	path, made := webhook(t, c, nil)
	held := s.Case(t, s.Harbor)
	c.Post(t, "/rest/cases/"+held.String()+"/on-hold", nil, http.StatusOK)
	s.PlaceEvents(t)
	work := s.take(t)
	unread := s.unread(t, work)
	require.Equal(t, "case.held", unread[len(unread)-1].Type)
	s.record(t, work, unread[0], model.WebhookOutcome{Status: 410})
	require.False(t, work.Endpoint.Enabled)
	shown := c.Get(t, path)
	require.Equal(t, false, shown["enabled"])
	require.Contains(t, shown["disabledReason"], "410")
	tasks := c.Get(t, "/rest/tasks?state=open")["data"].([]any)
	require.Equal(t, []any{"webhookDisabled", nil, "resolveDeficiency"}, values(tasks[0].(object), "reason", "caseId", "type"))
	require.Equal(t, "failed", c.Get(t, path+"/deliveries")["data"].([]any)[0].(object)["state"], "nothing waits for another attempt")
	test := c.Post(t, path+"/test", nil, http.StatusAccepted)
	due := s.due(t, work)
	require.Len(t, due, 1, "a test of a disabled endpoint")
	s.record(t, work, due[0], model.WebhookOutcome{Error: "timeout"})
	require.Equal(t, "failed", c.Get(t, path+"/deliveries/"+test["id"].(string))["state"], "it is attempted once")
	enabled := c.Patch(t, path, object{"enabled": true})
	require.Equal(t, []any{true, nil}, values(enabled, "enabled", "disabledReason"))
	require.Empty(t, c.Get(t, "/rest/tasks?state=open")["data"])
	kept, err := s.Store.KeepWebhook(t.Context(), work, time.Now().Add(time.Minute))
	require.NoError(t, err)
	require.True(t, kept)
	require.Empty(t, s.unread(t, work), "events of the meantime are passed over")
	require.Nil(t, work.Feed.FailingSince)
	begin, err := time.Parse(time.RFC3339, made["createdAt"].(string))
	require.NoError(t, err)
	span := object{"from": begin.Add(-time.Minute).Format(time.RFC3339), "to": begin.Add(time.Hour).Format(time.RFC3339)}
	count := c.Post(t, path+"/replay", span, http.StatusAccepted)["count"].(float64)
	require.Greater(t, count, 1.0)
	c.Patch(t, path, object{"types": []any{"case.held"}})
	require.EqualValues(t, 1, c.Post(t, path+"/replay", span, http.StatusAccepted)["count"])
	for range 3 {
		c.Post(t, path+"/replay", span, http.StatusAccepted)
	}
	c.Do(t, http.MethodPost, path+"/replay", span).Problem(t, http.StatusUnprocessableEntity, "quota_exceeded")
	events := string(c.Do(t, http.MethodGet, "/rest/audit-events?limit=200&subject="+made["id"].(string), nil).Body)
	for _, done := range []string{"created", "updated", "disabled", "tested", "replayed"} {
		require.Contains(t, events, "webhookEndpoint."+done)
	}
}

// take leases an endpoint that has work.
func (b *webhookBench) take(t *testing.T) *storage.WebhookWork {
	t.Helper()
	now := time.Now().Add(time.Second)
	work, err := b.Store.TakeWebhook(t.Context(), uuid.New(), now.Add(time.Minute), now)
	require.NoError(t, err)
	require.NotNil(t, work)
	return work
}

// record saves how an attempt ended.
func (b *webhookBench) record(t *testing.T, work *storage.WebhookWork, d *model.WebhookDelivery, outcome model.WebhookOutcome) {
	t.Helper()
	outcome.At, outcome.Duration = time.Now(), 1500*time.Millisecond
	record := dispatch.Record{Results: []dispatch.Result{{Delivery: d, Outcome: outcome}}, Position: d.Position}
	require.NoError(t, record.Save(t.Context(), b.Store, work, time.Now()))
}

// due are the deliveries of a work that are to be attempted now.
func (b *webhookBench) due(t *testing.T, work *storage.WebhookWork) []*model.WebhookDelivery {
	t.Helper()
	due, err := b.Store.DueDeliveries(t.Context(), work, time.Now().Add(time.Second), 10)
	require.NoError(t, err)
	return due
}

// unread are the events that were never sent to the endpoint of a work.
func (b *webhookBench) unread(t *testing.T, work *storage.WebhookWork) []*model.WebhookDelivery {
	t.Helper()
	page, err := b.Store.NextEvents(t.Context(), work, work.Feed.Position, 100, time.Now())
	require.NoError(t, err)
	return page.Deliveries
}
