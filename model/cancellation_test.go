package model_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/99designs/gqlgen/graphql"
	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/fault"
)

// day is a day of the year 2026, by month and day.
func day(month time.Month, n int) time.Time { return time.Date(2026, month, n, 0, 0, 0, 0, time.UTC) }

// term is a term of a policy; a zero time is not known.
func term(number int, start, end time.Time) model.PolicyTerm {
	t := model.PolicyTerm{TermNumber: number}
	if !start.IsZero() {
		t.StartDate = &start
	}
	if !end.IsZero() {
		t.EndDate = &end
	}
	return t
}

func TestTermAt(t *testing.T) {
	t.Parallel()
	unknown := time.Time{}
	first, second := term(1, day(1, 1), day(7, 1)), term(2, day(7, 1), day(12, 31))
	for name, test := range map[string]struct {
		terms []model.PolicyTerm
		on    time.Time
		want  int
	}{
		"on the first day":            {[]model.PolicyTerm{first, second}, day(1, 1), 1},
		"before the first day":        {[]model.PolicyTerm{first, second}, day(1, 1).AddDate(0, 0, -1), 0},
		"on the last day":             {[]model.PolicyTerm{first, second}, day(6, 30), 1},
		"on the day of the end":       {[]model.PolicyTerm{first, second}, day(7, 1), 2},
		"after all":                   {[]model.PolicyTerm{first, second}, day(12, 31), 0},
		"in a gap":                    {[]model.PolicyTerm{first, term(2, day(8, 1), day(12, 31))}, day(7, 15), 0},
		"in two: the highest":         {[]model.PolicyTerm{first, term(2, day(6, 1), day(12, 31))}, day(6, 15), 2},
		"in two, in any order":        {[]model.PolicyTerm{term(2, day(6, 1), day(12, 31)), first}, day(6, 15), 2},
		"start not known":             {[]model.PolicyTerm{term(1, unknown, day(7, 1))}, day(1, 1).AddDate(-9, 0, 0), 1},
		"end not known":               {[]model.PolicyTerm{term(1, day(1, 1), unknown)}, day(1, 1).AddDate(9, 0, 0), 1},
		"nothing known: in any":       {[]model.PolicyTerm{term(1, unknown, unknown)}, day(5, 5), 1},
		"nothing known of the second": {[]model.PolicyTerm{first, term(2, unknown, unknown)}, day(5, 5), 2},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			require.Equal(t, test.want, model.TermAt(test.terms, test.on))
		})
	}
}

// cancellable is an active policy whose current term is the one given.
func cancellable(t model.PolicyTerm) *model.Policy {
	return &model.Policy{
		ID: uuid.MustParse("0190a6e0-0000-7000-8000-000000000001"), Status: model.PolicyStatusActive,
		Coverage: model.Coverage{TermNumber: t.TermNumber, StartDate: t.StartDate, EndDate: t.EndDate},
	}
}

// cancel cancels the policy on a day, and returns the code of the refusal, "" if none. It is recorded on that day.
func cancel(p *model.Policy, on time.Time, earlier ...model.PolicyTerm) fault.Code {
	return cancelFor(p, on, on, earlier...)
}

// cancelFor is cancel that is recorded on a day of its own.
func cancelFor(p *model.Policy, on, recorded time.Time, earlier ...model.PolicyTerm) fault.Code {
	refs := model.CancellationReferences{EarlierTerms: earlier}
	in := model.CancelPolicyInput{EffectiveDate: on, Reason: model.CancellationReasonNonPayment}
	c, err := model.NewCancellation(uuid.New(), p, in, refs, recorded)
	if err == nil {
		err = p.Cancel(c, refs)
	}
	return fault.CodeOf(err)
}

// reinstate does so.
func reinstate(p *model.Policy, on time.Time, earlier ...model.PolicyTerm) fault.Code {
	refs := model.CancellationReferences{EarlierTerms: earlier}
	r, err := model.NewReinstatement(p, model.ReinstatePolicyInput{EffectiveDate: on}, refs)
	if err == nil {
		_, _, err = p.Reinstate(r, refs)
	}
	return fault.CodeOf(err)
}

