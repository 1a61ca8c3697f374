package e2e

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/restcompat/resttest"
	"github.com/covertrack/covertrack/storage/blob"
)

// provokeQuotaExceeded gives the portfolio a quota that it has used up. Nothing is created.
func provokeQuotaExceeded(t *testing.T, b *codeBench) *resttest.Response {
	one := int64(1)
	require.NoError(t, b.server.Store.SetQuotas(t.Context(), b.tenant.Portfolio.ID(), model.QuotaOverrides{Records: &one}))
	fresh := resttest.ServeLimited(t, b.server.World, model.Quotas{Records: 5_000_000})
	before := b.server.Contents(t)
	answer := fresh.As(b.tenant.Token).Do(t, http.MethodPost, "/rest/insured-groups", object{"name": "One too many"})
	require.Contains(t, string(answer.Body), "The portfolio may have 1 records in all")
	require.Equal(t, before, b.server.Contents(t))
	return answer
}

// provokeInsufficientStorage uploads to a folder whose file system has less room than uploads leave.
func provokeInsufficientStorage(t *testing.T, b *codeBench) *resttest.Response {
	full := resttest.Serve(t, b.server.World, time.Now, func(c *blob.Config) {
		c.URL, c.DataDir, c.MinFree = "", t.TempDir(), 1<<60
	})
	signed := full.As(b.tenant.Token).Sign(t, "a.pdf", "application/pdf")
	path, below := strings.CutPrefix(signed["signedUrl"].(string), full.URL)
	require.True(t, below)
	return full.As("").With("Content-Type", "application/pdf").Do(t, http.MethodPut, path, "%PDF")
}

// TestQuotaOfActions has what an action makes count as what is created, and the document says so.
func TestQuotaOfActions(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	c := s.As(s.Harbor.Token)
	path := "/rest/risk-profiles/" + c.Post(t, "/rest/risk-profiles", object{"name": "Homes"}, http.StatusCreated)["id"].(string)
	c.Post(t, path+"/publish", nil, http.StatusOK)
	one := int64(1)
	require.NoError(t, s.Store.SetQuotas(t.Context(), s.Harbor.Portfolio.ID(), model.QuotaOverrides{Records: &one}))
	full := resttest.ServeLimited(t, s.World, model.Quotas{Records: 5_000_000})
	full.As(s.Harbor.Token).Do(t, http.MethodPost, path+"/versions", nil).Problem(t, http.StatusUnprocessableEntity, "quota_exceeded")
}
