package renewal_test

import (
	"context"
	"fmt"
	"log/slog"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/graph/renewal"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage"
	"github.com/covertrack/covertrack/storage/storagetest"
)

// office is a portfolio whose renewals are followed up, on a clock, through a mail server.
type office struct {
	*storagetest.World
	mail     *mailServer
	follower *renewal.Follower
	at       atomic.Pointer[time.Time]
	tenant   *storagetest.Tenant
	broker   uuid.UUID
	caseID   uuid.UUID
}

// termEnd is when terms of these tests end; newOffice opens at noon of the day on which the first step is due.
var termEnd = time.Date(2031, 6, 30, 0, 0, 0, 0, time.UTC)

func newOffice(t testing.TB) *office {
	t.Helper()
	o := &office{World: storagetest.NewWorld(t), mail: newMailServer(t)}
	o.tenant = o.Harbor
	o.set(termEnd.AddDate(0, 0, -60).Add(12 * time.Hour))
	o.follower = renewal.NewFollower(renewal.Config{Store: o.Store, Mail: o.mail.open(t), Now: o.now, Logger: testLog(t)})
	o.broker = o.Broker(t, o.tenant)
	o.caseID = o.newCase(t, o.tenant, o.broker)
	return o
}

// withoutMail is a follower of the same installation on a node that names no mail server.
func (o *office) withoutMail(t testing.TB) *renewal.Follower {
	return renewal.NewFollower(renewal.Config{Store: o.Store, Now: o.now, Logger: testLog(t)})
}

// mailOff is a follower of the same installation on a node that sends no mail, as its setting says.
func (o *office) mailOff(t testing.TB) *renewal.Follower {
	return renewal.NewFollower(renewal.Config{Store: o.Store, Mail: o.mail.open(t), MailOff: true, Now: o.now, Logger: testLog(t)})
}

func testLog(t testing.TB) *slog.Logger { return slog.New(slog.NewTextHandler(t.Output(), nil)) }

func (o *office) set(at time.Time) { o.at.Store(&at) }

func (o *office) now() time.Time { return *o.at.Load() }

func (o *office) pass(d time.Duration) { o.set(o.now().Add(d)) }

func (o *office) newCase(t testing.TB, tenant *storagetest.Tenant, contacts ...uuid.UUID) uuid.UUID {
	t.Helper()
	return o.Insert(t, tenant, "cases", storagetest.Row{
		"display_name": "A case", "status": "OPEN", "management_type": "serviceManaged", "program_id": o.Program(t, tenant),
		"insurance_contact_ids": array(contacts...),
	})
}

// array is ids as Postgres writes an array of them.
func array(ids ...uuid.UUID) string {
	texts := make([]string, len(ids))
	for i, id := range ids {
		texts[i] = id.String()
	}
	return "{" + strings.Join(texts, ",") + "}"
}

func (o *office) newPolicy(t testing.TB, contacts ...uuid.UUID) *model.Policy {
	t.Helper()
	end := termEnd // a copy: what is inserted is scanned back through the pointer
	p := o.Policy(t, o.tenant, o.caseID, &end, contacts...)
	require.NoError(t, o.plan(t.Context(), renewal.Change{After: p}))
	return p
}

func (o *office) plan(ctx context.Context, c renewal.Change) error {
	return o.Store.InTx(ctx, o.tenant.Portfolio.ID(), func(ctx context.Context, tx *storage.Tx) error {
		return renewal.Plan(ctx, tx.For(o.tenant.Portfolio.ID()), []renewal.Change{c}, o.now())
	})
}

// move runs an action on a policy, as the resolvers do.
func (o *office) move(ctx context.Context, id uuid.UUID, action func(model.PolicyState) (model.PolicyState, error)) error {
	return o.Store.InTx(ctx, o.tenant.Portfolio.ID(), func(ctx context.Context, tx *storage.Tx) error {
		store := tx.For(o.tenant.Portfolio.ID())
		if _, err := store.LockCaseOfPolicy(ctx, id); err != nil {
			return err
		}
		p, err := storage.Policies.Lock(ctx, store, id)
		if err != nil {
			return err
		}
		before := *p
		next, err := action(p.State())
		if err != nil {
			return err
		}
		p.SetState(next, o.now())
		if err := storage.Policies.Update(ctx, store, p); err != nil {
			return err
		}
		return renewal.Plan(ctx, store, []renewal.Change{{Before: &before, After: p}}, o.now())
	})
}

func hold(s model.PolicyState) (model.PolicyState, error) { return s.Hold(), nil }

func (o *office) work(t testing.TB) {
	t.Helper()
	_, err := o.follower.Sweep(t.Context())
	require.NoError(t, err)
	require.NoError(t, o.follower.Deliver(t.Context()))
}

// notice is a step of the policy's first term.
func (o *office) notice(t testing.TB, policy uuid.UUID, step model.RenewalStep) *model.RenewalNotice {
	t.Helper()
	notices, err := storage.RenewalNotices.Of(t.Context(), o.tenant.Portfolio, "policy_id", []uuid.UUID{policy})
	require.NoError(t, err)
	for _, n := range notices {
		if n.TermNumber == 1 && n.Step == step {
			return n
		}
	}
	require.Fail(t, "there is no such notice")
	return nil
}

// outcome is the state and reason of the first step.
func (o *office) outcome(t testing.TB, p *model.Policy) string {
	t.Helper()
	n := o.notice(t, p.ID, model.RenewalStepRequest)
	text := fmt.Sprintf("%s %d", n.State, n.PutOffs)
	if n.SkipReason != nil {
		text += " " + *n.SkipReason
	}
	return text
}

func (o *office) tasks(t testing.TB, p *model.Policy) (lines []string) {
	t.Helper()
	tasks, err := storage.Tasks.Of(t.Context(), o.tenant.Portfolio, "policy_id", []uuid.UUID{p.ID})
	require.NoError(t, err)
	for _, task := range tasks {
		lines = append(lines, fmt.Sprintf("%s %s", task.Type, *task.Reason))
	}
	return lines
}

func mailOf(id uuid.UUID) string { return "broker-" + id.String() + "@example.com" }