// TestCancellationMoves checks every cell of the table of states.
func TestCancellationMoves(t *testing.T) {
	t.Parallel()
	dead := at(model.PolicyStatusDeactivated)
	heldDead := at(model.PolicyStatusOnHold, model.PolicyStatusDeactivated)
	held := at(model.PolicyStatusOnHold, model.PolicyStatusActive)
	for name, test := range map[string]struct {
		before            string // what was done to the policy: c, r
		state             model.PolicyState
		cancel, reinstate fault.Code
	}{
		"never cancelled":                {"", at(model.PolicyStatusActive), "", fault.CodePolicyNotCancelled},
		"cancelled":                      {"c", at(model.PolicyStatusActive), fault.CodePolicyCancelled, ""},
		"reinstated":                     {"cr", at(model.PolicyStatusActive), "", fault.CodePolicyNotCancelled},
		"cancelled again":                {"crc", at(model.PolicyStatusActive), fault.CodePolicyCancelled, ""},
		"a renewal is worked":            {"c", at(model.PolicyStatusRenewalInProgress), fault.CodePolicyCancelled, ""},
		"held":                           {"", held, "", fault.CodePolicyNotCancelled},
		"held, cancelled":                {"c", held, fault.CodePolicyCancelled, ""},
		"deactivated":                    {"", dead, fault.CodePolicyDeactivated, fault.CodePolicyDeactivated},
		"deactivated, cancelled":         {"c", dead, fault.CodePolicyDeactivated, fault.CodePolicyDeactivated},
		"held from deactivated":          {"", heldDead, fault.CodePolicyDeactivated, fault.CodePolicyDeactivated},
		"held from deactivated, can'd":   {"c", heldDead, fault.CodePolicyDeactivated, fault.CodePolicyDeactivated},
		"held from deactivated, again c": {"cr", heldDead, fault.CodePolicyDeactivated, fault.CodePolicyDeactivated},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			policy := func() *model.Policy {
				p := cancellable(term(1, day(1, 1), day(12, 31)))
				for _, done := range test.before {
					do := cancel
					if done == 'r' {
						do = reinstate
					}
					require.Empty(t, do(p, day(5, 1)))
				}
				p.SetState(test.state, day(5, 2))
				return p
			}
			require.Equal(t, test.cancel, cancel(policy(), day(6, 1)))
			require.Equal(t, test.reinstate, reinstate(policy(), day(6, 1)))
		})
	}
}

// TestCancellationRefused names every violation at once.
func TestCancellationRefused(t *testing.T) {
	t.Parallel()
	p := cancellable(term(1, day(3, 1), day(9, 1)))
	document := uuid.New()
	in := model.CancelPolicyInput{EffectiveDate: day(9, 1), Reason: model.CancellationReasonOther, Document: graphql.OmittableOf(&document)}
	_, err := model.NewCancellation(uuid.New(), p, in, model.CancellationReferences{}, day(4, 1))
	require.Equal(t, []string{"/effectiveDate invalid_value", "/document unknown_reference"}, violationsOf(err))

	_, err = model.NewReinstatement(p, model.ReinstatePolicyInput{EffectiveDate: day(2, 1)}, model.CancellationReferences{})
	require.Equal(t, []string{"/effectiveDate invalid_value"}, violationsOf(err), "in no term")
	require.Empty(t, cancel(p, day(5, 1)))
	_, err = model.NewReinstatement(p, model.ReinstatePolicyInput{EffectiveDate: day(4, 30)}, model.CancellationReferences{})
	require.Equal(t, []string{"/effectiveDate invalid_value"}, violationsOf(err), "before the cancellation")
	require.ErrorContains(t, err, "effective on May 1, ")
}

