package renewal_test

import (
	"fmt"
	"mime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/graph/renewal"
	"github.com/covertrack/covertrack/model"
)

// group is a policy with several contacts, whom the test calls by letters.
type group struct {
	*office
	policy *model.Policy
	names  map[string]string // by address
}

func newGroup(t testing.TB, names ...string) *group {
	t.Helper()
	g := &group{office: newOffice(t), names: map[string]string{}}
	var contacts []uuid.UUID
	for _, name := range names {
		broker := g.Broker(t, g.tenant)
		contacts, g.names[mailOf(broker)] = append(contacts, broker), name
	}
	g.policy = g.newPolicy(t, contacts...)
	return g
}

// answers makes the server answer to each contact by its letter.
func (g *group) answers(rcpt func(name string) error) {
	g.mail.answer(func(to string) error { return rcpt(g.names[to]) }, nil)
}

// got is who has the letter, a word for each letter that was sent, in order.
func (g *group) got() (words []string) {
	for _, l := range g.mail.received() {
		word := ""
		for _, to := range l.to {
			word += g.names[to]
		}
		words = append(words, word)
	}
	return words
}

func (g *group) state(t testing.TB) string {
	t.Helper()
	n := g.notice(t, g.policy.ID, model.RenewalStepRequest)
	text := string(n.State)
	for _, d := range n.Deliveries() {
		text += fmt.Sprintf(" %s:%s", g.names[d.Address], d.State)
		require.Equal(t, d.State == model.NoticeDeliveryStatePending, d.SettledAt == nil)
	}
	return text
}

// untilSettled works at each time for which an attempt is planned.
func (g *group) untilSettled(t testing.TB) (attempts int) {
	t.Helper()
	for attempts = range 60 {
		g.work(t)
		n := g.notice(t, g.policy.ID, model.RenewalStepRequest)
		if n.State != model.RenewalNoticeStatePlanned {
			return attempts + 1
		}
		g.set(*n.NextAttemptAt)
	}
	require.Fail(t, "the notice was never settled", g.state(t))
	return 0
}

// times answers differently at the first times that an address is asked.
func times(n int, who string, first error) func(string) error {
	var mu sync.Mutex
	return func(name string) error {
		mu.Lock()
		defer mu.Unlock()
		if name != who || n == 0 {
			return nil
		}
		n--
		return first
	}
}

// TestRecipients is reliability R15: what the server says to one recipient delays or silences no other, and nobody gets the letter
// twice.
func TestRecipients(t *testing.T) {
	t.Parallel()
	full := reply(452, "mailbox full")
	for name, test := range map[string]struct {
		rcpt     func(string) error
		first    string   // after the first attempt
		got      []string // in the end
		end      string
		reason   string
		attempts int
	}{
		"452 for one": {
			times(2, "b", full), "planned a:sent b:pending c:sent", []string{"ac", "b"}, "sent a:sent b:sent c:sent", "", 3,
		},
		"452 for the first": {
			times(1, "a", full), "planned a:pending b:sent c:sent", []string{"bc", "a"}, "sent a:sent b:sent c:sent", "", 2,
		},
		"550 for one": {
			times(1, "b", reply(550, "no such user")), "sent a:sent b:refused c:sent", []string{"ac"},
			"sent a:sent b:refused c:sent", "refused: b", 1,
		},
		"452 for one, then 550": {
			func() func(string) error {
				now, later := times(1, "b", full), times(2, "b", reply(550, "no such user"))
				return func(name string) error {
					if err := now(name); err != nil {
						return err
					}
					return later(name)
				}
			}(), "planned a:sent b:pending c:sent", []string{"ac"}, "sent a:sent b:refused c:sent", "refused: b", 2,
		},
		"452 for one for ever": {
			times(-1, "b", full), "planned a:sent b:pending c:sent", []string{"ac"},
			"sent a:sent b:abandoned c:sent", "given up: b", 24,
		},
		"421 for one for ever": {
			times(-1, "a", reply(421, "closing")), "planned a:pending b:pending c:pending", []string{"bc"},
			"sent a:abandoned b:sent c:sent", "given up: a", 25,
		},
		"the connection is dropped at one": {
			times(1, "b", errHangUp), "planned a:pending b:pending c:pending", []string{"ac", "b"},
			"sent a:sent b:sent c:sent", "", 3,
		},
		"the connection is dropped at two for ever": {
			func(name string) error {
				if name == "c" {
					return nil
				}
				return errHangUp
			}, "planned a:pending b:pending c:pending", []string{"c"}, "sent a:abandoned b:abandoned c:sent", "given up: a, b", 26,
		},
		"all are put off": {
			func() func(string) error {
				a, b, c := times(1, "a", full), times(1, "b", full), times(1, "c", full)
				return func(name string) error { return first(a(name), b(name), c(name)) }
			}(), "planned a:pending b:pending c:pending", []string{"abc"}, "sent a:sent b:sent c:sent", "", 2,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			g := newGroup(t, "a", "b", "c")
			g.answers(test.rcpt)
			g.work(t)
			require.Equal(t, test.first, g.state(t))
			if n := g.notice(t, g.policy.ID, model.RenewalStepRequest); n.State == model.RenewalNoticeStatePlanned {
				require.Equal(t, time.Minute, n.NextAttemptAt.Sub(g.now()))
				g.set(*n.NextAttemptAt)
				require.Equal(t, test.attempts, 1+g.untilSettled(t))
			}
			require.Equal(t, test.end, g.state(t))
			require.Equal(t, test.got, g.got())
			reason := ""
			if n := g.notice(t, g.policy.ID, model.RenewalStepRequest); n.SkipReason != nil {
				reason = *n.SkipReason
				for address, name := range g.names {
					reason = strings.ReplaceAll(reason, address, name)
				}
			}
			require.Equal(t, test.reason, reason)
			require.Empty(t, g.tasks(t, g.policy), "somebody has it")
			g.sameLetter(t)
		})
	}
}

