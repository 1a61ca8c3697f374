package transfer_test

import (
	"bytes"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"github.com/urfave/cli/v3"

	"github.com/covertrack/covertrack/cmd/covertrack/command"
	"github.com/covertrack/covertrack/cmd/covertrack/transfer"
	"github.com/covertrack/covertrack/graph/dossier"
	"github.com/covertrack/covertrack/restcompat/resttest"
	"github.com/covertrack/covertrack/storage/storagetest"
)

// run runs a command line of `covertrack dossier`.
func run(t *testing.T, args ...string) (out string, err error) {
	t.Helper()
	var b bytes.Buffer
	root := &cli.Command{Name: "covertrack", Writer: &b, ErrWriter: &b, Commands: []*cli.Command{transfer.DossierCommand()}}
	command.Prepare(root)
	err = root.Run(t.Context(), append([]string{"covertrack", "dossier", "verify"}, args...))
	return b.String(), err
}

// TestDossierCommand checks an archive with keys from the installation, from its address and from a file; and one that was
// changed.
func TestDossierCommand(t *testing.T) {
	t.Parallel()
	s := resttest.Serve(t, storagetest.NewWorld(t), time.Now)
	c := s.As(s.Harbor.Token)
	loan := s.Case(t, s.Harbor).String()
	c.Document(t, loan, nil)
	answer := c.Do(t, http.MethodGet, "/rest/cases/"+loan+"/dossier", nil)
	answer = c.Do(t, http.MethodGet, answer.Header.Get("Location"), nil)
	require.Equal(t, http.StatusOK, answer.Status)
	folder := t.TempDir()
	file, keys := filepath.Join(folder, "dossier.zip"), filepath.Join(folder, "keys.json")
	require.NoError(t, os.WriteFile(file, answer.Body, 0o600))
	require.NoError(t, os.WriteFile(keys, c.Do(t, http.MethodGet, dossier.KeysPath, nil).Body, 0o600))
	for _, args := range [][]string{{file}, {file, "--keys", s.URL}, {"--keys", keys, file}} {
		out, err := run(t, args...)
		require.NoError(t, err)
		require.Contains(t, out, "ok       documents/001-Evidence.pdf")
		require.True(t, strings.HasSuffix(out, "nothing was changed\n"), out)
	}

	at := bytes.Index(answer.Body, []byte("%PDF-1.7"))
	changed := bytes.Clone(answer.Body)
	changed[at+7] = '6'
	require.NoError(t, os.WriteFile(file, changed, 0o600))
	out, err := run(t, file, "--keys", keys)
	require.ErrorContains(t, err, "1 of its files are wrong")
	require.Contains(t, out, "WRONG    documents/001-Evidence.pdf was changed")
	require.NotContains(t, out, "nothing was changed")

	_, err = run(t)
	require.ErrorContains(t, err, "name the file")
	_, err = run(t, filepath.Join(folder, "none.zip"))
	require.ErrorContains(t, err, "none.zip")
}
