package compliance_test

import (
	"cmp"
	"encoding/json"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/catalog"
	"github.com/covertrack/covertrack/model/compliance"
	"github.com/covertrack/covertrack/model/scalar"
)

// naiveWorld is a case as people write it: names for ids, "500000.00 USD" for money, "2026-06-15" for days. A name ends
// with its number, by which its id is ordered. The tag shrink:"keep" is for what a smaller world cannot be without.
type naiveWorld struct {
	Day           string              `json:"day" shrink:"keep"`
	Loan          string              `json:"loan,omitempty"`
	AssetTypes    []string            `json:"assetTypes,omitempty"` // of the profile
	Holders       []naiveHolder       `json:"holders,omitempty"`    // of the profile
	Demands       []naiveWish         `json:"demands,omitempty"`
	Assets        []naiveAsset        `json:"assets,omitempty"`
	Policies      []naiveCover        `json:"policies,omitempty"`
	Clauses       []naiveClause       `json:"clauses,omitempty"`
	Cancellations []naiveCancellation `json:"cancellations,omitempty"`
	Waivers       []naiveConsent      `json:"waivers,omitempty"`
	Insureds      []naiveInsured      `json:"insureds,omitempty"` // of the case
	Documents     []naivePaper        `json:"documents,omitempty"`
	CarriedOver   string              `json:"carriedOver,omitempty"` // of the profile
	Owed          string              `json:"outstandingBalance,omitempty"`
	Created       string              `json:"createdAt,omitempty"` // the case
}

type (
	naiveHolder struct {
		Name  string   `json:"name" shrink:"keep"`
		Types []string `json:"types,omitempty"`
	}
	naiveWish struct {
		Coverage          string   `json:"coverage" shrink:"keep"`
		AssetTypes        []string `json:"assetTypes,omitempty"`
		Perils            []string `json:"perils,omitempty"`
		MinimumLimit      string   `json:"minimumLimit,omitempty"`
		MaximumDeductible string   `json:"maximumDeductible,omitempty"`
		ClauseType        string   `json:"clauseType,omitempty"`
		LimitBasis        string   `json:"limitBasis,omitempty"`
		LimitPercent      string   `json:"limitPercent,omitempty"`
		DeductiblePercent string   `json:"maximumDeductiblePercent,omitempty"`
		MinimumRating     string   `json:"minimumRating,omitempty"`
		FormTypes         []string `json:"formTypes,omitempty"`
		Holder            string   `json:"certificateHolder,omitempty"`
		naiveAsked
	}
	naiveAsset struct {
		Name    string            `json:"name" shrink:"keep"`
		Display string            `json:"display,omitempty"`
		Type    string            `json:"type" shrink:"keep"`
		Created int               `json:"created,omitempty"`
		Values  map[string]string `json:"values,omitempty"`
		Fields  map[string]string `json:"fields,omitempty"`
	}
	naiveCover struct {
		Name        string         `json:"name" shrink:"keep"`
		Status      string         `json:"status" shrink:"keep"`
		HeldFrom    string         `json:"heldFrom,omitempty" shrink:"keep"`
		Deactivated string         `json:"deactivatedAt,omitempty" shrink:"keep"`
		Number      string         `json:"number,omitempty"` // of the policy
		Versions    []naiveVersion `json:"versions,omitempty"`
	}
	naiveVersion struct {
		Name       string              `json:"name" shrink:"keep"`
		Term       int                 `json:"term"`
		Number     int                 `json:"number"`
		Layer      string              `json:"layer" shrink:"keep"`
		Coverage   []string            `json:"coverage,omitempty"`
		Perils     []string            `json:"perils,omitempty"`
		ByAsset    map[string][]string `json:"perilsByAsset,omitempty"`
		Start      string              `json:"start,omitempty"`
		End        string              `json:"end,omitempty"`
		Form       string              `json:"form,omitempty"`
		Rating     string              `json:"rating,omitempty"`
		Clauses    []string            `json:"clauses,omitempty"`
		Limits     []naiveLimit        `json:"limits,omitempty"`
		Deductible string              `json:"deductible,omitempty"`
		naiveSaid
	}
	naiveLimit struct {
		Coverage string `json:"coverage,omitempty"`
		Kind     string `json:"kind" shrink:"keep"`
		Amount   string `json:"amount,omitempty" shrink:"keep"`
		naiveRowTerms
	}
	naiveClause struct {
		Name   string `json:"name" shrink:"keep"`
		Holder string `json:"holder" shrink:"keep"`
		Type   string `json:"type" shrink:"keep"`
	}
	naiveCancellation struct {
		Policy     string `json:"policy" shrink:"keep"`
		Term       int    `json:"term"`
		Effective  string `json:"effectiveDate" shrink:"keep"`
		Reinstated string `json:"reinstatedOn,omitempty"`
	}
	naiveConsent struct {
		Name     string   `json:"name" shrink:"keep"`
		Coverage string   `json:"coverage" shrink:"keep"`
		Asset    string   `json:"asset,omitempty"`
		Codes    []string `json:"codes,omitempty" shrink:"keep"`
		State    string   `json:"state" shrink:"keep"`
		Expires  string   `json:"expiresOn,omitempty"`
		Details  []string `json:"details,omitempty"` // perils, and items
	}
)

