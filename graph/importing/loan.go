package importing

import (
	"context"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/model/importing"
	"github.com/covertrack/covertrack/model/scalar"
)

// caseOf finds a loan by its key, else by its number. The violations say that key and number are not those of one loan.
func (c *chunk) caseOf(r *importing.Record) (*model.Case, violations) {
	id, number := r.Text("externalId"), r.Text("loanNumber")
	var byKey *model.Case
	var byNumber, keyless []*model.Case
	for _, other := range c.found.Cases {
		if id != "" && scalar.OrZero(other.ExternalID) == id {
			byKey = other
		}
		if number != "" && scalar.OrZero(other.LoanNumber) == number {
			if byNumber = append(byNumber, other); id == "" || other.ExternalID == nil {
				keyless = append(keyless, other)
			}
		}
	}
	switch {
	case byKey != nil && len(byNumber) > 0 && !slices.Contains(byNumber, byKey):
		return nil, fault.One("/loanNumber", fault.CodeDuplicate, "is the number of another loan than that with this key (`externalId`)")
	case byKey != nil:
		return byKey, nil
	case len(keyless) > 1:
		return nil, fault.One("/loanNumber", fault.CodeDuplicate, "is the number of several loans; give their own keys (`externalId`)")
	case len(keyless) == 1:
		return keyless[0], nil
	case len(byNumber) > 0:
		return nil, fault.One("/externalId", fault.CodeDuplicate, "is not the key of the loan with this number, which is %s",
			scalar.OrZero(byNumber[0].ExternalID))
	}
	return nil, nil
}

// loanCases makes and changes cases.
func (c *chunk) loanCases(ctx context.Context) error {
	var items []*item
	for _, l := range c.loans {
		r := l.Case
		if r == nil || c.isRefused(l.Insureds) {
			continue
		}
		known, unclear := c.caseOf(r)
		switch {
		case unclear != nil:
			r.Refuse(unclear, c.names)
		case known != nil:
			c.ids[r] = known.ID
			if err := c.updateCase(ctx, l, known); err != nil {
				return err
			}
		default:
			input := c.caseInput(l, nil)
			if _, ok := input["status"]; !ok {
				input["status"] = string(model.CaseStatusOpen)
			}
			items = append(items, &item{input: input, refuse: c.refuseRecord(r), made: func(id uuid.UUID) { c.ids[r] = id }})
		}
	}
	return c.createAll(ctx, "case", items)
}

func (c *chunk) isRefused(records []*importing.Record) bool {
	return slices.ContainsFunc(records, func(r *importing.Record) bool { return c.idOf(r) == uuid.Nil })
}

// caseInput is what rows say of a loan: references by their ids. A loan keeps the insureds and contacts that it has.
func (c *chunk) caseInput(l *importing.Loan, known *model.Case) map[string]any {
	r, had := l.Case, scalar.OrZero(known)
	input := maps.Clone(r.Input)
	delete(input, "loanAmount.currency")
	if name := r.Text("riskProfile"); name != "" {
		input["riskProfile"] = c.profileOf(name)
	}
	if name := r.Text("program"); name != "" {
		input["program"] = c.programOf(name)
	}
	contacts := c.contacts(r.Emails("insuranceContacts"))
	for _, b := range l.Brokers {
		contacts = append(contacts, c.contacts(b.Emails("email"))...)
	}
	setIDs(input, "insuranceContacts", contacts, had.InsuranceContactIDs, len(r.Emails("insuranceContacts")) > 0)
	setIDs(input, "insuranceContactsCC", c.contacts(r.Emails("insuranceContactsCC")), had.InsuranceContactCCIDs, true)
	var insureds []string
	for _, i := range l.Insureds {
		insureds = append(insureds, c.idOf(i).String())
	}
	setIDs(input, "insureds", insureds, had.InsuredIDs, false)
	return input
}

// setIDs sets a list of ids, if rows name any: beside those that there are, or in their place.
func setIDs(input map[string]any, member string, wanted []string, had []uuid.UUID, inPlace bool) {
	delete(input, member)
	if len(wanted) == 0 {
		return
	}
	var all []any
	if !inPlace {
		for _, id := range had {
			all = append(all, id.String())
		}
	}
	for _, id := range wanted {
		if !slices.Contains(all, any(id)) {
			all = append(all, id)
		}
	}
	input[member] = all
}

// profileOf is the id of a published risk profile by its name; a name that none has stays, and is refused.
func (c *chunk) profileOf(name string) string {
	for _, p := range c.found.Profiles {
		if strings.EqualFold(p.Name, name) || strings.EqualFold(p.ID.String(), name) {
			return p.ID.String()
		}
	}
	return name
}

func (c *chunk) programOf(name string) string {
	for _, p := range c.found.Programs {
		if strings.EqualFold(p.Name, name) || strings.EqualFold(p.ID.String(), name) {
			return p.ID.String()
		}
	}
	return name
}

func (c *chunk) updateCase(ctx context.Context, l *importing.Loan, known *model.Case) error {
	now := map[string]any{
		"externalId": known.ExternalID, "loanNumber": known.LoanNumber, "displayName": known.DisplayName, "status": known.State().Underlying(),
		"managementType": known.ManagementType, "loanAmount": known.LoanAmount, "outstandingBalance": known.OutstandingBalance,
		"maturityDate": dayOf(known.MaturityDate), "federallyRelated": known.FederallyRelated, "riskProfile": known.RiskProfileID,
		"program":           known.ProgramID,
		"insuranceContacts": known.InsuranceContactIDs, "insuranceContactsCC": known.InsuranceContactCCIDs, "insureds": known.InsuredIDs,
	}
	return c.changeIfOther(ctx, l.Case, known.ID, differing(l.Case, normal(c.caseInput(l, known)), now))
}