// TestCancellationOn: a policy shows the cancellation of the term that contains today, else of the current term.
func TestCancellationOn(t *testing.T) {
	t.Parallel()
	shown := func(p *model.Policy, on time.Time) string {
		c := p.CancellationOn(on.Add(23 * time.Hour))
		if c == nil {
			return "none"
		}
		require.Equal(t, p.ID, c.PolicyID)
		return fmt.Sprintf("%d: %s", c.TermNumber, c.EffectiveDate.Format("01-02"))
	}
	first, second := term(1, day(1, 1), day(6, 1)), term(2, day(8, 1), day(12, 1))

	one := cancellable(first)
	require.Equal(t, "none", shown(one, day(3, 1)))
	require.Empty(t, cancel(one, day(3, 1)))
	require.Equal(t, "1: 03-01", shown(one, day(2, 1)), "also one that comes later")
	require.Equal(t, "1: 03-01", shown(one, day(7, 1)), "the current term's, when no term contains today")
	require.Empty(t, reinstate(one, day(3, 5)))
	require.Equal(t, "1: 03-01", shown(one, day(3, 6)), "with the day of its reinstatement")
	require.Empty(t, cancel(one, day(4, 1)))
	require.Equal(t, "1: 04-01", shown(one, day(3, 6)), "the latest")

	two := cancellable(second)
	require.Empty(t, cancel(two, day(3, 1), first))
	require.Equal(t, "1: 03-01", shown(two, day(5, 31)))
	require.Equal(t, "none", shown(two, day(6, 1)), "between the terms: the current one, which was never cancelled")
	require.Equal(t, "none", shown(two, day(9, 1)))
	require.Empty(t, cancel(two, day(9, 1), first), "another term's cancellation does not matter")
	require.Equal(t, "1: 03-01", shown(two, day(5, 31)))
	require.Equal(t, "2: 09-01", shown(two, day(7, 1)))
	require.Empty(t, reinstate(two, day(3, 2), first), "each term by itself")
	require.Nil(t, two.CancellationOn(day(9, 1)).ReinstatedOn)
	require.NotNil(t, two.CancellationOn(day(3, 2)).ReinstatedOn)
}

// TestCancellationOnNewTerm: a new term has none, and the ended one keeps its own with its dates.
func TestCancellationOnNewTerm(t *testing.T) {
	t.Parallel()
	p := cancellable(term(1, day(1, 1), day(6, 1)))
	require.Empty(t, cancel(p, day(3, 1)))
	before := p.Cancellations
	in := model.CreatePolicyTermInput{StartDate: day(6, 1), EndDate: day(12, 1)}
	require.Empty(t, p.StartTerm(in, model.PolicyReferences{PreviousTerm: &p.Coverage}))
	require.NotNil(t, p.CancellationOn(day(5, 31)))
	require.Nil(t, p.CancellationOn(day(6, 1)))
	require.Nil(t, p.Ending())
	require.Empty(t, before.Terms, "what was read is not changed")

	p.Cancellations.Terms = nil // a node of the release before has begun the term
	require.NotNil(t, p.CancellationOn(day(5, 31)))
	require.Nil(t, p.CancellationOn(day(6, 1)))
}

