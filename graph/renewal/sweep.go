package renewal

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage"
)

// batchSize is how many policies one transaction of a sweep decides about: few enough that an operation on one of their
// cases waits for it a few dozen milliseconds at most.
const batchSize = 25

// Follower follows up renewals. It is safe for concurrent use, and any number of them may work on one database.
type Follower struct {
	store *storage.Store
	mail  *Mail
	now   func() time.Time
	log   *slog.Logger
}

// Config is what a follower works with. All but Mail is required.
type Config struct {
	Store *storage.Store
	// Mail is the mail server; nil without one: every notice is suppressed then.
	Mail   *Mail
	Now    func() time.Time
	Logger *slog.Logger
}

// NewFollower makes a follower.
func NewFollower(cfg Config) *Follower {
	now := func() time.Time { return cfg.Now().UTC().Truncate(time.Millisecond) }
	return &Follower{store: cfg.Store, mail: cfg.Mail, now: now, log: cfg.Logger}
}

// Sweep decides about every notice that is due, and answers what it decided. What somebody else has locked it leaves to the
// next sweep. A portfolio that fails does not keep the others from their turn.
func (f *Follower) Sweep(ctx context.Context) ([]Decision, error) {
	return f.sweep(ctx, f.now(), false)
}

// Preview is what Sweep would decide at a time; nothing is changed.
func (f *Follower) Preview(ctx context.Context, now time.Time) ([]Decision, error) {
	return f.sweep(ctx, now.UTC().Truncate(time.Millisecond), true)
}

// SweepPolicy is Sweep for one policy.
func (f *Follower) SweepPolicy(ctx context.Context, portfolio, policy uuid.UUID) ([]Decision, error) {
	p, err := f.store.Portfolio(ctx, portfolio)
	if err != nil {
		return nil, err
	}
	s := f.sweepOf(p, f.now(), false)
	due, err := f.store.For(portfolio).DuePolicy(ctx, policy, s.now)
	if err != nil || due == nil {
		return nil, err
	}
	return s.batch(ctx, []storage.DuePolicy{*due})
}

func (f *Follower) sweep(ctx context.Context, now time.Time, preview bool) (decisions []Decision, err error) {
	portfolios, err := f.store.Portfolios(ctx)
	if err != nil {
		return nil, err
	}
	var failed []error
	for _, p := range portfolios {
		made, err := f.sweepOf(p, now, preview).all(ctx)
		decisions = append(decisions, made...)
		failed = append(failed, err)
	}
	return decisions, errors.Join(failed...)
}

// portfolioSweep is a sweep of one portfolio at one time.
type portfolioSweep struct {
	*Follower
	portfolio *model.Portfolio
	now       time.Time
	preview   bool
	seen      map[uuid.UUID]bool // the policies that had their turn
}

func (f *Follower) sweepOf(p *model.Portfolio, now time.Time, preview bool) *portfolioSweep {
	return &portfolioSweep{Follower: f, portfolio: p, now: now, preview: preview, seen: map[uuid.UUID]bool{}}
}

// all goes once through what is due, in batches.
func (s *portfolioSweep) all(ctx context.Context) (decisions []Decision, err error) {
	store := s.store.For(s.portfolio.ID)
	var after *storage.DuePolicy
	var failed []error
	for ctx.Err() == nil {
		due, err := store.DuePolicies(ctx, s.now, after, batchSize)
		if err != nil {
			return decisions, errors.Join(append(failed, err)...)
		}
		if len(due) == 0 {
			break
		}
		after = &due[len(due)-1]
		made, err := s.tryBatch(ctx, s.unseen(due))
		decisions = append(decisions, made...)
		failed = append(failed, err)
	}
	return decisions, errors.Join(append(failed, ctx.Err())...)
}

// unseen are those of the policies whose turn it is: of several due notices of one, the first brings it its turn.
func (s *portfolioSweep) unseen(due []storage.DuePolicy) (fresh []storage.DuePolicy) {
	for _, d := range due {
		if !s.seen[d.PolicyID] {
			s.seen[d.PolicyID] = true
			fresh = append(fresh, d)
		}
	}
	return fresh
}

// tryBatch decides about a batch, and when that fails about each policy of it alone: one that cannot be decided about must
// not keep the others waiting for ever.
func (s *portfolioSweep) tryBatch(ctx context.Context, due []storage.DuePolicy) (decisions []Decision, err error) {
	made, err := s.batch(ctx, due)
	if err == nil || len(due) < 2 || model.CodeOf(err) == model.CodeUnavailable {
		return made, err
	}
	var failed []error
	for i := range due {
		made, err := s.batch(ctx, due[i:i+1])
		decisions = append(decisions, made...)
		failed = append(failed, err)
	}
	return decisions, errors.Join(failed...)
}

var errPreview = errors.New("nothing is to be changed")

// batch decides about some policies in one transaction.
func (s *portfolioSweep) batch(ctx context.Context, due []storage.DuePolicy) (decisions []Decision, err error) {
	err = s.store.InTx(ctx, func(ctx context.Context, tx *storage.Tx) error {
		store := tx.For(s.portfolio.ID)
		book, err := s.open(ctx, store, due)
		if err != nil {
			return err
		}
		b := &batch{portfolioSweep: s, book: book}
		if err := b.decideAll(); err != nil {
			return err
		}
		decisions = b.decisions
		if s.preview {
			return errPreview
		}
		return b.save(ctx, tx, store)
	})
	if errors.Is(err, errPreview) {
		return decisions, nil
	}
	if err != nil {
		return nil, err
	}
	countSettled(decisions, s.now)
	return decisions, nil
}

// book is what a batch knows: its records, locked.
type book struct {
	cases    map[uuid.UUID]*model.Case
	policies []*model.Policy
	notices  map[uuid.UUID][]*model.RenewalNotice
	boxes    model.Mailboxes
}

// open locks what is free of cases, policies and notices, in this order. Each statement sees what was committed before it
// began, so a policy that was held while its case was waited for is seen to be held.
func (s *portfolioSweep) open(ctx context.Context, store *storage.Portfolio, due []storage.DuePolicy) (*book, error) {
	var caseIDs, policyIDs []uuid.UUID
	for _, d := range due {
		caseIDs, policyIDs = append(caseIDs, d.CaseID), append(policyIDs, d.PolicyID)
	}
	cases, err := store.LockFreeCases(ctx, caseIDs)
	if err != nil {
		return nil, err
	}
	b := &book{cases: map[uuid.UUID]*model.Case{}}
	for _, c := range cases {
		b.cases[c.ID] = c
	}
	locked, err := store.LockFreePolicies(ctx, policyIDs)
	if err != nil {
		return nil, err
	}
	var contacts, followed []uuid.UUID
	selfManaged := false
	for _, p := range locked {
		c, ok := b.cases[p.CaseID]
		if !ok || !p.Status.FollowedUp() {
			continue
		}
		b.policies = append(b.policies, p)
		followed = append(followed, p.ID)
		contacts = append(contacts, model.NoticeContacts(c, p)...)
		selfManaged = selfManaged || c.ManagementType == model.ManagementTypeSelfManaged
	}
	notices, err := store.LockDueNotices(ctx, followed, s.now)
	if err != nil {
		return nil, err
	}
	b.notices = byPolicy(notices)
	b.boxes, err = store.Mailboxes(ctx, contacts, selfManaged)
	return b, err
}
