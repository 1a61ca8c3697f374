package retention

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func day(text string) *time.Time {
	if text == "" {
		return nil
	}
	at, err := time.Parse(time.DateOnly, text)
	if err != nil {
		panic(err)
	}
	return &at
}

// TestIsOver is when records go: never of an open case or of a running term, and then the time after the later of both.
func TestIsOver(t *testing.T) {
	t.Parallel()
	for name, of := range map[string]struct {
		age, closed, ends string
		now               string
		want              bool
	}{
		"for_ever":               {age: "", closed: "1990-01-01", now: "2026-01-01"},
		"open":                   {age: "1d", closed: "", ends: "1990-01-01", now: "2026-01-01"},
		"the_day_before":         {age: "7y", closed: "2019-03-02", now: "2026-03-01"},
		"the_day":                {age: "7y", closed: "2019-03-01", now: "2026-03-01", want: true},
		"a_term_runs":            {age: "90d", closed: "2020-01-01", ends: "2026-12-31", now: "2026-03-01"},
		"a_term_ended_later":     {age: "7y", closed: "2015-01-01", ends: "2020-01-01", now: "2026-12-31"},
		"and_its_time_is_over":   {age: "7y", closed: "2015-01-01", ends: "2020-01-01", now: "2027-01-01", want: true},
		"it_ended_before":        {age: "7y", closed: "2015-01-01", ends: "2014-01-01", now: "2022-01-01", want: true},
		"a_term_without_an_end":  {age: "18m", closed: "2024-06-30", now: "2025-12-30", want: true},
		"months":                 {age: "18m", closed: "2024-07-01", now: "2025-12-31"},
		"closed_on_a_leap_day":   {age: "1y", closed: "2024-02-29", now: "2025-03-01", want: true},
		"not_a_day_before_that":  {age: "1y", closed: "2024-02-29", now: "2025-02-28"},
		"closed_after_the_clock": {age: "1d", closed: "2026-01-02", now: "2026-01-01"},
	} {
		age, err := ParseAge(of.age)
		require.NoError(t, err)
		require.Equal(t, of.want, age.IsOver(day(of.closed), day(of.ends), *day(of.now)), name)
	}
}

// TestParseAge refuses what is no time.
func TestParseAge(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"7", "y", "0d", "-1y", "7 y", "7Y", "1.5y", "7w", "12345d", "7y6m", " "} {
		_, err := ParseAge(text)
		require.ErrorContains(t, err, "like 7y, 18m or 90d", text)
	}
}

// TestSchedule has nothing outlive its case.
func TestSchedule(t *testing.T) {
	t.Parallel()
	for cases, refused := range map[string]bool{"": false, "6y": true, "84m": false, "2556d": true, "10y": false} {
		letters, _ := ParseAge("7y")
		age, err := ParseAge(cases)
		require.NoError(t, err)
		err = Schedule{Letters: letters, Cases: age}.Check(*day("2026-01-01"))
		require.Equal(t, refused, err != nil, cases)
	}
}
