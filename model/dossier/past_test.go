package dossier_test

import (
	"bytes"
	"encoding/json"
	"reflect"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/dossier"
	"github.com/covertrack/covertrack/model/scalar"
)

var (
	then  = time.Date(2026, 3, 1, 10, 0, 0, 0, time.UTC)
	later = then.AddDate(0, 0, 5)
)

// changed is the event of a change.
func changed(noun string, id uuid.UUID, before, after any) *model.AuditEvent {
	return &model.AuditEvent{
		ID: uuid.Must(uuid.NewV7()), Action: noun + ".updated", SubjectID: &id, At: later,
		Changes: scalar.EncodeTimesJSON(model.Changes(before, after)),
	}
}

// records are one of each noun whose records change, with every member that can.
func records() *dossier.Records {
	id := func(n byte) uuid.UUID { return uuid.UUID{15: n} }
	text, day, money := "Łódź", then.AddDate(0, 0, -3), &scalar.Money{Amount: "1.50", Currency: "USD"}
	held, asset, doc := model.CaseStatusOpen, id(2), id(3)
	return &dossier.Records{
		Case: &model.Case{
			ID: id(1), Name: &text, DisplayName: text, Status: model.CaseStatusOnHold, StatusBeforeHold: &held, OnHoldAt: &day,
			Closure:        &model.CaseClosure{Reason: model.CaseCloseReasonSold, On: day, ClosedAt: day, StatusBefore: held},
			ManagementType: model.ManagementTypeSelfManaged, RiskProfileID: &doc, InsuredIDs: []uuid.UUID{id(5)},
			MortgageeClauseIDs: []uuid.UUID{id(6)}, LoanNumber: &text, LoanAmount: money, OutstandingBalance: money, MaturityDate: &day,
			FederallyRelated: new(true), Metadata: scalar.Metadata(`{"a":1}`), CreatedAt: then,
		},
		Assets: []*model.Asset{{ID: asset, CaseID: id(1), AssetTypeID: id(9), DisplayName: text, DocumentIDs: []uuid.UUID{doc},
			CreatedAt: then, Values: model.AssetFields{{FieldType: id(8), Key: "address", Value: scalar.JSON(`{"city":"Łódź"}`)}}}},
		Documents: []*model.Document{{ID: doc, CaseID: id(1), CategoryID: id(7), FileName: text, Name: text, Versions: []uuid.UUID{id(4)},
			Evidences: []model.EvidencedTerm{{Policy: id(4), TermNumber: 2}}, CreatedAt: then}},
		Policies: []*model.Policy{{ID: id(4), CaseID: id(1), Status: model.PolicyStatusDeactivated, DeactivatedAt: &day,
			InsuranceContactIDs: []uuid.UUID{id(2)}, CreatedAt: then}},
		Insureds: []*model.Insured{{ID: id(5), Type: model.InsuredTypeCorporate, DisplayName: text, CorporateName: &text, PathName: "x",
			CreatedAt: then}},
		Clauses: []*model.MortgageeClause{{ID: id(6), CertificateHolderID: id(7), ClauseType: model.ClauseTypeMortgagee, Wording: text,
			CreatedAt: then}},
		Holders: []*model.CertificateHolder{{ID: id(7), Name: text, ClauseTypes: []model.ClauseType{model.ClauseTypeMortgagee},
			CreatedAt: then, Address: &scalar.Address{Street1: text, City: text, State: "OH", PostalCode: "1"}}},
		Waivers: []*model.Waiver{{ID: id(10), CaseID: id(1), CoverageTypeID: id(1), AssetID: &asset, Codes: []model.FindingCode{"expired"},
			Reason: text, DocumentID: &doc, ExpiresOn: &day, State: model.WaiverStateApproved, RequestedBy: id(3), RequestedAt: then,
			DecidedBy: &doc, DecidedAt: &day, CreatedAt: then}},
		Placements: []*model.Placement{{ID: id(18), CaseID: id(1), AssetID: &asset, CoverageTypeID: id(1), Programme: "regX",
			TimeZone: "America/Chicago", State: model.PlacementStateCharged, StartedOn: day, LapsedOn: day, Estimate: money,
			ElectronicConsent: true, Notices: []*model.PlacementNotice{{Step: "first", HandedOverOn: day, Means: "post", Proof: &text}},
			Proofs: []*model.PlacementProof{{DocumentID: &doc, ReceivedOn: day, From: day}}, Carrier: &text, Premium: money,
			Charges: []*model.PlacementPayment{{On: day, Amount: money}}, EffectiveOn: &day, EndsOn: &later, PlacedOn: &day, CreatedAt: then}},
		Users:   []*model.User{{ID: id(14), Email: text, DisplayName: text, Role: model.UserRoleAdmin, Active: true, CreatedAt: then}},
		Groups:  []*model.InsuredGroup{{ID: id(16), Name: text, CreatedAt: then}},
		Brokers: []*model.Broker{{ID: id(15), DisplayName: text, Email: &text, CreatedAt: then}},
		Tasks: []*model.Task{{ID: id(11), CaseID: &asset, PolicyID: &doc, Type: model.TaskTypeCaseApproval, State: model.TaskStateCompleted,
			DueAt:  &day,
			Reason: &text, CompletedBy: &model.TaskCompletion{EventID: id(1), Action: text, At: day}, CreatedAt: then}},
		Cancellations: []*model.Cancellation{{ID: id(12), PolicyID: id(4), CaseID: id(1), TermNumber: 1, EffectiveDate: day,
			Reason: model.CancellationReasonOther, RecordedAt: then, ReinstatedOn: &day}},
		Evidence: []*model.Evidence{{ID: id(13), PolicyID: id(4), CaseID: id(1), State: model.EvidenceStateAccepted,
			DecidedAt: &day, DecidedBy: &doc,
			Accepted: []model.EvidenceMember{model.EvidenceMemberLimits}, Reason: &text, SubmittedAt: then, CreatedAt: then}},
	}
}

