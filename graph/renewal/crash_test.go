package renewal_test

import (
	"context"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"os"
	"os/exec"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/graph/renewal"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage"
	"github.com/covertrack/covertrack/storage/postgres"
	"github.com/covertrack/covertrack/storage/storagetest/soak"
)

// The environment of a process of this test binary that only follows up renewals, until it is killed.
const (
	workerDatabase = "COVERTRACK_TEST_WORKER_DATABASE"
	workerMail     = "COVERTRACK_TEST_WORKER_MAIL"
	workerClock    = "COVERTRACK_TEST_WORKER_CLOCK"
	// workerSince is the moment at which the clock began to run, at clockSpeed. Without it the clock stands still.
	workerSince = "COVERTRACK_TEST_WORKER_SINCE"
	clockSpeed  = 600
)

func TestMain(m *testing.M) {
	if dsn := os.Getenv(workerDatabase); dsn != "" {
		fmt.Fprintln(os.Stderr, work(dsn, os.Getenv(workerMail)))
		os.Exit(1)
	}
	os.Exit(m.Run())
}

// clock is the time of a worker, the same in all that have the same environment.
func clock() (now func() time.Time, err error) {
	began, err := time.Parse(time.RFC3339, os.Getenv(workerClock))
	if err != nil || os.Getenv(workerSince) == "" {
		return func() time.Time { return began }, err
	}
	since, err := time.Parse(time.RFC3339Nano, os.Getenv(workerSince))
	return func() time.Time { return began.Add(clockSpeed * time.Since(since)) }, err
}

func work(dsn, address string) error {
	ctx := context.Background()
	now, err := clock()
	if err != nil {
		return err
	}
	mail, err := renewal.OpenMail(address)
	if err != nil {
		return err
	}
	pool, err := postgres.Open(ctx, dsn, postgres.Options{MaxConns: 2})
	if err != nil {
		return err
	}
	f := renewal.NewFollower(renewal.Config{
		Store: storage.New(pool), Mail: mail, Now: now, Logger: slog.New(slog.DiscardHandler),
	})
	for {
		if _, err := f.Sweep(ctx); err != nil {
			return err
		}
		if err := f.Deliver(ctx); err != nil {
			return err
		}
		time.Sleep(time.Millisecond)
	}
}

// node is a worker process with a mail server of its own, which kills it.
type node struct {
	mail *mailServer

	mu      sync.Mutex
	process *os.Process
	kills   int
}

// kill ends the process, if there is one, as kill -9 does.
func (n *node) kill() {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.process != nil && n.process.Kill() == nil {
		n.kills++
	}
}

// run starts the process again whenever it has ended, until ctx ends.
func (n *node) run(ctx context.Context, environment []string) error {
	for ctx.Err() == nil {
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), environment...)
		n.mu.Lock()
		err := cmd.Start()
		n.process = cmd.Process
		n.mu.Unlock()
		if err != nil {
			return err
		}
		stop := context.AfterFunc(ctx, func() { _ = cmd.Process.Kill() })
		_ = cmd.Wait()
		stop()
	}
	return nil
}

// TestSoakR9 kills two processes again and again (reliability R9): while the mail server has a letter and has not answered
// yet, just after it answered, and at any other moment. Each notice is recorded once, and whatever the mail servers got twice
// has the same Message-ID.
func TestSoakR9(t *testing.T) {
	soak.Parallel(t)
	wanted := soak.Count(30, 1000)
	o := newOffice(t)
	policies := 2 * wanted // two of five letters end a process
	for i := range policies {
		if i%20 == 0 {
			o.caseID = o.newCase(t, o.tenant, o.broker)
		}
		o.newPolicy(t)
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	nodes := []*node{{mail: o.mail}, {mail: newMailServer(t)}}
	var running sync.WaitGroup
	for _, n := range nodes {
		n.mail.taken = func(letter) {
			switch rand.IntN(5) {
			case 0:
				n.kill()
			case 1:
				time.AfterFunc(time.Duration(rand.IntN(3000))*time.Microsecond, n.kill)
			}
		}
		running.Go(func() {
			_ = n.run(ctx, []string{
				workerDatabase + "=" + o.Store.Pool().Pgx().Config().ConnString(), workerClock + "=" + o.now().Format(time.RFC3339),
				workerMail + "=smtp://" + n.mail.address + "?from=insurance@lender.example.com",
			})
		})
		running.Go(func() {
			for ctx.Err() == nil {
				time.Sleep(time.Duration(100+rand.IntN(300)) * time.Millisecond)
				n.kill()
			}
		})
	}
	require.Eventually(t, func() bool { return o.sent(t, model.RenewalStepRequest) == policies },
		time.Duration(wanted)*4*time.Second, 50*time.Millisecond)
	cancel()
	running.Wait()

	var settled, audited int
	row := o.Store.Pool().Pgx().QueryRow(t.Context(), `SELECT
		(SELECT count(*) FROM renewal_notices WHERE state <> 'planned'),
		(SELECT count(*) FROM audit_events WHERE action = 'renewalNotice.sent')`)
	require.NoError(t, row.Scan(&settled, &audited))
	letters := append(nodes[0].mail.received(), nodes[1].mail.received()...)
	ids := map[string]bool{}
	for _, l := range letters {
		ids[l.id()] = true
	}
	kills := nodes[0].kills + nodes[1].kills
	soak.Report(t, soak.Result{
		Line: "R9", What: "notices while the workers are killed", Tried: policies,
		Failed: distance(settled, policies) + distance(audited, policies) + distance(len(ids), policies),
		Note:   fmt.Sprintf("%d kills; %d letters twice, under the same Message-ID", kills, len(letters)-policies),
	})
	require.Equal(t, policies, settled)
	require.Equal(t, policies, audited, "each was recorded once")
	require.Len(t, ids, policies, "each was sent")
	require.GreaterOrEqual(t, kills, soak.Count(10, wanted), "the workers were killed often enough to mean anything")
}

func distance(a, b int) int { return max(a-b, b-a) }
