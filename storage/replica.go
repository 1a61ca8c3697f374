package storage

import (
	"context"
	"errors"
	"log/slog"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"github.com/google/uuid"
	"github.com/uptrace/bun/schema"

	"github.com/covertrack/covertrack/storage/pause"
	"github.com/covertrack/covertrack/storage/postgres"
	"github.com/covertrack/covertrack/storage/rows"
)

// watchEvery is how often each replica is asked how it is.
const watchEvery = time.Second

// ReplicaOptions say how replicas are read from.
type ReplicaOptions struct {
	Pool   postgres.Options // how each is connected to
	MaxLag time.Duration    // a replica that is further behind is read by no call, even if its token wrote nothing
	Logger *slog.Logger
}

// Replicas are the streaming replicas that a store reads from, and how often it could not.
type Replicas struct {
	list []*Replica
	turn atomic.Uint64
	stop context.CancelFunc
	all  sync.WaitGroup

	// Away, Behind and Failed count the calls that read from the primary because no replica was healthy, because the
	// replica lacked a write of the token's, and because the replica failed.
	Away, Behind, Failed atomic.Int64
}

// Replica is one streaming replica. It is opened, and opened again, in the background.
type Replica struct {
	Reads atomic.Int64 // the calls that read from it

	dsn     string
	options ReplicaOptions
	log     *slog.Logger
	store   atomic.Pointer[Store] // nil until it could be reached for the first time
	healthy atomic.Bool
	lag     atomic.Int64 // a time.Duration

	mark   progress
	reason string // why it was ill when last looked at; "" when it was not
}

// OpenReplicas has calls read from replicas, one server each, until CloseReplicas. It does not wait for them: one that
// is away now may come later. It is called before the first call.
func (s *Store) OpenReplicas(urls []string, options ReplicaOptions) {
	if len(urls) == 0 {
		return
	}
	options.Pool.RefuseUnsafe = false // what is acknowledged is the primary's
	ctx, cancel := context.WithCancel(context.Background())
	s.replicas = &Replicas{stop: cancel}
	for i, url := range urls {
		r := &Replica{dsn: url, options: options, log: options.Logger.With("replica", i+1), reason: "not reached yet"}
		s.replicas.list = append(s.replicas.list, r)
		s.replicas.all.Go(func() { r.watch(ctx, s) })
	}
}

// ShareReplicas has snapshots read from the replicas of another store on the same database, which must be closed after this one.
func (s *Store) ShareReplicas(of *Store) { s.replicas = of.replicas }

// CloseReplicas ends what OpenReplicas began, once no call reads any more.
func (s *Store) CloseReplicas() {
	if s.replicas == nil {
		return
	}
	s.replicas.stop()
	s.replicas.all.Wait()
	var closing sync.WaitGroup
	for _, r := range s.replicas.list {
		if store := r.store.Load(); store != nil {
			closing.Go(store.pool.Close)
		}
	}
	closing.Wait()
}

// Replicas are those of OpenReplicas, nil without.
func (s *Store) Replicas() *Replicas { return s.replicas }

// List is all replicas, in the order of their addresses.
func (rs *Replicas) List() []*Replica { return rs.list }

// choose is the next healthy replica, nil when there is none.
func (rs *Replicas) choose() *Replica {
	for range rs.list {
		if r := rs.list[rs.turn.Add(1)%uint64(len(rs.list))]; r.Healthy() {
			return r
		}
	}
	return nil
}

// Healthy reports whether calls may read from the replica.
func (r *Replica) Healthy() bool { return r.healthy.Load() }

// Lag is how far the replica was behind when it was last asked: it has all that was committed so long before.
func (r *Replica) Lag() time.Duration { return time.Duration(r.lag.Load()) }

// unreachable takes the replica out until it is next looked at. One that is only slow stays: sending its load to the
// primary would make two slow servers of one.
func (r *Replica) unreachable(err error) {
	if !errors.Is(err, context.DeadlineExceeded) && !errors.Is(err, context.Canceled) && !errors.Is(err, postgres.ErrBusy) {
		r.healthy.Store(false)
	}
}

// watch looks at the replica again and again.
func (r *Replica) watch(ctx context.Context, primary *Store) {
	for ctx.Err() == nil {
		if err := r.look(ctx, primary); ctx.Err() == nil {
			r.healthy.Store(err == nil)
			r.tell(ctx, err)
		}
		_ = pause.For(ctx, watchEvery)
	}
}

