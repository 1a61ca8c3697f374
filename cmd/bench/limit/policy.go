package limit

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/scalar"
)

// policyBody is a policy as JSON has it.
type policyBody struct {
	ID                uuid.UUID                 `json:"id"`
	CaseID            uuid.UUID                 `json:"caseId"`
	Status            model.PolicyStatus        `json:"status"`
	InsuranceContacts []uuid.UUID               `json:"insuranceContacts"`
	TermNumber        int                       `json:"termNumber"`
	DisplayName       string                    `json:"displayName"`
	ProductType       *string                   `json:"productType"`
	CoverageLayer     *model.CoverageLayer      `json:"coverageLayer"`
	CoverageTypes     []uuid.UUID               `json:"coverageTypes"`
	Perils            []*model.PolicyPeril      `json:"perils"`
	PerilsByAsset     []assetPerils             `json:"perilsByAsset"`
	CoverageFormType  *model.CoverageFormType   `json:"coverageFormType"`
	StartDate         *string                   `json:"startDate"`
	EndDate           *string                   `json:"endDate"`
	PolicyNumber      *string                   `json:"policyNumber"`
	Carrier           *carrier                  `json:"carrier"`
	Insureds          []uuid.UUID               `json:"insureds"`
	MortgageeClauses  []uuid.UUID               `json:"mortgageeClauses"`
	Limits            []limit                   `json:"limits"`
	Deductible        json.RawMessage           `json:"deductible"`
	Deductibles       []*deductible             `json:"deductibles"`
	StatedValues      []*model.StatedValue      `json:"statedValues"`
	Valuation         *model.ValuationMethod    `json:"valuation"`
	Coinsurance       *string                   `json:"coinsurancePercent"`
	NoticeDays        *noticeDays               `json:"noticeDays"`
	ClaimsMade        *bool                     `json:"claimsMade"`
	Attachment        json.RawMessage           `json:"attachment"`
	Endorsements      []uuid.UUID               `json:"endorsements"`
	Exclusions        []uuid.UUID               `json:"exclusions"`
	Placement         model.PolicyPlacement     `json:"placement"`
	CarriedOver       []model.CarriedOverMember `json:"carriedOver"`
	Premium           json.RawMessage           `json:"premium"`
	CurrentVersion    uuid.UUID                 `json:"currentVersion"`
	StatusBeforeHold  *model.PolicyStatus       `json:"statusBeforeHold"`
	OnHoldAt          *string                   `json:"onHoldAt"`
	DeactivatedAt     *string                   `json:"deactivatedAt"`
	Cancellation      *cancellation             `json:"cancellation"`
	Renewal           renewal                   `json:"renewal"`
	ExternalID        *string                   `json:"externalId"`
	CreatedAt         string                    `json:"createdAt"`
	UpdatedAt         string                    `json:"updatedAt"`
	Metadata          json.RawMessage           `json:"metadata"`

	policy *model.Policy // what Renewal follows from
}

// The fields of these are the model's. Their tags are not: here no member is left out.
type (
	carrier struct {
		Name         string    `json:"name"`
		NaicCode     *string   `json:"naicCode"`
		AmBestRating *string   `json:"amBestRating"`
		Ratings      []*rating `json:"ratings"`
	}
	rating struct {
		Agency model.RatingAgency   `json:"agency"`
		Rating string               `json:"rating"`
		Size   *model.FinancialSize `json:"size"`
	}
	limit struct {
		CoverageType        *uuid.UUID      `json:"coverageType"`
		CoverageTypes       []uuid.UUID     `json:"coverageTypes"`
		Asset               *uuid.UUID      `json:"asset"`
		Perils              []uuid.UUID     `json:"perils"`
		Kind                model.LimitKind `json:"kind"`
		Amount              *scalar.Money   `json:"amount"`
		MarginPercent       *string         `json:"marginPercent"`
		OtherValues         *scalar.Money   `json:"otherValues"`
		ActualLossSustained *bool           `json:"actualLossSustained"`
		Months              *int            `json:"months"`
		ExtendedDays        *int            `json:"extendedDays"`
	}
	deductible struct {
		Perils  []uuid.UUID           `json:"perils"`
		Amount  *scalar.Money         `json:"amount"`
		Percent *string               `json:"percent"`
		Of      *model.DeductibleBase `json:"of"`
		Minimum *scalar.Money         `json:"minimum"`
		Hours   *int                  `json:"hours"`
	}
	noticeDays struct {
		Cancellation *int `json:"cancellation"`
		NonPayment   *int `json:"nonPayment"`
	}
	assetPerils struct {
		AssetID uuid.UUID            `json:"asset"`
		Perils  []*model.PolicyPeril `json:"perils"`
	}
	cancellation struct {
		EffectiveDate string                   `json:"effectiveDate"`
		Reason        model.CancellationReason `json:"reason"`
		Document      *uuid.UUID               `json:"document"`
		RecordedAt    string                   `json:"recordedAt"`
		ReinstatedOn  *string                  `json:"reinstatedOn"`
	}
	renewal struct {
		NextNoticeAt *string            `json:"nextNoticeAt"`
		LastStep     *model.RenewalStep `json:"lastStep"`
		Paused       bool               `json:"paused"`
	}
)

