package limit

import (
	"encoding/json"

	"github.com/covertrack/covertrack/model"
)

// policyOf is a policy as JSON has it.
func policyOf(p *model.Policy) *policyBody {
	body := &policyBody{
		ID: p.ID, CaseID: p.CaseID, Status: p.Status, DisplayName: p.DisplayName, ProductType: p.ProductType, CoverageLayer: p.CoverageLayer,
		CoverageTypes: p.CoverageTypeIDs, Perils: p.Perils, PerilsByAsset: make([]assetPerils, len(p.PerilsByAsset)),
		CoverageFormType: p.CoverageFormType, InsuranceContacts: p.InsuranceContactIDs, StartDate: stampOf(p.StartDate),
		EndDate: stampOf(p.EndDate), PolicyNumber: p.PolicyNumber, Insureds: p.InsuredIDs, MortgageeClauses: p.MortgageeClauseIDs,
		Limits: make([]limitBody, len(p.Limits)), Deductible: p.Deductible, Premium: p.Premium, TermNumber: p.TermNumber,
		CurrentVersion: p.CurrentVersionID, StatusBeforeHold: p.StatusBeforeHold, OnHoldAt: stampOf(p.OnHoldAt),
		DeactivatedAt: stampOf(p.DeactivatedAt), CreatedAt: stamp(p.CreatedAt), UpdatedAt: stamp(p.UpdatedAt),
		Renewal:  renewalBody{NextNoticeAt: stampOf(p.Renewal.NextNoticeAt), LastStep: p.Renewal.LastStep, Paused: p.Renewal.Paused},
		Metadata: json.RawMessage(p.Metadata),
	}
	if c := p.Carrier; c != nil {
		body.Carrier = &carrier{c.Name, c.NaicCode, c.AmBestRating}
	}
	for i, e := range p.PerilsByAsset {
		body.PerilsByAsset[i] = assetPerils{e.AssetID, e.Perils}
	}
	for i, l := range p.Limits {
		body.Limits[i] = limitBody{l.CoverageType, l.Kind, l.Amount}
	}
	return body
}
