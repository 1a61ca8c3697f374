package importing

import (
	"slices"
	"strings"
	"time"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/model/scalar"
)

// Map takes what a person says of the columns. The rows are to be checked then. `invalid_value`, `required`,
// `invalid_transition`.
func (i *Import) Map(in model.MapImportInput) error {
	var vs fault.Violations
	if len(in.Columns.Value()) > MaxNames {
		return fault.One("/columns", fault.CodeTooLong, "has more than %d entries", MaxNames).Err()
	}
	columns, mapped := i.AllColumns(), i.Mapping.Lookup()
	by := byNameOf(columns)
	var said Mapping
	for n, c := range in.Columns.Value() {
		m := Mapped{Column: scalar.OrZero(c.Column.Value()), To: scalar.OrZero(c.To.Value()), Value: scalar.OrZero(c.Value.Value())}
		if f := c.Format.Value(); f != nil {
			m.Format = *f
		}
		if c.To.Value() == nil && m.Format != "" { // an answer alone
			known, _ := mapped(m.Column)
			m.To = known.To
		}
		isTakenBack := m.Column == "" && m.Value == "" && c.Value.Value() != nil && Find(m.To) != nil
		if !isTakenBack {
			vs.Append(m.check(by[same(m.Column)] != nil).Under(fault.Pointer("/columns", n)))
		}
		said = append(said, m)
	}
	mapping := i.Mapping.With(said).Formatted(columns)
	mapping = slices.DeleteFunc(mapping, func(m Mapped) bool { return m.Column == "" && m.Value == "" })
	vs.Append(checkTwice(mapping, columns))
	for _, q := range Questions(columns, mapping) {
		vs.Add("/columns", fault.CodeRequired, "`columns` must say the format of the column %s: %s", fault.Quote(q.Column), q.Text)
	}
	if name := in.SaveAs.Value(); name != nil {
		vs.Append(scalar.CheckName("/saveAs", *name))
	}
	if err := vs.Err(); err != nil {
		return err
	}
	switch i.State {
	case model.ImportStateMapping, model.ImportStateChecked:
	default:
		return i.refuse("mapped", "`mapping` or `checked`")
	}
	i.Mapping = mapping
	if name := in.SaveAs.Value(); name != nil {
		i.MappingName = name
	}
	i.move(model.ImportStateChecking)
	return nil
}

func (i *Import) refuse(done, from string) error {
	return fault.New(fault.CodeInvalidTransition, "The import is %s; it can be %s while it is %s.", i.State, done, from)
}

// check reports what is wrong with what somebody says of a column, which the files have or not.
func (m Mapped) check(isColumn bool) (vs fault.Violations) {
	t := Find(m.To)
	if m.To != "" && t == nil {
		vs.Say("/to", fault.CodeInvalidValue, "is no member that an import takes; `importTargets` lists them, such as `case.loanNumber`")
	}
	switch {
	case m.Column != "" && !isColumn:
		vs.Say("/column", fault.CodeInvalidValue, "is no column of the files")
	case m.Column == "" && (m.To == "" || m.Value == ""):
		vs.Say("/column", fault.CodeRequired, "is required, unless `to` and `value` say what all rows have")
	}
	if t != nil && m.Format != "" && !slices.Contains(t.Kind.Formats(), m.Format) {
		vs.Say("/format", fault.CodeInvalidValue, "must be one of %s for this member", strings.Join(names(t.Kind.Formats()), ", "))
	}
	if t != nil && m.Value != "" {
		_, wrong := Reading{Target: t}.Read(Clean(m.Value))
		for _, w := range wrong {
			vs.Add("/value", w.Code, "%s", w.Message)
		}
	}
	return vs
}

// checkTwice refuses a member that two columns of one import are.
func checkTwice(mapping Mapping, columns []*Column) (vs fault.Violations) {
	by, mapped := map[string]string{}, mapping.Lookup()
	for _, c := range columns {
		m, _ := mapped(c.Name)
		if other := by[m.To]; m.To != "" && other != "" {
			vs.Say("/columns", fault.CodeDuplicate, "map the columns %s and %s to `%s`; leave one out", fault.Quote(other),
				fault.Quote(c.Name), m.To)
			continue
		}
		by[m.To] = c.Name
	}
	return vs
}

// move begins a step.
func (i *Import) move(to model.ImportState) {
	i.State, i.Done, i.Chunks, i.DoneChunks = to, 0, 0, []int{}
}

// Commit has the rows written that are not refused. `invalid_transition`; `validation_failed` if all or none is asked for and a
// row is refused, or there are too many.
func (i *Import) Commit(allOrNone bool) error {
	if i.State != model.ImportStateChecked {
		return i.refuse("committed", "`checked`")
	}
	i.AllOrNone = i.AllOrNone || allOrNone
	switch {
	case i.AllOrNone && i.Rows > RowsWhole:
		return refuseAllOrNone("All rows or none can be written up to %d rows; this import has %d.", RowsWhole, i.Rows)
	case i.AllOrNone && i.Counts.Refused > 0:
		return refuseAllOrNone("%d rows are refused, and all or none are to be written; mend them and send the file again.", i.Counts.Refused)
	}
	i.WaitsFor = []model.ImportDoubt{}
	i.move(model.ImportStateCommitting)
	return nil
}

