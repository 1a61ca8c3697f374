//go:build program

package main

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/storage/storagetest/soak"
)

// newReplica makes a streaming replica of a cluster, which it stops for the moment: the replica begins as a copy of its folder.
func newReplica(t *testing.T, primary *cluster) *cluster {
	t.Helper()
	config, err := pgx.ParseConfig(primary.server.DSN("postgres"))
	require.NoError(t, err)
	primary.stop(t, syscall.SIGINT)
	replica := &cluster{dir: newDataDir(t)}
	data := filepath.Join(replica.dir, "postgres", "data")
	out, err := exec.Command("cp", "-a", primary.dir, replica.dir).CombinedOutput()
	require.NoError(t, err, "%s", out)
	require.NoError(t, os.WriteFile(filepath.Join(data, "standby.signal"), nil, 0o666))
	require.NoError(t, os.Chmod(filepath.Join(data, "standby.signal"), 0o666)) // the server's user opens it to write
	settings, err := os.OpenFile(filepath.Join(data, "postgresql.auto.conf"), os.O_APPEND|os.O_WRONLY, 0)
	require.NoError(t, err)
	_, err = fmt.Fprintf(settings, "primary_conninfo = 'host=%s port=%d user=%s'\n", config.Host, config.Port, config.User)
	require.NoError(t, err)
	require.NoError(t, settings.Close())
	primary.start(t)
	replica.start(t)
	t.Cleanup(func() { require.NoError(t, replica.server.Stop(context.Background())) })
	return replica
}

// execute runs a statement on the cluster's database of the tests.
func (c *cluster) execute(t *testing.T, statement string) {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), c.server.DSN("covertrack"))
	require.NoError(t, err)
	_, err = conn.Exec(t.Context(), statement)
	require.NoError(t, err)
	require.NoError(t, conn.Close(t.Context()))
}

// replicated is two nodes on a primary and its replica.
type replicated struct {
	primary, replica *cluster
	nodes            [2]*server
	writer, reader   string // tokens of the same portfolio
	strict           bool   // no request may be refused
}

const (
	replicaReads = `covertrack_replica_reads_total{replica="1"}`
	tooFarBehind = `covertrack_replica_fallbacks_total{reason="behind"}`
)

func newReplicated(t *testing.T) *replicated {
	t.Helper()
	x := &replicated{primary: newCluster(t)}
	dsn := x.primary.database(t, "covertrack")
	line(t, on(dsn), "migrate", "up")
	org := line(t, on(dsn), "org", "create", "--name", "Acme", "--lender", "Acme Bank", "--plan", "full")
	x.writer = line(t, on(dsn), "token", "create", "--org", org, "--mode", "test")
	x.reader = line(t, on(dsn), "token", "create", "--org", org, "--mode", "test")
	x.replica = newReplica(t, x.primary)
	for i := range x.nodes {
		x.nodes[i] = nodeOn(t, dsn, "--replica-urls", x.replica.server.DSN("covertrack"), "--replica-max-lag", "1h")
	}
	x.awaitReplica(t, "1 of 1")
	return x
}

// awaitReplica waits until both nodes' probes say so of the replica; the nodes are ready all the time.
func (x *replicated) awaitReplica(t *testing.T, want string) {
	t.Helper()
	for _, s := range x.nodes {
		require.Eventually(t, func() bool {
			status, body, err := s.send(http.MethodGet, "/readyz", "", "")
			var shown struct{ Replicas string }
			return err == nil && status == http.StatusOK && json.Unmarshal([]byte(body), &shown) == nil && shown.Replicas == want
		}, time.Minute, 10*time.Millisecond)
	}
}

// sum adds a metric of both nodes.
func (x *replicated) sum(t *testing.T, metric string) int {
	return int(x.nodes[0].metric(t, metric) + x.nodes[1].metric(t, metric))
}

// list reads the portfolio's groups twice in one request to a node.
func (x *replicated) list(t *testing.T, node int, token string) (first, second int) {
	t.Helper()
	query := `{"query":"{ first: insuredGroups(limit: 200) { nodes { id } pageInfo { total } } second: ` +
		`insuredGroups { pageInfo { total } } }"}`
	status, body, err := x.nodes[node].send(http.MethodPost, "/graphql", token, query)
	require.NoError(t, err)
	require.Equal(t, http.StatusOK, status, body)
	type page struct {
		Nodes    []struct{ ID string }
		PageInfo struct{ Total int }
	}
	var answer struct{ Data struct{ First, Second page } }
	require.NoError(t, json.Unmarshal([]byte(body), &answer))
	require.Len(t, answer.Data.First.Nodes, min(200, answer.Data.First.PageInfo.Total), body)
	return answer.Data.First.PageInfo.Total, answer.Data.Second.PageInfo.Total
}

