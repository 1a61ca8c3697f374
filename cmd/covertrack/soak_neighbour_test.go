//go:build program

package main

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/storage/storagetest/soak"
)

// TestSoakR11Neighbour measures an organization beside another that asks for totals of very many records as often as it can, and
// in turn beside as many sessions of Postgres, half of the pool, that do nothing but use the cores. What it measures counts in
// `make soak` only.
func TestSoakR11Neighbour(t *testing.T) {
	soak.Parallel(t) // what is measured is measured alone
	tally := soak.NewTally(t, "R11", "requests beside an organization that counts very many records as often as it can: "+
		"p99 at most twice that beside a load of the CPU of the same size, or 20 ms more")
	dsn := durableDatabase(t)
	s := nodeOn(t, dsn, "--workers", "0")
	greedy, other := tokenOf(t, dsn, "Greedy"), tokenOf(t, dsn, "Other")
	for _, token := range []string{greedy, other} {
		status, _, body := timed(t, s.url, token, "POST", "/rest/insured-groups", []byte(groupBody("1")))
		require.Equal(t, http.StatusCreated, status, body)
	}
	multiplyGroups(t, dsn, soak.Count(2_000, 400_000))
	neighbour := &rush{url: s.url, path: groups, tokens: []string{other}, perSecond: 50}
	lasting := time.Duration(soak.Count(1, 5)) * time.Second
	var beside, burning []time.Duration
	for range soak.Count(1, 4) {
		for _, load := range []struct {
			run  func(ctx context.Context)
			took *[]time.Duration
		}{{func(ctx context.Context) { askTotals(ctx, s.url, greedy) }, &beside}, {func(ctx context.Context) { burn(ctx, dsn) }, &burning}} {
			ctx, cancel := context.WithCancel(t.Context())
			var all sync.WaitGroup
			all.Go(func() { load.run(ctx) })
			took, _ := neighbour.run(t, lasting)
			cancel()
			all.Wait()
			*load.took = append(*load.took, took...)
		}
	}
	slices.Sort(beside)
	slices.Sort(burning)
	tally.Tried(len(beside))
	tally.Note("p50 %v, p99 %v beside the greedy one; p50 %v, p99 %v beside a load of the CPU", at(beside, 50), at(beside, 99),
		at(burning, 50), at(burning, 99))
	require.Len(t, neighbour.statuses, 1, "%v", neighbour.statuses)
	if soak.Full() {
		require.LessOrEqual(t, at(beside, 99), max(2*at(burning, 99), at(burning, 99)+20*time.Millisecond))
	}
}

// askTotals has eight clients ask for as many totals as one request may have.
func askTotals(ctx context.Context, url, token string) {
	var fields strings.Builder
	for i := range 10 {
		fmt.Fprintf(&fields, ` a%d: insuredGroups(limit: 0, filter: {createdAt: {gte: \"2000-01-0%dT00:00:00Z\"}}) { pageInfo { total } }`, i,
			1+i%9)
	}
	body := fmt.Sprintf(`{"query":"{%s }"}`, fields.String())
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			for ctx.Err() == nil {
				r, _ := http.NewRequestWithContext(ctx, http.MethodPost, url+"/graphql", strings.NewReader(body))
				r.Header.Set("Authorization", "Bearer "+token)
				r.Header.Set("Content-Type", "application/json")
				if answer, err := crowdClient.Do(r); err == nil {
					_ = answer.Body.Close()
				}
			}
		})
	}
	all.Wait()
}

// burn has four sessions of Postgres use the cores.
func burn(ctx context.Context, dsn string) {
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			conn, err := pgx.Connect(ctx, dsn)
			if err != nil {
				return
			}
			defer func() { _ = conn.Close(context.WithoutCancel(ctx)) }()
			for ctx.Err() == nil {
				_, _ = conn.Exec(ctx, "SELECT count(*) FROM generate_series(1, 400000)")
			}
		})
	}
	all.Wait()
}

// multiplyGroups copies the first organization's group.
func multiplyGroups(t *testing.T, dsn string, n int) {
	conn, err := pgx.Connect(t.Context(), dsn)
	require.NoError(t, err)
	defer func() { _ = conn.Close(t.Context()) }()
	_, err = conn.Exec(t.Context(), `INSERT INTO insured_groups (portfolio_id, id, name, created_at, updated_at)
		SELECT portfolio_id, gen_random_uuid(), name, created_at, updated_at
		FROM (SELECT * FROM insured_groups ORDER BY id LIMIT 1) AS one, generate_series(1, $1::int)`, n)
	require.NoError(t, err)
	_, err = conn.Exec(t.Context(), "ANALYZE insured_groups")
	require.NoError(t, err)
}
