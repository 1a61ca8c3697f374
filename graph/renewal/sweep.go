package renewal

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/graph/rates"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/storage"
)

// policiesPerTx is how many policies a sweep handles in one transaction. An operation on one of their cases has to wait
// for that transaction, so there are few: it takes a few dozen milliseconds at most.
const policiesPerTx = 25

// Follower does renewal follow-up. It is safe for concurrent use, and any number of them may work on one database.
type Follower struct {
	Config
	warned pace // of letters that were put off
}

// Config is what a follower works with. Everything but Mail, MailOff and Links is required.
type Config struct {
	Store   *storage.Store
	Mail    *Mail  // if it is nil, notices wait for a node that has a mail server
	MailOff bool   // notices are suppressed, even if there is a mail server
	Links   *Links // makes the links of letters; nil for letters without
	Now     func() time.Time
	Logger  *slog.Logger
}

// NewFollower returns a follower for cfg.
func NewFollower(cfg Config) *Follower {
	cfg.Now = storage.Clock(cfg.Now)
	return &Follower{Config: cfg}
}

// Sweep decides about every notice that is due and returns the decisions. It leaves what another transaction has locked
// to the next sweep. If a portfolio fails, the others are still handled, and the error is returned at the end.
func (f *Follower) Sweep(ctx context.Context) ([]Decision, error) {
	return f.sweep(ctx, rates.Share{}, f.Now(), false)
}

// Preview returns what Sweep would decide at the given time. It changes nothing.
func (f *Follower) Preview(ctx context.Context, now time.Time) ([]Decision, error) {
	return f.sweep(ctx, rates.Share{}, now.UTC().Truncate(time.Millisecond), true)
}

// SweepShare is Sweep of a share of the portfolios, as a job. [rates.ErrMany].
func (f *Follower) SweepShare(ctx context.Context, share rates.Share) error {
	_, err := f.sweep(ctx, share, f.Now(), false)
	return err
}

func (f *Follower) sweep(
	ctx context.Context, share rates.Share, now time.Time, preview bool,
) (decisions []Decision, failed error) {
	due, err := f.Store.PortfoliosWithDueNotices(ctx, now)
	if err == nil {
		due, err = share.Of(due)
	}
	if err != nil {
		return nil, err
	}
	var sweeps []*portfolioSweep
	for _, p := range due {
		sweeps = append(sweeps, &portfolioSweep{Follower: f, portfolio: p, now: now, preview: preview, seen: map[uuid.UUID]bool{}})
	}
	rates.InTurns(sweeps, func(s *portfolioSweep) bool {
		more, err := s.next(ctx)
		failed = errors.Join(failed, err)
		return more
	})
	for _, s := range sweeps {
		decisions = append(decisions, s.decisions...)
	}
	return decisions, failed
}

// SweepPortfolio is Sweep of one portfolio.
func (f *Follower) SweepPortfolio(ctx context.Context, p *model.Portfolio) (decisions []Decision, failed error) {
	s := &portfolioSweep{Follower: f, portfolio: p, now: f.Now(), seen: map[uuid.UUID]bool{}}
	for more := true; more; {
		var err error
		more, err = s.next(ctx)
		failed = errors.Join(failed, err)
	}
	return s.decisions, failed
}

// SweepPolicy decides about the notices of one policy that are due, as Sweep does.
func (f *Follower) SweepPolicy(ctx context.Context, portfolio, policy uuid.UUID) error {
	p, err := f.Store.Portfolio(ctx, portfolio)
	if err != nil {
		return err
	}
	s := &portfolioSweep{Follower: f, portfolio: p, now: f.Now()}
	due, err := f.Store.For(p.ID).DuePolicy(ctx, policy, s.now)
	if err != nil || due == nil {
		return err
	}
	return s.decide(ctx, []storage.DuePolicy{*due})
}

// portfolioSweep is a sweep of one portfolio at one time.
type portfolioSweep struct {
	*Follower
	portfolio *model.Portfolio
	now       time.Time
	preview   bool
	decisions []Decision // of the transactions that were committed, or that a preview has made

	after *storage.DuePolicy // where next goes on
	seen  map[uuid.UUID]bool // the policies before

	cases *[]uuid.UUID // that have letters about findings to carry out; nil before they are known
}

