package e2e

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// dirtyBook is a file as people keep them, and the sum in cents of the loans that are in it once, by the seed.
func dirtyBook(seed uint64, loans int) (text string, cents int64, accepted int) {
	random := rand.New(rand.NewPCG(seed, 1))
	orders := []string{
		"2006-01-02", "2006/01/02", "20060102", "02/01/2006", "02.01.2006", "02-01-2006", "2 Jan 2006", "Jan 2, 2006", "2 January 2006", "January 2, 2006",
		"02-Jan-06", "2006-01-02T15:04:05Z",
	}
	var b strings.Builder
	b.WriteString("Loan book;;;;;;\n;;;;;;\nLoan;;;Property;;;\nLoan Number;Loan Amount;Maturity Date;Street Address;City;State;Zip\n")
	line := func(number, amount, day, street string) {
		_, _ = fmt.Fprintf(&b, "%s;%s;%s;%s;Springfield ; Illinois;62701\n", number, amount, day, street)
	}
	for n := range loans {
		amount := random.Int64N(900_000_000) + 100
		day := time.Date(2027+n%20, time.Month(1+n%12), 13+n%15, 0, 0, 0, 0, time.UTC).Format(orders[n%len(orders)])
		number, street := fmt.Sprintf("LN-%05d", n), fmt.Sprintf("%d Example St", n)
		plain := fmt.Sprintf("%d.%02d", amount/100, amount%100)
		shown := []string{plain, " $" + plain + " ", "USD " + plain, plain + "  "}[n%4]
		switch {
		case n%50 == 7: // the same loan twice with two amounts
			line(number, shown, day, street)
			line(number, "1.00", day, street)
			continue
		case n%50 == 11:
			line(number, "about "+plain, day, street)
			continue
		case n%50 == 13:
			line(" "+number+" ", "N/A", "n/a", street)
			amount = 0
		case n%50 == 17: // a heading again, as on a new page, and a blank row
			b.WriteString("Loan Number;Loan Amount;Maturity Date;Street Address;City;State;Zip\n;;;;;;\n")
			line(number, shown, day, street)
		default:
			line(number, shown, day, street)
		}
		cents, accepted = cents+amount, accepted+1
	}
	b.WriteString("Grand total;123,456.00;;;;;\n")
	return b.String(), cents, accepted
}

// TestImportDirty has every row of a dirty file end in the book or refused, and the sum of its amounts in the book to the cent.
func TestImportDirty(t *testing.T) {
	t.Parallel()
	const loans = 200
	i := newImporter(t)
	text, cents, accepted := dirtyBook(1, loans)
	before := i.c.Get(t, "/rest/cases?limit=0")["meta"].(object)["total"].(float64)
	columns := []any{object{"to": "case.riskProfile", "value": i.RiskProfile(t, i.tenant).String()}, object{"to": "asset.assetType", "value": "multifamily"}}
	checked := i.begin(t, text, object{"columns": columns})
	require.Equal(t, "checked", checked["state"], checked["failure"])
	counts := checked["counts"].(object)
	require.Equal(t, float64(accepted), counts["create"], "%v", checked)
	require.Equal(t, checked["rows"], counts["create"].(float64)+counts["refused"].(float64))
	require.Equal(t, "committed", i.commit(t, checked["id"])["state"])
	require.Equal(t, before+float64(accepted), i.c.Get(t, "/rest/cases?limit=0")["meta"].(object)["total"])
	require.Equal(t, int(cents), count(t, i.Server, `SELECT coalesce(sum((loan_amount ->> 'amount')::numeric * 100), 0)::bigint FROM cases
		WHERE import_id IS NOT NULL`))
	require.Equal(t, http.StatusConflict, i.c.Do(t, http.MethodPost, "/rest/imports/"+checked["id"].(string)+"/commit", object{}).Status)
}
