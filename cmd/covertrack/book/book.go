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
// fills the book, is kept for Write. It serves one goroutine at a time.
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
	unsent records
}

// known are the records that others of the book may name.
type known struct {
	brokerages, groups, contacts, insureds, clauses map[uuid.UUID]bool
	holders                                         map[uuid.UUID]*model.CertificateHolder
	programs                                        map[uuid.UUID]*model.Program
	profiles                                        map[uuid.UUID]*model.RiskProfile
	allowed                                         map[uuid.UUID][]*model.CoverageType // by risk profile
}

// records wait to be written.
type records struct {
	users      []*model.User
	brokerages []*model.Brokerage
	brokers    []*model.Broker
	groups     []*model.InsuredGroup
	insureds   []*model.Insured
	holders    []*model.CertificateHolder
	clauses    []*model.MortgageeClause
	programs   []*model.Program
	profiles   []*model.RiskProfile
	cases      []*model.Case
	documents  []*model.Document
	assets     []*model.Asset
	policies   []*model.Policy
	versions   []*model.PolicyVersion
	tasks      []*model.Task
	notices    []*model.RenewalNotice
	events     []*model.AuditEvent

	followed []*followed
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

// Write adds what was made since the last Write to the portfolio, and tells wrote of the rows of each noun. What it wrote can
// still be named by what is made next.
func (b *Book) Write(ctx context.Context, l *storage.Loader, wrote func(noun string, rows int)) error {
	b.followUp()
	if b.err != nil {
		return b.err
	}
	r := &b.unsent
	for _, flush := range []func() error{
		flush(ctx, l, wrote, "users", &r.users),
		flush(ctx, l, wrote, "brokerages", &r.brokerages),
		flush(ctx, l, wrote, "brokers", &r.brokers),
		flush(ctx, l, wrote, "insured groups", &r.groups),
		flush(ctx, l, wrote, "insureds", &r.insureds),
		flush(ctx, l, wrote, "certificate holders", &r.holders),
		flush(ctx, l, wrote, "mortgagee clauses", &r.clauses),
		flush(ctx, l, wrote, "programs", &r.programs),
		flush(ctx, l, wrote, "risk profiles", &r.profiles),
		flush(ctx, l, wrote, "cases", &r.cases),
		flush(ctx, l, wrote, "documents", &r.documents),
		flush(ctx, l, wrote, "assets", &r.assets),
		flush(ctx, l, wrote, "policies", &r.policies),
		flush(ctx, l, wrote, "policy versions", &r.versions),
		flush(ctx, l, wrote, "tasks", &r.tasks),
		flush(ctx, l, wrote, "renewal notices", &r.notices),
		flush(ctx, l, wrote, "audit events", &r.events),
	} {
		if err := flush(); err != nil {
			return err
		}
	}
	return nil
}

func flush[T any](ctx context.Context, l *storage.Loader, wrote func(string, int), noun string, rows *[]*T) func() error {
	return func() error {
		if len(*rows) == 0 {
			return nil
		}
		if err := storage.Copy(ctx, l, *rows); err != nil {
			return fmt.Errorf("write the %s: %w", noun, err)
		}
		wrote(noun, len(*rows))
		*rows = nil
		return nil
	}
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
