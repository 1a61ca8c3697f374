package e2e

import (
	"log/slog"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"

	"github.com/covertrack/covertrack/graph/placing"
	"github.com/covertrack/covertrack/graph/renewal"
	"github.com/covertrack/covertrack/model/placement"
	"github.com/covertrack/covertrack/restcompat/resttest"
	"github.com/covertrack/covertrack/storage/storagetest"
)

func init() {
	addMore = append(addMore, func(t testing.TB, f *fixture) {
		countDaysIn(t, f.server, f.tenant, "UTC")
		f.ids["letterPlacement"] = strings.TrimPrefix(beginPlacement(t, f.client(), f.ids["frameworkCase"], "environmental", goldenTime),
			"/rest/placements/")
		f.ids["placementLetter"] = f.server.Insert(t, f.tenant, "placement_letters", letterRow(f, 1)).String()
	})
	examples["ListPlacementLetters"] = example{asks: at(""), refused: "?means=pigeon&state=lost"}
	examples["GetPlacementLetter"] = example{asks: at("placementLetter"), refused: "?verbose=1"}
}

// letterRow is a letter by post that waits for a print file.
func letterRow(f *fixture, number int) storagetest.Row {
	return storagetest.Row{
		"case_id": f.ids["frameworkCase"], "placement_id": f.ids["letterPlacement"], "step": "first", "number": number, "means": "post",
		"borrower": `{"name": "Willow Park LLC"}`, "passages": `[{"text": "Please show us your insurance."}]`, "state": "planned",
		"recipients": []string{}, "copies": []string{}, "subject": "Insurance of Willow Park", "body": "Please show us your insurance.",
		"created_at": goldenTime, "updated_at": goldenTime,
	}
}

// letterTrial is a sandbox whose lender has letters go out by a means, with an open case of a loan.
func letterTrial(t testing.TB, letters string) (*trial, string) {
	b := newSandboxBench(t)
	setLender(t, b.Server, b.HarborTest, object{
		"timeZone": "America/Chicago", "address": "1 Harbor Street\nSpringfield", "contactPhone": "555-0100",
		"placements": object{"letters": letters},
	})
	x := b.trial(t)
	profile := x.in.Get(t, "/rest/risk-profiles")["data"].([]any)[0].(object)["id"]
	return x, x.in.Post(t, "/rest/cases", object{"riskProfile": profile, "status": "OPEN", "federallyRelated": true},
		http.StatusCreated)["id"].(string)
}

func lettersOf(t testing.TB, c *resttest.Client, path string) []any {
	return c.Get(t, "/rest/placement-letters?placementId="+path[len("/rest/placements/"):])["data"].([]any)
}

// borrowersHome makes a home in which its borrower lives, and returns its id.
func borrowersHome(t testing.TB, c *resttest.Client, caseID string) any {
	return c.Post(t, "/rest/assets", object{"caseId": caseID, "assetType": "residentialRealEstate", "fields": []any{
		object{"fieldType": "units", "value": 1}, object{"fieldType": "borrowerOccupied", "value": true},
		object{"fieldType": "address", "value": exampleAddress},
	}}, http.StatusCreated)["id"]
}

func sandboxStart(t testing.TB) time.Time {
	start, err := time.Parse(time.RFC3339, trialStart)
	require.NoError(t, err)
	return start
}

