package compliance_test

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/catalog"
	"github.com/covertrack/covertrack/model/scalar"
)

// example is a file of testdata/compliance: a case, a day, and what is expected of it. Records are named by any text; of
// two, the one that is named first has the lower id. Amounts are texts such as "500000.00 USD".
type example struct {
	Name          string                `json:"name"`
	Day           string                `json:"day"`
	LoanAmount    string                `json:"loanAmount"`
	Assets        []exampleAsset        `json:"assets"`
	Holders       []exampleHolder       `json:"holders"` // of the profile
	AssetTypes    []string              `json:"assetTypes"`
	Requirements  []exampleRequirement  `json:"requirements"`
	Policies      []examplePolicy       `json:"policies"`
	Cancellations []exampleCancellation `json:"cancellations"`
	Waivers       []exampleWaiver       `json:"waivers"`
	Insureds      []string              `json:"insureds"` // of the case
	Documents     []exampleDocument     `json:"documents"`
	CaseSays      json.RawMessage       `json:"caseSays"`    // further members of the case, see names.resolve
	ProfileSays   json.RawMessage       `json:"profileSays"` // of the profile
	Expected      expectedCompliance    `json:"expected"`
}

type exampleAsset struct {
	Name  string `json:"name"`
	Type  string `json:"type"`
	Value string `json:"value"` // what it would cost to replace
	State string `json:"state"` // of its address
	// Fields are further ones by their keys.
	Fields map[string]json.RawMessage `json:"fields"`
}

type exampleDocument struct {
	Category string `json:"category"`
	Policy   string `json:"policy"`
	Term     int    `json:"term"` // absent: 1
}

type exampleHolder struct {
	Name  string             `json:"name"`
	Types []model.ClauseType `json:"types"`
}

type exampleRequirement struct {
	CoverageType             string                   `json:"coverageType"`
	AssetTypes               []string                 `json:"assetTypes"`
	Perils                   []string                 `json:"perils"`
	MinimumLimit             string                   `json:"minimumLimit"`
	LimitBasis               *model.LimitBasis        `json:"limitBasis"`
	LimitPercent             *string                  `json:"limitPercent"`
	MaximumDeductible        string                   `json:"maximumDeductible"`
	MaximumDeductiblePercent *string                  `json:"maximumDeductiblePercent"`
	MinimumRating            *string                  `json:"minimumRating"`
	FormTypes                []model.CoverageFormType `json:"formTypes"`
	ClauseType               *model.ClauseType        `json:"clauseType"`
	CertificateHolder        string                   `json:"certificateHolder"`
	Asks                     json.RawMessage          `json:"asks,omitempty"` // further members, see names.resolve
}

type examplePolicy struct {
	Name        string        `json:"name"`
	Deactivated string        `json:"deactivated"`
	Held        bool          `json:"held"`
	Terms       []exampleTerm `json:"terms"`
}

type exampleTerm struct {
	Term          int                     `json:"term"` // the same twice: a correction; absent: 1
	Start         string                  `json:"start"`
	End           string                  `json:"end"`
	Layer         model.CoverageLayer     `json:"layer"` // absent: primary
	CoverageTypes []string                `json:"coverageTypes"`
	Perils        []string                `json:"perils"`
	Assets        map[string][]string     `json:"assets"` // the perils evidenced at each; null: `perils`
	Limit         string                  `json:"limit"`  // without coverage type, of each occurrence
	Limits        []exampleLimit          `json:"limits"`
	Deductible    string                  `json:"deductible"`
	Rating        string                  `json:"rating"`
	Form          *model.CoverageFormType `json:"form"`
	Clauses       []exampleClause         `json:"clauses"`
	Insureds      []string                `json:"insureds"`       // null: nobody has said; empty: none
	Says          json.RawMessage         `json:"says,omitempty"` // further members, see names.resolve
}

type exampleLimit struct {
	CoverageType string          `json:"coverageType"`
	Kind         model.LimitKind `json:"kind"`
	Amount       string          `json:"amount"`
}

type exampleClause struct {
	Type   model.ClauseType `json:"type"`
	Holder string           `json:"holder"`
}

type exampleCancellation struct {
	Policy     string `json:"policy"`
	Term       int    `json:"term"` // absent: 1
	On         string `json:"on"`
	Reinstated string `json:"reinstated"`
}

