package e2e

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"os/exec"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/graph/dossier"
	"github.com/covertrack/covertrack/graph/placing"
	"github.com/covertrack/covertrack/graph/renewal"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/credentials"
	"github.com/covertrack/covertrack/restcompat/resttest"
)

func init() {
	examples["GetCaseDossier"] = example{asks: at("demandingCase"), refused: "?on=2999-01-01"}
}

// dossierOf takes the archive of a case by REST, which leads to it, and unpacks it.
func dossierOf(t *testing.T, c *resttest.Client, caseID, on string) (archive []byte, files map[string][]byte) {
	t.Helper()
	r := c.Do(t, http.MethodGet, "/rest/cases/"+caseID+"/dossier"+on, nil)
	require.Equal(t, http.StatusSeeOther, r.Status, "%s", r.Body)
	r = (&resttest.Client{}).Do(t, http.MethodGet, r.Header.Get("Location"), nil)
	require.Equal(t, http.StatusOK, r.Status, "%s", r.Body)
	require.Equal(t, "application/zip", r.Header.Get("Content-Type"))
	return r.Body, unpacked(t, r.Body)
}

func unpacked(t *testing.T, archive []byte) map[string][]byte {
	t.Helper()
	z, err := zip.NewReader(bytes.NewReader(archive), int64(len(archive)))
	require.NoError(t, err)
	files := map[string][]byte{}
	for _, f := range z.File {
		r, err := f.Open()
		require.NoError(t, err)
		files[f.Name], err = io.ReadAll(r)
		require.NoError(t, err)
	}
	return files
}

func decoded(t *testing.T, text []byte) (o object) {
	t.Helper()
	require.NoError(t, json.Unmarshal(text, &o))
	return o
}

// knownOfCase is what GraphQL says of a case, in the order of a dossier.
const knownOfCase = `query($id: ID!) { case(id: $id) {
	displayName status loanNumber loanAmount { amount currency } insureds { id displayName }
	assets { id displayName }
	policies { id status policyNumber startDate limits { coverageType kind amount { amount currency } }
		versions { id versionNumber reason limits { coverageType kind amount { amount currency } } } }
	waivers { id state reason requestedBy }
	tasks { id type state }
	documents { id name categoryId }
	compliance { verdict demands { coverageTypeId verdict targets { assetId verdict
		requiredLimit { amount currency } foundLimit { amount currency } shortfall { amount currency }
		findings { code outcome policyId required found message waiverId } } } } } }`

// sameAs expects that each member that is wanted is told, with its value; lists in their order.
func sameAs(t *testing.T, want, got any, at string) {
	t.Helper()
	switch want := want.(type) {
	case object:
		g, isObject := got.(object)
		require.True(t, isObject, "%s: %v", at, got)
		for name, value := range want {
			if value != nil {
				sameAs(t, value, g[name], at+"/"+name)
			}
		}
	case []any:
		list, _ := got.([]any)
		require.Len(t, list, len(want), at)
		for i := range want {
			sameAs(t, want[i], list[i], at)
		}
	default:
		require.Equal(t, want, got, at)
	}
}

// told are the members of a dossier under the names that knownOfCase asks for.
func told(d object) object {
	insureds := d["insureds"]
	o := with(d["case"].(object), object{
		"insureds": insureds, "assets": d["assets"], "policies": d["policies"], "waivers": d["waivers"], "tasks": d["tasks"],
		"documents": d["documents"], "compliance": d["verdict"],
	})
	return o
}

// asKnown is what GraphQL says of a case now.
func asKnown(t *testing.T, c *resttest.Client, caseID string) object {
	t.Helper()
	return c.Query(t, knownOfCase, object{"id": caseID})["case"].(object)
}

// loan is a case with all that a dossier tells of, and the day on which that was known.
type loan struct {
	*complianceBench
	caseID, policy, insured, document, waiver string
	letters                                   *renewal.Follower
}

