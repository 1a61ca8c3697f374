package importing

import (
	"context"
	"maps"
	"slices"
	"strings"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/graph/engine"
	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/model/importing"
	"github.com/covertrack/covertrack/storage"
	stored "github.com/covertrack/covertrack/storage/importing"
)

// none is no chunk, and no column.
const none = -1

// planExport has the rows of an export in an order in which each comes behind those that it refers to. Those of a policy's terms are
// with it.
func (r *run) planExport(ctx context.Context, p *plan) error {
	byOrder, policies, terms := map[int][]*importing.LoanRows{}, map[*importing.LoanRows]*importing.Exported{}, importing.Terms{}
	var last []importing.LoanRows
	var orders []int
	err := r.eachRow(ctx, func(row stored.Staged) {
		f := r.Files[row.File]
		if f.HasTerms() {
			terms.Add(row.Position, row.Cells)
			return
		}
		of, order := &importing.LoanRows{Positions: []int{row.Position}}, importing.ExportedOrder(f)
		if byOrder[order] == nil {
			orders = append(orders, order)
		}
		byOrder[order] = append(byOrder[order], of)
		e := importing.NewExported(f, &importing.Row{Raw: row.Cells})
		if len(e.Last) > 0 {
			last = append(last, *of)
		}
		if e.Noun == importing.NounPolicy && e.TermNumber > 1 {
			policies[of] = e
		}
		if e.Noun == importing.NounCase {
			p.keys["n"+e.Text("loanNumber")], p.keys["k"+e.Text("externalId")] = true, true
		}
	})
	slices.Sort(orders)
	var all []importing.LoanRows
	for _, order := range orders {
		for _, of := range byOrder[order] {
			if e := policies[of]; e != nil {
				of.Positions = append(of.Positions, terms.Before(e.Key, e.TermNumber)...)
			}
			all = append(all, *of)
		}
	}
	p.cut(all)
	if len(last) > 0 {
		p.closings, p.chunks = len(p.chunks), append(p.chunks, last)
	}
	return err
}

// sortExported has the records of a chunk in the order of the plan.
func (c *chunk) sortExported() {
	slices.SortStableFunc(c.exported, func(a, b *importing.Exported) int {
		return importing.ExportedOrder(c.Files[a.Rows[0].File]) - importing.ExportedOrder(c.Files[b.Rows[0].File])
	})
	if c.isLast {
		c.positions = nil // what becomes of their rows is known
	}
}

// restore makes the records of an export's rows, or changes those that an import made before.
func (c *chunk) restore(ctx context.Context) (err error) {
	if c.keys, err = stored.KeysOf(ctx, engine.RequestOf(ctx).Store, c.exportedKeys()); err != nil {
		return err
	}
	if c.isLast {
		for _, r := range c.exported {
			if err := c.move(ctx, r, r.Last); err != nil {
				return err
			}
		}
		return nil
	}
	for from := 0; from < len(c.exported); {
		noun, to := c.exported[from].Noun, from
		for to < len(c.exported) && c.exported[to].Noun == noun {
			if to++; noun == importing.NounPlacement { // one may renew another
				break
			}
		}
		if err := c.restoreNoun(ctx, string(noun), c.exported[from:to]); err != nil {
			return err
		}
		from = to
	}
	return nil
}

// exportedKeys are the ids that the rows have, of their own records and of others.
func (c *chunk) exportedKeys() (ids []uuid.UUID) {
	seen := map[uuid.UUID]bool{}
	add := func(text string) (string, bool) {
		if id, err := uuid.Parse(text); err == nil && len(text) == 36 && !seen[id] {
			seen[id] = true
			ids = append(ids, id)
		}
		return "", false
	}
	for _, r := range c.exported {
		_, _ = add(r.Key)
		r.ReplaceIDs(r.Input, add)
		r.ReplaceIDs(r.Made.Input, add)
		for _, m := range r.Moves {
			r.ReplaceIDs(m.Input, add)
		}
	}
	return ids
}

// here is an input of a record with the records that those of the export are here.
func (c *chunk) here(r *importing.Exported, input map[string]any) map[string]any {
	return r.ReplaceIDs(input, func(id string) (string, bool) {
		here, ok := c.keys[id]
		return here.String(), ok
	})
}

