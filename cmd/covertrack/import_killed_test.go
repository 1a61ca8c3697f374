//go:build program

package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// loansKilled are more than are written in one transaction.
const loansKilled = 6000

// TestKillImport kills the nodes that check, commit and revert an import, each between chunks. Others go on: each loan is there once and
// was made once, and after the reversal none is there.
func TestKillImport(t *testing.T) {
	t.Parallel()
	k := newKilling(t)
	nodes := k.start(t, 2)
	node := nodes[0]
	program := node.graphQL(t, k.token,
		`mutation { it: createProgram(input: {name: "P", productTypes: [{key: "property", name: "Property"}]}) { id } }`)
	key := k.uploadLoans(t, node)
	made := node.create(t, k.token, "/rest/imports", fmt.Sprintf(`{"files": [{"fileName": "loans.csv", "directUploadKey": %q}]}`, key))
	k.reaches(t, "mapping")

	step := func(path, body, during, until string, chunks int) {
		t.Helper()
		status, text, err := node.send(http.MethodPost, "/rest/imports/"+made+"/"+path, k.token, body)
		require.NoError(t, err)
		require.Equal(t, http.StatusOK, status, text)
		k.await(t, func() bool { return k.count(t, "SELECT chunks FROM imports") >= chunks })
		for _, s := range nodes {
			require.NoError(t, s.Process.Kill())
		}
		for _, s := range nodes {
			s.ended(t)
		}
		var state string
		scan(t, k.dsn, "SELECT state FROM imports", &state)
		require.Equal(t, during, state, "they were killed in the middle")
		k.nextNodes(t)
		nodes = k.start(t, 2)
		node = nodes[0]
		k.reaches(t, until)
	}
	step("map", fmt.Sprintf(`{"columns": [{"to": "case.program", "value": %q}]}`, program), "checking", "checked", 0)
	require.Zero(t, k.count(t, "SELECT count(*) FROM cases"))
	step("commit", "{}", "committing", "committed", 2)
	require.Equal(t, loansKilled, k.count(t, "SELECT count(*) FROM cases"))
	require.Equal(t, loansKilled, k.count(t, "SELECT count(DISTINCT loan_number) FROM cases"))
	k.requireEach(t, "case.created")
	status, text, err := node.send(http.MethodGet, "/rest/imports/"+made, k.token, "")
	require.NoError(t, err)
	require.Equal(t, http.StatusOK, status)
	var committed struct{ Counts struct{ Create, Refused int } }
	require.NoError(t, json.Unmarshal([]byte(text), &committed))
	require.Equal(t, [2]int{loansKilled, 0}, [2]int{committed.Counts.Create, committed.Counts.Refused})
	step("revert", "{}", "reverting", "reverted", 2)
	require.Zero(t, k.count(t, "SELECT count(*) FROM cases"))
	k.requireEach(t, "case.deleted")
}

// reaches waits for a state of the import.
func (k *killing) reaches(t *testing.T, state string) {
	t.Helper()
	var is string
	require.Eventually(t, func() bool {
		scan(t, k.dsn, "SELECT state || coalesce(': ' || failure, '') FROM imports", &is)
		return is == state || strings.HasPrefix(is, "failed")
	}, 2*time.Minute, 5*time.Millisecond)
	require.Equal(t, state, is)
}

// nextNodes lets the time of a dead node be over, so that the next ones need not wait for it.
func (k *killing) nextNodes(t *testing.T) {
	t.Helper()
	scan(t, k.dsn, "UPDATE imports SET leased_until = now()")
	scan(t, k.dsn, "DELETE FROM river_job")
	scan(t, k.dsn, "DELETE FROM river_leader")
}

// requireEach expects that something happened to each loan once.
func (k *killing) requireEach(t *testing.T, action string) {
	t.Helper()
	of := " FROM audit_events WHERE action = '" + action + "'"
	require.Equal(t, loansKilled, k.count(t, "SELECT count(*)"+of))
	require.Equal(t, loansKilled, k.count(t, "SELECT count(DISTINCT subject_id)"+of))
}

// uploadLoans uploads a file of loans and returns its key.
func (k *killing) uploadLoans(t *testing.T, s *server) string {
	t.Helper()
	var book strings.Builder
	book.WriteString("Loan Number,Loan Amount,Maturity Date\n")
	for n := range loansKilled {
		fmt.Fprintf(&book, "LN-%d,%d.00,2034-01-31\n", n, 1000+n)
	}
	status, answer, err := s.send(http.MethodPost, "/rest/documents/sign-urls", k.token, `{"docs":[{"fileName":"loans.csv"}]}`)
	require.NoError(t, err)
	require.Less(t, status, 300, answer)
	var signed struct{ SignedURL, DirectUploadKey, FileType string }
	decodeFirst(t, answer, &signed)
	r, err := http.NewRequest(http.MethodPut, signed.SignedURL, strings.NewReader(book.String()))
	require.NoError(t, err)
	r.Header.Set("Content-Type", signed.FileType)
	put, err := http.DefaultClient.Do(r)
	require.NoError(t, err)
	require.NoError(t, put.Body.Close())
	require.Equal(t, http.StatusOK, put.StatusCode)
	return signed.DirectUploadKey
}
