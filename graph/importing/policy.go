package importing

import (
	"context"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/graph/engine"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/catalog"
	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/model/importing"
	"github.com/covertrack/covertrack/model/scalar"
)

func itoa(n int) string { return strconv.Itoa(n) }

// valuesOfAsset are the values of an asset's fields, by their keys.
func valuesOfAsset(a *model.Asset) map[string]any {
	all := map[string]any{}
	for _, f := range a.Values {
		value, err := scalar.DecodeJSON(f.Value)
		if err != nil {
			continue // it was checked when it was saved
		}
		if text, ok := value.(string); ok && catalog.FieldSpecs[f.Key].Kind == catalog.FieldKindDate && len(text) > 10 {
			value = text[:10]
		}
		all[f.Key] = value
	}
	return all
}

// held is a policy as it is once the rows before were written.
type held struct {
	id      uuid.UUID
	start   string                          // of its term; "" if it is not known
	of      *importing.Record               // that made it; nil for one that was there
	policy  *model.Policy                   // nil for a new one
	earlier map[string]*model.PolicyVersion // the last versions of its terms before, by their starts
}

// policies makes policies, their new terms, and corrects them. Those of one number are terms of one policy, in their order.
func (c *chunk) policies(ctx context.Context) error {
	for _, l := range c.loans {
		slices.SortStableFunc(l.Policies, func(a, b *importing.Record) int { return strings.Compare(a.Text("startDate"), b.Text("startDate")) })
	}
	var items []*item
	var later []func() error
	for _, l := range c.loans {
		caseID := c.idOf(orNone(l.Case))
		if l.Case == nil {
			for _, r := range l.Policies {
				r.Refuse(noLoan(), c.names)
			}
		}
		if caseID == uuid.Nil {
			continue
		}
		isFramework := c.isFramework(l, caseID)
		var own []*held
		for _, r := range l.Policies {
			if h := c.policyOf(r, caseID, own); h != nil {
				later = append(later, func() error { return c.followPolicy(ctx, r, h) })
				continue
			}
			h := &held{start: r.Text("startDate"), of: r}
			own = append(own, h)
			items = append(items, &item{input: c.policyInput(r, caseID, isFramework), refuse: c.refuseRecord(r), made: func(id uuid.UUID) {
				h.id, c.ids[r] = id, id
			}})
		}
	}
	if err := c.createAll(ctx, "policy", items); err != nil {
		return err
	}
	for _, follow := range later {
		if err := follow(); err != nil {
			return err
		}
	}
	return nil
}

// isFramework reports whether the loan has a risk profile.
func (c *chunk) isFramework(l *importing.Loan, caseID uuid.UUID) bool {
	for _, known := range c.found.Cases {
		if known.ID == caseID {
			return known.IsFrameworkCase()
		}
	}
	return l.Case.Text("program") == ""
}

// policyOf finds a policy by its key or its number in its case: one that is there, or that rows before are making. One without a
// number is found by what it covers.
func (c *chunk) policyOf(r *importing.Record, caseID uuid.UUID, own []*held) *held {
	id, number := r.Text("externalId"), importing.Same(r.Text("policyNumber"))
	for _, h := range own {
		same := id != "" && h.of.Text("externalId") == id || number != "" && importing.Same(h.of.Text("policyNumber")) == number
		if same {
			return h
		}
	}
	for _, p := range c.found.Policies {
		if p.CaseID != caseID {
			continue
		}
		same := number != "" && importing.Same(scalar.OrZero(p.PolicyNumber)) == number
		if id != "" && p.ExternalID != nil {
			same = *p.ExternalID == id
		}
		if number == "" && id == "" {
			same = p.PolicyNumber == nil && sameJSON(keysOfCoverage(p), r.Input["coverageTypes"])
		}
		if same {
			h := &held{id: p.ID, policy: p, start: textOf(dayOf(p.StartDate)), earlier: map[string]*model.PolicyVersion{}}
			for _, v := range c.found.Versions {
				if v.PolicyID == p.ID && v.StartDate != nil {
					h.earlier[textOf(dayOf(v.StartDate))] = v
				}
			}
			return h
		}
	}
	return nil
}

func textOf(v any) string {
	text, _ := v.(string)
	return text
}

