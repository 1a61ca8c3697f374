package placement_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/model/placement"
)

func lapsed(programme string) *placement.File {
	return &placement.File{
		Programme: placement.ByKey(programme), State: placement.StateNoticed, StartedOn: on(0), LapsedOn: on(0), Estimate: cents(365000),
	}
}

func posted(step string, day int) placement.Notice {
	return placement.Notice{
		Step: step, HandedOverOn: on(day), Means: placement.MeansPost, PostClass: "firstClass", Proof: "batch 7", Estimate: cents(365000),
	}
}

// charged is a placement of a year from the lapse on that was charged on day 45.
func charged(t *testing.T) *placement.File {
	f := lapsed("regX")
	f.Notices = []placement.Notice{posted("first", 0), posted("reminder", 30)}
	year := placement.Span{From: on(0), To: on(365)}
	f.Advance(on(45))
	require.NoError(t, f.CheckPlace(on(45), year, cents(365000)))
	require.NoError(t, f.Place(&placement.Cover{PlacedOn: on(45), Days: year, Premium: cents(365000)}))
	require.NoError(t, f.CheckCharge(on(45)))
	require.NoError(t, f.Charge(placement.Payment{On: on(45), Amount: cents(365000)}))
	return f
}

func accept(f *placement.File, received int, covers ...placement.Span) {
	f.Evidence = append(f.Evidence, placement.Evidence{ReceivedOn: on(received), Verdict: placement.VerdictAccepted, Covers: covers})
	f.Hold(on(received))
}

// TestConsentOrders is what the orders of July 2024 found: proof on file, a wrong address, refunds that were not made. Two
// placements of the same days are refused by the table of placements.
func TestConsentOrders(t *testing.T) {
	t.Parallel()
	year := placement.Span{From: on(0), To: on(365)}
	ready := func() *placement.File {
		f := lapsed("regX")
		f.Notices = []placement.Notice{posted("first", 0), posted("reminder", 30)}
		return f
	}
	t.Run("proof was on file", func(t *testing.T) {
		t.Parallel()
		f := ready()
		f.Evidence = []placement.Evidence{{ReceivedOn: on(44), Verdict: placement.VerdictPending}}
		require.Equal(t, fault.CodeProofOnFile, fault.CodeOf(f.CheckPlace(on(45), year, cents(365000))), "nobody has looked at it")
		f.Evidence = nil
		accept(f, 44, placement.Span{From: on(-30), To: on(335)})
		require.Equal(t, placement.StateCured, f.State)
		require.Equal(t, fault.CodeInvalidTransition, fault.CodeOf(f.CheckPlace(on(45), year, cents(365000))))
	})
	t.Run("proof came between the placement and the charge", func(t *testing.T) {
		t.Parallel()
		f := ready()
		f.Advance(on(45))
		require.NoError(t, f.Place(&placement.Cover{PlacedOn: on(45), Days: year, Premium: cents(365000)}))
		accept(f, 46, placement.Span{From: on(0)})
		require.Equal(t, placement.StateCured, f.State)
		require.Equal(t, fault.CodeInvalidTransition, fault.CodeOf(f.CheckCharge(on(47))))
	})
	t.Run("wrong address", func(t *testing.T) {
		t.Parallel()
		f := ready()
		f.Notices[0].WrongAddress = true
		err := f.CheckPlace(on(45), year, cents(365000))
		require.Equal(t, fault.CodeTooEarly, fault.CodeOf(err))
		require.ErrorContains(t, err, "first")
		f.Notices = append(f.Notices, posted("first", 46), posted("reminder", 75))
		require.Equal(t, "reminder", f.EarliestOn(on(80)).Missing, "a reminder after 29 days does not count, so it must be sent again")
		f.Notices = append(f.Notices, posted("reminder", 76))
		require.Equal(t, on(91), f.EarliestOn(on(80)).On)
	})
	t.Run("refund of the whole", func(t *testing.T) {
		t.Parallel()
		f := charged(t)
		accept(f, 100, placement.Span{From: on(-10), To: on(355)})
		require.Equal(t, &placement.GiveBack{Amount: cents(365000), DueOn: on(115)}, f.DueBack())
		require.True(t, refundOf(f, 116).IsLate(on(116)))
		require.False(t, refundOf(f, 115).IsLate(on(115)))
	})
	t.Run("refund of the overlap", func(t *testing.T) {
		t.Parallel()
		f := charged(t)
		accept(f, 100, placement.Span{From: on(60), To: on(425)})
		require.Equal(t, &placement.GiveBack{Amount: cents(305000), DueOn: on(115)}, f.DueBack())
		require.NoError(t, f.Cancel(on(101), on(60), "Alex"))
		require.Equal(t, fault.CodeInvalidValue, fault.CodeOf(f.GiveBackTo(placement.Payment{On: on(102), Amount: cents(305001)})))
		require.NoError(t, f.GiveBackTo(placement.Payment{On: on(102), Amount: cents(305000)}))
		require.Equal(t, placement.StateRefunded, f.State)
		accept(f, 110, placement.Span{From: on(0), To: on(30)})
		require.Equal(t, &placement.GiveBack{Amount: cents(30000), DueOn: on(125)}, f.DueBack(), "more evidence: more to give back")
		require.Equal(t, placement.StateCancelled, f.State)
	})
}

func refundOf(f *placement.File, today int) (found placement.Duty) {
	for _, d := range f.Duties(on(today)) {
		if d.What == "refund" {
			found = d
		}
	}
	return found
}

