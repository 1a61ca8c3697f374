package importing

import (
	"context"
	"encoding/json"
	"slices"
	"strings"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/graph/engine"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/importing"
	"github.com/covertrack/covertrack/model/scalar"
	"github.com/covertrack/covertrack/storage"
	stored "github.com/covertrack/covertrack/storage/importing"
)

// tables are those of the nouns that an import writes, in an order in which they can be removed.
var tables = [][2]string{
	{"placement", "placements"}, {"policy", "policies"}, {"asset", "assets"}, {"case", "cases"}, {"insured", "insureds"}, {"insuredGroup", "insured_groups"},
	{"broker", "brokers"},
}

// The reasons why a reversal leaves a record.
const (
	leftChanged = "changed since, or needed by others"
	leftTerm    = "a term that was begun cannot be taken back"
	leftHistory = "what happened of a placement is not taken back"
	leftShared  = "others may use it by now"
)

// undo undoes what a chunk wrote, in the transaction of ctx, and returns what it left.
func (r *run) undo(ctx context.Context, records []*stored.Record) (left []*model.ImportLeft, err error) {
	for _, rec := range records {
		if !slices.ContainsFunc(tables, func(noun [2]string) bool { return noun[0] == rec.Noun }) {
			left = append(left, &model.ImportLeft{Noun: rec.Noun, ID: rec.RecordID, Reason: leftShared})
		}
	}
	for _, noun := range tables {
		var made []uuid.UUID
		for _, rec := range records {
			if rec.Noun != noun[0] {
				continue
			}
			if rec.IsNew {
				made = append(made, rec.RecordID)
				continue
			}
			reason, err := r.restore(ctx, noun[1], rec)
			if err != nil {
				return nil, err
			}
			if reason != "" {
				left = append(left, &model.ImportLeft{Noun: rec.Noun, ID: rec.RecordID, Reason: reason})
			}
		}
		removed, err := r.remove(ctx, noun, made, records)
		if err != nil {
			return nil, err
		}
		for _, id := range made {
			if !slices.Contains(removed, id) {
				left = append(left, &model.ImportLeft{Noun: noun[0], ID: id, Reason: leftChanged})
			}
		}
	}
	return left, nil
}

// remove removes records that the import made, as far as it may, and tells of those that it returns.
func (r *run) remove(ctx context.Context, noun [2]string, made []uuid.UUID, records []*stored.Record) ([]uuid.UUID, error) {
	if len(made) == 0 {
		return nil, nil
	}
	req := engine.RequestOf(ctx)
	last, err := lastOf[noun[0]](ctx, req.Store, made)
	if err != nil {
		return nil, err
	}
	removed, err := stored.Remove(ctx, req.Store, noun[1], r.ID, made)
	for _, id := range removed {
		event := auditRemoved(req, noun[0], id, last[id])
		if of := caseOfRecord(records, id); of != uuid.Nil {
			req.Mark(engine.Mark{Noun: "case", ID: of, Cause: event})
		}
	}
	return removed, err
}

// undoShared removes what a chunk left because another needed it, which is undone by now: chunks are written side by side.
func (r *run) undoShared(ctx context.Context) error {
	i, err := stored.Imports.One(ctx, engine.RequestOf(ctx).Store, r.ID)
	if err != nil {
		return err
	}
	left := i.LeftBehind
	for _, noun := range tables[3:] { // cases, and what they share
		var made []uuid.UUID
		for _, l := range left {
			if l.Noun == noun[0] && l.Reason == leftChanged {
				made = append(made, l.ID)
			}
		}
		removed, err := r.remove(ctx, noun, made, nil)
		if err != nil {
			return err
		}
		left = slices.DeleteFunc(left, func(l *model.ImportLeft) bool { return l.Noun == noun[0] && slices.Contains(removed, l.ID) })
	}
	return r.save(ctx, engine.RequestOf(ctx).Store, func(i *importing.Import) { i.LeftBehind = left })
}

// lastOf reads the records of a noun, for the trail to say what they were at the end, by which a dossier of a day before knows them.
var lastOf = map[string]func(ctx context.Context, p *storage.Portfolio, ids []uuid.UUID) (map[uuid.UUID]ending, error){
	"placement": readLast(storage.Placements), "policy": readLast(storage.Policies), "asset": readLast(storage.Assets),
	"case": readLast(storage.Cases), "insured": readLast(storage.Insureds), "insuredGroup": readLast(storage.InsuredGroups),
	"broker": readLast(storage.Brokers),
}

// ending is what a record was at its end, as the trail has it.
type ending map[string]model.Change

func readLast[T, F any](
	noun *storage.Table[T, F],
) func(ctx context.Context, p *storage.Portfolio, ids []uuid.UUID) (map[uuid.UUID]ending, error) {
	return func(ctx context.Context, p *storage.Portfolio, ids []uuid.UUID) (map[uuid.UUID]ending, error) {
		records, err := noun.ByID(ctx, p, ids)
		last := make(map[uuid.UUID]ending, len(records))
		for _, record := range records {
			last[noun.ID(record)] = model.Changes(*record, (*T)(nil))
		}
		return last, err
	}
}

