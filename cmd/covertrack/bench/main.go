// Command bench measures the program against hand-written handlers (package limit) and prints one table: what, figure, target,
// met or not. `make bench` runs it from the repository's root; it may import everything and is imported by nothing.
//
//	bench --quick                            a short look
//	bench --publish docs/performance.md      writes the table between the marks of that file too
//
// It starts itself again for what has to be a process of its own: `bench limit`, the hand-written server, and `bench fire`, the
// load generator. A new row goes where its likes are: reads.go, writes.go, hot.go, program.go, engine.go.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/covertrack/covertrack/cmd/covertrack/bench/fire"
)

// settings are what the command line decides.
type settings struct {
	binary, folder, publish string
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
	flags.IntVar(&s.rounds, "rounds", 7, "rounds; figures are medians of them")
	flags.DurationVar(&s.round, "round", 700*time.Millisecond, "how long one kind of request runs within a round")
	flags.IntVar(&s.creations, "creations", 150, "how many records one kind of creation makes within a round")
	flags.IntVar(&s.cases, "cases", 10_000, "cases of the big portfolio")
	flags.IntVar(&s.documents, "documents", 1_000_000, "documents of the big portfolio")
	quick := flags.Bool("quick", false, "3 short rounds: a look, no result")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if *quick {
		s.rounds, s.round, s.creations = 3, 250*time.Millisecond, 50
	}
	return measure(ctx, s)
}

// measure takes all rows and prints the table.
func measure(ctx context.Context, s settings) (err error) {
	t := newTable(s)
	if err := engineRows(ctx, t); err != nil {
		return err
	}
	r, err := newRig(ctx, s)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, r.close()) }()
	if t.postgres, err = r.version(ctx); err != nil {
		return err
	}
	for _, take := range []func(context.Context, *rig, *table) error{listRows, getRow, pageRows, nestedRow, creationRow, hotRow, startRow, memoryRow} {
		if err := take(ctx, r, t); err != nil {
			return err
		}
	}
	t.print(os.Stdout)
	if s.publish != "" {
		return t.publish(s.publish)
	}
	return nil
}

// progress tells on stderr what is being done.
func progress(format string, args ...any) { fmt.Fprintf(os.Stderr, "bench: "+format+"\n", args...) }
