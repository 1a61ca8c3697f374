package demo

import (
	"context"
	"fmt"
	"math/rand/v2"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage"
	"github.com/covertrack/covertrack/storage/book"
)

// chunk is how many cases are made before they are written.
const chunk = 200

// LoadOptions say what Load makes.
type LoadOptions struct {
	book.Options // A portfolio takes a seed once; the ends of terms are relative to Today.
	Cases        int
	Documents    int                         // of all cases together, the same number each; 0 for 12 a case
	BlobKey      string                      // of the file that all documents share
	Wrote        func(noun string, rows int) // is called with the rows of a noun that were written
}

// Load makes a synthetic portfolio of any size and writes it by COPY. It fails if the portfolio has had this seed before.
func Load(ctx context.Context, l *storage.Loader, portfolio *model.Portfolio, opt LoadOptions) error {
	opt.PathSuffix = fmt.Sprintf("-%d", opt.Seed)
	g := &loader{
		LoadOptions: opt, maker: newMaker(portfolio, "Load Example Lender", opt.Options), counts: rand.New(rand.NewPCG(opt.Seed, 2)),
	}
	g.addShared()
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
func (g *loader) make(ctx context.Context, made chan<- book.Batch) error {
	for done := 0; done < g.Cases; {
		for range min(chunk, g.Cases-done) {
			g.add(done)
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

// loader makes one synthetic portfolio.
type loader struct {
	LoadOptions
	*maker
	counts                      *rand.Rand
	profiles                    []*model.RiskProfile // of cases with one policy, two, and so on; the last demands nothing
	people                      int
	assets, policies, documents []int // of the present ten cases
}

// number counts people, so that no two have one e-mail address, whatever other seeds the portfolio has.
func (g *loader) number() int {
	g.people++
	return int(g.Seed%100_000)*1_000_000 + g.people
}

var loadRoles = []model.UserRole{
	model.UserRoleAdmin, model.UserRoleAnalyst, model.UserRoleAnalyst, model.UserRoleAnalyst, model.UserRoleViewer,
}

// addShared makes what all cases share, a day before the first.
func (g *loader) addShared() {
	at := beginning.AddDate(0, 0, -1)
	g.addPrograms(at)
	for i, role := range loadRoles {
		user := g.User(g.UserInput(g.number(), role), at.Add(time.Duration(i)*time.Second))
		if g.analyst = user; i == 0 {
			g.admin = user
		}
	}
	for range g.Cases/200 + 2 {
		firm := g.Brokerage(g.BrokerageInput(), at)
		for range 4 {
			g.brokers = append(g.brokers, g.Broker(g.BrokerInput(firm.ID, g.number(), model.PhoneTypeOffice), at))
		}
	}
	for range g.Cases/100 + 1 {
		g.groups = append(g.groups, g.InsuredGroup(g.GroupInput(), at))
	}
	for i := range loadHolders {
		g.addHolder(fmt.Sprintf("%s %d", g.lender, i+1), at)
	}
	for i, name := range []string{
		"Small balance", "Commercial real estate", "Commercial real estate, umbrella", "Owner-operated", "Flood zone",
		"Flood zone, large loans",
	} {
		g.profiles = append(g.profiles, g.profile(name, "", at, nil, demandsOf(i+1)))
	}
	g.coastal = g.profiles[4]
	g.profiles = append(g.profiles, g.profile("Anything goes", "", at, nil, nil))
}

// proportions returns how many of each noun the case has.
func (g *loader) proportions(number int) (assets, policies, documents int) {
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

func (g *loader) shuffled(values []int) []int {
	order := make([]int, len(values))
	for i, from := range g.counts.Perm(len(values)) {
		order[i] = values[from]
	}
	return order
}
