package limit

import (
	"bytes"
	"context"
	"encoding/json"
	"maps"
	"net/http"
	"slices"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"

	"github.com/covertrack/covertrack/model"
)

// NestedQuery is the GraphQL query whose result POST /graphql returns, for every body.
const NestedQuery = `{ cases(limit: 50) { nodes { id displayName policies { id policyNumber versions { id versionNumber
	perilsByAsset { assetId perils { id key name applied } } } } } } }`

type nestedCase struct {
	ID          uuid.UUID       `json:"id"`
	DisplayName string          `json:"displayName"`
	Policies    []*nestedPolicy `json:"policies"`
}

type nestedPolicy struct {
	ID           uuid.UUID        `json:"id"`
	PolicyNumber *string          `json:"policyNumber"`
	Versions     []*nestedVersion `json:"versions"`
}

type nestedVersion struct {
	ID            uuid.UUID            `json:"id"`
	VersionNumber int                  `json:"versionNumber"`
	PerilsByAsset []*model.AssetPerils `json:"perilsByAsset"`
}

// nested reads three levels with one statement each.
func (s *server) nested(r *http.Request, c *caller, out *bytes.Buffer) error {
	cases, byCase, err := s.nestedCases(r.Context(), c)
	if err != nil {
		return err
	}
	byPolicy, err := s.nestedPolicies(r.Context(), c, byCase)
	if err != nil {
		return err
	}
	if err := s.nestedVersions(r.Context(), c, byPolicy); err != nil {
		return err
	}
	return encode(out, map[string]any{"data": map[string]any{"cases": map[string]any{"nodes": cases}}})
}

func (s *server) nestedCases(ctx context.Context, c *caller) ([]*nestedCase, map[pgtype.UUID]*nestedCase, error) {
	cases, byID := []*nestedCase{}, map[pgtype.UUID]*nestedCase{}
	var id pgtype.UUID
	var name string
	rows, _ := s.pool.Query(ctx, `SELECT id, display_name FROM cases
		WHERE portfolio_id = $1 ORDER BY id LIMIT 50`, c.portfolio)
	_, err := pgx.ForEachRow(rows, []any{&id, &name}, func() error {
		n := &nestedCase{ID: id.Bytes, DisplayName: name, Policies: []*nestedPolicy{}}
		cases, byID[id] = append(cases, n), n
		return nil
	})
	return cases, byID, err
}

func (s *server) nestedPolicies(
	ctx context.Context, c *caller, cases map[pgtype.UUID]*nestedCase,
) (map[pgtype.UUID]*nestedPolicy, error) {
	byID := map[pgtype.UUID]*nestedPolicy{}
	var id, caseID pgtype.UUID
	var number *string
	rows, _ := s.pool.Query(ctx, `SELECT id, case_id, policy_number FROM policies
		WHERE portfolio_id = $1 AND case_id = ANY($2) ORDER BY id`, c.portfolio, slices.Collect(maps.Keys(cases)))
	_, err := pgx.ForEachRow(rows, []any{&id, &caseID, &number}, func() error {
		n := &nestedPolicy{ID: id.Bytes, PolicyNumber: number, Versions: []*nestedVersion{}}
		parent := cases[caseID]
		parent.Policies, byID[id] = append(parent.Policies, n), n
		return nil
	})
	return byID, err
}

func (s *server) nestedVersions(ctx context.Context, c *caller, policies map[pgtype.UUID]*nestedPolicy) error {
	var id, policy pgtype.UUID
	var number int
	var types pgtype.FlatArray[pgtype.UUID]
	var evidenced []byte
	rows, _ := s.pool.Query(ctx, `SELECT id, policy_id, version_number, coverage_type_ids, asset_perils
		FROM policy_versions WHERE portfolio_id = $1 AND policy_id = ANY($2) ORDER BY id`,
		c.portfolio, slices.Collect(maps.Keys(policies)))
	_, err := pgx.ForEachRow(rows, []any{&id, &policy, &number, &types, &evidenced}, func() error {
		var coverage model.Coverage
		for _, t := range types {
			coverage.CoverageTypeIDs = append(coverage.CoverageTypeIDs, t.Bytes)
		}
		if err := json.Unmarshal(evidenced, &coverage.AssetPerils); err != nil {
			return err
		}
		coverage.Show()
		parent := policies[policy]
		parent.Versions = append(parent.Versions, &nestedVersion{id.Bytes, number, coverage.PerilsByAsset})
		return nil
	})
	return err
}