// TestPlacementLetterByMail sends the notice of a loan agreement by e-mail: what the mail server takes is the notice, once.
func TestPlacementLetterByMail(t *testing.T) {
	t.Parallel()
	x, caseID := letterTrial(t, "email")
	start := sandboxStart(t)
	path := beginPlacement(t, x.in, caseID, "crime", start)
	x.in.Patch(t, path, object{"borrower": object{"name": "Willow Park LLC", "email": "owner@example.com"}})
	x.advance(t, "PT1H")
	letters := lettersOf(t, x.in, path)
	require.Len(t, letters, 1)
	l := letters[0].(object)
	require.Equal(t, []any{"first", 1.0, "email", "sent", []any{"owner@example.com"}, nil, nil, nil},
		values(l, "step", "number", "means", "state", "recipients", "wordingId", "printFileId", "skipReason"))
	require.Contains(t, l["body"], "The crime / employee theft insurance of")
	require.Contains(t, l["body"], "has expired.")
	require.Contains(t, l["body"], "by January 31, 2027, we may buy insurance")
	mail := x.in.Get(t, x.path+"/mail")["data"].([]any)
	require.Len(t, mail, 1)
	require.Equal(t, []any{[]any{"owner@example.com"}, l["subject"], l["body"]}, values(mail[0].(object), "recipients", "subject", "text"))
	require.Contains(t, mail[0].(object)["html"], "has expired.")

	p := x.in.Get(t, path)
	notices := p["notices"].([]any)
	require.Len(t, notices, 1)
	require.Equal(t, []any{"first", "email", l["id"], "2027-01-01T00:00:00.000Z", usd("3650.00")},
		values(notices[0].(object), "step", "means", "letterId", "handedOverOn", "estimate"))
	require.Equal(t, "2027-01-31T00:00:00.000Z", p["earliestChargeOn"])
	x.advance(t, "P31D")
	require.Len(t, lettersOf(t, x.in, path), 1, "no letter twice")
	require.Equal(t, "mayPlace", x.in.Get(t, path)["state"])
	var did []string
	for _, e := range events(t, x.in, l["id"].(string), "system") {
		did = append(did, e["action"].(string))
	}
	require.ElementsMatch(t, []string{"placementLetter.created", "placementLetter.sent"}, did)
}

// TestPlacementLetterRefused opens a task for what the mail server refuses, and writes again to another address alone.
func TestPlacementLetterRefused(t *testing.T) {
	t.Parallel()
	x, caseID := letterTrial(t, "email")
	path := beginPlacement(t, x.in, caseID, "crime", sandboxStart(t))
	x.in.Patch(t, path, object{"borrower": object{"name": "Willow Park LLC", "email": "owner+refused@example.com"}})
	x.advance(t, "P2D")
	letters := lettersOf(t, x.in, path)
	require.Len(t, letters, 1)
	require.Equal(t, "failed", letters[0].(object)["state"])
	require.Empty(t, x.in.Get(t, path)["notices"])
	tasks := x.in.Get(t, "/rest/tasks?caseId="+caseID+"&type=placementDuty&state=open")["data"].([]any)
	require.NotEmpty(t, tasks)
	x.in.Patch(t, path, object{"borrower": object{"email": "owner@example.com"}})
	x.advance(t, "PT1H")
	letters = lettersOf(t, x.in, path)
	require.Len(t, letters, 2)
	require.Equal(t, []any{2.0, "sent"}, values(letters[1].(object), "number", "state"))
	require.Len(t, x.in.Get(t, path)["notices"], 1)
}

