//go:build program

package main

import (
	"context"
	"maps"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/storage/storagetest/soak"
)

// TestSoakR18Restored restores a dump into another cluster, whose feed goes on for consumers with cursors of the old one.
func TestSoakR18Restored(t *testing.T) {
	soak.Parallel(t)
	x := newFeedSite(t, 5)
	dsn := newOtherCluster(t).database(t, "covertrack")
	behind, ahead := x.beforeMove(t, func() { (&production{dsn: x.dsn}).restore(t, dsn) })
	line(t, on(dsn), "migrate", "up") // a dump has no roles
	store := filesOf(dsn)
	line(t, on(dsn), "adopt", "--data-dir", newDataDir(t), "--blob-url", store, "--copy-from", filesOf(x.dsn))
	x.args = [2][]string{{dsn, "--blob-url", store}, {dsn, "--blob-url", store}}
	x.afterMove(t, "a dump in a new cluster", behind, ahead)
}

// TestSoakR18Promoted promotes a standby that has lost the last writes of its primary.
func TestSoakR18Promoted(t *testing.T) {
	soak.Parallel(t)
	x := newFeedSite(t, 5)
	dsn := x.replica.server.DSN("covertrack")
	behind, ahead := x.beforeMove(t, func() {
		written := len(trail(t, x.dsn))
		require.Eventually(t, func() bool { return len(trail(t, dsn)) == written }, time.Minute, 10*time.Millisecond)
		x.replica.execute(t, "ALTER SYSTEM SET primary_conninfo = ''")
		x.replica.execute(t, "SELECT pg_reload_conf()")
		require.Eventually(t, func() bool {
			var receives bool
			scan(t, dsn, "SELECT EXISTS (SELECT FROM pg_stat_wal_receiver)", &receives)
			return !receives
		}, time.Minute, 10*time.Millisecond, "the stream has ended")
	})
	for _, s := range x.nodes {
		require.NoError(t, s.Process.Kill())
		s.ended(t)
	}
	lostMark := generation(t, x.dsn) > generation(t, dsn) // a clean-up ran after the stream had ended
	x.primary.stop(t, syscall.SIGQUIT)
	defer x.primary.start(t)
	x.replica.execute(t, "SELECT pg_promote()")
	store := filesOf(x.dsn)
	if lostMark {
		line(t, on(dsn), "adopt", "--data-dir", newDataDir(t), "--blob-url", store, "--take-over")
	}
	x.args = [2][]string{{dsn, "--blob-url", store}, {dsn, "--blob-url", store}}
	x.afterMove(t, "a promoted standby", behind, ahead)
}

// generation is the last one of the installation that a database knows.
func generation(t *testing.T, dsn string) (n int) {
	t.Helper()
	scan(t, dsn, "SELECT max(generation) FROM installation_marks", &n)
	return n
}

// beforeMove copies the database while some events have no place in its feed yet. Behind has read what had one then;
// ahead has read all of it, and also what was written after the copy, which loses it.
func (x *feedSite) beforeMove(t *testing.T, copied func()) (behind, ahead *consumer) {
	t.Helper()
	behind = &consumer{name: "behind", site: x, nodes: []int{1}, token: x.writer, limit: 10}
	ahead = &consumer{name: "ahead", site: x, nodes: []int{1}, token: x.writer, limit: 10}
	x.writeSome(t, 30)
	behind.drain(t, len(trail(t, x.dsn)))
	release := x.holdPlaces(t)
	x.writeSome(t, 20)
	copied()
	release()
	x.writeSome(t, 30)
	ahead.drain(t, len(trail(t, x.dsn)))
	require.Greater(t, len(ahead.ids), len(behind.ids)+40)
	return behind, ahead
}

// afterMove has new nodes go on with the copy: both consumers get what had no place when it was copied and what is
// written later, with the revisions that follow those that the copy has.
func (x *feedSite) afterMove(t *testing.T, what string, behind, ahead *consumer) {
	t.Helper()
	tally := soak.NewTally(t, "R18", what+" without the last writes: "+
		"consumers of the old server, one of which has read what is lost, go on with their cursors and get all that is new")
	for i := range x.nodes {
		x.startNode(t, i)
	}
	x.writeSome(t, 30)
	all := trail(t, x.args[0][0])
	placed, more := len(behind.ids), len(all)-len(behind.ids)
	lost := len(ahead.ids)
	ahead.revisions, ahead.numbers = maps.Clone(behind.revisions), maps.Clone(behind.numbers)
	behind.drain(t, len(all))
	ahead.drain(t, lost+more)
	behind.compare(all)
	require.Empty(t, behind.wrong)
	require.Empty(t, ahead.wrong)
	require.Equal(t, behind.ids[placed:], ahead.ids[lost:])
	tally.Tried(2 * more)
}

// writeSome writes so many times. What a busy node refuses is sent again.
func (x *feedSite) writeSome(t *testing.T, times int) {
	t.Helper()
	for i := range times {
		write := func() int {
			if i%5 == 0 {
				return x.add(t.Context(), 3)
			}
			return x.change(t.Context(), 1+i%2)
		}
		require.Eventually(t, func() bool { return write() > 0 }, time.Minute, 20*time.Millisecond)
	}
}

// holdPlaces has no event get a place in the feed until release is called.
func (x *feedSite) holdPlaces(t *testing.T) (release func()) {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), x.dsn)
	require.NoError(t, err)
	_, err = conn.Exec(t.Context(), "BEGIN; SELECT FROM event_heads FOR UPDATE")
	require.NoError(t, err)
	return func() { require.NoError(t, conn.Close(context.Background())) }
}

// drain reads until it has so many events, and finds no more then.
func (c *consumer) drain(t *testing.T, events int) {
	t.Helper()
	require.Eventually(t, func() bool {
		c.read(t.Context())
		return len(c.ids) >= events || len(c.wrong) > 0
	}, time.Minute, time.Millisecond, c.name)
	require.Empty(t, c.wrong)
	page := c.read(t.Context())
	require.NotNil(t, page)
	require.Empty(t, page.Data)
	require.Len(t, c.ids, events)
}
