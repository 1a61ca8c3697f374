package compliance

import (
	"fmt"
	"strings"

	"github.com/covertrack/covertrack/model"
)

// noticeCheck is check 7b: the lender is told early enough of a cancellation.
var noticeCheck = &policyCheck{
	number: "7b", primary: true, voluntary: true,
	rules: []FindingRule{
		{Code: model.FindingCodeNoticeTooShort, Outcome: fails, Meaning: "The notice of cancellation is too short.",
			Sentence: "{policy} gives notice of {item} {found} before; {required} are required."},
		{Code: model.FindingCodeNoticeUnknown, Outcome: unknown, Meaning: "The notice of cancellation is not known.",
			Sentence: "How many days before {policy} gives notice of {item} is not known; {required} are required."},
	},
	members: []Member{{"noticeDays", "Notice of cancellation", groupMember, "", []Member{
		{"cancellation", "Days", numberMember, "", nil}, {"nonPayment", "Days for non-payment", numberMember, "", nil},
	}}},
	asks: func(d *Demand) bool { return d.Requirement.NoticeDays != nil },
	judge: func(d *Demand, o *offer, tell func(lapse)) {
		for _, item := range noticeItems {
			least, given := noticeOf(d.Requirement.NoticeDays, item), noticeOf(o.version().NoticeDays, item)
			switch {
			case least == nil:
			case given == nil:
				tell(lapse{code: model.FindingCodeNoticeUnknown, item: item})
			case *given < *least:
				tell(lapse{code: model.FindingCodeNoticeTooShort, item: item})
			}
		}
	},
	required: func(d *Demand, f *ruled) wording { return daysWording(noticeOf(d.Requirement.NoticeDays, f.item)) },
	found:    func(_ *Demand, f *ruled) wording { return daysWording(noticeOf(f.offer.version().NoticeDays, f.item)) },
	demanded: func(d *Demand) string {
		var parts []string
		for _, item := range noticeItems {
			if days := noticeOf(d.Requirement.NoticeDays, item); days != nil {
				parts = append(parts, daysWording(days).spoken+" notice of "+noticeWords[item])
			}
		}
		return strings.Join(parts, " and ")
	},
}

// The items of check 7b, as the members of noticeDays are called.
const (
	noticeCancellation = "cancellation"
	noticeNonPayment   = "nonPayment"
)

var (
	noticeItems = []string{noticeCancellation, noticeNonPayment}
	noticeWords = map[string]string{noticeCancellation: "cancellation", noticeNonPayment: "cancellation for non-payment"}
)

func noticeOf(n *model.NoticeDays, item string) *int {
	switch {
	case n == nil:
		return nil
	case item == noticeNonPayment:
		return n.NonPayment
	default:
		return n.Cancellation
	}
}

func daysWording(days *int) wording {
	if days == nil {
		return wording{}
	}
	return plainWording(inNumber(*days, "day"))
}

// inNumber returns a number of things in words: 1 day, 30 days.
func inNumber(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}