// policyRow is a row of a policy and its current version. Its amounts are decoded for changes only.
type policyRow struct {
	model.Policy
	cancellations, assetPerils, carrier, limits, deductible, deductibles, statedValues, noticeDays, attachment, premium []byte
}

var policies = noun[policyRow, *policyBody]{
	table: "policies",
	join:  "JOIN policy_versions AS v ON v.portfolio_id = t.portfolio_id AND v.id = t.current_version_id",
	columns: `t.id, t.case_id, t.status, t.insurance_contact_ids, t.current_version_id, t.status_before_hold, t.on_hold_at,
		t.deactivated_at, t.cancellations, t.review_until, t.external_id, t.created_at, t.updated_at, t.metadata, v.term_number,
		v.display_name, v.product_type, v.coverage_layer, v.coverage_type_ids, v.peril_ids, v.asset_perils, v.coverage_form_type,
		v.start_date, v.end_date, v.policy_number, v.carrier, v.insured_ids, v.mortgagee_clause_ids, v.limits, v.deductible, v.premium,
		v.deductibles, v.stated_values, v.valuation, v.coinsurance_percent, v.notice_days, v.claims_made, v.attachment, v.endorsement_ids,
		v.exclusion_ids, v.placement, v.carried_over`,
	targets: func(p *policyRow) []any {
		return []any{
			(*[16]byte)(&p.ID), (*[16]byte)(&p.CaseID), (*string)(&p.Status), (*ids)(&p.InsuranceContactIDs), (*[16]byte)(&p.CurrentVersionID),
			&p.StatusBeforeHold, &p.OnHoldAt, &p.DeactivatedAt, &p.cancellations, &p.ReviewUntil, &p.ExternalID,
			&p.CreatedAt, &p.UpdatedAt, (*[]byte)(&p.Metadata), &p.TermNumber, &p.DisplayName, &p.ProductType,
			&p.CoverageLayer, (*ids)(&p.CoverageTypeIDs), (*ids)(&p.PerilIDs), &p.assetPerils,
			&p.CoverageFormType, &p.StartDate, &p.EndDate, &p.PolicyNumber, &p.carrier,
			(*ids)(&p.InsuredIDs), (*ids)(&p.MortgageeClauseIDs), &p.limits, &p.deductible, &p.premium,
			&p.deductibles, &p.statedValues, &p.Valuation, &p.CoinsurancePercent, &p.noticeDays, &p.ClaimsMade, &p.attachment,
			(*ids)(&p.EndorsementIDs), (*ids)(&p.ExclusionIDs), (*string)(&p.Placement), &p.CarriedOver,
		}
	},
	body: func(_ *server, row *policyRow, now time.Time) (*policyBody, error) {
		err := row.decode()
		p := row.Policy // the next row must not change it
		p.Show()
		return policyOf(&p, row.deductible, row.attachment, row.premium, now), err
	},
	add: addRenewal,
}

// decode decodes what JSON has otherwise than the table.
func (r *policyRow) decode() error {
	r.Cancellations, r.AssetPerils, r.Carrier, r.Limits, r.Deductibles, r.StatedValues, r.NoticeDays = nil, nil, nil, nil, nil, nil, nil
	return errors.Join(decode(r.cancellations, &r.Cancellations), r.AssetPerils.Scan(r.assetPerils), decode(r.carrier, &r.Carrier),
		decode(r.limits, &r.Limits), decode(r.deductibles, &r.Deductibles), decode(r.statedValues, &r.StatedValues),
		decode(r.noticeDays, &r.NoticeDays))
}

