//go:build program

package main

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/cmd/covertrack/command"
	"github.com/covertrack/covertrack/storage/storagetest/soak"
)

// streamsEndWithin is the contract's, for a revocation on every node.
const streamsEndWithin = 5 * time.Second

// TestSoakR12Revocation ends tokens and plans while two nodes have streams of them, which are told of changes all the
// time.
func TestSoakR12Revocation(t *testing.T) {
	soak.Parallel(t)
	tally := soak.NewTally(t, "R12",
		"streams on two nodes whose token is revoked or expires, or whose plan loses the entitlement: ended within 5 s")
	dsn := durableDatabase(t)
	nodes := []*server{nodeOn(t, dsn, "--workers", "0"), nodeOn(t, dsn, "--workers", "0")}
	db, err := pgxpool.New(t.Context(), dsn)
	require.NoError(t, err)
	t.Cleanup(db.Close)
	var mu sync.Mutex
	slowest := map[string]time.Duration{}
	endings := map[string]func(t *testing.T, org, id string) time.Time{
		"revoked": func(t *testing.T, _, id string) (at time.Time) {
			line(t, on(dsn), "token", "revoke", id)
			require.NoError(t, db.QueryRow(t.Context(), "SELECT revoked_at FROM tokens WHERE id = $1", id).Scan(&at))
			return at
		},
		"expired": func(t *testing.T, _, id string) time.Time {
			at := time.Now().Add(time.Second)
			_, err := db.Exec(t.Context(), "UPDATE tokens SET expires_at = $1 WHERE id = $2", at, id)
			require.NoError(t, err)
			return at
		},
		"without the entitlement": func(t *testing.T, org, _ string) time.Time {
			at := time.Now()
			_, err := db.Exec(t.Context(), "UPDATE organizations SET plan_key = 'none' WHERE id = $1", org)
			require.NoError(t, err)
			return at
		},
	}
	t.Run("all", func(t *testing.T) {
		for name, end := range endings {
			t.Run(name, func(t *testing.T) {
				soak.Parallel(t)
				for i := range soak.Count(1, 8) {
					tally.Tried(1)
					took := endStreams(t, dsn, db, nodes, fmt.Sprintf("%s %d", name, i), end)
					mu.Lock()
					slowest[name] = max(slowest[name], took)
					mu.Unlock()
				}
			})
		}
	})
	tally.Note("without their right for at most %v", slowest)
	for name, took := range slowest {
		require.LessOrEqual(t, took, streamsEndWithin, name)
	}
	stopWithStreams(t, dsn, nodes[0])
}

// endStreams is how long the last stream lived on when what it rests on was ended. One of them is opened only then, by
// a node that still knows the token.
func endStreams(t *testing.T, dsn string, db *pgxpool.Pool, nodes []*server, name string,
	end func(t *testing.T, org, id string) time.Time) time.Duration {
	org := line(t, on(dsn), "org", "create", "--name", name, "--lender", name+" Bank", "--plan", "full")
	token := line(t, on(dsn), "token", "create", "--org", org, "--mode", "live", "--name", name)
	other := line(t, on(dsn), "token", "create", "--org",
		line(t, on(dsn), "org", "create", "--name", name+" servicer", "--lender", name+" Bank", "--plan", "full"), "--mode", "live")
	var id string
	require.NoError(t, db.QueryRow(t.Context(), "SELECT id::text FROM tokens WHERE name = $1", name).Scan(&id))
	program := nodes[0].graphQL(t, token,
		`mutation { it: createProgram(input: {name: "P", productTypes: [{key: "property", name: "Property"}]}) { id } }`)
	loan := nodes[0].create(t, token, "/rest/cases", fmt.Sprintf(`{"status":"OPEN","program":%q}`, program))
	var streams []*subscription
	for _, node := range nodes {
		streams = append(streams, subscribe(t, node.url, token, changes(loan)), subscribe(t, node.url, token, changes(loan)))
	}
	lasting := subscribe(t, nodes[1].url, other, changes(loan))
	awaitAll(t, append(streams, lasting), "loanNumber")
	stop := make(chan struct{})
	var writer sync.WaitGroup
	writer.Go(func() {
		for i := 0; ; i++ {
			select {
			case <-stop:
				return
			case <-time.After(time.Second / 4):
				_, _, _ = nodes[0].send(http.MethodPatch, "/rest/cases/"+loan, other, fmt.Sprintf(`{"loanNumber":"LN-%d"}`, i))
			}
		}
	})
	time.Sleep(rand.N(2 * time.Second))
	at := end(t, org, id)
	if late := subscribe(t, nodes[0].url, token, changes(loan)); late.status == http.StatusOK {
		streams = append(streams, late)
	}
	for _, s := range streams {
		select {
		case <-s.ended:
		case <-time.After(30 * time.Second):
			require.Fail(t, "a stream outlived its rights", name)
		}
	}
	took := time.Since(at)
	require.Eventually(t, func() bool { return len(lasting.events) > 5 }, time.Minute, time.Millisecond)
	close(stop)
	writer.Wait()
	select {
	case <-lasting.ended:
		require.Fail(t, "the stream of another token ended", name)
	default:
	}
	lasting.close()
	return took
}

// stopWithStreams ends a node by SIGTERM while one stream is read and one is not.
func stopWithStreams(t *testing.T, dsn string, node *server) {
	token := tokenOf(t, dsn, "Last")
	program := node.graphQL(t, token,
		`mutation { it: createProgram(input: {name: "P", productTypes: [{key: "property", name: "Property"}]}) { id } }`)
	loan := node.create(t, token, "/rest/cases", fmt.Sprintf(`{"status":"OPEN","program":%q}`, program))
	s := subscribe(t, node.url, token, changes(loan))
	stalled := stall(t, strings.TrimPrefix(node.url, "http://"), token, changes(loan))
	awaitAll(t, []*subscription{s}, "loanNumber")
	begun := time.Now()
	require.NoError(t, node.Process.Signal(syscall.SIGTERM))
	require.Equal(t, command.ExitOK, node.ended(t), node.stderr.String())
	require.Less(t, time.Since(begun), 20*time.Second)
	<-s.ended
	require.True(t, s.completed.Load(), "the stream says that the server ends")
	require.NoError(t, stalled.Close())
}
