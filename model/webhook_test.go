package model

import (
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/covertrack/covertrack/model/credentials"
	"github.com/covertrack/covertrack/model/receiver"
	"github.com/covertrack/covertrack/model/scalar"
)

// TestWebhookSchedule follows a delivery that always fails: ten attempts at the times of the specification.
func TestWebhookSchedule(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 7, 1, 12, 0, 0, 0, time.UTC)
	e := &WebhookEndpoint{PortfolioID: uuid.New(), ID: uuid.New()}
	d := *NewWebhookTest(uuid.New(), e, now)
	var waited []time.Duration
	for d.State == WebhookDeliveryStatePending {
		waited = append(waited, d.NextAttemptAt.Sub(now))
		d = AfterAttempt(d, WebhookOutcome{At: *d.NextAttemptAt, Duration: time.Second, Status: 500})
		now = d.Attempts[len(d.Attempts)-1].At.Add(time.Second)
	}
	require.Equal(t, []time.Duration{
		0, 5 * time.Second, 5 * time.Minute, 30 * time.Minute, 2 * time.Hour, 5 * time.Hour, 10 * time.Hour, 14 * time.Hour, 20 * time.Hour,
		24 * time.Hour,
	}, waited)
	require.Equal(t, WebhookDeliveryStateFailed, d.State)
	d.Resend(now)
	d = AfterAttempt(d, WebhookOutcome{At: now, Status: 500})
	require.Equal(t, now.Add(5*time.Second), *d.NextAttemptAt, "by a schedule that begins again")
}

// TestWebhookGivenUp says since when nothing succeeded as people write it.
func TestWebhookGivenUp(t *testing.T) {
	t.Parallel()
	since := time.Date(2026, 2, 22, 14, 23, 12, 0, time.UTC)
	f := &WebhookFeed{FailingSince: &since}
	require.Empty(t, f.IsGivenUp(since.Add(WebhookGivesUpAfter-time.Second)))
	require.Equal(t, "No delivery succeeded for five days, since February 22, 2026, 14:23 UTC.",
		f.IsGivenUp(since.Add(WebhookGivesUpAfter)))
}

// TestWebhookAttempts has deliveries and endpoints keep their rules whatever becomes of attempts.
func TestWebhookAttempts(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		now := time.Date(2026, 7, 1, 0, 0, 0, 0, time.UTC)
		e := &WebhookEndpoint{PortfolioID: uuid.New(), ID: uuid.New(), Enabled: true}
		d, feed := *NewWebhookTest(uuid.New(), e, now), *NewWebhookFeed(e, now)
		failures, began := 0, time.Time{} // new ones in a row; since when nothing succeeded
		for i := range rapid.IntRange(1, 60).Draw(t, "attempts") {
			now = now.Add(time.Duration(rapid.IntRange(0, 40*3600).Draw(t, "later")) * time.Second)
			o := WebhookOutcome{
				At: now, Duration: time.Duration(rapid.IntRange(0, 15000).Draw(t, "ms")) * time.Millisecond,
				Status: rapid.SampledFrom([]int{0, 200, 204, 302, 404, 410, 500}).Draw(t, "status"),
				Answer: rapid.SliceOfN(rapid.Byte(), 0, 1100).Draw(t, "answer"),
			}
			if o.Status == 0 {
				o.Error = "timeout"
			}
			isNew := rapid.Bool().Draw(t, "new")
			before := len(d.Attempts)
			d = AfterAttempt(d, o)
			after, disabled := FeedAfter(feed, o, isNew)
			feed = after
			switch {
			case o.IsSuccess():
				failures, began = 0, time.Time{}
			case began.IsZero():
				began = o.end()
			}
			if isNew && !o.IsSuccess() {
				failures++
			}
			require.Equal(t, i+1, d.AttemptCount)
			require.Len(t, d.Attempts, min(before+1, WebhookAttemptsKept))
			last := d.Attempts[len(d.Attempts)-1]
			require.Equal(t, i+1, last.Number)
			require.LessOrEqual(t, len(scalar.OrZero(last.Answer)), 3*WebhookAnswerBytes)
			require.NotContains(t, scalar.OrZero(last.Answer), "\x00")
			require.Equal(t, d.State == WebhookDeliveryStatePending, d.NextAttemptAt != nil)
			require.Equal(t, d.State == WebhookDeliveryStatePending, d.SettledAt == nil)
			require.Equal(t, o.IsSuccess(), d.State == WebhookDeliveryStateDelivered)
			require.LessOrEqual(t, d.Tries, len(WebhookSchedule))
			require.Equal(t, failures >= 5, feed.ResumeAt != nil, "paused")
			require.Equal(t, o.Status == 410 || !began.IsZero() && o.end().Sub(began) >= WebhookGivesUpAfter, disabled != "")
			require.Equal(t, o.IsSuccess(), feed.FailingSince == nil)
		}
	})
}

// TestWebhookPause is how long an endpoint that does not answer is left alone.
func TestWebhookPause(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 7, 1, 0, 0, 0, 0, time.UTC)
	feed := WebhookFeed{}
	var pauses []time.Duration
	for range 11 {
		feed, _ = FeedAfter(feed, WebhookOutcome{At: now, Error: "timeout"}, true)
		if feed.IsPaused(now) {
			pauses = append(pauses, feed.ResumeAt.Sub(now)/time.Minute)
		}
	}
	require.Equal(t, []time.Duration{1, 2, 4, 8, 15, 15, 15}, pauses, "minutes, after the fifth")
	before := *feed.ResumeAt
	feed, _ = FeedAfter(feed, WebhookOutcome{At: now, Error: "timeout"}, false)
	require.Equal(t, before, *feed.ResumeAt, "another attempt of an event prolongs nothing")
	feed, _ = FeedAfter(feed, WebhookOutcome{At: now, Status: 200}, false)
	require.False(t, feed.IsPaused(now))
}

// TestWebhookKey has secrets be readable with their key and for their endpoint only.
func TestWebhookKey(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 7, 1, 0, 0, 0, 0, time.UTC)
	key, other := receiver.NewKey(credentials.SigningKeys{[]byte(strings.Repeat("a", 32))}),
		receiver.NewKey(credentials.SigningKeys{[]byte(strings.Repeat("b", 32))})
	e := &WebhookEndpoint{ID: uuid.New()}
	for i, name := range []string{"one", "two", "three"} {
		e.Renew(key.Seal(e.ID, receiver.NewSecret([]byte(name)), [receiver.NonceBytes]byte{byte(i)}), now)
		require.NotContains(t, string(e.Sealed), name)
	}
	reveal := func(at time.Time) (texts []string) {
		secrets, err := e.Secrets(key, at)
		require.NoError(t, err)
		for _, s := range secrets {
			texts = append(texts, string(s.Key))
		}
		return texts
	}
	require.Equal(t, []string{"three", "two"}, reveal(now))
	require.Equal(t, []string{"three", "two"}, reveal(now.Add(receiver.Overlap-time.Millisecond)))
	require.Equal(t, []string{"three"}, reveal(now.Add(receiver.Overlap)))
	_, err := e.Secrets(other, now)
	require.ErrorContains(t, err, "another signing key")
	_, err = key.Open(uuid.New(), e.Sealed)
	require.Error(t, err, "another endpoint's")
	_, err = key.Open(e.ID, nil)
	require.Error(t, err)
}
