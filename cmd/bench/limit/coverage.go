package limit

import (
	"encoding/json"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/scalar"
)

// coverageBody is what a policy and its versions have alike, as JSON has it.
type coverageBody struct {
	TermNumber       int                  `json:"termNumber"`
	DisplayName      string               `json:"displayName"`
	ProductType      *string              `json:"productType"`
	CoverageLayer    *string              `json:"coverageLayer"`
	CoverageTypes    []uuid.UUID          `json:"coverageTypes"`
	Perils           []*model.PolicyPeril `json:"perils"`
	PerilsByAsset    []assetPerils        `json:"perilsByAsset"`
	CoverageFormType *string              `json:"coverageFormType"`
	StartDate        *string              `json:"startDate"`
	EndDate          *string              `json:"endDate"`
	PolicyNumber     *string              `json:"policyNumber"`
	Carrier          *carrier             `json:"carrier"`
	Insureds         []uuid.UUID          `json:"insureds"`
	MortgageeClauses []uuid.UUID          `json:"mortgageeClauses"`
	Limits           []limit              `json:"limits"`
	Deductible       json.RawMessage      `json:"deductible"`
	Premium          json.RawMessage      `json:"premium"`
}

// The fields of these are the model's. Their tags are not: here no member is left out.
type (
	carrier struct {
		Name         string  `json:"name"`
		NaicCode     *string `json:"naicCode"`
		AmBestRating *string `json:"amBestRating"`
	}
	limit struct {
		CoverageType *uuid.UUID      `json:"coverageType"`
		Kind         model.LimitKind `json:"kind"`
		Amount       *scalar.Money   `json:"amount"`
	}
	assetPerils struct {
		AssetID uuid.UUID            `json:"asset"`
		Perils  []*model.PolicyPeril `json:"perils"`
	}
)

// coverageOf returns a coverage of the model, whose perils are shown, as JSON has it.
func coverageOf(c *model.Coverage) coverageBody {
	body := coverageBody{
		TermNumber: c.TermNumber, DisplayName: c.DisplayName, ProductType: c.ProductType,
		CoverageLayer: (*string)(c.CoverageLayer), CoverageTypes: c.CoverageTypeIDs, Perils: c.Perils,
		PerilsByAsset: perilsOf(c), CoverageFormType: (*string)(c.CoverageFormType), StartDate: stampOf(c.StartDate),
		EndDate: stampOf(c.EndDate), PolicyNumber: c.PolicyNumber, Carrier: (*carrier)(c.Carrier), Insureds: c.InsuredIDs,
		MortgageeClauses: c.MortgageeClauseIDs, Limits: make([]limit, len(c.Limits)), Deductible: optional(c.Deductible),
		Premium: optional(c.Premium),
	}
	for i, l := range c.Limits {
		body.Limits[i] = limit(*l)
	}
	return body
}

func perilsOf(c *model.Coverage) []assetPerils {
	byAsset := make([]assetPerils, len(c.PerilsByAsset))
	for i, a := range c.PerilsByAsset {
		byAsset[i] = assetPerils(*a)
	}
	return byAsset
}

// coverageColumns are the columns that coverageRow reads, of a row of policy_versions.
func coverageColumns(alias string) string {
	return alias + "." + strings.Join([]string{
		"term_number", "display_name", "product_type", "coverage_layer", "coverage_type_ids", "peril_ids", "asset_perils",
		"coverage_form_type", "start_date", "end_date", "policy_number", "carrier", "insured_ids", "mortgagee_clause_ids",
		"limits", "deductible", "premium",
	}, ", "+alias+".")
}

// coverageRow has the columns of a coverage.
type coverageRow struct {
	term                             int
	displayName                      string
	product, layer, form, number     *string
	types, perils, insureds, clauses idList
	start, end                       *time.Time
	byAsset, carrier, limits         []byte
	deductible, premium              []byte
}

func (r *coverageRow) targets() []any {
	return []any{
		&r.term, &r.displayName, &r.product, &r.layer, &r.types, &r.perils, &r.byAsset, &r.form, &r.start, &r.end,
		&r.number, &r.carrier, &r.insureds, &r.clauses, &r.limits, &r.deductible, &r.premium,
	}
}

// body decodes what JSON has otherwise than the table, and passes the rest on.
func (r *coverageRow) body() (coverageBody, error) {
	shown := model.Coverage{CoverageTypeIDs: idsOf(r.types), PerilIDs: idsOf(r.perils)}
	body := coverageBody{
		TermNumber: r.term, DisplayName: r.displayName, ProductType: r.product, CoverageLayer: r.layer,
		CoverageTypes: shown.CoverageTypeIDs, CoverageFormType: r.form, StartDate: stampOf(r.start),
		EndDate: stampOf(r.end), PolicyNumber: r.number, Insureds: idsOf(r.insureds), MortgageeClauses: idsOf(r.clauses),
		Deductible: r.deductible, Premium: r.premium,
	}
	if err := json.Unmarshal(r.byAsset, &shown.AssetPerils); err != nil {
		return body, err
	}
	shown.Show()
	body.Perils, body.PerilsByAsset = shown.Perils, perilsOf(&shown)
	if r.carrier != nil {
		if err := json.Unmarshal(r.carrier, &body.Carrier); err != nil {
			return body, err
		}
	}
	return body, json.Unmarshal(r.limits, &body.Limits)
}
