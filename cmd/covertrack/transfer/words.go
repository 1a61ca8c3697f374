package transfer

import (
	"context"
	"encoding/csv"
	"fmt"
	"slices"
	"strings"

	"github.com/urfave/cli/v3"

	"github.com/covertrack/covertrack/cmd/covertrack/command"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/importing"
	stored "github.com/covertrack/covertrack/storage/importing"
)

// printTemplate prints the heading and an example row.
func printTemplate(cmd *cli.Command, name string) error {
	all := importing.Templates()
	template, ok := all[name]
	if !ok {
		var names []string
		for n := range all {
			names = append(names, n)
		}
		slices.Sort(names)
		return command.Usagef(cmd, "--template is %q; it takes %s", name, strings.Join(names, ", "))
	}
	w := csv.NewWriter(cmd.Root().Writer)
	_ = w.Write(template[0])
	_ = w.Write(template[1])
	w.Flush()
	return w.Error()
}

// columnsOf says what the columns are taken for.
func columnsOf(i *importing.Import) string {
	var b strings.Builder
	for _, c := range i.Columns() {
		to := "left out"
		if c.To != nil {
			to = *c.To
		}
		percent := 0
		if c.Rows > 0 {
			percent = 100 * c.Filled / c.Rows
		}
		_, _ = fmt.Fprintf(&b, "%-30s → %-32s %3d %% full, like %s\n", c.Name, to, percent, strings.Join(c.Examples, " | "))
	}
	return b.String()
}

// questionsOf says what is to be answered.
func questionsOf(i *importing.Import) string {
	var b strings.Builder
	for _, q := range i.Questions() {
		_, _ = fmt.Fprintf(&b, "%s: %s Its values are like %s.\n", q.Column, q.Text, strings.Join(q.Examples, " | "))
	}
	if b.Len() > 0 {
		b.WriteString("Answer with --date day-first or month-first, or --decimal point or comma.\n")
	}
	return b.String()
}

// summary says what an import does, in plain words.
func summary(i *importing.Import) string {
	if i.Counts == nil {
		return ""
	}
	c := i.Counts
	text := fmt.Sprintf("Create %s · change %s · unchanged %s · refused %s\n", grouped(c.Create), grouped(c.Change), grouped(c.Unchanged),
		grouped(c.Refused))
	switch {
	case c.Skipped > 0 && i.IsExported():
		text += fmt.Sprintf("Left out %s rows: documents, versions, tasks, waivers and letters are not imported.\n", grouped(c.Skipped))
	case c.Skipped > 0:
		text += fmt.Sprintf("Passed over %s rows without data: blank ones, repeated headings, totals.\n", grouped(c.Skipped))
	}
	if c.Missing > 0 {
		text += fmt.Sprintf("%s loans of the book are missing from the files.\n", grouped(c.Missing))
	}
	if v := i.Verdicts; v != nil && v.BecomeDeficient+v.BecomeCompliant > 0 {
		amounts := make([]string, len(v.BecomeDeficientAmount))
		for n, m := range v.BecomeDeficientAmount {
			amounts[n] = m.Spoken()
		}
		text += fmt.Sprintf("%s cases become deficient", grouped(v.BecomeDeficient))
		if len(amounts) > 0 {
			text += ", " + strings.Join(amounts, " and ")
		}
		text += fmt.Sprintf("; %s become compliant.\n", grouped(v.BecomeCompliant))
	}
	if len(i.WaitsFor) > 0 {
		text += "Look at it before you commit it: " + spokenDoubts(i.WaitsFor) + ".\n"
	}
	return text
}

func spokenDoubts(doubts []model.ImportDoubt) string {
	words := map[model.ImportDoubt]string{
		model.ImportDoubtManyChanges: "it would change more than a fifth of the book",
		model.ImportDoubtFewRows:     "it has fewer than half of the rows of the one before",
		model.ImportDoubtRefusals:    "rows are refused, and all or none are to be written",
	}
	all := make([]string, len(doubts))
	for i, d := range doubts {
		all[i] = words[d]
	}
	return strings.Join(all, "; ")
}

// grouped is a number with commas between its thousands.
func grouped(n int) string {
	text := fmt.Sprint(n)
	for i := len(text) - 3; i > 0; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	return text
}

// refusalsShown is how many refused rows are printed.
const refusalsShown = 10

func (t *transfer) printRefusals(ctx context.Context, i *importing.Import) error {
	if i.Counts == nil || i.Counts.Refused == 0 {
		return nil
	}
	results, total, err := stored.Results(ctx, t.store.For(i.PortfolioID), i.ID, []model.ImportOutcome{model.ImportOutcomeRefused},
		refusalsShown, 0)
	if err != nil {
		return err
	}
	for _, res := range results {
		for _, reason := range res.Reasons {
			at := fmt.Sprintf("%s, row %d", i.Files[res.File].FileName, res.Row)
			if reason.Column != "" {
				at += ", " + reason.Column
			}
			t.print(fmt.Sprintf("%s: %s (%s)\n", at, reason.Message, reason.Code))
		}
	}
	if total > len(results) {
		t.print(fmt.Sprintf("and %s more\n", grouped(total-len(results))))
	}
	for _, f := range i.Files {
		if f.Refused == "" {
			continue
		}
		if err := t.saveRefused(ctx, f); err != nil {
			return err
		}
	}
	return nil
}