const letterOfDossier = "query($id: [ID!]) { renewalNotices(filter: {caseId: $id, state: [sent]}) { nodes { subject body } } }"

func newLoan(t *testing.T) *loan {
	t.Helper()
	l := &loan{complianceBench: newComplianceBench(t)}
	office, address := newPostOffice(t)
	office.open = true
	mail, err := renewal.OpenMail(address)
	require.NoError(t, err)
	l.letters = renewal.NewFollower(renewal.Config{
		Store: l.Store, Mail: mail, Now: l.clock.now, Logger: slog.New(slog.NewTextHandler(t.Output(), nil)),
	})
	broker := l.c.Post(t, "/rest/brokers", object{"email": "grace@example.com", "firstName": "Grace"}, http.StatusCreated)["id"]
	group := l.c.Post(t, "/rest/insured-groups", object{"name": "Grupa Młyn"}, http.StatusCreated)["id"]
	l.insured = l.c.Post(t, "/rest/insureds", object{"corporateName": "Młyn Łódź Sp. z o.o.", "insuredGroup": group},
		http.StatusCreated)["id"].(string)
	var asset string
	l.caseID, asset = l.withPress(t, object{
		"displayName": "Młyn Łódź", "loanNumber": "LN-77", "loanAmount": usd("750000.00"), "insureds": []any{l.insured},
		"insuranceContacts": []any{broker},
	})
	l.policy = l.c.Post(t, "/rest/policies", insured(l.caseID, object{"limits": limits("building", "400000.00", "flood", "250000.00",
		"generalLiability", "1000000.00")}), http.StatusCreated)["id"].(string)
	l.document = l.c.Document(t, l.caseID, object{"name": "ACORD 28"})["id"].(string)
	l.waiver = l.c.Post(t, "/rest/waivers", object{"caseId": l.caseID, "coverageType": "building", "asset": asset, "reason": "Comes later",
		"codes": []any{"limit_too_low"}}, http.StatusCreated)["id"].(string)
	return l
}

func (l *loan) sendLetters(t *testing.T) {
	t.Helper()
	for range 2 {
		_, err := l.letters.Sweep(t.Context())
		require.NoError(t, err)
		require.NoError(t, l.letters.Deliver(t.Context()))
	}
}

// change changes all that a dossier tells of.
func (l *loan) change(t *testing.T) {
	t.Helper()
	l.c.Patch(t, "/rest/policies/"+l.policy, object{
		"limits": limits("building", "900000.00", "flood", "250000.00", "generalLiability", "1000000.00"),
	})
	l.c.Patch(t, "/rest/insureds/"+l.insured, object{"corporateName": "Renamed LLC"})
	l.c.Patch(t, "/rest/cases/"+l.caseID, object{"loanAmount": usd("1.00"), "loanNumber": "LN-78", "displayName": "Renamed"})
	l.c.Patch(t, "/rest/documents/"+l.document, object{"name": "Renamed", "categoryId": "binder"})
	l.second.Post(t, "/rest/waivers/"+l.waiver+"/approve", nil, http.StatusOK)
	l.c.Post(t, "/rest/assets", press(l.caseID), http.StatusCreated)
	l.c.Document(t, l.caseID, nil)
	l.c.Post(t, "/rest/policies/"+l.policy+"/cancel", object{"effectiveDate": "2026-06-11", "reason": "nonPayment"}, http.StatusOK)
	l.c.Post(t, "/rest/policies", insured(l.caseID, nil), http.StatusCreated)
}

