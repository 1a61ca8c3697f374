package letter_test

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/catalog"
	"github.com/covertrack/covertrack/model/letter"
	"github.com/covertrack/covertrack/model/scalar"
)

// knownFacts are records of which everything is known.
func knownFacts() letter.Facts {
	end := time.Date(2026, 12, 20, 0, 0, 0, 0, time.UTC)
	building, _ := catalog.CoverageTypes.ByRef("building")
	office, _ := catalog.AssetTypes.ByRef("commercialRealEstate")
	f := letter.Facts{
		Lender: &model.Lender{
			Name: "Harbor Example Bank", ContactName: new("Insurance Desk"), ContactEmail: new("insurance@example.com"),
			ContactPhone: new("555-0100"), ReplyTo: new("evidence@example.com"), Address: new("1 Harbor Street\r\n\r\nSpringfield"),
		},
		Case: &model.Case{ID: uuid.New(), DisplayName: "Mill Lofts", LoanNumber: new("LN-1")},
		Policy: &model.Policy{ID: uuid.New(), Coverage: model.Coverage{
			TermNumber: 1, DisplayName: "Building", EndDate: &end, PolicyNumber: new("EX-123"),
			Carrier: &model.Carrier{Name: "Example Mutual"}, Deductible: &scalar.Money{Amount: "25000.00", Currency: "USD"},
			Limits: []*model.Limit{
				{CoverageType: &building.ID, Kind: model.LimitKindPerOccurrence, Amount: &scalar.Money{Amount: "1000000.00", Currency: "USD"}},
				{Kind: model.LimitKindTotal, Amount: &scalar.Money{Amount: "2000000", Currency: "JPY"}},
			},
		}},
		Step: model.RenewalStepRequest, Now: end.AddDate(0, 0, -60).Add(9 * time.Hour),
	}
	for i := range 12 {
		f.Insureds = append(f.Insureds, &model.Insured{ID: uuid.New(), DisplayName: fmt.Sprintf("Insured %d", i)})
		f.Compliance.Assets = append(f.Compliance.Assets, &model.Asset{
			ID: uuid.Must(uuid.NewV7()), AssetTypeID: office.ID, DisplayName: fmt.Sprintf("%d Example Street, Springfield, IL 62701", i+1),
		})
	}
	holder := &model.CertificateHolder{ID: uuid.New(), Name: "Harbor ISAOA",
		Address: &scalar.Address{Street1: "1 Harbor Street", City: "Springfield", State: "IL", PostalCode: "62701"}}
	for i := range 3 {
		f.Clauses = append(f.Clauses, &model.MortgageeClause{
			ID: uuid.New(), CertificateHolderID: holder.ID, CertificateHolder: holder, ClauseType: model.AllClauseType[i],
			Wording: fmt.Sprintf("Wording %d\nsecond line", i),
		})
	}
	f.Compliance.Case = f.Case
	f.Policy.InsuredIDs = []uuid.UUID{f.Insureds[1].ID, f.Insureds[0].ID}
	f.Policy.MortgageeClauseIDs = []uuid.UUID{f.Clauses[1].ID}
	f.Policy.AssetPerils = []model.EvidencedPerils{{AssetID: f.Compliance.Assets[0].ID}, {AssetID: f.Compliance.Assets[3].ID}}
	return f
}

