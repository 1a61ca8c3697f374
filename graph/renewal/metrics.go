package renewal

import (
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/covertrack/covertrack/model"
)

// lateAfter is how long after its time a notice that is carried out counts as late: an hour, which covers some restarts.
const lateAfter = time.Hour

// The counters of the process. What a transaction that was rolled back had planned is counted too.
var (
	plannedNotices = prometheus.NewCounter(prometheus.CounterOpts{
		Name: "covertrack_renewal_notices_planned_total", Help: "Renewal notices planned.",
	})
	settledNotices = prometheus.NewCounterVec(prometheus.CounterOpts{
		Name: "covertrack_renewal_notices_settled_total", Help: "Renewal notices settled by the jobs, by state.",
	}, []string{"state"})
	lateNotices = prometheus.NewCounter(prometheus.CounterOpts{
		Name: "covertrack_renewal_notices_late_total", Help: "Renewal notices sent or suppressed more than an hour after they were due.",
	})
	deliveryFailures = prometheus.NewCounter(prometheus.CounterOpts{
		Name: "covertrack_renewal_delivery_failures_total", Help: "Attempts to deliver a renewal notice that failed.",
	})
)

// Collectors are the counters, for the registry that exports them.
func Collectors() []prometheus.Collector {
	return []prometheus.Collector{plannedNotices, settledNotices, lateNotices, deliveryFailures}
}

func countPlanned(notices []*model.RenewalNotice) {
	for _, n := range notices {
		if n.State == model.RenewalNoticeStatePlanned {
			plannedNotices.Inc()
		}
	}
}

func countSettled(decisions []Decision, now time.Time) {
	for _, d := range decisions {
		countNotice(d.Notice, now)
	}
}

// countNotice counts a notice that is settled.
func countNotice(n *model.RenewalNotice, now time.Time) {
	if n.SettledAt == nil {
		return
	}
	settledNotices.WithLabelValues(string(n.State)).Inc()
	reached := n.State == model.RenewalNoticeStateSent || n.State == model.RenewalNoticeStateSuppressed
	if reached && now.Sub(n.DueAt) > lateAfter {
		lateNotices.Inc()
	}
}
