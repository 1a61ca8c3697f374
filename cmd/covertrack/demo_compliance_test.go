package main

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/cmd/covertrack/sample"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/compliance"
	"github.com/covertrack/covertrack/model/page"
	"github.com/covertrack/covertrack/storage"
)

// demoStories are the verdicts of the cases that show one thing each, and the codes of their findings.
var demoStories = map[string]struct {
	verdict model.Verdict
	codes   []model.FindingCode
}{
	"Held case, one policy released": {model.VerdictCompliant, nil},
	"Two terms with a gap":           {model.VerdictCompliant, nil},
	"Blanket policy over six assets": {model.VerdictCompliant, nil},
	"Three-layer liability tower":    {model.VerdictCompliant, nil},

	"Pelican Point Apartments: in flood zone AE":        {model.VerdictCompliant, nil},
	"Granite Gate Tower: property in three layers":      {model.VerdictCompliant, nil},
	"Poplar Landing Logistics: umbrella over liability": {model.VerdictCompliant, nil},
	"Willow Creek Storage: property policy reinstated":  {model.VerdictCompliant, nil},

	"Oak Meadow Inn: rating waived until it is renewed": {
		model.VerdictWaived, []model.FindingCode{model.FindingCodeRatingTooLow},
	},
	"Alder Harbor Condominiums: named storm waived": {
		model.VerdictWaived, []model.FindingCode{model.FindingCodeNoPolicy},
	},

	"Elm Corner Plaza: property policy cancelled": {
		model.VerdictDeficient, []model.FindingCode{model.FindingCodeCancelled},
	},
	"Elm Brook Shopping Center: property policy expired": {
		model.VerdictDeficient, []model.FindingCode{model.FindingCodeExpired},
	},
	"Maple Corner Offices: cover begins later": {
		model.VerdictDeficient, []model.FindingCode{model.FindingCodeNotStarted},
	},
	"Hickory Field Mill: policies given up": {
		model.VerdictDeficient, []model.FindingCode{model.FindingCodeDeactivated, model.FindingCodePrimaryMissing},
	},
	"Spruce Ridge Warehouses: second building not insured": {
		model.VerdictDeficient, []model.FindingCode{model.FindingCodeAssetNotCovered, model.FindingCodeClauseMissing},
	},
	"Walnut Park Retail: basic form, high deductible": {
		model.VerdictDeficient, []model.FindingCode{model.FindingCodeFormNotAccepted, model.FindingCodeDeductibleTooHigh},
	},
	"Larch Valley Inn: wind excluded": {model.VerdictDeficient, []model.FindingCode{model.FindingCodePerilMissing}},
	"Heron Bay Retail Center: flood limit too low": {
		model.VerdictDeficient, []model.FindingCode{model.FindingCodeLimitTooLow},
	},
	"Juniper Grove Office Park: no workers' compensation": {
		model.VerdictDeficient, []model.FindingCode{model.FindingCodeNoPolicy},
	},

	"Rowan Hill Medical Offices: certificate incomplete": {model.VerdictUnknown, []model.FindingCode{
		model.FindingCodeRatingUnknown, model.FindingCodeFormUnknown, model.FindingCodeDeductibleUnknown,
		model.FindingCodeLimitUnknown,
	}},
	"Linden Lake Townhomes: replacement cost not known": {
		model.VerdictUnknown, []model.FindingCode{model.FindingCodeRequiredAmountUnknown},
	},
	"Olive Point Packaging: binder without dates": {
		model.VerdictUnknown, []model.FindingCode{model.FindingCodeDatesUnknown},
	},
	"Birch Ford Cold Storage: insured in Canadian dollars": {
		model.VerdictUnknown, []model.FindingCode{model.FindingCodeCurrencyDiffers},
	},

	"Magnolia Court Apartments: borrower not named": {model.VerdictDeficient, []model.FindingCode{
		model.FindingCodeInsuredNotNamed, model.FindingCodeValuationNotAccepted, model.FindingCodeCoinsuranceTooHigh,
		model.FindingCodeNoticeTooShort, model.FindingCodeEvidenceMissing, model.FindingCodePeriodTooShort,
	}},
	"Cypress Row Apartments: umbrella attaches too high": {model.VerdictDeficient, []model.FindingCode{
		model.FindingCodeClaimsMade, model.FindingCodeEndorsementMissing, model.FindingCodeExcluded, model.FindingCodeLimitTooLow,
		model.FindingCodeAggregateTooLow, model.FindingCodeAttachmentGap,
	}},
	"Tupelo Terrace Apartments: terms not known": {model.VerdictUnknown, []model.FindingCode{
		model.FindingCodeInsuredUnknown, model.FindingCodeValuationUnknown, model.FindingCodeCoinsuranceUnknown,
		model.FindingCodeNoticeUnknown, model.FindingCodePeriodUnknown, model.FindingCodeFormUnknown,
		model.FindingCodeEndorsementUnknown, model.FindingCodeExclusionUnknown, model.FindingCodeApplicabilityUnknown,
		model.FindingCodeNoPolicy,
	}},
	"Sycamore Heights Apartments: binder outlived": {model.VerdictDeficient, []model.FindingCode{
		model.FindingCodeEvidenceTemporary, model.FindingCodeNotConfirmed,
	}},
}

