package renewal

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage"
)

// Repeat says which notices ResendAll sends again.
type Repeat struct {
	Since   time.Time                  // when they were settled
	States  []model.RenewalNoticeState // that can be sent again
	Lender  *uuid.UUID                 // whose; nil for all
	By      model.Actor                // who asks
	Preview bool                       // change nothing
}

// Resent is a notice that is sent again.
type Resent struct {
	Portfolio *model.Portfolio
	Case      *model.Case
	Policy    *model.Policy        // nil for a letter about the findings of the case
	Notice    *model.RenewalNotice // as it was before
}

// ResendAll sends notices of live portfolios again: of each policy's current term the latest, and of the letters about a case's
// findings the latest of each recipient, if no later step was sent. If some policies fail, the others are still handled, and
// the error is returned at the end.
func (f *Follower) ResendAll(ctx context.Context, r Repeat) (resent []Resent, failed error) {
	portfolios, err := f.Store.Portfolios(ctx)
	if err != nil {
		return nil, err
	}
	for _, p := range portfolios {
		if p.Mode != model.ModeLive || r.Lender != nil && p.LenderID != *r.Lender {
			continue
		}
		some, err := f.resendIn(ctx, p, r)
		resent, failed = append(resent, some...), errors.Join(failed, err)
	}
	return resent, failed
}

func (f *Follower) resendIn(ctx context.Context, portfolio *model.Portfolio, r Repeat) (resent []Resent, failed error) {
	ofCases, err := f.Store.For(portfolio.ID).PoliciesWithNotices(ctx, r.States, r.Since, f.Now())
	if err != nil {
		return nil, err
	}
	byID := func(a, b uuid.UUID) int { return strings.Compare(a.String(), b.String()) }
	for policies := range slices.Chunk(slices.SortedFunc(maps.Keys(ofCases), byID), policiesPerTx) {
		var some []Resent
		err := f.Store.InTx(ctx, portfolio.ID, func(ctx context.Context, tx *storage.Tx) (err error) {
			in := scope{tx: tx, store: tx.For(portfolio.ID), portfolio: portfolio}
			if some, err = f.resendSome(ctx, in, policies, ofCases, r); err == nil && r.Preview {
				return errPreview
			}
			return err
		})
		if err != nil && !errors.Is(err, errPreview) {
			failed = errors.Join(failed, err)
			continue
		}
		resent = append(resent, some...)
	}
	some, err := f.resendLetters(ctx, portfolio, r)
	return append(resent, some...), errors.Join(failed, err)
}

// resendLetters is resendIn for the letters about findings, a case in each transaction.
func (f *Follower) resendLetters(ctx context.Context, portfolio *model.Portfolio, r Repeat) (resent []Resent, failed error) {
	cases, err := f.Store.For(portfolio.ID).CasesWithLetters(ctx, r.States, r.Since)
	if err != nil {
		return nil, err
	}
	for _, id := range cases {
		var some []Resent
		err := f.Store.InTx(ctx, portfolio.ID, func(ctx context.Context, tx *storage.Tx) (err error) {
			in := scope{tx: tx, store: tx.For(portfolio.ID), portfolio: portfolio}
			if some, err = f.resendLettersOf(ctx, in, id, r); err == nil && r.Preview {
				return errPreview
			}
			return err
		})
		if err != nil && !errors.Is(err, errPreview) {
			failed = errors.Join(failed, err)
			continue
		}
		resent = append(resent, some...)
	}
	return resent, failed
}

func (f *Follower) resendLettersOf(ctx context.Context, in scope, id uuid.UUID, r Repeat) (resent []Resent, err error) {
	c, err := storage.Cases.Lock(ctx, in.store, id)
	if err != nil {
		return nil, err
	}
	letters, err := in.store.LockLettersOfCase(ctx, id)
	if err != nil || len(letters) == 0 {
		return nil, err
	}
	task, err := storage.Tasks.One(ctx, in.store, *letters[0].TaskID)
	if err != nil {
		return nil, err
	}
	now := f.Now()
	trail := trailOf(in.store, now)
	trail.Actor = model.Actor{Kind: r.By.Kind, Name: r.By.Name}
	var again []*model.RenewalNotice
	for _, n := range model.PickLetters(letters, r.States, r.Since, now) {
		before := *n
		if n.ResendLetter(c, task, r.By, now) != nil {
			continue // the case was put on hold or mended meanwhile
		}
		again = append(again, n)
		resent = append(resent, Resent{Portfolio: in.portfolio, Case: c, Notice: &before})
		trail.Add("renewalNotice.resent", "renewalNotice", n.ID, ResendChanges(&before, n))
	}
	if err := in.store.UpdateRenewalNotices(ctx, again); err != nil {
		return nil, err
	}
	return resent, trail.Save(ctx, in.tx)
}

// resendSome locks cases, policies and notices, in this order, and sends again what is to be sent.
func (f *Follower) resendSome(
	ctx context.Context, in scope, ids []uuid.UUID, ofCases map[uuid.UUID]uuid.UUID, r Repeat,
) (resent []Resent, err error) {
	caseIDs := make([]uuid.UUID, len(ids))
	for i, id := range ids {
		caseIDs[i] = ofCases[id]
	}
	locked, err := storage.Cases.LockAll(ctx, in.store, caseIDs)
	if err != nil {
		return nil, err
	}
	cases := map[uuid.UUID]*model.Case{}
	for _, c := range locked {
		cases[c.ID] = c
	}
	policies, err := storage.Policies.LockAll(ctx, in.store, ids)
	if err != nil {
		return nil, err
	}
	all, err := in.store.LockRenewalNotices(ctx, ids)
	if err != nil {
		return nil, err
	}
	notices, now := byPolicy(all), f.Now()
	trail := trailOf(in.store, now)
	trail.Actor = model.Actor{Kind: r.By.Kind, Name: r.By.Name}
	for _, p := range policies {
		n := model.PickResend(p, notices[p.ID], r.States, r.Since, now)
		if n == nil || cases[p.CaseID].CheckOpen() != nil {
			continue
		}
		before := *n
		if err := Resend(ctx, in.store, p, n, r.By, now); err != nil {
			return nil, err
		}
		resent = append(resent, Resent{Portfolio: in.portfolio, Case: cases[p.CaseID], Policy: p, Notice: &before})
		trail.Add("renewalNotice.resent", "renewalNotice", n.ID, ResendChanges(&before, n))
	}
	return resent, trail.Save(ctx, in.tx)
}
