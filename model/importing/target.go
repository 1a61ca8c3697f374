package importing

import (
	"slices"
	"strings"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/catalog"
	"github.com/covertrack/covertrack/model/columns"
)

// Noun is a kind of record that rows become.
type Noun string

// The nouns, in the order in which they are made.
const (
	NounBroker  Noun = "broker"
	NounInsured Noun = "insured"
	NounCase    Noun = "case"
	NounAsset   Noun = "asset"
	NounPolicy  Noun = "policy"
)

// NounPlacement is of exports alone.
const NounPlacement Noun = "placement"

// Nouns are all of them.
var Nouns = []Noun{NounBroker, NounInsured, NounCase, NounAsset, NounPolicy}

// Kind is what the cells of a column have.
type Kind string

// The kinds.
const (
	KindText      Kind = "text"
	KindMoney     Kind = "money"
	KindCurrency  Kind = "currency"
	KindDate      Kind = "date"
	KindNumber    Kind = "number"
	KindInteger   Kind = "integer"
	KindBoolean   Kind = "boolean"
	KindEnum      Kind = "enum"
	KindState     Kind = "state"
	KindEmail     Kind = "email"
	KindReference Kind = "reference" // the name or the id of a record
	KindCatalog   Kind = "catalog"   // names or keys of entries, several with ; between
)

// Target is what a column can be: a member of a record.
type Target struct {
	Name    string // `case.loanNumber`
	Noun    Noun
	Member  string // of the input; that of an address or a carrier after a point
	Kind    Kind
	Values  []string // of an enum, or pairs of key and name of a catalog's entries
	IsField bool     // it is a field of the asset's type
	Words   []string // what columns are called, in lower case; the first is its name for people
	Example string   // in the row of the template

	known map[string]string // the values by all that names them, as it is compared
}

var byName = map[string]*Target{}

// Targets are all that a column can be, in the order of templates.
var Targets = func() []*Target {
	all := slices.Concat(caseTargets(), insuredTargets(), assetTargets(), policyTargets(), brokerTargets())
	for _, t := range all {
		noun, member, _ := strings.Cut(t.Name, ".")
		t.Noun, t.Member = Noun(noun), member
		byName[t.Name] = t
		t.learn()
	}
	return all
}()

// learn notes by what the values are named.
func (t *Target) learn() {
	t.known = map[string]string{}
	add := func(value string, names ...string) {
		for _, name := range names {
			if _, ok := t.known[same(name)]; !ok && same(name) != "" {
				t.known[same(name)] = value
			}
		}
	}
	for i, v := range t.Values {
		switch {
		case t.Kind != KindCatalog:
			add(v, v)
		case i%2 == 1:
			short, _, _ := strings.Cut(strings.ReplaceAll(v, "(", "/"), "/")
			add(t.Values[i-1], t.Values[i-1], v, short)
		}
	}
	if t.Name == "asset.assetType" {
		for _, a := range catalog.AssetTypes.Ordered {
			add(a.Key, a.Name)
		}
	}
}

// valueOf is the value that a text names.
func (t *Target) valueOf(text string) (string, bool) {
	if slices.Contains(t.Values, text) && t.Kind != KindCatalog {
		return text, true
	}
	v, ok := t.known[same(text)]
	return v, ok
}

// Find returns the target of a name; nil if there is none.
func Find(name string) *Target { return byName[name] }

func names[V ~string](values []V) []string {
	list := make([]string, len(values))
	for i, v := range values {
		list[i] = string(v)
	}
	return list
}

func target(name string, kind Kind, example string, words ...string) *Target {
	return &Target{Name: name, Kind: kind, Example: example, Words: words}
}

func (t *Target) of(values []string) *Target {
	t.Values = values
	return t
}

