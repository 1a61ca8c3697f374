// Package limit is LIMIT, which `make bench` compares the product with: the endpoints that a row of the bench measures,
// written by hand with chi, pgxpool and encoding/json over the product's tables, without the product's layers. It is
// plain code, and as fast as plain code can be. Its SQL and its answers are the product's, which a test proves. It
// leaves out what the product does besides: logs, metrics, ETags, limits and all other parameters.
//
// It is no part of the program. It may import model and storage/blob, and is the one place outside storage with SQL for
// records. To add a handler for a new row: a noun, or a function for create or change, its route in New, a case in
// reads_test.go or limit_test.go.
package limit

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/go-chi/chi/v5"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/covertrack/covertrack/model/credentials"
	"github.com/covertrack/covertrack/model/scalar"
	"github.com/covertrack/covertrack/storage/blob"
)

// callerTTL is how long a token is trusted without a look at the database, as in the product.
const callerTTL = 4 * time.Second

type server struct {
	pool    *pgxpool.Pool
	blobs   *blob.Store
	now     func() time.Time
	callers sync.Map    // *caller by Authorization header
	changed chan string // payloads for notify
}

// caller is the owner of a token.
type caller struct {
	token, organization, portfolio uuid.UUID
	name, mode                     string
	until                          time.Time
}

// New returns the handler for a migrated database. It notifies listeners of changes until ctx ends. Blobs must have the
// product's key and base URL, because both are part of a document's link.
func New(ctx context.Context, pool *pgxpool.Pool, blobs *blob.Store, now func() time.Time) http.Handler {
	s := &server{pool: pool, blobs: blobs, now: now, changed: make(chan string, 1000)}
	go s.notify(ctx)
	router := chi.NewRouter()
	router.Get("/rest/documents", documents.list(s))
	router.Get("/rest/documents/{id}", documents.get(s))
	router.Get("/rest/cases", cases.list(s))
	router.Get("/rest/cases/{id}", cases.get(s))
	router.Get("/rest/policies", policies.list(s))
	router.Get("/rest/policies/{id}", policies.get(s))
	router.Post("/rest/cases", write(s, http.StatusCreated, createCase))
	router.Post("/rest/documents", write(s, http.StatusCreated, createDocuments))
	router.Post("/rest/policies", write(s, http.StatusCreated, createPolicy))
	router.Patch("/rest/cases/{id}", write(s, http.StatusOK, changeCase))
	router.Patch("/rest/documents", write(s, http.StatusOK, changeDocuments))
	router.Patch("/rest/policies/{id}", write(s, http.StatusOK, changePolicy))
	router.Post("/graphql", s.handle(http.StatusOK, s.nested))
	return router
}

var (
	errUnauthorized = errors.New("the token is not valid")
	buffers         = sync.Pool{New: func() any { return new(bytes.Buffer) }}
)

// handle returns a handler that authenticates the caller and sends the JSON that do writes to out.
func (s *server) handle(status int, do func(r *http.Request, c *caller, out *bytes.Buffer) error) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		out := buffers.Get().(*bytes.Buffer)
		defer buffers.Put(out)
		out.Reset()
		c, err := s.authenticate(r)
		if err == nil {
			err = do(r, c, out)
		}
		if err != nil {
			failure := http.StatusInternalServerError // refusals too: the bench sends nothing that is refused
			if errors.Is(err, errUnauthorized) {
				failure = http.StatusUnauthorized
			} else if errors.Is(err, pgx.ErrNoRows) {
				failure = http.StatusNotFound
			}
			http.Error(w, err.Error(), failure)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("Content-Length", strconv.Itoa(out.Len()))
		w.WriteHeader(status)
		_, _ = w.Write(out.Bytes())
	}
}

// authenticate returns the caller, or errUnauthorized for a token that is unknown, expired or revoked.
func (s *server) authenticate(r *http.Request) (*caller, error) {
	header := r.Header.Get("Authorization")
	if known, ok := s.callers.Load(header); ok && time.Now().Before(known.(*caller).until) {
		return known.(*caller), nil
	}
	token, err := credentials.ParseToken(strings.TrimPrefix(header, "Bearer "))
	if err != nil {
		return nil, errUnauthorized
	}
	c := &caller{until: time.Now().Add(callerTTL)}
	digest := token.Digest()
	err = s.pool.QueryRow(r.Context(), `SELECT t.id, t.name, o.id, t.mode, p.id FROM tokens AS t
		JOIN organizations AS o ON o.id = t.organization_id
		JOIN portfolios AS p ON p.lender_id = o.lender_id AND p.mode = t.mode
		WHERE t.digest = $1 AND t.revoked_at IS NULL AND (t.expires_at IS NULL OR t.expires_at > now())`, digest[:]).
		Scan(&c.token, &c.name, &c.organization, &c.mode, &c.portfolio)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, errUnauthorized
	} else if err != nil {
		return nil, err
	}
	s.callers.Store(header, c)
	return c, nil
}

// encode writes a value as the product does: no HTML escapes, no newline at the end.
func encode(out *bytes.Buffer, value any) error {
	encoder := json.NewEncoder(out)
	encoder.SetEscapeHTML(false)
	err := encoder.Encode(value)
	out.Truncate(max(0, out.Len()-1))
	return err
}

// stamp writes an instant as JSON has it.
func stamp(t time.Time) string { return t.UTC().Format(scalar.TimeLayout) }

func stampOf(t *time.Time) *string {
	if t == nil {
		return nil
	}
	s := stamp(*t)
	return &s
}
