package book

import (
	"context"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage"
)

// Book is one portfolio in the making. Its methods never fail: the first refusal of the rules, which is a mistake of whoever
// fills the book, is kept for Take. It serves one goroutine at a time.
type Book struct {
	// Random is the book's source of chance.
	Random *rand.Rand
	// PathSuffix ends all path names, so that books of different suffixes can be written to one portfolio.
	PathSuffix string

	portfolio *model.Portfolio
	today     time.Time
	ids       ids
	taken     map[string]bool // path names by noun, and what tasks were opened for
	err       error

	known  known
	boxes  model.Mailboxes
	unsent Batch
}

// known are the records that others of the book may name.
type known struct {
	brokerages, groups, contacts, insureds, clauses map[uuid.UUID]bool
	holders                                         map[uuid.UUID]*model.CertificateHolder
	programs                                        map[uuid.UUID]*model.Program
	profiles                                        map[uuid.UUID]*model.RiskProfile
	allowed                                         map[uuid.UUID][]*model.CoverageType // by risk profile
}

// New is an empty book of a portfolio, as it stands at the beginning of a day. The same day, seed and calls make the same book.
func New(portfolio *model.Portfolio, seed uint64, today time.Time) *Book {
	return &Book{
		Random:    rand.New(rand.NewPCG(seed, 0)),
		portfolio: portfolio,
		today:     today,
		ids:       ids{random: rand.New(rand.NewPCG(seed, 1))},
		taken:     map[string]bool{},
		boxes:     model.Mailboxes{Contacts: map[uuid.UUID]model.Mailbox{}},
		known: known{
			brokerages: map[uuid.UUID]bool{}, groups: map[uuid.UUID]bool{}, contacts: map[uuid.UUID]bool{},
			insureds: map[uuid.UUID]bool{}, clauses: map[uuid.UUID]bool{},
			holders: map[uuid.UUID]*model.CertificateHolder{}, programs: map[uuid.UUID]*model.Program{},
			profiles: map[uuid.UUID]*model.RiskProfile{}, allowed: map[uuid.UUID][]*model.CoverageType{},
		},
	}
}

// Write is Take, and what it took is written at once.
func (b *Book) Write(ctx context.Context, l *storage.Loader, wrote func(noun string, rows int)) error {
	batch, err := b.Take()
	if err != nil {
		return err
	}
	return batch.Write(ctx, l, wrote)
}

// Take answers what was made since the last Take, for writing, and the first refusal of the rules, if any. What is taken can
// still be named by what is made next, but is not changed any more.
func (b *Book) Take() (*Batch, error) {
	b.followUp()
	taken := b.unsent
	b.unsent = Batch{}
	return &taken, b.err
}

// Audit records that the program did something with the whole portfolio.
func (b *Book) Audit(action string) {
	b.unsent.events = append(b.unsent.events, &model.AuditEvent{
		ID: b.ids.at(b.today), ActorKind: model.SystemActor.Kind, ActorName: model.SystemActor.Name, Action: action,
		SubjectType: "portfolio", SubjectID: &b.portfolio.ID, Changes: model.JSON("null"), RequestID: b.ids.at(b.today).String(), At: b.today,
	})
}

// note keeps the first refusal.
func (b *Book) note(noun string, err error) {
	if err != nil && b.err == nil {
		b.err = fmt.Errorf("make a %s: %w", noun, err)
	}
}

// pathName is the first candidate of a slug that no other record of the noun has.
func (b *Book) pathName(noun, slug string) string {
	for n := 1; ; n++ {
		path := model.SlugCandidate(slug+b.PathSuffix, n)
		if !b.taken[noun+"/"+path] {
			b.taken[noun+"/"+path] = true
			return path
		}
	}
}
