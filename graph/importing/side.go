package importing

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/google/uuid"
	"golang.org/x/sync/errgroup"

	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/model/importing"
	"github.com/covertrack/covertrack/storage"
)

// chunksAtOnce is how many chunks are worked side by side: while the database works on one, the node works on another.
const chunksAtOnce = 3

// sideBySide has work do the chunks that are not done, in no certain order. One that waited too long for another is done again alone.
func (r *run) sideBySide(ctx context.Context, chunks int, work func(ctx context.Context, n int) error) error {
	group, working := errgroup.WithContext(ctx)
	if group.SetLimit(chunksAtOnce); r.IsExported() { // each rests on those before
		group.SetLimit(1)
	}
	var turn sync.Mutex
	var later []int
	var ended error
	for n := range chunks {
		if slices.Contains(r.DoneChunks, n) {
			continue
		}
		if ended = r.goOn(); ended != nil {
			break // what is under way goes to its end
		}
		group.Go(func() error {
			err := work(working, n)
			if fault.CodeOf(err) == fault.CodeUnavailable || storage.IsConflict(err) {
				turn.Lock()
				defer turn.Unlock()
				later, err = append(later, n), nil
			}
			return err
		})
	}
	if err := cmp.Or(group.Wait(), ended); err != nil {
		return err
	}
	for _, n := range later {
		if err := work(ctx, n); err != nil {
			return err
		}
	}
	return nil
}

// claims are the names and ids of records that chunks make and have not committed yet, each with a channel that is closed when the
// chunk ends.
type claims struct {
	sync.Mutex
	by map[string]chan struct{}
}

// take claims keys for a chunk, in place of those that it had. If another chunk has some of them, it claims nothing and returns the
// end of that.
func (c *claims) take(keys []string, own chan struct{}) (end <-chan struct{}) {
	c.Lock()
	defer c.Unlock()
	c.drop(own)
	for _, key := range keys {
		if other, ok := c.by[key]; ok {
			return other
		}
	}
	for _, key := range keys {
		c.by[key] = own
	}
	return nil
}

func (c *claims) end(own chan struct{}) {
	c.Lock()
	defer c.Unlock()
	c.drop(own)
	close(own)
}

func (c *claims) drop(own chan struct{}) {
	maps.DeleteFunc(c.by, func(_ string, of chan struct{}) bool { return of == own })
}

// claim calls find, and waits while another chunk makes a record that this one would make too; then it calls find again. While it
// waits, it holds no lock of the database.
func (c *chunk) claim(ctx context.Context, find func() error) error {
	for {
		if err := find(); err != nil || c.end == nil {
			return err
		}
		end := c.claims.take(c.makes(), c.end)
		if end == nil {
			return nil
		}
		select {
		case <-end:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// makes returns the names and ids of the records that the chunk makes. Some too many cost a wait; one too few would make a record
// twice.
func (c *chunk) makes() (keys []string) {
	add := func(kind string, names ...string) {
		for _, name := range names {
			if name != "" {
				keys = append(keys, kind+strings.ToLower(name))
			}
		}
	}
	for _, l := range c.loans {
		for _, r := range l.Records() {
			id := r.Text("externalId")
			switch r.Noun {
			case importing.NounCase:
				if known, _ := c.caseOf(r); known == nil {
					add("n", r.Text("loanNumber"))
					add("k", id)
				}
			case importing.NounInsured:
				if known, _ := c.insuredOf(r); known == nil {
					add("i", nameOf(r), id)
				}
				if group := r.Text("insuredGroup"); c.groupOf(group) == uuid.Nil {
					add("g", group)
				}
			default:
				add(string(r.Noun), id)
			}
		}
	}
	for _, email := range c.keysOf().Emails {
		if c.contactOf(email) == uuid.Nil {
			add("@", email)
		}
	}
	return keys
}
