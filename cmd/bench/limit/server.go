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

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage/blob"
)

// callerTTL is for how long a token is believed, as in the product.
const callerTTL = 4 * time.Second

type server struct {
	pool    *pgxpool.Pool
	blobs   *blob.Store
	now     func() time.Time
	callers sync.Map    // caller by Authorization
	changed chan string // what is to be told
}

// caller is who sent a token.
type caller struct {
	token, organization, portfolio uuid.UUID
	name, mode                     string
	until                          time.Time
}

// New is the handler on a migrated database, which tells changes until ctx ends. Blobs must have the product's key and base URL, or else its links differ.
func New(ctx context.Context, pool *pgxpool.Pool, blobs *blob.Store, now func() time.Time) http.Handler {
	s := &server{pool: pool, blobs: blobs, now: now, changed: make(chan string, 1000)}
	go s.tell(ctx)
	router := chi.NewRouter()
	router.Get("/rest/documents", s.listDocuments)
	router.Get("/append/rest/documents", s.appendDocuments)
	router.Get("/rest/documents/{id}", s.getDocument)
	router.Post("/rest/cases", s.createCase)
	router.Post("/rest/documents", s.createDocuments)
	router.Post("/rest/policies", s.createPolicy)
	router.Post("/graphql", s.nested)
	return router
}

// authenticate answers 401 and nil for a token that is not in force.
func (s *server) authenticate(w http.ResponseWriter, r *http.Request) *caller {
	header := r.Header.Get("Authorization")
	if known, ok := s.callers.Load(header); ok && time.Now().Before(known.(*caller).until) {
		return known.(*caller)
	}
	text, err := model.ParseToken(strings.TrimPrefix(header, "Bearer "))
	if err != nil {
		w.WriteHeader(http.StatusUnauthorized)
		return nil
	}
	c := &caller{until: time.Now().Add(callerTTL)}
	digest := text.Digest()
	err = s.pool.QueryRow(r.Context(), `SELECT t.id, t.name, o.id, t.mode, p.id FROM tokens AS t
		JOIN organizations AS o ON o.id = t.organization_id JOIN portfolios AS p ON p.lender_id = o.lender_id AND p.mode = t.mode
		WHERE t.digest = $1 AND t.revoked_at IS NULL AND (t.expires_at IS NULL OR t.expires_at > now())`, digest[:]).
		Scan(&c.token, &c.name, &c.organization, &c.mode, &c.portfolio)
	if errors.Is(err, pgx.ErrNoRows) {
		w.WriteHeader(http.StatusUnauthorized)
		return nil
	}
	if fail(w, err) {
		return nil
	}
	s.callers.Store(header, c)
	return c
}

var buffers = sync.Pool{New: func() any { return new(bytes.Buffer) }}

// answer writes a value as JSON.
func answer(w http.ResponseWriter, value any) {
	buf := buffers.Get().(*bytes.Buffer)
	defer buffers.Put(buf)
	buf.Reset()
	if fail(w, encode(buf, value)) {
		return
	}
	send(w, http.StatusOK, buf.Bytes())
}

func encode(buf *bytes.Buffer, value any) error {
	encoder := json.NewEncoder(buf)
	encoder.SetEscapeHTML(false)
	err := encoder.Encode(value)
	buf.Truncate(max(0, buf.Len()-1)) // the newline
	return err
}

func send(w http.ResponseWriter, status int, body []byte) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Content-Length", strconv.Itoa(len(body)))
	w.WriteHeader(status)
	_, _ = w.Write(body)
}

// fail answers an error, if there is one, and tells whether there was: refusals as 422, which the bench never earns.
func fail(w http.ResponseWriter, err error) bool {
	var refusal *model.Error
	switch {
	case err == nil:
		return false
	case errors.As(err, &refusal):
		http.Error(w, refusal.Message, http.StatusUnprocessableEntity)
	case errors.Is(err, pgx.ErrNoRows):
		w.WriteHeader(http.StatusNotFound)
	default:
		http.Error(w, err.Error(), http.StatusInternalServerError)
	}
	return true
}

// stamp is an instant as JSON has it.
func stamp(t time.Time) string { return t.UTC().Format(model.TimeLayout) }

func stampOf(t *time.Time) *string {
	if t == nil {
		return nil
	}
	s := stamp(*t)
	return &s
}