// refuseAllOrNone refuses to write any row because all of them cannot be written.
func refuseAllOrNone(message string, args ...any) error {
	var vs fault.Violations
	vs.Add("/allOrNone", fault.CodeValidationFailed, message, args...)
	return vs.Err()
}

// Release begins to let follow-up go on for what came in, or for what a reversal left of that. hasPart reports whether an import that
// failed had written something by then. `invalid_transition`.
func (i *Import) Release(hasPart bool) error {
	isLeft := i.State == model.ImportStateReverted && len(i.LeftBehind) > 0
	if !i.isWritten(hasPart) && !isLeft || i.ReleasedAt != nil {
		return i.refuse("released", "`committed`, `reverted` with something `left`, or `failed` with a part written, and not released yet")
	}
	i.move(model.ImportStateReleasing)
	return nil
}

// Released ends the release.
func (i *Import) Released(now time.Time) {
	i.State, i.Chunks, i.Done, i.ReleasedAt = model.ImportStateCommitted, 0, i.Rows, &now
	switch {
	case len(i.LeftBehind) > 0:
		i.State = model.ImportStateReverted
	case i.Failure != nil:
		i.State = model.ImportStateFailed
	}
}

// isWritten reports whether the import has written its rows, or failed with a part of them written.
func (i *Import) isWritten(hasPart bool) bool {
	return i.State == model.ImportStateCommitted || i.State == model.ImportStateFailed && hasPart
}

// Revert begins to undo what the import did; hasPart is as for Release. `invalid_transition`.
func (i *Import) Revert(hasPart bool) error {
	if !i.isWritten(hasPart) {
		return i.refuse("reverted", "`committed`, or `failed` with a part written")
	}
	i.move(model.ImportStateReverting)
	return nil
}

// Read takes what is known of the files once they are read: which columns they have. A mapping that was saved is used again.
func (i *Import) Read(saved Mapping) {
	i.Rows = 0
	for _, f := range i.Files {
		i.Rows += f.Rows
	}
	columns := i.AllColumns()
	i.Mapping = Propose(columns)
	if saved != nil {
		i.Mapping = i.leaveOut(i.Mapping, saved).With(saved).Formatted(columns)
	}
	i.move(model.ImportStateMapping)
	if saved != nil && len(Questions(columns, i.Mapping)) == 0 && checkTwice(i.Mapping, columns) == nil {
		i.move(model.ImportStateChecking)
	}
}

// leaveOut takes from a proposal what a saved mapping gives to another column.
func (i *Import) leaveOut(proposed, saved Mapping) Mapping {
	all := slices.Clone(proposed)
	for n, m := range all {
		if slices.ContainsFunc(saved, func(s Mapped) bool { return s.To == m.To }) {
			all[n].To, all[n].Format = "", ""
		}
	}
	return all
}

// Checked ends the check. book is how many loans there are, of which some change, and before how many rows the import before had. One
// that commits by itself goes on, unless it would change more of the book than a file of a usual night does.
func (i *Import) Checked(changed, book, before int) {
	i.move(model.ImportStateChecked)
	i.WaitsFor = i.doubts(changed, book, before)
	if i.Commits && len(i.WaitsFor) == 0 {
		i.move(model.ImportStateCommitting)
	}
}

// doubts are why a person has to look: more than a fifth of the book would change, or the file has fewer than half of the rows of
// the one before.
func (i *Import) doubts(changed, book, before int) []model.ImportDoubt {
	waits := []model.ImportDoubt{}
	if i.Commits && i.AllOrNone && (i.Counts.Refused > 0 || i.Rows > RowsWhole) {
		waits = append(waits, model.ImportDoubtRefusals)
	}
	if i.Name == nil {
		return waits
	}
	if 5*changed > book {
		waits = append(waits, model.ImportDoubtManyChanges)
	}
	if 2*i.Rows < before {
		waits = append(waits, model.ImportDoubtFewRows)
	}
	return waits
}

// Expire takes the files from an import whose time is over. One that waits for somebody ends then.
func (i *Import) Expire() {
	for _, f := range i.Files {
		f.BlobKey, f.Refused, f.Columns = "", "", nil
	}
	if i.State == model.ImportStateMapping || i.State == model.ImportStateChecked {
		i.Fail("Nobody committed it within 90 days, so its files are gone; send them again.")
	}
}

// HasPart is what the reason of a failure goes on with if a part of the rows had been written.
const HasPart = " Release or revert what was written by then."

// Fail ends an import that cannot be read or written, or not to its end.
func (i *Import) Fail(reason string) {
	if i.State == model.ImportStateCommitting && i.Chunks > 0 {
		reason += HasPart
	}
	i.move(model.ImportStateFailed)
	i.Failure = &reason
}

// IsWork reports whether the job has something to do.
func IsWork(s model.ImportState) bool { return slices.Contains(WorkStates(), s) }

// WorkStates are the states in which the job has something to do.
func WorkStates() []model.ImportState {
	return []model.ImportState{
		model.ImportStateUploaded, model.ImportStateChecking, model.ImportStateCommitting, model.ImportStateReleasing, model.ImportStateReverting,
	}
}
