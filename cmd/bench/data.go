package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// dataset are the tokens of the portfolios that are measured.
type dataset struct {
	// Big opens the portfolio with all documents, Small one with a thousand, Writes the one that creations go to.
	Big, Small, Writes string
}

// dataDir is where the data of this schema and these sizes is kept. What was made for other ones is removed.
func dataDir(s settings) (string, error) {
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
	_, _ = fmt.Fprintf(hash, "%d %d", s.cases, s.documents)
	folder, err := filepath.Abs(s.folder)
	if err != nil {
		return "", err
	}
	dir := filepath.Join(folder, "data-"+hex.EncodeToString(hash.Sum(nil)[:8]))
	others, err := filepath.Glob(filepath.Join(folder, "data-*"))
	for _, other := range others {
		if other != dir {
			err = errors.Join(err, os.RemoveAll(other))
		}
	}
	return dir, err
}

// prepare loads the portfolios, unless an earlier run did. What one left that was cut short is begun anew.
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
	}{
		{&r.data.Small, "Small", 10, 1000},
		{&r.data.Writes, "Writes", 200, 2400},
		{&r.data.Big, "Big", r.cases, r.documents},
	} {
		lender := "Bench " + p.name + " Lender"
		progress("loading %d cases and %d documents", p.cases, p.documents)
		if _, err := r.command(ctx, "load", "--lender", lender, "--cases", fmt.Sprint(p.cases), "--documents", fmt.Sprint(p.documents)); err != nil {
			return err
		}
		org, err := r.command(ctx, "org", "create", "--name", "Bench "+p.name, "--lender", lender, "--plan", "full")
		if err != nil {
			return err
		}
		if *p.token, err = r.command(ctx, "token", "create", "--org", org, "--mode", "test"); err != nil {
			return err
		}
	}
	// Before anything is measured, what the next hours would do by themselves is done.
	if err := r.tidy(ctx); err != nil {
		return err
	}
	text, err := json.Marshal(r.data)
	if err != nil {
		return err
	}
	return os.WriteFile(file, text, 0o600)
}

// command runs a command of the program to its end and answers what it printed; its progress goes to stderr.
func (r *rig) command(ctx context.Context, args ...string) (string, error) {
	return r.commandOn(ctx, r.dsn(), args...)
}

func (r *rig) commandOn(ctx context.Context, dsn string, args ...string) (string, error) {
	args = append(args, "--database-url", dsn)
	if args[0] == "load" {
		args = append(args, "--data-dir", r.dir)
	}
	cmd := exec.CommandContext(ctx, r.binary, args...)
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, os.Stderr
	if err := cmd.Run(); err != nil {
		return "", fmt.Errorf("covertrack %s: %w", args[0], err)
	}
	text := strings.TrimSpace(out.String())
	if args[0] == "load" {
		progress("%s", text[strings.LastIndexByte(text, '\n')+1:])
	}
	return text, nil
}
