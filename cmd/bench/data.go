package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
)

// dataset has the tokens of the portfolios: Big has all documents, Small a thousand, Writes gets the creations, and the
// others have so many thousand stored verdicts.
type dataset struct{ Big, Small, Writes, Verdicts10, Verdicts100 string }

// dataDir returns the folder of a kind of data, of this schema and these sizes. It removes others of the kind.
func dataDir(s settings, kind string, sizes ...int) (string, error) {
	hash := sha256.New()
	files, err := filepath.Glob("storage/migrations/*.sql")
	if err != nil || len(files) == 0 {
		return "", errors.Join(err, errors.New("there are no migrations here: run it from the repository's root"))
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return "", err
		}
		_, _ = hash.Write(text)
	}
	_, _ = fmt.Fprint(hash, strings.Trim(fmt.Sprint(sizes), "[]"))
	folder, err := filepath.Abs(s.folder)
	if err != nil {
		return "", err
	}
	dir := filepath.Join(folder, kind+"-"+hex.EncodeToString(hash.Sum(nil)[:8]))
	others, err := filepath.Glob(filepath.Join(folder, kind+"-*"))
	for _, other := range others {
		if other != dir {
			err = errors.Join(err, os.RemoveAll(other))
		}
	}
	return dir, err
}

// prepare loads the portfolios, unless an earlier run did so to the end.
func (r *rig) prepare(ctx context.Context) error {
	file := filepath.Join(r.dir, "bench.json")
	if text, err := os.ReadFile(file); err == nil {
		progress("using the data in %s", r.dir)
		return json.Unmarshal(text, &r.data)
	}
	if err := r.recreate(ctx, database); err != nil {
		return err
	}
	for _, p := range []struct {
		token            *string
		name             string
		cases, documents int
		verdicts         int // that are added to those of the cases; 0 for none
	}{
		{&r.data.Small, "Small", 10, 1000, 0},
		{&r.data.Writes, "Writes", 200, 2400, 0},
		{&r.data.Big, "Big", r.cases, r.documents, 0},
		{&r.data.Verdicts10, "Verdicts10", 10, 0, 10_000},
		{&r.data.Verdicts100, "Verdicts100", 10, 0, 100_000},
	} {
		lender := "Bench " + p.name + " Lender"
		progress("loading %d cases and %d documents", p.cases, p.documents)
		cases, documents := strconv.Itoa(p.cases), strconv.Itoa(p.documents)
		if _, err := r.load(ctx, database, "--lender", lender, "--cases", cases, "--documents", documents); err != nil {
			return err
		}
		org, err := r.command(ctx, database, "org", "create", "--name", "Bench "+p.name, "--lender", lender, "--plan", "full")
		if err != nil {
			return err
		}
		if *p.token, err = r.command(ctx, database, "token", "create", "--org", org, "--mode", "test"); err != nil {
			return err
		}
		if p.verdicts == 0 {
			continue
		}
		if err := r.exec(ctx, database, fmt.Sprintf(manyVerdicts, lender, p.verdicts)); err != nil {
			return err
		}
	}
	progress("VACUUM ANALYZE and CHECKPOINT") // or Postgres would do both during a measurement
	if err := r.exec(ctx, database, "VACUUM ANALYZE", "CHECKPOINT"); err != nil {
		return err
	}
	text, err := json.Marshal(r.data)
	if err != nil {
		return err
	}
	return os.WriteFile(file, text, 0o600)
}

// load runs `covertrack load` and returns the last line that it printed.
func (r *rig) load(ctx context.Context, database string, args ...string) (string, error) {
	text, err := r.command(ctx, database, append([]string{"load", "--data-dir", r.dir}, args...)...)
	if err != nil {
		return "", err
	}
	last := text[strings.LastIndexByte(text, '\n')+1:]
	progress("%s", last)
	return last, nil
}

// command runs a command of the product to its end and returns what it printed.
func (r *rig) command(ctx context.Context, database string, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, r.binary, append(args, "--database-url", r.server.DSN(database))...)
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("covertrack %s: %w", args[0], err)
	}
	return strings.TrimSpace(string(out)), nil
}
