package limit

import (
	"encoding/json"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model"
)

// policyBody is a policy as JSON has it.
type policyBody struct {
	ID                uuid.UUID               `json:"id"`
	CaseID            uuid.UUID               `json:"caseId"`
	Status            model.PolicyStatus      `json:"status"`
	DisplayName       string                  `json:"displayName"`
	ProductType       *string                 `json:"productType"`
	CoverageLayer     *model.CoverageLayer    `json:"coverageLayer"`
	CoverageTypes     []uuid.UUID             `json:"coverageTypes"`
	Perils            []*model.PolicyPeril    `json:"perils"`
	PerilsByAsset     []struct{}              `json:"perilsByAsset"`
	CoverageFormType  *model.CoverageFormType `json:"coverageFormType"`
	InsuranceContacts []uuid.UUID             `json:"insuranceContacts"`
	StartDate         *string                 `json:"startDate"`
	EndDate           *string                 `json:"endDate"`
	PolicyNumber      *string                 `json:"policyNumber"`
	Carrier           *carrier                `json:"carrier"`
	Insureds          []uuid.UUID             `json:"insureds"`
	MortgageeClauses  []uuid.UUID             `json:"mortgageeClauses"`
	Limits            []limit                 `json:"limits"`
	Deductible        *model.Money            `json:"deductible"`
	Premium           *model.Money            `json:"premium"`
	TermNumber        int                     `json:"termNumber"`
	CurrentVersion    uuid.UUID               `json:"currentVersion"`
	StatusBeforeHold  *model.PolicyStatus     `json:"statusBeforeHold"`
	OnHoldAt          *string                 `json:"onHoldAt"`
	DeactivatedAt     *string                 `json:"deactivatedAt"`
	Renewal           renewal                 `json:"renewal"`
	CreatedAt         string                  `json:"createdAt"`
	UpdatedAt         string                  `json:"updatedAt"`
	Metadata          json.RawMessage         `json:"metadata"`
}

// The fields of carrier and limit are the model's. Their tags are not: here no member is left out.
type carrier struct {
	Name         string  `json:"name"`
	NaicCode     *string `json:"naicCode"`
	AmBestRating *string `json:"amBestRating"`
}

type limit struct {
	CoverageType *uuid.UUID      `json:"coverageType"`
	Kind         model.LimitKind `json:"kind"`
	Amount       *model.Money    `json:"amount"`
}

type renewal struct {
	NextNoticeAt *string            `json:"nextNoticeAt"`
	LastStep     *model.RenewalStep `json:"lastStep"`
	Paused       bool               `json:"paused"`
}

// policyOf returns a policy of the legacy model, which has no perils by asset, as JSON has it.
func policyOf(p *model.Policy) *policyBody {
	body := &policyBody{
		ID: p.ID, CaseID: p.CaseID, Status: p.Status, DisplayName: p.DisplayName, ProductType: p.ProductType,
		CoverageLayer: p.CoverageLayer, CoverageTypes: p.CoverageTypeIDs, Perils: p.Perils, PerilsByAsset: []struct{}{},
		CoverageFormType: p.CoverageFormType, InsuranceContacts: p.InsuranceContactIDs, StartDate: stampOf(p.StartDate),
		EndDate: stampOf(p.EndDate), PolicyNumber: p.PolicyNumber, Carrier: (*carrier)(p.Carrier), Insureds: p.InsuredIDs,
		MortgageeClauses: p.MortgageeClauseIDs, Limits: make([]limit, len(p.Limits)), Deductible: p.Deductible,
		Premium: p.Premium, TermNumber: p.TermNumber, CurrentVersion: p.CurrentVersionID,
		StatusBeforeHold: p.StatusBeforeHold, OnHoldAt: stampOf(p.OnHoldAt), DeactivatedAt: stampOf(p.DeactivatedAt),
		Renewal:   renewal{stampOf(p.Renewal.NextNoticeAt), p.Renewal.LastStep, p.Renewal.Paused},
		CreatedAt: stamp(p.CreatedAt), UpdatedAt: stamp(p.UpdatedAt), Metadata: json.RawMessage(p.Metadata),
	}
	for i, l := range p.Limits {
		body.Limits[i] = limit(*l)
	}
	return body
}