type exampleWaiver struct {
	CoverageType string              `json:"coverageType"`
	Asset        string              `json:"asset"`
	Codes        []model.FindingCode `json:"codes"`
	Details      []string            `json:"details"` // keys of items, and of perils after "@peril/"
	Expires      string              `json:"expires"`
	State        model.WaiverState   `json:"state"` // absent: approved
}

type expectedCompliance struct {
	Verdict      model.Verdict    `json:"verdict"`
	NextChangeOn string           `json:"nextChangeOn"`
	Targets      []expectedTarget `json:"targets"` // of all demands, in their order
}

type expectedTarget struct {
	Of        string            `json:"of"` // the coverage type, and the asset after "at": "flood at office"
	Verdict   model.Verdict     `json:"verdict"`
	Required  string            `json:"required,omitempty"`
	Found     string            `json:"found,omitempty"`
	Shortfall string            `json:"shortfall,omitempty"`
	Findings  []expectedFinding `json:"findings,omitempty"`
	Blankets  []string          `json:"blankets,omitempty"` // "policy: part of limit; required; shared with"
}

type expectedFinding struct {
	Code     model.FindingCode    `json:"code"`
	Outcome  model.FindingOutcome `json:"outcome"`
	Policy   string               `json:"policy,omitempty"`
	Peril    string               `json:"peril,omitempty"`
	Item     string               `json:"item,omitempty"`
	Required string               `json:"required,omitempty"`
	Found    string               `json:"found,omitempty"`
	Message  string               `json:"message"`
	// Uncounted is of one that tells why an umbrella does not count.
	Uncounted bool `json:"uncounted,omitempty"`
}

// TestComplianceExamples holds each worked example against On. COVERTRACK_UPDATE=1 writes what On returns into the files:
// read the difference.
func TestComplianceExamples(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("testdata/*.json")
	require.NoError(t, err)
	seen := map[string]bool{}
	for _, file := range files {
		e := readExample(t, file)
		require.False(t, seen[e.Name], "%s: another example has this name", file)
		seen[e.Name] = true
		require.True(t, strings.HasSuffix(e.Name, "."), "%s: the name is a sentence", file)
		t.Run(strings.TrimSuffix(filepath.Base(file), ".json"), func(t *testing.T) {
			t.Parallel()
			names := newNames()
			got := names.expected(e.facts(t, names).On(date(t, e.Day)))
			if os.Getenv("COVERTRACK_UPDATE") != "" {
				e.Expected = got
				writeExample(t, file, e)
				return
			}
			require.Equal(t, indented(t, e.Expected), indented(t, got), e.Name)
		})
	}
	require.GreaterOrEqual(t, len(seen), 40)
}

func readExample(t *testing.T, file string) (e example) {
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	require.NoError(t, d.Decode(&e), file)
	return e
}

// writeExample replaces what is expected and keeps the rest of the file as it is written.
func writeExample(t *testing.T, file string, e example) {
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	at := bytes.Index(text, []byte("\n  \"expected\""))
	if at < 0 {
		at = bytes.LastIndexByte(text, '}') - 1
		text = append(bytes.TrimRight(text[:at+1], "\n"), ',')
		at = len(text)
	}
	expected := strings.ReplaceAll(indented(t, e.Expected), "\n", "\n  ")
	require.NoError(t, os.WriteFile(file, []byte(string(text[:at])+"\n  \"expected\": "+expected+"\n}\n"), 0o600))
}

func indented(t *testing.T, v any) string {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	require.NoError(t, e.Encode(v))
	return strings.TrimSpace(b.String())
}

// names gives records ids in the order in which they are named.
type names struct {
	ids   map[string]uuid.UUID
	texts map[uuid.UUID]string
}

func newNames() *names { return &names{ids: map[string]uuid.UUID{}, texts: map[uuid.UUID]string{}} }

func (n *names) id(name string) uuid.UUID {
	if _, ok := n.ids[name]; !ok {
		id := uuid.MustParse(fmt.Sprintf("01890000-0000-7000-8000-%012d", len(n.ids)+1))
		n.ids[name], n.texts[id] = id, name
	}
	return n.ids[name]
}

