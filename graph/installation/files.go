package installation

import (
	"context"
	"sync"

	"golang.org/x/sync/errgroup"

	"github.com/covertrack/covertrack/model"
)

const (
	// documentsAtOnce is how many documents are read at a time.
	documentsAtOnce = 1000
	// filesAtOnce is how many requests to the object store run at the same time.
	filesAtOnce = 32
)

// Progress gets how many of all documents were handled so far.
type Progress func(done, all int)

// eachFile calls visit for each document, for those of one batch that share a file once. Several run at the same time.
func (c Config) eachFile(
	ctx context.Context, progress Progress, visit func(context.Context, *model.Document) error,
) (documents int, err error) {
	all, err := c.Store.CountDocuments(ctx)
	if err != nil {
		return 0, err
	}
	var last *model.Document
	seen := ""
	for {
		batch, err := c.Store.DocumentFiles(ctx, last, documentsAtOnce)
		if err != nil || len(batch) == 0 {
			return documents, err
		}
		last = batch[len(batch)-1]
		group, within := errgroup.WithContext(ctx)
		group.SetLimit(filesAtOnce)
		for _, d := range distinctFiles(batch, seen) {
			group.Go(func() error { return visit(within, d) })
		}
		if err := group.Wait(); err != nil {
			return documents, err
		}
		seen = last.BlobKey
		documents += len(batch)
		progress(documents, max(int(all), documents))
	}
}

// distinctFiles leaves out documents whose file was seen: those of a synthetic portfolio share one.
func distinctFiles(batch []*model.Document, seen string) (distinct []*model.Document) {
	known := map[string]bool{seen: true}
	for _, d := range batch {
		if !known[d.BlobKey] {
			distinct = append(distinct, d)
		}
		known[d.BlobKey] = true
	}
	return distinct
}

// A tally is counted up by several at the same time.
type tally struct {
	sync.Mutex
	copied int
	absent []string // keys
}

func (t *tally) add(copied bool, absent string) {
	t.Lock()
	defer t.Unlock()
	if copied {
		t.copied++
	}
	if absent != "" {
		t.absent = append(t.absent, absent)
	}
}
