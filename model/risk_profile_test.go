package model_test

import (
	"testing"
	"time"

	"github.com/99designs/gqlgen/graphql"
	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/fault"
)

func profileOf(t *testing.T, in model.CreateRiskProfileInput, holders ...*model.CertificateHolder) *model.RiskProfile {
	t.Helper()
	p, err := model.NewRiskProfile(uuid.New(), uuid.New(), in, holders, time.Now())
	require.NoError(t, err)
	return p
}

func TestNewRiskProfile(t *testing.T) {
	t.Parallel()
	bank := &model.CertificateHolder{ID: uuid.New(), ClauseTypes: []model.ClauseType{model.ClauseTypeMortgagee}}
	p := profileOf(t, model.CreateRiskProfileInput{
		Name:               "Offices",
		CertificateHolders: graphql.OmittableOf([]uuid.UUID{bank.ID}),
		Requirements:       graphql.OmittableOf([]*model.RequirementInput{{CoverageType: "flood"}}),
	}, bank)
	require.Equal(t, 1, p.Version)
	require.Equal(t, model.RiskProfileTypeStandalone, p.Type)
	require.Equal(t, []*model.CertificateHolderClauseTypes{{ID: bank.ID, Types: bank.ClauseTypes, DefaultForTypes: []model.ClauseType{}}},
		p.CertificateHolderClauseTypes)
	require.Equal(t, model.ProtectionScore(p.Requirements), p.ProtectionScore)
	require.Positive(t, p.ProtectionScore)

	_, err := model.NewRiskProfile(uuid.New(), uuid.New(), model.CreateRiskProfileInput{
		AssetTypes:         list("castle"),
		CertificateHolders: graphql.OmittableOf([]uuid.UUID{uuid.New()}),
		Requirements:       graphql.OmittableOf([]*model.RequirementInput{{CoverageType: "moat"}}),
	}, []*model.CertificateHolder{bank}, time.Now())
	require.Equal(t, []string{"/name required", "/assetTypes/0 unknown_asset_type", "/certificateHolders/0 unknown_reference",
		"/requirements/0/coverageType unknown_coverage_type"}, violationsOf(err))
}

func TestRiskProfileVersions(t *testing.T) {
	t.Parallel()
	now := time.Now()
	p := profileOf(t,
		model.CreateRiskProfileInput{Name: "Source", Requirements: graphql.OmittableOf([]*model.RequirementInput{{CoverageType: "flood"}})})
	_, err := p.Subscribe(uuid.New(), uuid.New(), model.CopyRiskProfileInput{}, now)
	require.Equal(t, fault.CodeInvalidTransition, fault.CodeOf(err), "nothing follows a draft")
	require.NoError(t, p.Publish(now))
	require.Equal(t, fault.CodeInvalidTransition, fault.CodeOf(p.Publish(now)))
	require.NoError(t, p.Patch(model.UpdateRiskProfileInput{}, nil), "no change")
	require.NoError(t, p.Patch(model.UpdateRiskProfileInput{Name: some("Source"),
		Requirements: graphql.OmittableOf([]*model.RequirementInput{{CoverageType: "flood"}})}, nil), "no change either")
	require.Equal(t, []string{"/name immutable", "/assetTypes immutable", "/requirements immutable"},
		violationsOf(p.Patch(model.UpdateRiskProfileInput{
			Name: some("Other"), Description: some(""), AssetTypes: list("vehicle"),
			Requirements: graphql.OmittableOf([]*model.RequirementInput{{CoverageType: "flood"}, {CoverageType: "building"}}),
		}, nil)))
	require.Equal(t, []string{"/assetTypes/0 unknown_asset_type"},
		violationsOf(p.Patch(model.UpdateRiskProfileInput{AssetTypes: list("castle")}, nil)))
	require.Equal(t, "Source", p.Name)

	next, err := p.NextVersion(uuid.New(), now)
	require.NoError(t, err)
	require.Equal(t, []any{p.LineageID, 2, false, false, (*time.Time)(nil)},
		[]any{next.LineageID, next.Version, next.IsPublished, next.IsLatestVersion, next.PublishedAt})
	require.True(t, p.IsLatestVersion, "the copy is a copy")

	lineage := uuid.New()
	s, err := p.Subscribe(uuid.New(), lineage, model.CopyRiskProfileInput{Name: some("Follower")}, now)
	require.NoError(t, err)
	require.Equal(t, []any{lineage, 1, model.RiskProfileTypeSubscription, &p.ID, &p.LineageID, true, true},
		[]any{s.LineageID, s.Version, s.Type, s.SourceID, s.SourceLineageID, s.IsPublished, s.IsLatestVersion})
	_, err = s.NextVersion(uuid.New(), now)
	require.Equal(t, fault.CodeInvalidTransition, fault.CodeOf(err))

	require.NoError(t,
		next.Patch(model.UpdateRiskProfileInput{Name: some("Source 2"),
			Requirements: graphql.OmittableOf([]*model.RequirementInput{{CoverageType: "building"}})}, nil))
	followed := s.Follow(uuid.New(), next, now)
	require.Equal(t, []any{"Follower", lineage, 2, &next.ID, &p.LineageID},
		[]any{followed.Name, followed.LineageID, followed.Version, followed.SourceID, followed.SourceLineageID})
	require.Equal(t, next.Requirements, followed.Requirements)
	require.Equal(t, next.ProtectionScore, followed.ProtectionScore)
	require.NotEqual(t, s.Requirements, followed.Requirements)

	clone, err := s.Clone(uuid.New(), uuid.New(), model.CopyRiskProfileInput{Description: some("")}, now)
	require.NoError(t, err)
	require.Equal(t, []any{model.RiskProfileTypeClone, 1, &s.ID, (*uuid.UUID)(nil), false},
		[]any{clone.Type, clone.Version, clone.SourceID, clone.SourceLineageID, clone.IsPublished})
	_, err = s.Clone(uuid.New(), uuid.New(), model.CopyRiskProfileInput{Name: some(" ")}, now)
	require.Equal(t, []string{"/name required"}, violationsOf(err))
}

func TestTimeRangeContains(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, time.May, 1, 12, 0, 0, 0, time.UTC)
	before, after := at.Add(-time.Millisecond), at.Add(time.Millisecond)
	for name, tt := range map[string]struct {
		r    *model.TimeRange
		want bool
	}{
		"none":      {nil, true},
		"empty":     {&model.TimeRange{}, true},
		"null":      {&model.TimeRange{Gt: none[time.Time]()}, true},
		"gt":        {&model.TimeRange{Gt: some(at)}, false},
		"gt before": {&model.TimeRange{Gt: some(before)}, true},
		"gte":       {&model.TimeRange{Gte: some(at)}, true},
		"gte after": {&model.TimeRange{Gte: some(after)}, false},
		"lt":        {&model.TimeRange{Lt: some(at)}, false},
		"lt after":  {&model.TimeRange{Lt: some(after)}, true},
		"lte":       {&model.TimeRange{Lte: some(at)}, true},
		"both":      {&model.TimeRange{Gte: some(at), Lt: some(at)}, false},
	} {
		require.Equal(t, tt.want, tt.r.Contains(at), name)
	}
}