// TestDossier is that a past day is told as it was known then, whatever was changed later, in the same bytes but for the
// manifest and what is told of today.
func TestDossier(t *testing.T) {
	t.Parallel()
	l := newLoan(t)
	l.clock.set(complianceTime.AddDate(0, 0, 1))
	l.sendLetters(t)
	known := asKnown(t, l.c, l.caseID)
	require.Equal(t, "deficient", known["compliance"].(object)["verdict"])
	words := l.c.Query(t, letterOfDossier, object{"id": []any{l.caseID}})["renewalNotices"].(object)["nodes"].([]any)
	require.NotEmpty(t, words)
	_, first := dossierOf(t, l.c, l.caseID, "?on=2026-06-11")
	sameAs(t, known, told(decoded(t, first["dossier.json"])), "the day itself")

	l.clock.set(complianceTime.AddDate(0, 0, 5))
	l.change(t)
	l.sendLetters(t)
	archive, past := dossierOf(t, l.c, l.caseID, "?on=2026-06-11")
	d := decoded(t, past["dossier.json"])
	sameAs(t, known, told(d), "later")
	letters := d["letters"].([]any)
	require.Len(t, letters, len(words))
	sameAs(t, words, d["letters"], "letters")
	require.Equal(t, letters[0].(object)["handedOverAt"], letters[0].(object)["deliveries"].([]any)[0].(object)["settledAt"])
	require.Equal(t, "Harbor", d["waivers"].([]any)[0].(object)["requestedByName"])
	for _, e := range d["trail"].([]any) {
		require.Less(t, e.(object)["at"], "2026-06-12")
	}

	today := decoded(t, past["today.json"])
	require.Equal(t, "2026-06-15", today["today"])
	sameAs(t, l.of(t, l.caseID)["verdict"], today["verdict"].(object)["verdict"], "today")
	doc := d["documents"].([]any)[0].(object)
	require.Equal(t, "%PDF-1.7", string(past[doc["file"].(string)]))
	for _, page := range []string{"dossier.pdf", "today.pdf"} {
		requirePaper(t, past[page], "Młyn Łódź", "on June 11, 2026", "as of June 1")
	}

	l.clock.set(complianceTime.AddDate(0, 0, 9))
	l.c.Patch(t, "/rest/cases/"+l.caseID, object{"displayName": "Renamed again"})
	_, again := dossierOf(t, l.c, l.caseID, "?on=2026-06-11")
	for name, content := range past {
		if !strings.HasPrefix(name, "manifest.") && !strings.HasPrefix(name, "today.") {
			require.Equal(t, content, again[name], name)
		}
	}
	require.Len(t, again, len(past))
	require.Contains(t, string(archive), "dossier.pdf")

	_, changed := dossierOf(t, l.c, l.caseID, "?on=2026-06-15")
	d = decoded(t, changed["dossier.json"])
	w := d["waivers"].([]any)[0].(object)
	require.Equal(t, []any{"approved", "Renamed"}, []any{w["state"], d["case"].(object)["displayName"]})
	require.NotEmpty(t, w["decidedByName"])
	require.Len(t, d["policies"].([]any)[0].(object)["cancellations"], 1)
}

// requirePaper expects that a PDF says a text, if there is a program that reads it, and on each page what each has to say.
func requirePaper(t *testing.T, pdf []byte, onEach ...string) {
	t.Helper()
	require.True(t, bytes.HasPrefix(pdf, []byte("%PDF-")))
	reader, err := exec.LookPath("pdftotext")
	if err != nil {
		return
	}
	cmd := exec.CommandContext(t.Context(), reader, "-layout", "-", "-")
	cmd.Stdin = bytes.NewReader(pdf)
	text, err := cmd.Output()
	require.NoError(t, err)
	for page := range strings.SplitSeq(strings.TrimSuffix(string(text), "\f"), "\f") {
		for _, want := range onEach {
			require.Contains(t, page, want)
		}
		require.NotRegexp(t, "[0-9a-f]{8}-[0-9a-f]{4}-", page, "people read names")
	}
}

