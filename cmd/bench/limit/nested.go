package limit

import (
	"context"
	"encoding/json"
	"net/http"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"

	"github.com/covertrack/covertrack/model"
)

// NestedQuery is the GraphQL query that the handler of POST /graphql answers, whatever it is sent.
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

// nested reads three levels, each by one statement.
func (s *server) nested(w http.ResponseWriter, r *http.Request) {
	c := s.authenticate(w, r)
	if c == nil {
		return
	}
	cases, byCase, err := s.nestedCases(r.Context(), c)
	if fail(w, err) {
		return
	}
	byPolicy, err := s.nestedPolicies(r.Context(), c, byCase)
	if fail(w, err) || fail(w, s.nestedVersions(r.Context(), c, byPolicy)) {
		return
	}
	answer(w, map[string]any{"data": map[string]any{"cases": map[string]any{"nodes": cases}}})
}

func (s *server) nestedCases(ctx context.Context, c *caller) ([]*nestedCase, map[uuid.UUID]*nestedCase, error) {
	rows, err := s.pool.Query(ctx, `SELECT id, display_name FROM cases WHERE portfolio_id = $1 ORDER BY id LIMIT 50`, c.portfolio)
	if err != nil {
		return nil, nil, err
	}
	cases, byID := []*nestedCase{}, map[uuid.UUID]*nestedCase{}
	var id [16]byte
	var name string
	_, err = pgx.ForEachRow(rows, []any{&id, &name}, func() error {
		n := &nestedCase{ID: id, DisplayName: name, Policies: []*nestedPolicy{}}
		cases, byID[id] = append(cases, n), n
		return nil
	})
	return cases, byID, err
}

func (s *server) nestedPolicies(ctx context.Context, c *caller, cases map[uuid.UUID]*nestedCase) (map[uuid.UUID]*nestedPolicy, error) {
	rows, err := s.pool.Query(ctx, `SELECT id, case_id, policy_number FROM policies WHERE portfolio_id = $1 AND case_id = ANY($2) ORDER BY id`,
		c.portfolio, keys(cases))
	if err != nil {
		return nil, err
	}
	byID := map[uuid.UUID]*nestedPolicy{}
	var id, caseID [16]byte
	var number *string
	_, err = pgx.ForEachRow(rows, []any{&id, &caseID, &number}, func() error {
		n := &nestedPolicy{ID: id, PolicyNumber: number, Versions: []*nestedVersion{}}
		parent := cases[caseID]
		parent.Policies, byID[id] = append(parent.Policies, n), n
		return nil
	})
	return byID, err
}

func (s *server) nestedVersions(ctx context.Context, c *caller, policies map[uuid.UUID]*nestedPolicy) error {
	rows, err := s.pool.Query(ctx, `SELECT id, policy_id, version_number, coverage_type_ids, asset_perils FROM policy_versions
		WHERE portfolio_id = $1 AND policy_id = ANY($2) ORDER BY id`, c.portfolio, keys(policies))
	if err != nil {
		return err
	}
	var id, policy [16]byte
	var number int
	var types pgtype.FlatArray[pgtype.UUID]
	var evidenced []byte
	_, err = pgx.ForEachRow(rows, []any{&id, &policy, &number, &types, &evidenced}, func() error {
		var coverage model.Coverage
		for _, t := range types {
			coverage.CoverageTypeIDs = append(coverage.CoverageTypeIDs, t.Bytes)
		}
		if err := json.Unmarshal(evidenced, &coverage.AssetPerils); err != nil {
			return err
		}
		coverage.Show()
		parent := policies[policy]
		parent.Versions = append(parent.Versions, &nestedVersion{id, number, coverage.PerilsByAsset})
		return nil
	})
	return err
}

func keys[T any](of map[uuid.UUID]T) []pgtype.UUID {
	ids := make([]pgtype.UUID, 0, len(of))
	for id := range of {
		ids = append(ids, pgtype.UUID{Bytes: id, Valid: true})
	}
	return ids
}
