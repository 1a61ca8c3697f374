package verdict

import "github.com/prometheus/client_golang/prometheus"

// The figures of the process. Differences are expected to stay 0: a stored verdict always equals an evaluation.
var (
	keeping = prometheus.NewSummary(prometheus.SummaryOpts{
		Name: "covertrack_verdict_keep_seconds",
		Help: "How long transactions took to bring the stored verdicts of cases up to date.",
	})
	comparisons = prometheus.NewCounter(prometheus.CounterOpts{
		Name: "covertrack_verdicts_compared_total", Help: "Stored verdicts compared with an evaluation by the background audit.",
	})
	differences = prometheus.NewCounter(prometheus.CounterOpts{
		Name: "covertrack_verdict_differences_total",
		Help: "Stored verdicts that were missing or differed from an evaluation, and were written again. Expected: 0.",
	})
)

// Collectors returns the figures, for the registry that exports them.
func Collectors() []prometheus.Collector {
	return []prometheus.Collector{keeping, comparisons, differences}
}
