package embedded

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// install makes a folder that looks like an installation of Postgres.
func install(t *testing.T, dir, version string) string {
	t.Helper()
	require.NoError(t, os.MkdirAll(dir, 0o750))
	script := fmt.Sprintf("#!/bin/sh\necho 'postgres (PostgreSQL) %s'\n", version)
	for _, name := range []string{"postgres", "initdb"} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(script), 0o700)) // A program.
	}
	return dir
}

func TestFindBinaries(t *testing.T) {
	root, err := filepath.EvalSymlinks(t.TempDir())
	require.NoError(t, err)
	old := install(t, filepath.Join(root, "14/bin"), "14.12")
	fifteen := install(t, filepath.Join(root, "15/bin"), "15.18 (Debian 15.18-0+deb12u1)")
	seventeen := install(t, filepath.Join(root, "17/bin"), "17.2")
	beta := install(t, filepath.Join(root, "18/bin"), "18beta1")
	links := filepath.Join(root, "links")
	require.NoError(t, os.Mkdir(links, 0o750))
	require.NoError(t, os.Symlink(filepath.Join(fifteen, "postgres"), filepath.Join(links, "postgres")))
	empty := filepath.Join(root, "empty")
	require.NoError(t, os.Mkdir(empty, 0o750))
	t.Chdir(empty)

	cases := map[string]struct {
		search []string
		binDir string
		want   int
		found  string // empty: none
		says   string
	}{
		"newest":                      {search: []string{old, seventeen, fifteen, beta}, found: beta},
		"data_folders_own":            {search: []string{old, seventeen, fifteen, beta}, want: 15, found: fifteen},
		"link_is_resolved":            {search: []string{links}, found: fifteen},
		"named_folder_alone":          {search: []string{seventeen}, binDir: fifteen, found: fifteen},
		"named_folder_without":        {search: []string{seventeen}, binDir: empty, says: "--pg-bin " + empty},
		"named_folder_of_other_major": {binDir: seventeen, want: 15, says: "17 in " + seventeen},
		"too_old":                     {search: []string{old}, says: "14 in " + old},
		"none":                        {search: []string{empty, "relative"}, says: "install"},
		"none_of_the_data_folders":    {search: []string{seventeen}, want: 15, says: "the data folder is of Postgres 15"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Setenv(SearchEnv, strings.Join(c.search, string(os.PathListSeparator)))
			b, err := findBinaries(c.binDir, c.want)
			if c.found != "" {
				require.NoError(t, err)
				require.Equal(t, c.found, b.dir)
				return
			}
			require.ErrorIs(t, err, ErrNoPostgres)
			require.ErrorContains(t, err, c.says)
		})
	}
}

func TestFindFetchedBinaries(t *testing.T) {
	root, err := filepath.EvalSymlinks(t.TempDir())
	require.NoError(t, err)
	fetched := install(t, filepath.Join(root, ".tools/postgres/package/native/bin"), "17.10")
	system := install(t, filepath.Join(root, "system"), "15.1")
	inner := filepath.Join(root, "a/b")
	require.NoError(t, os.MkdirAll(inner, 0o750))
	t.Setenv(SearchEnv, "")

	t.Chdir(root)
	b, err := findBinaries("", 0)
	require.NoError(t, err)
	require.Equal(t, fetched, b.dir)

	t.Chdir(inner)
	_, err = findBinaries("", 0)
	require.ErrorIs(t, err, ErrNoPostgres, "no module's root above")
	require.NoError(t, os.WriteFile(filepath.Join(root, "go.mod"), nil, 0o600))
	_, err = findBinaries("", 0)
	require.NoError(t, err)

	t.Setenv(SearchEnv, system)
	b, err = findBinaries("", 0)
	require.NoError(t, err)
	require.Equal(t, system, b.dir, "the machine's own comes first")
}