// policyOf returns a policy whose perils are shown as JSON has it, without its renewal.
func policyOf(p *model.Policy, amount, attachment, premium []byte, now time.Time) *policyBody {
	body := &policyBody{
		ID: p.ID, CaseID: p.CaseID, Status: p.Status, InsuranceContacts: p.InsuranceContactIDs,
		TermNumber: p.TermNumber, DisplayName: p.DisplayName, ProductType: p.ProductType, CoverageLayer: p.CoverageLayer,
		CoverageTypes: p.CoverageTypeIDs, Perils: p.Perils, PerilsByAsset: make([]assetPerils, len(p.PerilsByAsset)),
		CoverageFormType: p.CoverageFormType, StartDate: stampOf(p.StartDate), EndDate: stampOf(p.EndDate),
		PolicyNumber: p.PolicyNumber, Carrier: carrierOf(p.Carrier), Insureds: p.InsuredIDs,
		MortgageeClauses: p.MortgageeClauseIDs, Limits: make([]limit, len(p.Limits)), Deductible: amount, Premium: premium,
		StatedValues: p.StatedValues, Valuation: p.Valuation, Coinsurance: p.CoinsurancePercent, NoticeDays: (*noticeDays)(p.NoticeDays),
		ClaimsMade: p.ClaimsMade, Attachment: attachment, Endorsements: p.EndorsementIDs, Exclusions: p.ExclusionIDs,
		Placement: p.Placement, CarriedOver: slices.Clone(p.CarriedOver),
		CurrentVersion: p.CurrentVersionID, StatusBeforeHold: p.StatusBeforeHold, OnHoldAt: stampOf(p.OnHoldAt),
		DeactivatedAt: stampOf(p.DeactivatedAt), ExternalID: p.ExternalID, CreatedAt: stamp(p.CreatedAt), UpdatedAt: stamp(p.UpdatedAt),
		Metadata: json.RawMessage(p.Metadata), policy: p,
	}
	for i, a := range p.PerilsByAsset {
		body.PerilsByAsset[i] = assetPerils(*a)
	}
	for i, l := range p.Limits {
		body.Limits[i] = limit(*l)
	}
	if all := p.AllDeductibles(); all != nil {
		body.Deductibles = make([]*deductible, len(all))
		for i, d := range all {
			body.Deductibles[i] = (*deductible)(d)
		}
	}
	if c := p.CancellationOn(now); c != nil {
		body.Cancellation = &cancellation{stamp(c.EffectiveDate), c.Reason, c.DocumentID, stamp(c.RecordedAt), stampOf(c.ReinstatedOn)}
	}
	return body
}

func carrierOf(c *model.Carrier) *carrier {
	if c == nil {
		return nil
	}
	shown := &carrier{Name: c.Name, NaicCode: c.NaicCode, AmBestRating: c.AmBestRating}
	if c.Ratings != nil {
		shown.Ratings = make([]*rating, len(c.Ratings))
		for i, r := range c.Ratings {
			shown.Ratings[i] = (*rating)(r)
		}
	}
	return shown
}

// withRenewal adds what follows from the notices of the current term.
func (b *policyBody) withRenewal(notices []*model.RenewalNotice, now time.Time) *policyBody {
	r := model.Renewal(b.policy, notices, now)
	b.Renewal = renewal{stampOf(r.NextNoticeAt), r.LastStep, r.Paused}
	return b
}

// addRenewal reads the notices of the policies' current terms.
func addRenewal(ctx context.Context, s *server, c *caller, now time.Time, page []*policyBody) error {
	named, byID := make([][16]byte, len(page)), make(map[uuid.UUID]*policyBody, len(page))
	for i, p := range page {
		named[i], byID[p.ID] = p.ID, p
	}
	notices := make(map[uuid.UUID][]*model.RenewalNotice, len(page))
	var n model.RenewalNotice
	var policy uuid.UUID
	rows, _ := s.pool.Query(ctx, `SELECT policy_id, term_number, step, state, due_at, cancellation_id FROM renewal_notices
		WHERE portfolio_id = $1 AND policy_id = ANY($2)`, c.portfolio, named)
	_, err := pgx.ForEachRow(rows, []any{
		(*[16]byte)(&policy), &n.TermNumber, (*string)(&n.Step), (*string)(&n.State), &n.DueAt, optionalID{&n.CancellationID},
	}, func() error {
		if notice := n; n.TermNumber == byID[policy].TermNumber {
			notices[policy] = append(notices[policy], &notice)
		}
		return nil
	})
	for _, p := range page {
		p.withRenewal(notices[p.ID], now)
	}
	return err
}