// TestDemoCompliance is that the demo portfolio shows each verdict, every code of a finding and what else there is to
// see, on the day that it is loaded and a month later.
func TestDemoCompliance(t *testing.T) {
	t.Parallel()
	x := newTerminal(t)
	var access sample.Access
	require.NoError(t, json.Unmarshal([]byte(x.ok(t, "demo", "--json", "--data-dir", t.TempDir())), &access))
	d := readDemo(t, x.store(t), access.Lenders[0].Portfolios[model.ModeTest])
	today := time.Now().UTC().Truncate(24 * time.Hour)
	facts := d.facts(t)

	t.Run("the profiles name their perils", func(t *testing.T) {
		for _, p := range d.profiles {
			require.NotEmpty(t, p.Requirements, p.Name)
			for _, r := range p.Requirements {
				require.NotEmpty(t, r.Perils, p.Name)
			}
		}
	})
	t.Run("stories today", func(t *testing.T) {
		codes, verdicts := map[model.FindingCode]bool{}, map[model.Verdict]int{}
		for name, f := range facts {
			c := f.On(today)
			verdicts[c.Verdict]++
			story, ok := demoStories[name]
			if !ok {
				continue
			}
			require.Equal(t, story.verdict, c.Verdict, name)
			require.ElementsMatch(t, story.codes, codesOf(c), name)
			for _, code := range story.codes {
				codes[code] = true
			}
		}
		require.Len(t, codes, len(model.AllFindingCode), "each code of a finding is shown")
		require.Len(t, verdicts, len(model.AllVerdict))
		require.Greater(t, verdicts[model.VerdictCompliant], len(d.cases)*4/10)
	})
	t.Run("stories a month later", func(t *testing.T) {
		for name, story := range demoStories {
			c := facts[name].On(today.AddDate(0, 0, 30))
			if name == "Oak Meadow Inn: rating waived until it is renewed" {
				require.Equal(t, model.VerdictDeficient, c.Verdict)
				continue
			}
			require.Equal(t, story.verdict, c.Verdict, name)
			require.ElementsMatch(t, story.codes, codesOf(c), name)
		}
	})
	testDemoFeatures(t, facts, today)
	t.Run("the guide lists the stories", func(t *testing.T) {
		guide, err := os.ReadFile("../../docs/guide/compliance.md")
		require.NoError(t, err)
		for name, story := range demoStories {
			row := fmt.Sprintf("| %s | `%s` |", name, story.verdict)
			_, row, found := strings.Cut(string(guide), row)
			require.True(t, found, name)
			row, _, _ = strings.Cut(row, "\n")
			for _, code := range story.codes {
				require.Contains(t, row, fmt.Sprintf("`%s`", code), name)
			}
		}
	})
}

