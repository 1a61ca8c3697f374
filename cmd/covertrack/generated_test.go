package main

import (
	"context"
	"crypto/md5"
	"encoding/hex"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/cmd/covertrack/demo"
	"github.com/covertrack/covertrack/cmd/covertrack/sample"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage"
	"github.com/covertrack/covertrack/storage/book"
)

// generatedDay is the day that the digests in testdata/generated.txt are of.
var generatedDay = time.Date(2026, 3, 2, 0, 0, 0, 0, time.UTC)

// TestGeneratedRecords compares the demo data and two loads with the digests of their tables in testdata: records that
// people know and figures that are compared change on purpose only. UPDATE_GENERATED=1 writes new digests.
func TestGeneratedRecords(t *testing.T) {
	t.Parallel()
	const golden = "testdata/generated.txt"
	got := map[string]string{}
	for name, size := range map[string]demo.Size{"demo large": demo.Large, "demo small": demo.Small} {
		x := newTerminal(t)
		for _, mode := range []model.Mode{model.ModeLive, model.ModeTest} {
			files := x.generate(t, mode, func(ctx context.Context, l *storage.Loader, p *model.Portfolio) (string, error) {
				records, files := demo.Make(p, size, generatedOptions(0))
				return digestOfFiles(p, files), records.Write(ctx, l, nil)
			})
			got[name+" "+string(mode)+" files"] = files
		}
		got[name] = x.contents(t)
	}
	for _, seed := range []uint64{1, 7} {
		x := newTerminal(t)
		x.generate(t, model.ModeTest, func(ctx context.Context, l *storage.Loader, p *model.Portfolio) (string, error) {
			return "", demo.Load(ctx, l, p, demo.LoadOptions{
				Options: generatedOptions(seed), Cases: 230, Documents: int(seed-1) * 100, BlobKey: "key",
			})
		})
		got[fmt.Sprintf("load seed %d", seed)] = x.contents(t)
	}
	var text strings.Builder
	for _, name := range slices.Sorted(maps.Keys(got)) {
		fmt.Fprintf(&text, "%s\n%s\n", name, got[name])
	}
	if os.Getenv("UPDATE_GENERATED") != "" {
		require.NoError(t, os.WriteFile(golden, []byte(text.String()), 0o644))
	}
	want, err := os.ReadFile(golden)
	require.NoError(t, err)
	require.Equal(t, string(want), text.String())
}

func generatedOptions(seed uint64) book.Options {
	opt := sample.BookOptions(seed)
	opt.Today = generatedDay
	return opt
}

// generate creates a lender, has records written to its portfolio of the mode, and returns what write returns.
func (x *terminal) generate(t *testing.T, mode model.Mode,
	write func(context.Context, *storage.Loader, *model.Portfolio) (string, error),
) (digest string) {
	t.Helper()
	store := x.store(t)
	name := "Example Lender " + string(mode)
	_, err := store.CreateLender(t.Context(), name, generatedDay)
	require.NoError(t, err)
	portfolios, err := store.Portfolios(t.Context())
	require.NoError(t, err)
	for _, p := range portfolios {
		if p.Mode != mode || p.LenderName != name {
			continue
		}
		require.NoError(t, store.Load(t.Context(), p.ID, func(ctx context.Context, l *storage.Loader) (err error) {
			digest, err = write(ctx, l, p)
			return err
		}))
		return digest
	}
	require.Fail(t, "the lender has no portfolio of this mode")
	return ""
}

// digestOfFiles leaves out the portfolio's id, which is different in every run.
func digestOfFiles(p *model.Portfolio, files []demo.File) string {
	all := md5.New()
	for _, f := range files {
		_, _ = fmt.Fprintf(all, "%s %s\n", strings.ReplaceAll(f.Key, p.ID.String(), "portfolio"), f.Type)
		_, _ = all.Write(f.Content)
	}
	return hex.EncodeToString(all.Sum(nil)) + "\n"
}
