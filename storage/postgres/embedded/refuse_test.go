package embedded

import (
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestStartRefuses(t *testing.T) {
	t.Parallel()
	newest, err := findBinaries("", 0)
	require.NoError(t, err)
	cases := map[string]struct {
		files map[string]string // in the data folder, before the start
		err   error
		says  string
	}{
		"foreign_cluster": {
			files: map[string]string{"postgres/data/PG_VERSION": strconv.Itoa(newest.major), "postgres/data/base": "x"},
			err:   ErrDataDir, says: "not made by covertrack",
		},
		"foreign_files":           {files: map[string]string{"postgres/data/photo.jpg": "x"}, err: ErrDataDir, says: "move it away"},
		"cluster_itself":          {files: map[string]string{"PG_VERSION": "15\n"}, err: ErrDataDir, says: "another --data-dir"},
		"cluster_itself_postgres": {files: map[string]string{"postgres/PG_VERSION": "15"}, err: ErrDataDir, says: "another --data-dir"},
		"newer": {
			files: map[string]string{"postgres/data/PG_VERSION": "99\n", "postgres/data/" + marker: "99\n"},
			err:   ErrNoPostgres, says: "the data folder is of Postgres 99",
		},
		"too_old": {
			files: map[string]string{"postgres/data/PG_VERSION": "9.6\n", "postgres/data/" + marker: "9\n"},
			err:   ErrDataDir, says: "not supported",
		},
		"broken":            {files: map[string]string{"postgres/data/" + marker: "15\n"}, err: ErrDataDir, says: "backup"},
		"file_in_its_place": {files: map[string]string{"postgres": "x"}, err: ErrDataDir, says: ""},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := dataDir(t)
			for path, text := range c.files {
				full := filepath.Join(dir, path)
				require.NoError(t, makeDirs(filepath.Dir(full)))
				require.NoError(t, os.WriteFile(full, []byte(text), 0o600))
			}
			if data := filepath.Join(dir, "postgres", "data"); os.Geteuid() == 0 {
				id, err := identify(dir + "/none")
				require.NoError(t, err)
				_ = id.give(data) // Where there is one.
			}
			before := tree(t, dir)
			_, err := Start(t.Context(), Config{DataDir: dir, Logger: quiet})
			require.ErrorIs(t, err, c.err)
			require.ErrorContains(t, err, c.says)
			require.Equal(t, before, tree(t, dir), "untouched")
		})
	}

	t.Run("no_folder_named", func(t *testing.T) {
		t.Parallel()
		_, err := Start(t.Context(), Config{})
		require.ErrorContains(t, err, "--data-dir")
	})
}

// A folder that the server's user cannot reach: as root, whoever that is; as an ordinary user, ourselves.
func TestStartRefusesUnreachableFolder(t *testing.T) {
	t.Parallel()
	private := filepath.Join(filepath.Dir(dataDir(t)), "private")
	mode := os.FileMode(0o700)
	if os.Geteuid() != 0 {
		mode = 0
	}
	require.NoError(t, os.Mkdir(private, mode))
	_, err := Start(t.Context(), Config{DataDir: filepath.Join(private, "var"), Logger: quiet})
	require.ErrorIs(t, err, ErrDataDir)
	require.ErrorContains(t, err, private)
	require.NoError(t, os.Chmod(private, 0o700)) // A folder.
	require.NoDirExists(t, filepath.Join(private, "var"))
}
