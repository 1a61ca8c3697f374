package renewal_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage/storagetest/soak"
)

// What the mail servers say to an address, each to one recipient of a notice.
const (
	accepts = "accepts"
	isFull  = "is full"     // 452 at first
	hangsUp = "hangs up"    // the connection is dropped at first
	isGone  = "is gone"     // 550
	perhaps = "may be gone" // 452, then 550
)

// mailings are the kinds of notices: what each of a notice's recipients is like.
var mailings = [][]string{
	{accepts, isFull, accepts},
	{isFull, hangsUp, accepts, isGone},
	{hangsUp, isFull, perhaps},
	{isGone, perhaps},
}

// mailbox is an address, and how often the servers put it off until they decide.
type mailbox struct {
	like  string
	putOn int
}

// mailing is many notices to several recipients each, whose workers are killed.
type mailing struct {
	*office
	nodes    []*node
	policies []*model.Policy

	mu    sync.Mutex
	boxes map[string]*mailbox
	asked int // how often the servers were asked for an address
}

func newMailing(t *testing.T, notices int) *mailing {
	o := newOffice(t)
	m := &mailing{office: o, boxes: map[string]*mailbox{}, nodes: []*node{{mail: o.mail}, {mail: newMailServer(t)}}}
	for i := range notices {
		if i%20 == 0 {
			o.caseID = o.newCase(t, o.tenant, o.broker)
		}
		var contacts []uuid.UUID
		for _, like := range mailings[i%len(mailings)] {
			broker := o.Broker(t, o.tenant)
			contacts, m.boxes[mailOf(broker)] = append(contacts, broker), &mailbox{like, 1 + rand.IntN(2)}
		}
		m.policies = append(m.policies, o.newPolicy(t, contacts...))
	}
	for _, n := range m.nodes {
		n.mail.answer(m.rcpt, func(letter) error {
			if rand.IntN(10) == 0 {
				return errHangUp
			}
			return nil
		})
		n.mail.taken = func(letter) {
			if rand.IntN(20) == 0 {
				n.kill()
			}
		}
	}
	return m
}

// rcpt is the answer of both servers to an address.
func (m *mailing) rcpt(to string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.asked++
	box := m.boxes[to]
	if box.putOn > 0 {
		box.putOn--
		switch box.like {
		case isFull, perhaps:
			return reply(452, "mailbox full")
		case hangsUp:
			return errHangUp
		}
	}
	if box.like == isGone || box.like == perhaps {
		return reply(550, "no such user")
	}
	return nil
}

// run works until all notices are settled, and returns how many of them waited for another attempt when all workers
// were killed.
func (m *mailing) run(t *testing.T, limit time.Duration) (between int) {
	began := time.Now()
	ctx, cancel := context.WithCancel(t.Context())
	var running sync.WaitGroup
	for _, n := range m.nodes {
		running.Go(func() {
			_ = n.run(ctx, []string{
				workerDatabase + "=" + m.Store.Pool().Pgx().Config().ConnString(),
				workerClock + "=" + m.now().Format(time.RFC3339), workerSince + "=" + began.Format(time.RFC3339Nano),
				workerMail + "=smtp://" + n.mail.address + "?from=insurance@lender.example.com",
			})
		})
	}
	defer func() {
		cancel()
		running.Wait()
	}()
	waited, known := map[uuid.UUID]bool{}, 0
	for m.unsettled(t) > 0 {
		require.Less(t, time.Since(began), limit, "not all notices are settled")
		time.Sleep(time.Duration(50+rand.IntN(250)) * time.Millisecond)
		m.mu.Lock()
		asked := m.asked
		m.mu.Unlock()
		if asked == known || len(m.waiting(t)) == 0 {
			continue // workers that have just begun, on a machine that is busy
		}
		known = asked
		for _, n := range m.nodes {
			n.kill()
		}
		for _, id := range m.waiting(t) {
			waited[id] = true
		}
	}
	return len(waited)
}

func (m *mailing) unsettled(t *testing.T) (count int) {
	t.Helper()
	require.NoError(t, m.Store.Pool().Pgx().QueryRow(t.Context(), `SELECT count(*) FROM renewal_notices
		WHERE step = 'request' AND state = 'planned'`).Scan(&count))
	return count
}

