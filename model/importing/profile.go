package importing

import (
	"reflect"
	"slices"
	"strings"
)

// examplesShown is how many values of a column people see.
const examplesShown = 5

// Column is what is known of a column of a file.
type Column struct {
	Name     string   `json:"name"`
	Rows     int      `json:"rows"`
	Filled   int      `json:"filled"`
	Examples []string `json:"examples"`
	// Seen counts what its cells can be.
	Seen Seen `json:"seen"`
}

// Seen counts the cells of a column by what they can be.
type Seen struct {
	Dates      int `json:"dates,omitempty"`
	DayFirst   int `json:"dayFirst,omitempty"`   // can only be read with the day first
	MonthFirst int `json:"monthFirst,omitempty"` // can only be read with the month first
	Either     int `json:"either,omitempty"`     // mean another day by each order
	Amounts    int `json:"amounts,omitempty"`
	Point      int `json:"point,omitempty"`     // only the point can begin the decimals
	Comma      int `json:"comma,omitempty"`     // only the comma can
	Ambiguous  int `json:"ambiguous,omitempty"` // mean another amount by each
	States     int `json:"states,omitempty"`
	Emails     int `json:"emails,omitempty"`
	Coverages  int `json:"coverages,omitempty"`
	AssetTypes int `json:"assetTypes,omitempty"`
	Streets    int `json:"streets,omitempty"`
}

// Add counts a clean cell.
func (c *Column) Add(cell string) {
	c.Rows++
	if cell == "" {
		return
	}
	c.Filled++
	if len(c.Examples) < examplesShown && !slices.Contains(c.Examples, shortened(cell)) {
		c.Examples = append(c.Examples, shortened(cell))
	}
	c.Seen.add(cell)
}

// with is what is known of the column in two files.
func (c *Column) with(other *Column) *Column {
	both := *c
	both.Rows, both.Filled = c.Rows+other.Rows, c.Filled+other.Filled
	both.Examples = slices.Clone(c.Examples)
	for _, e := range other.Examples {
		if len(both.Examples) < examplesShown && !slices.Contains(both.Examples, e) {
			both.Examples = append(both.Examples, e)
		}
	}
	sum, more := reflect.ValueOf(&both.Seen).Elem(), reflect.ValueOf(other.Seen)
	for i := range sum.NumField() {
		sum.Field(i).SetInt(sum.Field(i).Int() + more.Field(i).Int())
	}
	return &both
}

// shortened is a cell as an example.
func shortened(cell string) string {
	const most = 80
	if runes := []rune(cell); len(runes) > most {
		return string(runes[:most]) + "…"
	}
	return cell
}

func (s *Seen) add(cell string) {
	const longest = 60 // of a cell that is anything but a text
	if len(cell) > longest {
		return
	}
	first := cell[0]
	isDigit := first >= '0' && first <= '9'
	if isDigit || strings.ContainsAny(cell, "0123456789") {
		s.addDate(cell)
	}
	if number, _, ok := amountOf(cell); ok {
		s.addAmount(number)
	}
	count(&s.States, IsState(cell))
	if strings.Contains(cell, "@") {
		_, wrong := readEmails(cell)
		count(&s.Emails, wrong == "")
	}
	count(&s.Streets, isDigit && strings.Contains(cell, " ") && strings.ContainsAny(cell, "abcdefghijklmnopqrstuvwxyz"))
	if !isDigit {
		_, wrong := entriesOf(cell, Find("policy.coverageTypes"))
		count(&s.Coverages, wrong == "")
		_, ok := Find("asset.assetType").valueOf(cell)
		count(&s.AssetTypes, ok)
	}
}

func count(n *int, is bool) {
	if is {
		*n++
	}
}

func (s *Seen) addDate(cell string) {
	if serial.MatchString(cell) {
		return // it can be any number
	}
	if _, ok := dayOf(cell, "", false); !ok && numericDate.FindString(cell) == "" {
		return
	}
	s.Dates++
	switch orderOf(cell) {
	case FormatDayFirst:
		s.DayFirst++
	case FormatMonthFirst:
		s.MonthFirst++
	default:
		count(&s.Either, isEitherOrder(cell))
	}
}

func (s *Seen) addAmount(number string) {
	s.Amounts++
	switch separatorsOf(number) {
	case FormatPoint:
		s.Point++
	case FormatComma:
		s.Comma++
	default:
		count(&s.Ambiguous, isAmbiguous(number))
	}
}

// Format returns how a column of a kind is written, and whether a person is to be asked because its cells do not say.
func (s Seen) Format(kind Kind) (f Format, ask bool) {
	one := func(a, b int, first, second Format, either int) (Format, bool) {
		switch {
		case a > 0 && b == 0:
			return first, false
		case b > 0 && a == 0:
			return second, false
		default:
			return "", either > 0 || a > 0
		}
	}
	switch kind {
	case KindDate:
		return one(s.DayFirst, s.MonthFirst, FormatDayFirst, FormatMonthFirst, s.Either)
	case KindMoney, KindNumber, KindInteger:
		return one(s.Point, s.Comma, FormatPoint, FormatComma, s.Ambiguous)
	default:
		return "", false
	}
}

// Formats are those that a kind has.
func (k Kind) Formats() []Format {
	switch k {
	case KindDate:
		return []Format{FormatDayFirst, FormatMonthFirst}
	case KindMoney, KindNumber, KindInteger:
		return []Format{FormatPoint, FormatComma}
	default:
		return nil
	}
}
