package placement_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/model/placement"
	"github.com/covertrack/covertrack/model/scalar"
)

const (
	loansOfTheYear = 2000
	daysOfTheYear  = 400
)

var newYear = time.Date(2027, time.January, 1, 0, 0, 0, 0, time.UTC) // 2028 has 366 days

// TestYear is a year, day by day, of lenders that place and charge as soon as they are let, whose mail fails, whose estimates
// rise, who are away at weekends, and whose borrowers prove cover early, late, in part and not at all. The second reckoning,
// naive, looks at each day of a loan by itself.
func TestYear(t *testing.T) {
	t.Parallel()
	count := map[string]int{}
	for n := range loansOfTheYear {
		loan := newLoan(t, n)
		for today := range daysOfTheYear {
			loan.live(today)
		}
		loan.end(count)
	}
	for _, what := range []string{
		"charged", "refunded", "cured", "late refund", "second reminder", "failed mail", "gap and overlap", "instalments",
	} {
		require.Positive(t, count[what], "the year has no loan that is %s: %v", what, count)
	}
	t.Log(count)
}

// loan is a placement with its lender and borrower.
type loan struct {
	*testing.T
	name     string
	random   *rand.Rand
	file     *placement.File
	naive    *naiveLoan
	lapse    int
	proofs   []proof
	raises   map[int]int // by how many cents the estimate rises, by day
	sloth    int         // days that the lender lets pass before it does what it must
	seen     map[string]int
	wasLate  bool
	failures int
}

// proof is evidence as the borrower sends it: which days it covers, and when somebody looks at it.
type proof struct {
	on, judgedOn, from, to int
	goesOn                 bool // it has no to
	good                   bool
}

func on(day int) time.Time { return newYear.AddDate(0, 0, day) }

func cents(n int) *scalar.Money {
	return &scalar.Money{Amount: fmt.Sprintf("%d.%02d", n/100, n%100), Currency: "USD"}
}

func newLoan(t *testing.T, n int) *loan {
	random := rand.New(rand.NewPCG(40, uint64(n)))
	l := &loan{T: t, name: fmt.Sprintf("loan %d", n), random: random, raises: map[int]int{}, seen: map[string]int{}}
	programme := placement.ByKey([]string{"regX", "flood", "contract"}[n%3])
	agreed := placement.AgreedDays{Cure: 1 + random.IntN(60), Refund: 1 + random.IntN(40)}
	l.lapse, l.sloth = random.IntN(120), random.IntN(12)
	if random.IntN(20) == 0 {
		l.sloth = 40
	}
	estimate := 10000 + random.IntN(300000)
	l.file = &placement.File{
		Programme: programme.With(agreed), State: placement.StateNoticed, StartedOn: on(l.lapse), LapsedOn: on(l.lapse),
		Estimate: cents(estimate), Consented: random.IntN(2) == 0,
	}
	l.naive = &naiveLoan{law: programme.Key, cure: agreed.Cure, back: agreed.Refund, lapse: l.lapse, estimate: estimate}
	if random.IntN(3) == 0 {
		l.raises[l.lapse+20+random.IntN(60)] = 1 + random.IntN(5000)
	}
	for range random.IntN(4) {
		l.proofs = append(l.proofs, l.randomProof())
	}
	return l
}

func (l *loan) randomProof() proof {
	p := proof{on: l.lapse + l.random.IntN(250), good: l.random.IntN(5) > 0}
	p.judgedOn = p.on + l.random.IntN(10)
	p.from = l.lapse + l.random.IntN(200) - 60
	p.to, p.goesOn = p.from+1+l.random.IntN(365), l.random.IntN(3) == 0
	return p
}

// isAway reports whether the lender works not on a day: at weekends and on New Year's Day.
func isAway(day int) bool {
	d := on(day)
	return d.Weekday() == time.Saturday || d.Weekday() == time.Sunday || d.YearDay() == 1
}