// tell logs a change of health, once.
func (r *Replica) tell(ctx context.Context, err error) {
	switch {
	case err == nil && r.reason != "":
		r.log.InfoContext(ctx, "reading from a replica")
		r.reason = ""
	case err != nil && r.reason != err.Error():
		r.reason = err.Error()
		r.log.WarnContext(ctx, "not reading from a replica", "because", err)
	}
}

// look opens the replica unless it is open, and asks it and the primary how far they are.
func (r *Replica) look(ctx context.Context, primary *Store) error {
	ctx, cancel := context.WithTimeout(ctx, 2*checkWithin)
	defer cancel()
	begun := time.Now()
	var isReplica bool
	var written, replayed int64
	const writtenUntil = "SELECT (pg_current_wal_lsn() - '0/0')::bigint"
	if err := rows.Scan(ctx, primary.db, rows.Once, rows.SQL(writtenUntil), &written); err != nil {
		return err
	}
	store := r.store.Load()
	if store == nil {
		pool, err := postgres.Open(ctx, r.dsn, r.options.Pool)
		if err != nil {
			return err
		}
		store = New(pool)
		r.store.Store(store)
	}
	const replayedUntil = "SELECT pg_is_in_recovery(), coalesce(pg_last_wal_replay_lsn() - '0/0', 0)::bigint"
	if err := rows.Scan(ctx, store.db, rows.Once, rows.SQL(replayedUntil), &isReplica, &replayed); err != nil {
		return err
	}
	if !isReplica {
		return errors.New("it is not a replica")
	}
	lag := r.mark.lag(begun, written, replayed)
	r.lag.Store(int64(lag))
	if lag > r.options.MaxLag {
		return errors.New("it is too far behind")
	}
	return nil
}

// unknownLag is the lag of a replica that has not passed any place yet.
const unknownLag = 24 * time.Hour

// progress follows one place in the primary's log at a time until the replica has passed it. Unlike the time of the
// last replayed commit it tells a replica that is behind from a primary that has nothing to do.
type progress struct {
	place    int64
	placedAt time.Time
	passedAt time.Time // the replica has all that was written until then
}

// lag is how far the replica is behind at a time when so much was written and so much is replayed.
func (p *progress) lag(now time.Time, written, replayed int64) time.Duration {
	if p.placedAt.IsZero() {
		p.place, p.placedAt, p.passedAt = written, now, now.Add(-unknownLag)
	}
	if replayed >= p.place {
		p.passedAt = p.placedAt
		p.place, p.placedAt = written, now
	}
	if replayed >= written {
		p.passedAt = now
	}
	return now.Sub(p.passedAt)
}

// writeShards is how many counters a token's writes are spread over.
const writeShards = 16

// writes are the numbers of a token's committed writes, by shard.
type writes [writeShards]int64

// include reports whether all the writes of others are among these. Each shard's numbers are committed in their order,
// and a replica has a prefix of all commits; a sum over the shards would not do, since commits of two shards may become
// visible in another order than they are replayed.
func (w *writes) include(others *writes) bool {
	for shard, n := range others {
		if w[shard] < n {
			return false
		}
	}
	return true
}

// writesOf reads how many writes of a token a server has.
func writesOf(ctx context.Context, db *rows.DB, token uuid.UUID) (*writes, error) {
	type count struct{ Shard, N int64 }
	const query = "SELECT shard, n FROM token_writes WHERE token_id = ?"
	counted, err := rows.Read[count](ctx, db, rows.Prepared, rows.SQL(query, token))
	if err != nil {
		return nil, err
	}
	w := new(writes)
	for _, row := range counted {
		w[row.Shard] = row.N
	}
	return w, nil
}

// countWrite is the statement that counts a write of a token.
func countWrite(token uuid.UUID) schema.QueryAppender {
	return rows.SQL("INSERT INTO token_writes AS t (token_id, shard, n) VALUES (?, pg_backend_pid() % "+strconv.Itoa(writeShards)+", 1)"+
		" ON CONFLICT (token_id, shard) DO UPDATE SET n = t.n + 1", rows.IDValue(token))
}

// checkWithin bounds how long a read waits for a replica to say how far it is.
const checkWithin = time.Second

// Reading is where one call reads from: one server, the whole call. It must be closed.
type Reading struct {
	Handle
	conn *postgres.Conn // of the replica; nil on the primary
}

