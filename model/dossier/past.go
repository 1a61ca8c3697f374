package dossier

import (
	"encoding/json"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/scalar"
)

// AsOf returns the records as they were known before a moment, and the documents that were known then and are gone. What came
// later is left out; what was changed later is as the trail has it from before. The records themselves are changed.
func (r *Records) AsOf(moment time.Time) (*Records, []*Removed) {
	h := historySince(r.Events, moment)
	past := &Records{Lender: r.Lender, Case: r.Case, RiskProfiles: r.RiskProfiles, TrailSince: r.TrailSince, Actors: r.Actors}
	h.undo(past.Case, past.Case.ID)
	removed := removedOf(h)
	for _, d := range removed {
		r.Documents = append(r.Documents, d.Document)
	}
	past.Holders = known(h, moment, r.Holders, func(v *model.CertificateHolder) key { return key{v.ID, v.CreatedAt} })
	past.Clauses = known(h, moment, r.Clauses, func(v *model.MortgageeClause) key { return key{v.ID, v.CreatedAt} })
	past.Insureds = known(h, moment, append(r.Insureds, gone[model.Insured](h, "insured")...),
		func(v *model.Insured) key { return key{v.ID, v.CreatedAt} })
	past.Groups = known(h, moment, r.Groups, func(v *model.InsuredGroup) key { return key{v.ID, v.CreatedAt} })
	past.Programs = known(h, moment, r.Programs, func(v *model.Program) key { return key{v.ID, v.CreatedAt} })
	past.Users = known(h, moment, r.Users, func(v *model.User) key { return key{v.ID, v.CreatedAt} })
	past.Brokers = known(h, moment, r.Brokers, func(v *model.Broker) key { return key{v.ID, v.CreatedAt} })
	past.Assets = known(h, moment, append(r.Assets, gone[model.Asset](h, "asset")...),
		func(v *model.Asset) key { return key{v.ID, v.CreatedAt} })
	past.Policies = known(h, moment, r.Policies, func(v *model.Policy) key { return key{v.ID, v.CreatedAt} })
	past.Versions = known(nil, moment, r.Versions, func(v *model.PolicyVersion) key { return key{v.ID, v.CreatedAt} })
	past.Cancellations = known(h, moment, r.Cancellations, func(v *model.Cancellation) key { return key{v.ID, v.RecordedAt} })
	past.Waivers = known(h, moment, r.Waivers, func(v *model.Waiver) key { return key{v.ID, v.CreatedAt} })
	past.Placements = known(h, moment, r.Placements, func(v *model.Placement) key { return key{v.ID, v.CreatedAt} })
	past.PlacementLetters = known(nil, moment, r.PlacementLetters, func(v *model.PlacementLetter) key { return key{v.ID, v.CreatedAt} })
	past.Documents = known(h, moment, r.Documents, func(v *model.Document) key { return key{v.ID, v.CreatedAt} })
	past.Evidence = known(h, moment, r.Evidence, func(v *model.Evidence) key { return key{v.ID, v.CreatedAt} })
	past.Files = known(h, moment, r.Files, func(v *model.EvidenceFile) key { return key{v.ID, v.CreatedAt} })
	past.Tasks = known(h, moment, r.Tasks, func(v *model.Task) key { return key{v.ID, v.CreatedAt} })
	past.Verdicts = known(nil, moment, r.Verdicts, func(v *model.VerdictChange) key { return key{v.ID, v.At} })
	past.Notices = known(nil, moment, r.Notices, func(v *model.RenewalNotice) key { return key{v.ID, v.CreatedAt} })
	past.Attempts, past.Replies = r.Attempts, r.Replies // letters have times of their own
	past.Events = slices.DeleteFunc(slices.Clone(r.Events), func(e *model.AuditEvent) bool {
		return !e.At.Before(moment) || e.Action == Taken
	})
	past.setVersions()
	return past, removed
}

