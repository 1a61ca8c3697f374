package model_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/model"
)

func TestRenewal(t *testing.T) {
	t.Parallel()
	notices := func(states ...model.RenewalNoticeState) (list []*model.RenewalNotice) {
		for i, planned := range model.Schedule(termEnd, nil)[:len(states)] {
			list = append(list, &model.RenewalNotice{Step: planned.Step, DueAt: planned.DueAt, Mailing: model.Mailing{State: states[i]}})
		}
		return list
	}
	const (
		planned, sent, suppressed = model.RenewalNoticeStatePlanned, model.RenewalNoticeStateSent, model.RenewalNoticeStateSuppressed
		skipped, cancelled        = model.RenewalNoticeStateSkipped, model.RenewalNoticeStateCancelled
		failed                    = model.RenewalNoticeStateFailed
	)
	step := func(s model.RenewalStep) *model.RenewalStep { return &s }
	block := func(b model.RenewalBlock) *model.RenewalBlock { return &b }
	for name, test := range map[string]struct {
		status  model.PolicyStatus
		noEnd   bool
		notices []*model.RenewalNotice
		want    model.PolicyRenewal
	}{
		"nothing yet": {"active", false, notices(planned, planned), model.PolicyRenewal{NextNoticeAt: new(daysAfter(-60))}},
		"some done": {"renewalInProgress", false, notices(sent, suppressed, planned, planned),
			model.PolicyRenewal{NextNoticeAt: new(daysAfter(-15)), LastStep: step("reminder")}},
		"some skipped": {"active", false, notices(skipped, failed, planned), model.PolicyRenewal{NextNoticeAt: new(daysAfter(-15))}},
		"all done": {"active", false, notices(sent, sent, sent, sent, sent, sent),
			model.PolicyRenewal{LastStep: step("forcePlacementReview"), BlockedBy: block("allStepsDone")}},
		"on hold": {"onHold", false, notices(sent, planned),
			model.PolicyRenewal{LastStep: step("request"), Paused: true, BlockedBy: block("policyOnHold")}},
		"deactivated": {"deactivated", false, notices(sent, cancelled),
			model.PolicyRenewal{LastStep: step("request"), BlockedBy: block("policyDeactivated")}},
		"no end":       {"active", true, nil, model.PolicyRenewal{BlockedBy: block("endDateUnknown")}},
		"held, no end": {"onHold", true, nil, model.PolicyRenewal{Paused: true, BlockedBy: block("policyOnHold")}},
		"in any order": {"active", false, []*model.RenewalNotice{notices(planned, planned)[1], notices(planned, planned)[0]},
			model.PolicyRenewal{NextNoticeAt: new(daysAfter(-60))}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var end *time.Time
			if !test.noEnd {
				end = &termEnd
			}
			require.Equal(t, &test.want,
				model.Renewal(&model.Policy{Status: test.status, Coverage: model.Coverage{EndDate: end}}, test.notices, time.Now()))
		})
	}
}