// waiting are the notices that somebody has and somebody else waits for.
func (m *mailing) waiting(t *testing.T) []uuid.UUID {
	t.Helper()
	found, err := m.Store.Pool().Pgx().Query(t.Context(), `SELECT id FROM renewal_notices WHERE state = 'planned'
		AND letter @> '{"deliveries": [{"state": "sent"}, {"state": "pending"}]}'`)
	require.NoError(t, err)
	ids, err := pgx.CollectRows(found, pgx.RowTo[[16]byte])
	require.NoError(t, err)
	list := make([]uuid.UUID, len(ids))
	for i, id := range ids {
		list[i] = id
	}
	return list
}

// arrived are the letters that each address got, in order.
func (m *mailing) arrived() map[string][]letter {
	all := map[string][]letter{}
	for _, n := range m.nodes {
		for _, l := range n.mail.received() {
			for _, to := range l.to {
				all[to] = append(all[to], l)
			}
		}
	}
	for _, letters := range all {
		slices.SortFunc(letters, func(a, b letter) int { return a.at.Compare(b.at) })
	}
	return all
}

// wrong says what is wrong with a settled notice.
func (m *mailing) wrong(t *testing.T, p *model.Policy) (faults []string) {
	n := m.notice(t, p.ID, model.RenewalStepRequest)
	want := model.RenewalNoticeStateFailed
	for _, d := range n.Deliveries() {
		state := model.NoticeDeliveryStateRefused
		if like := m.boxes[d.Address].like; like != isGone && like != perhaps {
			state, want = model.NoticeDeliveryStateSent, model.RenewalNoticeStateSent
		}
		if d.State != state || d.SettledAt == nil {
			faults = append(faults, fmt.Sprintf("%s, who %s, is %s", d.Address, m.boxes[d.Address].like, d.State))
		}
	}
	if n.State != want {
		faults = append(faults, fmt.Sprintf("notice %s is %s", n.ID, n.State))
	}
	tasks := m.tasks(t, p)
	if undeliverable := len(tasks) == 1; len(tasks) > 1 || undeliverable != (want == model.RenewalNoticeStateFailed) {
		faults = append(faults, fmt.Sprintf("notice %s has tasks %v", n.ID, tasks))
	}
	return faults
}

// wronglySent says what is wrong with the letters, and returns how many were sent again since a worker was killed after
// the server had taken them and before the commit (R9).
func (m *mailing) wronglySent() (faults []string, again int) {
	arrived, repeated := m.arrived(), map[time.Time]bool{}
	for address, box := range m.boxes {
		letters := arrived[address]
		wanted := box.like != isGone && box.like != perhaps
		if wanted != (len(letters) > 0) {
			faults = append(faults, fmt.Sprintf("%s, who %s, has %d letters", address, box.like, len(letters)))
		}
		for i, l := range letters {
			switch {
			case i == 0:
			case l.id() != letters[0].id():
				faults = append(faults, address+" has letters of several Message-IDs")
			case letters[i-1].followed:
				faults = append(faults, address+" has a letter twice, though the first was recorded")
			default:
				repeated[l.at] = true
			}
		}
	}
	return faults, len(repeated)
}

// TestSoakR15 sends notices to several recipients each, by workers that are killed between two attempts and in the
// middle of them (reliability R15). The servers put off some recipients, refuse others and drop connections. Those who are
// accepted get the letter once, but for what R9 says of a crash before the commit, and each notice is settled as its
// recipients are.
func TestSoakR15(t *testing.T) {
	soak.Parallel(t)
	m := newMailing(t, soak.Count(12, 1000))
	between := m.run(t, time.Duration(soak.Count(60, 900))*time.Second)

	faults, again := m.wronglySent()
	for _, p := range m.policies {
		faults = append(faults, m.wrong(t, p)...)
	}
	kills := m.nodes[0].kills + m.nodes[1].kills
	if again > kills {
		faults = append(faults, fmt.Sprintf("%d letters were sent again by %d kills", again, kills))
	}
	var sent int
	row := m.Store.Pool().Pgx().QueryRow(t.Context(),
		"SELECT count(*) FROM audit_events WHERE action LIKE 'renewalNotice.%'")
	require.NoError(t, row.Scan(&sent))
	soak.Report(t, soak.Result{
		Line: "R15", What: "notices to several recipients, some put off, refused or cut off, while the workers are killed",
		Tried: len(m.policies), Failed: len(faults) + distance(sent, len(m.policies)),
		Note: fmt.Sprintf("%d addresses; %d kills, %d notices between two attempts; "+
			"%d letters twice, under the same Message-ID", len(m.boxes), kills, between, again),
	})
	require.Empty(t, faults)
	require.Equal(t, len(m.policies), sent, "each was recorded once")
	require.GreaterOrEqual(t, between, soak.Count(1, len(m.policies)/4), "workers were killed between two attempts")
}