// naiveID is the id of a name: ids of a kind are ordered as their numbers.
func naiveID(name string) uuid.UUID {
	var id uuid.UUID
	letters := strings.TrimRight(name, "0123456789")
	copy(id[:14], letters)
	number, _ := strconv.Atoi(name[len(letters):])
	id[15] = byte(number)
	return id
}

// naiveName is the name of an id, or its key in the catalog.
func naiveName(id *uuid.UUID) string {
	if id == nil {
		return ""
	}
	if peril, ok := catalog.Perils.ByID(*id); ok {
		return peril.Key
	}
	return strings.TrimRight(string(id[:14]), "\x00") + strconv.Itoa(int(id[15]))
}

func naiveDay(text string) *time.Time {
	if text == "" {
		return nil
	}
	day, err := time.Parse(time.DateOnly, text)
	if err != nil {
		panic(err)
	}
	return &day
}

func naiveCash(text string) *scalar.Money {
	if text == "" {
		return nil
	}
	amount, currency, _ := strings.Cut(text, " ")
	return &scalar.Money{Amount: amount, Currency: currency}
}

func naiveText[T ~string](text string) *T {
	if text == "" {
		return nil
	}
	return new(T(text))
}

func naiveTexts[T ~string](texts []string) []T {
	all := []T{}
	for _, text := range texts {
		all = append(all, T(text))
	}
	return all
}

func naiveIDs(names []string) []uuid.UUID {
	ids := []uuid.UUID{}
	for _, name := range names {
		ids = append(ids, naiveID(name))
	}
	return ids
}

// naiveRefs are the ids of keys in a catalog.
func naiveRefs[T any](keys []string, byRef func(string) (T, bool), id func(T) uuid.UUID) []uuid.UUID {
	ids := []uuid.UUID{}
	for _, key := range keys {
		entry, ok := byRef(key)
		if !ok {
			panic("not in the catalog: " + key)
		}
		ids = append(ids, id(entry))
	}
	return ids
}

func naivePerils(keys []string) []uuid.UUID {
	return naiveRefs(keys, catalog.Perils.ByRef, func(p *catalog.Peril) uuid.UUID { return p.ID })
}

func naiveCoverages(keys ...string) []uuid.UUID {
	return naiveRefs(keys, catalog.CoverageTypes.ByRef, func(c *catalog.CoverageType) uuid.UUID { return c.ID })
}

func naiveAssetTypes(keys ...string) []uuid.UUID {
	return naiveRefs(keys, catalog.AssetTypes.ByRef, func(t *catalog.AssetType) uuid.UUID { return t.ID })
}

// facts are the records of the world.
func (w naiveWorld) facts() compliance.Facts {
	profile := &model.RiskProfile{
		ID: naiveID("profile1"), AssetTypeIDs: naiveAssetTypes(w.AssetTypes...), IsPublished: true,
	}
	for _, h := range w.Holders {
		profile.CertificateHolderIDs = append(profile.CertificateHolderIDs, naiveID(h.Name))
		types := &model.CertificateHolderClauseTypes{ID: naiveID(h.Name), Types: naiveTexts[model.ClauseType](h.Types)}
		profile.CertificateHolderClauseTypes = append(profile.CertificateHolderClauseTypes, types)
	}
	for _, d := range w.Demands {
		profile.Requirements = append(profile.Requirements, d.requirement())
	}
	facts := compliance.Facts{
		Case:        &model.Case{ID: naiveID("case1"), RiskProfileID: &profile.ID, LoanAmount: naiveCash(w.Loan)},
		RiskProfile: profile,
	}
	for _, a := range w.Assets {
		facts.Assets = append(facts.Assets, a.asset())
	}
	for _, p := range w.Policies {
		facts.Policies = append(facts.Policies, p.policy())
		for _, v := range p.Versions {
			version := v.version(naiveID(p.Name))
			version.PolicyNumber = naiveText[string](p.Number)
			facts.Versions = append(facts.Versions, version)
		}
	}
	for _, c := range w.Clauses {
		facts.Clauses = append(facts.Clauses, &model.MortgageeClause{
			ID: naiveID(c.Name), CertificateHolderID: naiveID(c.Holder), ClauseType: model.ClauseType(c.Type),
		})
	}
	for i, c := range w.Cancellations {
		facts.Cancellations = append(facts.Cancellations, &model.Cancellation{
			ID: naiveID("cancellation" + strconv.Itoa(i+1)), PolicyID: naiveID(c.Policy), TermNumber: c.Term,
			EffectiveDate: *naiveDay(c.Effective), ReinstatedOn: naiveDay(c.Reinstated),
		})
	}
	w.addRecords(&facts)
	for _, c := range w.Waivers {
		facts.Waivers = append(facts.Waivers, c.waiver())
	}
	return facts
}