// emptied returns a record of which nothing is known but what never changes.
func emptied[T any](record *T) *T {
	empty := new(T)
	for _, name := range []string{"ID", "CaseID", "PolicyID", "CreatedAt", "RecordedAt"} {
		if f := reflect.ValueOf(empty).Elem().FieldByName(name); f.IsValid() {
			f.Set(reflect.ValueOf(record).Elem().FieldByName(name))
		}
	}
	return empty
}

// TestAsOfUndoes is that every member of every record that was changed is as it was, whichever way it changed.
func TestAsOfUndoes(t *testing.T) {
	t.Parallel()
	for _, filled := range []bool{true, false} {
		want, now := records(), records()
		change(now, want, filled)
		got, removed := now.AsOf(then.Add(time.Hour))
		require.Empty(t, removed)
		for _, pair := range [][2]any{
			{want.Case, got.Case}, {want.Assets, got.Assets}, {want.Documents, got.Documents}, {want.Policies, got.Policies},
			{want.Insureds, got.Insureds}, {want.Clauses, got.Clauses}, {want.Holders, got.Holders}, {want.Waivers, got.Waivers},
			{want.Tasks, got.Tasks}, {want.Cancellations, got.Cancellations}, {want.Evidence, got.Evidence},
			{want.Placements, got.Placements}, {want.Users, got.Users}, {want.Brokers, got.Brokers}, {want.Groups, got.Groups},
		} {
			a, b := scalar.EncodeTimesJSON(pair[0]), scalar.EncodeTimesJSON(pair[1])
			require.JSONEq(t, string(a), string(b))
		}
	}
}

