package storage

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/storage/rows"
)

// noteUsesWithin bounds one statement that notes uses.
const noteUsesWithin = 5 * time.Second

// tokenUses notes when tokens were used, beside the requests that use them: a request must not wait for this write, or
// for another that locks the token's row. What comes while a statement runs is noted by the next one.
type tokenUses struct {
	mu      sync.Mutex
	pending map[uuid.UUID]time.Time
	noting  sync.WaitGroup
	busy    bool
}

// NoteTokenUse remembers that a token was used, to the minute. It does not wait, and a use that cannot be written is
// lost.
func (s *Store) NoteTokenUse(token *TokenOwner, now time.Time) {
	minute := now.Truncate(time.Minute)
	if token.LastUsedAt != nil && !token.LastUsedAt.Before(minute) {
		return
	}
	u := &s.uses
	u.mu.Lock()
	defer u.mu.Unlock()
	u.pending[token.ID] = minute
	if !u.busy {
		u.busy = true
		u.noting.Go(s.noteUses)
	}
}

// noteUses writes until nothing is left.
func (s *Store) noteUses() {
	for uses := s.uses.next(); len(uses) > 0; uses = s.uses.next() {
		ctx, cancel := context.WithTimeout(context.Background(), noteUsesWithin)
		if err := s.touchTokens(ctx, uses); err != nil {
			slog.Default().Warn("the last use of tokens was not noted", "tokens", len(uses), "error", err)
		}
		cancel()
	}
}

func (u *tokenUses) next() map[uuid.UUID]time.Time {
	u.mu.Lock()
	defer u.mu.Unlock()
	uses := u.pending
	u.pending = map[uuid.UUID]time.Time{}
	u.busy = len(uses) > 0
	return uses
}

// touchTokens writes the last use of tokens. It passes over rows that are locked, so that nodes which note the same
// tokens never wait for each other.
func (h Handle) touchTokens(ctx context.Context, uses map[uuid.UUID]time.Time) error {
	ids, last := make([]uuid.UUID, 0, len(uses)), time.Time{}
	for id, at := range uses {
		ids = append(ids, id)
		if at.After(last) {
			last = at
		}
	}
	return rows.NewCommand().Write("UPDATE tokens SET last_used_at = ").Value(last).
		Write(" WHERE id IN (SELECT id FROM tokens WHERE id = ANY (").Value(rows.IDValues(ids)).
		Write(") AND (last_used_at IS NULL OR last_used_at < ").Value(last).
		Write(") FOR NO KEY UPDATE SKIP LOCKED)").Run(ctx, h.db, nil)
}