// narrow leaves out of the past what nothing named then, though it was there: it was named before, or came to be named later.
func (r *Records) narrow() {
	insureds, clauses := slices.Clone(r.Case.InsuredIDs), slices.Clone(r.Case.MortgageeClauseIDs)
	people := slices.Concat(r.Case.InsuranceContactIDs, r.Case.InsuranceContactCCIDs)
	for _, v := range r.Versions {
		insureds, clauses = append(insureds, v.InsuredIDs...), append(clauses, v.MortgageeClauseIDs...)
	}
	for _, p := range r.Policies {
		people = append(people, p.InsuranceContactIDs...)
	}
	for _, t := range r.Tasks {
		people = append(people, scalar.OrZero(t.AssigneeID))
	}
	others := map[uuid.UUID]bool{}
	r.Insureds = named(r.Insureds, others, func(v *model.Insured) uuid.UUID { return v.ID }, insureds)
	r.Clauses = named(r.Clauses, others, func(v *model.MortgageeClause) uuid.UUID { return v.ID }, clauses)
	r.Programs = named(r.Programs, others, func(v *model.Program) uuid.UUID { return v.ID }, []uuid.UUID{scalar.OrZero(r.Case.ProgramID)})
	r.Users = named(r.Users, others, func(v *model.User) uuid.UUID { return v.ID }, people)
	r.Brokers = named(r.Brokers, others, func(v *model.Broker) uuid.UUID { return v.ID }, people)
	var groups, holders []uuid.UUID
	for _, i := range r.Insureds {
		groups = append(groups, scalar.OrZero(i.InsuredGroupID))
	}
	for _, c := range r.Clauses {
		holders = append(holders, c.CertificateHolderID)
	}
	if p := r.profile(); p != nil {
		holders = append(holders, p.CertificateHolderIDs...)
	}
	r.Groups = named(r.Groups, others, func(v *model.InsuredGroup) uuid.UUID { return v.ID }, groups)
	r.Holders = named(r.Holders, others, func(v *model.CertificateHolder) uuid.UUID { return v.ID }, holders)
	r.Events = slices.DeleteFunc(r.Events, func(e *model.AuditEvent) bool { return others[scalar.OrZero(e.SubjectID)] })
}

// named are those of the records that are named. It notes the others.
func named[T any](records []*T, others map[uuid.UUID]bool, id func(*T) uuid.UUID, names []uuid.UUID) (of []*T) {
	for _, record := range records {
		if slices.Contains(names, id(record)) {
			of = append(of, record)
		} else {
			others[id(record)] = true
		}
	}
	return of
}

// Taken is the action of the audit event of one who takes a dossier, which is no part of dossiers.
const Taken = "case.dossierTaken"

// key is a record's id and when it came.
type key struct {
	id   uuid.UUID
	came time.Time
}

// known are the records that came before a moment, each as it was then, in order of creation.
func known[T any](h history, moment time.Time, records []*T, of func(*T) key) (then []*T) {
	for _, record := range records {
		if k := of(record); k.came.Before(moment) {
			h.undo(record, k.id)
			then = append(then, record)
		}
	}
	slices.SortFunc(then, func(a, b *T) int { return strings.Compare(of(a).id.String(), of(b).id.String()) })
	return then
}

// undo takes back what happened to a record, the newest change first.
func (h history) undo(record any, id uuid.UUID) {
	for _, e := range h[id] {
		if !strings.HasSuffix(e.Action, ".created") {
			model.Undo(record, e.Changes)
		}
	}
}

// deletions has the events by which records of a noun were removed.
func (h history) deletions(noun string) (events []*model.AuditEvent) {
	for _, of := range h {
		for _, e := range of {
			if e.Action == noun+".deleted" {
				events = append(events, e)
			}
		}
	}
	slices.SortFunc(events, func(a, b *model.AuditEvent) int { return strings.Compare(a.ID.String(), b.ID.String()) })
	return events
}

// gone are the records of a noun that were removed, as they were at the end.
func gone[T any](h history, noun string) (records []*T) {
	for _, e := range h.deletions(noun) {
		record := new(T)
		model.Undo(record, e.Changes)
		records = append(records, record)
	}
	return records
}

// removedOf are the documents that were removed.
func removedOf(h history) (removed []*Removed) {
	for i, e := range h.deletions("document") {
		removed = append(removed, &Removed{Document: gone[model.Document](h, "document")[i], On: e.At, SHA256: hashIn(e.Changes)})
	}
	return removed
}

// hashIn is the hash of a removed file, as the event of the removal has it.
func hashIn(changes scalar.JSON) string {
	var told struct {
		SHA256 struct {
			From string `json:"from"`
		} `json:"sha256"`
	}
	_ = json.Unmarshal(changes, &told) // then nobody knows
	return told.SHA256.From
}

// setVersions gives each policy the version that was its current one.
func (r *Records) setVersions() {
	current := map[uuid.UUID]*model.PolicyVersion{}
	for _, v := range r.Versions {
		if c := current[v.PolicyID]; c == nil || v.VersionNumber > c.VersionNumber {
			current[v.PolicyID] = v
		}
	}
	for _, p := range r.Policies {
		if v := current[p.ID]; v != nil {
			p.Coverage, p.CurrentVersionID, p.VersionNumber = v.Coverage, v.ID, v.VersionNumber
		}
	}
}
