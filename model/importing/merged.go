package importing

import (
	"maps"
	"slices"

	"github.com/covertrack/covertrack/model/fault"
)

// MergedCells finds amounts in cells that are merged over the rows of several loans. Each row has the value of such a cell, and an
// amount that is given to each loan would be in the book more often than in the file.
type MergedCells struct {
	at map[mergedCell][]int // the positions of its rows
}

// mergedCell is a cell that is merged over several rows, by the first of them.
type mergedCell struct{ file, column, first int }

// Amounts are those of a row's merged cells that are read as amounts: by column the first row of the cell. Columns are given from 1,
// as spreadsheets count, and returned from 0.
func (f FileReading) Amounts(merged map[int]int) map[int]int {
	var amounts map[int]int
	for column, first := range merged {
		if i := column - 1; i < len(f.Readings) && f.Readings[i] != nil && f.Readings[i].Target.Kind == KindMoney {
			if amounts == nil {
				amounts = map[int]int{}
			}
			amounts[i] = first
		}
	}
	return amounts
}

// Add adds the amounts of a row, as Amounts has them.
func (m *MergedCells) Add(position, file int, amounts map[int]int) {
	for column, first := range amounts {
		if m.at == nil {
			m.at = map[mergedCell][]int{}
		}
		cell := mergedCell{file, column, first}
		m.at[cell] = append(m.at[cell], position)
	}
}

// Torn returns, by the positions of rows, the columns of amounts that are of several loans.
func (m *MergedCells) Torn(loans []LoanRows) map[int][]int {
	if len(m.at) == 0 {
		return nil
	}
	loanOf := map[int]int{}
	for i, l := range loans {
		for _, position := range l.Positions {
			loanOf[position] = i
		}
	}
	torn := map[int][]int{}
	for cell, positions := range m.at {
		isOther := func(position int) bool { return loanOf[position] != loanOf[positions[0]] }
		if slices.ContainsFunc(positions, isOther) {
			for _, position := range positions {
				torn[position] = append(torn[position], cell.column)
			}
		}
	}
	for _, columns := range torn {
		slices.Sort(columns)
	}
	return torn
}

// RefuseMerged refuses a row because of an amount that is of several records of a noun, unless the cell has no amount.
func (r *Row) RefuseMerged(column int, of Noun) {
	for _, c := range r.Cells {
		if c.Column == column {
			r.RefuseCell(column, fault.CodeDuplicate, "The cell is merged over more than one "+spoken(of)+
				", so it does not say whose amount it is; give each its own.")
		}
	}
}

// refuseMerged refuses rows of the loan because of amounts that are of several of its records.
func (l *Loan) refuseMerged() {
	type part struct {
		of  *Record
		row *Row
	}
	parts := map[mergedCell][]part{}
	for _, r := range l.Records() {
		for _, row := range r.Rows {
			for column, first := range row.Merged {
				isOf := func(c Cell) bool { return c.Column == column && c.Target.Noun == r.Noun }
				if slices.ContainsFunc(row.Cells, isOf) {
					cell := mergedCell{row.File, column, first}
					parts[cell] = append(parts[cell], part{r, row})
				}
			}
		}
	}
	for _, cell := range slices.SortedFunc(maps.Keys(parts), func(a, b mergedCell) int { return a.column - b.column }) {
		all := parts[cell]
		if slices.ContainsFunc(all, func(p part) bool { return p.of != all[0].of }) {
			for _, p := range all {
				p.row.RefuseMerged(cell.column, p.of.Noun)
			}
		}
	}
}
