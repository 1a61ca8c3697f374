package main

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strconv"

	"github.com/jackc/pgx/v5"

	"github.com/covertrack/covertrack/storage/postgres/embedded"
)

// The databases of the take millions: in one a portfolio is alone, in the other many are together.
const oneAlone, manyTogether = "alone", "together"

// copiedAtOnce is how many portfolios one statement makes.
const copiedAtOnce = 10

// millionsRig is what runs during the take millions: one Postgres, and a node on each of its databases.
type millionsRig struct {
	*rig
	tokens          struct{ Alone, Middle, Big string }
	alone, together *process
}

// big is how many documents the big portfolio has: a tenth of all.
func (m *millionsRig) big() int { return m.millions / 10 }

// each is how many each of the others has.
func (m *millionsRig) each() int { return (m.millions - m.big()) / max(1, m.portfolios-1) }

// documentsPerCase makes cases few, for what is below them is copied too.
const documentsPerCase = 400

// start makes the data, unless an earlier run did so to the end, and starts the nodes. What it started before an error is
// for close to stop.
func (m *millionsRig) start(ctx context.Context) (err error) {
	if m.portfolios < 3 {
		return errors.New("--portfolios is at least 3")
	}
	if m.binary, err = filepath.Abs(m.binary); err != nil {
		return err
	}
	if m.dir, err = dataDir(m.settings, "millions", m.portfolios, m.millions); err != nil {
		return err
	}
	file := filepath.Join(m.dir, "bench.json")
	text, err := os.ReadFile(file)
	if errors.Is(err, os.ErrNotExist) {
		text, err = m.make(ctx, file)
	}
	if err != nil {
		return err
	}
	progress("using the data in %s", m.dir)
	if err := json.Unmarshal(text, &m.tokens); err != nil {
		return err
	}
	if m.server, err = embedded.Start(ctx, embedded.Config{DataDir: m.dir, Own: true}); err != nil {
		return err
	}
	if m.alone, err = m.node(ctx, oneAlone); err != nil {
		return err
	}
	m.together, err = m.node(ctx, manyTogether)
	return err
}

func (m *millionsRig) node(ctx context.Context, database string) (*process, error) {
	of := &rig{settings: m.settings, dir: filepath.Join(m.dir, "node-"+database), server: m.server}
	return of.startProduct(ctx, database, "--workers", "0")
}

// portfolioOf is the rig for one portfolio on a node.
func (m *millionsRig) portfolioOf(node *process, token string) *rig {
	return &rig{settings: m.settings, dir: m.dir, server: m.server, product: node, data: dataset{Writes: token}}
}

func (m *millionsRig) close() (err error) {
	for _, p := range []*process{m.alone, m.together} {
		if p != nil {
			err = errors.Join(err, p.stop())
		}
	}
	return errors.Join(err, m.rig.close())
}

// make makes the databases anew with a server that need not be durable meanwhile, and stops it. The file, which it writes
// last, has the tokens.
func (m *millionsRig) make(ctx context.Context, file string) (text []byte, err error) {
	if err := os.RemoveAll(m.dir); err != nil {
		return nil, err
	}
	m.server, err = embedded.Start(ctx, embedded.Config{DataDir: m.dir, Own: true, Settings: []string{
		"synchronous_commit=off", "max_wal_size=2GB", "autovacuum=off", "maintenance_work_mem=512MB",
	}})
	if err != nil {
		return nil, err
	}
	steps := []func(context.Context) error{m.makeAlone, m.makeTogether, m.makeBig, func(ctx context.Context) error {
		progress("VACUUM ANALYZE and CHECKPOINT")
		return errors.Join(m.exec(ctx, oneAlone, "VACUUM ANALYZE"), m.exec(ctx, manyTogether, "VACUUM ANALYZE", "CHECKPOINT"))
	}}
	for _, step := range steps {
		if err := step(ctx); err != nil {
			return nil, err
		}
	}
	size, err := m.size(ctx)
	if err != nil {
		return nil, err
	}
	progress("%d documents take %.1f GB", m.millions, size)
	if text, err = json.Marshal(m.tokens); err != nil {
		return nil, err
	}
	err = m.server.Stop(ctx)
	m.server = nil
	return text, errors.Join(err, os.WriteFile(file, text, 0o600))
}

// makeAlone loads the portfolio that the others are copies of.
func (m *millionsRig) makeAlone(ctx context.Context) (err error) {
	progress("loading a portfolio of %d documents", m.each())
	if err := m.server.CreateDatabase(ctx, oneAlone); err != nil {
		return err
	}
	m.tokens.Alone, err = m.portfolio(ctx, oneAlone, "Bench Alone Lender", m.each())
	return err
}

// makeTogether copies it, again and again.
func (m *millionsRig) makeTogether(ctx context.Context) error {
	if err := m.exec(ctx, "postgres", "CREATE DATABASE "+manyTogether+" TEMPLATE "+oneAlone); err != nil {
		return err
	}
	wanted := m.portfolios - 1 // with the one copied, without the big one
	for made := 1; made < wanted; {
		some, err := m.copies(ctx, manyTogether, m.tokens.Alone, made, min(copiedAtOnce, wanted-made))
		if err != nil {
			return err
		}
		if made += len(some); m.tokens.Middle == "" && made > wanted/2 {
			m.tokens.Middle = some[0]
		}
		size, err := m.size(ctx)
		if err != nil {
			return err
		}
		progress("%d of %d portfolios, %.1f GB of about %.1f GB", made, m.portfolios, size,
			size*float64(m.millions)/float64(made*m.each()))
	}
	return nil
}

// makeBig loads the big portfolio beside them.
func (m *millionsRig) makeBig(ctx context.Context) (err error) {
	progress("loading the portfolio of %d documents", m.big())
	m.tokens.Big, err = m.portfolio(ctx, manyTogether, "Bench Big Lender", m.big())
	return err
}

// portfolio loads one and returns a token of it.
func (m *millionsRig) portfolio(ctx context.Context, database, lender string, documents int) (token string, err error) {
	_, err = m.load(ctx, database, "--lender", lender, "--cases", strconv.Itoa(max(1, documents/documentsPerCase)),
		"--documents", strconv.Itoa(documents))
	if err != nil {
		return "", err
	}
	org, err := m.command(ctx, database, "org", "create", "--name", lender, "--lender", lender, "--plan", "full")
	if err != nil {
		return "", err
	}
	return m.command(ctx, database, "token", "create", "--org", org, "--mode", "test")
}

// size is how many GB the portfolios take that are together.
func (m *millionsRig) size(ctx context.Context) (gigabytes float64, err error) {
	conn, err := pgx.Connect(ctx, m.server.DSN(manyTogether))
	if err != nil {
		return 0, err
	}
	err = conn.QueryRow(ctx, "SELECT pg_database_size(current_database()) / 1e9::float8").Scan(&gigabytes)
	return gigabytes, errors.Join(err, conn.Close(ctx))
}
