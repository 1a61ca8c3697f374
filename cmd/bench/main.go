// Command bench compares the program with handlers written by hand (package limit) and prints one table: what, figure,
// target, met or not. `make bench` runs it from the repository's root. It is a Go module of its own, which may import
// everything of the program; the program does not import it.
//
//	bench --quick                            a short look
//	bench --publish docs/dev/performance.md  also writes the table between its marks in that file
//	bench --only get --pprof 127.0.0.1:6060  one kind of row, with the product's profiles at that address
//	bench --only list:policies               of the lists, or of `get`, the rows of one noun
//	bench --only verdict                     what verdicts cost: an evaluation, a write, the list, the summary
//	bench --only many                        a portfolio among a thousand: ten million documents, made once in a quarter of an hour
//	bench --only portfolios                  up to three nodes with twenty thousand portfolios in which nothing is due: 3 GB
//	bench --only peers                       servers that others write in JavaScript, where npm is installed
//
// To add a row: a function beside those of its kind (reads.go, writes.go …) that measures and adds to the table, and a
// line in takes. It is written as a test is: what fails ends the run (check, must), and returns to attempt. A row that
// compares requests also needs a handler in package limit. The comment of its function says how a row is taken.
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
	binary, folder, publish, only, pprof string
	rounds                               int
	round                                time.Duration // of one job within a round
	creations                            int           // requests of one job within a round
	cases, documents                     int           // of the big portfolio
	portfolios, each                     int           // of the take many: how many, and the documents of each
	idle                                 time.Duration // how long a node of the take portfolios rests
}

// takes measure some rows, and have a name for --only.
var takes = []struct {
	name string
	rows func(*rig)
}{
	{"engine", engineRows},
	{"list:documents", listRows("documents", 1.4)}, {"list:cases", listRows("cases", 1.2)}, {"list:policies", listRows("policies", 1.2)},
	{"get:documents", getRows("documents")}, {"get:cases", getRows("cases")}, {"get:policies", getRows("policies")},
	{"page", pageRows}, {"nested", nestedRows}, {"create", creationRow}, {"change", changeRow}, {"filter", filterRows},
	{"verdict:evaluation", evaluationRow}, {"verdict:write", verdictRows}, {"verdict:summary", summaryRows},
	{"hot", hotRow}, {"feed", feedRow},
	{"mixed", mixedRows}, {"compress", compressRows}, {"nodes", nodesRows},
	{"load", loadRow}, {"export", exportRows}, {"import", importRows}, {"start", startRows}, {"memory", memoryRow},
	{"many", manyRow}, {"peers", peerRows}, {"portfolios", portfoliosRows},
}

// apart are the takes that are measured only where --only names them.
var apart = []string{"many", "peers", "portfolios"}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := attempt(func() { run(ctx, os.Args[1:]) })
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string) {
	if len(args) > 0 && args[0] == "limit" {
		serveLimit(ctx, args[1:])
		return
	}
	r := newRig(ctx, must(parse(args)))
	defer r.close()
	r.start()
	for _, take := range takes {
		if r.wants(take.name) {
			take.rows(r)
		}
	}
	fmt.Println("\n" + r.text())
	if r.publish != "" {
		check(r.publishTo(r.publish))
	}
}

func parse(args []string) (s settings, err error) {
	flags := flag.NewFlagSet("bench", flag.ContinueOnError)
	flags.StringVar(&s.binary, "binary", "bin/covertrack", "the program to measure")
	flags.StringVar(&s.folder, "folder", ".tools/bench", "where data is kept between runs")
	flags.StringVar(&s.publish, "publish", "", "document to write the table into")
	flags.StringVar(&s.only, "only", "", "the rows to take; all without it")
	flags.StringVar(&s.pprof, "pprof", "", "where the product serves its profiles meanwhile")
	flags.IntVar(&s.rounds, "rounds", 7, "rounds; figures are medians of them")
	flags.DurationVar(&s.round, "round", 700*time.Millisecond, "how long one kind of request runs within a round")
	flags.IntVar(&s.creations, "creations", 150, "how many records one kind of creation makes within a round")
	flags.IntVar(&s.cases, "cases", 10_000, "cases of the big portfolio")
	flags.IntVar(&s.documents, "documents", 1_000_000, "documents of the big portfolio")
	flags.IntVar(&s.portfolios, "portfolios", 1000, "portfolios of the take many; the take portfolios has twenty times as many")
	flags.IntVar(&s.each, "each", 10_000, "documents of each portfolio of the take many")
	quick := flags.Bool("quick", false, "3 short rounds: a look, no result")
	if err := flags.Parse(args); err != nil {
		return s, err
	}
	s.idle = time.Minute
	if *quick {
		s.rounds, s.round, s.creations = 3, 250*time.Millisecond, 50
	}
	var names []string
	for _, take := range takes {
		names = append(names, take.name)
	}
	switch {
	case !slices.ContainsFunc(names, s.wants):
		err = fmt.Errorf("--only is %q; it takes %s", s.only, strings.Join(names, ", "))
	case s.only != "" && s.publish != "":
		err = errors.New("--only takes a part of the table, which is not to be published")
	}
	return s, err
}

// wants reports whether --only names the take, or all of its kind, or nothing.
func (s settings) wants(take string) bool {
	return s.only == "" && !slices.Contains(apart, take) || s.only == take || strings.HasPrefix(take, s.only+":")
}

// progress says on stderr what is being done.
func progress(format string, args ...any) { fmt.Fprintf(os.Stderr, "bench: "+format+"\n", args...) }

// failure is what check ends a run with.
type failure struct{ error }

// check ends the run if there is an error.
func check(err error) {
	if err != nil {
		panic(failure{err})
	}
}

// must is check for a function that returns a value too.
func must[T any](value T, err error) T {
	check(err)
	return value
}

// attempt returns the error that ended a run, nil if none did.
func attempt(run func()) (err error) {
	defer func() {
		switch ended := recover().(type) {
		case nil:
		case failure:
			err = ended.error
		default:
			panic(ended)
		}
	}()
	run()
	return nil
}