func (d naiveWish) requirement() *model.Requirement {
	r := &model.Requirement{
		CoverageType: naiveCoverages(d.Coverage)[0], AssetTypes: naiveAssetTypes(d.AssetTypes...),
		Perils: naivePerils(d.Perils), MinimumLimit: naiveCash(d.MinimumLimit), Weight: 1,
		MaximumDeductible: naiveCash(d.MaximumDeductible),
		ClauseType:        naiveText[model.ClauseType](d.ClauseType), LimitBasis: naiveText[model.LimitBasis](d.LimitBasis),
		LimitPercent: naiveText[string](d.LimitPercent), MaximumDeductiblePercent: naiveText[string](d.DeductiblePercent),
		MinimumRating: naiveText[string](d.MinimumRating), FormTypes: naiveTexts[model.CoverageFormType](d.FormTypes),
	}
	if r.LimitBasis == nil {
		r.LimitPercent = nil
	}
	if d.Holder != "" {
		r.CertificateHolder = new(naiveID(d.Holder))
	}
	d.ask(r)
	return r
}

func (a naiveAsset) asset() *model.Asset {
	asset := &model.Asset{
		ID: naiveID(a.Name), CaseID: naiveID("case1"), AssetTypeID: naiveAssetTypes(a.Type)[0], DisplayName: cmp.Or(a.Display, a.Name),
		CreatedAt: naiveDay("2026-01-01").AddDate(0, 0, a.Created),
	}
	for _, field := range naiveAssetType(asset).FieldTypes {
		if text, ok := a.Values[field.Key]; ok {
			value, err := json.Marshal(naiveCash(text))
			if err != nil {
				panic(err)
			}
			asset.Values = append(asset.Values, &model.AssetField{
				FieldType: field.ID, Key: field.Key, Label: field.Label, Value: value,
			})
		}
		if text, ok := a.Fields[cmp.Or(map[string]string{"address": "state"}[field.Key], field.Key)]; ok {
			asset.Values = append(asset.Values, &model.AssetField{
				FieldType: field.ID, Key: field.Key, Label: field.Label, Value: naiveFieldValue(field.Key, text),
			})
		}
	}
	return asset
}

func (p naiveCover) policy() *model.Policy {
	policy := &model.Policy{
		ID: naiveID(p.Name), CaseID: naiveID("case1"), Status: model.PolicyStatus(p.Status),
		StatusBeforeHold: naiveText[model.PolicyStatus](p.HeldFrom),
	}
	if p.Deactivated != "" {
		at, err := time.Parse(time.RFC3339, p.Deactivated)
		if err != nil {
			panic(err)
		}
		policy.DeactivatedAt = &at
	}
	if len(p.Versions) > 0 {
		current := p.Versions[len(p.Versions)-1].version(policy.ID)
		policy.CurrentVersionID, policy.VersionNumber, policy.Coverage = current.ID, current.VersionNumber, current.Coverage
	}
	return policy
}

func (v naiveVersion) version(policy uuid.UUID) *model.PolicyVersion {
	version := &model.PolicyVersion{
		ID: naiveID(v.Name), PolicyID: policy, CaseID: naiveID("case1"), VersionNumber: v.Number,
		Coverage: model.Coverage{
			TermNumber: v.Term, CoverageLayer: naiveText[model.CoverageLayer](v.Layer),
			CoverageTypeIDs: naiveCoverages(v.Coverage...), PerilIDs: naivePerils(v.Perils),
			CoverageFormType: naiveText[model.CoverageFormType](v.Form), StartDate: naiveDay(v.Start), EndDate: naiveDay(v.End),
			MortgageeClauseIDs: naiveIDs(v.Clauses), Deductible: naiveCash(v.Deductible),
		},
	}
	for asset, perils := range v.ByAsset {
		evidenced := model.EvidencedPerils{AssetID: naiveID(asset), PerilIDs: naivePerils(perils)}
		version.AssetPerils = append(version.AssetPerils, evidenced)
	}
	v.say(version)
	if v.Rating != "" {
		if version.Carrier == nil {
			version.Carrier = &model.Carrier{Name: "Carrier"}
		}
		version.Carrier.AmBestRating = &v.Rating
	}
	for _, l := range v.Limits {
		limit := &model.Limit{Kind: model.LimitKind(l.Kind), Amount: naiveCash(l.Amount)}
		if l.Coverage != "" {
			limit.CoverageType = &naiveCoverages(l.Coverage)[0]
		}
		l.set(limit)
		version.Limits = append(version.Limits, limit)
	}
	return version
}

func (c naiveConsent) waiver() *model.Waiver {
	w := &model.Waiver{
		ID: naiveID(c.Name), CaseID: naiveID("case1"), CoverageTypeID: naiveCoverages(c.Coverage)[0],
		Codes: naiveTexts[model.FindingCode](c.Codes), Reason: "agreed", State: model.WaiverState(c.State),
		ExpiresOn: naiveDay(c.Expires), Details: naiveDetails(c.Details),
	}
	if c.Asset != "" {
		w.AssetID = new(naiveID(c.Asset))
	}
	return w
}
