package resttest

import (
	"log/slog"
	"testing"
	"time"

	"github.com/covertrack/covertrack/graph/feed"
)

// Place gives events queue positions in the feeds until the test ends, as a node that runs jobs does.
func (s *Server) Place(t testing.TB) {
	stop := feed.Start(feed.Config{
		Store: s.Store, Now: time.Now, Logger: slog.New(slog.NewTextHandler(t.Output(), nil)), Allowed: func() bool { return true },
	})
	t.Cleanup(stop)
}
