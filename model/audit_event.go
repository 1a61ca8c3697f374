package model

import (
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/google/uuid"
	"github.com/uptrace/bun"

	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/model/scalar"
)

// AuditEvent is one change of one record, or one access by staff. It is never changed or removed.
type AuditEvent struct {
	bun.BaseModel `bun:"table:audit_events,alias:t"`

	PortfolioID uuid.UUID `bun:",pk"` // uuid.Nil for administration
	ID          uuid.UUID `bun:",pk"`
	ActorKind   ActorKind
	ActorID     *uuid.UUID
	ActorName   string
	Action      string // `case.updated`: the noun and what happened to it
	SubjectType string
	SubjectID   *uuid.UUID
	Changes     scalar.JSON
	RequestID   string
	At          time.Time `sorts:"created_at,updated_at"`
}

// AuditOrigin is what the audit events of one transaction have in common: who acted where, when, and in which request.
type AuditOrigin struct {
	PortfolioID uuid.UUID // uuid.Nil for administration
	Actor       Actor
	RequestID   string
	At          time.Time
}

// SystemOrigin is the origin of what the program does by itself, with the name of its job in the place of a request's id.
func SystemOrigin(portfolio uuid.UUID, job string, at time.Time) AuditOrigin {
	return AuditOrigin{PortfolioID: portfolio, Actor: SystemActor, RequestID: job, At: at}
}

// Event returns an event of the origin.
func (o AuditOrigin) Event(id uuid.UUID, action, subjectType string, subject *uuid.UUID, changes any) *AuditEvent {
	return &AuditEvent{
		PortfolioID: o.PortfolioID, ID: id, ActorKind: o.Actor.Kind, ActorID: o.Actor.ID, ActorName: o.Actor.Name, Action: action,
		SubjectType: subjectType, SubjectID: subject, Changes: scalar.EncodeTimesJSON(changes), RequestID: o.RequestID, At: o.At,
	}
}

// requestIDWithin is the longest time in which events are looked for by the ids of requests: no index has those.
const requestIDWithin = 31 * 24 * time.Hour

// Check returns what is wrong with a filter: one by the ids of requests needs `at` with both bounds, not too far apart.
func (f AuditEventFilter) Check() (vs fault.Violations) {
	if f.RequestID.Value() == nil {
		return nil
	}
	from, to := f.At.Value().bounds()
	switch {
	case from == nil || to == nil:
		vs.Say("at", fault.CodeRequired, "needs a lower and an upper bound, at most 31 days apart, together with `requestId`")
	case to.Sub(*from) > requestIDWithin:
		vs.Say("at", fault.CodeInvalidValue, "must span at most 31 days together with `requestId`; ask for one month after the other")
	}
	return vs
}

// Change is a member before and after, as the audit trail has it.
type Change struct {
	From any `json:"from"`
	To   any `json:"to"`
}

// unaudited are the fields that are no members of a record: a change of only these is no change.
var unaudited = []string{"BaseModel", "UpdatedAt", "PortfolioID", "BlobKey", "Size", "AssetIDs", "HeldByCase", "HeldByImport", "Digest",
	"Sealed", "OldSealed", "Attempt", "LeasedUntil", "Files",
	"NextAt", "HasOpenDuty", "HasPlacements"}

// Changes returns the members in which two records of one struct type differ, by their GraphQL names; empty for a PATCH
// that changes nothing (contract section 2, Bodies). Either may be a nil pointer. JSON is compared by meaning, times by
// the instant, and nil is an empty list. Fields tagged `bun:"-"` are relations and are left out.
func Changes(before, after any) map[string]Change {
	from, to := fieldsOf(before), fieldsOf(after)
	changes := map[string]Change{}
	for name, value := range from {
		if other, ok := to[name]; !ok || !sameValue(value, other) {
			changes[name] = Change{From: auditedValue(value), To: auditedValue(other)}
		}
	}
	for name, value := range to {
		if _, ok := from[name]; !ok {
			changes[name] = Change{To: auditedValue(value)}
		}
	}
	return changes
}

// fieldsOf returns a record's audited fields by name, without empty values; none for a nil record.
func fieldsOf(record any) map[string]reflect.Value {
	fields := map[string]reflect.Value{}
	if v := reflect.Indirect(reflect.ValueOf(record)); v.IsValid() {
		eachField(v, func(name string, value reflect.Value) { fields[name] = value })
	}
	return fields
}

func eachField(v reflect.Value, do func(name string, value reflect.Value)) {
	for _, f := range auditedFields(v.Type()) {
		if value := v.FieldByIndex(f.index); !isNothing(value) || f.saysNone && !value.IsNil() {
			do(f.name, value)
		}
	}
}

// auditedField is a field that is a member of records.
type auditedField struct {
	name     string
	index    []int
	saysNone bool
}

// audited are the audited fields of structs, by their types: each event asks for them.
var audited sync.Map

func auditedFields(t reflect.Type) (fields []auditedField) {
	if known, ok := audited.Load(t); ok {
		return known.([]auditedField)
	}
	for i := range t.NumField() {
		field := t.Field(i)
		switch {
		case slices.Contains(unaudited, field.Name) || field.Tag.Get("bun") == "-":
		case field.Anonymous && field.Type.Kind() == reflect.Struct:
			for _, f := range auditedFields(field.Type) {
				fields = append(fields, auditedField{f.name, append([]int{i}, f.index...), f.saysNone})
			}
		case field.IsExported():
			fields = append(fields, auditedField{memberName(field), []int{i}, saysNone(field)})
		}
	}
	audited.Store(t, fields)
	return fields
}

