//go:build program

package main

import (
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/storage/storagetest/soak"
)

// TestSoakR28Directory has the directory of a company tell of 10,000 people, one request each, as Entra does, within a minute,
// with the usual limit of requests.
func TestSoakR28Directory(t *testing.T) {
	soak.Parallel(t)
	people := soak.Count(300, 10_000)
	tally := soak.NewTally(t, "R28", "people of a directory, one request each, by 8 clients: within 60 s")
	tally.Tried(people)
	dsn := durableDatabase(t)
	s := nodeOn(t, dsn, "--workers", "0", "--rate-limit", "600")
	id, _, _ := strings.Cut(line(t, on(dsn), "identity", "add", "--issuer", "https://login.example.com", "--client-id", "x",
		"--client-secret", "hush", "--staff", "--signing-key", testKey), "\n")
	token, _, _ := strings.Cut(line(t, on(dsn), "identity", "scim-token", id), "\n")
	var wg sync.WaitGroup
	var again sync.Map
	begun := time.Now()
	for client := range 8 {
		wg.Go(func() {
			for n := client; n < people; n += 8 {
				user := fmt.Sprintf(`{"schemas":["urn:ietf:params:scim:schemas:core:2.0:User"],"userName":"p%d@example.com","externalId":"id-%d",
					"active":true,"displayName":"Person %d","emails":[{"primary":true,"type":"work","value":"p%d@example.com"}]}`, n, n, n, n)
				status, body, err := s.send("POST", "/scim/v2/Users", token, user)
				for err == nil && status == http.StatusTooManyRequests {
					again.Store(n, true)
					time.Sleep(time.Second) // as Retry-After says
					status, body, err = s.send("POST", "/scim/v2/Users", token, user)
				}
				if err != nil || status != http.StatusCreated {
					t.Errorf("person %d: %d %v %s", n, status, err, body)
					return
				}
			}
		})
	}
	wg.Wait()
	took := time.Since(begun)
	waited := 0
	again.Range(func(any, any) bool { waited++; return true })
	tally.Note("%v, %d a second; %d were told to wait", took.Round(time.Millisecond), int(float64(people)/took.Seconds()), waited)
	require.False(t, t.Failed())
	if soak.Full() {
		require.Less(t, took, time.Minute)
	}
}
