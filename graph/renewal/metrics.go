package renewal

import (
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/mailer"
)

// lateAfter is how long after its time a notice counts as late: an hour leaves time for some restarts.
const lateAfter = time.Hour

// The counters of the process. They include what was planned in transactions that were rolled back.
var (
	plannedNotices = prometheus.NewCounter(prometheus.CounterOpts{
		Name: "covertrack_renewal_notices_planned_total", Help: "Renewal notices planned.",
	})
	settledNotices = prometheus.NewCounterVec(prometheus.CounterOpts{
		Name: "covertrack_renewal_notices_settled_total", Help: "Renewal notices settled by the jobs, by state.",
	}, []string{"state"})
	lateNotices = prometheus.NewCounter(prometheus.CounterOpts{
		Name: "covertrack_renewal_notices_late_total",
		Help: "Renewal notices sent or suppressed more than an hour after they were due.",
	})
	deliveryFailures = prometheus.NewCounterVec(prometheus.CounterOpts{
		Name: "covertrack_renewal_delivery_failures_total",
		Help: "Attempts to deliver renewal notices that failed, by reason: of connect, tls, login and sender one for all notices.",
	}, []string{"reason"})
)

// Collectors returns the counters, for the registry that exports them. Each state and reason has its series from the
// start: the first notice of a state would be no increase else.
func Collectors() []prometheus.Collector {
	for _, state := range model.AllRenewalNoticeState {
		if state != model.RenewalNoticeStatePlanned {
			settledNotices.WithLabelValues(string(state))
		}
	}
	for _, reason := range mailer.AllReason() {
		deliveryFailures.WithLabelValues(string(reason))
	}
	return []prometheus.Collector{plannedNotices, settledNotices, lateNotices, deliveryFailures}
}

func countFailure(reason mailer.Reason) { deliveryFailures.WithLabelValues(string(reason)).Inc() }

func countPlanned(notices []*model.RenewalNotice) {
	for _, n := range notices {
		if n.State == model.RenewalNoticeStatePlanned {
			plannedNotices.Inc()
		}
	}
}

// countNotice counts a notice if it is settled.
func countNotice(n *model.RenewalNotice, now time.Time) {
	if n.SettledAt == nil {
		return
	}
	settledNotices.WithLabelValues(string(n.State)).Inc()
	reached := n.State == model.RenewalNoticeStateSent || n.State == model.RenewalNoticeStateSuppressed
	if reached && now.Sub(n.WantedAt()) > lateAfter {
		lateNotices.Inc()
	}
}
