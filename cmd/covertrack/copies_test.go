//go:build program

package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/cmd/covertrack/command"
	"github.com/covertrack/covertrack/storage/blob/s3test"
	"github.com/covertrack/covertrack/storage/storagetest/soak"
)

// notTheOwner is what every refusal says first.
const notTheOwner = "this database is not the one that owns the object store"

// production is an installation with a letter that is due, a document, and an upload that it claims after it was copied.
type production struct {
	dsn, store, token string
	mail              mailbox
	smtp              string
	loan, document    string // ids
	upload            string // key of a file that was uploaded and not claimed
}

// newProduction makes one on an empty database and an object store. Nothing of it runs when it returns.
func newProduction(t *testing.T, dsn, store string) *production {
	t.Helper()
	p := &production{dsn: dsn, store: store}
	mail, address := newMailbox(t)
	p.mail, p.smtp = mail, "smtp://"+address
	s := p.serve(t, "--workers", "0")
	org := line(t, on(dsn), "org", "create", "--name", "Acme", "--lender", "Acme Bank", "--plan", "full")
	p.token = line(t, on(dsn), "token", "create", "--org", org, "--mode", "live")
	program := s.graphQL(t, p.token,
		`mutation { it: createProgram(input: {name: "P", productTypes: [{key: "property", name: "Property"}]}) { id } }`)
	broker := s.graphQL(t, p.token, `mutation { it: createBroker(input: {email: "broker@example.com", displayName: "A Broker"}) { id } }`)
	p.loan = s.create(t, p.token, "/rest/cases", fmt.Sprintf(`{"status":"OPEN","program":%q,"insuranceContacts":[%q]}`, program, broker))
	end := time.Now().AddDate(0, 0, 10).Format(time.DateOnly)
	s.create(t, p.token, "/rest/policies", fmt.Sprintf(`{"caseId":%q,"productType":"property","endDate":%q}`, p.loan, end))
	p.document = p.claim(t, s, p.put(t, s))
	p.upload = p.put(t, s)
	s.stop(t)
	return p
}

// serve starts a node of production, with its mail server.
func (p *production) serve(t *testing.T, args ...string) *server {
	t.Helper()
	return p.serveFrom(t, p.store, append([]string{"--smtp-url", p.smtp}, args...)...)
}

// serveFrom starts a node of its database on an object store.
func (p *production) serveFrom(t *testing.T, store string, args ...string) *server {
	t.Helper()
	return serveOn(t, newDataDir(t), p.command, slices.Concat(unlimited, []string{"--blob-url", store}, args)...)
}

// command has a command work on its database, with what a bucket asks for.
func (p *production) command(cmd *exec.Cmd) {
	on(p.dsn)(cmd)
	cmd.Env = append(cmd.Env, s3test.Credentials...)
}

// put uploads a file and answers its key.
func (p *production) put(t *testing.T, s *server) string {
	t.Helper()
	status, answer, err := s.send(http.MethodPost, "/rest/documents/sign-urls", p.token, `{"docs":[{"fileName":"evidence.pdf"}]}`)
	require.NoError(t, err)
	require.Less(t, status, 300, answer)
	signed := struct{ DirectUploadKey, SignedURL string }{}
	decodeFirst(t, answer, &signed)
	r, err := http.NewRequest(http.MethodPut, signed.SignedURL, strings.NewReader("%PDF-1.7"))
	require.NoError(t, err)
	r.Header.Set("Content-Type", "application/pdf")
	answered, err := http.DefaultClient.Do(r)
	require.NoError(t, err)
	require.NoError(t, answered.Body.Close())
	require.Equal(t, http.StatusOK, answered.StatusCode)
	return signed.DirectUploadKey
}

// claim makes a document of an upload and answers its id.
func (p *production) claim(t *testing.T, s *server, upload string) string {
	t.Helper()
	status, answer, err := s.send(http.MethodPost, "/rest/documents", p.token,
		fmt.Sprintf(`{"docs":[{"caseId":%q,"fileName":"evidence.pdf","directUploadKey":%q}]}`, p.loan, upload))
	require.NoError(t, err)
	require.Equal(t, http.StatusCreated, status, answer)
	var document struct{ ID string }
	decodeFirst(t, answer, &document)
	return document.ID
}

// decodeFirst reads the first record of a list, whatever member it is in.
func decodeFirst(t *testing.T, answer string, into any) {
	t.Helper()
	at := strings.Index(answer, "[{")
	require.GreaterOrEqual(t, at, 0, answer)
	require.NoError(t, json.NewDecoder(strings.NewReader(answer[at+1:])).Decode(into))
}

// requireFile downloads the file of a document.
func (p *production) requireFile(t *testing.T, s *server, document string) {
	t.Helper()
	status, answer, err := s.send(http.MethodGet, "/rest/documents/"+document, p.token, "")
	require.NoError(t, err)
	require.Equal(t, http.StatusOK, status, answer)
	var found struct{ URL string }
	require.NoError(t, json.Unmarshal([]byte(answer), &found))
	download, err := http.Get(found.URL)
	require.NoError(t, err)
	defer func() { _ = download.Body.Close() }()
	content, err := io.ReadAll(download.Body)
	require.NoError(t, err)
	require.Equal(t, "%PDF-1.7", string(content))
}