func (l *loan) live(today int) {
	if raise := l.raises[today]; raise > 0 && l.file.State.IsWaiting() {
		l.naive.estimate += raise
		l.file.Estimate = cents(l.naive.estimate)
	}
	l.receive(today)
	l.file.Advance(on(today))
	if !isAway(today) {
		l.send(today)
		l.place(today)
		l.charge(today)
		l.giveBack(today)
	}
	l.look(today)
}

// receive takes evidence in, and has it judged.
func (l *loan) receive(today int) {
	for i, p := range l.proofs {
		id := fmt.Sprint(i)
		at := slices.IndexFunc(l.file.Evidence, func(e placement.Evidence) bool { return e.ID == id })
		if p.on == today {
			e := placement.Evidence{ID: id, ReceivedOn: on(today), Verdict: placement.VerdictPending}
			l.file.Evidence = append(l.file.Evidence, e)
			l.naive.pending = append(l.naive.pending, i)
			at = len(l.file.Evidence) - 1
		}
		if p.judgedOn != today {
			continue
		}
		l.naive.pending = slices.DeleteFunc(l.naive.pending, func(n int) bool { return n == i })
		e := &l.file.Evidence[at]
		e.Verdict = placement.VerdictRejected
		if p.good {
			e.Verdict, e.Covers = placement.VerdictAccepted, []placement.Span{{From: on(p.from)}}
			if !p.goesOn {
				e.Covers[0].To = on(p.to)
			}
			l.naive.accepted = append(l.naive.accepted, p)
		}
		l.file.Hold(on(today))
	}
}

// send sends each notice that is due, once, by mail that sometimes fails.
func (l *loan) send(today int) {
	if !l.file.State.IsWaiting() || today < l.lapse-30 {
		return
	}
	for _, d := range l.file.Duties(on(today)) {
		isNotice := l.file.Programme.Step(d.What) != nil && d.What != "renewalNotice"
		if !isNotice || !d.DoneOn.IsZero() || on(today).Before(d.EarliestOn) {
			continue
		}
		n := placement.Notice{Step: d.What, Means: placement.MeansEmail, Estimate: l.file.Estimate}
		if !l.file.Consented || l.random.IntN(2) == 0 {
			n.Means, n.PostClass, n.Proof = placement.MeansPost, "firstClass", "proof"
		}
		counts := true
		switch l.random.IntN(12) {
		case 0, 1: // the mail server refuses it
			l.failures++
			continue
		case 2:
			n.Means, n.PostClass, n.Proof, counts = placement.MeansPost, "firstClass", "", false
		case 3:
			n.WrongAddress, counts = true, false
		}
		n.HandedOverOn = on(today)
		l.file.Notices = append(l.file.Notices, n)
		if counts {
			l.seen[fmt.Sprint(n.Step, n.Estimate)]++
			require.Equal(l, 1, l.seen[fmt.Sprint(n.Step, n.Estimate)], "%s: letter %s of %s twice", l.name, n.Step, n.Estimate)
			l.naive.notices = append(l.naive.notices, naiveNotice{n.Step, today, l.naive.estimate})
		}
	}
}

func (l *loan) place(today int) {
	if !l.file.State.IsWaiting() {
		return
	}
	from := max(l.lapse, today-l.random.IntN(90))
	days := placement.Span{From: on(from), To: on(from).AddDate(1, 0, 0)}
	premium := l.naive.estimate
	if l.random.IntN(4) == 0 {
		premium -= l.random.IntN(5000)
	}
	err := l.file.CheckPlace(on(today), days, cents(premium))
	l.agrees(today, err, l.naive.whyNotPlace(today, from))
	if err != nil {
		return
	}
	c := &placement.Cover{PlacedOn: on(today), Days: days, Premium: cents(premium)}
	if l.random.IntN(4) == 0 {
		half := premium / 2
		c.Instalments = []placement.Payment{{On: on(today), Amount: cents(half)}, {On: on(today + 90), Amount: cents(premium - half)}}
	}
	l.file.Advance(on(today))
	require.NoError(l, l.file.Place(c), l.name)
	l.naive.from, l.naive.term, l.naive.premium = from, days.Days(), premium
}

