package e2e

import (
	"cmp"
	"fmt"
	"net/http"
	"testing"

	"github.com/shopspring/decimal"
	"github.com/stretchr/testify/require"
)

const summaryFields = `{ cases notJudged loanAmounts { amount currency } byVerdict { ...V }
	lenderPlaced { cases loanAmounts { amount currency } byVerdict { ...V } }
	byCode { code cases loanAmounts { amount currency } byVerdict { ...V } }
	byCoverageType { coverageTypeId coverageType { id key } cases loanAmounts { amount currency } byVerdict { ...V } }
	byMonth { month cases loanAmounts { amount currency } byVerdict { ...V } } }`

const summaryQuery = `query($filter: ComplianceFilter) { complianceSummary(filter: $filter) ` + summaryFields + ` }
	fragment V on VerdictShare { verdict cases loanAmounts { amount currency } }`

// sumOf is cases and amounts, by currency.
type sumOf struct {
	cases   int
	amounts map[string]string
}

// sumUp adds up members of a summary.
func sumUp(parts ...any) sumOf {
	sums, cases := map[string]decimal.Decimal{}, 0
	for _, part := range parts {
		cases += int(part.(object)["cases"].(float64))
		for _, m := range part.(object)["loanAmounts"].([]any) {
			currency := m.(object)["currency"].(string)
			sums[currency] = sums[currency].Add(decimal.RequireFromString(m.(object)["amount"].(string)))
		}
	}
	all := sumOf{cases, map[string]string{}}
	for currency, sum := range sums {
		all.amounts[currency] = sum.String()
	}
	return all
}

// requireSums expects each total of a summary to be the sum of its parts.
func requireSums(t *testing.T, summary object) {
	t.Helper()
	whole := sumUp(summary)
	require.Equal(t, whole, sumUp(summary["byVerdict"].([]any)...), "by verdict")
	require.Equal(t, whole, sumUp(summary["byMonth"].([]any)...), "by month")
	require.Len(t, summary["byVerdict"], 5, "every verdict")
	for _, name := range []string{"lenderPlaced", "byCode", "byCoverageType", "byMonth"} {
		shares, isList := summary[name].([]any)
		if !isList {
			shares = []any{summary[name]}
		}
		for _, share := range shares {
			require.Equal(t, sumUp(share), sumUp(share.(object)["byVerdict"].([]any)...), "%s: %v", name, share)
			require.LessOrEqual(t, sumUp(share).cases, whole.cases)
		}
	}
}

