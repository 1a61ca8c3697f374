package compliance_test

import (
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/catalog"
	"github.com/covertrack/covertrack/model/compliance"
	"github.com/covertrack/covertrack/model/scalar"
)

// facts returns the records of an example.
func (e example) facts(t require.TestingT, n *names) compliance.Facts {
	f := compliance.Facts{
		Case:        &model.Case{ID: n.id("case"), LoanAmount: moneyOrNil(e.LoanAmount)},
		RiskProfile: &model.RiskProfile{ID: n.id("profile"), AssetTypeIDs: catalogIDs(t, catalog.AssetTypes.ByRef, e.AssetTypes)},
	}
	f.Case.RiskProfileID = &f.RiskProfile.ID
	n.resolve(t, e.CaseSays, f.Case)
	n.resolve(t, e.ProfileSays, f.RiskProfile)
	for _, name := range e.Insureds {
		f.Case.InsuredIDs = append(f.Case.InsuredIDs, n.id(name))
		f.Insureds = append(f.Insureds, &model.Insured{ID: n.id(name), DisplayName: name})
	}
	for i, a := range e.Assets {
		f.Assets = append(f.Assets, a.asset(t, n, i))
	}
	for _, h := range e.Holders {
		f.RiskProfile.CertificateHolders = append(f.RiskProfile.CertificateHolders, &model.CertificateHolder{ID: n.id(h.Name), Name: h.Name})
		f.RiskProfile.CertificateHolderClauseTypes = append(f.RiskProfile.CertificateHolderClauseTypes,
			&model.CertificateHolderClauseTypes{ID: n.id(h.Name), Types: h.Types})
	}
	for _, r := range e.Requirements {
		f.RiskProfile.Requirements = append(f.RiskProfile.Requirements, r.requirement(t, n))
	}
	for _, p := range e.Policies {
		p.add(t, n, &f)
	}
	for _, c := range e.Cancellations {
		f.Cancellations = append(f.Cancellations, &model.Cancellation{
			PolicyID: n.id(c.Policy), TermNumber: max(1, c.Term), EffectiveDate: date(t, c.On),
			ReinstatedOn: dateOrNil(t, c.Reinstated),
		})
	}
	for _, d := range e.Documents {
		f.Documents = append(f.Documents, &model.Document{
			CategoryID: catalog.ID("documentCategory", d.Category),
			Evidences:  []model.EvidencedTerm{{Policy: n.id(d.Policy), TermNumber: max(1, d.Term)}},
		})
	}
	for _, w := range e.Waivers {
		f.Waivers = append(f.Waivers, w.waiver(t, n))
	}
	return f
}

// catalogIDs returns the ids of catalog entries by their keys.
func catalogIDs[T any](t require.TestingT, find func(string) (T, bool), keys []string) []uuid.UUID {
	ids := []uuid.UUID{}
	for _, key := range keys {
		entry, ok := find(key)
		require.True(t, ok, key)
		ids = append(ids, entryID(entry))
	}
	return ids
}

func entryID(entry any) uuid.UUID {
	switch entry := entry.(type) {
	case *catalog.AssetType:
		return entry.ID
	case *catalog.CoverageType:
		return entry.ID
	case *catalog.Peril:
		return entry.ID
	}
	return uuid.Nil
}

func (a exampleAsset) asset(t require.TestingT, n *names, place int) *model.Asset {
	of, ok := catalog.AssetTypes.ByRef(a.Type)
	require.True(t, ok, a.Type)
	asset := &model.Asset{
		ID: n.id(a.Name), AssetTypeID: of.ID, DisplayName: a.Name,
		CreatedAt: time.Date(2026, time.January, 1, 0, 0, place, 0, time.UTC),
	}
	if m := moneyOrNil(a.Value); m != nil {
		i := slices.IndexFunc(of.FieldTypes, func(f *catalog.FieldType) bool {
			return slices.Contains([]string{"replacementCost", "value", "contractAmount", "requiredAmount"}, f.Key)
		})
		require.GreaterOrEqual(t, i, 0, "%s has no value", a.Type)
		asset.Values = model.AssetFields{{FieldType: of.FieldTypes[i].ID, Key: of.FieldTypes[i].Key, Value: scalar.EncodeJSON(m)}}
	}
	for _, f := range of.FieldTypes {
		value := a.Fields[f.Key]
		if f.Key == "address" && a.State != "" {
			value = []byte(`{"state": "` + a.State + `"}`)
		}
		if value != nil {
			asset.Values = append(asset.Values, &model.AssetField{FieldType: f.ID, Key: f.Key, Value: scalar.JSON(value)})
		}
	}
	return asset
}