func TestEvidenceRequestFacts(t *testing.T) {
	t.Parallel()
	f := knownFacts()
	r := letter.NewRequest(f)
	require.Equal(t, &letter.Request{
		Lender: letter.Lender{
			Name: "Harbor Example Bank", ContactName: "Insurance Desk", ContactEmail: "insurance@example.com", ContactPhone: "555-0100",
			ReplyTo: "evidence@example.com", Address: "1 Harbor Street\nSpringfield",
		},
		Step: model.RenewalStepRequest, Place: "1 Example Street and 1 more, Insured 1", Reference: "policy EX-123, expires December 20, 2026",
		Borrowers:  []string{"Insured 1", "Insured 0"},
		Properties: []string{"1 Example Street, Springfield, IL 62701", "4 Example Street, Springfield, IL 62701"},
		CaseName:   "LN-1", LoanNumber: "LN-1", PolicyName: "Building", PolicyNumber: "EX-123", Carrier: "Example Mutual", EndsOn: "2026-12-20",
		Limits: []letter.Limit{
			{Coverage: "Building", Kind: "each occurrence", Amount: "$1,000,000"}, {Kind: "whole policy", Amount: "2,000,000 JPY"},
		},
		Deductible: "$25,000", Document: "an ACORD 25, 27 or 28 certificate or the declarations page",
		Clauses: []letter.Clause{{Type: "lender's loss payable clause", Holder: "Harbor ISAOA",
			Address: "1 Harbor Street, Springfield, IL 62701", Wording: "Wording 1\nsecond line"}},
		RespondBy: "2026-12-20",
	}, r)
}

// TestEvidenceRequestFallsBack is what is asked where the policy itself says nothing.
func TestEvidenceRequestFallsBack(t *testing.T) {
	t.Parallel()
	f := knownFacts()
	f.Policy.InsuredIDs, f.Policy.MortgageeClauseIDs, f.Policy.AssetPerils = nil, nil, nil
	for _, i := range f.Insureds {
		f.Case.InsuredIDs = append(f.Case.InsuredIDs, i.ID)
	}
	f.Case.MortgageeClauseIDs = []uuid.UUID{f.Clauses[2].ID, f.Clauses[0].ID}
	f.Lender.ReplyTo = nil
	r := letter.NewRequest(f)
	require.Len(t, r.Borrowers, 11)
	require.Equal(t, "and 2 more", r.Borrowers[10])
	require.Len(t, r.Properties, 10)
	require.Equal(t, 2, r.MoreProperties)
	require.Equal(t, "1 Example Street and 11 more, Insured 0", r.Place)
	require.Equal(t, []string{"Wording 2\nsecond line", "Wording 0\nsecond line"}, []string{r.Clauses[0].Wording, r.Clauses[1].Wording})
	require.Equal(t, "insurance@example.com", r.Lender.ReplyTo)
}

// TestEvidenceRequestDates is by when an answer is due, and how the subject speaks of the end, on each day.
func TestEvidenceRequestDates(t *testing.T) {
	t.Parallel()
	for after, want := range map[int][2]string{
		-60: {"2026-12-20", "expires"}, -1: {"2026-12-20", "expires"}, 0: {"2027-01-04", "expired"}, 14: {"2027-01-04", "expired"},
		15: {"2027-02-03", "expired"}, 44: {"2027-02-03", "expired"}, 45: {"", "expired"}, 400: {"", "expired"},
	} {
		f := knownFacts()
		f.Now = f.Policy.EndDate.AddDate(0, 0, after).Add(23 * time.Hour)
		r := letter.NewRequest(f)
		require.Equal(t, want[0], r.RespondBy, after)
		require.Equal(t, "policy EX-123, "+want[1]+" December 20, 2026", r.Reference, after)
		require.Equal(t, after >= 0, r.Ended, after)
	}
	f := knownFacts()
	f.Lender.Steps = model.RenewalSteps{"request": -10, "reminder": -9, "final": -8, "lapsed": 0, "warning": 1, "forcePlacementReview": 2}
	f.Now = *f.Policy.EndDate
	require.Equal(t, "2026-12-21", letter.NewRequest(f).RespondBy, "the lender's own steps")

	first := time.Date(2026, time.January, 1, 0, 0, 0, 0, time.UTC)
	may, june := first.AddDate(0, 4, 0), first.AddDate(0, 5, 0)
	f.Policy = &model.Policy{Status: model.PolicyStatusActive, Coverage: model.Coverage{TermNumber: 1, StartDate: &first, EndDate: &june}}
	in := model.CancelPolicyInput{EffectiveDate: may, Reason: model.CancellationReasonNonPayment}
	cancellation, err := model.NewCancellation(uuid.New(), f.Policy, in, model.CancellationReferences{}, may)
	require.NoError(t, err)
	require.NoError(t, f.Policy.Cancel(cancellation, model.CancellationReferences{}))
	f.Now = first.AddDate(0, 3, 0)
	r := letter.NewRequest(f)
	require.True(t, r.Cancelled)
	require.Equal(t, may.Format(time.DateOnly), r.EndsOn, "the follow-up of a cancelled term is tied to that")
	require.Contains(t, r.Reference, "cancelled as of May 1, 2026")
}

