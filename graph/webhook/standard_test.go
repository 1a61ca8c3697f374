package webhook

import (
	"io"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
	"time"

	standard "github.com/standard-webhooks/standard-webhooks/libraries/go"
	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/model/receiver"
)

// capture is a receiver that keeps what it was sent.
type capture struct {
	*httptest.Server
	mu     sync.Mutex
	header http.Header
	body   []byte
}

func newCapture(t *testing.T) *capture {
	t.Helper()
	c := &capture{}
	c.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.header = r.Header
		c.body, _ = io.ReadAll(r.Body)
		w.WriteHeader(http.StatusNoContent)
	}))
	t.Cleanup(c.Close)
	return c
}

// TestStandard has the messages verified by the standard's own library, with each secret in force and with no other.
func TestStandard(t *testing.T) {
	t.Parallel()
	c := newCapture(t)
	before := receiver.NewSecret([]byte("the secret before, of 32 bytes!!"))
	other := receiver.NewSecret([]byte("a secret of somebody else, so 32"))
	m := messageTo(c.URL)
	m.Secrets = []receiver.Secret{testSecret, before}
	require.True(t, newSender().Send(t.Context(), m).IsSuccess())
	verify := func(s receiver.Secret, body []byte) error {
		receiver, err := standard.NewWebhook(s.Reveal())
		require.NoError(t, err)
		return receiver.Verify(body, c.header)
	}
	require.NoError(t, verify(testSecret, c.body))
	require.NoError(t, verify(before, c.body))
	require.Error(t, verify(other, c.body))
	require.Error(t, verify(testSecret, append(c.body, ' ')))

	late := newSender(func(cfg *SenderConfig) { cfg.Now = func() time.Time { return time.Now().Add(-6 * time.Minute) } })
	require.True(t, late.Send(t.Context(), m).IsSuccess())
	require.Error(t, verify(testSecret, c.body), "a message that is sent again by somebody later")
}