func (r exampleRequirement) requirement(t require.TestingT, n *names) *model.Requirement {
	made := &model.Requirement{
		CoverageType: catalogIDs(t, catalog.CoverageTypes.ByRef, []string{r.CoverageType})[0],
		AssetTypes:   catalogIDs(t, catalog.AssetTypes.ByRef, r.AssetTypes), Perils: catalogIDs(t, catalog.Perils.ByRef, r.Perils),
		MinimumLimit: moneyOrNil(r.MinimumLimit), MaximumDeductible: moneyOrNil(r.MaximumDeductible), ClauseType: r.ClauseType,
		Weight: 1, LimitBasis: r.LimitBasis, LimitPercent: r.LimitPercent, MinimumRating: r.MinimumRating,
		MaximumDeductiblePercent: r.MaximumDeductiblePercent, FormTypes: r.FormTypes,
	}
	if r.CertificateHolder != "" {
		made.CertificateHolder = new(n.id(r.CertificateHolder))
	}
	n.resolve(t, r.Asks, made)
	return made
}

func (p examplePolicy) add(t require.TestingT, n *names, f *compliance.Facts) {
	policy := &model.Policy{ID: n.id(p.Name), CaseID: f.Case.ID, Status: model.PolicyStatusActive}
	if p.Deactivated != "" {
		policy.Status, policy.DeactivatedAt = model.PolicyStatusDeactivated, new(date(t, p.Deactivated).Add(15*time.Hour))
	}
	if p.Held {
		policy.StatusBeforeHold, policy.Status = new(policy.Status), model.PolicyStatusOnHold
	}
	f.Policies = append(f.Policies, policy)
	for i, term := range p.Terms {
		coverage := term.coverage(t, n, f)
		coverage.PolicyNumber = &p.Name
		f.Versions = append(f.Versions, &model.PolicyVersion{
			ID: uuid.New(), PolicyID: policy.ID, CaseID: f.Case.ID, VersionNumber: i + 1, Coverage: coverage,
		})
	}
}

func (term exampleTerm) coverage(t require.TestingT, n *names, f *compliance.Facts) model.Coverage {
	layer := model.CoverageLayerPrimary
	if term.Layer != "" {
		layer = term.Layer
	}
	c := model.Coverage{
		TermNumber: max(1, term.Term), CoverageLayer: &layer, CoverageFormType: term.Form,
		CoverageTypeIDs: catalogIDs(t, catalog.CoverageTypes.ByRef, term.CoverageTypes),
		PerilIDs:        catalogIDs(t, catalog.Perils.ByRef, term.Perils),
		StartDate:       dateOrNil(t, term.Start), EndDate: dateOrNil(t, term.End), Deductible: moneyOrNil(term.Deductible),
	}
	for _, a := range f.Assets {
		if perils, ok := term.Assets[a.DisplayName]; ok {
			at := c.PerilIDs
			if perils != nil {
				at = catalogIDs(t, catalog.Perils.ByRef, perils)
			}
			c.AssetPerils = append(c.AssetPerils, model.EvidencedPerils{AssetID: a.ID, PerilIDs: at})
		}
	}
	if term.Rating != "" {
		c.Carrier = &model.Carrier{Name: "Carrier", AmBestRating: &term.Rating}
	}
	if term.Limit != "" {
		c.Limits = append(c.Limits, &model.Limit{Kind: model.LimitKindPerOccurrence, Amount: moneyOrNil(term.Limit)})
	}
	for _, l := range term.Limits {
		limit := &model.Limit{Kind: l.Kind, Amount: moneyOrNil(l.Amount)}
		if l.CoverageType != "" {
			limit.CoverageType = &catalogIDs(t, catalog.CoverageTypes.ByRef, []string{l.CoverageType})[0]
		}
		c.Limits = append(c.Limits, limit)
	}
	for _, clause := range term.Clauses {
		made := &model.MortgageeClause{
			ID: uuid.New(), CertificateHolderID: n.id(clause.Holder), ClauseType: clause.Type,
		}
		f.Clauses = append(f.Clauses, made)
		c.MortgageeClauseIDs = append(c.MortgageeClauseIDs, made.ID)
	}
	for _, name := range term.Insureds {
		c.InsuredIDs = append(c.InsuredIDs, n.id(name))
	}
	c.NoInsureds = term.Insureds != nil && len(term.Insureds) == 0
	n.resolve(t, term.Says, &c)
	return c
}

func (w exampleWaiver) waiver(t require.TestingT, n *names) *model.Waiver {
	made := &model.Waiver{
		ID: uuid.New(), CoverageTypeID: catalogIDs(t, catalog.CoverageTypes.ByRef, []string{w.CoverageType})[0],
		Codes: w.Codes, ExpiresOn: dateOrNil(t, w.Expires), State: model.WaiverStateApproved,
	}
	if w.State != "" {
		made.State = w.State
	}
	if w.Asset != "" {
		made.AssetID = new(n.id(w.Asset))
	}
	for _, detail := range w.Details {
		if key, isPeril := strings.CutPrefix(detail, "@peril/"); isPeril {
			detail = catalog.ID("peril", key).String()
		}
		made.Details = append(made.Details, detail)
	}
	return made
}