func keysOfCoverage(p *model.Policy) (keys []string) {
	for _, t := range catalog.CoverageTypes.WithIDs(p.CoverageTypeIDs) {
		keys = append(keys, t.Key)
	}
	return keys
}

// policyInput is what rows say of a new policy. What a case with a risk profile demands and no row says has the usual value.
func (c *chunk) policyInput(r *importing.Record, caseID uuid.UUID, isFramework bool) map[string]any {
	input := c.termInput(r)
	input["caseId"] = caseID.String()
	if isFramework {
		if _, ok := input["coverageLayer"]; !ok {
			input["coverageLayer"] = string(model.CoverageLayerPrimary)
		}
		if _, ok := input["perils"]; !ok {
			input["perils"] = []any{}
		}
	}
	return input
}

// termInput is what rows say of a term.
func (c *chunk) termInput(r *importing.Record) map[string]any {
	input := normal(maps.Clone(r.Input))
	delete(input, "limitKind")
	carrier := map[string]any{}
	for member, value := range input {
		if part, ok := strings.CutPrefix(member, "carrier."); ok {
			carrier[part] = value
			delete(input, member)
		}
	}
	if len(carrier) > 0 {
		input["carrier"] = carrier
	}
	if limits, ok := input["limits"].([]any); ok {
		input["limits"] = normalLimits(limits)
	}
	setIDs(input, "insuranceContacts", c.contacts(r.Emails("insuranceContacts")), nil, true)
	return input
}

func normalLimits(limits []any) []any {
	all := make([]any, len(limits))
	for i, l := range limits {
		all[i] = normal(maps.Clone(l.(map[string]any)))
	}
	return all
}

// followPolicy corrects the present term of a policy, or starts its next one.
func (c *chunk) followPolicy(ctx context.Context, r *importing.Record, h *held) error {
	if h.id == uuid.Nil || r.Rows[0].IsRefused() { // the policy is refused itself
		if h.of != nil {
			r.Refuse(reasonsOf(h.of), c.names)
		}
		return nil
	}
	c.ids[r] = h.id
	start := r.Text("startDate")
	switch {
	case start == "" || start == h.start || h.start == "":
		if h.policy == nil {
			return nil
		}
		return c.changeIfOther(ctx, r, h.id, c.correction(r, h.policy))
	case start > h.start:
		input := c.termInput(r)
		for _, member := range []string{"externalId", "insuranceContacts"} {
			delete(input, member)
		}
		if limits, ok := input["limits"].([]any); ok && h.policy != nil {
			input["limits"] = ofCoverage(limits, keysOfCoverage(h.policy))
		}
		refused, err := c.change(ctx, c.ops.move["createPolicyTerm"], h.id, input)
		if refused != nil {
			r.Refuse(refused, c.names)
		}
		h.start, h.policy = start, nil
		return err
	case h.earlier[start] != nil:
		if end := h.earlier[start].EndDate; end != nil && !end.After(engine.RequestOf(ctx).Now) {
			return nil // a term that is over says nothing new
		}
		as := &model.Policy{ExternalID: h.policy.ExternalID, InsuranceContactIDs: h.policy.InsuranceContactIDs, Coverage: h.earlier[start].Coverage}
		if len(c.correction(r, as)) > 0 {
			r.Refuse(fault.One("/startDate", fault.CodeInvalidValue, "is of a term that a later one follows, from %s on: what it insures is not "+
				"changed any more, and the rows say something else", h.start), c.names)
		}
		return nil
	default:
		r.Refuse(fault.One("/startDate", fault.CodeInvalidValue, "is before the policy's present term, which begins on %s", h.start), c.names)
		return nil
	}
}

// reasonsOf are why the rows of a record are refused.
func reasonsOf(r *importing.Record) (vs violations) {
	for _, reason := range r.Rows[0].Reasons {
		vs = append(vs, fault.Violation{Code: reason.Code, Message: reason.Message})
	}
	return vs
}

