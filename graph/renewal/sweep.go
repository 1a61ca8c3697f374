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

// policiesPerTx is how many policies a sweep handles in one transaction. An operation on one of their cases has to wait
// for that transaction, so there are few: it takes a few dozen milliseconds at most.
const policiesPerTx = 25

// Follower does renewal follow-up. It is safe for concurrent use, and any number of them may work on one database.
type Follower struct {
	store *storage.Store
	mail  *Mail
	now   func() time.Time
	log   *slog.Logger
}

// Config is what a follower works with. Everything but Mail is required.
type Config struct {
	Store *storage.Store
	// Mail is the mail server. If it is nil, every notice is suppressed.
	Mail   *Mail
	Now    func() time.Time
	Logger *slog.Logger
}

// NewFollower returns a follower for cfg.
func NewFollower(cfg Config) *Follower {
	now := func() time.Time { return cfg.Now().UTC().Truncate(time.Millisecond) }
	return &Follower{store: cfg.Store, mail: cfg.Mail, now: now, log: cfg.Logger}
}

// Sweep decides about every notice that is due and returns the decisions. It leaves what another transaction has locked
// to the next sweep. If a portfolio fails, the others are still handled, and the error is returned at the end.
func (f *Follower) Sweep(ctx context.Context) ([]Decision, error) {
	return f.sweep(ctx, f.now(), false)
}

// Preview returns what Sweep would decide at the given time. It changes nothing.
func (f *Follower) Preview(ctx context.Context, now time.Time) ([]Decision, error) {
	return f.sweep(ctx, now.UTC().Truncate(time.Millisecond), true)
}

// SweepPolicy does what Sweep does, for one policy.
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
	return s.decide(ctx, []storage.DuePolicy{*due})
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
	seen      map[uuid.UUID]bool // the policies that this sweep has handled
}

func (f *Follower) sweepOf(p *model.Portfolio, now time.Time, preview bool) *portfolioSweep {
	return &portfolioSweep{Follower: f, portfolio: p, now: now, preview: preview, seen: map[uuid.UUID]bool{}}
}

// all handles everything that is due once, a few policies at a time.
func (s *portfolioSweep) all(ctx context.Context) (decisions []Decision, err error) {
	store := s.store.For(s.portfolio.ID)
	var after *storage.DuePolicy
	var failed []error
	for ctx.Err() == nil {
		due, err := store.DuePolicies(ctx, s.now, after, policiesPerTx)
		if err != nil {
			return decisions, errors.Join(append(failed, err)...)
		}
		if len(due) == 0 {
			break
		}
		after = &due[len(due)-1]
		made, err := s.decideOrSplit(ctx, s.unseen(due))
		decisions = append(decisions, made...)
		failed = append(failed, err)
	}
	return decisions, errors.Join(append(failed, ctx.Err())...)
}

// unseen returns the policies that were not handled yet: a policy is listed once for each of its due notices.
func (s *portfolioSweep) unseen(due []storage.DuePolicy) (fresh []storage.DuePolicy) {
	for _, d := range due {
		if !s.seen[d.PolicyID] {
			s.seen[d.PolicyID] = true
			fresh = append(fresh, d)
		}
	}
	return fresh
}

// decideOrSplit handles the policies in one transaction and, if that fails, each in one of its own: a policy that
// always fails must not hold up the others.
func (s *portfolioSweep) decideOrSplit(ctx context.Context, due []storage.DuePolicy) (decisions []Decision, err error) {
	made, err := s.decide(ctx, due)
	if err == nil || len(due) < 2 || model.CodeOf(err) == model.CodeUnavailable {
		return made, err
	}
	var failed []error
	for i := range due {
		made, err := s.decide(ctx, due[i:i+1])
		decisions = append(decisions, made...)
		failed = append(failed, err)
	}
	return decisions, errors.Join(failed...)
}

// errPreview rolls a transaction back after its decisions were made.
var errPreview = errors.New("nothing is to be changed")

// decide handles some policies in one transaction.
func (s *portfolioSweep) decide(ctx context.Context, due []storage.DuePolicy) (decisions []Decision, err error) {
	err = s.store.InTx(ctx, func(ctx context.Context, tx *storage.Tx) error {
		store := tx.For(s.portfolio.ID)
		locked, err := s.lock(ctx, store, due)
		if err != nil {
			return err
		}
		d := &decider{portfolioSweep: s, records: locked}
		if err := d.decideAll(); err != nil {
			return err
		}
		decisions = d.decisions
		if s.preview {
			return errPreview
		}
		return d.save(ctx, tx, store)
	})
	if errors.Is(err, errPreview) {
		return decisions, nil
	}
	if err != nil {
		return nil, err
	}
	for _, d := range decisions {
		countNotice(d.Notice, s.now)
	}
	return decisions, nil
}

// records are what the decisions of one transaction depend on; all but the mailboxes are locked.
type records struct {
	cases    map[uuid.UUID]*model.Case
	policies []*model.Policy
	notices  map[uuid.UUID][]*model.RenewalNotice
	boxes    model.Mailboxes
}

// lock locks the cases, policies and notices that are free, in this order. Each statement sees what was committed
// before it began, so a policy that was put on hold before its lock was taken is seen to be on hold.
func (s *portfolioSweep) lock(ctx context.Context, store *storage.Portfolio, due []storage.DuePolicy) (*records, error) {
	var caseIDs, policyIDs []uuid.UUID
	for _, d := range due {
		caseIDs, policyIDs = append(caseIDs, d.CaseID), append(policyIDs, d.PolicyID)
	}
	cases, err := storage.Cases.LockFree(ctx, store, caseIDs)
	if err != nil {
		return nil, err
	}
	r := &records{cases: map[uuid.UUID]*model.Case{}}
	for _, c := range cases {
		r.cases[c.ID] = c
	}
	locked, err := storage.Policies.LockFree(ctx, store, policyIDs)
	if err != nil {
		return nil, err
	}
	var contacts, followed []uuid.UUID
	selfManaged := false
	for _, p := range locked {
		c, ok := r.cases[p.CaseID]
		if !ok || !p.Status.FollowedUp() {
			continue
		}
		r.policies = append(r.policies, p)
		followed = append(followed, p.ID)
		contacts = append(contacts, model.NoticeContacts(c, p)...)
		selfManaged = selfManaged || c.ManagementType == model.ManagementTypeSelfManaged
	}
	notices, err := store.LockDueNotices(ctx, followed, s.now)
	if err != nil {
		return nil, err
	}
	r.notices = byPolicy(notices)
	r.boxes, err = store.Mailboxes(ctx, contacts, selfManaged)
	return r, err
}
