//go:build program

package main

import (
	"context"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"
)

// killing is a portfolio on nodes that are killed in the middle of long work, and the folder that keeps their files.
type killing struct {
	dsn, token, folder string
}

func newKilling(t *testing.T) *killing {
	t.Helper()
	dsn := durableDatabase(t)
	return &killing{dsn: dsn, token: tokenOn(t, dsn), folder: strings.TrimPrefix(filesOf(dsn), "file://")}
}

// start starts nodes at once.
func (k *killing) start(t *testing.T, n int) (all []*server) {
	t.Helper()
	for range n {
		all = append(all, &server{process: start(t, on(k.dsn), "serve", "--data-dir", newDataDir(t), "--addr", "127.0.0.1:0",
			"--log-format", "json", "--mail", "off", "--blob-url", filesOf(k.dsn))})
	}
	for _, s := range all {
		k.await(t, func() bool { return s.logged("ready") != nil || s.over() })
		require.NotNil(t, s.logged("ready"), s.stderr.String())
		s.url = s.logged("ready")["url"].(string)
	}
	return all
}

func (k *killing) await(t *testing.T, is func() bool) {
	t.Helper()
	require.Eventually(t, is, time.Minute, time.Millisecond)
}

// count is the answer of a query that counts.
func (k *killing) count(t *testing.T, query string) (n int) {
	t.Helper()
	scan(t, k.dsn, query, &n)
	return n
}

// files are the paths below a folder of the object store.
func (k *killing) files(t *testing.T, below string) (paths []string) {
	t.Helper()
	err := filepath.WalkDir(filepath.Join(k.folder, below), func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			paths = append(paths, path)
		}
		if os.IsNotExist(err) {
			return nil
		}
		return err
	})
	require.NoError(t, err)
	return paths
}

// TestKillExport kills the nodes that write an export: one when it has begun, the next one between files. Others go on: each file is
// whole, no part of a file is left, and one event says that the export is done.
func TestKillExport(t *testing.T) {
	t.Parallel()
	k := newKilling(t)
	line(t, on(k.dsn), "load", "--cases", "2000", "--lender", "Acme Bank", "--data-dir", newDataDir(t), "--blob-url", filesOf(k.dsn))
	node := k.start(t, 1)[0]
	id := node.create(t, k.token, "/rest/exports", `{"format": "csv"}`)
	for round, isAt := range []func() bool{
		func() bool { return k.count(t, "SELECT count(*) FROM exports WHERE state = 'running'") == 1 },
		func() bool {
			return len(k.files(t, "exports")) > 3 && k.count(t, "SELECT max(attempt) FROM exports") == 2
		},
	} {
		k.await(t, isAt)
		require.NoError(t, node.Process.Kill())
		node.ended(t)
		require.Equal(t, 1, k.count(t, fmt.Sprintf("SELECT count(*) FROM exports WHERE state = 'running' AND attempt = %d", round+1)))
		scan(t, k.dsn, "UPDATE exports SET leased_until = now()") // the time of the dead node is over
		if round == 0 {
			node = k.start(t, 1)[0]
		}
	}
	node = k.start(t, 2)[0]
	k.await(t, func() bool { return k.count(t, "SELECT count(*) FROM exports WHERE state = 'done'") == 1 })
	require.Equal(t, 3, k.count(t, "SELECT attempt FROM exports"), "one of both nodes has written it")
	require.Equal(t, 1, k.count(t, "SELECT count(*) FROM audit_events WHERE action = 'export.updated'"))

	status, text, err := node.send(http.MethodGet, "/rest/exports/"+id, k.token, "")
	require.NoError(t, err)
	require.Equal(t, http.StatusOK, status, text)
	var export struct {
		Records int
		Files   []struct {
			Name, URL string
			Records   int
		}
	}
	require.NoError(t, json.Unmarshal([]byte(text), &export))
	require.Len(t, k.files(t, "exports"), len(export.Files), "nothing is left of what was cut off")
	all := 0
	for _, f := range export.Files {
		if f.Name != "columns.csv" && strings.HasSuffix(f.Name, ".csv") {
			require.Equal(t, f.Records, k.rows(t, f.URL), f.Name)
			all += f.Records
		}
	}
	require.Equal(t, export.Records, all)
	for noun, table := range map[string]string{"cases.csv": "cases", "policies.csv": "policies", "documents.csv": "documents"} {
		for _, f := range export.Files {
			if f.Name == noun {
				require.Equal(t, k.count(t, "SELECT count(*) FROM "+table), f.Records, noun)
			}
		}
	}
}

