package importing

import (
	"context"
	"slices"

	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/model/importing"
	"github.com/covertrack/covertrack/storage"
	"github.com/covertrack/covertrack/storage/blob"
	stored "github.com/covertrack/covertrack/storage/importing"
)

// stagedAtOnce is how many rows are kept in one transaction, and bytesAtOnce how many bytes.
const (
	stagedAtOnce = 2000
	bytesAtOnce  = 8 << 20
)

// read reads the files of an import, and proposes what their columns are.
func (r *run) read(ctx context.Context) error {
	if err := r.forget(ctx, "import_rows"); err != nil {
		return err
	}
	position := 0
	for n := 0; n < len(r.Files); n++ {
		file := r.Files[n]
		content, err := r.Blobs.Read(ctx, file.BlobKey, maxFile)
		switch {
		case err == blob.ErrTooLarge: //nolint:errorlint // Read returns it as it is
			return refuse("%s has more than %d MiB; send it in parts.", file.FileName, maxFile>>20)
		case err != nil:
			return err
		}
		if position, err = r.stage(ctx, n, file, content, position); err != nil {
			return err
		}
		for _, sheet := range slices.Backward(file.MoreSheets) {
			r.Files = slices.Insert(r.Files, n+1, file.OfSheet(sheet))
		}
		if len(r.Files) > importing.MaxFiles {
			return refuse("The files have %d tables; an import has at most %d.", len(r.Files), importing.MaxFiles)
		}
		if columns, bytes := r.Names(); columns > importing.MaxNames || bytes > importing.MaxNameBytes {
			return refuse("The files have %d columns, with names of %d KiB in all; an import has at most %d columns, and %d KiB of names.",
				columns, bytes>>10, importing.MaxNames, importing.MaxNameBytes>>10)
		}
	}
	if r.IsExported() && slices.ContainsFunc(r.Files, func(f *importing.File) bool { return f.Noun == "" }) {
		return refuse("Some files are of an export and others are not; import them by themselves.")
	}
	if position == 0 {
		return refuse("The files have a heading and no rows below it.")
	}
	var saved importing.Mapping
	if r.MappingName != nil {
		m, err := stored.MappingOf(ctx, r.store, r.Creator.LenderID, *r.MappingName)
		if err != nil {
			return err
		}
		saved = m
	}
	files := r.Files
	return r.end(ctx, func(i *importing.Import) {
		i.Files = files
		i.Read(saved)
	})
}

func (r *run) forget(ctx context.Context, table string) error {
	return r.inTx(ctx, r.PortfolioID, func(ctx context.Context, p *storage.Portfolio) error { return stored.Forget(ctx, p, table, r.ID) })
}

// stage keeps the rows of a file, and learns what its columns have.
func (r *run) stage(ctx context.Context, n int, file *importing.File, content []byte, position int) (int, error) {
	t, err := openTable(content, file)
	if err != nil {
		return 0, named(file, err)
	}
	defer t.close()
	s := &staging{run: r, file: file, n: n, position: position, room: maxFile + maxSpread*len(content)}
	for {
		cells, m, err := t.next()
		if isEnd(err) {
			break
		}
		if err == nil {
			s.number++
			err = s.add(ctx, cells, m)
		}
		if err != nil {
			return 0, named(file, err)
		}
	}
	if file.Layout == nil {
		if err := s.begin(ctx); err != nil {
			return 0, named(file, err)
		}
	}
	return s.position, s.flush(ctx)
}

// named says in which file something is wrong.
func named(file *importing.File, err error) error {
	if reason, ok := err.(*refusedFile); ok { //nolint:errorlint // nothing wraps it
		return refuse("%s: %s", file.FileName, reason.reason)
	}
	return err
}

// staging is a file that is being read.
type staging struct {
	*run
	file             *importing.File
	n                int
	number, position int
	head             []headRow // the first rows, until the heading is found
	rows             []stored.Staged
	bytes            int // of these
	room             int // for the bytes of all rows that are to come
}

type headRow struct {
	cells []string
	marks
}

func (s *staging) add(ctx context.Context, cells []string, m marks) error {
	if s.file.Noun != "" && s.number == 1 {
		s.file.Layout, s.file.Rows, s.file.Skipped = &importing.Layout{First: 1, Names: slices.Clone(cells)}, 0, 0
		return nil
	}
	if s.file.Layout == nil {
		s.head = append(s.head, headRow{cells, m})
		if len(s.head) < importing.HeadRows {
			return nil
		}
		return s.begin(ctx)
	}
	return s.data(ctx, s.number, cells, m)
}

// begin finds the heading among the first rows, and takes those below it.
func (s *staging) begin(ctx context.Context) error {
	first := make([][]string, len(s.head))
	for i, h := range s.head {
		first[i] = h.cells
	}
	layout, ok := importing.FindLayout(first)
	if !ok {
		return refuse("None of the first %d rows is a heading: names of columns, such as “Loan number”.", importing.HeadRows)
	}
	s.file.Layout, s.file.Rows, s.file.Skipped, s.file.Columns = &layout, 0, 0, nil
	for i, name := range layout.Names {
		if len(name) > importing.LongestName {
			return refuse("The name of column %d has %d bytes; a name has at most %d.", i+1, len(name), importing.LongestName)
		}
		s.file.Columns = append(s.file.Columns, &importing.Column{Name: name})
	}
	for i := layout.First; i < len(s.head); i++ {
		if err := s.data(ctx, i+1, s.head[i].cells, s.head[i].marks); err != nil {
			return err
		}
	}
	s.head = nil
	return nil
}

// data takes a row below the heading.
func (s *staging) data(ctx context.Context, number int, cells []string, m marks) error {
	isData := s.file.Layout.IsData(cells)
	if s.file.Noun == "" && !isData || s.file.Noun != "" && !s.file.IsTaken() || s.file.IsPresent(cells) {
		s.file.Skipped++
		return nil
	}
	if s.position >= importing.MaxRows {
		return fault.New(fault.CodeTooLong, "The files have more than %d rows; send them in parts.", importing.MaxRows)
	}
	for i, c := range s.file.Columns {
		cell := ""
		if i < len(cells) {
			cell = cells[i]
		}
		c.Add(cell)
	}
	size := bytesOf(cells)
	if s.room -= size; s.room < 0 {
		return refuse("The table has far more text than its file: the same texts again and again. Send it in parts, or as CSV.")
	}
	s.rows = append(s.rows, stored.Staged{Position: s.position, File: s.n, Number: number, Cells: slices.Clip(m.kept(cells))})
	s.position++
	s.file.Rows++
	if s.bytes += size; len(s.rows) < stagedAtOnce && s.bytes < bytesAtOnce {
		return nil
	}
	return s.flush(ctx)
}

func (s *staging) flush(ctx context.Context) error {
	if len(s.rows) == 0 {
		return nil
	}
	err := s.inTx(ctx, s.PortfolioID, func(ctx context.Context, p *storage.Portfolio) error {
		has, err := stored.Hold(ctx, p, s.Import) // what an erasure has ended gets no rows any more
		if err == nil && !has {
			err = errMoved
		}
		if err != nil {
			return err
		}
		return stored.Stage(ctx, p, s.ID, s.rows)
	})
	s.rows, s.bytes = nil, 0
	if err != nil {
		return err
	}
	return s.progress(ctx, s.position)
}