// isNothing reports whether a value is null or an empty list, map or JSON object. "" and 0 and false are values.
func isNothing(v reflect.Value) bool {
	switch v.Kind() {
	case reflect.Pointer:
		return v.IsNil()
	case reflect.Map:
		return v.Len() == 0
	case reflect.Slice:
		return v.Len() == 0 || scalar.IsJSON(v.Type()) && (scalar.SameJSON(v.Bytes(), nil) || scalar.SameJSON(v.Bytes(), []byte("{}")))
	default:
		return false
	}
}

// saysNone reports whether an empty list of a member is an answer, and nil is none.
func saysNone(field reflect.StructField) bool {
	return field.Type.Kind() == reflect.Slice &&
		(strings.Contains(field.Tag.Get("bun"), ",nullzero") || strings.Contains(field.Tag.Get("json"), ",omitzero"))
}

// memberName returns the name of the json tag, else the Go name as GraphQL writes it: caseId for CaseID.
func memberName(field reflect.StructField) string {
	if name, _, _ := strings.Cut(field.Tag.Get("json"), ","); name != "" && name != "-" {
		return name
	}
	name := strings.ReplaceAll(field.Name, "ID", "Id")
	name = strings.ReplaceAll(name, "URL", "Url")
	return strings.ToLower(name[:1]) + name[1:]
}

// MembersOf returns a record as a JSON object of the members that the audit trail knows, in the order of its fields, without
// those that are empty.
func MembersOf(record any) scalar.JSON {
	text := []byte{'{'}
	eachField(reflect.Indirect(reflect.ValueOf(record)), func(name string, value reflect.Value) {
		if len(text) > 1 {
			text = append(text, ',')
		}
		text = append(append(text, scalar.EncodeJSON(name)...), ':')
		text = append(text, scalar.EncodeTimesJSON(auditedValue(value))...)
	})
	return append(text, '}')
}

// Undo gives a record the values that its own members had before the changes of an audit event. What is no such value is
// passed over: other members, and changes that only say why something was done.
func Undo(record any, changes scalar.JSON) {
	var before map[string]struct {
		From json.RawMessage `json:"from"`
	}
	if json.Unmarshal(changes, &before) != nil {
		return
	}
	v := reflect.Indirect(reflect.ValueOf(record))
	for i := range v.NumField() {
		field := v.Type().Field(i)
		change, changed := before[memberName(field)]
		if !changed || field.Anonymous || !field.IsExported() || field.Tag.Get("bun") == "-" {
			continue
		}
		was := reflect.New(field.Type)
		if change.From == nil || json.Unmarshal(change.From, was.Interface()) == nil {
			v.Field(i).Set(was.Elem())
		}
	}
}

// sameValue compares two values of one type.
func sameValue(a, b reflect.Value) bool {
	if t, ok := a.Interface().(time.Time); ok {
		return t.Equal(b.Interface().(time.Time))
	}
	switch a.Kind() {
	case reflect.Pointer:
		return a.IsNil() == b.IsNil() && (a.IsNil() || sameValue(a.Elem(), b.Elem()))
	case reflect.Slice:
		if scalar.IsJSON(a.Type()) {
			return scalar.SameJSON(a.Bytes(), b.Bytes())
		}
		return a.Len() == b.Len() && (a.UnsafePointer() == b.UnsafePointer() || sameElements(a.Len(), a.Index, b.Index))
	case reflect.Struct:
		for i := range a.NumField() {
			if saysNone(a.Type().Field(i)) && a.Field(i).IsNil() != b.Field(i).IsNil() {
				return false
			}
		}
		return sameElements(a.NumField(), a.Field, b.Field)
	default:
		return reflect.DeepEqual(a.Interface(), b.Interface())
	}
}

func sameElements(n int, a, b func(int) reflect.Value) bool {
	for i := range n {
		if !sameValue(a(i), b(i)) {
			return false
		}
	}
	return true
}

// auditedValue returns a value as the audit trail has it: nil for a nil pointer.
func auditedValue(v reflect.Value) any {
	if v = reflect.Indirect(v); !v.IsValid() {
		return nil
	}
	return v.Interface()
}

// bounds returns the bounds of a range, nil for those that are not given. Of two on one side it is the narrower one.
func (r *TimeRange) bounds() (from, to *time.Time) {
	if r == nil {
		return nil, nil
	}
	from, to = r.Gte.Value(), r.Lte.Value()
	if gt := r.Gt.Value(); from == nil || gt != nil && gt.After(*from) {
		from = gt
	}
	if lt := r.Lt.Value(); to == nil || lt != nil && lt.Before(*to) {
		to = lt
	}
	return from, to
}

// Contains reports whether a time is within all bounds that are given. A nil range has no bounds.
func (r *TimeRange) Contains(t time.Time) bool {
	if r == nil {
		return true
	}
	gt, gte, lt, lte := r.Gt.Value(), r.Gte.Value(), r.Lt.Value(), r.Lte.Value()
	return (gt == nil || t.After(*gt)) && (gte == nil || !t.Before(*gte)) &&
		(lt == nil || t.Before(*lt)) && (lte == nil || !t.After(*lte))
}

// Actor is who acts, as the audit trail records it.
type Actor struct {
	Kind ActorKind  `json:"kind"`
	ID   *uuid.UUID `json:"id,omitempty"`
	Name string     `json:"name"`
}

// SystemActor is the program itself, for its jobs.
var SystemActor = Actor{Kind: ActorKindSystem, Name: "covertrack"}
