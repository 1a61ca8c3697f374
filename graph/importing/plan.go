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
	chunks   [][]importing.LoanRows
	// numbers and ids are the loans that the files have.
	keys map[string]bool
	// torn are the columns of amounts that are of several loans, by the rows' positions.
	torn map[int][]int
	// closings is the chunk in which what is last is done to records of an export; none for other files.
	closings int
}

// rowsRead is how many rows are read at a time.
const rowsRead = 5000

func (r *run) plan(ctx context.Context) (*plan, error) {
	p := &plan{keys: map[string]bool{}, closings: none}
	for n := range r.Files {
		p.readings = append(p.readings, r.Reading(n))
	}
	if r.IsExported() {
		return p, r.planExport(ctx, p)
	}
	var groups importing.Groups
	var merged importing.MergedCells
	err := r.eachRow(ctx, func(row stored.Staged) {
		cells, m := valuesOf(row)
		key, also := p.readings[row.File].Keys(cells)
		groups.Add(row.Position, key, also)
		merged.Add(row.Position, row.File, p.readings[row.File].Amounts(m.merged))
	})
	loans := groups.Loans()
	p.torn = merged.Torn(loans)
	p.cut(loans)
	return p, err
}

// eachRow has see look at each row, in their order.
func (r *run) eachRow(ctx context.Context, see func(stored.Staged)) error {
	for from := 0; ; {
		some, err := stored.RowsFrom(ctx, r.store, r.ID, from, rowsRead)
		if err != nil || len(some) == 0 {
			return err
		}
		for _, row := range some {
			see(row)
		}
		from = some[len(some)-1].Position + 1
	}
}

// cut makes chunks of whole loans, as far as a loan has no more rows than a chunk.
func (p *plan) cut(loans []importing.LoanRows) {
	var chunk []importing.LoanRows
	n := 0
	for _, l := range loans {
		p.keys[l.Key] = true
		for part := range slices.Chunk(l.Positions, importing.RowsAtOnce) {
			if n > 0 && n+len(part) > importing.RowsAtOnce {
				p.chunks, chunk, n = append(p.chunks, chunk), nil, 0
			}
			l.Positions = part
			chunk, n = append(chunk, l), n+len(part)
		}
	}
	if len(chunk) > 0 {
		p.chunks = append(p.chunks, chunk)
	}
}

// rowsOf is how many rows a chunk has.
func (p *plan) rowsOf(n int) (rows int) {
	for _, l := range p.chunks[n] {
		rows += len(l.Positions)
	}
	return rows
}

// load reads the rows of a chunk.
func (r *run) load(ctx context.Context, p *plan, n int) (*chunk, error) {
	c := &chunk{run: r, number: n, isLast: n == p.closings, names: func(file int) []string { return p.readings[file].Names }}
	var positions []int
	for _, l := range p.chunks[n] {
		positions = append(positions, l.Positions...)
	}
	found, err := stored.RowsAt(ctx, r.store, r.ID, positions)
	if err != nil {
		return nil, err
	}
	byPosition := make(map[int]*importing.Row, len(found))
	for _, s := range found {
		cells, m := valuesOf(s)
		row := p.readings[s.File].Row(s.Position, s.File, s.Number, cells)
		row.Merged = p.readings[s.File].Amounts(m.merged)
		for _, column := range p.torn[s.Position] {
			row.RefuseMerged(column, importing.NounCase)
		}
		if m.formula != none {
			row.RefuseCell(m.formula, fault.CodeInvalidValue, "A formula is never computed; send its value.")
		}
		byPosition[s.Position] = row
	}
	if r.IsExported() {
		c.exported = []*importing.Exported{}
	}
	for _, l := range p.chunks[n] {
		g := group{key: l.Key}
		for _, position := range l.Positions {
			if row := byPosition[position]; row != nil {
				row.NameOnce(l.IsTwice)
				g.rows = append(g.rows, row)
			}
		}
		c.groups, c.positions = append(c.groups, g), append(c.positions, l.Positions...)
		if r.IsExported() && len(g.rows) > 0 && !r.Files[g.rows[0].File].HasTerms() {
			c.exported = append(c.exported, importing.NewExported(r.Files[g.rows[0].File], g.rows[0], g.rows[1:]...))
		}
	}
	c.sortExported()
	return c, nil
}
