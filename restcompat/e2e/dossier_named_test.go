package e2e

import (
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestDossierOfWhatWasNamed is that a past day has the profile, the borrower and the contact of then, though the case names others now,
// and nothing of whom it came to name.
func TestDossierOfWhatWasNamed(t *testing.T) {
	t.Parallel()
	l := newLoan(t)
	other := l.c.Post(t, "/rest/insureds", object{"corporateName": "Alder LP"}, http.StatusCreated)["id"]
	broker := l.c.Post(t, "/rest/brokers", object{"email": "ada@example.com", "firstName": "Ada"}, http.StatusCreated)["id"]
	pin := func(name string, more object) (profile string) {
		profile = published(t, l.c, object{"name": name, "requirements": demands()})["id"].(string)
		l.c.Patch(t, "/rest/cases/"+l.caseID, with(more, object{"riskProfile": profile}))
		return profile
	}
	history := func() any {
		return l.c.Query(t, `query($id: ID!) { case(id: $id) { complianceHistory { to } } }`, object{"id": l.caseID})["case"]
	}
	rows := history()
	l.clock.set(complianceTime.AddDate(0, 0, 1))
	second := pin("Presses, second edition", object{})
	known := l.of(t, l.caseID)
	require.Equal(t, "deficient", known["verdict"])

	l.clock.set(complianceTime.AddDate(0, 0, 2))
	_, first := dossierOf(t, l.c, l.caseID, "?on=2026-06-11")
	pin("Presses, third edition", object{"insureds": []any{other}, "insuranceContacts": []any{broker}})
	require.Equal(t, rows, history(), "another profile alone changes no verdict, and writes no row")
	_, past := dossierOf(t, l.c, l.caseID, "?on=2026-06-11")
	d := decoded(t, past["dossier.json"])
	told := d["verdict"].(object)
	require.Equal(t, []any{second, known["verdict"]}, []any{told["riskProfileId"], told["verdict"]})
	require.Equal(t, second, d["riskProfile"].(object)["id"])
	require.Len(t, d["insureds"], 1)
	require.Equal(t, l.insured, d["insureds"].([]any)[0].(object)["id"])
	for name, content := range first {
		if !strings.HasPrefix(name, "manifest.") && !strings.HasPrefix(name, "today.") {
			require.Equal(t, string(content), string(past[name]), name)
		}
	}
	_, today := dossierOf(t, l.c, l.caseID, "")
	requirePaper(t, past["dossier.pdf"], "Młyn Łódź")
	requirePaper(t, today["dossier.pdf"], "Młyn Łódź") // its trail names who was named before
	require.Equal(t, other, decoded(t, today["dossier.json"])["insureds"].([]any)[0].(object)["id"])
}