// restore dumps production and restores it into an empty database.
func (p *production) restore(t *testing.T, into string) *production {
	t.Helper()
	dump := filepath.Join(t.TempDir(), "covertrack.dump")
	tool(t, p.dsn, "pg_dump", "--format=custom", "--file="+dump, "--dbname="+p.dsn)
	tool(t, p.dsn, "pg_restore", "--no-owner", "--no-acl", "--dbname="+into, dump)
	dumped := *p
	dumped.dsn = into
	return &dumped
}

// tool runs a program of Postgres.
func tool(t *testing.T, dsn, name string, args ...string) {
	t.Helper()
	var dir string
	scan(t, dsn, "SELECT setting FROM pg_config WHERE name = 'BINDIR'", &dir)
	out, err := exec.Command(filepath.Join(dir, name), args...).CombinedOutput()
	require.NoError(t, err, string(out))
}

// refused starts a node and expects that it ends, and why.
func (p *production) refused(t *testing.T, why string) {
	t.Helper()
	s := start(t, p.command, "serve", "--data-dir", newDataDir(t), "--addr", "127.0.0.1:0", "--blob-url", p.store, "--smtp-url", p.smtp)
	require.Equal(t, command.ExitFailure, s.ended(t), s.stderr.String())
	for _, want := range []string{notTheOwner, why, "covertrack serve --restored", "covertrack adopt --blob-url"} {
		require.Contains(t, s.stderr.String(), want)
	}
	run := start(t, p.command, "renewals", "run", "--data-dir", newDataDir(t), "--blob-url", p.store, "--smtp-url", p.smtp)
	require.Equal(t, command.ExitFailure, run.ended(t), run.stderr.String())
	require.Contains(t, run.stderr.String(), notTheOwner)
}

// looked has a copy served as restored: it answers and writes, and it sends nothing and removes nothing.
func (p *production) looked(t *testing.T) {
	t.Helper()
	s := p.serve(t, "--restored")
	_, ready, err := s.send(http.MethodGet, "/readyz", "", "")
	require.NoError(t, err)
	require.Contains(t, ready, `"installation":"restored"`)
	_, metrics, err := s.send(http.MethodGet, "/metrics", "", "")
	require.NoError(t, err)
	require.Contains(t, metrics, "\ncovertrack_restored 1\n")
	require.NotNil(t, s.logged("running as restored (--restored): no mail is sent, no job runs, nothing is removed"))
	p.requireFile(t, s, p.document)
	s.create(t, p.token, "/rest/insureds", `{"corporateName":"Written in the copy"}`)
	time.Sleep(1500 * time.Millisecond) // jobs would begin within a second
	s.stop(t)
}

// sends starts a node of production, which sends the letter that is due, claims the upload, and cleans up.
func (p *production) sends(t *testing.T) (late string) {
	t.Helper()
	s := p.serve(t)
	require.Equal(t, "broker@example.com", p.mail.next(t))
	_, metrics, err := s.send(http.MethodGet, "/metrics", "", "")
	require.NoError(t, err)
	require.Contains(t, metrics, "\ncovertrack_restored 0\n")
	late = p.claim(t, s, p.upload)
	s.stop(t)
	return late
}

// silent expects that no letter was sent.
func (p *production) silent(t *testing.T) {
	t.Helper()
	select {
	case to := <-p.mail.got:
		require.Fail(t, "a letter was sent again", to)
	default:
	}
}

// TestSoakR13Restored is reliability R13 with a dump that is restored beside its original, on one folder of files: into
// the same cluster, and into another one.
func TestSoakR13Restored(t *testing.T) {
	soak.Parallel(t)
	tally := soak.NewTally(t, "R13", "dumps restored beside their original on one store: nothing sent, nothing removed, until adopted")
	p := newProduction(t, durableDatabase(t), "file://"+newDataDir(t))
	tally.Tried(2)
	besides(t, p, p.restore(t, emptyDurableDatabase(t)), "OID")
	elsewhere := newOtherCluster(t)
	besides(t, p, p.restore(t, elsewhere.database(t, "covertrack")), "Postgres cluster")
}

// TestSoakR13S3 does so in a bucket of S3.
func TestSoakR13S3(t *testing.T) {
	soak.Parallel(t)
	store := s3test.Serve(t)
	tally := soak.NewTally(t, "R13", "the same in a bucket of S3, the copy being given a prefix of its own")
	tally.Tried(1)
	p := newProduction(t, durableDatabase(t), store)
	besides(t, p, p.restore(t, emptyDurableDatabase(t)), "OID")
}