// TestComplianceSummary compares the summary, whole and by each filter, with what the lists say.
func TestComplianceSummary(t *testing.T) {
	t.Parallel()
	b := newComplianceBench(t)
	require.Equal(t, object{
		"cases": 0.0, "notJudged": 0.0, "loanAmounts": []any{}, "byCode": []any{}, "byCoverageType": []any{}, "byMonth": []any{},
		"byVerdict": nothingByVerdict(), "lenderPlaced": object{"cases": 0.0, "loanAmounts": []any{}, "byVerdict": []any{}},
	}, b.c.Query(t, summaryQuery, nil)["complianceSummary"])

	loans := []any{usd("0.01"), usd("1000000.10"), nil, object{"amount": "77.77", "currency": "EUR"},
		object{"amount": "500", "currency": "JPY"}, usd("99999999999999.99")}
	for i := range 18 {
		id, _ := b.withPress(t, object{"loanAmount": loans[i%len(loans)], "metadata": object{"n": fmt.Sprint(i)}})
		more := object{"endDate": fmt.Sprintf("2026-%02d-15", 7+i%3)}
		switch i % 5 {
		case 0:
			created(t, b.c, insured(id, with(more, object{"placement": []string{"voluntary", "lenderPlaced"}[i%2]})))
		case 1:
			created(t, b.c, insured(id, with(more, object{"carrier": absent})))
		case 2:
			created(t, b.c, insured(id, with(more, object{"carrier": absent, "limits": absent})))
			b.waive(t, id, object{"coverageType": "building"})
			b.waive(t, id, object{"coverageType": "flood"})
		case 3:
			b.c.Patch(t, "/rest/cases/"+id, object{"riskProfile": published(t, b.c, object{"name": "Nothing"})["id"]})
		}
	}
	b.Case(t, b.Harbor)
	whole := b.c.Query(t, summaryQuery, nil)["complianceSummary"].(object)
	require.EqualValues(t, 18, whole["cases"], "without the case of a program")
	require.EqualValues(t, 1, whole["notJudged"])
	require.Equal(t, []any{
		object{"amount": "233.31", "currency": "EUR"}, object{"amount": "1500", "currency": "JPY"}, usd("300000003000000.30"),
	}, whole["loanAmounts"])
	require.Greater(t, len(whole["byMonth"].([]any)), 3)
	last := whole["byMonth"].([]any)[len(whole["byMonth"].([]any))-1].(object)
	require.Nil(t, last["month"], "what never changes comes last")
	for _, filter := range []object{
		{}, {"verdict": []any{"deficient"}}, {"verdict": []any{"unknown", "waived"}}, {"code": []any{"rating_unknown"}},
		{"coverageType": []any{"flood"}}, {"lenderPlaced": true}, {"lenderPlaced": false, "verdict": []any{"compliant"}},
		{"coverageType": []any{"building"}, "code": []any{"no_policy", "limit_unknown"}}, {"nextChangeOn": object{"lt": "2026-08-01"}},
		{"metadata": []any{object{"key": "n", "value": "3"}}}, {"id": []any{unknownID}},
	} {
		requireSummary(t, b, filter)
	}
	require.Equal(t, 0.0, b.As(b.Prairie.Token).Query(t, `{ complianceSummary { cases } }`, nil)["complianceSummary"].(object)["cases"])
	require.EqualValues(t, 0, b.As(b.HarborTest.Token).Query(t, `{ complianceSummary { cases } }`, nil)["complianceSummary"].(object)["cases"])
	require.Equal(t, http.StatusForbidden,
		b.As(b.None.Token).Do(t, http.MethodPost, "/graphql", object{"query": `{ complianceSummary { cases } }`}).Status)
	b.c.Query(t,
		`{ a: complianceSummary { cases } b: complianceSummary(filter: {verdict: waived}) { byMonth { month byVerdict { verdict } } } }`, nil)
}

// TestComplianceSummaryOfStatuses: sums leave out what is no more than a draft, held or not, and what is closed, say how many
// that are, and include them on request.
func TestComplianceSummaryOfStatuses(t *testing.T) {
	t.Parallel()
	b := newComplianceBench(t)
	loan := object{"loanAmount": usd("10.00")}
	b.open(t, loan)
	held, draft, heldDraft, closed := b.open(t, loan), b.open(t, with(loan, object{"status": "DRAFT"})),
		b.open(t, with(loan, object{"status": "DRAFT"})), b.open(t, loan)
	for _, id := range []string{held, heldDraft} {
		b.c.Post(t, "/rest/cases/"+id+"/on-hold", nil, http.StatusOK)
	}
	b.c.Post(t, "/rest/cases/"+closed+"/close", object{"reason": "sold"}, http.StatusOK)
	b.Case(t, b.Harbor) // of a program
	sums := func(filter object) []any {
		s := b.c.Query(t, summaryQuery, object{"filter": filter})["complianceSummary"].(object)
		requireSums(t, s)
		return []any{s["cases"], s["notJudged"], s["loanAmounts"]}
	}
	require.Equal(t, []any{2.0, 4.0, []any{usd("20.00")}}, sums(nil))
	require.Equal(t, []any{2.0, 4.0, []any{usd("20.00")}}, sums(object{"code": []any{"no_policy"}}))
	require.Equal(t, []any{2.0, 0.0, []any{usd("20.00")}}, sums(object{"status": []any{"DRAFT"}}), "also what a hold remembers")
	require.Equal(t, []any{2.0, 0.0, []any{usd("20.00")}}, sums(object{"status": []any{"onHold"}}))
	require.Equal(t, []any{1.0, 0.0, []any{usd("10.00")}}, sums(object{"status": []any{"closed"}}))
	require.Equal(t, []any{0.0, 0.0, []any{}}, sums(object{"status": []any{"closed"}, "verdict": []any{"deficient"}}))
	require.Equal(t, []any{0.0, 1.0, []any{}}, sums(object{"caseId": []any{draft}}))
	require.Equal(t, []any{4.0, 1.0, []any{usd("40.00")}}, sums(object{"status": []any{"DRAFT", "OPEN"}}), "that of a program")
	require.Len(t, b.c.Get(t, "/rest/compliance?status=DRAFT")["data"], 2)
	require.Empty(t, b.c.Get(t, "/rest/compliance?status=closed")["data"])
	b.c.Do(t, http.MethodGet, "/rest/compliance?status=open", nil).Violations(t, "status invalid_value")
	b.c.Patch(t, "/rest/cases/"+draft, object{"status": "OPEN"})
	require.Equal(t, []any{3.0, 3.0, []any{usd("30.00")}}, sums(nil))
}

