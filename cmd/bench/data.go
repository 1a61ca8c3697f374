package main

import (
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// tokens are those of the portfolios: Big has all documents, Small a thousand, Writes gets the creations, and the others
// have so many thousand stored verdicts.
type tokens struct{ Big, Small, Writes, Verdicts10, Verdicts100 string }

// dataDir returns the folder of data of this schema and these sizes. It removes others.
func dataDir(s settings) string {
	files := must(filepath.Glob("storage/migrations/*.sql"))
	if len(files) == 0 {
		check(errors.New("there are no migrations here: run it from the repository's root"))
	}
	hash := sha256.New()
	for _, file := range files {
		_, _ = hash.Write(must(os.ReadFile(file)))
	}
	_, _ = fmt.Fprintln(hash, s.cases, s.documents)
	folder := must(filepath.Abs(s.folder))
	dir := filepath.Join(folder, fmt.Sprintf("data-%x", hash.Sum(nil)[:8]))
	for _, other := range must(filepath.Glob(filepath.Join(folder, "data-*"))) {
		if other != dir {
			check(os.RemoveAll(other))
		}
	}
	return dir
}

// prepare loads the portfolios, unless an earlier run did so to the end.
func (r *rig) prepare() {
	r.kept("bench.json", &r.tokens, func() {
		r.recreate(database)
		r.tokens = tokens{
			Small:       r.portfolio(database, "Bench Small", 10, 1000),
			Writes:      r.portfolio(database, "Bench Writes", 200, 2400),
			Big:         r.portfolio(database, "Bench Big", r.cases, r.documents),
			Verdicts10:  r.portfolio(database, "Bench Verdicts10", 10, 0),
			Verdicts100: r.portfolio(database, "Bench Verdicts100", 10, 0),
		}
		r.exec(database, fmt.Sprintf(manyVerdicts, "Bench Verdicts10", 10_000), fmt.Sprintf(manyVerdicts, "Bench Verdicts100", 100_000))
		r.exec(database, marks...)
		r.exec(database, "VACUUM ANALYZE", "CHECKPOINT") // or Postgres would do both during a measurement
	})
}

// kept reads a value from a file beside the data, or has it made together with the data and writes the file.
func (r *rig) kept(file string, value any, make func()) {
	file = filepath.Join(r.dir, file)
	if text, err := os.ReadFile(file); err == nil {
		progress("using the data in %s", r.dir)
		check(json.Unmarshal(text, value))
		return
	}
	make()
	check(os.WriteFile(file, must(json.Marshal(value)), 0o600))
}

// manyVerdicts copies the verdicts that there are into the portfolio of a lender, again and again: so many in all.
const manyVerdicts = `INSERT INTO case_verdicts (portfolio_id, id, risk_profile_id, verdict, codes, gaps, shortfalls, next_change_on,
		flood_rows, evaluated_at, loan_amount, metadata, created_at, updated_at, findings, statuses)
	SELECT p.id, gen_random_uuid(), v.risk_profile_id, v.verdict, v.codes, v.gaps, v.shortfalls, v.next_change_on, v.flood_rows,
		v.evaluated_at, v.loan_amount, v.metadata, v.created_at, v.updated_at, v.findings, v.statuses
	FROM portfolios AS p JOIN lenders AS l ON l.id = p.lender_id AND l.name = '%s' AND p.mode = 'test',
		generate_series(1, 1000) AS g, case_verdicts AS v LIMIT %d`

// marks give some records of the big portfolio what load gives none: every ten-thousandth document a member of metadata,
// and about every sixteenth task an assignee.
var marks = []string{
	`UPDATE documents AS t SET metadata = '{"batch": "7"}' FROM (
		SELECT portfolio_id, id, row_number() OVER (ORDER BY id) AS n FROM documents WHERE portfolio_id = ` + ofBig + `
	) AS numbered WHERE numbered.n % 10000 = 1 AND t.portfolio_id = numbered.portfolio_id AND t.id = numbered.id`,
	`UPDATE tasks AS t SET assignee_id = (SELECT id FROM users WHERE portfolio_id = t.portfolio_id ORDER BY id LIMIT 1)
		WHERE portfolio_id = ` + ofBig + ` AND right(t.id::text, 1) = '7'`,
}

// ofBig is the id of the big portfolio.
const ofBig = `(SELECT p.id FROM portfolios AS p JOIN lenders AS l ON l.id = p.lender_id
	WHERE l.name = 'Bench Big' AND p.mode = 'test')`

// portfolio loads the test portfolio of a new lender, and returns a token of an organization of the same name.
func (r *rig) portfolio(database, lender string, cases, documents int) (token string) {
	r.load(database, lender, cases, documents)
	org := r.command(database, "org", "create", "--name", lender, "--lender", lender, "--plan", "full")
	return r.command(database, "token", "create", "--org", org, "--mode", "test")
}

// load runs `covertrack load` and returns the last line that it printed.
func (r *rig) load(database, lender string, cases, documents int) string {
	progress("loading %d cases and %d documents", cases, documents)
	text := r.command(database, "load", "--data-dir", r.dir, "--lender", lender,
		"--cases", strconv.Itoa(cases), "--documents", strconv.Itoa(documents))
	last := text[strings.LastIndexByte(text, '\n')+1:]
	progress("%s", last)
	return last
}
