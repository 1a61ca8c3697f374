package engine

import (
	"github.com/vektah/gqlparser/v2/ast"

	"github.com/covertrack/covertrack/model"
)

// What one response may cost, counted in fields (reliability S2). A limit is needed because relations of relations
// multiply: a case has policies, and each of these has the case again. The first records are free, and most responses
// have no more.
const (
	maxCost     = 30_000
	recordCost  = 5 // of a record, in addition to its fields
	freeRecords = 100
)

// Spend adds records to what the response costs, by the fields that are selected of each; `validation_failed` when the
// response costs more than is allowed. The program's own operations cost nothing.
func (r *Request) Spend(records int, sel Selection) error {
	if r.own {
		return nil
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.records += records; r.records <= freeRecords {
		return nil
	}
	if r.cost += records * (recordCost*max(sel.copies, 1) + width(sel.set)); r.cost > maxCost {
		return model.NewError(model.CodeValidationFailed,
			"The query would answer more than %d fields, of which a record counts as %d; ask for less at once: by limit, by fewer relations, by fewer fields.", maxCost, recordCost)
	}
	return nil
}

// CountsCost reports whether Spend counts anything. What a resolver does only to count it can leave out otherwise.
func (r *Request) CountsCost() bool { return !r.own }

// width is how many fields are selected of one record, including those of the objects inside it. Fields of related
// records do not count: Spend counts them when the relation is loaded.
func width(set ast.SelectionSet) (fields int) {
	for _, selected := range set {
		switch selected := selected.(type) {
		case *ast.Field:
			fields++
			if !selectsRecord(selected.SelectionSet) {
				fields += width(selected.SelectionSet)
			}
		case *ast.InlineFragment:
			fields += width(selected.SelectionSet)
		case *ast.FragmentSpread:
			fields += width(selected.Definition.SelectionSet)
		}
	}
	return fields
}

// selectsRecord reports whether a set selects fields of a record. Records are the types that have a createdAt.
func selectsRecord(set ast.SelectionSet) bool {
	if len(set) == 0 {
		return false
	}
	switch selected := set[0].(type) {
	case *ast.Field:
		return selected.ObjectDefinition != nil && selected.ObjectDefinition.Fields.ForName("createdAt") != nil
	case *ast.InlineFragment:
		return selectsRecord(selected.SelectionSet)
	case *ast.FragmentSpread:
		return selectsRecord(selected.Definition.SelectionSet)
	}
	return false
}
