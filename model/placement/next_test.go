package placement_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/covertrack/covertrack/model/placement"
)

// TestNextOn is any history: between a day and the next on which something is new, nothing is.
func TestNextOn(t *testing.T) {
	t.Parallel()
	seen := map[placement.State]bool{}
	rapid.Check(t, func(t *rapid.T) {
		const today = 200
		f := drawFile(t, today)
		next := f.NextOn(on(today))
		require.True(t, next.IsZero() || next.After(on(today)))
		before := told(f, on(today))
		for day := today + 1; day < today+900 && (next.IsZero() || on(day).Before(next)); day++ {
			require.Equal(t, before, told(f, on(day)), "on day %d, before %s", day, next)
		}
		seen[f.State] = true
	})
	require.Greater(t, len(seen), 5, "%v", seen)
}

// told is all that the rules say of a placement on a day and that a worker acts upon.
func told(f *placement.File, day time.Time) []string {
	then := *f
	then.Advance(day)
	says := []string{string(then.State)}
	for _, d := range then.Duties(day) {
		says = append(says, fmt.Sprint(d.What, " is late: ", d.IsLate(day)))
		if then.Programme.Step(d.What) != nil && d.DoneOn.IsZero() {
			says = append(says, fmt.Sprint(d.What, " may go: ", !day.Before(d.EarliestOn)))
		}
	}
	for _, w := range then.Work(day) {
		says = append(says, fmt.Sprint(w.What, " by ", w.DueOn))
	}
	return says
}

func drawFile(t *rapid.T, today int) *placement.File {
	day := func(what string, from, to int) time.Time { return on(rapid.IntRange(from, to).Draw(t, what)) }
	rules := placement.ByKey(rapid.SampledFrom([]string{"regX", "flood", "contract"}).Draw(t, "programme"))
	f := &placement.File{
		Programme: rules.With(placement.AgreedDays{Cure: rapid.IntRange(1, 90).Draw(t, "cure"), Refund: rapid.IntRange(1, 90).Draw(t, "refund")}),
		Renewal:   rapid.IntRange(0, 3).Draw(t, "renewal") == 0, State: placement.StateNoticed,
		StartedOn: day("started", today-120, today), LapsedOn: day("lapsed", today-150, today+60),
		Estimate: cents(1000), Consented: true,
	}
	for _, s := range f.Programme.StepsOf(f.Renewal) {
		if rapid.Bool().Draw(t, "sent") {
			f.Notices = append(f.Notices, placement.Notice{
				Step: s.Key, HandedOverOn: day("handed over", today-110, today), Means: placement.MeansEmail, Estimate: cents(1000),
			})
		}
	}
	if rapid.IntRange(0, 3).Draw(t, "proof") == 0 {
		f.Evidence = append(f.Evidence, placement.Evidence{
			ReceivedOn: day("received", today-60, today), Verdict: placement.VerdictAccepted,
			Covers: []placement.Span{{From: day("covered from", today-150, today), To: day("covered to", today+1, today+300)}},
		})
	}
	f.Advance(on(today))
	if f.State == placement.StateMayPlace {
		drawCover(t, f, today)
	}
	return f
}

// drawCover has insurance placed, and what may follow.
func drawCover(t *rapid.T, f *placement.File, today int) {
	if rapid.IntRange(0, 3).Draw(t, "placed") == 0 {
		return
	}
	from := rapid.IntRange(today-60, today).Draw(t, "effective")
	days := placement.Span{From: on(from), To: on(from + rapid.IntRange(1, 366).Draw(t, "term"))}
	require.NoError(t, f.Place(&placement.Cover{PlacedOn: on(today), Days: days, Premium: cents(1000)}))
	if due := f.MayCharge(on(today)); due.Amount != "0.00" && rapid.Bool().Draw(t, "charged") {
		require.NoError(t, f.Charge(placement.Payment{On: on(today), Amount: due}))
	}
	if rapid.Bool().Draw(t, "proven after") {
		f.Evidence = append(f.Evidence, placement.Evidence{
			ReceivedOn: on(rapid.IntRange(today-30, today).Draw(t, "received after")), Verdict: placement.VerdictAccepted,
			Covers: []placement.Span{{From: on(rapid.IntRange(from-30, today+30).Draw(t, "own cover"))}},
		})
		f.Hold(on(today))
	}
	if rapid.IntRange(0, 2).Draw(t, "cancelled") == 0 {
		require.NoError(t, f.Cancel(on(today), on(today), ""))
		if due := f.DueBack(); due != nil && rapid.Bool().Draw(t, "given back") {
			require.NoError(t, f.GiveBackTo(placement.Payment{On: on(today), Amount: due.Amount}))
		}
	}
	if f.State == placement.StateCharged && rapid.Bool().Draw(t, "renewed") {
		f.RenewedOn = on(today)
	}
}