func caseTargets() []*Target {
	return []*Target{
		target("case.loanNumber", KindText, "LN-1001", "loan number", "loan no", "loan", "loan id", "loan nbr", "ln no",
			"account number", "loan #"),
		target("case.externalId", KindText, "", "loan key", "loan external id", "external id", "case external id", "system id"),
		target("case.displayName", KindText, "", "loan name", "case name", "deal name", "loan description"),
		target("case.riskProfile", KindReference, "", "risk profile", "profile", "insurance requirements"),
		target("case.program", KindReference, "", "program", "programme"),
		target("case.status", KindEnum, "OPEN", "case status", "loan status").of(names(model.AllCaseStatus)),
		target("case.managementType", KindEnum, "", "management type").of(names(model.AllManagementType)),
		target("case.loanAmount", KindMoney, "1250000.00", "loan amount", "original balance", "original loan amount", "loan amt", "commitment",
			"note amount", "amount", "loan amount amount"),
		target("case.loanAmount.currency", KindCurrency, "USD", "currency", "ccy", "loan amount currency"),
		target("case.outstandingBalance", KindMoney, "1100000.00", "outstanding balance", "current balance", "principal balance", "upb",
			"unpaid principal balance", "balance", "outstanding balance amount"),
		target("case.maturityDate", KindDate, "2034-06-30", "maturity date", "maturity", "loan maturity", "mat date", "due date"),
		target("case.federallyRelated", KindBoolean, "", "federally related", "federally related mortgage loan", "respa", "respa loan",
			"federally related loan"),
		target("case.insuranceContacts", KindEmail, "", "insurance contacts", "insurance contact", "insurance contact email"),
		target("case.insuranceContactsCC", KindEmail, "", "insurance contacts cc", "insurance contact cc"),
	}
}

func insuredTargets() []*Target {
	return []*Target{
		target("insured.displayName", KindText, "", "insured", "insured name", "borrower", "borrower name", "named insured", "customer name",
			"customer", "obligor", "insured display name"),
		target("insured.corporateName", KindText, "Example Holdings LLC", "corporate name", "company", "company name", "entity name",
			"business name"),
		target("insured.firstName", KindText, "", "insured first name", "borrower first name", "first name"),
		target("insured.middleName", KindText, "", "insured middle name", "middle name"),
		target("insured.lastName", KindText, "", "insured last name", "borrower last name", "last name", "surname"),
		target("insured.type", KindEnum, "", "insured type", "borrower type").of(names(model.AllInsuredType)),
		target("insured.insuredGroup", KindReference, "", "insured group", "group", "relationship", "sponsor"),
		target("insured.externalId", KindText, "", "insured key", "insured external id", "borrower id", "customer id", "cif"),
	}
}

func assetTargets() []*Target {
	types := make([]string, 0, len(catalog.AssetTypes.Ordered))
	for _, t := range catalog.AssetTypes.Ordered {
		types = append(types, t.Key)
	}
	all := []*Target{
		target("asset.assetType", KindEnum, "commercialRealEstate", "asset type", "property type", "collateral type",
			"type of property").of(types),
		target("asset.externalId", KindText, "", "asset key", "asset external id", "property id", "collateral id", "asset id", "property number"),
		target("asset.address.street1", KindText, "12 Example St", "street", "address", "street address", "property address", "address 1",
			"address line 1", "street 1", "collateral address"),
		target("asset.address.street2", KindText, "", "street 2", "address 2", "address line 2", "suite", "unit"),
		target("asset.address.city", KindText, "Springfield", "city", "property city", "town"),
		target("asset.address.state", KindState, "IL", "state", "property state", "st", "province"),
		target("asset.address.postalCode", KindText, "62701", "postal code", "zip", "zip code", "property zip", "zipcode", "postcode"),
		target("asset.address.county", KindText, "", "county", "property county"),
		target("asset.address.country", KindText, "", "country", "property country"),
	}
	for _, c := range columns.Find("assets").Columns {
		key, isField := strings.CutPrefix(strings.TrimSuffix(c.Name, ".amount"), "fields.")
		if !isField || strings.Contains(key, ".") {
			continue
		}
		words := append([]string{plainWords(key), "property " + plainWords(key), "asset " + plainWords(key)}, fieldWords[key]...)
		t := target("asset."+key, KindText, "", words...)
		if kind, ok := fieldKinds[c.Kind]; ok {
			t.Kind = kind
		}
		if t.IsField = true; c.Of != "" {
			t.of(strings.Split(c.Of, "|"))
		}
		all = append(all, t)
	}
	return all
}

// fieldWords are what columns of fields are called besides.
var fieldWords = map[string][]string{
	"borrowerOccupied": {"owner occupied", "owner occ", "primary residence", "principal residence"},
}

// fieldKinds are the kinds of fields of assets that are not texts.
var fieldKinds = map[columns.Kind]Kind{
	columns.KindInteger: KindInteger, columns.KindNumber: KindNumber, columns.KindBoolean: KindBoolean, columns.KindDate: KindDate,
	columns.KindMoney: KindMoney, columns.KindEnum: KindEnum,
}

