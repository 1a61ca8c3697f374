package e2e

import (
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/restcompat/resttest"
)

// TestPlacementPremium refuses a premium of nothing, and instalments that are not the premium. What another system has of them is
// taken over.
func TestPlacementPremium(t *testing.T) {
	t.Parallel()
	c, caseID, path := mayBePlaced(t)
	due := func(amounts ...object) (list []any) {
		for i, amount := range amounts {
			list = append(list, object{"on": dayFromNow(30 * i), "amount": amount})
		}
		return list
	}
	place := func(premium object, instalments []any) *resttest.Response {
		t.Helper()
		return c.Do(t, http.MethodPost, path+"/place", with(insurance(time.Now()), object{"premium": premium, "instalments": instalments}))
	}
	yen := object{"amount": "90000", "currency": "JPY"}
	place(usd("1000.00"), due(yen)).Violations(t, "/instalments/0/amount invalid_value")
	place(usd("1000.00"), due(usd("100.00"))).Violations(t, "/instalments invalid_value")
	place(usd("1000.00"), due(usd("700.00"), usd("700.00"))).Violations(t, "/instalments invalid_value")
	place(usd("0.00"), nil).Violations(t, "/premium invalid_value")
	place(usd("0.00"), due(usd("0.00"), yen, object{"amount": "1.005", "currency": "USD"})).
		Violations(t, "/instalments/2/amount/amount invalid_value", "/premium invalid_value", "/instalments/1/amount invalid_value")

	require.Equal(t, "placed", place(usd("1000.00"), due(usd("400.00"), usd("600.00"))).Object(t, http.StatusOK)["state"])
	require.Equal(t, usd("400.00"), c.Post(t, path+"/charge", object{}, http.StatusOK)["charges"].([]any)[0].(object)["amount"])

	taken := c.Post(t, "/rest/placements", object{
		"caseId": caseID, "coverageType": "terrorism", "lapsedOn": dayFromNow(-60), "estimate": usd("3650.00"),
		"days": object{"cure": 30, "refund": 15}, "history": elsewhere(object{"charges": []any{}, "instalments": due(usd("100.00"))}),
	}, http.StatusCreated)
	require.Equal(t, "placed", taken["state"])
}
