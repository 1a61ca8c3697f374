package access

import (
	"strings"

	"github.com/covertrack/covertrack/graph/console"
	"github.com/covertrack/covertrack/graph/evidence"
)

// DoorOf returns the door of a path, or "" for a path that is about the server itself.
func DoorOf(path string) string {
	switch {
	case path == "/healthz" || path == "/readyz" || path == "/metrics":
		return ""
	case strings.HasPrefix(path, "/rest/"):
		return "rest"
	case path == "/graphql":
		return "graphql"
	case strings.HasPrefix(path, "/files/"):
		return "files"
	case strings.HasPrefix(path, evidence.Path):
		return "evidence"
	case path == console.Path, strings.HasPrefix(path, console.Path+"/"):
		return "console"
	default:
		return "other"
	}
}
