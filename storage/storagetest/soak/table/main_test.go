package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestPublish runs everything, then a part, then a part that fails: rows of lines that a run did not try stay as they were.
func TestPublish(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	document, results := filepath.Join(dir, "reliability.md"), filepath.Join(dir, "soak.jsonl")
	write := func(file, text string) { require.NoError(t, os.WriteFile(file, []byte(text), 0o600)) }
	write(document, "# Results\n"+begin+end+"\nafter\n")
	requireTable := func(rows string) {
		t.Helper()
		text, err := os.ReadFile(document)
		require.NoError(t, err)
		require.Equal(t, "# Results\n"+begin+header+rows+end+"\nafter\n", string(text))
	}
	const r3 = "| R3 | 1000 | 2026-11-20 | 4000 calls |\n"

	write(results, `{"line":"R6","what":"a \\| or | b","tried":5,"failed":0}
{"line":"R3","what":"histories","tried":1000,"failed":0,"note":"4000 calls"}
`)
	failed, err := publish(results, document, "2026-11-20", &bytes.Buffer{})
	require.NoError(t, err)
	require.False(t, failed)
	requireTable(r3 + "| R6 | 5 | 2026-11-20 |  |\n")

	write(results, `{"line":"R6","what":"other","tried":1,"failed":0,"note":"y | z"} `+
		`{"line":"R6","what":"more","tried":7,"failed":1,"note":"x"}`)
	var out bytes.Buffer
	failed, err = publish(results, document, "2026-11-21", &out)
	require.NoError(t, err)
	require.True(t, failed)
	require.Equal(t, "R6, other: 1 tried, 0 failed. y | z\nR6, more: 7 tried, 1 failed. x\n", out.String(), "only what was run is printed")
	requireTable(r3 + `| R6 | 8, 1 failed | 2026-11-21 | x; y \| z |` + "\n")

	write(results, `{"line":"R3","what":"histories"}`)
	failed, err = publish(results, document, "2026-11-22", &out)
	require.NoError(t, err)
	require.True(t, failed, "nothing was tried")
}

// TestPublishRefuses: a document without the place for the table, and a broken or missing file, change nothing.
func TestPublishRefuses(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	document, results := filepath.Join(dir, "reliability.md"), filepath.Join(dir, "soak.jsonl")
	_, err := publish(results, document, "", &bytes.Buffer{})
	require.ErrorIs(t, err, os.ErrNotExist)
	require.NoError(t, os.WriteFile(results, []byte(`{"line":`), 0o600))
	require.NoError(t, os.WriteFile(document, []byte("no table\n"), 0o600))
	_, err = publish(results, document, "", &bytes.Buffer{})
	require.ErrorContains(t, err, "soak.jsonl")
	require.NoError(t, os.WriteFile(results, nil, 0o600))
	_, err = publish(results, document, "", &bytes.Buffer{})
	require.ErrorContains(t, err, "are missing")
	text, err := os.ReadFile(document)
	require.NoError(t, err)
	require.Equal(t, "no table\n", string(text))
}