// next handles the next few policies of all that have due notices, each once: it is listed once for each of them. It reports
// whether there may be more.
func (s *portfolioSweep) next(ctx context.Context) (more bool, err error) {
	if ctx.Err() != nil {
		return false, ctx.Err()
	}
	due, err := s.Store.For(s.portfolio.ID).DuePolicies(ctx, s.now, s.after, policiesPerTx)
	if err != nil || len(due) == 0 {
		more, failed := s.nextLetters(ctx)
		return more, errors.Join(err, failed)
	}
	last := due[len(due)-1]
	s.after = &last
	due = slices.DeleteFunc(due, func(d storage.DuePolicy) bool {
		again := s.seen[d.PolicyID]
		s.seen[d.PolicyID] = true
		return again
	})
	return true, inOneOrEach(due, func(some []storage.DuePolicy) error { return s.decide(ctx, some) })
}

// completeCovered completes the tasks to follow up cancellations of policies that have cover again by their next term.
func (s *portfolioSweep) completeCovered(ctx context.Context) error {
	found, err := s.Store.For(s.portfolio.ID).HasCoveredTasks(ctx, s.now)
	if err != nil || !found || s.preview {
		return err
	}
	return s.Store.InTx(ctx, s.portfolio.ID, func(ctx context.Context, tx *storage.Tx) error {
		store := tx.For(s.portfolio.ID)
		tasks, err := store.LockCoveredTasks(ctx, s.now)
		if err != nil {
			return err
		}
		return completeTasks(ctx, tx, store, tasks, s.now)
	})
}

// inOneOrEach handles records in one transaction and, if that fails, each in one of its own: one that always fails must not hold
// up the others.
func inOneOrEach[T any](all []T, handle func([]T) error) (failed error) {
	err := handle(all)
	if err == nil || len(all) < 2 || fault.CodeOf(err) == fault.CodeUnavailable {
		return err
	}
	for i := range all {
		failed = errors.Join(failed, handle(all[i:i+1]))
	}
	return failed
}

// errPreview rolls a transaction back after its decisions were made.
var errPreview = errors.New("nothing is to be changed")

// decide handles some policies in one transaction.
func (s *portfolioSweep) decide(ctx context.Context, due []storage.DuePolicy) error {
	var d *decider
	err := s.Store.InTx(ctx, s.portfolio.ID, func(ctx context.Context, tx *storage.Tx) error {
		store := tx.For(s.portfolio.ID)
		locked, err := s.lock(ctx, store, due)
		if err != nil {
			return err
		}
		d = &decider{writer: writer{portfolioSweep: s}, records: locked}
		d.decideAll()
		if err := d.wordAll(ctx, tx, store, d.open); err != nil {
			return err
		}
		if s.preview {
			return errPreview
		}
		return d.save(ctx, tx, store)
	})
	if err != nil && !errors.Is(err, errPreview) {
		return err
	}
	s.decided(d.made)
	return nil
}

// decided notes decisions that were committed, or that a preview has made.
func (s *portfolioSweep) decided(made []Decision) {
	s.decisions = append(s.decisions, made...)
	for _, one := range made {
		if !s.preview && s.portfolio.Mode != model.ModeSandbox {
			countNotice(one.Notice, s.now)
		}
	}
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
	byLender := false
	for _, p := range locked {
		c, ok := r.cases[p.CaseID]
		if !ok || !p.Status.FollowedUp() || p.InReview(s.now) {
			continue
		}
		r.policies = append(r.policies, p)
		followed = append(followed, p.ID)
		contacts = append(contacts, model.NoticeContacts(c, p)...)
		byLender = byLender || c.IsFollowedUpByLender(p)
	}
	notices, err := store.LockDueNotices(ctx, followed, s.now)
	if err != nil {
		return nil, err
	}
	r.notices = byPolicy(notices)
	r.boxes, err = store.Mailboxes(ctx, contacts, byLender)
	return r, err
}