// plainWords are the words of a name in camel case.
func plainWords(key string) string {
	var b strings.Builder
	for _, r := range key {
		if r >= 'A' && r <= 'Z' {
			b.WriteByte(' ')
		}
		b.WriteRune(r)
	}
	return strings.ToLower(b.String())
}

func policyTargets() []*Target {
	var coverage, perils []string
	for _, t := range catalog.CoverageTypes.Ordered {
		coverage = append(coverage, t.Key, t.Name)
	}
	for _, p := range catalog.Perils.Ordered {
		perils = append(perils, p.Key, p.Name)
	}
	return []*Target{
		target("policy.policyNumber", KindText, "PN-778812", "policy number", "policy no", "policy", "policy #", "pol no", "policy id"),
		target("policy.externalId", KindText, "", "policy key", "policy external id"),
		target("policy.coverageTypes", KindCatalog, "building; businessIncome", "coverage types", "coverage type", "coverage", "coverages",
			"line of business", "lob", "insurance type").of(coverage),
		target("policy.perils", KindCatalog, "", "perils", "peril", "covered perils").of(perils),
		target("policy.coverageLayer", KindEnum, "primary", "coverage layer", "layer").of(names(model.AllCoverageLayer)),
		target("policy.coverageFormType", KindEnum, "", "coverage form type", "form", "coverage form").of(names(model.AllCoverageFormType)),
		target("policy.productType", KindText, "", "product type"),
		target("policy.displayName", KindText, "", "policy name"),
		target("policy.startDate", KindDate, "2026-01-01", "start date", "effective date", "effective", "policy start", "inception", "eff date",
			"policy effective date", "policy start date"),
		target("policy.endDate", KindDate, "2027-01-01", "end date", "expiration date", "expiration", "expiry", "policy end", "exp date",
			"expires", "policy expiration date", "policy end date", "expiry date"),
		target("policy.carrier.name", KindText, "Example Mutual", "carrier", "carrier name", "insurer", "insurance company", "insurance carrier"),
		target("policy.carrier.naicCode", KindText, "", "naic", "naic code", "carrier naic code"),
		target("policy.carrier.amBestRating", KindText, "", "am best rating", "am best", "rating", "carrier am best rating"),
		target("policy.limit", KindMoney, "1250000.00", "limit", "coverage limit", "coverage amount", "policy limit", "insured amount",
			"limit amount"),
		target("policy.limitKind", KindEnum, "", "limit kind").of(names(model.AllLimitKind)),
		target("policy.deductible", KindMoney, "10000.00", "deductible", "ded", "deductible amount", "aop deductible"),
		target("policy.premium", KindMoney, "", "premium", "annual premium", "premium amount"),
		target("policy.insuranceContacts", KindEmail, "", "policy contacts", "agent", "policy contact email"),
	}
}

func brokerTargets() []*Target {
	return []*Target{
		target("broker.email", KindEmail, "agent@example.com", "broker email", "agent email", "broker e-mail", "agent e-mail", "email", "e-mail",
			"agency email"),
		target("broker.firstName", KindText, "", "broker first name", "agent first name"),
		target("broker.lastName", KindText, "", "broker last name", "agent last name"),
		target("broker.displayName", KindText, "", "broker", "broker name", "agent name", "agency", "agency name"),
		target("broker.phone", KindText, "", "broker phone", "agent phone", "phone"),
	}
}

// Label is what the column of a template is called.
func (t *Target) Label() string {
	label := t.Words[0]
	return strings.ToUpper(label[:1]) + label[1:]
}

// Templates are the headings and an example row of each kind of file: `loans`, `insureds`, `assets`, `policies`, `all`.
func Templates() map[string][2][]string {
	of := map[string][]Noun{
		"loans": {NounCase, NounInsured, NounBroker}, "insureds": {NounInsured}, "assets": {NounAsset}, "policies": {NounPolicy, NounBroker},
		"all": {NounCase, NounInsured, NounAsset, NounPolicy, NounBroker},
	}
	all := map[string][2][]string{}
	for name, nouns := range of {
		var heading, example []string
		for _, t := range Targets {
			isKey := t.Name == "case.loanNumber" && name != "insureds"
			if isKey || slices.Contains(nouns, t.Noun) && !t.IsField {
				heading, example = append(heading, t.Label()), append(example, t.Example)
			}
		}
		all[name] = [2][]string{heading, example}
	}
	return all
}
