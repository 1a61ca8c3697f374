//go:build program

package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/cmd/covertrack/serve"
	"github.com/covertrack/covertrack/cmd/covertrack/serve/health"
	"github.com/covertrack/covertrack/graph/admission"
	"github.com/covertrack/covertrack/model"
)

// sign asks for an address of an upload, and returns its path and the key.
func (x *inProcess) sign(t *testing.T, token string) (path, key string) {
	t.Helper()
	w := x.do("POST", "/rest/documents/sign-urls", token, `{"docs":[{"fileName":"a.pdf"}]}`)
	require.Equal(t, http.StatusOK, w.Code, "%s", w.Body)
	var signed []struct{ SignedURL, DirectUploadKey string }
	require.NoError(t, json.Unmarshal(w.Body.Bytes(), &signed))
	u, err := url.Parse(signed[0].SignedURL)
	require.NoError(t, err)
	return u.RequestURI(), signed[0].DirectUploadKey
}

func (x *inProcess) upload(path string, size int) *httptest.ResponseRecorder {
	r := httptest.NewRequest(http.MethodPut, path, bytes.NewReader(make([]byte, size)))
	r.Header.Set("Content-Type", "application/pdf")
	w := httptest.NewRecorder()
	x.Handler.ServeHTTP(w, r)
	return w
}

func (x *inProcess) used(t *testing.T) model.Usage {
	t.Helper()
	u, err := x.Store.Usage(t.Context(), x.world.Harbor.Portfolio.ID())
	require.NoError(t, err)
	return u.Used
}

// TestSoakR14Records: records of single creations, batches and new versions count, and what is over the quota is refused
// whole. A portfolio's own quota replaces the node's.
func TestSoakR14Records(t *testing.T) {
	t.Parallel()
	x := newInProcessWith(t, func(s *serve.Service) { s.Quotas = model.Quotas{Records: 25} })
	token := x.world.Harbor.Token
	batch := func(n int) *httptest.ResponseRecorder {
		items := strings.TrimSuffix(strings.Repeat(`{"corporateName":"Elm Street Holdings"},`, n), ",")
		return x.do("POST", "/rest/insureds/batch", token, `{"items":[`+items+`]}`)
	}
	already := int(x.used(t).Records)
	require.Equal(t, http.StatusCreated, batch(20-already).Code)
	require.EqualValues(t, 20, x.used(t).Records)
	for _, n := range []int{6, 100} {
		w := batch(n)
		require.Equal(t, http.StatusUnprocessableEntity, w.Code)
		require.Contains(t, w.Body.String(), `"code":"quota_exceeded"`)
		require.Contains(t, w.Body.String(), fmt.Sprintf("may have 25 records in all and would have %d records", 20+n))
		require.EqualValues(t, 20, x.used(t).Records)
	}
	require.Equal(t, http.StatusCreated, batch(5).Code)
	w := x.do("POST", "/graphql", token, `{"query":"mutation { createInsuredGroup(input: {name: \"one more\"}) { id } }"}`)
	require.Contains(t, w.Body.String(), `"code":"quota_exceeded"`)
	require.Equal(t, http.StatusOK, x.do("GET", "/rest/insureds", token, "").Code)
	require.Equal(t, http.StatusCreated, x.do("POST", "/rest/insured-groups", x.world.HarborTest.Token, `{"name":"another portfolio"}`).Code)

	more := int64(1000)
	require.NoError(t, x.Store.SetQuotas(t.Context(), x.world.Harbor.Portfolio.ID(), model.QuotaOverrides{Records: &more}))
	require.Equal(t, http.StatusCreated, batch(50).Code)
}

// TestSoakR14Files: announced, uploaded and claimed bytes count where they are, and an upload over the quota is refused before
// its bytes come. The clean-up frees what nobody claimed.
func TestSoakR14Files(t *testing.T) {
	t.Parallel()
	const mib = 1 << 20
	x := newInProcessWith(t, func(s *serve.Service) { s.Quotas = model.Quotas{Claimed: 3 * mib, Unclaimed: 4 * mib} })
	token := x.world.Harbor.Token
	before := x.used(t)
	path, key := x.sign(t, token)
	require.EqualValues(t, mib, x.used(t).Unclaimed-before.Unclaimed, "announced")
	require.Equal(t, http.StatusOK, x.upload(path, 2*mib).Code)
	require.EqualValues(t, 2*mib, x.used(t).Unclaimed-before.Unclaimed, "uploaded")
	require.Equal(t, http.StatusOK, x.upload(path, mib).Code)
	require.EqualValues(t, mib, x.used(t).Unclaimed-before.Unclaimed, "uploaded again")
	w := x.upload(path, 5*mib)
	require.Equal(t, http.StatusUnprocessableEntity, w.Code, "%s", w.Body)
	require.Contains(t, w.Body.String(), `"code":"quota_exceeded"`)
	require.Contains(t, w.Body.String(), "may have 4 MiB of uploads")
	require.EqualValues(t, mib, x.used(t).Unclaimed-before.Unclaimed)

	kase := x.world.Case(t, x.world.Harbor)
	claim := func(key string) *httptest.ResponseRecorder {
		return x.do("POST", "/rest/documents", token,
			fmt.Sprintf(`{"docs":[{"caseId":"%s","fileName":"a.pdf","directUploadKey":"%s"}]}`, kase, key))
	}
	w = claim(key)
	require.Equal(t, http.StatusCreated, w.Code, "%s", w.Body)
	require.EqualValues(t, mib, x.used(t).Claimed-before.Claimed)
	require.Equal(t, before.Unclaimed, x.used(t).Unclaimed)
	path, key = x.sign(t, token)
	require.Equal(t, http.StatusOK, x.upload(path, 3*mib).Code)
	w = claim(key)
	require.Equal(t, http.StatusUnprocessableEntity, w.Code, "%s", w.Body)
	require.Contains(t, w.Body.String(), "may have 3 MiB of documents' files and would have 4 MiB")
	require.EqualValues(t, 3*mib, x.used(t).Unclaimed-before.Unclaimed, "nothing was claimed")

	x.sign(t, token)
	w = x.do("POST", "/rest/documents/sign-urls", token, `{"docs":[{"fileName":"a.pdf"}]}`)
	require.Equal(t, http.StatusUnprocessableEntity, w.Code, "%s", w.Body)
	old, err := x.Store.OldUploads(t.Context(), time.Now().Add(time.Hour), nil, 100)
	require.NoError(t, err)
	require.NoError(t, x.Store.DeleteUploads(t.Context(), old))
	require.Zero(t, x.used(t).Unclaimed, "freed by the clean-up")
	x.sign(t, token)
}