// TestCancellationRapid checks the rules after any cancellations and reinstatements of a policy with several terms,
// against a history that is kept beside it.
func TestCancellationRapid(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		var terms []model.PolicyTerm
		start := day(1, 1)
		for number := 1; number <= rapid.IntRange(1, 4).Draw(t, "terms"); number++ {
			start = start.AddDate(0, 0, rapid.IntRange(1, 40).Draw(t, "start"))
			end := start.AddDate(0, 0, rapid.IntRange(1, 60).Draw(t, "length"))
			known := rapid.SampledFrom([]string{"both", "both", "both", "start", "end", "none"}).Draw(t, "known")
			next := term(number, start, end)
			if known == "start" || known == "none" {
				next.EndDate = nil
			}
			if known == "end" || known == "none" {
				next.StartDate = nil
			}
			terms = append(terms, next)
		}
		p := cancellable(terms[len(terms)-1])
		earlier := terms[:len(terms)-1]
		history := map[int][]string{} // what was done to each term
		open := map[int]time.Time{}
		var all lapses
		for range rapid.IntRange(1, 20).Draw(t, "deeds") {
			on := day(1, 1).AddDate(0, 0, rapid.IntRange(-5, 250).Draw(t, "on"))
			in := containing(terms, on)
			cancelled, isOpen := open[in]
			kept := p.Cancellations
			frozen := fmt.Sprintf("%+v", kept)
			if rapid.Bool().Draw(t, "cancel") {
				var want fault.Code
				switch {
				case in == 0:
					want = fault.CodeInvalidValue
				case isOpen:
					want = fault.CodePolicyCancelled
				}
				require.Equal(t, want, cancel(p, on, earlier...))
				if want == "" {
					open[in], history[in] = on, append(history[in], "c")
					all.add(in, on)
				}
			} else {
				var want fault.Code
				switch {
				case in == 0, isOpen && on.Before(cancelled):
					want = fault.CodeInvalidValue
				case !isOpen:
					want = fault.CodePolicyNotCancelled
				}
				require.Equal(t, want, reinstate(p, on, earlier...))
				if want == "" {
					delete(open, in)
					all.end(in, on)
					history[in] = append(history[in], "r")
				}
			}
			require.Equal(t, frozen, fmt.Sprintf("%+v", kept), "what others may hold is not changed")
			for number := 1; number <= len(terms); number++ {
				require.Equal(t, len(history[number])%2 == 1, !open[number].IsZero(), "c and r alternate")
			}
			asked := day(1, 1).AddDate(0, 0, rapid.IntRange(-5, 250).Draw(t, "asked"))
			number := containing(terms, asked)
			if number == 0 {
				number = len(terms)
			}
			shown := p.CancellationOn(asked)
			require.Equal(t, len(history[number]) > 0, shown != nil)
			if shown != nil {
				require.Equal(t, number, shown.TermNumber)
				require.Equal(t, open[number].IsZero(), shown.ReinstatedOn != nil)
				require.True(t, shown.ReinstatedOn == nil || !shown.ReinstatedOn.Before(shown.EffectiveDate))
			}
			checkEnding(t, p, all.endOf(len(terms), open[len(terms)]))
			if p.Cancellations != nil && !asked.Before(all.recorded) {
				require.Equal(t, all.insured(terms, asked), p.InForceOn(asked), asked)
			}
		}
	})
}

// containing is the highest term that contains a day, written another way than the model's.
func containing(terms []model.PolicyTerm, on time.Time) int {
	backwards := slices.Clone(terms)
	slices.Reverse(backwards)
	for _, t := range backwards {
		tooEarly := t.StartDate != nil && on.Before(*t.StartDate)
		tooLate := t.EndDate != nil && !on.Before(*t.EndDate)
		if !tooEarly && !tooLate {
			return t.TermNumber
		}
	}
	return 0
}

// lapse is a time that a cancellation leaves without cover; nil while nobody has reinstated the term.
type lapse struct {
	term   int
	from   time.Time
	until  *time.Time
	isOver bool // it was when a later one of the term was recorded
}

func (l lapse) has(on time.Time) bool {
	return !on.Before(l.from) && (l.until == nil || on.Before(*l.until))
}

// lapses are all of a policy, recorded on their first days.
type lapses struct {
	all      []lapse
	recorded time.Time // the last day on which one was
}

func (l *lapses) add(term int, on time.Time) {
	for i, old := range l.all {
		if old.term == term && !old.until.After(on) {
			l.all[i].isOver = true
		}
	}
	l.all = append(l.all, lapse{term: term, from: on})
	if on.After(l.recorded) {
		l.recorded = on
	}
}

func (l *lapses) end(term int, on time.Time) {
	for i, old := range l.all {
		if old.term == term && old.until == nil {
			l.all[i].until = &on
		}
	}
}

