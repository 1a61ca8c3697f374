package main

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/graph/renewal"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage"
	"github.com/covertrack/covertrack/storage/storagetest"
)

func TestRenewalsRun(t *testing.T) {
	t.Parallel()
	x := newTerminal(t)
	w := storagetest.WorldOn(t, x.dsn)
	end := time.Date(2031, 6, 30, 0, 0, 0, 0, time.UTC)
	p := w.Policy(t, w.Harbor, w.Case(t, w.Harbor), &end, w.Broker(t, w.Harbor))
	require.NoError(t, w.Store.InTx(t.Context(), w.Harbor.Portfolio.ID(), func(ctx context.Context, tx *storage.Tx) error {
		return renewal.Plan(ctx, tx.For(w.Harbor.Portfolio.ID()), []renewal.Change{{After: p}}, end.AddDate(0, 0, -100))
	}))
	outcomes := func() (n int) {
		page, err := storage.RenewalNotices.Page(t.Context(), w.Harbor.Portfolio, model.RenewalNoticeFilter{}, model.ListOptions{Limit: 10})
		require.NoError(t, err)
		for _, notice := range page.Nodes {
			if notice.State != model.RenewalNoticeStatePlanned {
				n++
			}
		}
		return n
	}
	require.Equal(t, "nothing is due\n", x.ok(t, "renewals", "run", "--dry-run", "--now", "2031-04-30"))
	preview := x.ok(t, "renewals", "run", "--dry-run", "--now", "2031-06-30")
	require.Regexp(t, `(?m)^LENDER +MODE +CASE +POLICY +STEP +DUE +WHAT +TO +OPENS$`, preview)
	require.Regexp(t, `(?m)^Harbor Example Bank +live +A case +`+p.ID.String()+` +1\.final +2031-06-15 +would be skipped \(late\) +- +-$`, preview)
	require.Regexp(t, `(?m) 1\.lapsed +2031-06-30 +would be suppressed \(noMailServer\) +broker-\S+ +renewalFollowUp$`, preview)
	require.Regexp(t, `(?m) 1\.lapsed +2031-06-30 +would be sent +broker-`,
		x.ok(t, "renewals", "run", "--dry-run", "--now", "2031-06-30T08:00:00Z", "--smtp-url", "smtp://mail.example.com"))
	require.Zero(t, outcomes(), "a preview changes nothing")
	require.Regexp(t, `(?m) 1\.lapsed +2031-06-30 +suppressed \(noMailServer\) +broker-`, x.ok(t, "renewals", "run", "--now", "2031-06-30"))
	require.Equal(t, 4, outcomes())
	require.Equal(t, "nothing is due\n", x.ok(t, "renewals", "run", "--now", "2031-06-30"))
}