// correction are the members in which a policy differs from what rows say.
func (c *chunk) correction(r *importing.Record, p *model.Policy) map[string]any {
	var perils []string
	for _, peril := range catalog.Perils.WithIDs(p.PerilIDs) {
		perils = append(perils, peril.Key)
	}
	now := map[string]any{
		"externalId": p.ExternalID, "policyNumber": p.PolicyNumber, "coverageTypes": keysOfCoverage(p), "perils": perils,
		"coverageLayer": p.CoverageLayer, "coverageFormType": p.CoverageFormType, "productType": p.ProductType, "displayName": p.DisplayName,
		"startDate": dayOf(p.StartDate), "endDate": dayOf(p.EndDate), "deductible": p.Deductible, "premium": p.Premium,
		"insuranceContacts": p.InsuranceContactIDs,
	}
	wanted := c.termInput(r)
	input := differing(r, wanted, now)
	if carrier, ok := wanted["carrier"].(map[string]any); ok {
		if whole, isOther := otherCarrier(carrier, p.Carrier); isOther {
			input["carrier"] = whole
		}
	}
	if limits, ok := wanted["limits"].([]any); ok && r.IsGiven("limits") {
		covered, isChanged := input["coverageTypes"].([]any)
		kept := slices.DeleteFunc(slices.Clone(p.Limits), func(l *model.Limit) bool {
			return isChanged && l.CoverageType != nil && !slices.Contains(covered, any(coverageOf(l)))
		})
		if whole, isOther := otherLimits(kept, ofCoverage(limits, keysOfCoverage(p))); isOther || len(kept) < len(p.Limits) {
			input["limits"] = whole
		}
	}
	return input
}

// otherCarrier is the carrier with the parts that rows say, and whether one differs.
func otherCarrier(wanted map[string]any, now *model.Carrier) (whole map[string]any, isOther bool) {
	had := map[string]any{}
	if now != nil {
		had["name"] = now.Name
		if now.NaicCode != nil {
			had["naicCode"] = *now.NaicCode
		}
		if now.AmBestRating != nil {
			had["amBestRating"] = *now.AmBestRating
		}
	}
	if name, ok := wanted["name"]; !ok || now != nil && strings.EqualFold(textOf(name), now.Name) {
		if whole = maps.Clone(had); now != nil && now.Ratings != nil {
			whole["ratings"] = asInput(now.Ratings)
		}
	} else {
		whole = map[string]any{} // another insurer has codes and ratings of its own
	}
	for part, value := range wanted {
		isOther = isOther || !sameJSON(had[part], value)
		whole[part] = value
	}
	return whole, isOther
}

// otherLimits are limits with those that rows say in the place of their like, and whether one differs. What people have added to a
// policy, such as sublimits, stays.
func otherLimits(now []*model.Limit, wanted []any) (whole []any, isOther bool) {
	for _, l := range now {
		whole = append(whole, asInput(l))
	}
	for _, w := range wanted {
		limit := w.(map[string]any)
		at := slices.IndexFunc(now, func(l *model.Limit) bool {
			return coverageOf(l) == textOf(limit["coverageType"]) && string(l.Kind) == limit["kind"] && l.Asset == nil &&
				len(l.Perils)+len(l.CoverageTypes) == 0
		})
		switch {
		case at < 0:
			whole, isOther = append(whole, limit), true
		case !sameJSON(now[at].Amount, limit["amount"]):
			whole[at].(map[string]any)["amount"], isOther = limit["amount"], true
		}
	}
	return whole, isOther
}

// asInput is a value of a record as an input takes it.
func asInput(of any) any {
	value, _ := scalar.DecodeJSON(scalar.EncodeJSON(of)) // it is JSON in the database, too
	return value
}

// coverageOf is the key of a limit's coverage type; "" if it has none.
func coverageOf(l *model.Limit) string {
	for _, t := range catalog.CoverageTypes.WithIDs([]uuid.UUID{scalar.OrZero(l.CoverageType)}) {
		return t.Key
	}
	return ""
}

// ofCoverage gives limits whose rows name no coverage that of the policy: one for each of its types.
func ofCoverage(limits []any, types []string) (all []any) {
	for _, l := range limits {
		limit := l.(map[string]any)
		if limit["coverageType"] != nil || len(types) == 0 {
			all = append(all, limit)
			continue
		}
		for _, t := range types {
			each := maps.Clone(limit)
			each["coverageType"] = t
			all = append(all, each)
		}
	}
	return all
}