// TestPlacementLetterByPost writes the notices of a home: at its own address, in the words of the model form, and none without what it
// must say.
func TestPlacementLetterByPost(t *testing.T) {
	t.Parallel()
	x, caseID := letterTrial(t, "email")
	insured := x.in.Post(t, "/rest/insureds", object{"firstName": "Ada", "lastName": "Byron"}, http.StatusCreated)
	x.in.Patch(t, "/rest/cases/"+caseID, object{"insureds": []any{insured["id"]}})
	created := x.in.Post(t, "/rest/placements", object{
		"caseId": caseID, "asset": borrowersHome(t, x.in, caseID), "coverageType": "building", "lapsedOn": "2026-12-28",
		"borrower": object{"email": "ada@example.com"},
	}, http.StatusCreated)
	path := "/rest/placements/" + created["id"].(string)
	x.advance(t, "PT1H")
	letters := lettersOf(t, x.in, path)
	require.Len(t, letters, 1)
	first := letters[0].(object)
	require.Equal(t, []any{"first", "post", "planned"}, values(first, "step", "means", "state"), "e-mail needs the borrower's consent")
	require.Equal(t, "Ada Byron", first["borrower"].(object)["name"])
	require.Equal(t, "Springfield", first["borrower"].(object)["address"].(object)["city"])
	text := first["body"].(string)
	for _, said := range []string{
		"January 1, 2027", "Harbor Example Bank, 1 Harbor Street, Springfield", "Ada Byron, 12 Example St, Springfield, IL 62701",
		"Please provide insurance information for 12 Example St, Springfield, IL 62701",
		"Our records show that your hazard insurance has expired, and we do not have evidence that you have obtained new coverage.",
		"If you have any questions, please contact us at 555-0100.",
	} {
		require.Contains(t, text, said)
	}
	require.NotContains(t, text, "{")

	notice := object{"step": "first", "handedOverOn": "2027-01-01", "means": "post", "postClass": "firstClass", "proof": "by hand"}
	x.in.Post(t, path+"/notices", notice, http.StatusOK)
	x.advance(t, "PT1H")
	require.Equal(t, []any{"cancelled", "overtaken"}, values(lettersOf(t, x.in, path)[0].(object), "state", "skipReason"))
	x.advance(t, "P30D")
	require.Len(t, lettersOf(t, x.in, path), 1, "the reminder tells a cost")
	asks := x.in.Get(t, "/rest/tasks?caseId="+caseID+"&type=placementDuty")["data"].([]any)
	require.Contains(t, reasonsOf(asks),
		"Record what the insurance is expected to cost in a year: the notice reminder cannot be written without.")
	x.in.Patch(t, path, object{"estimate": usd("3650.00")})
	x.advance(t, "PT1H")
	reminder := lettersOf(t, x.in, path)[1].(object)
	require.Equal(t, []any{"reminder", "planned", usd("3650.00")}, values(reminder, "step", "state", "estimate"))
	require.Contains(t, reminder["body"], "The insurance we buy will cost an estimated $3,650 annually")

	x.in.Patch(t, path, object{"estimate": usd("4000.00")})
	x.advance(t, "PT1H")
	letters = lettersOf(t, x.in, path)
	require.Len(t, letters, 3, "a higher cost is told anew")
	require.Equal(t, []any{"cancelled"}, values(letters[1].(object), "state"))
	require.Equal(t, []any{"planned", 2.0}, values(letters[2].(object), "state", "number"))

	x.in.Post(t, path+"/proofs", object{"receivedOn": "2027-01-31", "from": "2026-12-28"}, http.StatusOK)
	x.advance(t, "PT1H")
	require.Equal(t, "cancelled", lettersOf(t, x.in, path)[2].(object)["state"], "cured")
}

func reasonsOf(tasks []any) (reasons []any) {
	for _, one := range tasks {
		reasons = append(reasons, one.(object)["reason"])
	}
	return reasons
}