// dayOf is a day as cells say it; nil for none.
func dayOf(t *time.Time) any {
	if t == nil {
		return nil
	}
	return t.Format(time.DateOnly)
}

// normal has amounts with the digits of their currencies, as records have them.
func normal(input map[string]any) map[string]any {
	for member, value := range input {
		input[member] = normalMoney(value)
	}
	return input
}

func normalMoney(value any) any {
	m, ok := value.(map[string]any)
	if !ok {
		return value
	}
	amount, isText := m["amount"].(string)
	currency, hasCurrency := m["currency"].(string)
	if !isText || !hasCurrency {
		return value
	}
	money, vs := scalar.ParseMoney("", &scalar.MoneyInput{Amount: amount, Currency: currency})
	if vs != nil {
		return value // it is refused by the operation
	}
	return map[string]any{"amount": money.Amount, "currency": money.Currency}
}

// assets makes and changes the assets of loans that are there.
func (c *chunk) assets(ctx context.Context) error {
	var items []*item
	for _, l := range c.loans {
		caseID := c.idOf(orNone(l.Case))
		for _, r := range l.Assets {
			switch known := c.assetOf(r, caseID); {
			case l.Case == nil:
				r.Refuse(noLoan(), c.names)
			case caseID == uuid.Nil:
			case known != nil:
				c.ids[r] = known.ID
				if err := c.updateAsset(ctx, r, known); err != nil {
					return err
				}
			default:
				input := map[string]any{"caseId": caseID.String(), "assetType": r.Input["assetType"], "fields": fieldsOf(r, nil)}
				if id := r.Text("externalId"); id != "" {
					input["externalId"] = id
				}
				if input["assetType"] == nil {
					r.Refuse(fault.One("/assetType", fault.CodeRequired, "is required for a new asset"), c.names)
					continue
				}
				items = append(items, &item{input: input, refuse: c.refuseRecord(r), made: func(id uuid.UUID) { c.ids[r] = id }})
			}
		}
	}
	return c.createAll(ctx, "asset", items)
}

func orNone(r *importing.Record) *importing.Record {
	if r == nil {
		return &importing.Record{}
	}
	return r
}

// noLoan refuses what belongs to a loan that the row does not name.
func noLoan() violations {
	return fault.One("", fault.CodeRequired, "needs a loan: its number (`case.loanNumber`) or its key (`case.externalId`)")
}

// assetOf finds an asset of a case by its key, else by its address or what only it has.
func (c *chunk) assetOf(r *importing.Record, caseID uuid.UUID) *model.Asset {
	for _, a := range c.found.Assets {
		if a.CaseID != caseID {
			continue
		}
		if id := r.Text("externalId"); id != "" && scalar.OrZero(a.ExternalID) == id {
			return a
		}
		if (r.Text("externalId") == "" || a.ExternalID == nil) && importing.AssetKey(textsOf(a)) == assetKey(r) {
			return a
		}
	}
	return nil
}

func assetKey(r *importing.Record) string {
	by := map[string]string{}
	for member := range r.Input {
		by[member] = r.Text(member)
	}
	return importing.AssetKey(by)
}

// textsOf are the values of an asset as cells would have them, by members.
func textsOf(a *model.Asset) map[string]string {
	by := map[string]string{}
	for key, value := range valuesOfAsset(a) {
		switch v := value.(type) {
		case string:
			by[key] = v
		case map[string]any:
			for part, text := range v {
				by[key+"."+part], _ = text.(string)
			}
		}
	}
	return by
}

// fieldsOf are the fields that rows say, an address with the parts that it has already.
func fieldsOf(r *importing.Record, now map[string]any) []any {
	address, _ := now["address"].(map[string]any)
	address = maps.Clone(address)
	var fields []any
	isOther := false
	for _, member := range slices.Sorted(maps.Keys(r.Input)) {
		value := normalMoney(r.Input[member])
		switch {
		case member == "assetType" || member == "externalId":
		case strings.HasPrefix(member, "address."):
			if address == nil {
				address = map[string]any{}
			}
			part := strings.TrimPrefix(member, "address.")
			isOther = isOther || !sameJSON(address[part], value)
			address[part] = value
		case now == nil || !sameJSON(now[member], value):
			r.Of["fields."+itoa(len(fields))] = r.Of[member]
			fields = append(fields, map[string]any{"fieldType": member, "value": value})
		}
	}
	if isOther {
		r.Of["fields."+itoa(len(fields))] = r.Of["address.street1"]
		for part := range address {
			if o, ok := r.Of["address."+part]; ok {
				r.Of["fields."+itoa(len(fields))+".value."+part] = o
			}
		}
		fields = append(fields, map[string]any{"fieldType": "address", "value": address})
	}
	return fields
}

func (c *chunk) updateAsset(ctx context.Context, r *importing.Record, a *model.Asset) error {
	input := map[string]any{}
	if fields := fieldsOf(r, valuesOfAsset(a)); len(fields) > 0 {
		input["fields"] = fields
	}
	if id := r.Text("externalId"); id != "" && scalar.OrZero(a.ExternalID) != id {
		input["externalId"] = id
	}
	return c.changeIfOther(ctx, r, a.ID, input)
}
