//go:build program

package main

import (
	"fmt"
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// TestWaitAgain waits for events again and again, on a node without limits and on one with a single place.
func TestWaitAgain(t *testing.T) {
	t.Parallel()
	dsn := durableDatabase(t)
	for name, args := range map[string][]string{"unlimited": nil, "one place": {"--max-in-flight", "1"}} {
		t.Run(name, func(t *testing.T) {
			s := nodeOn(t, dsn, args...)
			x := &feedSite{client: http.DefaultClient}
			x.urls[0].Store(&s.url)
			c := &consumer{name: name, site: x, nodes: []int{0}, token: tokenOf(t, dsn, name), limit: 10, wait: 20}
			for i := range 3 {
				written := make(chan struct{})
				go func() {
					defer close(written)
					time.Sleep(300 * time.Millisecond)
					_, _, _ = s.send(http.MethodPost, "/rest/insured-groups", c.token, groupBody(fmt.Sprint(name, i)))
				}()
				begun := time.Now()
				page := c.read(t.Context())
				require.NotNil(t, page, "%d", i)
				require.Len(t, page.Data, 1)
				require.Less(t, time.Since(begun), 10*time.Second)
				<-written
			}
			require.Empty(t, c.wrong)
		})
	}
}