// send sends a request of the writer to one of the nodes, again while it is refused for load.
func (x *replicated) send(method, path, body string) (status int, answer string, err error) {
	once := func() int {
		status, answer, err = x.nodes[rand.IntN(2)].send(method, path, x.writer, body)
		return status
	}
	if x.strict {
		once()
	} else {
		patiently(once)
	}
	return status, answer, err
}

// writeAndRead creates a group on one node and changes it on the other, reads it on a third turn each time, and answers what
// it did not find as it had written it.
func (x *replicated) writeAndRead(name string) (missed []string) {
	status, created, err := x.send(http.MethodPost, "/rest/insured-groups", groupBody(name))
	if err != nil || status != http.StatusCreated {
		return []string{fmt.Sprint("create ", status, created, err)}
	}
	var group struct{ ID string }
	if err := json.Unmarshal([]byte(created), &group); err != nil {
		return []string{err.Error()}
	}
	path := "/rest/insured-groups/" + group.ID
	if status, read, err := x.send(http.MethodGet, path, ""); err != nil || read != created {
		missed = append(missed, fmt.Sprint("created ", status, read, err))
	}
	_, changed, err := x.send(http.MethodPatch, path, groupBody(name+" again"))
	if status, read, rerr := x.send(http.MethodGet, path, ""); err != nil || rerr != nil || read != changed {
		missed = append(missed, fmt.Sprint("changed ", status, read, err, rerr))
	}
	return missed
}

// TestSoakReplicas reads from a real streaming replica: whoever wrote reads the writes, on every node and whatever happens to
// the replica, and the others' reads are the replica's.
func TestSoakReplicas(t *testing.T) {
	soak.Parallel(t)
	x := newReplicated(t)
	var mu sync.Mutex
	var missed []string
	crowd := func(clients, turns int) {
		var all sync.WaitGroup
		for client := range clients {
			all.Go(func() {
				for turn := range turns {
					wrong := x.writeAndRead(fmt.Sprint(client, " ", turn, " ", rand.Int()))
					mu.Lock()
					missed = append(missed, wrong...)
					mu.Unlock()
				}
			})
		}
		all.Wait()
	}
	clients, turns := 8, soak.Count(20, 1000)
	crowd(clients, turns)
	require.Empty(t, missed)
	served, behind := x.sum(t, replicaReads), x.sum(t, tooFarBehind)
	require.Positive(t, served)
	tried := 2 * clients * turns

	t.Log("replay is paused")
	before, _ := x.list(t, 0, x.reader)
	x.replica.execute(t, "SELECT pg_wal_replay_pause()")
	crowd(1, 5)
	tried += 10
	require.GreaterOrEqual(t, x.sum(t, tooFarBehind), behind+10, "the primary was read")
	served = x.sum(t, replicaReads)
	first, second := x.list(t, 1, x.reader)
	require.Equal(t, [2]int{before, before}, [2]int{first, second}, "who wrote nothing reads the replica, all of it")
	require.Equal(t, served+1, x.sum(t, replicaReads))
	first, second = x.list(t, 1, x.writer)
	require.Equal(t, [2]int{before + 5, before + 5}, [2]int{first, second}, "who wrote reads the primary, all of it")
	x.replica.execute(t, "SELECT pg_wal_replay_resume()")
	require.Eventually(t, func() bool {
		served := x.sum(t, replicaReads)
		x.list(t, 0, x.writer)
		return x.sum(t, replicaReads) > served
	}, time.Minute, 10*time.Millisecond, "it has caught up")

	t.Log("the replica is killed")
	x.strict = true // nobody may notice
	var stopped atomic.Bool
	var reading sync.WaitGroup
	for client := range 4 {
		reading.Go(func() {
			for turn := 0; !stopped.Load(); turn++ {
				wrong := x.writeAndRead(fmt.Sprint("killed ", client, " ", turn))
				mu.Lock()
				missed = append(missed, wrong...)
				tried += 2
				mu.Unlock()
			}
		})
	}
	for range soak.Count(1, 10) {
		x.replica.stop(t, syscall.SIGQUIT)
		x.awaitReplica(t, "0 of 1")
		x.replica.start(t)
		x.awaitReplica(t, "1 of 1")
	}
	stopped.Store(true)
	reading.Wait()
	soak.Report(t, soak.Result{
		Line: "Replicas", What: "reads of the caller's own writes on two nodes", Tried: tried, Failed: len(missed),
		Note: fmt.Sprintf("%d calls read from the replica, %d from the primary since it was behind", x.sum(t, replicaReads),
			x.sum(t, tooFarBehind)),
	})
	require.Empty(t, missed)
}
