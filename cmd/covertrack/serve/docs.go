package serve

import (
	"net/http"

	"github.com/covertrack/covertrack/restcompat"
	"github.com/covertrack/covertrack/restcompat/mcp"
	"github.com/covertrack/covertrack/restcompat/site"
)

// openTools serves the endpoints as tools for language models. Their calls are parts of requests that the gate has let in.
func (s *Service) openTools(mux *http.ServeMux, rest *restcompat.Server) error {
	inner, err := restcompat.NewServer(s.Engine, restcompat.Options{
		BaseURL: s.BaseURL, Timeout: RequestTimeout, Logger: s.Log, Version: s.Version,
	})
	if err != nil {
		return err
	}
	mux.Handle(mcp.Path, mcp.NewHandler(mcp.Options{
		REST: rest, Inner: inner, BaseURL: s.BaseURL, Origins: originsOf(s.Origins), Writes: s.ToolsWrite, Version: s.Version,
	}))
	return nil
}

// mountDocs adds the start page and the documentation of the API. They are public: integrators read them before they
// have a token. A mistake in the OpenAPI document is an error.
func mountDocs(mux *http.ServeMux, rest *restcompat.Server, baseURL, version string) error {
	if _, err := rest.OpenAPI(); err != nil {
		return err
	}
	pages, err := site.New(site.Content{
		Version: version, BaseURL: baseURL, Refusals: restcompat.Refusals(), Deprecations: rest.Deprecations(),
	})
	if err != nil {
		return err
	}
	pages.Mount(mux)
	mux.HandleFunc("GET /openapi.json", rest.ServeOpenAPI)
	mux.HandleFunc("GET /docs", restcompat.ServeViewer)
	mux.HandleFunc("GET /docs/viewer/{file}", restcompat.ServeViewer)
	mux.Handle("GET /docs/{$}", http.RedirectHandler("/docs", http.StatusMovedPermanently))
	return nil
}