func (c *chunk) restoreNoun(ctx context.Context, noun string, records []*importing.Exported) error {
	var items []*item
	var made []*importing.Exported
	for _, r := range records {
		if r.Rows[0].IsRefused() {
			continue
		}
		if id, ok := c.keys[r.Key]; ok {
			if err := c.restored(ctx, r, id, c.here(r, r.Input)); err != nil {
				return err
			}
			continue
		}
		items = append(items, &item{input: c.here(r, r.Made.Input), refuse: c.refuseRecord(r.Made), made: func(id uuid.UUID) {
			made = append(made, r)
			c.ids[r.Record], c.keys[r.Key] = id, id
		}})
	}
	if err := c.createOf(ctx, noun, items); err != nil {
		return err
	}
	isHeld, err := c.heldByCases(ctx, made)
	if err != nil {
		return err
	}
	for _, r := range made {
		if err := c.move(ctx, r, slices.Concat(r.Moves, r.Holds(isHeld[c.keys[r.Key]]))); err != nil {
			return err
		}
	}
	return nil
}

// heldByCases are which of the policies that were made their cases hold.
func (c *chunk) heldByCases(ctx context.Context, made []*importing.Exported) (map[uuid.UUID]bool, error) {
	var ids []uuid.UUID
	for _, r := range made {
		if r.Noun == importing.NounPolicy {
			ids = append(ids, c.keys[r.Key])
		}
	}
	if len(ids) == 0 {
		return nil, nil
	}
	policies, err := storage.Policies.ByID(ctx, engine.RequestOf(ctx).Store, ids)
	isHeld := map[uuid.UUID]bool{}
	for _, p := range policies {
		isHeld[p.ID] = p.HeldByCase
	}
	return isHeld, err
}

// createOf makes records of a noun; those that have no operation for several are made one by one.
func (c *chunk) createOf(ctx context.Context, noun string, items []*item) error {
	if _, ok := c.ops.single[noun]; !ok {
		return c.createAll(ctx, noun, items)
	}
	for _, it := range items {
		id, refused, err := c.createOne(ctx, noun, it.input)
		switch {
		case err != nil:
			return err
		case refused != nil:
			it.refuse(refused)
		default:
			it.made(id)
		}
	}
	return nil
}

// fixed are the members of inputs that do not change any more: of placements, and of other records.
var fixed = map[bool][]string{
	true: {"caseId", "asset", "coverageType", "renews", "days"}, false: {"caseId", "assetType", "status"},
}

// restored changes a record that is here already, if something differs. What belongs to a closed case stays as it is.
func (c *chunk) restored(ctx context.Context, r *importing.Exported, id uuid.UUID, input map[string]any) error {
	c.ids[r.Record] = id
	op := c.ops.update[string(r.Noun)]
	if op == nil {
		return nil
	}
	for _, member := range fixed[r.Noun == importing.NounPlacement] {
		delete(input, member)
	}
	refused, err := c.change(ctx, op, id, input)
	if left := withoutPlaced(input, refused); r.Noun == importing.NounPolicy && left != nil {
		refused, err = c.change(ctx, op, id, left)
	}
	isClosed := func(v fault.Violation) bool { return v.Code == fault.CodeCaseClosed }
	if refused != nil && !slices.ContainsFunc(refused, isClosed) {
		r.Refuse(refused, c.names)
	}
	return err
}

// withoutPlaced is the input of a policy without the members that its placement fixes, if all that is wrong with it is these: the
// placement itself comes behind it, and ends its policy. It is nil for any other refusal.
func withoutPlaced(input map[string]any, refused fault.Violations) map[string]any {
	left := maps.Clone(input)
	for _, v := range refused {
		member := strings.TrimPrefix(v.Pointer, "/")
		if _, ok := left[member]; !ok || v.Code != fault.CodeImmutable {
			return nil
		}
		delete(left, member)
	}
	if len(refused) == 0 {
		return nil
	}
	return left
}

// move gives a record the state that its row has. A state that it has already stays.
func (c *chunk) move(ctx context.Context, r *importing.Exported, moves []importing.Move) error {
	for _, m := range moves {
		input := m.Input
		if input != nil {
			input = c.here(r, input)
		}
		refused, err := c.change(ctx, c.ops.move[m.Operation], c.keys[r.Key], input)
		if err != nil {
			return err
		}
		if refused != nil {
			m.Refuse(r.Record, refused, c.names)
		}
	}
	return nil
}

// keyed gives the records that were written the ids that they had in the export.
func (c *chunk) keyed(records []*stored.Record) []*stored.Record {
	by := map[uuid.UUID]string{}
	for _, r := range c.exported {
		by[c.ids[r.Record]] = r.Key
	}
	for _, r := range records {
		if id, err := uuid.Parse(by[r.RecordID]); err == nil {
			r.Key = &id
		}
	}
	return records
}