// TestEvidenceRequestOfNothing is a policy of which nothing is known.
func TestEvidenceRequestOfNothing(t *testing.T) {
	t.Parallel()
	f := letter.Facts{Lender: &model.Lender{Name: "Harbor"}, Case: &model.Case{}, Policy: &model.Policy{}, Now: time.Now()}
	f.Compliance.Case = f.Case
	r := letter.NewRequest(f)
	require.Equal(t, &letter.Request{
		Lender: letter.Lender{Name: "Harbor"}, Place: "the insured property", Reference: "policy",
		Document: "an ACORD 25, 27 or 28 certificate or the declarations page",
	}, r)
	f.Case.LoanNumber = new("LN-1")
	require.Equal(t, "loan LN-1", letter.NewRequest(f).Place)
}

// TestEvidenceRequestHostile is that no text has a control character, whatever the records have.
func TestEvidenceRequestHostile(t *testing.T) {
	t.Parallel()
	const evil = "a\r\nBcc: victim@example.com\x00\x1b[2J\u2028\u202egpj.exe\u2029 \t b"
	f := knownFacts()
	f.Lender = &model.Lender{Name: evil, ContactName: new(evil), ContactEmail: new(evil), ContactPhone: new(evil), ReplyTo: new(evil),
		Address: new(evil)}
	f.Case.DisplayName, f.Case.LoanNumber = evil, new(evil)
	f.Policy.DisplayName, f.Policy.PolicyNumber, f.Policy.Carrier.Name = evil, new(evil), evil
	for i := range f.Insureds {
		f.Insureds[i].DisplayName = evil
		f.Compliance.Assets[i].DisplayName = evil
	}
	for _, c := range f.Clauses {
		c.Wording, c.CertificateHolder.Name, c.CertificateHolder.Address.Street1 = evil, evil, evil
	}
	count := 0
	eachText(reflect.ValueOf(letter.NewRequest(f)), func(path, s string) {
		count++
		isLines := strings.HasSuffix(path, ".Address") && strings.Contains(path, "Lender") || strings.HasSuffix(path, ".Wording")
		for _, c := range s {
			if c == '\n' && isLines {
				continue
			}
			require.False(t, unicode.IsControl(c) || unicode.Is(unicode.Bidi_Control, c) || c == '\u2028' || c == '\u2029', "%s: %q", path, s)
		}
	})
	require.Greater(t, count, 20)
}

// eachText visits every text of a value.
func eachText(v reflect.Value, visit func(path, s string), at ...string) {
	switch v.Kind() {
	case reflect.Pointer:
		eachText(v.Elem(), visit, at...)
	case reflect.Struct:
		for i := range v.NumField() {
			eachText(v.Field(i), visit, append(slices.Clone(at), v.Type().Field(i).Name)...)
		}
	case reflect.Slice:
		for i := range v.Len() {
			eachText(v.Index(i), visit, at...)
		}
	case reflect.String:
		visit(strings.Join(at, "."), v.String())
	}
}

// TestExampleEvidenceRequest is that templates are tried on every member.
func TestExampleEvidenceRequest(t *testing.T) {
	t.Parallel()
	v := reflect.ValueOf(*letter.Example())
	for i := range v.NumField() {
		require.False(t, v.Field(i).IsZero(), v.Type().Field(i).Name)
	}
	eachText(v, func(path, s string) { require.NotEmpty(t, s, path) })
}
