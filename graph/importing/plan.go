package importing

import (
	"context"
	"slices"

	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/model/importing"
	stored "github.com/covertrack/covertrack/storage/importing"
)

// plan says which rows are one loan, and which loans are written together. It follows from the rows and the mapping alone, so that
// every node makes the same one.
type plan struct {
	readings []importing.FileReading
	chunks   [][]loanRows
	// numbers and ids are the loans that the files have.
	keys map[string]bool
}

// loanRows are the positions of the rows of a loan.
type loanRows struct {
	key       string
	positions []int
}

// rowsRead is how many rows are read at a time.
const rowsRead = 5000

func (r *run) plan(ctx context.Context) (*plan, error) {
	p := &plan{keys: map[string]bool{}}
	for n := range r.Files {
		p.readings = append(p.readings, r.Reading(n))
	}
	var loans []loanRows
	at, also := map[string]int{}, map[string]string{}
	for from := 0; ; {
		some, err := stored.RowsFrom(ctx, r.store, r.ID, from, rowsRead)
		if err != nil {
			return nil, err
		}
		if len(some) == 0 {
			break
		}
		for _, row := range some {
			cells, _ := valuesOf(row)
			key, other := p.readings[row.File].Keys(cells)
			if other != "" {
				also[other] = key
			}
			i, ok := at[key]
			if !ok {
				i = len(loans)
				at[key] = i
				loans = append(loans, loanRows{key: key})
			}
			loans[i].positions = append(loans[i].positions, row.Position)
		}
		from = some[len(some)-1].Position + 1
	}
	p.cut(joined(loans, at, also))
	return p, nil
}

// joined puts the rows that name a loan by its number to those that name it by its key as well.
func joined(loans []loanRows, at map[string]int, also map[string]string) []loanRows {
	for number, key := range also {
		from, ok := at[number]
		if !ok {
			continue
		}
		to := at[key]
		loans[to].positions = append(loans[to].positions, loans[from].positions...)
		loans[from].positions = nil
	}
	var left []loanRows
	for _, l := range loans {
		if len(l.positions) > 0 {
			left = append(left, l)
		}
	}
	return left
}

// cut makes chunks of whole loans, as far as a loan has no more rows than a chunk.
func (p *plan) cut(loans []loanRows) {
	var chunk []loanRows
	n := 0
	for _, l := range loans {
		p.keys[l.key] = true
		for part := range slices.Chunk(l.positions, importing.RowsAtOnce) {
			if n > 0 && n+len(part) > importing.RowsAtOnce {
				p.chunks, chunk, n = append(p.chunks, chunk), nil, 0
			}
			chunk, n = append(chunk, loanRows{l.key, part}), n+len(part)
		}
	}
	if len(chunk) > 0 {
		p.chunks = append(p.chunks, chunk)
	}
}

// valuesOf are the cells of a row, and whether it has a formula.
func valuesOf(row stored.Staged) (cells []string, hasFormula bool) {
	if len(row.Cells) > 0 && row.Cells[0] == formulaMark {
		return row.Cells[1:], true
	}
	return row.Cells, false
}

// load reads the rows of a chunk.
func (r *run) load(ctx context.Context, p *plan, n int) (*chunk, error) {
	c := &chunk{run: r, number: n, names: func(file int) []string { return p.readings[file].Names }}
	var positions []int
	for _, l := range p.chunks[n] {
		positions = append(positions, l.positions...)
	}
	found, err := stored.RowsAt(ctx, r.store, r.ID, positions)
	if err != nil {
		return nil, err
	}
	byPosition := make(map[int]*importing.Row, len(found))
	for _, s := range found {
		cells, hasFormula := valuesOf(s)
		row := p.readings[s.File].Row(s.Position, s.File, s.Number, cells)
		if hasFormula {
			row.Refuse(importing.Reason{Code: fault.CodeInvalidValue,
				Message: "The row has a formula, which is never computed; send its value."})
		}
		byPosition[s.Position] = row
	}
	for _, l := range p.chunks[n] {
		g := group{key: l.key}
		for _, position := range l.positions {
			if row := byPosition[position]; row != nil {
				g.rows = append(g.rows, row)
			}
		}
		c.groups, c.positions = append(c.groups, g), append(c.positions, l.positions...)
	}
	return c, nil
}
