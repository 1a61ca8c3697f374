package model_test

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"github.com/uptrace/bun"
	"pgregory.net/rapid"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/scalar"
)

type stamped struct {
	ID        uuid.UUID `bun:"id,pk"`
	CreatedAt time.Time
	UpdatedAt time.Time
}

type record struct {
	bun.BaseModel `bun:"table:records"`
	stamped
	PortfolioID           uuid.UUID
	DisplayName           string
	CaseID                uuid.UUID
	InsuranceContactCCIDs []uuid.UUID
	Renamed               string `json:"otherName,omitempty"`
	URL                   string
	Status                model.CaseStatus
	OnHoldAt              *time.Time
	Deductible            *scalar.Money
	Limits                []*model.Limit
	Steps                 map[string]int
	Flags                 []string
	Extra                 scalar.JSON
	Metadata              scalar.Metadata
	Closure               *model.CaseClosure
	Related               *record `bun:"-"`
	unexported            int
}

func sample() *record {
	at := time.Date(2026, 1, 31, 9, 30, 0, 0, time.UTC)
	return &record{
		stamped: stamped{ID: uuid.NewSHA1(uuid.Nil, []byte("id")), CreatedAt: at, UpdatedAt: at}, DisplayName: "A",
		Status: model.CaseStatusOpen, OnHoldAt: &at, Deductible: &scalar.Money{Amount: "1.00", Currency: "USD"},
		Limits:   []*model.Limit{{Kind: model.LimitKindTotal, Amount: &scalar.Money{Amount: "5.00", Currency: "USD"}}},
		Metadata: scalar.Metadata(`{"a":1,"b":[true,null]}`),
	}
}

func TestChanges(t *testing.T) {
	t.Parallel()
	id := uuid.NewSHA1(uuid.Nil, []byte("other"))
	for name, test := range map[string]struct {
		change func(*record)
		want   string
	}{
		"nothing":            {func(*record) {}, `{}`},
		"a string":           {func(r *record) { r.DisplayName = "B" }, `{"displayName":{"from":"A","to":"B"}}`},
		"to an empty string": {func(r *record) { r.DisplayName = "" }, `{"displayName":{"from":"A","to":""}}`},
		"an id":              {func(r *record) { r.CaseID = id }, `{"caseId":{"from":"` + uuid.Nil.String() + `","to":"` + id.String() + `"}}`},
		"ids": {func(r *record) { r.InsuranceContactCCIDs = []uuid.UUID{id} }, `{"insuranceContactCCIds":{"from":null,"to":["` +
			id.String() + `"]}}`},
		"by json tag": {func(r *record) { r.Renamed = "x" }, `{"otherName":{"from":"","to":"x"}}`},
		"an enum":     {func(r *record) { r.Status = model.CaseStatusOnHold }, `{"status":{"from":"OPEN","to":"onHold"}}`},
		"a time": {func(r *record) { r.OnHoldAt = new(r.OnHoldAt.Add(time.Second)) },
			`{"onHoldAt":{"from":"2026-01-31T09:30:00.000Z","to":"2026-01-31T09:30:01.000Z"}}`},
		"a time cleared": {func(r *record) { r.OnHoldAt = nil }, `{"onHoldAt":{"from":"2026-01-31T09:30:00.000Z","to":null}}`},
		"a time inside": {
			func(r *record) { r.Closure = &model.CaseClosure{ClosedAt: *r.OnHoldAt} },
			`{"closure":{"from":null,"to":{"reason":"","on":"0001-01-01T00:00:00.000Z","closedAt":"2026-01-31T09:30:00.000Z","statusBefore":""}}}`,
		},
		"the same instant": {func(r *record) { r.OnHoldAt = new(r.OnHoldAt.In(time.FixedZone("EST", -5*3600))) }, `{}`},
		"money": {func(r *record) { r.Deductible = &scalar.Money{Amount: "2.00", Currency: "USD"} },
			`{"deductible":{"from":{"amount":"1.00","currency":"USD"},"to":{"amount":"2.00","currency":"USD"}}}`},
		"the same money":  {func(r *record) { r.Deductible = new(*r.Deductible) }, `{}`},
		"the same limits": {func(r *record) { r.Limits = sample().Limits }, `{}`},
		"no limits": {func(r *record) { r.Limits = nil },
			`{"limits":{"from":[{"kind":"total","amount":{"amount":"5.00","currency":"USD"}}],"to":null}}`},
		"an empty list":     {func(r *record) { r.Flags = []string{} }, `{}`},
		"an empty map":      {func(r *record) { r.Steps = map[string]int{} }, `{}`},
		"a map":             {func(r *record) { r.Steps = map[string]int{"final": -15} }, `{"steps":{"from":null,"to":{"final":-15}}}`},
		"a list":            {func(r *record) { r.Flags = []string{"x"} }, `{"flags":{"from":null,"to":["x"]}}`},
		"metadata as jsonb": {func(r *record) { r.Metadata = scalar.Metadata(`{"b": [true, null], "a": 1.0}`) }, `{}`},
		"metadata": {func(r *record) { r.Metadata = scalar.Metadata(`{"a":2}`) },
			`{"metadata":{"from":{"a":1,"b":[true,null]},"to":{"a":2}}}`},
		"metadata emptied": {func(r *record) { r.Metadata = scalar.Metadata(`{}`) },
			`{"metadata":{"from":{"a":1,"b":[true,null]},"to":null}}`},
		"null for nothing":    {func(r *record) { r.Extra = scalar.JSON(`null`) }, `{}`},
		"any JSON":            {func(r *record) { r.Extra = scalar.JSON(`"x"`) }, `{"extra":{"from":null,"to":"x"}}`},
		"what is not audited": {func(r *record) { r.UpdatedAt, r.PortfolioID, r.Related, r.unexported = time.Time{}, id, sample(), 1 }, `{}`},
		"two members": {func(r *record) { r.DisplayName, r.URL = "B", "/x" },
			`{"displayName":{"from":"A","to":"B"},"url":{"from":"","to":"/x"}}`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			after := sample()
			test.change(after)
			event := model.AuditOrigin{}.Event(id, "record.updated", "record", nil, model.Changes(sample(), after))
			require.JSONEq(t, test.want, string(event.Changes))
		})
	}
}

