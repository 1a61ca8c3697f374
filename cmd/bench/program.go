package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// benchmark finds a run of one of Go's own benchmarks, and figure one of its figures.
var (
	benchmark = regexp.MustCompile(`(?m)^Benchmark(\S+?)(?:-\d+)?\s+\d+\s+(.*)$`)
	measured  = regexp.MustCompile(`([\d.]+) (\S+/op)`)
)

// engineRows run BenchmarkEngine…, which measure the engine on a fake storage.
func engineRows(r *rig) {
	out := r.goBench("Engine.*", "./graph")
	for _, b := range []struct {
		what, benchmarks, unit, format string
		by, target                     float64
	}{
		{"engine alone (bind, execute, reshape), list of 50", "EngineList", "ns/op", "%.1f µs", 1000, 33},
		{"the same, allocations", "EngineList", "allocs/op", "%.0f", 1, 90},
		{"engine alone, list of 50 policies", "EnginePolicies", "ns/op", "%.1f µs", 1000, 60},
		{"engine alone, get", "EngineGet", "ns/op", "%.1f µs", 1000, 6.5},
		{"the same, allocations", "EngineGet", "allocs/op", "%.0f", 1, 75},
	} {
		r.upTo(b.what, b.format, b.target, slowest(out, b.benchmarks, b.unit)/b.by)
	}
}

// evaluationRow runs BenchmarkCompliance, whose cases have at most 20 assets and 30 policies.
func evaluationRow(r *rig) {
	r.upTo("evaluation of a case of 20 assets and 30 policies, CPU of the slowest of nine", "%.0f µs", 1000,
		slowest(r.goBench("Compliance", "./model/compliance"), "Compliance/", "cpu-µs/op"))
}

// goBench runs some of Go's own benchmarks of a package.
func (r *rig) goBench(names, pkg string) (out string) {
	progress("go test -bench %s %s", names, pkg)
	run := exec.CommandContext(r.ctx, "go", "test", "-run", "^$", "-bench", "^Benchmark("+names+")$", "-benchmem", "-count", "3", pkg)
	run.Env = append(os.Environ(), "GOGC=800") // as serve sets it
	text, err := run.CombinedOutput()
	if err != nil {
		check(fmt.Errorf("go test: %w: %s", err, text))
	}
	return string(text)
}

// slowest returns a figure of the benchmarks whose names begin so: the greatest of the medians of their runs.
func slowest(out, prefix, unit string) (most float64) {
	runs := map[string][]float64{}
	for _, line := range benchmark.FindAllStringSubmatch(out, -1) {
		for _, found := range measured.FindAllStringSubmatch(line[2], -1) {
			if value, _ := strconv.ParseFloat(found[1], 64); found[2] == unit && strings.HasPrefix(line[1], prefix) {
				runs[line[1]] = append(runs[line[1]], value)
			}
		}
	}
	for _, values := range runs {
		most = max(most, median(values))
	}
	if most == 0 {
		check(fmt.Errorf("go test ran no Benchmark%s: %s", prefix, out))
	}
	return most
}

// loadRow is `covertrack load` into a database of its own: the rows of all nouns, checked and counted.
func loadRow(r *rig) {
	r.recreate("load")
	var rows, rate float64
	var took string
	must(fmt.Sscanf(r.load("load", "Bench Load", r.cases, 0), "all rows %f in %s %f a second", &rows, &took, &rate))
	r.atLeast("`covertrack load`, rows a second", 20_000, rate)
}

// exportRows are `covertrack export` of the big portfolio, all records of all nouns, in each format: how fast it is, and how much
// more memory it takes than that of the small one.
func exportRows(r *rig) {
	for _, format := range []string{"csv", "ndjson", "parquet", "xlsx"} {
		_, little := r.export("Bench Small", format)
		rate, much := r.export("Bench Big", format)
		r.atLeast("`covertrack export --format "+format+"`, records a second", 50_000, rate)
		r.upTo("the same, memory beyond that of a thousand records", "%.0f MB", 20, max(0, much-little))
	}
}

// export returns the records a second and the memory in MB of an export.
func (r *rig) export(lender, format string) (rate, memory float64) {
	portfolio := r.portfolioOf(database, lender)
	dir := must(os.MkdirTemp(filepath.Dir(r.dir), "export-"))
	defer func() { _ = os.RemoveAll(dir) }()
	begun := time.Now()
	out, memory := r.weighed(database, "export", "--portfolio", portfolio, "--format", format, "--to", filepath.Join(dir, format))
	took := time.Since(begun).Seconds()
	for _, found := range exported.FindAllStringSubmatch(out, -1) {
		rate += must(strconv.ParseFloat(found[1], 64)) / took
	}
	return rate, memory
}

