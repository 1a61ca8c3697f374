package importing

import (
	"cmp"
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/columns"
	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/model/scalar"
)

// takenNouns are the nouns of an export whose records an import makes, by their files. What follows from these records, and files of
// documents, is passed over.
var takenNouns = map[string]Noun{
	"users": "user", "brokerages": "brokerage", "brokers": NounBroker, "certificateHolders": "certificateHolder",
	"mortgageeClauses": "mortgageeClause", "programs": "program", "riskProfiles": "riskProfile", "insuredGroups": "insuredGroup",
	"insureds": NounInsured, "cases": NounCase, "assets": NounAsset, "policies": NounPolicy,
	"placements": NounPlacement,
}

// aboutColumns is the file of an export that is about the others.
const aboutColumns = "columns"

// ExportedNoun returns which noun of an export a file has, by its heading; "" for a file that no export wrote.
func ExportedNoun(heading []string) string {
	if n := len(heading); n > 0 && heading[n-1] == ReasonColumn {
		heading = heading[:n-1]
	}
	for _, n := range columns.Nouns() {
		if slices.Equal(heading, n.Names()) {
			return n.Name
		}
	}
	if slices.Equal(heading, columns.Heading) {
		return aboutColumns
	}
	return ""
}

// IsExported reports whether the import is of an export: its records refer to each other by the ids that they had there.
func (i *Import) IsExported() bool {
	return slices.ContainsFunc(i.Files, func(f *File) bool { return f.Noun != "" })
}

// IsTaken reports whether the rows of an export's file become records, or terms of policies.
func (f *File) IsTaken() bool { return takenNouns[f.Noun] != "" || f.HasTerms() }

// ExportedOrder is the place of a file's rows: behind those that they refer to.
func ExportedOrder(f *File) int {
	return slices.IndexFunc(columns.Nouns(), func(n *columns.Noun) bool { return n.Name == f.Noun })
}

// Exported is a row of an export as a record. Its key is the id that it had, as have references to others.
type Exported struct {
	*Record
	// Made is what the record is made of: the record itself, or the first of a policy's terms.
	Made *Record
	// TermNumber is that of a policy's present term.
	TermNumber int
	// Moves are what is done to the record once it is made, and Last what is done once all others are.
	Moves, Last []Move

	refers map[string]bool        // the members that refer to records
	hold   model.PolicyHoldReason // of a policy; "" if it is not on hold
	isDead bool                   // a policy that is deactivated, maybe also on hold
}

// Move is an operation on a record that was made.
type Move struct {
	Operation string // as the schema names it
	Input     map[string]any
	Of        map[string]Origin // the cells of a term's members; nil: those of the record
}

// Refuse tells the rows of the record that is moved why the move is refused, as Record.Refuse does.
func (m Move) Refuse(r *Record, vs fault.Violations, names func(file int) []string) {
	of := Record{Rows: r.Rows, Of: m.Of}
	if m.Of == nil {
		of.Of = r.Of
	}
	of.Refuse(vs, names)
}

// NewExported reads a row of an export's file; that of a policy with the rows of its terms before the present one, in their order.
func NewExported(f *File, row *Row, earlier ...*Row) *Exported {
	r := &Exported{Record: newRecord(takenNouns[f.Noun], ""), refers: references[f.Noun]}
	r.Made, r.Rows = r.Record, append([]*Row{row}, earlier...)
	texts := r.read(f.Noun, row)
	r.Key = texts["id"]
	switch f.Noun {
	case "assets":
		r.listFields()
	case "placements":
		r.tellHistory(texts)
	case "policies":
		r.TermNumber, _ = strconv.Atoi(texts["termNumber"])
		r.beginTerms(earlier)
	}
	r.move(texts)
	return r
}

// read reads the cells of a row of an export, and returns those that say something, by their columns.
func (r *Record) read(noun string, row *Row) map[string]string {
	texts := map[string]string{}
	for i, c := range columns.Find(noun).Columns {
		if i >= len(row.Raw) || row.Raw[i] == "" {
			continue
		}
		cell := row.Raw[i]
		if c.Kind == columns.KindBoolean && isTrue(cell) {
			cell = "true"
		}
		texts[c.Name] = cell
		if value := exportedValue(c, cell); c.Takes && c.Of != "Document" && value != nil {
			set(r.Input, strings.Split(c.Name, "."), value)
			r.Of[c.Name] = Origin{row, i}
		}
	}
	return texts
}

// isTrue reports whether a cell says so, also as a workbook has it.
func isTrue(cell string) bool { return cell == "1" || strings.EqualFold(cell, "true") }

// move says by which moves a record gets the state that its row has.
func (r *Exported) move(texts map[string]string) {
	do := func(operation string, input map[string]any) {
		r.Moves = append(r.Moves, Move{Operation: operation, Input: input})
	}
	switch r.Noun {
	case "riskProfile":
		if texts["isPublished"] == "true" {
			do("publishRiskProfile", nil)
		}
	case NounCase:
		r.moveCase(texts, do)
	case NounPolicy:
		day := func(column string) string { return strings.Split(texts[column], "T")[0] }
		if on := day("cancellation.effectiveDate"); on != "" {
			do("cancelPolicy", map[string]any{"effectiveDate": on, "reason": texts["cancellation.reason"]})
		}
		if on := day("cancellation.reinstatedOn"); on != "" {
			do("reinstatePolicy", map[string]any{"effectiveDate": on})
		}
		if underlying := cmp.Or(texts["statusBeforeHold"], texts["status"]); underlying == string(model.PolicyStatusRenewalInProgress) {
			do("updatePolicy", map[string]any{"status": underlying})
		}
		if r.isDead = texts["deactivatedAt"] != ""; r.isDead {
			do("deactivatePolicy", nil)
		}
		if texts["status"] == string(model.PolicyStatusOnHold) {
			r.hold = cmp.Or(model.PolicyHoldReason(texts["holdReason"]), model.PolicyHoldReasonManual)
		}
	}
}