// testDemoFeatures is that the stories show what they say: with less of it they would be another.
func testDemoFeatures(t *testing.T, facts map[string]compliance.Facts, today time.Time) {
	t.Run("a waiver about to expire, which matters", func(t *testing.T) {
		f := facts["Oak Meadow Inn: rating waived until it is renewed"]
		c := f.On(today)
		require.NotNil(t, c.NextChangeOn)
		require.True(t, c.NextChangeOn.Before(today.AddDate(0, 0, 15)))
		require.Equal(t, model.VerdictDeficient, f.On(*c.NextChangeOn).Verdict)
	})
	t.Run("a cancelled policy, compliant until then", func(t *testing.T) {
		f := facts["Elm Corner Plaza: property policy cancelled"]
		require.Nil(t, f.Cancellations[0].ReinstatedOn)
		require.Equal(t, model.VerdictCompliant, f.On(f.Cancellations[0].EffectiveDate.AddDate(0, 0, -1)).Verdict)
	})
	t.Run("a reinstated policy, deficient in between", func(t *testing.T) {
		f := facts["Willow Creek Storage: property policy reinstated"]
		require.Equal(t, []model.FindingCode{model.FindingCodeCancelled}, codesOf(f.On(f.Cancellations[0].EffectiveDate)))
		require.Equal(t, model.VerdictCompliant, f.On(*f.Cancellations[0].ReinstatedOn).Verdict)
	})
	for _, name := range []string{"Three-layer liability tower", "Granite Gate Tower: property in three layers"} {
		t.Run("a tower that adds up, and falls with its top layer: "+name, func(t *testing.T) {
			f := withoutLayer(facts[name], model.CoverageLayerExcess)
			require.Contains(t, codesOf(f.On(today)), model.FindingCodeLimitTooLow)
		})
	}
	t.Run("an umbrella, without which the limit is too low", func(t *testing.T) {
		f := withoutLayer(facts["Poplar Landing Logistics: umbrella over liability"], model.CoverageLayerUmbrella)
		require.Equal(t, []model.FindingCode{model.FindingCodeLimitTooLow}, codesOf(f.On(today)))
	})
	t.Run("a blanket, shared between six assets", func(t *testing.T) {
		c := facts["Blanket policy over six assets"].On(today)
		require.Equal(t, model.LimitKindTotal, facts["Blanket policy over six assets"].Versions[0].Limits[0].Kind)
		require.Len(t, c.Demands[0].Targets, 4)
		require.Len(t, c.Demands[1].Targets, 2)
		require.NotEqual(t, c.Demands[0].Targets[0].FoundLimit, c.Demands[0].Targets[1].FoundLimit)
	})
	t.Run("a flood zone, insured up to the federal maximum", func(t *testing.T) {
		f := facts["Pelican Point Apartments: in flood zone AE"]
		for i, r := range f.RiskProfile.Requirements {
			if r.LimitBasis != nil && *r.LimitBasis == model.LimitBasisFlood {
				require.Equal(t, "500000.00", f.On(today).Demands[i].Targets[0].RequiredLimit.Amount)
				return
			}
		}
		require.Fail(t, "there is no demand for flood insurance")
	})
}

// withoutLayer is the facts of a case without the policies of a layer.
func withoutLayer(f compliance.Facts, layer model.CoverageLayer) compliance.Facts {
	var left []*model.PolicyVersion
	for _, v := range f.Versions {
		if *v.CoverageLayer != layer {
			left = append(left, v)
		}
	}
	f.Versions = left
	return f
}

// facts are those of all cases, by the cases' names.
func (d *demoData) facts(t *testing.T) map[string]compliance.Facts {
	t.Helper()
	byID := complianceFacts(t, d.store.For(d.portfolio), d.cases)
	facts := map[string]compliance.Facts{}
	for _, c := range d.cases {
		facts[c.DisplayName] = byID[c.ID]
	}
	return facts
}

// codesOf are the codes of all findings, each once.
func codesOf(c *model.Compliance) (codes []model.FindingCode) {
	seen := map[model.FindingCode]bool{}
	for _, d := range c.Demands {
		for _, target := range d.Targets {
			for _, f := range target.Findings {
				if !seen[f.Code] {
					seen[f.Code] = true
					codes = append(codes, f.Code)
				}
			}
		}
	}
	return codes
}

// complianceFacts reads what the compliance of cases follows from, by their ids.
func complianceFacts(t *testing.T, p *storage.Portfolio, cases []*model.Case) map[uuid.UUID]compliance.Facts {
	t.Helper()
	ids := make([]uuid.UUID, len(cases))
	for i, c := range cases {
		ids[i] = c.ID
	}
	found, err := p.CaseFacts(t.Context(), ids, true)
	require.NoError(t, err)
	facts := map[uuid.UUID]compliance.Facts{}
	for _, f := range found {
		facts[f.Case.ID] = f.Facts
		if f.RiskProfile != nil {
			requireStored(t, f)
		}
	}
	return facts
}

// requireStored wants a case's stored verdict to be what an evaluation of the same day says.
func requireStored(t *testing.T, f *storage.CaseFacts) {
	t.Helper()
	if f.Case.Status == model.CaseStatusClosed {
		require.Nil(t, f.Stored)
		return
	}
	require.NotNil(t, f.Stored)
	at := *f.Stored.EvaluatedAt
	want := compliance.NewCaseVerdict(f.Facts, f.On(at), at)
	require.True(t, f.Stored.Equals(want), "%+v\n%+v", f.Stored, want)
}

// allFacts reads what the compliance of all cases of a portfolio follows from, and what is stored.
func allFacts(t *testing.T, p *storage.Portfolio) (all []*storage.CaseFacts) {
	t.Helper()
	page := page.Options{Limit: page.MaxLimit}
	for {
		cases, err := storage.Cases.Page(t.Context(), p, model.CaseFilter{}, page)
		require.NoError(t, err)
		ids := make([]uuid.UUID, len(cases.Nodes))
		for i, c := range cases.Nodes {
			ids[i] = c.ID
		}
		facts, err := p.CaseFacts(t.Context(), ids, false)
		require.NoError(t, err)
		all = append(all, facts...)
		if page.After = cases.Next; page.After == nil {
			return all
		}
	}
}