// auditRemoved adds the event of a record that was removed, with its last values.
func auditRemoved(r *engine.Request, noun string, id uuid.UUID, last ending) *model.AuditEvent {
	switch noun {
	case "policy":
		return r.Audit("policy.deleted", noun, id, last)
	case "placement":
		return r.Audit("placement.deleted", noun, id, last)
	case "asset":
		return r.Audit("asset.deleted", noun, id, last)
	case "case":
		return r.Audit("case.deleted", noun, id, last)
	case "insured":
		return r.Audit("insured.deleted", noun, id, last)
	case "insuredGroup":
		return r.Audit("insuredGroup.deleted", noun, id, last)
	default:
		return r.Audit("broker.deleted", noun, id, last)
	}
}

// caseOfRecord is the case of a record below one; uuid.Nil for a record that is none.
func caseOfRecord(records []*stored.Record, id uuid.UUID) uuid.UUID {
	for _, rec := range records {
		if rec.RecordID == id {
			return scalar.OrZero(rec.CaseID)
		}
	}
	return uuid.Nil
}

// restore gives a record the members back that the import changed, and says why it does not.
func (r *run) restore(ctx context.Context, table string, rec *stored.Record) (reason string, err error) {
	op := r.ops.update[rec.Noun]
	same, err := stored.Untouched(ctx, engine.RequestOf(ctx).Store, table, r.ID, []uuid.UUID{rec.RecordID})
	if err != nil || len(same) == 0 || op == nil {
		return leftChanged, err
	}
	if _, ok := rec.Before["termNumber"]; ok {
		return leftTerm, nil
	}
	if rec.Noun == string(importing.NounPlacement) {
		return leftHistory, nil
	}
	input := map[string]any{}
	for member, before := range rec.Before {
		if name := inputName(member); name != "" {
			value, err := scalar.DecodeJSON(before)
			if err != nil {
				return "", err
			}
			input[name] = value
		}
	}
	if fields, ok := input["fields"]; ok {
		input["fields"] = r.formerFields(ctx, rec, fields)
	}
	err = engine.RequestOf(ctx).Attempt(ctx, func() error {
		if err := r.restate(ctx, rec); err != nil {
			return err
		}
		_, err := r.Engine.Run(ctx, op, map[string]any{"id": rec.RecordID.String(), "input": input})
		return err
	})
	if err == nil {
		return "", r.unhold(ctx, rec)
	}
	vs, err := violationsOf(err)
	if len(vs) > 0 {
		reason = vs[0].Message
	}
	return reason, err
}

// restate gives a case the status back that it had, by whichever move the import changed it.
func (r *run) restate(ctx context.Context, rec *stored.Record) error {
	before, ok := rec.Before["status"]
	if rec.Noun != "case" || !ok {
		return nil
	}
	if _, isClosed := rec.Before["closure"]; isClosed {
		_, err := r.Engine.Run(ctx, r.ops.move["reopenCase"], map[string]any{"id": rec.RecordID.String()})
		return err
	}
	var status model.CaseStatus
	if err := json.Unmarshal(before, &status); err != nil {
		return err
	}
	return r.Restate(ctx, rec.RecordID, status)
}

// unhold ends the hold of a record that the import changed, unless another import holds it too.
func (r *run) unhold(ctx context.Context, rec *stored.Record) error {
	held, err := stored.Held(ctx, engine.RequestOf(ctx).Store, r.ID, []uuid.UUID{rec.RecordID})
	if err != nil || len(held) > 0 {
		return err
	}
	switch rec.Noun {
	case "policy":
		return r.Operations.Release(ctx, []uuid.UUID{rec.RecordID}, nil)
	case "case":
		return r.Operations.Release(ctx, nil, []uuid.UUID{rec.RecordID})
	}
	return nil
}

// inputName is the member of an input that sets a member of a record; "" for what no input sets.
func inputName(member string) string {
	switch member {
	case "insuranceContactCCIds":
		return "insuranceContactsCC"
	case "name":
		return "displayName"
	case "status", "statusBeforeHold", "closure", "onHoldAt", "holdReason", "displayName", "pathName", "typeGiven", "importId", "quiet",
		"versionNumber", "currentVersionId", "carriedOver", "gapDays", "perilsByAsset", "assetIds":
		return ""
	}
	if name, ok := strings.CutSuffix(member, "Ids"); ok {
		return name + "s"
	}
	if member != "externalId" {
		member = strings.TrimSuffix(member, "Id")
	}
	return member
}

// formerFields are the fields that an asset had, and no value for those that it had not.
func (r *run) formerFields(ctx context.Context, rec *stored.Record, before any) []any {
	var fields []any
	had := map[string]bool{}
	list, _ := before.([]any)
	for _, f := range list {
		field, _ := f.(map[string]any)
		id, _ := field["fieldType"].(string)
		had[id] = true
		fields = append(fields, map[string]any{"fieldType": id, "value": field["value"]})
	}
	assets, err := stored.AssetFields(ctx, engine.RequestOf(ctx).Store, rec.RecordID)
	if err == nil {
		for _, id := range assets {
			if !had[id] {
				fields = append(fields, map[string]any{"fieldType": id, "value": nil})
			}
		}
	}
	return fields
}
