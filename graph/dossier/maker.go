package dossier

import (
	"archive/zip"
	"context"
	"crypto/ed25519"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/graph/rates"
	"github.com/covertrack/covertrack/model/credentials"
	"github.com/covertrack/covertrack/model/dossier"
	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/model/scalar"
	"github.com/covertrack/covertrack/storage"
	"github.com/covertrack/covertrack/storage/blob"
	stored "github.com/covertrack/covertrack/storage/dossier"
	clocks "github.com/covertrack/covertrack/storage/sandbox"
)

// Folder is where the keys of dossiers lie in the object store, which keeps none.
const Folder = "dossiers"

// Key is the key of the dossier of a case on a day.
func Key(portfolio, caseID uuid.UUID, on time.Time) string {
	return strings.Join([]string{Folder, portfolio.String(), caseID.String(), on.Format(time.DateOnly)}, "/")
}

// atOnce is how many dossiers a node makes at the same time; a lender has a quarter of them.
const atOnce = 8

// Maker makes dossiers. It is safe for concurrent use.
type Maker struct {
	Store   *storage.Store
	Blobs   *blob.Store
	Keys    credentials.SigningKeys
	BaseURL string
	Now     func() time.Time

	places *rates.Places[uuid.UUID]
	turn   chan struct{}
}

// KeysPath is where the public keys are published.
const KeysPath = "/.well-known/covertrack-keys"

// Open publishes the key that signs, and has the maker make the dossiers that are downloaded.
func (m *Maker) Open(ctx context.Context) error {
	m.places, m.turn = rates.NewPlaces[uuid.UUID](atOnce), make(chan struct{}, 1)
	m.Blobs.SetMaker(Folder, m.write)
	return m.Store.PublishKey(ctx, m.Keys.DossierKey().Public().(ed25519.PublicKey))
}

// ServeKeys answers the public keys that the installation ever had, the newest first.
func (m *Maker) ServeKeys(w http.ResponseWriter, r *http.Request) {
	keys, err := m.Store.PublishedKeys(r.Context())
	if err != nil {
		http.Error(w, "The keys cannot be read now; come again in a moment.", http.StatusServiceUnavailable)
		return
	}
	set := credentials.PublishedKeys{Keys: []credentials.PublishedKey{}}
	for _, key := range keys {
		set.Keys = append(set.Keys, credentials.Publish(key))
	}
	w.Header().Set("Content-Type", "application/jwk-set+json")
	w.Header().Set("Cache-Control", "public, max-age=300")
	w.Header().Set("X-Content-Type-Options", "nosniff")
	_ = json.NewEncoder(w).Encode(set)
}

// write writes the archive of a key. `not_found`, and `unavailable` while too many are made.
func (m *Maker) write(ctx context.Context, key string, w io.Writer) error {
	parts := strings.Split(key, "/")
	portfolio, caseID := scalar.ParseID(parts[1]), scalar.ParseID(parts[2])
	on, err := scalar.ParseDate(parts[3])
	if err != nil {
		return err
	}
	ctx = storage.ForTenant(ctx, portfolio, nil)
	lender, err := m.Store.For(portfolio).Lender(ctx)
	if err != nil {
		return err
	}
	leave, ok := m.places.Enter(lender.Owner())
	if !ok {
		return fault.New(fault.CodeUnavailable, "Other dossiers are being made; come again in a moment.")
	}
	defer leave()
	records, left, err := stored.Read(ctx, m.Store.For(portfolio), caseID)
	if err != nil {
		return err
	}
	now, err := clocks.TimeIn(ctx, m.Store.For(portfolio), storage.Clock(m.Now)())
	if err != nil {
		return err
	}
	today := dossier.NewToday(records, on, scalar.DayOf(now))
	past, removed := records.AsOf(on.AddDate(0, 0, 1))
	d := dossier.New(past, removed, on, asOf(past, on, now))
	d.Left, today.Of = left, d
	return m.writeAll(ctx, w, d, today, now)
}

// asOf is the moment of the knowledge: the end of the day, or the last change of a day that is not over.
func asOf(past *dossier.Records, on, now time.Time) time.Time {
	if end := on.AddDate(0, 0, 1); !end.After(now) {
		return end.Add(-time.Millisecond)
	}
	last := past.Case.CreatedAt
	for _, e := range past.Events {
		if e.At.After(last) {
			last = e.At
		}
	}
	return last
}

// pages makes the pages of one dossier at a time: those of a large case take some 200 MB while they are made, and some 5 after.
func (m *Maker) pages(ctx context.Context, d *dossier.Dossier, today *dossier.Today) ([]*packed, error) {
	select {
	case m.turn <- struct{}{}:
		defer func() { <-m.turn }()
		return pagesOf(d, today)
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

func (m *Maker) writeAll(ctx context.Context, w io.Writer, d *dossier.Dossier, today *dossier.Today, now time.Time) error {
	a := &archive{zip: zip.NewWriter(w), at: d.On}
	if err := a.addDocuments(ctx, d, m.Blobs); err != nil {
		return err
	}
	pages, err := m.pages(ctx, d, today)
	if err != nil {
		return err
	}
	if err := a.addPacked(pages); err != nil {
		return err
	}
	manifest := Manifest{
		CaseID: d.Case.ID, On: d.On.Format(time.DateOnly), AsOf: d.AsOf, MadeAt: now, MadeBy: m.BaseURL, Absent: []Absent{},
	}
	for _, f := range d.Files {
		if f.Name == "" {
			missing := Absent{DocumentID: f.Document.ID, Name: f.Document.Name, RemovedAt: f.Removed}
			if f.SHA256 != "" {
				missing.SHA256 = &f.SHA256
			}
			manifest.Absent = append(manifest.Absent, missing)
		}
	}
	return a.seal(manifest, m.Keys.DossierKey())
}