// sameLetter is that all that was sent is one letter: its Message-ID, date, addresses and words.
func (g *group) sameLetter(t testing.TB) {
	t.Helper()
	letters := g.mail.received()
	n := g.notice(t, g.policy.ID, model.RenewalStepRequest)
	require.Nil(t, n.NextAttemptAt)
	require.Empty(t, n.Letter.HTML, "the words are kept no longer than they are needed")
	for _, l := range letters {
		for _, header := range []string{"Message-Id", "Date", "To", "Cc", "From", "Subject"} {
			require.Equal(t, letters[0].message.Header.Get(header), l.message.Header.Get(header))
		}
		require.Equal(t, words(letters[0]), words(l))
	}
}

// TestRecipientsLimited is a server that takes one recipient a letter, and refuses others with 452 (RFC 5321 section 4.5.3.1.10):
// while somebody gets it, the next attempt is a minute later.
func TestRecipientsLimited(t *testing.T) {
	t.Parallel()
	g := newGroup(t, "a", "b", "c", "d", "e")
	taken := 0
	g.mail.answer(func(string) error {
		if taken++; taken > 1 {
			return reply(452, "too many recipients")
		}
		return nil
	}, func(letter) error {
		taken = 0
		return nil
	})
	began := g.now()
	require.Equal(t, 5, g.untilSettled(t))
	require.Equal(t, 4*time.Minute, g.now().Sub(began))
	require.Equal(t, []string{"a", "b", "c", "d", "e"}, g.got())
	g.sameLetter(t)
}

func TestRecipientsAllRefused(t *testing.T) {
	t.Parallel()
	g := newGroup(t, "a", "b")
	later := times(1, "b", reply(452, "mailbox full"))
	g.answers(func(name string) error { return first(later(name), reply(550, "no such user")) })
	require.Equal(t, 2, g.untilSettled(t))
	require.Equal(t, "failed a:refused b:refused", g.state(t))
	require.Equal(t, "failed 1 RCPT: 550 no such user", g.outcome(t, g.policy))
	require.Equal(t, []string{"renewalFollowUp undeliverable"}, g.tasks(t, g.policy))
	require.Empty(t, g.got())
}

// TestRecipientsOfCopies is that a copy waits for nobody, and that a copy alone is no notice.
func TestRecipientsOfCopies(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		second error
		end    string
		got    []string
	}{
		"accepted": {nil, "sent a:sent k:sent", []string{"k", "a"}},
		"refused":  {reply(550, "no such user"), "failed a:refused k:sent", []string{"k"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			g := newGroup(t, "a")
			g.copies(t, "k")
			now := times(1, "a", reply(452, "mailbox full"))
			later := times(1, "a", test.second)
			g.answers(func(name string) error {
				if err := now(name); err != nil {
					return err
				}
				return later(name)
			})
			require.Equal(t, 2, g.untilSettled(t))
			require.Equal(t, test.end, g.state(t))
			require.Equal(t, test.got, g.got())
		})
	}
	t.Run("no recipient can get it", func(t *testing.T) {
		t.Parallel()
		g := newGroup(t, "a")
		g.copies(t, "k")
		g.answers(times(1, "a", reply(550, "no such user")))
		g.work(t)
		require.Equal(t, "failed a:refused k:abandoned", g.state(t))
		require.Empty(t, g.got())
	})
}

// copies gives the policy's case somebody who gets copies.
func (g *group) copies(t testing.TB, name string) {
	t.Helper()
	broker := g.Broker(t, g.tenant)
	g.names[mailOf(broker)] = name
	g.change(t, "UPDATE cases SET insurance_contact_cc_ids = $1 WHERE id = $2", array(broker), g.caseID)
}

