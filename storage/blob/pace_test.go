package blob_test

import (
	"bytes"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// drip sends parts of a body with a pause before each.
func drip(parts int, part []byte, pause time.Duration) io.Reader {
	body, sender := io.Pipe()
	go func() {
		for range parts {
			time.Sleep(pause)
			if _, err := sender.Write(part); err != nil {
				return
			}
		}
		_ = sender.Close()
	}()
	return body
}

// TestUploadByProgress: an upload may take much longer than the server gives to any other request, and than it may ever
// pause, as long as it gets on. One that pauses, or that drips, is given up.
func TestUploadByProgress(t *testing.T) {
	t.Parallel()
	s := newSite(t, "")
	s.SetPace(300*time.Millisecond, 600*time.Millisecond, 100<<10)
	impatient := httptest.NewUnstartedServer(s.Handler())
	impatient.Config.ReadTimeout, impatient.Config.WriteTimeout = 100*time.Millisecond, 200*time.Millisecond
	impatient.Start()
	t.Cleanup(impatient.Close)
	put := func(key string, body io.Reader) *http.Response {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodPut,
			strings.Replace(s.signUpload(key), s.url, impatient.URL, 1), body)
		require.NoError(t, err)
		r.Header.Set("Content-Type", pdf)
		answer, err := http.DefaultClient.Do(r)
		require.NoError(t, err)
		require.NoError(t, answer.Body.Close())
		return answer
	}
	t.Run("slow and steady", func(t *testing.T) {
		t.Parallel()
		begun := time.Now()
		require.Equal(t, http.StatusOK, put("p1/u1", drip(40, bytes.Repeat([]byte("x"), 8<<10), 50*time.Millisecond)).StatusCode)
		require.Greater(t, time.Since(begun), 1500*time.Millisecond)
	})
	for name, body := range map[string]func() io.Reader{
		"pauses": func() io.Reader { return drip(2, bytes.Repeat([]byte("x"), 512<<10), 500*time.Millisecond) },
		"drips":  func() io.Reader { return drip(100, []byte("x"), 50*time.Millisecond) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			begun := time.Now()
			require.Equal(t, http.StatusBadRequest, put("p1/"+name, body()).StatusCode)
			require.Less(t, time.Since(begun), 2*time.Second)
		})
	}
}
