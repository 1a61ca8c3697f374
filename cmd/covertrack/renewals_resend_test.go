package main

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/cmd/covertrack/command"
	"github.com/covertrack/covertrack/graph/renewal"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage"
	"github.com/covertrack/covertrack/storage/storagetest"
)

// TestRenewalsResend sends again what an installation without mail suppressed: the latest notice of each policy.
func TestRenewalsResend(t *testing.T) {
	t.Parallel()
	x, dir := newTerminal(t), newDataDir(t)
	w := storagetest.WorldOn(t, x.dsn)
	today := time.Now().UTC().Format(time.DateOnly) // before anything is settled, so that midnight may pass
	end := time.Now().UTC().Truncate(24*time.Hour).AddDate(0, 0, 20)
	planned := func(tenant *storagetest.Tenant) *model.Policy {
		p := w.Policy(t, tenant, w.Case(t, tenant), new(end), w.Broker(t, tenant))
		require.NoError(t, w.Store.InTx(t.Context(), tenant.Portfolio.ID(), func(ctx context.Context, tx *storage.Tx) error {
			return renewal.Plan(ctx, tx.For(tenant.Portfolio.ID()), []renewal.Change{{After: p}}, end.AddDate(0, 0, -100))
		}))
		return p
	}
	first, second := planned(w.Harbor), planned(w.Prairie)
	planned(w.HarborTest)
	suppressed := "UPDATE renewal_notices SET state = 'suppressed', skip_reason = 'mailOff', settled_at = now(), " +
		"body = 'Text' WHERE due_at <= now()"
	_, err := w.Store.Pool().Pgx().Exec(t.Context(), suppressed)
	require.NoError(t, err)
	count := func(of string) (n int) {
		scan(t, x.dsn, "SELECT count(*) FROM "+of, &n)
		return n
	}

	preview := x.ok(t, "renewals", "resend", "--since", today, "--dry-run")
	require.Regexp(t, `(?m)^LENDER +CASE +POLICY +STEP +DUE +WAS +SINCE +WHAT$`, preview)
	require.Regexp(t, `(?m)^Harbor Example Bank +A case +`+first.ID.String()+
		` +1\.reminder +\S+ +suppressed \(mailOff\) +\S+ +would be sent again$`, preview)
	require.Contains(t, preview, second.ID.String())
	require.NotContains(t, preview, "1.request", "the latest alone")
	require.Equal(t, preview, x.ok(t, "renewals", "resend", "--since", today, "--dry-run"), "a preview changes nothing")
	require.Equal(t, "there is nothing to send again\n", x.ok(t, "renewals", "resend", "--since", "2091-01-01", "--dry-run"))
	require.Equal(t, "there is nothing to send again\n", x.ok(t, "renewals", "resend", "--since", today, "--state", "failed", "--dry-run"))
	for _, wrong := range [][]string{{}, {"--since", "soon"}, {"--since", today, "--state", "sent"}} {
		out := x.run(t, append([]string{"renewals", "resend", "--dry-run"}, wrong...)...)
		require.Equal(t, command.ExitUsage, out.code, wrong)
	}
	out := x.run(t, "renewals", "resend", "--since", today, "--lender", "Nobody", "--dry-run")
	require.Equal(t, command.ExitFailure, out.code)
	require.Contains(t, out.stderr, `there is no lender "Nobody"`)

	resent := x.ok(t, "renewals", "resend", "--since", today, "--lender", "Harbor Example Bank", "--data-dir", dir)
	require.Regexp(t, first.ID.String()+` +1\.reminder .* is sent again\n$`, resent)
	require.NotContains(t, resent, second.ID.String())
	require.Equal(t, 1, count("renewal_notices WHERE state = 'planned' AND attempt_number = 2"))
	require.Equal(t, 1, count(`audit_events WHERE action = 'renewalNotice.resent'
		AND actor_kind = 'system' AND actor_name = 'covertrack renewals resend'`))
	require.Contains(t, x.ok(t, "renewals", "resend", "--since", today, "--data-dir", dir), second.ID.String())
	require.Equal(t, "there is nothing to send again\n", x.ok(t, "renewals", "resend", "--since", today, "--data-dir", dir), "once")
	require.Equal(t, 2, count("river_job WHERE kind = 'renewal_wake' AND state = 'available'"), "the server decides about them at once")
}