// TestRecipientsChange is what happens while a has the letter and b waits for it.
func TestRecipientsChange(t *testing.T) {
	t.Parallel()
	replan := func(t testing.TB, g *group, edit func(p *model.Policy)) {
		before := *g.policy
		edit(g.policy)
		require.NoError(t, g.plan(t.Context(), renewal.Change{Before: &before, After: g.policy}))
	}
	contacts := func(t testing.TB, g *group, ids ...uuid.UUID) {
		g.change(t, "UPDATE policies SET insurance_contact_ids = $1 WHERE id = $2", array(ids...), g.policy.ID)
	}
	for name, test := range map[string]struct {
		change func(t testing.TB, g *group)
		got    []string
		end    string
		reason string
	}{
		"the node dies": {
			func(t testing.TB, g *group) {
				g.follower = renewal.NewFollower(renewal.Config{Store: g.Store, Mail: g.mail.open(t), Now: g.now, Logger: testLog(t)})
			}, []string{"a", "b"}, "sent a:sent b:sent", "",
		},
		"the policy is held and released": {
			func(t testing.TB, g *group) {
				require.NoError(t, g.move(t.Context(), g.policy.ID, hold))
				g.pass(time.Hour)
				g.work(t)
				require.Equal(t, []string{"a"}, g.got(), "nothing is sent on hold")
				require.NoError(t, g.move(t.Context(), g.policy.ID, model.PolicyState.Release))
			}, []string{"a", "b"}, "sent a:sent b:sent", "",
		},
		"the case is renamed": {
			func(t testing.TB, g *group) {
				g.change(t, "UPDATE cases SET display_name = 'Another name' WHERE id = $1", g.caseID)
			}, []string{"a", "b"}, "sent a:sent b:sent", "",
		},
		"b is no contact any more": {
			func(t testing.TB, g *group) { contacts(t, g, g.policy.InsuranceContactIDs[0]) },
			[]string{"a"}, "sent a:sent", "",
		},
		"a is no contact any more, c is one": {
			func(t testing.TB, g *group) {
				c := g.Broker(t, g.tenant)
				g.names[mailOf(c)] = "c"
				contacts(t, g, g.policy.InsuranceContactIDs[1], c)
			}, []string{"a", "bc"}, "sent b:sent c:sent a:sent", "",
		},
		"nobody is a contact any more": {
			func(t testing.TB, g *group) {
				contacts(t, g)
				g.change(t, "UPDATE cases SET insurance_contact_ids = '{}' WHERE id = $1", g.caseID)
			}, []string{"a"}, "sent a:sent", "",
		},
		"the policy is deactivated": {
			func(t testing.TB, g *group) {
				require.NoError(t,
					g.move(t.Context(), g.policy.ID, func(s model.PolicyState) (model.PolicyState, error) { return s.Deactivate(), nil }))
			}, []string{"a"}, "sent a:sent b:abandoned", "deactivated",
		},
		"the next term begins": {
			func(t testing.TB, g *group) {
				replan(t, g, func(p *model.Policy) { p.TermNumber, p.EndDate = 2, new(p.EndDate.AddDate(1, 0, 0)) })
			}, []string{"a"}, "sent a:sent b:abandoned", "newTerm",
		},
		"the end moves": {
			func(t testing.TB, g *group) {
				replan(t, g, func(p *model.Policy) { p.EndDate = new(p.EndDate.AddDate(0, 1, 0)) })
			}, []string{"a"}, "sent a:sent b:abandoned", "endDateChanged",
		},
		"the next step is due": {
			func(_ testing.TB, g *group) { g.pass(31 * 24 * time.Hour) },
			[]string{"a", "ab"}, "sent a:sent b:abandoned", "late",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			g := newGroup(t, "a", "b")
			g.answers(times(1, "b", reply(452, "mailbox full")))
			g.work(t)
			require.Equal(t, "planned a:sent b:pending", g.state(t))
			test.change(t, g)
			g.pass(time.Minute)
			g.work(t)
			require.Equal(t, test.got, g.got())
			require.Equal(t, test.end, g.state(t))
			reason := ""
			if n := g.notice(t, g.policy.ID, model.RenewalStepRequest); n.SkipReason != nil {
				reason = *n.SkipReason
			}
			require.Equal(t, test.reason, reason)
			if len(test.got) > 1 && test.got[1] == "b" {
				g.sameLetter(t)
			}
		})
	}
}

// words is the text of a letter, without the borders of its parts, which are drawn for each.
func words(l letter) string {
	_, parameters, _ := mime.ParseMediaType(l.message.Header.Get("Content-Type"))
	_, text, _ := strings.Cut(l.body, "\r\n\r\n")
	return strings.ReplaceAll(text, parameters["boundary"], "")
}

func (o *office) change(t testing.TB, statement string, args ...any) {
	t.Helper()
	_, err := o.Store.Pool().Pgx().Exec(t.Context(), statement, args...)
	require.NoError(t, err)
}

// first is the first error of several.
func first(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}