func TestChangesOfCreation(t *testing.T) {
	t.Parallel()
	created := model.Changes((*record)(nil), sample())
	require.Equal(t, model.Change{To: "A"}, created["displayName"])
	require.Contains(t, created, "id")
	require.NotContains(t, created, "flags")
	removed := model.Changes(*sample(), nil)
	require.Equal(t, model.Change{From: "A"}, removed["displayName"])
	require.Len(t, removed, len(created))
}

func TestChangesOfNumbers(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		a, b string
		same bool
	}{
		"written otherwise":    {`1e2`, `100.0`, true},
		"beyond a double":      {`9007199254740992`, `9007199254740993`, false},
		"absurd, as text":      {`1e-999999999`, `1e-999999999`, true},
		"absurd, and not":      {`1e-999999999`, `1`, false},
		"a number or a string": {`1`, `"1"`, false},
		"a list or an object":  {`[]`, `{}`, false},
		"longer":               {`[1]`, `[1,2]`, false},
		"another member":       {`{"a":1}`, `{"b":1}`, false},
		"not JSON":             {`{`, `{"a":1}`, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			changes := model.Changes(&record{Extra: scalar.JSON(`[` + test.a + `]`)}, &record{Extra: scalar.JSON(`[ ` + test.b + `]`)})
			require.Equal(t, test.same, len(changes) == 0)
		})
	}
}

func TestChangesOfAnyJSON(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		value := rapid.MapOf(rapid.String(), rapid.OneOf(rapid.Int().AsAny(), rapid.String().AsAny(), rapid.SliceOf(rapid.Bool()).AsAny())).
			Draw(t, "value")
		plain, err := json.Marshal(value)
		require.NoError(t, err)
		spaced, err := json.MarshalIndent(value, " ", "\t")
		require.NoError(t, err)
		require.Empty(t, model.Changes(&record{Metadata: plain}, &record{Metadata: spaced}))
	})
}
