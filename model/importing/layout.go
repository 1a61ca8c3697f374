package importing

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// HeadRows is how many rows FindLayout looks at.
const HeadRows = 25

// LongestName is how many bytes the name of a column has at most.
const LongestName = 1_000

// Layout says where the rows of a table begin and what its columns are called.
type Layout struct {
	// First is the index of the first row below the heading.
	First int `json:"first"`
	// Names are the columns, each once; "" for one without a name.
	Names []string `json:"names"`
	// Groups is the row above the heading that names groups of columns, if there is one.
	Groups []string `json:"groups,omitempty"`
}

// FindLayout finds the heading in the first rows of a table: a title may be above it, and the heading may have two rows, of which
// the first names groups of columns. ok is false where no row can be one.
func FindLayout(rows [][]string) (l Layout, ok bool) {
	best, most := -1, 0
	for i, row := range rows {
		if score := headingScore(row); score > most {
			best, most = i, score
		}
	}
	if best < 0 {
		best = firstOfTexts(rows)
	}
	if best < 0 {
		return Layout{}, false
	}
	var groups []string
	if best > 0 && isGroups(rows[best-1], rows[best]) {
		groups = rows[best-1]
	}
	return Layout{First: best + 1, Names: columnNames(rows[best], groups), Groups: groups}, true
}

// HasHeading reports whether one of the first rows of a table has names of columns that are known.
func HasHeading(rows [][]string) bool {
	return slices.ContainsFunc(rows, func(row []string) bool { return headingScore(row) > 0 })
}

// headingScore says how well a row fits as a heading: by the names that are known, none if a cell is a number or a date.
func headingScore(row []string) (score int) {
	for _, cell := range row {
		if cell == "" {
			continue
		}
		if isValue(cell) {
			return 0
		}
		score += bestScore(cell)
	}
	if score < 2 {
		return 0
	}
	return score
}

// bestScore is how well a name fits the target that it fits best.
func bestScore(name string) (best int) {
	if len(name) > LongestName {
		return 0
	}
	for _, t := range Targets {
		best = max(best, t.score(name))
	}
	return best
}

// isValue reports whether a cell has what columns have and no names: a number, a date, an address.
func isValue(cell string) bool {
	if len(cell) > LongestName {
		return false
	}
	if _, _, ok := amountOf(cell); ok {
		return true
	}
	_, isDate := dayOf(cell, "", false)
	return isDate || email.MatchString(cell)
}

// firstOfTexts is the first row of at least two cells that are all texts.
func firstOfTexts(rows [][]string) int {
	return slices.IndexFunc(rows, func(row []string) bool {
		cells := filled(row)
		return len(cells) > 1 && !slices.ContainsFunc(cells, isValue)
	})
}

func filled(row []string) []string {
	return slices.DeleteFunc(slices.Clone(row), func(cell string) bool { return cell == "" })
}

// isGroups reports whether a row above a heading names groups of its columns: it has fewer texts than the heading, more than a
// title, or one that is no title because it stands above a part of the columns.
func isGroups(above, heading []string) bool {
	cells := filled(above)
	if len(cells) == 0 || len(cells) >= len(filled(heading)) || slices.ContainsFunc(cells, isValue) {
		return false
	}
	return len(cells) > 1 || above[0] == ""
}

// columnNames makes the names of columns: a group's is put before a name that another column has, or that says less alone, and a
// number behind one that is still not its own.
func columnNames(heading, groups []string) []string {
	spread := make([]string, len(heading))
	group := ""
	for i := range heading {
		if i < len(groups) && groups[i] != "" && len(groups[i]) <= LongestName {
			group = groups[i]
		}
		spread[i] = group
	}
	times := map[string]int{}
	for _, name := range heading {
		times[same(name)]++
	}
	names, used, next := make([]string, len(heading)), map[string]bool{}, map[string]int{}
	for i, name := range heading {
		if name == "" {
			continue
		}
		if whole := spread[i] + " " + name; spread[i] != "" && (times[same(name)] > 1 || bestScore(whole) > max(1, bestScore(name))) {
			name = whole
		}
		unique, n := name, max(next[name], 2)
		for ; used[same(unique)]; n++ {
			unique = fmt.Sprintf("%s (%d)", name, n)
		}
		used[same(unique)], next[name] = true, n
		names[i] = unique
	}
	return names
}

// totals are the labels of rows that add up others: “Grand total”, “Total loans: 250”, “Sum (USD)”.
var totals = regexp.MustCompile(`(?i)^((grand|sub|report|page|overall|portfolio|loan)[ -]?)*(totals?|sum|summe|count)` +
	`([ :=.(-]+(of|for|all|the|in|loans?|records?|rows?|amounts?|balances?|book|portfolio|number|page|usd|[0-9][0-9,.]*))*[ :.)]*$`)

// IsData reports whether a row below the heading has a record: one without cells, the heading again and totals have none.
func (l Layout) IsData(row []string) bool {
	cells := filled(row)
	if len(cells) == 0 || slices.Equal(cells, filled(l.Groups)) {
		return false
	}
	if totals.MatchString(cells[0]) {
		isText := func(cell string) bool { return !isValue(cell) }
		if !slices.ContainsFunc(cells[1:], isText) || 2*len(cells) <= max(len(filled(l.Names)), 4) {
			return false
		}
	}
	return !l.isHeading(row)
}

// isHeading reports whether a row is the heading again, as at the top of a printed page.
func (l Layout) isHeading(row []string) bool {
	alike := 0
	for i, cell := range row {
		if cell == "" {
			continue
		}
		if i >= len(l.Names) || !strings.HasSuffix(same(l.Names[i]), same(cell)) || same(cell) == "" {
			return false
		}
		alike++
	}
	return alike > 1
}
