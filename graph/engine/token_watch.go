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

// tokenWatches watch the tokens and sessions of open streams, past the caches of callers. One statement looks up all tokens
// whose turn it is, at most one after the other, so what it costs does not depend on the number of streams.
type tokenWatches struct {
	store *storage.Store
	now   func() time.Time
	log   *slog.Logger

	mu     sync.Mutex
	tokens map[uuid.UUID]*tokenWatch
	stop   context.CancelFunc // ends the look-ups; nil without streams
}

// tokenWatch is the watch over one token or session, for all its open streams.
type tokenWatch struct {
	isSession bool
	confirmed time.Time // when the token was last known to be good
	fresh     bool      // no look-up has confirmed it yet
	streams   map[*watchedStream]struct{}
}

type watchedStream struct {
	caller *model.Principal
	end    context.CancelFunc
}

func newTokenWatches(store *storage.Store, now func() time.Time, log *slog.Logger) *tokenWatches {
	return &tokenWatches{store: store, now: now, log: log, tokens: map[uuid.UUID]*tokenWatch{}}
}

// watch calls end when the caller's token or session is no longer valid, or has other rights than the caller. The stream must
// call leave at its end.
func (ws *tokenWatches) watch(caller *model.Principal, end context.CancelFunc) (leave func()) {
	id, s := *caller.Actor.ID, &watchedStream{caller: caller, end: end}
	if caller.SessionID != uuid.Nil {
		id = caller.SessionID
	}
	ws.mu.Lock()
	defer ws.mu.Unlock()
	w := ws.tokens[id]
	if w == nil {
		w = &tokenWatch{
			isSession: caller.SessionID != uuid.Nil, confirmed: time.Now().Add(-callerTTL), fresh: true,
			streams: map[*watchedStream]struct{}{},
		}
		ws.tokens[id] = w
	}
	w.streams[s] = struct{}{}
	if ws.stop == nil {
		ctx, cancel := context.WithCancel(context.Background())
		ws.stop = cancel
		go ws.run(ctx)
	}
	return func() { ws.leave(id, w, s) }
}

func (ws *tokenWatches) leave(id uuid.UUID, w *tokenWatch, s *watchedStream) {
	ws.mu.Lock()
	defer ws.mu.Unlock()
	delete(w.streams, s)
	if len(w.streams) == 0 && ws.tokens[id] == w {
		delete(ws.tokens, id)
	}
	if len(ws.tokens) == 0 && ws.stop != nil {
		ws.stop()
		ws.stop = nil
	}
}

func (ws *tokenWatches) run(ctx context.Context) {
	tick := time.NewTicker(confirmTick)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			if tokens, sessions := ws.due(); len(tokens)+len(sessions) > 0 {
				ws.confirm(ctx, tokens, sessions)
			}
		}
	}
}

// due are the tokens and the sessions whose turn it is.
func (ws *tokenWatches) due() (tokens, sessions []uuid.UUID) {
	ws.mu.Lock()
	defer ws.mu.Unlock()
	for id, w := range ws.tokens {
		switch {
		case !w.fresh && time.Since(w.confirmed) < confirmEvery:
		case w.isSession:
			sessions = append(sessions, id)
		default:
			tokens = append(tokens, id)
		}
	}
	return tokens, sessions
}

// confirm looks up tokens and sessions, and ends the streams of those that are not what they were, or have not been confirmed
// for too long.
func (ws *tokenWatches) confirm(ctx context.Context, tokens, sessions []uuid.UUID) {
	within, cancel := context.WithTimeout(ctx, confirmWithin)
	defer cancel()
	begun, ids := time.Now(), slices.Concat(tokens, sessions)
	found, err := ws.rights(within, tokens, sessions)
	if ctx.Err() != nil {
		return
	}
	if err != nil {
		ws.log.WarnContext(ctx, "the tokens of open streams could not be looked up", "error", err)
		ws.endUnconfirmed(ids)
		return
	}
	ws.mu.Lock()
	for _, id := range ids {
		if w := ws.tokens[id]; w != nil {
			w.confirmed, w.fresh = begun, false
			w.judge(found[id], ws.now())
		}
	}
	ws.mu.Unlock()
	for _, of := range found {
		if token, ok := of.(tokenRights); ok && token.Usable(ws.now()) {
			ws.store.NoteTokenUse(token.TokenOwner, ws.now())
		}
	}
}

// judge ends the streams that the token or session is no longer good for; now is nil if there is no such.
func (w *tokenWatch) judge(now rights, at time.Time) {
	for s := range w.streams {
		if now == nil || !now.Usable(at) || rightsOf(now.of(s.caller)) != rightsOf(s.caller) {
			s.end()
		}
	}
}

func (ws *tokenWatches) endUnconfirmed(ids []uuid.UUID) {
	ws.mu.Lock()
	defer ws.mu.Unlock()
	for _, id := range ids {
		if w := ws.tokens[id]; w != nil && time.Since(w.confirmed) > confirmedFor {
			for s := range w.streams {
				s.end()
			}
		}
	}
}

// rightsOf is the same text for callers who may read the same.
func rightsOf(p *model.Principal) string {
	role := model.StaffRole("")
	if p.StaffRole != nil {
		role = *p.StaffRole
	}
	return fmt.Sprintf("%s %s %s %q %q", p.PortfolioID, p.Mode, role, slices.Sorted(slices.Values(p.Entitlements)),
		slices.Sorted(slices.Values(p.Roles)))
}