var exported = regexp.MustCompile(`(\d+) records`)

// importRows are `covertrack import` of a file whose rows have a loan, its borrower, an asset and a policy each, ten times as many as
// the big portfolio has cases: the dry run, what writing them adds to it, and how much more memory both take than those of a few.
func importRows(r *rig) {
	r.recreate("import")
	r.portfolio("import", "Bench Import", 10, 0)
	portfolio := r.portfolioOf("import", "Bench Import")
	_, little := r.importFile(portfolio, "few", 100)
	n := 10 * r.cases
	dry, much := r.importFile(portfolio, "loans", n)
	both, most := r.importFile(portfolio, "loans", n, "--commit")
	per := 100_000 / float64(n)
	r.upTo("`covertrack import` of 100,000 rows of loan, borrower, asset and policy, dry run", "%.1f s", 40, dry*per)
	r.upTo("the same, writing them", "%.1f s", 60, (both-dry)*per)
	r.upTo("the same, memory beyond that of a hundred rows", "%.0f MB", 200, max(0, much-little, most-little))
	r.exec("postgres", "DROP DATABASE import")
}

// importFile imports so many loans, and returns the seconds and the memory in MB.
func (r *rig) importFile(portfolio, name string, loans int, flags ...string) (took, memory float64) {
	var profile string
	r.scan("import", "SELECT id::text FROM risk_profiles WHERE portfolio_id = '"+portfolio+
		"' AND published_at IS NOT NULL AND is_latest_version LIMIT 1", &profile)
	file := filepath.Join(r.dir, name+".csv")
	text := []byte("Loan number,Corporate name,Loan amount,Currency,Outstanding balance,Maturity date,Property type,Street,City,State,Zip," +
		"Policy number,Coverage,Effective date,Expiration date,Carrier,Limit\n")
	for n := range loans {
		text = fmt.Appendf(text, "%[1]s-%[2]d,Borrower %[2]d LLC,%[3]d.50,USD,%[4]d.00,2034-%02[5]d-30,multifamily,%[2]d Elm St,"+
			"Springfield,IL,62701,PN-%[1]s-%[2]d,building,2026-01-15,2027-01-15,Example Mutual,%[3]d.00\n", name, n, 100_000+n, 90_000+n, 3+n%10)
	}
	check(os.WriteFile(file, text, 0o600))
	defer func() { _ = os.Remove(file) }()
	progress("importing %d loans %v", loans, flags)
	begun := time.Now()
	out, memory := r.weighed("import", append([]string{"import", "--portfolio", portfolio, "--data-dir", r.dir,
		"--set", "case.riskProfile=" + profile, file}, flags...)...)
	if !strings.Contains(out, "refused 0") {
		check(fmt.Errorf("loans were refused: %s", out))
	}
	return time.Since(begun).Seconds(), memory
}

// portfolioOf is the id of the test portfolio of a lender.
func (r *rig) portfolioOf(database, lender string) (id string) {
	r.scan(database, "SELECT p.id::text FROM portfolios AS p JOIN lenders AS l ON l.id = p.lender_id "+
		"WHERE l.name = '"+lender+"' AND p.mode = 'test'", &id)
	return id
}

// startRows are the time from start to readiness with an embedded Postgres: with migrations and demo data, and again.
func startRows(r *rig) {
	dir := must(os.MkdirTemp(filepath.Dir(r.dir), "start-"))
	defer func() { _ = os.RemoveAll(dir) }()
	check(os.Chmod(dir, 0o755)) // Postgres may run as another user
	var fresh, existing []float64
	for n := range min(3, r.rounds) {
		progress("starting with an embedded Postgres")
		for _, times := range []*[]float64{&fresh, &existing} {
			p := startProcess(nil, r.binary, "serve", "--demo", "--data-dir", filepath.Join(dir, strconv.Itoa(n)), "--log-level", "warn")
			*times = append(*times, p.took.Seconds())
			p.stop()
		}
	}
	r.upTo("start to ready, existing data", "%.2f s", 1.5, median(existing))
	r.upTo("start to ready, fresh with migrations and demo", "%.2f s", 10, median(fresh))
}

// memoryRow is the most memory that the product held during the run, as Linux tells it.
func memoryRow(r *rig) {
	text, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", r.product.Process.Pid))
	_, rest, _ := strings.Cut(string(text), "VmHWM:")
	var kilobytes float64
	must(fmt.Sscan(rest, &kilobytes))
	r.upTo("resident memory of the server, most of the whole run", "%.0f MB", 150, kilobytes/1024)
}