// TestDossierPlacement is that a placement is told with its notices and duties as they were known on the day.
func TestDossierPlacement(t *testing.T) {
	t.Parallel()
	l := newLoan(t)
	countDaysIn(t, l.Server, l.Harbor, "UTC")
	path := beginPlacement(t, l.c, l.caseID, "crime", complianceTime)
	l.clock.set(complianceTime.AddDate(0, 0, 40))
	l.c.Post(t, path+"/notices", posted(complianceTime, 2), http.StatusOK)
	l.c.Post(t, path+"/place", insurance(complianceTime), http.StatusOK)
	l.c.Post(t, path+"/charge", object{}, http.StatusOK)
	on := func(day string) (object, []byte) {
		_, files := dossierOf(t, l.c, l.caseID, "?on="+day)
		return decoded(t, files["dossier.json"])["placements"].([]any)[0].(object), files["dossier.pdf"]
	}

	then, _ := on("2026-06-10")
	require.Equal(t, "noticed", then["state"])
	require.NotContains(t, then, "notices")
	require.Equal(t, "2026-07-10T00:00:00.000Z", then["earliestChargeOn"], "if the notice had gone that day")
	require.Equal(t, object{"what": "first", "source": then["earliestSource"], "isLate": false}, then["duties"].([]any)[0])

	now, page := on("2026-07-20")
	api := l.c.Get(t, path)
	require.Equal(t, values(api, "state", "carrier", "premium", "owed", "earliestChargeOn", "earliestRule"),
		values(now, "state", "carrier", "premium", "owed", "earliestChargeOn", "earliestRule"))
	sameAs(t, api["duties"], now["duties"], "duties")
	require.Equal(t, "Harbor", now["notices"].([]any)[0].(object)["by"])
	requirePaper(t, page, "Młyn Łódź")
}

// TestDossierPlacementLetters is that letters to borrowers are told as far as they had come on the day, by e-mail and by post.
func TestDossierPlacementLetters(t *testing.T) {
	t.Parallel()
	l := newLoan(t)
	setLender(t, l.Server, l.Harbor, object{"timeZone": "UTC", "placements": object{"letters": "email"}})
	for coverage, email := range map[string]any{"crime": "ada@example.com", "terrorism": nil} {
		path := beginPlacement(t, l.c, l.caseID, coverage, complianceTime)
		l.c.Patch(t, path, object{"borrower": object{"name": "Ada Byron", "address": exampleAddress, "email": email}})
	}
	require.NoError(t, placing.New(placing.Config{Store: l.Store, Now: l.clock.now}).Sweep(t.Context()))
	l.clock.set(complianceTime.AddDate(0, 0, 2))
	l.sendLetters(t)
	list := l.c.Get(t, "/rest/placement-letters?means=post")["data"].([]any)
	require.Len(t, list, 1)
	posted := list[0].(object)
	file := l.c.Post(t, "/rest/print-files", nil, http.StatusCreated)["id"].(string)
	list = []any{l.c.Upload(t, "mailed.csv", []byte(mailedLines(posted["id"].(string), "2026-06-12")))}
	l.c.Post(t, "/rest/print-files/"+file+"/confirm", object{"directUploadKey": list[0]}, http.StatusOK)
	on := func(day string) (mailed, printed object, page []byte) {
		_, files := dossierOf(t, l.c, l.caseID, "?on="+day)
		for _, p := range decoded(t, files["dossier.json"])["placements"].([]any) {
			for _, letter := range p.(object)["letters"].([]any) {
				if letter.(object)["means"] == "email" {
					mailed = letter.(object)
				} else {
					printed = letter.(object)
				}
			}
		}
		return mailed, printed, files["dossier.pdf"]
	}

	mailed, printed, _ := on("2026-06-10")
	require.Equal(t, []any{"first", 1.0, "planned", nil, nil, []any{}},
		values(mailed, "step", "number", "state", "body", "handedOverAt", "recipients"))
	require.Equal(t, []any{"planned", posted["body"], nil, nil}, values(printed, "state", "body", "mailedOn", "proof"))

	mailed, printed, page := on("2026-06-12")
	sent := l.c.Get(t, "/rest/placement-letters?means=email")["data"].([]any)[0].(object)
	require.Equal(t, []any{"sent", sent["body"], "2026-06-12T09:30:00.000Z", []any{"ada@example.com"}},
		values(mailed, "state", "body", "handedOverAt", "recipients"))
	require.Len(t, mailed["deliveries"], 1)
	require.Equal(t, []any{"sent", posted["body"], "2026-06-12T00:00:00.000Z", "firstClass", "Batch 7"},
		values(printed, "state", "body", "mailedOn", "postClass", "proof"))
	require.Equal(t, "Ada Byron", printed["borrower"].(object)["name"])
	requirePaper(t, page, "Młyn Łódź")
}

