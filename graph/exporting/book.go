package exporting

import (
	"bytes"
	"context"
	"encoding/csv"
	"errors"
	"io"
	"time"

	"github.com/google/uuid"
	"golang.org/x/sync/errgroup"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/columns"
	"github.com/covertrack/covertrack/model/exporting"
	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/model/page"
	"github.com/covertrack/covertrack/model/scalar"
	"github.com/covertrack/covertrack/storage"
)

// Lists reads whole lists of a portfolio as GET answers them. Package restcompat has them.
type Lists interface {
	// Each has see look at JSON lists of records, which together are those of the noun that match a filter of GraphQL.
	Each(ctx context.Context, in storage.Handle, portfolio uuid.UUID, noun string, filter map[string]any,
		see func(records []byte) error) error
	// Total is how many records of the noun match a filter.
	Total(ctx context.Context, in storage.Handle, portfolio uuid.UUID, noun string, filter map[string]any) (int, error)
}

// Write stores all of r under a name; unless r ends without an error, nothing.
type Write func(ctx context.Context, name, contentType string, r io.Reader) error

// Book takes portfolios out as files.
type Book struct {
	Store *storage.Store
	Lists Lists
	Now   func() time.Time
	// Wrote is told how many records are written so far, of how many there are; nil: nobody.
	Wrote func(records, total int)
}

// Set is what was taken out.
type Set struct {
	Files      []*exporting.ExportFile // without keys
	Cursor     string                  // of the feed behind the snapshot
	SnapshotAt time.Time
}

// copying is one export on its way: it is of one snapshot.
type copying struct {
	*Book
	*exporting.Export
	in      storage.Handle
	write   Write
	records int
	total   int
	set     Set
}

// WriteAll writes the files of an export. The last one is export.json: where it is, all others are whole. An error is
// `validation_failed` if the format cannot hold the records.
func (b *Book) WriteAll(ctx context.Context, e *exporting.Export, write Write) (*Set, error) {
	now := storage.Clock(b.Now)()
	c := &copying{Book: b, Export: e, write: write}
	err := b.Store.InSnapshot(ctx, e.PortfolioID, now, func(ctx context.Context, h storage.Handle, end int64) error {
		c.in = h
		c.set.Cursor, c.set.SnapshotAt = page.EventCursor{Portfolio: e.PortfolioID, Position: end}.String(), storage.Clock(b.Now)()
		return c.all(ctx)
	})
	return &c.set, err
}

func (c *copying) all(ctx context.Context) error {
	for _, noun := range c.Nouns {
		n, err := c.Lists.Total(ctx, c.in, c.PortfolioID, string(noun), c.filter())
		if err != nil {
			return err
		}
		c.total += n
	}
	for _, noun := range c.Nouns {
		if err := c.noun(ctx, columns.Find(string(noun))); err != nil {
			return err
		}
	}
	if err := c.file(ctx, &exporting.ExportFile{Name: "columns.csv", Type: "text/csv"}, c.columns); err != nil {
		return err
	}
	about := struct {
		Portfolio  uuid.UUID               `json:"portfolioId"`
		Format     model.ExportFormat      `json:"format"`
		SnapshotAt string                  `json:"snapshotAt"`
		Cursor     string                  `json:"cursor"`
		On         *string                 `json:"on"`
		Files      []*exporting.ExportFile `json:"files"`
	}{Portfolio: c.PortfolioID, Format: c.Format, SnapshotAt: c.set.SnapshotAt.Format(scalar.TimeLayout), Cursor: c.set.Cursor,
		Files: c.set.Files}
	if c.On != nil {
		on := c.On.Format(time.DateOnly)
		about.On = &on
	}
	return c.file(ctx, &exporting.ExportFile{Name: "export.json", Type: "application/json"}, func(w io.Writer) error {
		_, err := w.Write(scalar.EncodeJSON(about))
		return err
	})
}

// noun writes the file of a noun.
func (c *copying) noun(ctx context.Context, n *columns.Noun) error {
	noun := model.ExportNoun(n.Name)
	f := &exporting.ExportFile{Name: n.Name + "." + string(c.Format), Noun: &noun, Type: contentTypes[c.Format]}
	if c.On != nil {
		history := historyOf(n.Name)
		f.History = &history
	}
	return c.file(ctx, f, func(w io.Writer) error {
		s, err := openSheet(c.Format, n, w)
		if err != nil {
			return err
		}
		err = c.pages(ctx, n, func(records []byte) error {
			before := f.Records
			err := n.Each(records, func(row *columns.Row) error {
				f.Records++
				return s.add(row)
			})
			c.records += f.Records - before
			if c.Wrote != nil {
				c.Wrote(c.records, c.total)
			}
			return err
		})
		return errors.Join(err, s.close(err == nil))
	})
}

// pages is each, with see at work on one page while the next one is read.
func (c *copying) pages(ctx context.Context, n *columns.Noun, see func(records []byte) error) error {
	pages := make(chan []byte, 1)
	group, ctx := errgroup.WithContext(ctx)
	group.Go(func() error {
		defer close(pages)
		return c.each(ctx, n, func(records []byte) error {
			select {
			case pages <- bytes.Clone(records):
				return nil
			case <-ctx.Done():
				return ctx.Err()
			}
		})
	})
	group.Go(func() error {
		for records := range pages {
			if err := see(records); err != nil {
				return err
			}
		}
		return nil
	})
	return group.Wait()
}

// columns writes what the columns of the nouns are.
func (c *copying) columns(w io.Writer) error {
	to := csv.NewWriter(w)
	to.UseCRLF = true
	_ = to.Write(columns.Heading)
	for _, noun := range c.Nouns {
		n := columns.Find(string(noun))
		for _, column := range n.Columns {
			_ = to.Write(column.Line(n))
		}
	}
	to.Flush()
	return to.Error()
}

// file writes one file by what fill writes to it.
func (c *copying) file(ctx context.Context, f *exporting.ExportFile, fill func(io.Writer) error) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	r, w := io.Pipe()
	stored := make(chan error, 1)
	go func() {
		err := c.write(ctx, f.Name, f.Type, r)
		r.CloseWithError(errors.Join(err, errStored)) // fill must not wait for somebody who reads no more
		stored <- err
	}()
	to := &counter{w: w}
	err := fill(to)
	if err == nil {
		err = to.flush()
	}
	w.CloseWithError(err) // nil is the end of the file
	failed := <-stored
	if err != nil && !errors.Is(err, errStored) {
		return err
	}
	f.Size = to.bytes
	c.set.Files = append(c.set.Files, f)
	return failed
}

var errStored = errors.New("the file is read no more")

// counter counts what is written, and hands it on in large parts.
type counter struct {
	w     io.Writer
	part  []byte
	bytes int
}

const partSize = 64 << 10

// Write takes all of p.
func (c *counter) Write(p []byte) (int, error) {
	c.bytes += len(p)
	if c.part = append(c.part, p...); len(c.part) < partSize {
		return len(p), nil
	}
	return len(p), c.flush()
}

func (c *counter) flush() error {
	_, err := c.w.Write(c.part)
	c.part = c.part[:0]
	return err
}

// tooMuch is the error of a format that cannot hold the records.
func tooMuch(text string, values ...any) error {
	return fault.New(fault.CodeValidationFailed, text, values...)
}
