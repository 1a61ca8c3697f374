package book

import (
	"context"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/letter"
	"github.com/covertrack/covertrack/model/scalar"
	"github.com/covertrack/covertrack/storage"
)

// Options say how a book is filled.
type Options struct {
	Seed       uint64    // decides about everything that is left to chance
	Today      time.Time // the beginning of the day that the book is of
	PathSuffix string    // ends every path name, so that books with different ones can be written to one portfolio
	// IDDay is the day that ids are of: the same seed makes the same ids on every day. If zero, it is Today.
	IDDay time.Time
	// NewID returns the id of a record made at a time. If nil, ids follow from the seed and the times.
	NewID func(at time.Time) uuid.UUID
	// Notice gives a notice about a renewal its words, from the records that it is about. If nil, policies are not
	// followed up: they get no notices, and no tasks of their own.
	Notice func(*model.RenewalNotice, letter.Facts) error
}

// Book is one portfolio in the making. Its methods do not return errors: the first refusal of the rules, which is a
// mistake of the calling code, is kept for Take. A book is for one goroutine at a time.
type Book struct {
	Random *rand.Rand // the book's source of chance

	options   Options
	portfolio *model.Portfolio
	taken     map[string]bool // path names by noun, and what tasks were opened for
	err       error

	// Records that later ones may name.
	known              model.CaseReferences
	brokerages, groups map[uuid.UUID]bool
	holders            map[uuid.UUID]*model.CertificateHolder
	products           map[uuid.UUID][]*model.ProductType // by program
	profiles           map[uuid.UUID]*model.RiskProfile
	clauses            map[uuid.UUID]*model.MortgageeClause
	boxes              model.Mailboxes

	unsent   Batch
	followed []*followed
	insureds []*model.Insured // since the last Take
	unjudged []*Case          // that have a risk profile and no stored verdict yet
}

// New returns an empty book of a portfolio. The same options and calls make the same book.
func New(portfolio *model.Portfolio, opt Options) *Book {
	if opt.NewID == nil {
		source := &ids{random: rand.New(rand.NewPCG(opt.Seed, 1))}
		if !opt.IDDay.IsZero() {
			source.shift = opt.IDDay.Sub(opt.Today)
		}
		opt.NewID = source.at
	}
	return &Book{
		Random:    rand.New(rand.NewPCG(opt.Seed, 0)),
		options:   opt,
		portfolio: portfolio,
		taken:     map[string]bool{},
		known: model.CaseReferences{
			Programs: map[uuid.UUID]bool{}, RiskProfiles: map[uuid.UUID]bool{}, Contacts: map[uuid.UUID]bool{},
			Insureds: map[uuid.UUID]bool{}, MortgageeClauses: map[uuid.UUID]bool{},
		},
		brokerages: map[uuid.UUID]bool{},
		groups:     map[uuid.UUID]bool{},
		holders:    map[uuid.UUID]*model.CertificateHolder{},
		products:   map[uuid.UUID][]*model.ProductType{},
		profiles:   map[uuid.UUID]*model.RiskProfile{},
		clauses:    map[uuid.UUID]*model.MortgageeClause{},
		boxes:      model.Mailboxes{Contacts: map[uuid.UUID]model.Mailbox{}},
		unsent:     Batch{},
	}
}

// Write takes what was made since the last Take and writes it: see Batch.Write.
func (b *Book) Write(ctx context.Context, l *storage.Loader, wrote func(noun string, rows int)) error {
	batch, err := b.Take()
	if err != nil {
		return err
	}
	return batch.Write(ctx, l, wrote)
}

// Take returns what was made since the last Take, and the first refusal of the rules, if any. Later records can name
// what was taken, but no method may change it any more.
func (b *Book) Take() (Batch, error) {
	b.storeVerdicts() // first, for how many ids follow-up takes depends on the day
	b.followUp()
	taken := b.unsent
	b.unsent, b.insureds = Batch{}, nil
	return taken, b.err
}

// Audit records that the program did something with the whole portfolio.
func (b *Book) Audit(action string) {
	today := b.options.Today
	add(b, storage.AuditEvents, &model.AuditEvent{
		ID: b.id(today), ActorKind: model.SystemActor.Kind, ActorName: model.SystemActor.Name, Action: action,
		SubjectType: "portfolio", SubjectID: &b.portfolio.ID, Changes: scalar.JSON("null"),
		RequestID: b.id(today).String(), At: today,
	}, nil)
}

func (b *Book) id(at time.Time) uuid.UUID { return b.options.NewID(at) }

// note keeps the first refusal.
func (b *Book) note(what string, err error) {
	if err != nil && b.err == nil {
		b.err = fmt.Errorf("make %s: %w", what, err)
	}
}

// pathName returns the first candidate of a slug that no other record of the noun has.
func (b *Book) pathName(noun, slug string) string {
	for n := 1; ; n++ {
		path := scalar.SlugCandidate(slug+b.options.PathSuffix, n)
		if !b.taken[noun+"/"+path] {
			b.taken[noun+"/"+path] = true
			return path
		}
	}
}

// ids makes UUIDs of version 7 (RFC 9562 section 5.7) that follow from the seed and the times asked for.
type ids struct {
	random *rand.Rand
	shift  time.Duration // what is added to every time
	last   int64
	count  uint16 // within the millisecond, so that order is kept there too
}

func (s *ids) at(t time.Time) (id uuid.UUID) {
	ms := t.Add(s.shift).UnixMilli()
	if s.count++; ms != s.last {
		s.last, s.count = ms, 0
	}
	binary.BigEndian.PutUint64(id[:8], uint64(ms)<<16|0x7000|uint64(s.count&0x0fff))
	binary.BigEndian.PutUint64(id[8:], s.random.Uint64()>>2|0x8000000000000000)
	return id
}

// File is a file that belongs to records, for the object store.
type File struct {
	Key, Type string
	Content   []byte
}

// Batch is what was taken out of a book, by table. The book may be filled meanwhile. Batches are written in the order in
// which they were taken: a later one names records of earlier ones.
type Batch map[string]pile

// pile is the records of one noun.
type pile interface {
	write(ctx context.Context, l *storage.Loader) (rows int, err error)
}

type records[T any] []*T

func (r *records[T]) write(ctx context.Context, l *storage.Loader) (rows int, err error) {
	return len(*r), storage.Copy(ctx, l, *r)
}

// Write adds the batch to the loader's portfolio. It calls wrote with the rows of each noun, unless that is nil.
func (b Batch) Write(ctx context.Context, l *storage.Loader, wrote func(noun string, rows int)) error {
	var names []string
	for _, table := range storage.Nouns() {
		names = append(names, table.Name())
	}
	for _, name := range append(names, importTables...) {
		p, ok := b[name]
		if !ok {
			continue
		}
		noun := strings.ReplaceAll(name, "_", " ")
		rows, err := p.write(ctx, l)
		if err != nil {
			return fmt.Errorf("write the %s: %w", noun, err)
		}
		if wrote != nil {
			wrote(noun, rows)
		}
	}
	return nil
}

// add puts a record on the pile of its table, and notes the error of its constructor.
func add[T, F any](b *Book, table *storage.Table[T, F], record *T, err error) *T {
	return addTo(b, table.Name(), record, err)
}

func addTo[T any](b *Book, table string, record *T, err error) *T {
	b.note(table, err)
	p, ok := b.unsent[table].(*records[T])
	if !ok {
		p = &records[T]{}
		b.unsent[table] = p
	}
	*p = append(*p, record)
	return record
}
