package main

import (
	"bytes"
	_ "embed"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/covertrack/covertrack/storage"
	"github.com/covertrack/covertrack/storage/pause"
)

// copiedPortfolios adds so many portfolios in which nothing is due.
//
//go:embed portfolios.sql
var copiedPortfolios string

// portfoliosRows are what nodes with their jobs cost where portfolios are very many and little is to do: an idle minute of one node,
// and how long events wait for their places in the feeds, on one, two and three nodes. It ends the other servers, and so
// is the last take.
func portfoliosRows(r *rig) {
	n := 20 * r.portfolios
	name := fmt.Sprintf("portfolios_%d", n)
	r.kept(name+".json", &n, func() {
		r.recreate(name)
		r.load(name, "Bench Portfolio", 40, 0)
		progress("copying %d portfolios", n)
		r.exec(name, fmt.Sprintf(copiedPortfolios, n))
		r.exec(name, "VACUUM ANALYZE", "CHECKPOINT")
	})
	check(errors.Join(attempt(r.product.stop), attempt(r.byHand.stop)))
	r.product, r.byHand = nil, nil // for close
	var nodes []*process
	defer func() {
		var err error
		for _, node := range nodes {
			err = errors.Join(err, attempt(node.stop))
		}
		check(err)
	}()
	join := func() {
		dir := filepath.Join(r.dir, name)
		nodes = append(nodes, r.startProduct(name, "--mail", "off", "--blob-url", "file://"+filepath.Join(dir, "blobs"),
			"--data-dir", filepath.Join(dir, strconv.Itoa(len(nodes)))))
		r.rest(r.idle)
	}
	join()
	r.upTo(fmt.Sprintf("an idle minute of a node, %d portfolios, CPU of the node and of Postgres", n), "%.2f s", 1, r.idleMinute(nodes[0]))
	one := r.longestWait(name)
	r.upTo("a thousand of them written in a second, the longest time that an event waits for its place", "%.2f s", 1, one)
	join()
	two := r.longestWait(name)
	r.atMost("the same on two nodes ÷ on one", 0.5, two/one)
	join()
	_, left := r.burst(name, nodes[1])
	_ = nodes[1].Wait()
	nodes = slices.Delete(nodes, 1, 2)
	r.upTo("the same on three nodes, one of them killed meanwhile: events without a place 10 s later", "%.0f", 0, left)
}

// rest leaves the nodes alone, until what they did before is over.
func (r *rig) rest(during time.Duration) {
	progress("resting for %s", during)
	pause.For(r.ctx, during)
	check(r.ctx.Err())
}

// idleMinute returns the CPU seconds of a node and of Postgres in a minute.
func (r *rig) idleMinute(node *process) float64 {
	before := r.spent(node)
	r.rest(r.idle)
	return (r.spent(node) - before) * time.Minute.Seconds() / r.idle.Seconds()
}

// spent returns the CPU seconds of a node and of all processes that Postgres has and had. Linux counts those of processes in
// hundredths, and adds them to those of the parent when they end.
func (r *rig) spent(node *process) float64 {
	server, ticks := strconv.Itoa(r.server.Pid()), 0
	for _, file := range must(filepath.Glob("/proc/[0-9]*/stat")) {
		text, err := os.ReadFile(file)
		if err != nil {
			continue // it has ended
		}
		fields := strings.Fields(string(text[bytes.LastIndexByte(text, ')')+1:])) // behind the name: state, parent …
		var counted []string
		switch pid := filepath.Base(filepath.Dir(file)); {
		case pid == server:
			counted = fields[11:15]
		case fields[1] == server, pid == strconv.Itoa(node.Process.Pid):
			counted = fields[11:13]
		}
		for _, field := range counted {
			ticks += must(strconv.Atoi(field))
		}
	}
	return float64(ticks) / 100
}

// longestWait is the median of three bursts to nodes that have become idle.
func (r *rig) longestWait(database string) float64 {
	var waits []float64
	for range 3 {
		wait, _ := r.burst(database, nil)
		progress("an event waited for %.2f s", wait)
		waits = append(waits, wait)
		r.rest(r.idle / 4)
	}
	return median(waits)
}

// burst adds an event in each of a thousand portfolios, one in a millisecond, and returns how many seconds an event waited for its
// place at most, as seen each 20 ms, and how many have none 10 s later. A node is killed meanwhile, unless it is nil.
func (r *rig) burst(database string, victim *process) (longest, left float64) {
	conn := must(pgx.Connect(r.ctx, r.server.DSN(database)))
	defer func() { _ = conn.Close(r.ctx) }()
	found := must(conn.Query(r.ctx, "SELECT id FROM portfolios ORDER BY random() LIMIT 1000"))
	portfolios := must(pgx.CollectRows(found, pgx.RowTo[[16]byte]))
	var waiting atomic.Int64
	stop := r.keepOn(func() {
		var n int64
		var age float64
		check(conn.QueryRow(r.ctx, `SELECT count(*), coalesce(extract(epoch FROM clock_timestamp() - min(a.at)), 0)::float8
			FROM event_outbox AS o JOIN audit_events AS a ON a.portfolio_id = o.portfolio_id AND a.id = o.id`).Scan(&n, &age))
		longest = max(longest, age)
		waiting.Store(n)
		time.Sleep(20 * time.Millisecond)
	})
	if victim != nil {
		time.AfterFunc(300*time.Millisecond, func() { _ = victim.Process.Kill() })
	}
	events := r.addEvents(database, portfolios)
	for ended := time.Now(); time.Since(ended) < time.Second || waiting.Load() > 0 && time.Since(ended) < 10*time.Second; {
		time.Sleep(20 * time.Millisecond)
	}
	stop()
	check(conn.QueryRow(r.ctx, "SELECT $2 - count(DISTINCT id) FROM events WHERE id = ANY ($1)", events, len(events)).Scan(&left))
	return longest, left
}

// addEvents adds an event in each portfolio and returns the ids.
func (r *rig) addEvents(database string, portfolios [][16]byte) (ids [][16]byte) {
	conn := must(pgx.Connect(r.ctx, r.server.DSN(database)))
	defer func() { _ = conn.Close(r.ctx) }()
	begun := time.Now()
	for i, portfolio := range portfolios {
		time.Sleep(time.Until(begun.Add(time.Duration(i) * time.Millisecond)))
		ids = append(ids, storage.NewID())
		must(conn.Exec(r.ctx, `INSERT INTO audit_events
				(portfolio_id, id, actor_kind, actor_name, action, subject_type, subject_id, changes, request_id, at)
			VALUES ($1, $2, 'system', 'bench', 'case.updated', 'case', gen_random_uuid(), '{}', 'bench', clock_timestamp())`,
			portfolio, ids[i]))
	}
	progress("wrote %d portfolios in %s", len(portfolios), time.Since(begun).Round(time.Millisecond))
	return ids
}
