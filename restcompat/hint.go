package restcompat

import (
	"strings"

	"github.com/go-chi/chi/v5"
	"github.com/google/uuid"

	"github.com/covertrack/covertrack/graph/strict"
	"github.com/covertrack/covertrack/model/scalar"
)

// hint returns the end of a message about a parameter that there is not: how the one meant is written, or "".
func (p *params) hint(name string) string {
	for _, known := range p.names {
		if squash(known) == squash(name) {
			return didYouMean(known)
		}
	}
	base, _, _ := strings.Cut(name, "[")
	for _, known := range p.names {
		if bound, found := strings.CutSuffix(known, "[gte]"); found && squash(bound) == squash(base) {
			return "; it has bounds: did you mean " + strict.Quote(known) + "?"
		}
	}
	if p.metadata != nil && strings.HasPrefix(name, "metadata") {
		return didYouMean(p.metadata.name)
	}
	return strict.DidYouMean(name, p.names)
}

// sortHint is hint for an order in the notation of another API, such as createdAt:desc.
func sortHint(text string, names []string) string {
	order := squash(text)
	descending := strings.HasPrefix(text, "-")
	for _, word := range []string{"descending", "desc", "ascending", "asc"} {
		if field, found := strings.CutSuffix(order, word); found {
			order, descending = field, strings.HasPrefix(word, "desc")
			break
		}
	}
	for _, name := range names {
		if squash(name) == order && strings.HasPrefix(name, "-") == descending {
			return didYouMean(name)
		}
	}
	return strict.DidYouMean(text, names)
}

// withPlus adds to the refusal of a time that a plus sign of it came as a space, as it does in a query string.
func (p *parameter) withPlus(text string, refused error) error {
	plus := strings.ReplaceAll(text, " ", "+")
	if _, err := p.parse(plus); err != nil || plus == text || p.list {
		return refused
	}
	return scalar.Expected(refused.Error() + "; a `+` in it came as a space, write it as `%2B`")
}

// squash leaves of a name what differs between notations: created_at[gte] and createdAt.gte are the same.
func squash(name string) string {
	if len(name) > longestHinted {
		return name
	}
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune("_-+.:,;[]()<>= $", r) {
			return -1
		}
		return r
	}, strings.ToLower(name))
}

func didYouMean(name string) string { return "; did you mean " + strict.Quote(name) + "?" }

// longestHinted is how many bytes of a caller's own name or path are compared with ours.
const longestHinted = 128

// nearestPath is the route that is nearest to a path that is none, "" if none is near. It may lack /rest, and where a
// route has {id} it may have an id.
func (s *Server) nearestPath(path string) string {
	if len(path) > longestHinted {
		return ""
	}
	if trimmed := strings.TrimRight(path, "/"); s.isPath(trimmed) {
		return trimmed
	}
	var routes []string // without what they all begin with
	for _, ep := range s.endpoints {
		routes = append(routes, strings.TrimPrefix(ep.path, pathPrefix))
	}
	steps := strings.Split(strings.TrimPrefix(strings.TrimPrefix(path, "/"), "rest/"), "/")
	near := strict.Nearest(strings.Join(steps, "/"), routes)
	if len(steps) > 1 && near == "" || len(steps) > 1 && scalar.ParseID(steps[1]) != uuid.Nil {
		steps[1] = "{id}"
		near = strict.Nearest(strings.Join(steps, "/"), routes)
	}
	if near == "" {
		return ""
	}
	return pathPrefix + near
}

// pathPrefix is what all routes begin with.
const pathPrefix = "/rest/"

// isPath reports whether a path is a route by any method.
func (s *Server) isPath(path string) bool {
	for _, method := range methods {
		if s.router.Match(chi.NewRouteContext(), method, path) {
			return true
		}
	}
	return false
}