// TestPlacementLetterGap says which days are not shown, where evidence leaves a gap, and is worded by the lender.
func TestPlacementLetterGap(t *testing.T) {
	t.Parallel()
	x, caseID := letterTrial(t, "post")
	own := "[[account]]Our account {accountNumber}[[/account]]\n\n" + placement.ByKey("regX").Step("reminderGap").Built()
	wording := x.in.Post(t, "/rest/notice-wordings", object{"programme": "regX", "step": "reminderGap", "text": own}, http.StatusCreated)
	created := x.in.Post(t, "/rest/placements", object{
		"caseId": caseID, "asset": borrowersHome(t, x.in, caseID), "coverageType": "building", "lapsedOn": "2026-11-01", "estimate": usd("3650.00"),
		"borrower": object{"name": "Ada Byron"},
	}, http.StatusCreated)
	path := "/rest/placements/" + created["id"].(string)
	notice := object{"step": "first", "handedOverOn": "2026-11-20", "means": "post", "postClass": "firstClass", "proof": "by hand"}
	x.in.Post(t, path+"/notices", notice, http.StatusOK)
	x.in.Post(t, path+"/proofs", object{"receivedOn": "2026-12-20", "from": "2026-11-11"}, http.StatusOK)
	x.advance(t, "PT1H")
	require.Empty(t, lettersOf(t, x.in, path), "the loan's number is asked for")
	previewed := x.in.Post(t, "/rest/notice-wordings/preview", object{
		"programme": "regX", "step": "reminderGap", "placementId": created["id"],
	}, http.StatusOK)
	require.Equal(t, []any{"the loan's number"}, previewed["missing"])
	x.in.Patch(t, "/rest/cases/"+caseID, object{"loanNumber": "L-77"})
	x.advance(t, "P1D")
	l := lettersOf(t, x.in, path)[0].(object)
	require.Equal(t, []any{"reminderGap", wording["id"], 1.0}, values(l, "step", "wordingId", "wordingVersion"))
	require.Contains(t, l["body"], "Our account L-77")
	require.Contains(t, l["body"], "unable to verify coverage from November 1, 2026 to November 10, 2026.")

	x.in.Post(t, "/rest/cases/"+caseID+"/close", object{"reason": "paidOff"}, http.StatusOK)
	require.Equal(t, []any{"cancelled", "caseClosed"}, values(lettersOf(t, x.in, path)[0].(object), "state", "skipReason"))
}

// TestPlacementLetterQuiet writes nothing while the case is on hold, nor where the lender wants no letters; others see none.
func TestPlacementLetterQuiet(t *testing.T) {
	t.Parallel()
	x, caseID := letterTrial(t, "post")
	path := beginPlacement(t, x.in, caseID, "crime", sandboxStart(t))
	x.in.Patch(t, path, object{"borrower": object{"name": "Willow Park LLC", "address": exampleAddress}})
	x.in.Post(t, "/rest/cases/"+caseID+"/on-hold", object{}, http.StatusOK)
	x.advance(t, "PT1H")
	require.Empty(t, lettersOf(t, x.in, path))
	x.in.Post(t, "/rest/cases/"+caseID+"/release-hold", object{}, http.StatusOK)
	x.advance(t, "P1D")
	l := lettersOf(t, x.in, path)[0].(object)
	require.Equal(t, "planned", l["state"])
	x.As(x.Harbor.Token).Do(t, http.MethodGet, "/rest/placement-letters/"+l["id"].(string), nil).Problem(t, http.StatusNotFound, "not_found")

	none, other := letterTrial(t, "none")
	quiet := beginPlacement(t, none.in, other, "crime", sandboxStart(t))
	none.advance(t, "P1D")
	require.Empty(t, lettersOf(t, none.in, quiet))
}

func TestPlacementLetterList(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	c := s.As(s.Harbor.Token)
	countDaysIn(t, s, s.Harbor, "UTC")
	f := &fixture{ids: map[string]string{"frameworkCase": s.FrameworkCase(t, s.Harbor).String()}}
	f.ids["letterPlacement"] = strings.TrimPrefix(beginPlacement(t, c, f.ids["frameworkCase"], "crime", goldenTime), "/rest/placements/")
	var ids []string
	for n, change := range []storagetest.Row{{}, {"step": "reminder", "means": "email"}, {"state": "cancelled"}} {
		row := letterRow(f, 1+n)
		for column, value := range change {
			row[column] = value
		}
		ids = append(ids, s.Insert(t, s.Harbor, "placement_letters", row).String())
	}
	requireLists(t, c, "/rest/placement-letters", ids, map[string][]int{
		"": {0, 1, 2}, "step=first": {0, 2}, "means=email": {1}, "state=cancelled": {2}, "state=planned&means=post": {0},
		"caseId=" + f.ids["frameworkCase"]: {0, 1, 2}, "placementId=" + f.ids["letterPlacement"]: {0, 1, 2}, "placementId=" + uuid.NewString(): {},
		"printFileId=" + uuid.NewString(): {}, "id=" + ids[2]: {2}, "createdAt[lt]=2020-01-01": {},
	})
	requireOrders(t, c, "/rest/placement-letters")
	s.As(s.Prairie.Token).Do(t, http.MethodGet, "/rest/placement-letters/"+ids[0], nil).Problem(t, http.StatusNotFound, "not_found")
	s.As(s.None.Token).Do(t, http.MethodGet, "/rest/placement-letters", nil).Problem(t, http.StatusForbidden, "api_access_not_enabled")
	shown := c.Query(t, `query($id: ID!) { placement(id: $id) { letters { id case { id } } } }`, object{"id": f.ids["letterPlacement"]})
	require.Len(t, shown["placement"].(object)["letters"], 3)
}