// Reading chooses where a token's call reads from: a replica that has every write of the token that was acknowledged
// before, by whichever node, else the primary. A replica that is away, ill or behind is passed over. It fails only when the
// primary does, and then at once: to ask that again would take as long again.
//
// The replica's part is one connection from the check to the end of the call, so that nothing can take another server's
// place, or that of the same server after a restart, in between. It serves one goroutine at a time.
func (s *Store) Reading(ctx context.Context, token uuid.UUID) (*Reading, error) {
	primary := &Reading{Handle: s.Handle}
	if s.replicas == nil {
		return primary, nil
	}
	r := s.replicas.choose()
	if r == nil {
		s.replicas.Away.Add(1)
		return primary, nil
	}
	wanted, err := writesOf(ctx, s.db, token)
	if err != nil {
		return nil, err
	}
	conn, got, err := r.reach(ctx, token)
	switch {
	case err != nil:
		r.unreachable(err)
		s.replicas.Failed.Add(1)
		return primary, nil
	case !got.include(wanted):
		conn.Release()
		s.replicas.Behind.Add(1)
		return primary, nil
	}
	r.Reads.Add(1)
	return &Reading{Handle: Handle{db: r.store.Load().db.On(conn), memory: s.memory}, conn: conn}, nil
}

// reach takes a connection of the replica and asks how many writes of the token it has.
func (r *Replica) reach(ctx context.Context, token uuid.UUID) (conn *postgres.Conn, got *writes, err error) {
	ctx, cancel := context.WithTimeout(ctx, checkWithin)
	defer cancel()
	store := r.store.Load()
	if conn, err = store.pool.Acquire(ctx); err != nil {
		return nil, nil, Translate(err)
	}
	if got, err = writesOf(ctx, store.db.On(conn), token); err != nil {
		conn.Release()
	}
	return conn, got, err
}

// snapshotTries is how often a snapshot is taken whose place in the feed could not be told.
const snapshotTries = 100

// InSnapshot runs fn on the database as it is at one moment, with the end of the portfolio's feed at that moment: who reads
// the feed on from there gets every change that the snapshot lacks, and none that it has. It reads from a replica that has
// all that was committed before, if there is one. It takes one connection, and serves one goroutine at a time.
func (s *Store) InSnapshot(
	ctx context.Context, portfolio uuid.UUID, now time.Time, fn func(ctx context.Context, h Handle, end int64) error,
) error {
	for try := 0; ; try++ {
		db, release, err := s.snapshotOf(ctx, try == 0)
		if err != nil {
			return Translate(err)
		}
		hasBegun := false
		err = db.InSnapshot(ctx, func(db *rows.DB) error {
			end, err := s.placeSeen(ctx, portfolio, db, now)
			if err != nil {
				return err
			}
			hasBegun = true
			return fn(ctx, Handle{db: db, memory: s.memory}, end)
		})
		release()
		if hasBegun || !errors.Is(err, errMoved) && !IsConflict(err) || try == snapshotTries {
			return Translate(err)
		}
		if !pause.For(ctx, time.Duration(try)*time.Millisecond) {
			return Translate(ctx.Err())
		}
	}
}

// snapshotOf is where a snapshot is taken from: a replica that has all that the primary has now, else the primary.
func (s *Store) snapshotOf(ctx context.Context, tryReplica bool) (db *rows.DB, release func(), err error) {
	if s.replicas == nil || !tryReplica {
		return s.db, func() {}, nil
	}
	r := s.replicas.choose()
	if r == nil {
		return s.db, func() {}, nil
	}
	var written, replayed int64
	if err := rows.Scan(ctx, s.db, rows.Once, rows.SQL("SELECT (pg_current_wal_lsn() - '0/0')::bigint"), &written); err != nil {
		return nil, nil, err
	}
	conn, err := r.store.Load().pool.Acquire(ctx)
	if err != nil {
		return s.db, func() {}, nil
	}
	db = r.store.Load().db.On(conn)
	const replayedUntil = "SELECT coalesce(pg_last_wal_replay_lsn() - '0/0', 0)::bigint"
	for range 20 { // some 200 ms: it is hardly ever behind for longer
		err = rows.Scan(ctx, db, rows.Once, rows.SQL(replayedUntil), &replayed)
		if err != nil || replayed >= written || !pause.For(ctx, 10*time.Millisecond) {
			break
		}
	}
	if err != nil || replayed < written {
		conn.Release()
		return s.db, func() {}, nil
	}
	return db, conn.Release, nil
}

// FromReplica reports whether the call reads from a replica.
func (r *Reading) FromReplica() bool { return r.conn != nil }

// Close gives the connection back.
func (r *Reading) Close() {
	if r.FromReplica() {
		r.conn.Release()
	}
}
