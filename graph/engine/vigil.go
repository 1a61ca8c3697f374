package engine

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"sync"
	"time"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage"
)

// A stream ends at most 5 s after its token's revocation (contract section 2). It may have been opened with a token that
// was in the cache for callerTTL, so what a stream adds to that is confirmTick and one look-up.
const (
	// confirmTick is how often the tokens are looked up whose turn it is: of new streams, and those below.
	confirmTick = 250 * time.Millisecond
	// confirmEvery is how often a token with open streams is looked up.
	confirmEvery = 2 * time.Second
	// confirmWithin limits one look-up.
	confirmWithin = time.Second
	// confirmedFor is how old the last confirmation of a token may be when a look-up fails. The next one could come too
	// late, so its streams end.
	confirmedFor = 5*time.Second - confirmWithin - confirmTick
)

// vigils watch the tokens of open streams, past the cache of callers. One statement looks up all tokens whose turn it
// is, at most one after the other, so what it costs does not depend on the number of streams.
type vigils struct {
	store *storage.Store
	now   func() time.Time
	log   *slog.Logger

	mu     sync.Mutex
	tokens map[uuid.UUID]*vigil
	stop   context.CancelFunc // ends the look-ups; nil without streams
}

// vigil is the watch over one token.
type vigil struct {
	confirmed time.Time // when the token was last known to be good
	fresh     bool      // no look-up has confirmed it yet
	streams   map[*watchedStream]struct{}
}

type watchedStream struct {
	caller *model.Principal
	end    context.CancelFunc
}

func newVigils(store *storage.Store, now func() time.Time, log *slog.Logger) *vigils {
	return &vigils{store: store, now: now, log: log, tokens: map[uuid.UUID]*vigil{}}
}

// watch calls end when the caller's token is no longer valid, or has other rights than the caller. The stream must call
// leave at its end.
func (vs *vigils) watch(caller *model.Principal, end context.CancelFunc) (leave func()) {
	id, s := *caller.Actor.ID, &watchedStream{caller: caller, end: end}
	vs.mu.Lock()
	defer vs.mu.Unlock()
	v := vs.tokens[id]
	if v == nil {
		v = &vigil{confirmed: time.Now().Add(-callerTTL), fresh: true, streams: map[*watchedStream]struct{}{}}
		vs.tokens[id] = v
	}
	v.streams[s] = struct{}{}
	if vs.stop == nil {
		ctx, cancel := context.WithCancel(context.Background())
		vs.stop = cancel
		go vs.run(ctx)
	}
	return func() { vs.leave(id, v, s) }
}

func (vs *vigils) leave(id uuid.UUID, v *vigil, s *watchedStream) {
	vs.mu.Lock()
	defer vs.mu.Unlock()
	delete(v.streams, s)
	if len(v.streams) == 0 && vs.tokens[id] == v {
		delete(vs.tokens, id)
	}
	if len(vs.tokens) == 0 && vs.stop != nil {
		vs.stop()
		vs.stop = nil
	}
}

func (vs *vigils) run(ctx context.Context) {
	tick := time.NewTicker(confirmTick)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			if due := vs.due(); len(due) > 0 {
				vs.confirm(ctx, due)
			}
		}
	}
}

// due are the tokens whose turn it is.
func (vs *vigils) due() (ids []uuid.UUID) {
	vs.mu.Lock()
	defer vs.mu.Unlock()
	for id, v := range vs.tokens {
		if v.fresh || time.Since(v.confirmed) >= confirmEvery {
			ids = append(ids, id)
		}
	}
	return ids
}

// confirm looks up tokens and ends the streams of those that are not what they were, or have not been confirmed for too
// long.
func (vs *vigils) confirm(ctx context.Context, ids []uuid.UUID) {
	within, cancel := context.WithTimeout(ctx, confirmWithin)
	defer cancel()
	begun := time.Now()
	owners, err := vs.store.TokenOwners(within, ids)
	if ctx.Err() != nil {
		return
	}
	if err != nil {
		vs.log.WarnContext(ctx, "the tokens of open streams could not be looked up", "error", err)
		vs.endUnconfirmed(ids)
		return
	}
	found := make(map[uuid.UUID]*storage.TokenOwner, len(owners))
	for _, owner := range owners {
		found[owner.ID] = owner
	}
	vs.mu.Lock()
	for _, id := range ids {
		if v := vs.tokens[id]; v != nil {
			v.confirmed, v.fresh = begun, false
			v.judge(found[id], vs.now())
		}
	}
	vs.mu.Unlock()
	for _, owner := range owners {
		if owner.Usable(vs.now()) {
			vs.store.NoteTokenUse(owner, vs.now())
		}
	}
}

// judge ends the streams that the token is no longer good for; owner is nil if there is no such token.
func (v *vigil) judge(owner *storage.TokenOwner, now time.Time) {
	for s := range v.streams {
		if owner == nil || !owner.Usable(now) || rightsOf(callerNow(s.caller, owner)) != rightsOf(s.caller) {
			s.end()
		}
	}
}

func (vs *vigils) endUnconfirmed(ids []uuid.UUID) {
	vs.mu.Lock()
	defer vs.mu.Unlock()
	for _, id := range ids {
		if v := vs.tokens[id]; v != nil && time.Since(v.confirmed) > confirmedFor {
			for s := range v.streams {
				s.end()
			}
		}
	}
}

// callerNow is the caller as the token makes it now.
func callerNow(then *model.Principal, owner *storage.TokenOwner) *model.Principal {
	if owner.Role == nil && owner.OrganizationID != nil {
		return serviceAccount(owner)
	}
	now := *then
	now.StaffRole = owner.Role
	return &now
}

// rightsOf is the same text for callers who may read the same.
func rightsOf(p *model.Principal) string {
	role := model.StaffRole("")
	if p.StaffRole != nil {
		role = *p.StaffRole
	}
	entitlements := slices.Clone(p.Entitlements)
	slices.Sort(entitlements)
	return fmt.Sprintf("%s %s %s %q", p.PortfolioID, p.Mode, role, entitlements)
}