func TestDays(t *testing.T) {
	t.Parallel()
	year := placement.Span{From: on(0), To: on(365)}
	first := []placement.Notice{posted("first", 0)}
	both := []placement.Notice{posted("first", 0), posted("reminder", 40)}
	cheap := posted("reminder", 30)
	cheap.Estimate = cents(364999)
	standard := posted("first", 0)
	standard.PostClass = "standard"
	email := placement.Notice{Step: "first", HandedOverOn: on(0), Means: placement.MeansEmail}
	for name, test := range map[string]struct {
		programme string
		notices   []placement.Notice
		today     int
		want      fault.Code
	}{
		"no notice":                       {"regX", nil, 300, fault.CodeTooEarly},
		"no reminder":                     {"regX", first, 300, fault.CodeTooEarly},
		"14 days after the reminder":      {"regX", both, 54, fault.CodeTooEarly},
		"15 days after the reminder":      {"regX", both, 55, ""},
		"the reminder tells a lower cost": {"regX", []placement.Notice{posted("first", 0), cheap}, 300, fault.CodeTooEarly},
		"standard mail":                   {"regX", []placement.Notice{standard, posted("reminder", 30)}, 300, fault.CodeTooEarly},
		"e-mail without consent":          {"regX", []placement.Notice{email, posted("reminder", 30)}, 300, fault.CodeTooEarly},
		"flood: in day 45":                {"flood", first, 45, fault.CodeTooEarly},
		"flood: behind day 45":            {"flood", first, 46, ""},
		"flood: before the lapse":         {"flood", []placement.Notice{posted("first", -1)}, 300, fault.CodeTooEarly},
		"flood: by e-mail":                {"flood", []placement.Notice{email}, 46, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := lapsed(test.programme)
			f.Notices = test.notices
			f.Advance(on(test.today))
			err := f.CheckPlace(on(test.today), year, cents(365000))
			require.Equal(t, test.want, fault.CodeOf(err))
			require.Equal(t, err == nil, f.State == placement.StateMayPlace)
			if err != nil {
				require.ErrorContains(t, err, f.EarliestOn(on(test.today)).Citation, "a refusal names its source")
			}
		})
	}
	require.Equal(t, fault.CodeTooEarly, fault.CodeOf(func() error {
		f := lapsed("regX")
		f.Notices = []placement.Notice{posted("first", 0), posted("reminder", 30)}
		return f.CheckPlace(on(45), year, cents(365001))
	}()), "a premium above the estimate is a new estimate")
}

func TestRenewal(t *testing.T) {
	t.Parallel()
	f := lapsed("regX")
	f.Renewal, f.LapsedOn = true, on(60)
	f.Notices = []placement.Notice{posted("renewal", 20)}
	require.Equal(t, placement.Earliest{
		On: on(65), Rule: "A renewal is charged at the earliest 45 days after its notice", Citation: "12 CFR 1024.37(e)(1)",
	}, f.EarliestOn(on(30)))

	duties := charged(t).Duties(on(50))
	require.Equal(t, "renewalNotice", duties[len(duties)-1].What)
	require.Equal(t, on(365-45), duties[len(duties)-1].DueOn)
}

func TestMoney(t *testing.T) {
	t.Parallel()
	t.Run("a leap year", func(t *testing.T) {
		t.Parallel()
		leap := placement.Span{From: on(365), To: on(731)}
		require.Equal(t, 366, leap.Days())
		require.Equal(t, cents(366), placement.Yearly(cents(3), placement.Span{From: on(365), To: on(368)}))
		require.Equal(t, cents(365), placement.Yearly(cents(3), placement.Span{From: on(0), To: on(3)}))
	})
	t.Run("a short rate under a law", func(t *testing.T) {
		t.Parallel()
		f := charged(t)
		f.Cover.ShortRate = "90"
		accept(f, 100, placement.Span{From: on(65)})
		require.Equal(t, cents(300000), f.DueBack().Amount, "the borrower pays for no day of its own cover")
	})
	t.Run("a short rate under a contract", func(t *testing.T) {
		t.Parallel()
		f := charged(t)
		f.Programme, f.Cover.ShortRate = placement.ByKey("contract").With(placement.AgreedDays{Cure: 10, Refund: 20}), "90"
		accept(f, 100, placement.Span{From: on(65)})
		require.Equal(t, &placement.GiveBack{Amount: cents(270000), DueOn: on(120)}, f.DueBack())
	})
	t.Run("instalments", func(t *testing.T) {
		t.Parallel()
		f := charged(t)
		f.Cover.Charges, f.Cover.Instalments = nil, []placement.Payment{{On: on(45), Amount: cents(100000)}, {On: on(90), Amount: cents(265000)}}
		require.Equal(t, cents(100000), f.MayCharge(on(89)))
		require.NoError(t, f.Charge(placement.Payment{On: on(50), Amount: cents(100000)}))
		accept(f, 80, placement.Span{From: on(150)})
		require.Nil(t, f.DueBack(), "less was charged than is owed")
		require.Equal(t, cents(50000), f.MayCharge(on(90)), "no more than the gap")
	})
}

// TestRenewalNotice is asked for until the term is over, and stays if it has gone.
func TestRenewalNotice(t *testing.T) {
	t.Parallel()
	has := func(f *placement.File, day int) bool {
		return slices.ContainsFunc(f.Duties(on(day)), func(d placement.Duty) bool { return d.What == "renewalNotice" })
	}
	f := charged(t)
	require.True(t, has(f, 364))
	require.False(t, has(f, 365))
	require.Empty(t, f.Work(on(365)))
	require.Equal(t, on(365), f.NextOn(on(364)))
	f.RenewedOn = on(320)
	require.True(t, has(f, 400))
}
