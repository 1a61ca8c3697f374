package importing

import (
	"math"
	"regexp"
	"strconv"
	"strings"
	"time"
)

const dateAccepted = "a date such as 2026-01-31, 31 Jan 2026 or 46053 of a spreadsheet"

var (
	numericDate = regexp.MustCompile(`^([0-9]{1,2})[/.\- ]([0-9]{1,2})[/.\- ]([0-9]{4}|[0-9]{2})$`)
	yearFirst   = regexp.MustCompile(`^([0-9]{4})[/.\-]([0-9]{1,2})[/.\-]([0-9]{1,2})$`)
	compact     = regexp.MustCompile(`^(19|20)[0-9]{6}$`)
	serial      = regexp.MustCompile(`^[0-9]{5}(\.[0-9]+)?$`)
	clock       = regexp.MustCompile(`[T ][0-9]{1,2}:[0-9]{2}.*$`)
	ordinal     = regexp.MustCompile(`([0-9])(st|nd|rd|th)\b`)
)

var written = []string{
	"2 Jan 2006", "2 January 2006", "Jan 2 2006", "January 2 2006", "2 Jan 06", "Jan 2 06", "2006 Jan 2", "2006 January 2",
}

// readDate reads a day, as the API takes it.
func readDate(cell string, format Format, is1904 bool) (any, string) {
	day, ok := dayOf(cell, format, is1904)
	if !ok || day.Year() < 1 || day.Year() > 9999 {
		accepted := dateAccepted
		switch format {
		case FormatDayFirst:
			accepted += " (the day comes first in this column)"
		case FormatMonthFirst:
			accepted += " (the month comes first in this column)"
		}
		return nil, accepted
	}
	return day.Format(time.DateOnly), ""
}

func dayOf(cell string, format Format, is1904 bool) (time.Time, bool) {
	cell = strings.TrimSpace(clock.ReplaceAllString(cell, ""))
	if m := yearFirst.FindStringSubmatch(cell); m != nil {
		return date(m[1], m[2], m[3])
	}
	if compact.MatchString(cell) {
		return date(cell[:4], cell[4:6], cell[6:])
	}
	if m := numericDate.FindStringSubmatch(cell); m != nil {
		if format == FormatDayFirst || format == "" && orderOf(cell) == FormatDayFirst {
			return date(m[3], m[2], m[1])
		}
		return date(m[3], m[1], m[2])
	}
	if serial.MatchString(cell) {
		days, _ := strconv.Atoi(cell[:5])
		return serialDay(days, is1904)
	}
	return writtenDay(cell)
}

// serialDay is a day as spreadsheets count them: 1900 has a leap day for them.
func serialDay(days int, is1904 bool) (time.Time, bool) {
	first := time.Date(1899, time.December, 30, 0, 0, 0, 0, time.UTC)
	if is1904 {
		first = time.Date(1904, time.January, 1, 0, 0, 0, 0, time.UTC)
	}
	return first.AddDate(0, 0, days), true
}

// quiet is what a format of numbers only shows, or takes the width of.
var quiet = regexp.MustCompile(`"[^"]*"|\[[^\]]*\]|[\\_*].`)

// IsDayFormat reports whether a cell of a workbook whose numbers have a format, by its number or own text, shows days.
func IsDayFormat(number int, text string) bool {
	isDay := number >= 14 && number <= 17 || number == 22 || number >= 27 && number <= 36 || number >= 50 && number <= 58
	return isDay || strings.ContainsAny(strings.ToLower(quiet.ReplaceAllString(text, "")), "yd")
}

// ShownDay is what a spreadsheet shows of a number in a cell of days: the day, and the time if it has one. Other texts stay.
func ShownDay(cell string, is1904 bool) string {
	number, err := strconv.ParseFloat(cell, 64)
	if isDay := number >= 1 && number < 2_958_466; err != nil || !isDay {
		return cell
	}
	whole, part := math.Modf(number)
	day, _ := serialDay(int(whole), is1904)
	if seconds := math.Round(part * 24 * 60 * 60); seconds > 0 {
		return day.Add(time.Duration(seconds) * time.Second).Format(time.DateTime)
	}
	return day.Format(time.DateOnly)
}

func writtenDay(cell string) (time.Time, bool) {
	cell = strings.Join(strings.FieldsFunc(ordinal.ReplaceAllString(cell, "$1"), func(r rune) bool {
		return r == ' ' || r == ',' || r == '-' || r == '/' || r == '.'
	}), " ")
	for _, layout := range written {
		if t, err := time.Parse(layout, titled(cell)); err == nil {
			return t, true
		}
	}
	return time.Time{}, false
}

// titled has months as time.Parse knows them.
func titled(text string) string {
	words := strings.Fields(strings.ToLower(text))
	for i, w := range words {
		if w == "sept" {
			w = "sep"
		}
		words[i] = strings.ToUpper(w[:1]) + w[1:]
	}
	return strings.Join(words, " ")
}

// date makes a day of its parts. Years of two digits are those from 1970 to 2069.
func date(year, month, day string) (time.Time, bool) {
	y, _ := strconv.Atoi(year)
	m, _ := strconv.Atoi(month)
	d, _ := strconv.Atoi(day)
	if len(year) == 2 {
		if y += 1900; y < 1970 {
			y += 100
		}
	}
	t := time.Date(y, time.Month(m), d, 0, 0, 0, 0, time.UTC)
	return t, int(t.Month()) == m && t.Day() == d
}

// orderOf returns whether the day or the month comes first in a date of three numbers, if the date alone shows it; "" if not.
func orderOf(cell string) Format {
	m := numericDate.FindStringSubmatch(strings.TrimSpace(clock.ReplaceAllString(cell, "")))
	if m == nil {
		return ""
	}
	first, _ := strconv.Atoi(m[1])
	second, _ := strconv.Atoi(m[2])
	switch {
	case first > 12 && second <= 12:
		return FormatDayFirst
	case second > 12 && first <= 12:
		return FormatMonthFirst
	default:
		return ""
	}
}

// isEitherOrder reports whether a date means one day where the day comes first and another where the month does.
func isEitherOrder(cell string) bool {
	m := numericDate.FindStringSubmatch(strings.TrimSpace(clock.ReplaceAllString(cell, "")))
	if m == nil || orderOf(cell) != "" {
		return false
	}
	first, _ := strconv.Atoi(m[1])
	second, _ := strconv.Atoi(m[2])
	return first != second && first <= 12 && second <= 12
}