// TestDossierToday is the dossier of a day that is not over: the same bytes while nothing changes.
func TestDossierToday(t *testing.T) {
	t.Parallel()
	l := newLoan(t)
	_, first := dossierOf(t, l.c, l.caseID, "")
	l.clock.set(complianceTime.Add(3600e9))
	data := l.c.Query(t, `query($id: ID!) { dossier(caseId: $id) { caseId on fileName url } }`, object{"id": l.caseID})["dossier"].(object)
	require.Equal(t, []any{l.caseID, "2026-06-10T00:00:00.000Z", "dossier-mlyn-lodz-2026-06-10.zip"},
		[]any{data["caseId"], data["on"], data["fileName"]})
	r := (&resttest.Client{}).Do(t, http.MethodGet, data["url"].(string), nil)
	require.Equal(t, http.StatusOK, r.Status)
	second := unpacked(t, r.Body)
	for name, content := range first {
		if !strings.HasPrefix(name, "manifest.") {
			require.Equal(t, content, second[name], name)
		}
	}
	require.NotEqual(t, first["manifest.json"], second["manifest.json"], "it says when it was made")
}

// TestDossierManners are refusals, who may, and what the trail says.
func TestDossierManners(t *testing.T) {
	t.Parallel()
	l := newLoan(t)
	path := "/rest/cases/" + l.caseID + "/dossier"
	for _, on := range []string{"2026-06-09", "2026-06-11", "soon"} {
		l.c.Do(t, http.MethodGet, path+"?on="+on, nil).Problem(t, http.StatusUnprocessableEntity, "invalid_value")
	}
	l.c.Do(t, http.MethodGet, "/rest/cases/"+uuid.NewString()+"/dossier", nil).Problem(t, http.StatusNotFound, "not_found")
	l.As(l.Prairie.Token).Do(t, http.MethodGet, path, nil).Problem(t, http.StatusNotFound, "not_found")
	viewer := l.As(l.Account(t, l.Harbor, model.RoleViewer))
	_, files := dossierOf(t, viewer, l.caseID, "?on=2026-06-10")
	require.NotContains(t, string(files["dossier.json"]), "dossierTaken")
	taken := l.c.Get(t, "/rest/audit-events?action=case.dossierTaken")["data"].([]any)
	require.Len(t, taken, 1)
	require.Equal(t, []any{l.caseID, object{"on": "2026-06-10"}}, []any{taken[0].(object)["subjectId"], taken[0].(object)["changes"]})
	l.Place(t)
	for _, e := range l.c.Get(t, "/rest/events?limit=200")["data"].([]any) {
		require.NotEqual(t, "case.dossierTaken", e.(object)["type"], "the feed is of what changes")
	}
	link := l.c.Query(t, `query($id: ID!) { dossier(caseId: $id) { url } }`, object{"id": l.caseID})["dossier"].(object)["url"].(string)
	forged := strings.Replace(link, "2026-06-10", "2026-06-09", 1)
	require.Equal(t, http.StatusForbidden, (&resttest.Client{}).Do(t, http.MethodGet, forged, nil).Status)
}