func nothingByVerdict() (all []any) {
	for _, verdict := range []string{"compliant", "waived", "unknown", "deficient", "notApplicable"} {
		all = append(all, object{"verdict": verdict, "cases": 0.0, "loanAmounts": []any{}})
	}
	return all
}

// requireSummary compares the summary of a filter with the list of the same filter, row by row.
func requireSummary(t *testing.T, b *complianceBench, filter object) {
	t.Helper()
	const list = `query($filter: ComplianceFilter) { compliance(filter: $filter, limit: 200) { nodes { verdict lenderPlaced codes nextChangeOn
		case { loanAmount { amount currency } compliance { demands { verdict coverageType { key } } } } } } }`
	rows := b.c.Query(t, list, object{"filter": filter})["compliance"].(object)["nodes"].([]any)
	summary := b.c.Query(t, summaryQuery, object{"filter": filter})["complianceSummary"].(object)
	requireSums(t, summary)
	groups := map[string][]any{}
	put := func(group string, row object) {
		amounts := []any{}
		if loan := row["case"].(object)["loanAmount"]; loan != nil {
			amounts = append(amounts, loan)
		}
		groups[group] = append(groups[group], object{"cases": 1.0, "loanAmounts": amounts})
	}
	for _, row := range rows {
		row := row.(object)
		put("all", row)
		put("verdict "+row["verdict"].(string), row)
		if row["lenderPlaced"].(bool) {
			put("lenderPlaced", row)
		}
		for _, code := range row["codes"].([]any) {
			put("code "+code.(string), row)
			put("code "+code.(string)+" verdict "+row["verdict"].(string), row)
		}
		for _, d := range row["case"].(object)["compliance"].(object)["demands"].([]any) {
			if verdict := d.(object)["verdict"]; verdict != "compliant" && verdict != "notApplicable" {
				put("coverageType "+d.(object)["coverageType"].(object)["key"].(string), row)
			}
		}
		month := "never"
		if day, ok := row["nextChangeOn"].(string); ok {
			month = day[:7]
		}
		put("month "+month, row)
	}
	want := map[string]sumOf{"all": sumUp(summary)}
	for _, share := range summary["byVerdict"].([]any) {
		if sum := sumUp(share); sum.cases > 0 {
			want["verdict "+share.(object)["verdict"].(string)] = sum
		}
	}
	if sum := sumUp(summary["lenderPlaced"]); sum.cases > 0 {
		want["lenderPlaced"] = sum
	}
	for _, share := range summary["byCode"].([]any) {
		code := "code " + share.(object)["code"].(string)
		want[code] = sumUp(share)
		for _, part := range share.(object)["byVerdict"].([]any) {
			want[code+" verdict "+part.(object)["verdict"].(string)] = sumUp(part)
		}
	}
	for _, share := range summary["byCoverageType"].([]any) {
		want["coverageType "+share.(object)["coverageType"].(object)["key"].(string)] = sumUp(share)
	}
	for _, share := range summary["byMonth"].([]any) {
		month, _ := share.(object)["month"].(string)
		want["month "+cmp.Or(month, "never")] = sumUp(share)
	}
	got := map[string]sumOf{"all": sumUp(groups["all"]...)}
	for group, parts := range groups {
		got[group] = sumUp(parts...)
	}
	require.Equal(t, got, want, "%v", filter)
}
