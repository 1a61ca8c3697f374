// Command bench compares the program with handlers written by hand (package limit) and prints one table: what, figure,
// target, met or not. `make bench` runs it from the repository's root. It may import everything; the program does not
// import it.
//
//	bench --quick                            a short look
//	bench --publish docs/dev/performance.md      also writes the table between the marks of that file
//	bench --only get --pprof 127.0.0.1:6060  one kind of row, with the product's profiles at that address
//	bench --only list:policies               of the lists, or of `get`, the rows of one noun
//	bench --only scale                       many portfolios on workers with Citus; a table of its own, where it is installed
//	bench --only millions                    ten million documents, made once in a quarter of an hour; a table of its own
//	bench --only peers                       servers that others write in JavaScript; a table of its own, where node is installed
//
// To add a row: a function beside those of its kind (reads.go, nouns.go, writes.go …) that measures and adds to
// the table, and a line in takes. A row that compares requests also needs a handler in package limit.
// docs/dev/performance.md says how each row is measured.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"
	"time"
)

type settings struct {
	binary, folder, publish string
	only, noun, pprof       string
	rounds                  int
	round                   time.Duration // of one job within a round
	creations               int           // requests of one job within a round
	cases, documents        int           // of the big portfolio
	portfolios              int           // of the takes scale and millions
	millions                int           // documents of the take millions
}

// takes are the rows that need the rig, by their names for --only.
var takes = []struct {
	name string
	rows func(context.Context, *rig, *table) error
}{
	{"list", listRows}, {"list", nounListRows}, {"get", getRow}, {"get", nounGetRows}, {"collector", collectorRow},
	{"page", pageRows}, {"nested", nestedRow}, {"create", creationRow},
	{"change", changeRow}, {"filter", filterRows}, {"follow-up", followUpRow},
	{"verdict", verdictRows}, {"summary", summaryRows}, {"hot", hotRow}, {"feed", feedRow},
	{"mixed", mixedRows}, {"compress", compressRows}, {"nodes", nodesRow},
	{"load", loadRow}, {"start", startRow}, {"memory", memoryRow},
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := run(ctx, os.Args[1:])
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string) error {
	if len(args) > 0 && args[0] == "limit" {
		return serveLimit(ctx, args[1:])
	}
	names := []string{"engine", "scale", "millions", "peers"}
	for _, take := range takes {
		if !slices.Contains(names, take.name) {
			names = append(names, take.name)
		}
	}
	kinds := strings.Join(names, ", ")
	var s settings
	flags := flag.NewFlagSet("bench", flag.ContinueOnError)
	flags.StringVar(&s.binary, "binary", "bin/covertrack", "the program to measure")
	flags.StringVar(&s.folder, "folder", ".tools/bench", "where data is kept between runs")
	flags.StringVar(&s.publish, "publish", "", "document to write the table into")
	flags.StringVar(&s.only, "only", "", "the rows to take: "+kinds+"; all without it")
	flags.StringVar(&s.pprof, "pprof", "", "where the product serves its profiles meanwhile")
	flags.IntVar(&s.rounds, "rounds", 7, "rounds; figures are medians of them")
	flags.DurationVar(&s.round, "round", 700*time.Millisecond, "how long one kind of request runs within a round")
	flags.IntVar(&s.creations, "creations", 150, "how many records one kind of creation makes within a round")
	flags.IntVar(&s.cases, "cases", 10_000, "cases of the big portfolio")
	flags.IntVar(&s.documents, "documents", 1_000_000, "documents of the big portfolio")
	flags.IntVar(&s.portfolios, "portfolios", 1000, "portfolios of the takes scale and millions")
	flags.IntVar(&s.millions, "millions", 10_000_000, "documents of all portfolios of the take millions together")
	quick := flags.Bool("quick", false, "3 short rounds: a look, no result")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if err := s.parseOnly(names); err != nil {
		return err
	}
	if s.only != "" && s.only != "peers" && s.publish != "" {
		return errors.New("--only takes a part of the table, which is not to be published")
	}
	if *quick {
		s.rounds, s.round, s.creations = 3, 250*time.Millisecond, 50
	}
	switch s.only {
	case "scale":
		return measureScale(ctx, s)
	case "millions":
		return measureMillions(ctx, s)
	case "peers":
		return measurePeers(ctx, s)
	}
	return measure(ctx, s)
}

// measure takes the rows and prints the table.
func measure(ctx context.Context, s settings) (err error) {
	t := newTable(s)
	if s.wants("engine") {
		if err := engineRows(ctx, t); err != nil {
			return err
		}
	}
	r := &rig{settings: s}
	defer func() { err = errors.Join(err, r.close()) }()
	if err := r.start(ctx); err != nil {
		return err
	}
	if t.postgres, err = r.version(ctx, database); err != nil {
		return err
	}
	for _, take := range takes {
		if !s.wants(take.name) {
			continue
		}
		if err := take.rows(ctx, r, t); err != nil {
			return err
		}
	}
	t.print(os.Stdout)
	if s.publish != "" {
		return t.publish(s.publish)
	}
	return nil
}

func (s settings) wants(row string) bool { return s.only == "" || s.only == row }

// parseOnly takes --only apart: the name of a row, or list or get with a noun.
func (s *settings) parseOnly(names []string) error {
	only := s.only
	s.only, s.noun, _ = strings.Cut(only, ":")
	if s.only != "" && !slices.Contains(names, s.only) {
		return fmt.Errorf("--only is %q; it takes %s", only, strings.Join(names, ", "))
	}
	all := append([]string{"documents"}, nouns...)
	if s.noun != "" && (s.only != "list" && s.only != "get" || !slices.Contains(all, s.noun)) {
		return fmt.Errorf("--only is %q; list and get take %s", only, strings.Join(all, ", "))
	}
	return nil
}

// wantsNoun is for the rows of a noun: --only may name one.
func (s settings) wantsNoun(noun string) bool { return s.noun == "" || s.noun == noun }

// progress says on stderr what is being done.
func progress(format string, args ...any) { fmt.Fprintf(os.Stderr, "bench: "+format+"\n", args...) }