// TestRateOfBytes: bodies cost their token's rate of bytes, and uploads their portfolio's.
func TestRateOfBytes(t *testing.T) {
	t.Parallel()
	at := time.Now()
	gate := admission.New(admission.Config{PerMinute: 600, BytesPerMinute: 60_000, Now: func() time.Time { return at }})
	x := newInProcessWith(t, func(s *serve.Service) { s.Gate = gate })
	token := x.world.Harbor.Token
	body := `{"name":"` + strings.Repeat("x", 25_000) + `"}`
	for range 2 {
		require.Equal(t, http.StatusUnprocessableEntity, x.do("POST", "/rest/insured-groups", token, body).Code)
	}
	for _, path := range []string{"/rest/insured-groups", "/graphql"} {
		w := x.do("POST", path, token, body)
		require.Equal(t, http.StatusTooManyRequests, w.Code)
		require.Equal(t, "16", w.Header().Get("Retry-After"))
		require.Contains(t, w.Body.String(), `"code":"rate_limited"`)
	}
	require.Equal(t, http.StatusOK, x.do("GET", "/rest/cases", token, "").Code, "what has no body goes on")
	require.Equal(t, http.StatusUnprocessableEntity, x.do("POST", "/rest/insured-groups", x.world.HarborTest.Token, body).Code)

	path, _ := x.sign(t, token)
	require.Equal(t, http.StatusOK, x.upload(path, 50_000).Code)
	w := x.upload(path, 50_000)
	require.Equal(t, http.StatusTooManyRequests, w.Code)
	require.NotEmpty(t, w.Header().Get("Retry-After"))
	at = at.Add(time.Minute)
	require.Equal(t, http.StatusOK, x.upload(path, 50_000).Code)
	for range 40 {
		r := httptest.NewRequest(http.MethodPost, "/graphql", strings.NewReader(strings.Repeat(" ", 1000)))
		r.ContentLength = -1
		r.Header.Set("Authorization", "Bearer "+token)
		r.Header.Set("Content-Type", "application/json")
		x.Handler.ServeHTTP(httptest.NewRecorder(), r)
	}
	require.Equal(t, http.StatusTooManyRequests, x.do("POST", "/rest/insured-groups", token, body).Code, "a body without a length costs too")
}

// TestReadyWrites: a database that answers and takes no writes makes the node unready, and a write is 503 then.
func TestReadyWrites(t *testing.T) {
	t.Parallel()
	x := newInProcess(t)
	require.Equal(t, http.StatusOK, x.do("GET", "/readyz", "", "").Code)
	name := x.Store.Pool().Pgx().Config().ConnConfig.Database
	x.world.Exec(t, fmt.Sprintf("ALTER DATABASE %q SET default_transaction_read_only = on", name))
	x.Store.Pool().Pgx().Reset()
	require.Eventually(t, func() bool { return x.do("GET", "/readyz", "", "").Code == http.StatusServiceUnavailable },
		3*health.WritesKnownFor, 100*time.Millisecond)
	require.Equal(t, http.StatusOK, x.do("GET", "/healthz", "", "").Code)
	require.Equal(t, http.StatusOK, x.do("GET", "/rest/cases", x.world.Harbor.Token, "").Code)
	w := x.do("POST", "/rest/insured-groups", x.world.Harbor.Token, `{"name":"x"}`)
	require.Equal(t, http.StatusServiceUnavailable, w.Code, "%s", w.Body)
	_, err := x.Store.Pool().Pgx().Exec(t.Context(),
		fmt.Sprintf("BEGIN READ WRITE; ALTER DATABASE %q RESET default_transaction_read_only; COMMIT", name),
		pgx.QueryExecModeSimpleProtocol)
	require.NoError(t, err)
	x.Store.Pool().Pgx().Reset()
	require.Eventually(t, func() bool { return x.do("GET", "/readyz", "", "").Code == http.StatusOK }, 5*time.Second, 100*time.Millisecond)
}

// TestReadyWritesRarely: any number of probes write once in some seconds.
func TestReadyWritesRarely(t *testing.T) {
	t.Parallel()
	x := newInProcess(t)
	row := func() (version string) {
		require.NoError(t, x.Store.Pool().Pgx().QueryRow(t.Context(), "SELECT xmin::text FROM write_checks").Scan(&version))
		return version
	}
	require.Equal(t, http.StatusOK, x.do("GET", "/readyz", "", "").Code)
	first, begun := row(), time.Now()
	for range 100 {
		require.Equal(t, http.StatusOK, x.do("GET", "/readyz", "", "").Code)
	}
	if time.Since(begun) < health.WritesKnownFor {
		require.Equal(t, first, row())
	}
}
