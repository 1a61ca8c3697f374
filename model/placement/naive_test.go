package placement_test

import (
	"strconv"
	"strings"

	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/model/scalar"
)

// naiveLoan is the second reckoning: days are numbers, money is cents, and every question is answered by a look at each notice
// and each day.
type naiveLoan struct {
	law                         string
	cure, back, lapse, estimate int
	notices                     []naiveNotice // that do what the law asks of their sending
	pending                     []int
	accepted                    []proof
	from, term, premium         int
	charged, returned           int
}

type naiveNotice struct {
	step         string
	day, telling int
}

// noticesDone looks for notices after which insurance may be placed today.
func (l *naiveLoan) noticesDone(today int) bool {
	for _, a := range l.notices {
		switch {
		case a.step != "first":
		case l.law == "flood" && a.day >= l.lapse && today > a.day+45:
			return true
		case l.law == "contract" && today >= a.day+l.cure:
			return true
		case l.law == "regX" && today-a.day >= 45 && l.remindedAfter(a.day, today):
			return true
		}
	}
	return false
}

func (l *naiveLoan) remindedAfter(first, today int) bool {
	for _, b := range l.notices {
		if b.step == "reminder" && b.day-first >= 30 && today-b.day >= 15 && b.telling >= l.estimate {
			return true
		}
	}
	return false
}

// isCovered reports whether accepted evidence shows cover on a day.
func (l *naiveLoan) isCovered(day int) bool {
	for _, p := range l.accepted {
		goesOn := p.goesOn || p.to > p.on
		if day >= p.from && (goesOn || day < p.to) {
			return true
		}
	}
	return false
}

func (l *naiveLoan) whyNotPlace(today, from int) fault.Code {
	if len(l.pending) > 0 {
		return fault.CodeProofOnFile
	}
	for day := from; day < from+367 && on(day).Before(on(from).AddDate(1, 0, 0)); day++ {
		if l.isCovered(day) {
			return fault.CodeProofOnFile
		}
	}
	if today < l.lapse || !l.noticesDone(today) {
		return fault.CodeTooEarly
	}
	return ""
}

func (l *naiveLoan) whyNotCharge(today int) fault.Code {
	switch {
	case len(l.pending) > 0:
		return fault.CodeProofOnFile
	case !l.noticesDone(today):
		return fault.CodeTooEarly
	}
	return ""
}

// owed counts the days of the placement without cover.
func (l *naiveLoan) owed(int) int {
	gap := 0
	for day := l.from; day < l.from+l.term; day++ {
		if !l.isCovered(day) {
			gap++
		}
	}
	return l.premium * gap / l.term
}

// overlapKnownOn is the day on which the first evidence came by which more was paid than is owed.
func (l *naiveLoan) overlapKnownOn() int {
	all := l.accepted
	defer func() { l.accepted = all }()
	best := -1
	for _, p := range all {
		l.accepted = nil
		for _, q := range all {
			if q.on <= p.on {
				l.accepted = append(l.accepted, q)
			}
		}
		if l.charged-l.returned > l.owed(0) && (best < 0 || p.on < best) {
			best = p.on
		}
	}
	return best
}

func (l *naiveLoan) refundDays() int {
	return map[string]int{"regX": 15, "flood": 30, "contract": l.back}[l.law]
}

func centsOf(m *scalar.Money) int {
	n, err := strconv.Atoi(strings.Replace(m.Amount, ".", "", 1))
	if err != nil {
		panic(err)
	}
	return n
}
