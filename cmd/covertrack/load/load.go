package load

import (
	"context"
	"fmt"
	"math/rand/v2"

	"golang.org/x/sync/errgroup"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage"
	"github.com/covertrack/covertrack/storage/book"
)

// chunk is how many cases are made before they are written.
const chunk = 200

// Options say what to make.
type Options struct {
	book.Options // A portfolio takes a seed once; the ends of terms are relative to Today.
	Cases        int
	Documents    int                         // of all cases together, the same number each; 0 for 12 a case
	BlobKey      string                      // of the file that all documents share
	Wrote        func(noun string, rows int) // is called with the rows of a noun that were written
	// Made, unless it is nil, is called with what the compliance of each case follows from, before the case is written.
	Made func(model.ComplianceFacts)
}

// Write makes a synthetic portfolio and writes it by COPY. It fails if the portfolio has had this seed before.
func Write(ctx context.Context, l *storage.Loader, portfolio *model.Portfolio, opt Options) error {
	opt.PathSuffix = fmt.Sprintf("-%d", opt.Seed)
	g := &generator{Options: opt, Book: book.New(portfolio, opt.Options), counts: rand.New(rand.NewPCG(opt.Seed, 2))}
	g.parties()
	if has, err := l.Has(ctx, "programs", g.programs[0].ID); err != nil || has {
		if has {
			err = fmt.Errorf("the portfolio has been loaded with --seed %d before; give another one", opt.Seed)
		}
		return err
	}
	g.Audit("portfolio.loaded")
	group, ctx := errgroup.WithContext(ctx)
	made := make(chan book.Batch, 1)
	group.Go(func() error {
		defer close(made)
		return g.make(ctx, made)
	})
	group.Go(func() error { return write(ctx, l, made, opt.Wrote) })
	return group.Wait()
}

// write writes the batches as they come. The first one is enough for statistics of the tables.
func write(ctx context.Context, l *storage.Loader, made <-chan book.Batch, wrote func(string, int)) error {
	analyzed := false
	for batch := range made {
		if err := batch.Write(ctx, l, wrote); err != nil {
			return err
		}
		if analyzed {
			continue
		}
		if err := l.Analyze(ctx); err != nil {
			return err
		}
		analyzed = true
	}
	return nil
}

// make makes the cases, batch by batch, while those before them are written, which takes longer.
func (g *generator) make(ctx context.Context, made chan<- book.Batch) error {
	for done := 0; done < g.Cases; {
		for range min(chunk, g.Cases-done) {
			g.addCase(done)
			done++
		}
		batch, err := g.Take()
		if err != nil {
			return err
		}
		select {
		case made <- batch:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return nil
}

// generator makes one portfolio.
type generator struct {
	Options
	*book.Book
	counts *rand.Rand
	shared

	assets, policies, documents []int // of the present ten cases
}

// proportions returns how many of each noun the case has.
func (g *generator) proportions(number int) (assets, policies, documents int) {
	i := number % 10
	if i == 0 {
		g.assets, g.policies, g.documents = g.shuffled(assetsOfTen), g.shuffled(policiesOfTen), g.shuffled(documentsOfTen)
	}
	assets, policies, documents = g.assets[i], g.policies[i], g.documents[i]
	if g.Documents > 0 {
		documents = (number+1)*g.Documents/g.Cases - number*g.Documents/g.Cases
	}
	return assets, policies, documents
}

func (g *generator) shuffled(values []int) []int {
	order := make([]int, len(values))
	for i, from := range g.counts.Perm(len(values)) {
		order[i] = values[from]
	}
	return order
}
