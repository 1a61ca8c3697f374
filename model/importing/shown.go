package importing

import (
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/scalar"
)

// CreatedBy is who began it.
func (i *Import) CreatedBy() *model.Actor { return &i.Creator.Actor }

// Columns are the columns with what each is taken for.
func (i *Import) Columns() []*model.ImportColumn {
	shown, mapped := []*model.ImportColumn{}, i.Mapping.Lookup()
	for _, c := range i.AllColumns() {
		m, _ := mapped(c.Name)
		column := &model.ImportColumn{Name: c.Name, Rows: c.Rows, Filled: c.Filled, Examples: i.examplesOf(c, m),
			Format: formatOf(m.Format)}
		if m.To != "" {
			column.To = &m.To
		}
		shown = append(shown, column)
	}
	return shown
}

// examplesOf are the examples of a column, with days in place of the numbers by which a workbook counts them.
func (i *Import) examplesOf(c *Column, m Mapped) []string {
	examples := slices.Clone(scalar.OrEmpty(c.Examples))
	if t := Find(m.To); t == nil || t.Kind != KindDate {
		return examples
	}
	is1904 := slices.ContainsFunc(i.Files, func(f *File) bool { return f.Is1904 })
	for n, e := range examples {
		if day, ok := dayOf(e, m.Format, is1904); ok && serial.MatchString(e) {
			examples[n] = day.Format(time.DateOnly)
		}
	}
	return examples
}

func formatOf(f Format) *Format {
	if f == "" {
		return nil
	}
	return &f
}

// Constants are what all rows have that say nothing themselves.
func (i *Import) Constants() []*model.ImportConstant {
	all := []*model.ImportConstant{}
	for _, m := range i.Mapping {
		if m.Column == "" {
			all = append(all, &model.ImportConstant{To: m.To, Value: m.Value})
		}
	}
	return all
}

// Shown is the mapping for people.
func (m Mapping) Shown() []*model.ImportMappedColumn {
	all := []*model.ImportMappedColumn{}
	for _, of := range m {
		shown := &model.ImportMappedColumn{Column: of.Column, To: of.To, Format: formatOf(of.Format)}
		if of.Value != "" {
			shown.Value = &of.Value
		}
		all = append(all, shown)
	}
	return all
}

// Shown is the result for people.
func (r *Result) Shown(i *Import) *model.ImportRow {
	shown := &model.ImportRow{Row: r.Row, Outcome: r.Outcome, Reasons: []*model.ImportReason{}, Changes: []*model.ImportChange{}}
	if r.File < len(i.Files) {
		shown.File = i.Files[r.File].FileName
	}
	for _, of := range r.Reasons {
		reason := &model.ImportReason{Code: string(of.Code), Message: of.Message}
		if of.Column != "" {
			reason.Column, reason.Value = &of.Column, &of.Value
		}
		shown.Reasons = append(shown.Reasons, reason)
	}
	for _, of := range r.Changes {
		change := &model.ImportChange{Noun: of.Noun, IsNew: of.IsNew, Before: of.Before, After: of.After}
		if of.ID != uuid.Nil {
			change.ID = &of.ID
		}
		if of.Member != "" {
			change.Member = &of.Member
		}
		shown.Changes = append(shown.Changes, change)
	}
	return shown
}

// ShownTargets are the targets for people.
func ShownTargets() []*model.ImportTarget {
	all := make([]*model.ImportTarget, len(Targets))
	for i, t := range Targets {
		all[i] = &model.ImportTarget{Name: t.Name, Kind: string(t.Kind), Values: scalar.OrEmpty(t.Values), Label: t.Label(), Example: t.Example}
	}
	return all
}
