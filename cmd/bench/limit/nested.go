package limit

import (
	"bytes"
	"maps"
	"net/http"
	"slices"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/covertrack/covertrack/model"
)

// NestedQuery is the GraphQL query whose result POST /graphql returns, for every body.
const NestedQuery = `{ cases(limit: 50) { nodes { id displayName policies { id policyNumber versions { id versionNumber
	perilsByAsset { assetId perils { id key name applied } } } } } } }`

type (
	nestedCase struct {
		ID          uuid.UUID       `json:"id"`
		DisplayName string          `json:"displayName"`
		Policies    []*nestedPolicy `json:"policies"`
	}
	nestedPolicy struct {
		ID           uuid.UUID        `json:"id"`
		PolicyNumber *string          `json:"policyNumber"`
		Versions     []*nestedVersion `json:"versions"`
	}
	nestedVersion struct {
		ID            uuid.UUID            `json:"id"`
		VersionNumber int                  `json:"versionNumber"`
		PerilsByAsset []*model.AssetPerils `json:"perilsByAsset"`
	}
)

// nested reads three levels with one statement each.
func (s *server) nested(r *http.Request, c *caller, out *bytes.Buffer) error {
	ctx := r.Context()
	nodes, byCase, byPolicy := []*nestedCase{}, map[[16]byte]*nestedCase{}, map[[16]byte]*nestedPolicy{}
	var id, parent [16]byte
	var name string
	rows, _ := s.pool.Query(ctx, `SELECT id, display_name FROM cases WHERE portfolio_id = $1 ORDER BY id LIMIT 50`, c.portfolio)
	_, err := pgx.ForEachRow(rows, []any{&id, &name}, func() error {
		byCase[id] = &nestedCase{ID: id, DisplayName: name, Policies: []*nestedPolicy{}}
		nodes = append(nodes, byCase[id])
		return nil
	})
	if err != nil {
		return err
	}
	var number *string
	rows, _ = s.pool.Query(ctx, `SELECT id, case_id, policy_number FROM policies
		WHERE portfolio_id = $1 AND case_id = ANY($2) ORDER BY id`, c.portfolio, slices.Collect(maps.Keys(byCase)))
	_, err = pgx.ForEachRow(rows, []any{&id, &parent, &number}, func() error {
		byPolicy[id] = &nestedPolicy{ID: id, PolicyNumber: number, Versions: []*nestedVersion{}}
		byCase[parent].Policies = append(byCase[parent].Policies, byPolicy[id])
		return nil
	})
	if err != nil {
		return err
	}
	var version int
	var types ids
	var evidenced []byte
	rows, _ = s.pool.Query(ctx, `SELECT id, policy_id, version_number, coverage_type_ids, asset_perils
		FROM policy_versions WHERE portfolio_id = $1 AND policy_id = ANY($2) ORDER BY id`, c.portfolio, slices.Collect(maps.Keys(byPolicy)))
	_, err = pgx.ForEachRow(rows, []any{&id, &parent, &version, &types, &evidenced}, func() error {
		coverage := model.Coverage{CoverageTypeIDs: types}
		if err := coverage.AssetPerils.Scan(evidenced); err != nil {
			return err
		}
		coverage.Show()
		byPolicy[parent].Versions = append(byPolicy[parent].Versions, &nestedVersion{id, version, coverage.PerilsByAsset})
		return nil
	})
	if err != nil {
		return err
	}
	return encode(out, map[string]any{"data": map[string]any{"cases": map[string]any{"nodes": nodes}}})
}