// insured reports whether a term has the day and no lapse of it does, counting all that ever were.
func (l *lapses) insured(terms []model.PolicyTerm, on time.Time) bool {
	return slices.ContainsFunc(terms, func(t model.PolicyTerm) bool {
		isLapsed := slices.ContainsFunc(l.all, func(old lapse) bool { return old.term == t.TermNumber && old.has(on) })
		return containing([]model.PolicyTerm{t}, on) > 0 && !isLapsed
	})
}

// endOf goes back from the day of the cancellation in effect for as long as there was no cover on the day before.
func (l *lapses) endOf(term int, cancelledOn time.Time) time.Time {
	lapsed := func(on time.Time) bool {
		return slices.ContainsFunc(l.all, func(old lapse) bool { return old.term == term && !old.isOver && old.has(on) })
	}
	for !cancelledOn.IsZero() && lapsed(cancelledOn.AddDate(0, 0, -1)) {
		cancelledOn = cancelledOn.AddDate(0, 0, -1)
	}
	return cancelledOn
}

// checkEnding: follow-up takes the day from which cancellations leave the rest of the term without cover for the end, and the
// term's end if none does.
func checkEnding(t require.TestingT, p *model.Policy, cancelledOn time.Time) {
	if cancelledOn.IsZero() {
		require.Nil(t, p.Ending())
		require.Equal(t, p.EndDate, p.FollowUpEnd())
		return
	}
	require.Equal(t, cancelledOn, *p.FollowUpEnd())
	require.Equal(t, cancelledOn, p.Ending().EffectiveDate)
}

// TestPolicyCancellationsJSON reads what was written, with times as responses have them.
func TestPolicyCancellationsJSON(t *testing.T) {
	t.Parallel()
	first := term(1, day(1, 1), day(6, 1))
	p := cancellable(term(2, day(6, 1), time.Time{}))
	require.Empty(t, cancel(p, day(3, 1), first))
	require.Empty(t, reinstate(p, day(3, 2), first))
	document := uuid.New()
	p.Cancellations.Kept[0].DocumentID = &document
	p.Cancellations.Kept[0].PolicyID = uuid.Nil // what follows from the policy is not written
	written, err := json.Marshal(p.Cancellations)
	require.NoError(t, err)
	require.Contains(t, string(written), `"effectiveDate":"2026-03-01T00:00:00.000Z"`)
	require.Contains(t, string(written), `"endDate":"2026-06-01T00:00:00.000Z"`)
	require.NotContains(t, string(written), "policyId")
	var read *model.PolicyCancellations
	require.NoError(t, json.Unmarshal(written, &read))
	require.Equal(t, p.Cancellations, read)
}

func TestFollowUpEnd(t *testing.T) {
	t.Parallel()
	p := cancellable(term(1, day(1, 1), day(6, 1)))
	require.Empty(t, cancel(p, day(5, 1)))
	require.Equal(t, day(5, 1), *p.FollowUpEnd())
	corrected := day(4, 1)
	p.EndDate = &corrected
	require.Equal(t, corrected, *p.FollowUpEnd(), "a term that is corrected to end earlier ends then")
	p.EndDate = nil
	require.Equal(t, day(5, 1), *p.FollowUpEnd())
	require.False(t, p.NeedsEvidence(), "nobody has to ask for the end of a term that was cancelled")
	require.Empty(t, reinstate(p, day(5, 1)))
	require.Nil(t, p.FollowUpEnd())
}

func TestCancellationTask(t *testing.T) {
	t.Parallel()
	p := cancellable(term(1, day(1, 1), day(6, 1)))
	require.Empty(t, cancel(p, day(5, 1)))
	c := p.CancellationOn(day(1, 1))
	task := c.FollowUpTask(uuid.New(), day(4, 1))
	require.Equal(t, model.TaskTypeCancellationFollowUp, task.Type)
	require.Equal(t, "nonPayment", *task.Reason)
	require.Equal(t, day(5, 1), *task.DueAt)
	require.Equal(t, &p.ID, task.PolicyID)
	require.True(t, strings.HasSuffix(*task.Origin, c.ID.String()), "one task a cancellation")
}