// resolve reads JSON into a record: a text "@peril/fire" is the id of an entry of the catalog, "@Bldg A" of a record, and
// "1.00 USD" an amount.
func (n *names) resolve(t require.TestingT, text json.RawMessage, into any) {
	if text == nil {
		return
	}
	var v any
	require.NoError(t, json.Unmarshal(text, &v))
	resolved, err := json.Marshal(n.resolved(v))
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(resolved, into), string(resolved))
}

func (n *names) resolved(v any) any {
	switch v := v.(type) {
	case map[string]any:
		for key := range v {
			v[key] = n.resolved(v[key])
		}
	case []any:
		for i := range v {
			v[i] = n.resolved(v[i])
		}
	case string:
		name, isName := strings.CutPrefix(v, "@")
		kind, key, isEntry := strings.Cut(name, "/")
		switch {
		case isName && isEntry:
			return catalog.ID(kind, key).String()
		case isName:
			return n.id(name).String()
		case moneyForm.MatchString(v):
			return moneyOrNil(v)
		}
	}
	return v
}

var moneyForm = regexp.MustCompile(`^[0-9.]+ [A-Z]{3}$`)

func (n *names) expected(c *model.Compliance) expectedCompliance {
	e := expectedCompliance{Verdict: c.Verdict}
	if c.NextChangeOn != nil {
		e.NextChangeOn = c.NextChangeOn.Format(time.DateOnly)
	}
	for _, d := range c.Demands {
		coverage, _ := catalog.CoverageTypes.ByID(d.CoverageTypeID)
		if d.RequiredLimit != nil || len(d.Findings) > 0 {
			own := expectedTarget{
				Of: coverage.Key + " itself", Verdict: d.Verdict, Required: amountText(d.RequiredLimit), Found: amountText(d.FoundLimit),
				Shortfall: amountText(d.Shortfall),
			}
			for _, f := range d.Findings {
				own.Findings = append(own.Findings, n.finding(f))
			}
			e.Targets = append(e.Targets, own)
		}
		for _, t := range d.Targets {
			at := expectedTarget{
				Of: coverage.Key, Verdict: t.Verdict, Required: amountText(t.RequiredLimit), Found: amountText(t.FoundLimit),
				Shortfall: amountText(t.Shortfall),
			}
			if t.AssetID != nil {
				at.Of += " at " + n.texts[*t.AssetID]
			}
			for _, f := range t.Findings {
				at.Findings = append(at.Findings, n.finding(f))
			}
			for _, b := range t.Blankets {
				at.Blankets = append(at.Blankets, n.blanket(b))
			}
			e.Targets = append(e.Targets, at)
		}
	}
	return e
}

func (n *names) blanket(b *model.Blanket) string {
	var others []string
	for _, id := range b.SharedWith {
		others = append(others, n.texts[id])
	}
	return fmt.Sprintf("%s: %s of %s; %s; %s", n.texts[b.PolicyID], b.Allocated, b.Limit, cmp.Or(amountText(b.Required), "not known"),
		strings.Join(others, ", "))
}

func (n *names) finding(f *model.Finding) expectedFinding {
	e := expectedFinding{Code: f.Code, Outcome: f.Outcome, Message: f.Message, Uncounted: !f.Counted}
	if f.PolicyID != nil {
		e.Policy = n.texts[*f.PolicyID]
	}
	if f.PerilID != nil {
		peril, _ := catalog.Perils.ByID(*f.PerilID)
		e.Peril = peril.Key
	}
	if f.Item != nil {
		e.Item = *f.Item
	}
	if f.Required != nil {
		e.Required = *f.Required
	}
	if f.Found != nil {
		e.Found = *f.Found
	}
	return e
}

func amountText(m *scalar.Money) string {
	if m == nil {
		return ""
	}
	return m.String()
}

func date(t require.TestingT, text string) time.Time {
	day, err := time.Parse(time.DateOnly, text)
	require.NoError(t, err)
	return day
}

func dateOrNil(t require.TestingT, text string) *time.Time {
	if text == "" {
		return nil
	}
	return new(date(t, text))
}

func moneyOrNil(text string) *scalar.Money {
	amount, currency, found := strings.Cut(text, " ")
	if !found {
		return nil
	}
	return &scalar.Money{Amount: amount, Currency: currency}
}
