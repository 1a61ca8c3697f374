package copies

import (
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/uptrace/bun"
)

// StoreBusyFor is how long after its owner last wrote to an object store another installation takes it over only when it
// is told so. The owner writes several times in this time.
const StoreBusyFor = time.Hour

// Server is which database answers: facts of the live server, which a restored dump does not bring along.
type Server struct {
	SystemIdentifier string // of the Postgres cluster; "" if the server does not say
	DatabaseOID      int64  // of the database in its cluster
}

// Installation is what a database has recorded about itself.
type Installation struct {
	bun.BaseModel `bun:"table:installation,alias:t"`

	ID               uuid.UUID `bun:"type:uuid"`
	SystemIdentifier string
	DatabaseOID      int64
	Marked           bool // whether the object store ever got a mark
}

// NewInstallation is an installation on a server.
func NewInstallation(id uuid.UUID, on Server) *Installation {
	return &Installation{ID: id, SystemIdentifier: on.SystemIdentifier, DatabaseOID: on.DatabaseOID}
}

// Mark is what an object store keeps about the installation that owns it.
type Mark struct {
	Installation     uuid.UUID `json:"installation"`
	SystemIdentifier string    `json:"systemIdentifier,omitempty"`
	DatabaseOID      int64     `json:"databaseOid"`
	Generation       int64     `json:"generation"`
	ID               uuid.UUID `json:"mark"`            // a random one for each generation
	Store            string    `json:"store,omitempty"` // the bucket's own name, if it has one that a copy has not
	WrittenAt        time.Time `json:"writtenAt"`
}

// MarkOf returns the installation's mark of a generation.
func (i *Installation) MarkOf(generation int64, id uuid.UUID, store string, now time.Time) Mark {
	return Mark{
		Installation: i.ID, SystemIdentifier: i.SystemIdentifier, DatabaseOID: i.DatabaseOID,
		Generation: generation, ID: id, Store: store, WrittenAt: now.UTC(),
	}
}

// IsBusy reports whether the owner has written within StoreBusyFor.
func (m Mark) IsBusy(now time.Time) bool { return now.Sub(m.WrittenAt) < StoreBusyFor }

// Sighting is what was seen of the database and of its object store at one moment.
type Sighting struct {
	Server     Server
	Record     *Installation // nil if the database was never an installation
	Generation int64         // the database's last
	Mark       *Mark         // nil if the object store has none
	Known      bool          // the database has issued the mark
	Store      string        // the name that the object store has now
}

// Differences returns what shows that the database is not the one that owns the object store, a sentence each; none if
// they belong together, or if neither belongs to anybody yet.
func (s Sighting) Differences() []string {
	found := s.moved()
	switch {
	case s.Mark == nil && s.Record != nil && s.Record.Marked:
		found = append(found, "the object store has no mark of an installation, but this one has given its own a mark: "+
			"the address is another store's, or the store was emptied")
	case s.Mark == nil:
	case s.Record == nil:
		found = append(found, fmt.Sprintf("the object store belongs to the installation %s (which wrote last at %s), "+
			"and this database has never been one", s.Mark.Installation, s.Mark.at()))
	case s.Record.ID != s.Mark.Installation:
		found = append(found, fmt.Sprintf("the object store belongs to the installation %s (which wrote last at %s), "+
			"and this is %s", s.Mark.Installation, s.Mark.at(), s.Record.ID))
	case !s.Known:
		found = append(found, fmt.Sprintf("the object store is at generation %d (of %s), which this database has never "+
			"made; its own last is %d: another copy of it has used the store since", s.Mark.Generation, s.Mark.at(), s.Generation))
	}
	if s.Mark != nil && s.Mark.Store != "" && s.Mark.Store != s.Store {
		found = append(found, fmt.Sprintf("the object store is a copy of %s", s.Mark.Store))
	}
	return found
}

// moved returns how the live server differs from what the database and the object store say of it.
func (s Sighting) moved() (found []string) {
	was := func(whose, cluster string, oid int64) {
		if cluster != "" && s.Server.SystemIdentifier != "" && cluster != s.Server.SystemIdentifier {
			found = append(found, fmt.Sprintf("%s is of the Postgres cluster %s, and the database runs on %s: it was "+
				"restored from a dump, or upgraded by pg_upgrade", whose, cluster, s.Server.SystemIdentifier))
		} else if oid != s.Server.DatabaseOID {
			found = append(found, fmt.Sprintf("%s is of the database with the OID %d, and this one has %d: it was restored "+
				"from a dump, or made from a template", whose, oid, s.Server.DatabaseOID))
		}
	}
	if s.Record != nil {
		was("this installation", s.Record.SystemIdentifier, s.Record.DatabaseOID)
	}
	if s.Mark != nil && len(found) == 0 && s.Record != nil && s.Record.ID == s.Mark.Installation {
		was("the mark in the object store", s.Mark.SystemIdentifier, s.Mark.DatabaseOID)
	}
	return found
}

func (m Mark) at() string { return m.WrittenAt.UTC().Format(time.RFC3339) }
