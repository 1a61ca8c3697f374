package sandbox

import (
	"context"
	"errors"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/model/sandbox"
	"github.com/covertrack/covertrack/storage"
	stored "github.com/covertrack/covertrack/storage/sandbox"
)

// Broker hands in by a link what an answer says about a policy, as package evidence does it: once, however often it is asked.
type Broker interface {
	Answer(ctx context.Context, link uuid.UUID, a *sandbox.Answer, p *model.Policy) (evidence *uuid.UUID, err error)
}

// Brokers are the [Actor] that answers in sandboxes.
type Brokers struct {
	Store *storage.Store
	By    Broker
}

// Next returns when a broker is to answer next.
func (b Brokers) Next(ctx context.Context, portfolio uuid.UUID) (at time.Time, ok bool, err error) {
	a, err := stored.NextAnswer(ctx, b.Store.For(portfolio))
	if err != nil || a == nil {
		return at, false, err
	}
	return a.DueAt, true, nil
}

// Act has brokers answer whose moment has come, in order. An answer that is cut off is made again, and handed in once.
func (b Brokers) Act(ctx context.Context, portfolio uuid.UUID, at time.Time) error {
	store := b.Store.For(portfolio)
	for {
		a, err := stored.NextAnswer(ctx, store)
		if err != nil || a == nil || a.DueAt.After(at) {
			return err
		}
		if err := b.answer(ctx, store, a, at); err != nil {
			return err
		}
		err = b.Store.InTx(ctx, portfolio, func(ctx context.Context, tx *storage.Tx) error {
			return stored.Answers.Update(ctx, tx.For(portfolio), a)
		})
		if err != nil {
			return err
		}
	}
}

// answer does one and settles it. With an error it is to be done again.
func (b Brokers) answer(ctx context.Context, p *storage.Portfolio, a *sandbox.Answer, now time.Time) error {
	if a.With == model.SandboxAnswerKindNothing {
		a.Settle(model.SandboxAnswerStateDone, nil, now)
		return nil
	}
	policy, err := storage.Policies.One(ctx, p, a.PolicyID)
	if err != nil {
		return err
	}
	link, err := stored.UsableLink(ctx, p, policy, now)
	if err != nil {
		return err
	}
	if link == nil {
		a.Settle(model.SandboxAnswerStateNotAsked, nil, now)
		return nil
	}
	evidence, err := b.By.Answer(ctx, *link, a, policy)
	refused, isRefused := errors.AsType[*fault.Error](err)
	switch {
	case err == nil:
		a.Settle(model.SandboxAnswerStateDone, evidence, now)
	case !isRefused || refused.Code == fault.CodeUnavailable || refused.Code == fault.CodeInternal:
		return err
	default:
		a.Fail(said(refused), now)
	}
	return nil
}

// said is why the page has refused an answer.
func said(refused *fault.Error) string {
	if len(refused.Violations) == 0 {
		return refused.Message
	}
	var texts []string
	for _, v := range refused.Violations {
		texts = append(texts, v.Message)
	}
	return strings.Join(texts, "; ")
}