// TestPlacementLetterNodes has two nodes look at the same placements at once: each has one letter.
func TestPlacementLetterNodes(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	c := s.As(s.Harbor.Token)
	setLender(t, s, s.Harbor, object{"timeZone": "UTC", "placements": object{"letters": "post"}})
	caseID := s.FrameworkCase(t, s.Harbor).String()
	var paths []string
	for _, coverage := range []string{"crime", "terrorism", "environmental", "equipmentBreakdown"} {
		path := beginPlacement(t, c, caseID, coverage, time.Now())
		c.Patch(t, path, object{"borrower": object{"name": "Willow Park LLC", "address": exampleAddress}})
		paths = append(paths, path)
	}
	var nodes errgroup.Group
	for range 2 {
		nodes.Go(func() error { return placing.New(placing.Config{Store: s.Store, Now: time.Now}).Sweep(t.Context()) })
	}
	require.NoError(t, nodes.Wait())
	require.NoError(t, placing.New(placing.Config{Store: s.Store, Now: time.Now}).Sweep(t.Context()), "what one left to the other")
	for _, path := range paths {
		require.Len(t, lettersOf(t, c, path), 1)
	}
}

// TestPlacementLetterWhileBusy has the mail server take a letter while somebody changes its case: the notice is recorded a minute later,
// of the moment at which the server took it, and the letter goes once.
func TestPlacementLetterWhileBusy(t *testing.T) {
	t.Parallel()
	x, caseID := letterTrial(t, "email")
	path := beginPlacement(t, x.in, caseID, "crime", sandboxStart(t))
	x.in.Patch(t, path, object{"borrower": object{"name": "Willow Park LLC", "email": "owner@example.com"}})
	now, id := sandboxStart(t).Add(time.Hour), uuid.MustParse(x.id)
	clock := func() time.Time { return now }
	_, err := placing.New(placing.Config{Store: x.Store, Now: clock}).SweepPortfolio(t.Context(), id)
	require.NoError(t, err)
	deliver := func() {
		log := slog.New(slog.NewTextHandler(t.Output(), nil))
		follower := renewal.NewFollower(renewal.Config{Store: x.Store, MailOff: true, Now: clock, Logger: log})
		p, err := x.Store.Portfolio(t.Context(), id)
		require.NoError(t, err)
		_, err = follower.DeliverPortfolio(t.Context(), p)
		require.NoError(t, err)
	}
	busy, err := x.Store.Pool().Pgx().Begin(t.Context())
	require.NoError(t, err)
	_, err = busy.Exec(t.Context(), "SELECT FROM cases WHERE portfolio_id = $1 AND id = $2 FOR NO KEY UPDATE", id, caseID)
	require.NoError(t, err)
	deliver()
	l := lettersOf(t, x.in, path)[0].(object)
	require.Equal(t, "planned", l["state"])
	require.Equal(t, "sent", l["deliveries"].([]any)[0].(object)["state"])
	require.NoError(t, busy.Rollback(t.Context()))
	now = now.Add(15 * time.Hour) // the next day in Chicago
	deliver()
	require.Equal(t, "sent", lettersOf(t, x.in, path)[0].(object)["state"])
	require.Equal(t, "2027-01-01T00:00:00.000Z", x.in.Get(t, path)["notices"].([]any)[0].(object)["handedOverOn"])
	require.Len(t, x.in.Get(t, x.path+"/mail")["data"], 1)
}
