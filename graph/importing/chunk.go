package importing

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/graph/engine"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/importing"
	stored "github.com/covertrack/covertrack/storage/importing"
)

// group is the rows of one loan.
type group struct {
	key  string
	rows []*importing.Row
}

// chunk is loans that are written together.
type chunk struct {
	*run
	number    int
	names     func(file int) []string
	groups    []group
	positions []int

	exported []*importing.Exported // the rows of an export, in place of loans
	isLast   bool                  // what is last is done to the records of exported
	keys     map[string]uuid.UUID  // the records that those of the export are here, by the ids that they had

	loans []*importing.Loan
	found stored.Found
	ids   map[*importing.Record]uuid.UUID

	end chan struct{} // of a chunk that is written beside others
}

// errRefused has a chunk written again without the rows that were refused.
var errRefused = errors.New("rows were refused")

// write writes the rows that are not refused, in the transaction of the request of ctx. The others leave no trace, whatever came
// before them in the same row.
func (c *chunk) write(ctx context.Context) error {
	r := engine.RequestOf(ctx)
	for {
		refused := c.refused()
		err := r.Attempt(ctx, func() error {
			if err := c.writeOnce(ctx); err != nil {
				return err
			}
			if c.refused() > refused {
				return errRefused
			}
			return nil
		})
		if !errors.Is(err, errRefused) {
			return err
		}
	}
}

// refused is how many reasons there are.
func (c *chunk) refused() (n int) {
	for _, g := range c.groups {
		for _, row := range g.rows {
			n += len(row.Reasons)
		}
	}
	return n
}

func (c *chunk) writeOnce(ctx context.Context) error {
	c.loans, c.ids = nil, map[*importing.Record]uuid.UUID{}
	for _, g := range c.groups {
		if c.exported != nil {
			break
		}
		if l := importing.NewLoan(g.key, g.rows); len(l.Records()) > 0 {
			c.loans = append(c.loans, l)
		}
	}
	if c.exported != nil {
		return c.restore(ctx)
	}
	keys := c.keysOf()
	if err := c.claim(ctx, func() (err error) {
		c.found, err = stored.Find(ctx, engine.RequestOf(ctx).Store, keys)
		return err
	}); err != nil {
		return err
	}
	return c.steps(ctx)
}

// steps runs the steps in their order, up to the first that fails.
func (c *chunk) steps(ctx context.Context) error {
	for _, step := range []func(context.Context) error{c.brokers, c.insuredGroups, c.insureds, c.loanCases, c.assets, c.policies} {
		if err := step(ctx); err != nil {
			return err
		}
	}
	return nil
}

// keysOf are by what the loans name records.
func (c *chunk) keysOf() (k stored.Keys) {
	add := func(list *[]string, text string) {
		if text != "" && !slices.Contains((*list)[max(0, len(*list)-50):], text) {
			*list = append(*list, text)
		}
	}
	for _, l := range c.loans {
		for _, r := range l.Records() {
			switch r.Noun {
			case importing.NounCase:
				add(&k.LoanNumbers, r.Text("loanNumber"))
				add(&k.LoanIDs, r.Text("externalId"))
				add(&k.Profiles, strings.ToLower(r.Text("riskProfile")))
				add(&k.Programs, strings.ToLower(r.Text("program")))
			case importing.NounInsured:
				add(&k.Insureds, strings.ToLower(nameOf(r)))
				add(&k.InsuredIDs, r.Text("externalId"))
				add(&k.Groups, strings.ToLower(r.Text("insuredGroup")))
			}
			for _, member := range []string{"email", "insuranceContacts", "insuranceContactsCC"} {
				for _, e := range r.Emails(member) {
					add(&k.Emails, e)
				}
			}
		}
	}
	return k
}

// nameOf is the name of an insured.
func nameOf(r *importing.Record) string {
	by := map[string]string{}
	for _, member := range []string{"displayName", "corporateName", "firstName", "middleName", "lastName"} {
		by[member] = r.Text(member)
	}
	return importing.InsuredName(by)
}

// refuseRecord tells the rows of a record why it is refused.
func (c *chunk) refuseRecord(r *importing.Record) func(violations) {
	return func(vs violations) { r.Refuse(vs, c.names) }
}

// records are all that the rows tell of.
func (c *chunk) records() (all []*importing.Record) {
	for _, l := range c.loans {
		all = append(all, l.Records()...)
	}
	for _, r := range c.exported {
		all = append(all, r.Record)
	}
	return all
}

// idOf is the record that rows became; uuid.Nil for one that was refused.
func (c *chunk) idOf(r *importing.Record) uuid.UUID { return c.ids[r] }

// results says what became of the rows, by the events of what was written.
func (c *chunk) results(events []*model.AuditEvent, isTrial bool) []*importing.Result {
	by := map[uuid.UUID][]*model.AuditEvent{}
	for _, e := range events {
		if e.SubjectID != nil {
			by[*e.SubjectID] = append(by[*e.SubjectID], e)
		}
	}
	ofRow := map[*importing.Row]*importing.Result{}
	for _, r := range c.records() {
		outcome, changes := outcomeOf(string(r.Noun), by[c.idOf(r)], isTrial)
		for _, row := range r.Rows {
			result := ofRow[row]
			if result == nil {
				result = &importing.Result{Outcome: model.ImportOutcomeUnchanged, Reasons: []importing.Reason{}, Changes: []importing.Change{}}
				ofRow[row] = result
			}
			result.Join(outcome, changes)
		}
	}
	var all []*importing.Result
	for _, g := range c.groups {
		for _, row := range g.rows {
			result := ofRow[row]
			switch {
			case row.IsRefused():
				result = &importing.Result{Outcome: model.ImportOutcomeRefused, Reasons: row.Reasons, Changes: []importing.Change{}}
			case result == nil || result.Outcome == model.ImportOutcomeUnchanged:
				continue
			}
			result.Position, result.File, result.Row = row.Position, row.File, row.Number
			all = append(all, result)
		}
	}
	return all
}