// rows are the records in a file of an export.
func (k *killing) rows(t *testing.T, url string) int {
	t.Helper()
	r, err := http.Get(url)
	require.NoError(t, err)
	defer func() { _ = r.Body.Close() }()
	require.Equal(t, http.StatusOK, r.StatusCode)
	records, err := csv.NewReader(r.Body).ReadAll()
	require.NoError(t, err)
	return len(records) - 1
}

// TestKillErase kills erasures: one that has done all but to commit, and one whose records are gone. Two nodes that start at once
// bring each to its end, once.
func TestKillErase(t *testing.T) {
	t.Parallel()
	k := newKilling(t)
	node := k.start(t, 1)[0]
	insured := node.create(t, k.token, "/rest/insureds", `{"firstName": "Zebulon", "lastName": "Quixworth"}`)
	loan := node.dueNotice(t, k.token)
	status, text, err := node.send(http.MethodPatch, "/rest/cases/"+loan, k.token, fmt.Sprintf(`{"insureds": [%q]}`, insured))
	require.NoError(t, err)
	require.Equal(t, http.StatusOK, status, text)

	release := k.block(t, "erasures")
	erase := start(t, on(k.dsn), "erase", "--insured", insured, "--data-dir", newDataDir(t), "--blob-url", filesOf(k.dsn))
	k.await(t, func() bool {
		return k.count(t, "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE 'INSERT INTO erasures%'") == 1
	})
	require.NoError(t, erase.Process.Kill())
	erase.ended(t)
	release()
	named := "SELECT count(*) FROM insureds WHERE last_name = 'Quixworth'"
	require.Equal(t, 1, k.count(t, named), "nothing is half erased")
	nodes := k.start(t, 2)
	require.Zero(t, k.count(t, named))
	k.requireOnce(t, "insured.updated", insured)
	for _, s := range append(nodes, node) {
		status, text, err = s.send(http.MethodGet, "/rest/cases/"+loan+"?expand=insureds", k.token, "")
		require.NoError(t, err)
		require.NotContains(t, text, "Quixworth", status)
		require.NoError(t, s.Process.Kill())
	}
	k.killedWhenDone(t, loan)
}

// killedWhenDone kills an erasure of a case as soon as its records are gone. Its files go with the next clean-up.
func (k *killing) killedWhenDone(t *testing.T, loan string) {
	t.Helper()
	key := "documents/of/" + loan
	path := filepath.Join(k.folder, key)
	require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
	require.NoError(t, os.WriteFile(path, []byte("%PDF-1.7"), 0o600))
	scan(t, k.dsn, fmt.Sprintf(`INSERT INTO documents (portfolio_id, id, case_id, category_id, file_name, file_type, name, versions, blob_key,
		created_at, updated_at) SELECT portfolio_id, gen_random_uuid(), id, (SELECT id FROM document_categories LIMIT 1),
			'a.pdf', 'application/pdf',
		'a', '{}', '%s', now(), now() FROM cases WHERE id = '%s'`, key, loan))
	erase := start(t, on(k.dsn), "erase", "--case", loan, "--data-dir", newDataDir(t), "--blob-url", filesOf(k.dsn))
	k.await(t, func() bool { return k.count(t, "SELECT count(*) FROM erasures") == 2 })
	_ = erase.Process.Kill()
	erase.ended(t)
	scan(t, k.dsn, "DELETE FROM river_job") // the hour of the next clean-up has come
	k.start(t, 2)
	k.await(t, func() bool {
		_, err := os.Stat(path)
		return os.IsNotExist(err)
	})
	k.requireOnce(t, "case.deleted", loan)
	require.Zero(t, k.count(t, "SELECT (SELECT count(*) FROM cases) + (SELECT count(*) FROM documents)"))
}

// requireOnce expects both trails to tell of an erasure once: that of the portfolio what it did, that of the installation that it was.
func (k *killing) requireOnce(t *testing.T, action, id string) {
	t.Helper()
	for _, told := range []string{"actor_name = 'erasure' AND action = '" + action + "'", "action = 'data.erased'"} {
		require.Equal(t, 1, k.count(t, fmt.Sprintf("SELECT count(*) FROM audit_events WHERE %s AND subject_id = '%s'", told, id)))
	}
}

// block lets nobody write to a table until it is released.
func (k *killing) block(t *testing.T, table string) (release func()) {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), k.dsn)
	require.NoError(t, err)
	t.Cleanup(func() { _ = conn.Close(context.Background()) })
	tx, err := conn.Begin(t.Context())
	require.NoError(t, err)
	_, err = tx.Exec(t.Context(), "LOCK TABLE "+table+" IN SHARE MODE")
	require.NoError(t, err)
	return func() { require.NoError(t, tx.Rollback(context.Background())) }
}
