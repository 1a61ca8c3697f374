package compliance_test

import (
	"maps"
	"slices"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/model"
)

// sizedCases are what the benchmark measures. Cases without a finding change late, after many days on which they might
// have: when a renewal ends, or of policies that each insure everything the last one.
func sizedCases(t require.TestingT) map[string]example {
	return map[string]example{
		"small": smallCase(t), "small/findings": deficient(smallCase(t)),
		"large": largeCase(t, 1), "large/findings": deficient(largeCase(t, 1)),
		"large/raised": raised(largeCase(t, 1)), "large/redundant": redundantCase(t),
		"large/redundant-findings": unrated(redundantCase(t)),
		"large/scheduled":          scheduledCase(t), "large/scheduled-findings": unrated(scheduledCase(t)),
	}
}

// BenchmarkCompliance is the budget of section 8.5: a case of 20 assets and 30 policies within 1 ms of CPU.
func BenchmarkCompliance(b *testing.B) {
	cases, day := sizedCases(b), date(b, "2026-06-20")
	for _, name := range slices.Sorted(maps.Keys(cases)) {
		facts := cases[name].facts(b, newNames())
		for what, judge := range map[string]func(time.Time) *model.Compliance{"": facts.On, "/stored": facts.ToStore} {
			b.Run(name+what, func(b *testing.B) {
				b.ReportAllocs()
				before := cpuTime(b)
				for b.Loop() {
					judge(day)
				}
				b.ReportMetric(float64((cpuTime(b)-before).Microseconds())/float64(b.N), "cpu-µs/op")
			})
		}
	}
}

// cpuTime returns the processor time that the program has used, which a busy machine does not change as it does the clock.
func cpuTime(t require.TestingT) time.Duration {
	var usage syscall.Rusage
	require.NoError(t, syscall.Getrusage(syscall.RUSAGE_SELF, &usage))
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}

// TestComplianceOfSizedCases keeps the benchmark honest: these cases are as their names say.
func TestComplianceOfSizedCases(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]struct {
		verdict         model.Verdict
		next            string
		asked, findings int
	}{
		"small":                    {model.VerdictCompliant, "2027-07-01", 6, 0},
		"small/findings":           {model.VerdictDeficient, "2027-07-01", 6, 6},
		"large":                    {model.VerdictCompliant, "2027-07-25", 82, 0},
		"large/findings":           {model.VerdictDeficient, "2027-07-01", 82, 82},
		"large/raised":             {model.VerdictCompliant, "2027-07-25", 82, 0},
		"large/redundant":          {model.VerdictCompliant, "2026-11-23", 40, 0},
		"large/redundant-findings": {model.VerdictDeficient, "2026-11-23", 40, 40},
		"large/scheduled":          {model.VerdictCompliant, "2027-08-20", 40, 0},
		"large/scheduled-findings": {model.VerdictDeficient, "2027-08-20", 40, 40},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := sizedCases(t)[name].facts(t, newNames()).On(date(t, "2026-06-20"))
			asked, findings := 0, 0
			for _, d := range got.Demands {
				asked += len(d.Targets)
				for _, at := range d.Targets {
					findings += len(at.Findings)
				}
			}
			require.Equal(t, want.verdict, got.Verdict)
			require.Equal(t, date(t, want.next), *got.NextChangeOn)
			require.Equal(t, want.asked, asked)
			require.Equal(t, want.findings, findings)
		})
	}
}
