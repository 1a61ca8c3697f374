package e2e

import (
	"maps"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/scalar"
	"github.com/covertrack/covertrack/restcompat/resttest"
	"github.com/covertrack/covertrack/storage/storagetest"
)

// prepared is a world with a fixture in three portfolios, made once for all the tests that begin with it.
type prepared struct {
	clock func() time.Time
	once  sync.Once
	image *storagetest.Image
	ids   [3]map[string]string // as tenantsOf
}

var (
	usual  = &prepared{clock: time.Now}
	golden = &prepared{clock: func() time.Time { return goldenTime }}
)

// tenantsOf are the tenant whose requests are tested, another lender's, and the first one in the other mode.
func tenantsOf(w *storagetest.World) [3]*storagetest.Tenant {
	return [3]*storagetest.Tenant{w.Harbor, w.Prairie, w.HarborTest}
}

// fixtures serves a copy of the world and returns the fixtures of its tenants.
func (p *prepared) fixtures(t *testing.T) (own, lender, mode *fixture) {
	t.Helper()
	p.once.Do(func() {
		p.image = storagetest.NewImage(t, func(t *testing.T, w *storagetest.World) {
			s := resttest.Serve(t, w, p.clock)
			for i, tenant := range tenantsOf(w) {
				p.ids[i] = newFixture(t, s, tenant).ids
			}
		})
	})
	require.NotNil(t, p.image, "another test could not make the image")
	s := resttest.Serve(t, p.image.World(t), p.clock)
	var all [3]*fixture
	for i, tenant := range tenantsOf(s.World) {
		all[i] = &fixture{server: s, tenant: tenant, ids: maps.Clone(p.ids[i])}
		all[i].uploadAgain(t)
	}
	return all[0], all[1], all[2]
}

// fixture serves a copy of the world and returns the fixture of the tenant whose requests are tested.
func (p *prepared) fixture(t *testing.T) *fixture {
	t.Helper()
	own, _, _ := p.fixtures(t)
	return own
}

// uploadAgain stores the file of the fixture's upload, which was in the memory of the server that took it.
func (f *fixture) uploadAgain(t *testing.T) {
	t.Helper()
	for name, content := range map[string]string{"directUpload": "%PDF-1.7", "importUpload": "Loan Number,Loan Amount\nLN-1,100",
		"mailingList": mailedLines(f.ids["printedLetter"], "2026-06-01")} {
		upload := model.Upload{PortfolioID: f.tenant.Portfolio.ID(), ID: scalar.ParseID(f.ids[name])}
		err := f.server.Blobs.Write(t.Context(), upload.UploadKey(), "application/pdf", strings.NewReader(content))
		require.NoError(t, err)
	}
}