// besides has production go on beside a copy of it, and then the copy adopted.
func besides(t *testing.T, p, dumped *production, why string) {
	t.Helper()
	if p.upload != "" {
		dumped.refused(t, why)
		late := p.sends(t)
		defer func() {
			s := p.serve(t)
			p.requireFile(t, s, late)
			p.requireFile(t, s, p.document)
			s.stop(t)
			p.silent(t)
		}()
		p.upload = ""
	}
	scan(t, dumped.dsn, "UPDATE uploads SET created_at = created_at - interval '25 h', expires_at = expires_at - interval '25 h'")
	dumped.refused(t, why)
	dumped.looked(t)
	p.silent(t)
	dumped.adoptBeside(t)
}

// adoptBeside gives a copy a store of its own, in which it is like any other installation.
func (p *production) adoptBeside(t *testing.T) {
	t.Helper()
	own := "file://" + newDataDir(t)
	if u, err := url.Parse(p.store); err == nil && u.Scheme == "s3" {
		own = p.store + "&prefix=staging%2F"
	}
	adopt := func(args ...string) *process {
		x := start(t, p.command, append([]string{"adopt", "--data-dir", newDataDir(t)}, args...)...)
		x.ended(t)
		return x
	}
	busy := adopt("--blob-url", p.store)
	require.Equal(t, command.ExitFailure, busy.ProcessState.ExitCode())
	require.Contains(t, busy.stderr.String(), "--take-over")
	bare := adopt("--blob-url", own)
	require.Equal(t, command.ExitFailure, bare.ProcessState.ExitCode())
	require.Contains(t, bare.stderr.String(), "--copy-from")
	done := adopt("--blob-url", own, "--copy-from", p.store)
	require.Equal(t, command.ExitOK, done.ProcessState.ExitCode(), done.stderr.String())
	require.Contains(t, done.stdout.String(), " files copied")
	again := adopt("--blob-url", own, "--copy-from", p.store, "--take-over")
	require.Contains(t, again.stdout.String(), " 0 files copied", "what is there is not copied again")

	adopted := *p
	adopted.store = own
	line(t, p.command, "backup", "verify", "--data-dir", newDataDir(t), "--blob-url", own)
	s := p.serveFrom(t, own)
	adopted.requireFile(t, s, p.document)
	_, ready, err := s.send(http.MethodGet, "/readyz", "", "")
	require.NoError(t, err)
	require.NotContains(t, ready, "restored")
	s.stop(t)
	p.refused(t, "belongs to the installation")
}

// TestSoakR13Physical copies the whole data folder of a stopped Postgres, which has the same identifier and the same OID
// then. Whichever starts first on the store owns it; the other one is refused, until it takes over.
func TestSoakR13Physical(t *testing.T) {
	soak.Parallel(t)
	tally := soak.NewTally(t, "R13", "physical copies on the store of their original, started before or after it")
	for name, first := range map[string]int{"original first": 0, "copy first": 1} {
		t.Run(name, func(t *testing.T) {
			soak.Parallel(t)
			tally.Tried(1)
			c := newCluster(t)
			p := newProduction(t, c.database(t, "covertrack"), "file://"+newDataDir(t))
			require.NoError(t, c.server.Stop(context.Background()))
			d := &cluster{dir: newDataDir(t)}
			out, err := exec.Command("cp", "-a", c.dir, d.dir).CombinedOutput()
			require.NoError(t, err, string(out))
			c.start(t)
			d.start(t)
			t.Cleanup(func() { require.NoError(t, d.server.Stop(context.Background())) })
			both := []*production{p, {}}
			*both[1] = *p
			both[0].dsn, both[1].dsn = c.server.DSN("covertrack"), d.server.DSN("covertrack")
			owner, other := both[first], both[1-first]
			late := owner.sends(t)
			other.refused(t, "which this database has never made")
			other.looked(t)
			p.silent(t)
			s := owner.serve(t)
			owner.requireFile(t, s, late)

			line(t, other.command, "adopt", "--data-dir", newDataDir(t), "--blob-url", p.store, "--take-over")
			s.stop(t)
			owner.refused(t, "belongs to the installation")
		})
	}
}

// TestSoakR13Nodes starts the nodes of one installation at the same time, kills them and starts them again: none is
// taken for a copy.
func TestSoakR13Nodes(t *testing.T) {
	soak.Parallel(t)
	rounds := soak.Count(2, 25)
	const nodes = 4
	dsn := durableDatabase(t)
	line(t, on(dsn), "migrate", "up")
	tally := soak.NewTally(t, "R13", "nodes of one installation, started together and killed: none is taken for a copy")
	for range rounds {
		var all []*process
		for range nodes {
			all = append(all, start(t, on(dsn), "serve", "--data-dir", newDataDir(t), "--addr", "127.0.0.1:0",
				"--log-format", "json", "--blob-url", filesOf(dsn)))
		}
		for _, p := range all {
			require.Eventually(t, func() bool { return p.logged("ready") != nil || p.over() }, time.Minute, 5*time.Millisecond)
			require.NotNil(t, p.logged("ready"), p.stderr.String())
			tally.Tried(1)
		}
		for _, p := range all {
			require.NoError(t, p.Process.Kill())
			p.ended(t)
			require.NotContains(t, p.stderr.String(), "runs as restored")
		}
	}
}
