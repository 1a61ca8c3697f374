package main

import (
	"context"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/cmd/covertrack/demo"
	"github.com/covertrack/covertrack/cmd/covertrack/sample"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/compliance"
	"github.com/covertrack/covertrack/storage"
)

// TestLoadCompliance is that a synthetic portfolio has the verdicts that proportions.go promises, and that the stored
// verdicts are those.
func TestLoadCompliance(t *testing.T) {
	t.Parallel()
	x := newTerminal(t)
	opt := demo.LoadOptions{Options: sample.BookOptions(3), Cases: 900, Documents: 900, BlobKey: "key"}
	var portfolio uuid.UUID
	x.generate(t, model.ModeTest, func(ctx context.Context, l *storage.Loader, p *model.Portfolio) (string, error) {
		portfolio = p.ID
		return "", demo.Load(ctx, l, p, opt)
	})
	made := allFacts(t, x.store(t).For(portfolio))
	require.Len(t, made, 900)
	verdicts, codes, demanding := map[model.Verdict]float64{}, map[model.FindingCode]bool{}, 0.0
	for _, f := range made {
		c := f.On(opt.Today)
		if f.RiskProfile == nil {
			require.Nil(t, f.Stored)
			continue
		}
		require.True(t, f.Stored.Equals(compliance.NewCaseVerdict(f.Facts, c, opt.Today)))
		demanding++
		verdicts[c.Verdict]++
		for _, code := range codesOf(c) {
			codes[code] = true
		}
	}
	t.Run("cases with a risk profile", func(t *testing.T) { require.InDelta(t, 600, demanding, 90) })
	t.Run("proportions", func(t *testing.T) {
		for verdict, percent := range map[model.Verdict]struct{ from, to float64 }{
			model.VerdictCompliant: {58, 74}, model.VerdictDeficient: {10, 22}, model.VerdictUnknown: {5, 14},
			model.VerdictWaived: {2, 7}, model.VerdictNotApplicable: {2, 10},
		} {
			share := verdicts[verdict] / demanding * 100
			require.GreaterOrEqual(t, share, percent.from, verdict)
			require.LessOrEqual(t, share, percent.to, verdict)
		}
	})
	t.Run("reasons", func(t *testing.T) {
		for _, code := range []model.FindingCode{
			model.FindingCodeExpired, model.FindingCodeCancelled, model.FindingCodeDeactivated, model.FindingCodeLimitTooLow,
			model.FindingCodePerilMissing, model.FindingCodeClauseMissing, model.FindingCodeRatingUnknown,
			model.FindingCodeLimitUnknown, model.FindingCodeFormUnknown, model.FindingCodeRatingTooLow,
		} {
			require.True(t, codes[code], code)
		}
	})
	t.Run("cancellations, reinstatements and waivers", func(t *testing.T) {
		reinstated, cancelled, waivers := 0, 0, 0
		for _, f := range made {
			waivers += len(f.Waivers)
			for _, c := range f.Cancellations {
				if cancelled++; c.ReinstatedOn != nil {
					reinstated++
				}
			}
		}
		require.Greater(t, reinstated, 2)
		require.Greater(t, cancelled, reinstated+2)
		require.Greater(t, waivers, 10)
	})
}
