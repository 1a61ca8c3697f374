package evidence_test

import (
	"bytes"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/graph/evidence"
	"github.com/covertrack/covertrack/model/credentials"
	"github.com/covertrack/covertrack/restcompat/resttest"
	"github.com/covertrack/covertrack/storage/storagetest"
)

type object = resttest.Object

// bench is a policy whose term ends soon, a link to its page, and the browser of somebody who got the link.
type bench struct {
	*resttest.Server
	c      *resttest.Client
	clock  time.Time
	caseID string
	policy string
	end    time.Time
	visitor
}

// visitor is a browser with the address of a link.
type visitor struct {
	base, link, url string
	*http.Client
}

// form is the page of the link.
func (v visitor) form() string { return v.base + "/evidence/form/" + v.link }

func newBench(t *testing.T) *bench {
	t.Helper()
	b := &bench{clock: time.Now().UTC().Truncate(time.Millisecond)}
	b.Server = resttest.Serve(t, storagetest.NewWorld(t), func() time.Time { return b.clock })
	b.c = b.As(b.Harbor.Token)
	b.caseID = b.FrameworkCase(t, b.Harbor).String()
	b.end = b.clock.Truncate(24*time.Hour).AddDate(0, 0, 20)
	b.policy = b.newPolicy(t, "EX-123")
	b.visitor = b.newVisitor(t, b.policy)
	return b
}

func (b *bench) newPolicy(t *testing.T, number string) (id string) {
	t.Helper()
	return b.c.Post(t, "/rest/policies", object{
		"caseId": b.caseID, "coverageLayer": "primary", "coverageTypes": []any{"building", "businessIncome"}, "perils": []any{"fire"},
		"startDate": b.end.AddDate(-1, 0, 0).Format(time.DateOnly), "endDate": b.end.Format(time.DateOnly), "policyNumber": number,
		"limits": []any{object{"coverageType": "building", "kind": "perOccurrence", "amount": object{"amount": "1000000.00", "currency": "USD"}}},
	}, http.StatusCreated)["id"].(string)
}

// newVisitor makes a link for a policy, and a browser that has not opened it yet.
func (b *bench) newVisitor(t *testing.T, policy string) visitor {
	t.Helper()
	made := b.c.Post(t, "/rest/policies/"+policy+"/evidence-links", nil, http.StatusCreated)
	return visitor{b.URL, made["id"].(string), made["url"].(string), newBrowser(t)}
}

func newBrowser(t *testing.T) *http.Client {
	t.Helper()
	jar, err := cookiejar.New(nil)
	require.NoError(t, err)
	return &http.Client{Jar: jar}
}

// answer is a whole response, with the address that it came from.
type answer struct {
	*http.Response
	body string
}

func read(t *testing.T, r *http.Response, err error) answer {
	t.Helper()
	require.NoError(t, err)
	body, err := io.ReadAll(r.Body)
	require.NoError(t, err)
	require.NoError(t, r.Body.Close())
	return answer{r, string(body)}
}

func (v visitor) get(t *testing.T, address string) answer {
	t.Helper()
	r, err := v.Get(address)
	return read(t, r, err)
}

// open follows the link.
func (v visitor) open(t *testing.T) answer {
	t.Helper()
	a := v.get(t, v.url)
	require.Equal(t, http.StatusOK, a.StatusCode, a.body)
	return a
}

// part is a field of a form, or a file of it.
type part struct{ name, file, content string }

func file(name string, content []byte) part { return part{"files", name, string(content)} }

func field(name, value string) part { return part{name: name, content: value} }

// formOf writes a form, as browsers do.
func formOf(t *testing.T, parts ...part) (contentType string, body []byte) {
	t.Helper()
	var out bytes.Buffer
	w := multipart.NewWriter(&out)
	for _, p := range parts {
		var to io.Writer
		var err error
		if p.file != "" {
			to, err = w.CreateFormFile(p.name, p.file)
		} else {
			to, err = w.CreateFormField(p.name)
		}
		require.NoError(t, err)
		_, err = io.WriteString(to, p.content)
		require.NoError(t, err)
	}
	require.NoError(t, w.Close())
	return w.FormDataContentType(), out.Bytes()
}

var onceForm = regexp.MustCompile(`name="once" value="([^"]+)"`)

// once is the name of the form on a page.
func (a answer) once(t *testing.T) part {
	t.Helper()
	found := onceForm.FindStringSubmatch(a.body)
	require.NotNil(t, found, a.body)
	return field("once", found[1])
}

// send sends a form with a name of its own, and follows where it leads.
func (v visitor) send(t *testing.T, parts ...part) answer {
	t.Helper()
	contentType, body := formOf(t, append([]part{field("once", fmt.Sprintf("%022d", time.Now().UnixNano())[:21]+"A")}, parts...)...)
	return v.post(t, contentType, body)
}

func (v visitor) post(t *testing.T, contentType string, body []byte) answer {
	t.Helper()
	r, err := v.Post(v.form(), contentType, bytes.NewReader(body))
	return read(t, r, err)
}

// evidence lists what was handed in for the policy.
func (b *bench) evidence(t *testing.T) []any {
	t.Helper()
	return b.evidenceOf(t, b.policy)
}

func (b *bench) evidenceOf(t *testing.T, policy string) []any {
	t.Helper()
	return b.c.Get(t, "/rest/evidence?policyId="+policy)["data"].([]any)
}

// scanned serves another page of the same server, with a scan command and a folder of its own.
func (b *bench) scanned(t *testing.T, command, folder string) visitor {
	t.Helper()
	scanner, err := evidence.NewScanner(command)
	require.NoError(t, err)
	page, err := evidence.New(evidence.Config{
		Engine: b.Engine, Links: b.Links, Blobs: b.Blobs, BaseURL: "https://covertrack.example.com",
		SigningKeys: credentials.SigningKeys{[]byte("another key")}, Scanner: scanner,
		Folder: folder, Now: time.Now, Logger: b.logger(t),
	})
	require.NoError(t, err)
	server := httptest.NewTLSServer(page.Handler())
	t.Cleanup(server.Close)
	v := b.newVisitor(t, b.policy)
	v.base, v.url = server.URL, strings.Replace(v.url, b.URL, server.URL, 1)
	jar := v.Jar
	v.Client = server.Client()
	v.Jar = jar
	return v
}

func (v visitor) cookies(t *testing.T) []*http.Cookie {
	t.Helper()
	at, err := url.Parse(v.form())
	require.NoError(t, err)
	return v.Jar.Cookies(at)
}
