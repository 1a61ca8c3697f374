package rows

import "github.com/google/uuid"

// Scope is one portfolio in a DB: every statement of a Table names it.
type Scope struct {
	db        *DB
	portfolio uuid.UUID
	shows     func(member string) bool // nil for all
}

// Scoped is what embeds a Scope.
type Scoped interface{ scope() *Scope }

// ScopeOf is the scope of one portfolio.
func ScopeOf(db *DB, portfolio uuid.UUID) Scope { return Scope{db: db, portfolio: portfolio} }

// ID is the portfolio's.
func (s *Scope) ID() uuid.UUID { return s.portfolio }

// Selecting is the scope that reads only the columns of which shows says true for a member of theirs, as named in the
// schema.
func (s *Scope) Selecting(shows func(member string) bool) Scope {
	return Scope{db: s.db, portfolio: s.portfolio, shows: shows}
}

func (s *Scope) scope() *Scope { return s }