// agrees compares a refusal with the naive reckoning's.
func (l *loan) agrees(today int, err error, naive fault.Code) {
	require.Equal(l, naive, fault.CodeOf(err), "%s on day %d: %v", l.name, today, err)
}

func (l *loan) charge(today int) {
	if l.file.State != placement.StatePlaced && l.file.State != placement.StateCharged {
		return
	}
	err := l.file.CheckCharge(on(today))
	l.agrees(today, err, l.naive.whyNotCharge(today))
	if err != nil {
		return
	}
	amount := l.file.MayCharge(on(today))
	if amount.Amount == "0.00" {
		return
	}
	require.NoError(l, l.file.Charge(placement.Payment{On: on(today), Amount: amount}), l.name)
	l.naive.charged += centsOf(amount)
	require.LessOrEqual(l, l.naive.charged-l.naive.returned, l.naive.owed(today), "%s on day %d: charged more than the gap", l.name, today)
}

// giveBack gives back what is due, after as many days as the lender is slow.
func (l *loan) giveBack(today int) {
	due := l.file.DueBack()
	if due == nil || today < l.naive.overlapKnownOn()+l.sloth {
		return
	}
	if l.file.State == placement.StateCharged && !l.file.Cover.EndsEarlyOn.IsZero() {
		require.NoError(l, l.file.Cancel(on(today), l.file.Cover.EndsEarlyOn, ""), l.name)
	}
	require.NoError(l, l.file.GiveBackTo(placement.Payment{On: on(today), Amount: due.Amount}), l.name)
	l.naive.returned += centsOf(due.Amount)
}

// look compares what is due today, and finds late duties.
func (l *loan) look(today int) {
	if l.file.Cover == nil {
		return
	}
	due := l.file.DueBack()
	want := l.naive.charged - l.naive.returned - l.naive.owed(today)
	if want <= 0 {
		require.Nil(l, due, "%s on day %d", l.name, today)
		return
	}
	require.NotNil(l, due, "%s on day %d: %d cents", l.name, today, want)
	require.Equal(l, cents(want), due.Amount, "%s on day %d", l.name, today)
	dueOn := l.naive.overlapKnownOn() + l.naive.refundDays()
	late := slices.ContainsFunc(l.file.Duties(on(today)), func(d placement.Duty) bool { return d.What == "refund" && d.IsLate(on(today)) })
	require.Equal(l, today > dueOn, late, "%s on day %d: due on %d, %s", l.name, today, dueOn, due.DueOn)
	l.wasLate = l.wasLate || late
}

// end looks whether each day of the placement is a gap that is owed, or given back.
func (l *loan) end(count map[string]int) {
	count[string(l.file.State)]++
	if l.wasLate {
		count["late refund"]++
	}
	if l.failures > 0 {
		count["failed mail"]++
	}
	reminders := 0
	for _, n := range l.file.Notices {
		if n.Step == "reminder" && !n.WrongAddress && n.Proof != "" {
			reminders++
		}
	}
	if reminders > 1 {
		count["second reminder"]++
	}
	if l.file.Cover == nil || l.naive.charged == 0 {
		return
	}
	if len(l.file.Cover.Instalments) > 0 {
		count["instalments"]++
	}
	if owed := l.naive.owed(daysOfTheYear); owed > 0 && owed < l.naive.premium {
		count["gap and overlap"]++
	}
	if l.sloth < 40 && l.file.DueBack() == nil {
		require.LessOrEqual(l, l.naive.charged-l.naive.returned, l.naive.owed(daysOfTheYear), l.name)
	}
}