// change empties all records, or fills empty ones, and records that.
func change(now, want *dossier.Records, filled bool) {
	one(now, "case", &now.Case, &want.Case, now.Case.ID, filled)
	all(now, "asset", now.Assets, want.Assets, func(r *model.Asset) uuid.UUID { return r.ID }, filled)
	all(now, "document", now.Documents, want.Documents, func(r *model.Document) uuid.UUID { return r.ID }, filled)
	all(now, "policy", now.Policies, want.Policies, func(r *model.Policy) uuid.UUID { return r.ID }, filled)
	all(now, "insured", now.Insureds, want.Insureds, func(r *model.Insured) uuid.UUID { return r.ID }, filled)
	all(now, "mortgageeClause", now.Clauses, want.Clauses, func(r *model.MortgageeClause) uuid.UUID { return r.ID }, filled)
	all(now, "certificateHolder", now.Holders, want.Holders, func(r *model.CertificateHolder) uuid.UUID { return r.ID }, filled)
	all(now, "insuredGroup", now.Groups, want.Groups, func(r *model.InsuredGroup) uuid.UUID { return r.ID }, filled)
	all(now, "user", now.Users, want.Users, func(r *model.User) uuid.UUID { return r.ID }, filled)
	all(now, "broker", now.Brokers, want.Brokers, func(r *model.Broker) uuid.UUID { return r.ID }, filled)
	all(now, "waiver", now.Waivers, want.Waivers, func(r *model.Waiver) uuid.UUID { return r.ID }, filled)
	all(now, "placement", now.Placements, want.Placements, func(r *model.Placement) uuid.UUID { return r.ID }, filled)
	all(now, "task", now.Tasks, want.Tasks, func(r *model.Task) uuid.UUID { return r.ID }, filled)
	all(now, "cancellation", now.Cancellations, want.Cancellations, func(r *model.Cancellation) uuid.UUID { return r.ID }, filled)
	all(now, "evidence", now.Evidence, want.Evidence, func(r *model.Evidence) uuid.UUID { return r.ID }, filled)
}

func all[T any](in *dossier.Records, noun string, now, want []*T, id func(*T) uuid.UUID, filled bool) {
	for i := range now {
		one(in, noun, &now[i], &want[i], id(now[i]), filled)
	}
}

func one[T any](in *dossier.Records, noun string, now, want **T, id uuid.UUID, filled bool) {
	if filled {
		*now = emptied(*now)
	} else {
		*want = emptied(*want)
	}
	in.Events = append(in.Events, changed(noun, id, **want, **now))
}

// TestAsOfRemoved is a document that was removed later: it was known, and its hash is that of the event.
func TestAsOfRemoved(t *testing.T) {
	t.Parallel()
	r := records()
	gone := *r.Documents[0]
	e := changed("document", gone.ID, gone, model.Document{})
	var changes map[string]any
	require.NoError(t, json.Unmarshal(e.Changes, &changes))
	changes["sha256"] = map[string]any{"from": "abc", "to": nil}
	e.Action, e.Changes = "document.deleted", scalar.EncodeJSON(changes)
	r.Documents, r.Events = nil, []*model.AuditEvent{e}
	past, removed := r.AsOf(then.Add(time.Hour))
	require.Len(t, past.Documents, 1)
	require.Equal(t, gone.Name, past.Documents[0].Name)
	require.Equal(t, []any{gone.ID, "abc", later}, []any{removed[0].ID, removed[0].SHA256, removed[0].On})
	before, _ := r.AsOf(then.Add(-time.Hour))
	require.Empty(t, before.Documents)
}

// page keeps what is written on it.
type page struct{ text string }

func (p *page) Section(s string) { p.text += "\n# " + s }
func (p *page) Heading(s string) { p.text += "\n## " + s }
func (p *page) Text(s string)    { p.text += "\n" + s }
func (p *page) Letter(s string)  { p.text += "\n> " + s }
func (p *page) Facts(facts [][2]string) {
	for _, f := range facts {
		p.text += "\n" + f[0] + ": " + f[1]
	}
}
func (p *page) Table(_ []string, _ []float64, rows [][]string) {
	for _, r := range rows {
		p.text += "\n|"
		for _, cell := range r {
			p.text += " " + cell + " |"
		}
	}
}

