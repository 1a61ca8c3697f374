package embedded

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// initialise makes the cluster unless there is one. It works in another folder, since initdb writes PG_VERSION long
// before it ends, and renames it at the end: a run that is killed leaves nothing that looks like a cluster.
func (c *cluster) initialise(ctx context.Context) error {
	if _, err := os.Lstat(c.data); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	unfinished := c.data + ".new"
	var failures error
	for _, locale := range locales(c.bin.major) {
		if err := os.RemoveAll(unfinished); err != nil {
			return err
		}
		out, err := c.initdb(ctx, unfinished, locale)
		if err == nil {
			return c.complete(unfinished)
		}
		failures = errors.Join(failures, fmt.Errorf("initdb failed: %w: %s", err, bytes.TrimSpace(out)))
		if ctx.Err() != nil || !bytes.Contains(out, []byte("locale")) {
			break
		}
	}
	return failures
}

func (c *cluster) initdb(ctx context.Context, data string, locale []string) ([]byte, error) {
	args := append([]string{
		"--pgdata=" + data, "--username=" + superuser, "--encoding=UTF8", "--auth-local=trust", "--auth-host=reject", "--no-instructions",
	}, locale...)
	if c.Ephemeral {
		args = append(args, "--no-sync", "--wal-segsize=1")
	} else {
		args = append(args, "--data-checksums")
	}
	return c.server.command(ctx, c.dir, filepath.Join(c.bin.dir, "initdb"), args...).CombinedOutput()
}

// locales returns the arguments of initdb to try one after the other. They all sort text by code points, so that every
// machine has one order, and the first ones know upper and lower case beyond ASCII.
func locales(major int) [][]string {
	tries := [][]string{{"--locale=C.UTF-8"}, {"--locale=C"}}
	if major >= 17 {
		builtin := []string{"--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--locale=C"}
		tries = append([][]string{builtin}, tries...)
	}
	return tries
}

// complete marks the new cluster as ours and moves it to its place.
func (c *cluster) complete(unfinished string) error {
	path := filepath.Join(unfinished, marker)
	if err := os.WriteFile(path, nil, 0o600); err != nil {
		return err
	}
	if err := c.server.give(path); err != nil {
		return err
	}
	if err := os.Rename(unfinished, c.data); err != nil || c.Ephemeral {
		return err
	}
	return errors.Join(syncDir(c.data), syncDir(c.dir))
}

// syncDir makes sure that the names of the files in dir are on the disk.
func syncDir(dir string) error {
	f, err := os.Open(dir)
	if err != nil {
		return err
	}
	return closing(f.Sync(), f)
}
