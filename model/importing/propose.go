package importing

import (
	"regexp"
	"slices"
	"strings"

	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/model/scalar"
)

// Mapped says what a column is.
type Mapped struct {
	Column string `json:"column"`
	To     string `json:"to"`               // the name of a target; "" leaves the column out
	Format Format `json:"format,omitempty"` // "" where the cells say it themselves
	// Value is what all rows have that say nothing themselves; of an entry without a column.
	Value string `json:"value,omitempty"`
}

// Mapping says what the columns of an import's files are, by their names.
type Mapping []Mapped

// Lookup returns what says what a column is, by its name. Names are compared by their letters and digits.
func (m Mapping) Lookup() func(column string) (Mapped, bool) {
	at := make(map[string]int, len(m))
	for n, of := range m {
		name := same(of.Column)
		if _, known := at[name]; of.Column != "" && !known {
			at[name] = n
		}
	}
	return func(column string) (Mapped, bool) {
		if n, ok := at[same(column)]; ok {
			return m[n], true
		}
		return Mapped{Column: column}, false
	}
}

// With returns the mapping with others in place of those of the same columns.
func (m Mapping) With(others Mapping) Mapping {
	all, at := slices.Clone(m), make(map[[2]string]int, len(m))
	key := func(of Mapped) [2]string {
		if name := same(of.Column); name != "" || of.Column != "" {
			return [2]string{name, ""}
		}
		return [2]string{"", of.To}
	}
	for n, of := range all {
		if _, known := at[key(of)]; !known {
			at[key(of)] = n
		}
	}
	for _, o := range others {
		n, known := at[key(o)]
		if !known {
			at[key(o)] = len(all)
			all = append(all, o)
			continue
		}
		all[n] = o
	}
	return all
}

// MaxMappings is how many mappings a lender may save, and maxSaved how many bytes the texts of one may have: all are listed at once.
const (
	MaxMappings = 200
	maxSaved    = 100 << 10
)

// CheckSaved reports why the mapping cannot be saved beside so many others: `too_long`, `quota_exceeded`.
func (m Mapping) CheckSaved(others int) error {
	var vs fault.Violations
	size := 0
	for _, of := range m {
		size += len(of.Column) + len(of.To) + len(of.Value)
	}
	if size > maxSaved {
		vs.Say("/saveAs", fault.CodeTooLong, "would keep more than %d KiB; a mapping of fewer columns can be saved", maxSaved>>10)
	}
	if others >= MaxMappings {
		vs.Say("/saveAs", fault.CodeQuotaExceeded, "would be one mapping more than the %d that a lender may save; take a name again",
			MaxMappings)
	}
	return vs.Err()
}

// Question is what a person has to say about a column.
type Question struct {
	Column   string
	Text     string
	Answers  []Format
	Examples []string
}

// score says how well a name fits a target: 3 for its own name, 2 for one of its words, 1 for a name that contains one.
func (t *Target) score(column string) int {
	s := same(column)
	if s == same(t.Name) || s == same(t.Member) && strings.Contains(t.Member, ".") {
		return 3
	}
	for _, w := range t.Words {
		if same(w) == s {
			return 2
		}
	}
	for _, w := range t.Words {
		if len(w) > 6 && strings.Contains(s, same(w)) {
			return 1
		}
	}
	return 0
}

// fits reports whether what a column has can be of the target's kind. A column without cells fits all.
func (t *Target) fits(c *Column) bool {
	most := func(n int) bool { return c.Filled == 0 || 2*n >= c.Filled }
	s := c.Seen
	switch t.Kind {
	case KindDate:
		return most(s.Dates) || allSerial(c.Examples)
	case KindMoney, KindNumber, KindInteger:
		return most(s.Amounts)
	case KindEmail:
		return most(s.Emails)
	case KindText:
		return s.Emails == 0 || !most(s.Emails)
	default:
		return true
	}
}

func allSerial(examples []string) bool {
	return len(examples) > 0 && !slices.ContainsFunc(examples, func(e string) bool { return !serial.MatchString(e) })
}

// Propose returns what columns seem to be, by their names and by what they have. Each target is given once, to the column that
// fits it best.
func Propose(columns []*Column) Mapping {
	type guess struct {
		column int
		target *Target
		score  int
	}
	var guesses []guess
	for i, c := range columns {
		for _, t := range Targets {
			if score := t.score(c.Name); score > 0 && t.fits(c) {
				guesses = append(guesses, guess{i, t, score})
			}
		}
		if t := byContent(c); t != nil {
			guesses = append(guesses, guess{i, t, 0})
		}
	}
	slices.SortStableFunc(guesses, func(a, b guess) int { return b.score - a.score })
	mapping := make(Mapping, len(columns))
	for i, c := range columns {
		mapping[i].Column = c.Name
	}
	taken := map[*Target]bool{}
	for _, g := range guesses {
		if mapping[g.column].To != "" || taken[g.target] {
			continue
		}
		taken[g.target] = true
		mapping[g.column].To = g.target.Name
		mapping[g.column].Format, _ = columns[g.column].Seen.Format(g.target.Kind)
	}
	return mapping
}

// byContent is what a column whose name says nothing seems to be; nil if its cells do not say either.
func byContent(c *Column) *Target {
	most := func(n int) bool { return c.Filled > 0 && 10*n >= 9*c.Filled }
	s := c.Seen
	switch {
	case most(s.Emails):
		return Find("broker.email")
	case most(s.Coverages):
		return Find("policy.coverageTypes")
	case most(s.AssetTypes):
		return Find("asset.assetType")
	case most(s.Streets) && s.Dates == 0:
		return Find("asset.address.street1")
	case most(s.States):
		return Find("asset.address.state")
	case !vague.MatchString(same(c.Name)): // the name of something else
		return nil
	case most(s.Dates):
		return Find("case.maturityDate")
	case most(s.Amounts) && s.Point+s.Comma > 0:
		return Find("case.loanAmount")
	default:
		return nil
	}
}

// vague is a name of a column that says nothing.
var vague = regexp.MustCompile("^(column|col|field|f|[a-z])?[0-9]*$")

// Questions are what a person has to say before columns can be read by the mapping.
func Questions(columns []*Column, mapping Mapping) []Question {
	questions, mapped := []Question{}, mapping.Lookup()
	for _, c := range columns {
		m, _ := mapped(c.Name)
		t := Find(m.To)
		if t == nil || m.Format != "" {
			continue
		}
		if _, ask := c.Seen.Format(t.Kind); !ask {
			continue
		}
		text := "The dates of this column can be read with the day or with the month first. Which comes first?"
		if t.Kind != KindDate {
			text = "The amounts of this column can be read with a point or with a comma before the decimals. Which is it?"
		}
		questions = append(questions, Question{Column: c.Name, Text: text, Answers: t.Kind.Formats(), Examples: scalar.OrEmpty(c.Examples)})
	}
	return questions
}

// Formatted fills in the formats that the cells say themselves.
func (m Mapping) Formatted(columns []*Column) Mapping {
	all, by := slices.Clone(m), byNameOf(columns)
	for i, of := range all {
		t, c := Find(of.To), by[same(of.Column)]
		if t != nil && c != nil && of.Format == "" {
			all[i].Format, _ = c.Seen.Format(t.Kind)
		}
	}
	return all
}

// byNameOf are columns by their names as they are compared, the first of each.
func byNameOf(columns []*Column) map[string]*Column {
	by := make(map[string]*Column, len(columns))
	for _, c := range columns {
		if name := same(c.Name); by[name] == nil {
			by[name] = c
		}
	}
	return by
}
