package storage

import (
	"context"
	"strconv"
	"time"

	"github.com/google/uuid"
	"github.com/uptrace/bun"

	"github.com/covertrack/covertrack/model"
)

// writeShards is how many counters a token's writes are spread over.
const writeShards = 16

// writes are the numbers of a token's committed writes, by shard.
type writes [writeShards]int64

// include tells whether all the writes of others are among these. Each shard's numbers are committed in their order, and a
// replica has a prefix of all commits; a sum over the shards would not do, since commits of two shards may become visible
// in another order than they are replayed.
func (w *writes) include(others *writes) bool {
	for shard, n := range others {
		if w[shard] < n {
			return false
		}
	}
	return true
}

// writesOf reads how many writes of a token a server has.
func writesOf(ctx context.Context, db bun.IDB, token uuid.UUID) (*writes, error) {
	var rows []struct {
		Shard int
		N     int64
	}
	if err := db.NewRaw("SELECT shard, n FROM token_writes WHERE token_id = ?", token).Scan(ctx, &rows); err != nil {
		return nil, Translate(err)
	}
	w := new(writes)
	for _, row := range rows {
		w[row.Shard] = row.N
	}
	return w, nil
}

// RecordWrite ends a transaction of a token's: it records what was done, as InsertAuditEvents does, and counts the write, so
// that reads of the same token find it (Store.Reading).
func (t *Tx) RecordWrite(ctx context.Context, token uuid.UUID, events []*model.AuditEvent) error {
	if len(events) == 0 {
		return newCommand().countWrite(token).run(ctx, t.on, true, nothing)
	}
	first := min(len(events), rowsAtOnce[model.AuditEvent]())
	if err := t.audit(ctx, events[:first], &token); err != nil {
		return err
	}
	return t.InsertAuditEvents(ctx, events[first:])
}

// countWrite writes the statement that counts a write of a token.
func (c *command) countWrite(token uuid.UUID) *command {
	return c.write("INSERT INTO token_writes AS t (token_id, shard, n) VALUES (").value(idValue(token)).
		write(", pg_backend_pid() % ", strconv.Itoa(writeShards), ", 1) ON CONFLICT (token_id, shard) DO UPDATE SET n = t.n + 1")
}

// checkWithin bounds how long a read waits for a replica to say how far it is.
const checkWithin = time.Second

// Reading is where one call reads from: one server, the whole call. It must be closed.
type Reading struct {
	Handle
	replica *Replica // nil on the primary
	conn    bun.Conn // of the replica
}

// Reading chooses where a token's call reads from: a replica that has every write of the token that was acknowledged before,
// by whichever node, else the primary. It never fails: a replica that is away, ill or behind is passed over.
//
// The replica's part is one connection from the check to the end of the call, so that nothing can take another server's
// place, or that of the same server after a restart, in between. It serves one goroutine at a time.
func (s *Store) Reading(ctx context.Context, token uuid.UUID) *Reading {
	primary := &Reading{Handle: s.Handle}
	if s.replicas == nil {
		return primary
	}
	r := s.replicas.choose()
	if r == nil {
		s.replicas.Away.Add(1)
		return primary
	}
	wanted, err := writesOf(ctx, s.bun, token)
	if err != nil {
		return primary // which will say what is wrong with it
	}
	conn, got, err := r.reach(ctx, token)
	switch {
	case err != nil:
		r.unreachable(err)
		s.replicas.Failed.Add(1)
		return primary
	case !got.include(wanted):
		_ = conn.Close()
		s.replicas.Behind.Add(1)
		return primary
	}
	r.Reads.Add(1)
	return &Reading{Handle: Handle{db: conn, on: r.store.Load().on.onConn(conn.Conn, false)}, replica: r, conn: conn}
}

// reach takes a connection of the replica and asks how many writes of the token it has.
func (r *Replica) reach(ctx context.Context, token uuid.UUID) (conn bun.Conn, got *writes, err error) {
	ctx, cancel := context.WithTimeout(ctx, checkWithin)
	defer cancel()
	if conn, err = r.store.Load().bun.Conn(ctx); err != nil {
		return conn, nil, Translate(err)
	}
	if got, err = writesOf(ctx, conn, token); err != nil {
		_ = conn.Close()
	}
	return conn, got, err
}

// FromReplica tells whether the call reads from a replica.
func (r *Reading) FromReplica() bool { return r.replica != nil }

// Close gives the connection back.
func (r *Reading) Close() {
	if r.FromReplica() {
		_ = r.conn.Close()
	}
}
