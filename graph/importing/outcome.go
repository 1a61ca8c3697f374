package importing

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"time"

	jsonv2 "github.com/go-json-experiment/json"
	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/model/importing"
	"github.com/covertrack/covertrack/model/scalar"
	stored "github.com/covertrack/covertrack/storage/importing"
)

type violations = fault.Violations

// changed is a member before and after, as an audit event has it.
type changed struct {
	From scalar.JSON `json:"from"`
	To   scalar.JSON `json:"to"`
}

func changesOf(e *model.AuditEvent) map[string]changed {
	var all map[string]changed
	if json.Unmarshal(e.Changes, &all) != nil {
		return nil // of an event that has no members
	}
	return all
}

// outcomeOf says what became of a record, by its events.
func outcomeOf(noun string, events []*model.AuditEvent, isTrial bool) (model.ImportOutcome, []importing.Change) {
	outcome, changes := model.ImportOutcomeUnchanged, []importing.Change{}
	for _, e := range events {
		switch {
		case strings.HasSuffix(e.Action, ".created"):
			change := importing.Change{Noun: noun, IsNew: true}
			if !isTrial {
				change.ID = *e.SubjectID
			}
			return model.ImportOutcomeCreate, []importing.Change{change}
		case strings.HasSuffix(e.Action, ".updated"):
			outcome = model.ImportOutcomeChange
			all := changesOf(e)
			for _, member := range slices.Sorted(maps.Keys(all)) {
				if isStamp(noun, member) {
					continue
				}
				changes = append(changes, importing.Change{
					Noun: noun, ID: *e.SubjectID, Member: member, Before: all[member].From, After: all[member].To,
				})
			}
		}
	}
	return outcome, changes
}

// isStamp reports whether a member is set by the import itself and not by a row.
func isStamp(noun, member string) bool {
	return slices.Contains([]string{"importId", "quiet"}, member) || noun == "policy" &&
		slices.Contains([]string{"status", "statusBeforeHold", "onHoldAt", "versionNumber", "currentVersionId"}, member)
}

// written are the nouns of records that imports write.
var written = []string{"broker", "insuredGroup", "insured", "case", "asset", "policy", "user", "brokerage", "certificateHolder",
	"mortgageeClause", "program", "riskProfile", "placement"}

// recordsOf are the records that events tell of, for the release and the reversal of the import.
func recordsOf(i *importing.Import, chunk int, events []*model.AuditEvent, now time.Time) []*stored.Record {
	by := map[uuid.UUID]*stored.Record{}
	var all []*stored.Record
	for _, e := range events {
		if !slices.Contains(written, e.SubjectType) {
			continue
		}
		r := by[*e.SubjectID]
		if r == nil {
			r = &stored.Record{ImportID: i.ID, Chunk: chunk, Noun: e.SubjectType, RecordID: *e.SubjectID, WrittenAt: now,
				Before: map[string]scalar.JSON{}}
			if r.IsNew = strings.HasSuffix(e.Action, ".created"); r.IsNew && slices.Contains([]string{"asset", "policy", "placement"}, r.Noun) {
				r.CaseID = caseOfEvent(e)
			}
			by[*e.SubjectID] = r
			all = append(all, r)
		}
		if r.IsNew {
			continue
		}
		for member, c := range changesOf(e) {
			if _, known := r.Before[member]; !known {
				r.Before[member] = c.From
			}
		}
	}
	return all
}

// caseOfEvent is the case of a record that was made below one.
func caseOfEvent(e *model.AuditEvent) *uuid.UUID {
	var changes struct {
		CaseID struct {
			To *uuid.UUID `json:"to"`
		} `json:"caseId"`
	}
	if jsonv2.Unmarshal(e.Changes, &changes) != nil {
		return nil
	}
	return changes.CaseID.To
}