// Holds are the moves by which a policy that was made is held as its row says, once the import is released. A case that is on hold here
// holds it already, if it does not come deactivated.
func (r *Exported) Holds(isHeldByCase bool) (moves []Move) {
	isHeldByCase = isHeldByCase && !r.isDead
	if isHeldByCase && (r.hold == "" || r.hold == model.PolicyHoldReasonManual) {
		moves = append(moves, Move{Operation: "releasePolicyHold"})
	}
	if r.hold == model.PolicyHoldReasonManual || r.hold == model.PolicyHoldReasonCase && !isHeldByCase {
		moves = append(moves, Move{Operation: "putPolicyOnHold"})
	}
	return moves
}

// moveCase moves a case from OPEN, or DRAFT, to its status; a closed one when all that belongs to it is there.
func (r *Exported) moveCase(texts map[string]string, do func(operation string, input map[string]any)) {
	status, isClosed := texts["status"], texts["status"] == string(model.CaseStatusClosed)
	if isClosed {
		status = texts["closure.statusBefore"]
		on, _, _ := strings.Cut(texts["closure.on"], "T")
		r.Last = []Move{{Operation: "closeCase", Input: map[string]any{"reason": texts["closure.reason"], "on": on}}}
		if note := texts["closure.note"]; note != "" {
			r.Last[0].Input["note"] = note
		}
	}
	isHeld := status == string(model.CaseStatusOnHold)
	if isHeld {
		status = texts["statusBeforeHold"]
	}
	r.Input["status"] = status
	if status != string(model.CaseStatusDraft) && status != string(model.CaseStatusOpen) {
		r.Input["status"] = string(model.CaseStatusOpen)
		do("updateCase", map[string]any{"status": status})
	}
	if isHeld {
		do("putCaseOnHold", nil)
	}
}

// ofBeginning are the members of a placement that it begins with. All others that an import takes are its history.
var ofBeginning = []string{
	"caseId", "asset", "coverageType", "renews", "lapsedOn", "estimate", "electronicConsent", "borrower", "metadata",
}

// tellHistory has what happened of a placement in its history. Documents and evidence are not imported, and who recorded a notice is
// who imports it.
func (r *Exported) tellHistory(texts map[string]string) {
	history := map[string]any{}
	for member, value := range r.Input {
		if !slices.Contains(ofBeginning, member) {
			history[member] = value
			delete(r.Input, member)
		}
	}
	for list, unknown := range map[string][]string{"notices": {"by"}, "proofs": {"document", "evidence", "policy"}} {
		parts, _ := history[list].([]any)
		for _, part := range parts {
			members, _ := part.(map[string]any)
			for _, member := range unknown {
				delete(members, member)
			}
		}
	}
	delete(history, "agreedDays")
	if cure, refund := texts["agreedDays.cure"], texts["agreedDays.refund"]; cure != "" || refund != "" {
		r.Input["days"] = map[string]any{"cure": json.Number(cure), "refund": json.Number(refund)}
	}
	for name, origin := range r.Of {
		if top, _, _ := strings.Cut(name, "."); !slices.Contains(ofBeginning, top) {
			r.Of["history."+name] = origin
		}
	}
	r.Input["history"] = history
}

// set gives an object a member, or a member of a member.
func set(object map[string]any, path []string, value any) {
	if len(path) == 1 {
		object[path[0]] = value
		return
	}
	inner, ok := object[path[0]].(map[string]any)
	if !ok {
		inner = map[string]any{}
		object[path[0]] = inner
	}
	set(inner, path[1:], value)
}

// exportedValue is what a cell has, as an input takes it; nil for one that somebody has spoilt.
func exportedValue(c columns.Column, cell string) any {
	switch {
	case c.IsList, c.Kind == columns.KindJSON:
		value, err := scalar.DecodeJSON([]byte(cell))
		if err != nil {
			return cell // the operation says what is wrong with it
		}
		if c.Kind == columns.KindJSON && c.Name == "metadata" {
			return value
		}
		return withoutNull(value)
	case c.Kind == columns.KindInteger, c.Kind == columns.KindNumber:
		return json.Number(cell)
	case c.Kind == columns.KindBoolean:
		return cell == "true"
	case c.Kind == columns.KindDate:
		day, _, _ := strings.Cut(cell, "T")
		return day
	default:
		return cell
	}
}

// withoutNull leaves out members that have nothing, as inputs do.
func withoutNull(value any) any {
	switch v := value.(type) {
	case map[string]any:
		maps.DeleteFunc(v, func(_ string, member any) bool { return member == nil })
		for name, member := range v {
			v[name] = withoutNull(member)
		}
	case []any:
		for i, member := range v {
			v[i] = withoutNull(member)
		}
	}
	return value
}

// listFields has the fields of an asset as a list.
func (r *Exported) listFields() {
	fields, _ := r.Input["fields"].(map[string]any)
	list := []any{}
	for _, key := range slices.Sorted(maps.Keys(fields)) {
		for name, origin := range r.Of {
			if name == "fields."+key || strings.HasPrefix(name, "fields."+key+".") {
				r.Of["fields."+strconv.Itoa(len(list))] = origin
			}
		}
		list = append(list, map[string]any{"fieldType": key, "value": fields[key]})
	}
	r.Input["fields"] = list
}