// borrowerLetters are one that the mailing house has mailed, and one that was overtaken.
func borrowerLetters(of uuid.UUID, settled time.Time) []*model.PlacementLetter {
	name, email, class, proof := "Ada Byron", "ada@example.com", "firstClass", "Batch 7"
	subject, body, unsent, overtaken := "Your insurance", "Please show us your insurance.", "Not sent", model.CancelOvertaken
	at := &scalar.Address{Street1: "12 Example St", City: "Springfield", State: "IL", PostalCode: "62701"}
	day := scalar.DayOf(then)
	return []*model.PlacementLetter{
		{ID: uuid.UUID{2}, PlacementID: of, Step: "first", Number: 1, Means: model.PlacementMeansPost,
			Borrower: &model.PlacementBorrower{Name: &name, Address: at}, MailedOn: &day, PostClass: &class, Proof: &proof, CreatedAt: then,
			Mailing: model.Mailing{State: model.RenewalNoticeStateSent, SettledAt: &settled, Subject: &subject, Body: &body}},
		{ID: uuid.UUID{3}, PlacementID: of, Step: "reminder", Number: 1, Means: model.PlacementMeansEmail,
			Borrower: &model.PlacementBorrower{Name: &name, Email: &email}, CreatedAt: then,
			Mailing: model.Mailing{State: model.RenewalNoticeStateCancelled, SettledAt: &settled, SkipReason: &overtaken, Body: &unsent}},
	}
}

// TestWrite is what a person reads, in the words of the trade.
func TestWrite(t *testing.T) {
	t.Parallel()
	r := records()
	body := "Dear broker,\n   Named insured   Łódź\n"
	subject, handed := "Evidence, please", then.Add(time.Minute)
	r.Notices = []*model.RenewalNotice{{ID: uuid.UUID{1}, Step: model.RenewalStepDeficiency, CreatedAt: then}}
	r.Attempts = []*model.NoticeAttempt{{
		NoticeID: uuid.UUID{1}, Number: 1, State: model.RenewalNoticeStateSent, Recipients: []string{"a@example.com"},
		Subject: &subject, Body: &body,
		HandedOverAt: &handed, SettledAt: handed,
		Deliveries: []*model.NoticeDelivery{{Address: "a@example.com", State: model.NoticeDeliveryStateSent, SettledAt: &handed}},
	}}
	r.PlacementLetters = borrowerLetters(r.Placements[0].ID, handed)
	on := scalar.DayOf(then)
	r.Case.InsuranceContactCCIDs, r.Insureds[0].InsuredGroupID = []uuid.UUID{{15: 15}}, &r.Groups[0].ID
	r.Case.ImportID, r.Insureds[0].ImportID = &uuid.UUID{1}, &uuid.UUID{1}
	r.Waivers[0].RequestedBy = uuid.UUID{15: 17}
	r.Actors = []*dossier.Actor{{ID: r.Waivers[0].RequestedBy, Name: "Ada"}}
	d := dossier.New(r, nil, on, on.AddDate(0, 0, 1))
	var p page
	d.Write(&p)
	for _, want := range []string{
		"# Łódź", "Loan amount: $1.50", "Status: On hold", "# Verdict on March 1, 2026", "# Exceptions", "State: Approved",
		"Reason: Łódź", "## Request for correction", "Handed over: March 1, 2026, 10:01:00 UTC",
		"Delivery: a@example.com: accepted by the mail server, March 1, 2026, 10:01:00 UTC",
		"> Subject: Evidence, please\n\n" + body, "# Tasks", "Address: Łódź",
		"Copies to: Łódź", "Insured group: Łódź", "Asked by: Ada, ",
		"# Lender-placed insurance", "Rules: Force-placed hazard insurance (Regulation X), 12 CFR 1024.37", "| First notice | February 26, 2026 | By post, Łódź |",
		"| Charge the borrower | April 15, 2026 |", "To be given back: $1.50 by ",
		"## Letter: First notice, ",
		"To: Ada Byron, 12 Example St, Springfield, IL 62701\nWritten: March 1, 2026, 10:00:00 UTC, by post\nState: Sent",
		"Mailed: March 1, 2026, first class, Batch 7", "> Subject: Your insurance\n\nPlease show us your insurance.",
		"# Letters\nThose to the borrower are told with lender-placed insurance.",
		"To: Ada Byron, ada@example.com\nWritten: March 1, 2026, 10:00:00 UTC, by e-mail\nState: Cancelled", "Reason: overtaken",
	} {
		require.Contains(t, p.text, want)
	}
	require.NotContains(t, p.text, "Not sent", "word for word is what went")
	require.NotContains(t, p.text, "Import: ", "an id means nothing to people")
	var text bytes.Buffer
	require.NoError(t, d.WriteJSON(&text))
	require.True(t, json.Valid(text.Bytes()), text.String())
}
