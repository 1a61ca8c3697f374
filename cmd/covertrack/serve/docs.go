package serve

import (
	"net/http"

	"github.com/covertrack/covertrack/restcompat"
	"github.com/covertrack/covertrack/restcompat/site"
)

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
