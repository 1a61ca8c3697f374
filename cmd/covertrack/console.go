package main

import (
	"net/http"
	"strings"
	"time"

	"github.com/covertrack/covertrack/graph/console"
)

// openConsole makes the console, and lets its page send its own GraphQL texts by their ids.
func (s *service) openConsole() error {
	s.console = console.New(console.Config{
		Engine: s.engine, BaseURL: s.baseURL, SigningKey: s.signingKey, IsHTTPS: s.isHTTPS, Refuse: refuseREST, Now: time.Now,
	})
	return s.graphql.Trust(console.Documents())
}

// isHTTPS reports whether clients come by https: always, if the base URL says so, or this one, as a trusted proxy says.
func (s *service) isHTTPS(r *http.Request) bool {
	if strings.HasPrefix(s.baseURL, "https:") || r.TLS != nil {
		return true
	}
	return s.proxies.contains(addrOf(r.RemoteAddr)) && strings.EqualFold(r.Header.Get("X-Forwarded-Proto"), "https")
}
