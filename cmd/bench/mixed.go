package main

import (
	"fmt"
	"net/http"
	"os"
	"slices"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"
)

// mixedNouns are those that are read, in turn.
var mixedNouns = []string{"cases", "policies", "documents", "assets", "insureds"}

// mixed is 80 reads and 20 writes of a hundred requests. Of eight reads three are lists of 50; of ten writes seven are
// changes.
func (c client) mixed() job {
	j, paths, cases := c.job(), map[string][]string{}, c.openCases()
	policies := c.policyEnds(cases[:min(64, len(cases))])
	j.conns, j.lasts = writers, 2*c.round
	for _, noun := range mixedNouns {
		paths[noun] = c.paths(noun, 0)
	}
	for n := range 5000 {
		if n%5 == 4 {
			j.shots = append(j.shots, c.mixedWrite(n/5, cases, policies))
			continue
		}
		i := n - n/5
		noun := mixedNouns[i%len(mixedNouns)]
		path := list(noun)
		if i%8 >= 3 {
			path = paths[noun][i%len(paths[noun])]
		}
		j.shots = append(j.shots, c.shot(http.MethodGet, path, nil))
	}
	return j
}

// mixedWrite returns the n-th write. A change has another value each time.
func (c client) mixedWrite(n int, cases []object, policies change) (s shot) {
	of := cases[n%len(cases)]
	policy, _ := policies(n)
	switch n % 10 {
	case 0, 2, 4, 6:
		return c.shot(http.MethodPatch, fmt.Sprint("/rest/cases/", of["id"]), object{"loanNumber": fmt.Sprint("LN-", n)})
	case 1, 3, 5:
		return c.shot(http.MethodPatch, policy, object{"policyNumber": fmt.Sprint("PN-", n)})
	case 7, 8:
		s = c.shot(http.MethodPost, "/rest/cases", newCase(of))
	default:
		s = c.shot(http.MethodPost, "/rest/policies", newPolicy(of))
	}
	s.keyed = true
	return s
}

// mixedRows are the capacity for mixed work while renewals are followed up, and the tail of latencies at half of it:
// while the program works on other things as well, compared with a calm time.
func mixedRows(r *rig) {
	s := r.site("mixed", min(r.cases, 2000), 0)
	defer s.leave()
	j := s.mixed()
	stop := r.keepOn(s.sweep)
	got := r.fire("mixed work, 80 reads and 20 writes", j)
	stop()
	capacity := got[0].median(rate)
	r.tell("mixed work, 80 reads and 20 writes, the sweep of renewals running, 16 clients, requests a second / p99",
		fmt.Sprintf("%.0f / %.1f ms", capacity, 1000*got[0].median(p99)))
	j.rate, j.lasts = capacity/2, 8*r.round
	vacuum := func() { r.exec(s.name, "VACUUM") }
	load := func() { r.load(s.name, fmt.Sprint("Bench Other ", time.Now().UnixNano()), min(r.cases, 2000)/2, 0) }
	fewer := *r
	fewer.rounds = max(1, r.rounds-2) // they are long
	tails := fewer.alternate(fmt.Sprintf("%.0f a second, calm and busy", j.rate),
		func(int) result { return must(j.run(r.ctx)) },
		func(int) result {
			stop := r.keepOn(s.sweep, load, vacuum)
			defer r.exec(s.name, "VACUUM ANALYZE", "CHECKPOINT") // a calm time may follow
			defer stop()
			return must(j.run(r.ctx))
		})
	r.atMost("p99.9 at half of that capacity, the sweep, a `load` of others and VACUUM running ÷ calm", 5, ratio(tails[1], tails[0], p999))
}

// keepOn does each work again and again until stop is called, which waits for what has begun.
func (r *rig) keepOn(works ...func()) (stop func()) {
	var over atomic.Bool
	group, ctx := errgroup.WithContext(r.ctx)
	for _, work := range works {
		group.Go(func() (err error) {
			for err == nil && !over.Load() && ctx.Err() == nil {
				err = attempt(work)
			}
			return err
		})
	}
	return func() {
		over.Store(true)
		check(group.Wait())
	}
}

// sweep asks the nodes of a site for a sweep of renewals, which they do each minute by themselves, and waits for its end.
func (s *site) sweep() {
	var job int64
	s.scan(s.name, `INSERT INTO river_job (kind, args, max_attempts, queue)
		VALUES ('renewal_sweep', '{}', 1, 'default') RETURNING id`, &job)
	for left := 1; left > 0; time.Sleep(20 * time.Millisecond) {
		s.scan(s.name, fmt.Sprintf("SELECT count(*) FROM river_job WHERE id = %d AND state <> 'completed'", job), &left)
	}
}

// nodesRows are mixed work on one node and on two with the same database, both with their jobs: CPU of the nodes that
// were asked, for a request.
func nodesRows(r *rig) {
	s := r.site("nodes", min(r.cases, 2000), 0)
	defer s.leave()
	dir := s.dir + "-second"
	second := r.startProduct(s.name, append(s.args, "--data-dir", dir)...)
	defer func() {
		second.stop()
		check(os.RemoveAll(dir))
	}()
	whole := s.mixed()
	first, other := whole, whole
	first.conns, other.conns, other.addr = writers/2, writers/2, second.addr
	half := len(other.shots) / 2
	other.shots = slices.Concat(other.shots[half:], other.shots[:half])
	got := r.alternate("mixed work on one node and on two",
		r.costed([]*process{s.to}, whole), r.costed([]*process{s.to, second}, first, other))
	r.atMost("mixed work on two nodes ÷ on one, CPU of the nodes a request", 1.1, ratio(got[1], got[0], cpu))
}
