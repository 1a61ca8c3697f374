// Command bench measures the program against hand-written handlers (package limit) and prints one table: what, figure, target,
// met or not. `make bench` runs it from the repository's root; it may import everything and is imported by nothing.
//
//	bench --quick                            a short look
//	bench --publish docs/dev/performance.md      writes the table between the marks of that file too
//	bench --only get --pprof 127.0.0.1:6060  one kind of row, with the product's profiles at that address
//
// It starts itself again for what has to be a process of its own: `bench limit`, the hand-written server, and `bench fire`, the
// load generator. A new row goes where its likes are: reads.go, writes.go, hot.go, load.go, program.go, engine.go.
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

	"github.com/covertrack/covertrack/cmd/covertrack/bench/fire"
)

// settings are what the command line decides.
type settings struct {
	binary, folder, publish string
	only, pprof             string
	rounds                  int
	round                   time.Duration // of one job within a round
	creations               int           // requests of one job within a round
	cases, documents        int           // of the big portfolio
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
	if len(args) > 0 {
		switch args[0] {
		case "fire":
			return fire.Serve(ctx, os.Stdin, os.Stdout)
		case "limit":
			return serveLimit(ctx, args[1:])
		}
	}
	var s settings
	flags := flag.NewFlagSet("bench", flag.ContinueOnError)
	flags.StringVar(&s.binary, "binary", "bin/covertrack", "the program to measure")
	flags.StringVar(&s.folder, "folder", ".tools/bench", "where data is kept between runs")
	flags.StringVar(&s.publish, "publish", "", "document to write the table into")
	flags.StringVar(&s.only, "only", "", "the rows to take: "+strings.Join(rowNames(), ", ")+"; all without it")
	flags.StringVar(&s.pprof, "pprof", "", "where the product serves its profiles meanwhile")
	flags.IntVar(&s.rounds, "rounds", 7, "rounds; figures are medians of them")
	flags.DurationVar(&s.round, "round", 700*time.Millisecond, "how long one kind of request runs within a round")
	flags.IntVar(&s.creations, "creations", 150, "how many records one kind of creation makes within a round")
	flags.IntVar(&s.cases, "cases", 10_000, "cases of the big portfolio")
	flags.IntVar(&s.documents, "documents", 1_000_000, "documents of the big portfolio")
	quick := flags.Bool("quick", false, "3 short rounds: a look, no result")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if !slices.Contains(append(rowNames(), ""), s.only) {
		return fmt.Errorf("--only is %q; it takes %s", s.only, strings.Join(rowNames(), ", "))
	}
	if s.only != "" && s.publish != "" {
		return errors.New("--only takes a part of the table, which is not to be published")
	}
	if *quick {
		s.rounds, s.round, s.creations = 3, 250*time.Millisecond, 50
	}
	return measure(ctx, s)
}

// takes are the rows that need the rig, by the name that --only gives them.
var takes = []struct {
	name string
	rows func(context.Context, *rig, *table) error
}{
	{"list", listRows}, {"get", getRow}, {"page", pageRows}, {"nested", nestedRow}, {"create", creationRow}, {"hot", hotRow}, {"load", loadRow}, {"start", startRow},
	{"memory", memoryRow},
}

// rowNames are what --only takes.
func rowNames() []string {
	names := []string{"engine"}
	for _, take := range takes {
		names = append(names, take.name)
	}
	return names
}

// measure takes all rows and prints the table.
func measure(ctx context.Context, s settings) (err error) {
	t := newTable(s)
	if s.wants("engine") {
		if err := engineRows(ctx, t); err != nil {
			return err
		}
	}
	r, err := newRig(ctx, s)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, r.close()) }()
	if t.postgres, err = r.version(ctx); err != nil {
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

// progress tells on stderr what is being done.
func progress(format string, args ...any) { fmt.Fprintf(os.Stderr, "bench: "+format+"\n", args...) }