// keysOf are the public keys of an installation.
func keysOf(t *testing.T, l *loan) (set credentials.PublishedKeys) {
	t.Helper()
	r := (&resttest.Client{}).Do(t, http.MethodGet, l.URL+dossier.KeysPath, nil)
	require.Equal(t, http.StatusOK, r.Status)
	require.NoError(t, json.Unmarshal(r.Body, &set))
	return set
}

// repacked is an archive with the files as they are after a change.
func repacked(t *testing.T, files map[string][]byte) *zip.Reader {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for name, content := range files {
		w, err := z.Create(name)
		require.NoError(t, err)
		_, err = w.Write(content)
		require.NoError(t, err)
	}
	require.NoError(t, z.Close())
	r, err := zip.NewReader(bytes.NewReader(b.Bytes()), int64(b.Len()))
	require.NoError(t, err)
	return r
}

// wrong are the files of an archive of which Verify says that they are.
func wrong(r *zip.Reader, keys credentials.PublishedKeys) (names []string) {
	_, found := dossier.Verify(r, keys.Keys)
	for _, f := range found {
		if f.Problem != "" {
			names = append(names, f.Name)
		}
	}
	return names
}

// TestDossierVerify is that each kind of change is found, also after the signing key was replaced.
func TestDossierVerify(t *testing.T) {
	t.Parallel()
	l := newLoan(t)
	archive, files := dossierOf(t, l.c, l.caseID, "?on=2026-06-10")
	z, err := zip.NewReader(bytes.NewReader(archive), int64(len(archive)))
	require.NoError(t, err)
	document := "documents/001-Evidence.pdf"
	require.Contains(t, files, document)

	other := credentials.SigningKeys{[]byte(strings.Repeat("another key ", 4))}
	next := &dossier.Maker{Store: l.Store, Blobs: l.Blobs, Keys: other, Now: l.clock.now}
	require.NoError(t, next.Open(t.Context()))
	keys := keysOf(t, l)
	require.Len(t, keys.Keys, 2)
	require.Empty(t, wrong(z, keys))

	flipped := func(content []byte) []byte {
		changed := bytes.Clone(content)
		changed[len(changed)/2] ^= 1
		return changed
	}
	for name, tt := range map[string]struct {
		change func(files map[string][]byte)
		wrong  []string
	}{
		"a document": {func(f map[string][]byte) { f[document] = flipped(f[document]) }, []string{document}},
		"the pages":  {func(f map[string][]byte) { f["dossier.pdf"] = flipped(f["dossier.pdf"]) }, []string{"dossier.pdf"}},
		"a longer file": {func(f map[string][]byte) { f["today.json"] = append(bytes.Clone(f["today.json"]), ' ') },
			[]string{"today.json"}},
		"the manifest": {func(f map[string][]byte) {
			f["manifest.json"] = bytes.Replace(f["manifest.json"], []byte("2026-06-10"), []byte("2026-06-11"), 1)
		}, []string{"manifest.sig"}},
		"the signature": {func(f map[string][]byte) { f["manifest.sig"] = flipped(f["manifest.sig"]) }, []string{"manifest.sig"}},
		"an added file": {func(f map[string][]byte) { f["documents/extra.pdf"] = []byte("x") }, []string{"documents/extra.pdf"}},
		"one left out":  {func(f map[string][]byte) { delete(f, document) }, []string{document}},
		"no manifest":   {func(f map[string][]byte) { delete(f, "manifest.json") }, []string{"manifest.json"}},
		"no signature":  {func(f map[string][]byte) { delete(f, "manifest.sig") }, []string{"manifest.sig"}},
	} {
		changed := unpacked(t, archive)
		tt.change(changed)
		require.Equal(t, tt.wrong, wrong(repacked(t, changed), keys), name)
	}
	require.Equal(t, []string{"manifest.sig"}, wrong(z, credentials.PublishedKeys{Keys: keys.Keys[:1]}), "by a key that is not published")
}
