package serve

import (
	"net/http"
	"strings"
	"time"

	"github.com/covertrack/covertrack/cmd/covertrack/serve/access"
	"github.com/covertrack/covertrack/graph"
	"github.com/covertrack/covertrack/graph/console"
	"github.com/covertrack/covertrack/graph/scim"
	"github.com/covertrack/covertrack/model/identity"
)

// openConsole makes the console, and lets its page, and nobody else, send its GraphQL texts by their ids.
func (s *Service) openConsole() error {
	s.console = console.New(console.Config{
		Engine: s.Engine, BaseURL: s.BaseURL, SigningKeys: s.SigningKeys, IsHTTPS: s.isHTTPS, Refuse: refuseREST, Now: time.Now,
		Logger: s.Log, People: graph.People{Store: s.Store, Now: s.Engine.Now}, SignIn: s.Graph.SignIn, NoTokens: s.noTokens,
	})
	return s.GraphQL.TrustInSessions(console.Documents())
}

// scimTimes is how many times as many requests as others a directory may send: it begins with one for each person, and 10,000
// must be there within a minute.
const scimTimes = 30

// openScim serves the directories of identity providers.
func (s *Service) openScim(mux *http.ServeMux) error {
	handler, err := scim.Handler(scim.Config{
		Store: s.Store, BaseURL: s.BaseURL, Timeout: RequestTimeout, Now: time.Now, Logger: s.Log,
		Middleware: []func(http.Handler) http.Handler{s.Gate.Times(scimTimes).Middleware(scim.Refuse)},
	})
	mux.Handle(identity.ScimPath, handler)
	mux.Handle(identity.ScimPath+"/", handler)
	return err
}

// isHTTPS reports whether clients come by https: always, if the base URL says so, or this one, as a trusted proxy says.
func (s *Service) isHTTPS(r *http.Request) bool {
	if strings.HasPrefix(s.BaseURL, "https:") || r.TLS != nil {
		return true
	}
	return s.Proxies.Contains(access.AddrOf(r.RemoteAddr)) && strings.EqualFold(r.Header.Get("X-Forwarded-Proto"), "https")
}
