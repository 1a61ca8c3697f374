package engine

import (
	"context"

	"github.com/vektah/gqlparser/v2/ast"

	"github.com/covertrack/covertrack/model/fault"
)

// What one response may cost, counted in fields (reliability S2). A limit is needed because relations of relations
// multiply: a case has policies, and each of these has the case again. The first records are free, and most responses
// have no more.
const (
	maxCost     = 30_000
	recordCost  = 5 // of a record, in addition to its fields
	freeRecords = 100
	// statementCost is of a statement, which holds a connection however few records it finds.
	statementCost  = 200
	freeStatements = 20
	// evaluationCost is of the evaluation of a case's compliance, which takes up to a millisecond.
	evaluationCost = 100
	// trialCost is of a trial, which evaluates all cases of a lineage: one in a response.
	trialCost = maxCost/2 + 1
	// totalCost is of what reads all the records of a filter: to count them, to pass over many, to search them.
	totalCost = 2000
	// deepOffset is the offset from which the records before a page cost as much as a total.
	deepOffset = 1000
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
	return r.costs(records * (recordCost*max(sel.copies, 1) + width(sel.set)))
}

// costs adds to the cost of the response.
func (r *Request) costs(more int) error {
	if r.cost += more; r.cost > maxCost {
		return fault.New(fault.CodeValidationFailed,
			"The query costs more than %d fields, of which a record counts as %d, a relation or list beyond %d as %d, "+
				"the compliance of a case on a day as %d, the total of a filter as %d and a trial as %d; "+
				"ask for less at once: by limit, by fewer relations, by fewer fields, by fewer days, by fewer totals.",
			maxCost, recordCost, freeStatements, statementCost, evaluationCost, totalCost, trialCost)
	}
	return nil
}

// SpendStatement adds a statement to what the response costs; `validation_failed` as Spend.
func (r *Request) SpendStatement() error {
	if r.own {
		return nil
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.statements++; r.statements <= freeStatements {
		return nil
	}
	return r.costs(statementCost)
}

// SpendList adds the statement of a list to what the response costs, and what it reads besides the page: the total if
// it is selected, the rows before an offset, what is searched. A whole list knows its total.
func (r *Request) SpendList(sel Selection, isWhole, isSearch bool, offset int) error {
	if r.own {
		return nil
	}
	if err := r.SpendStatement(); err != nil || isWhole {
		return err
	}
	info, _ := sel.Child("pageInfo")
	if !isSearch && offset < deepOffset && !info.Has("total") && !sel.Has("totalCount") {
		return nil
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.costs(totalCost)
}

// SpendTotal adds what reads all the records of a filter to what the response costs; `validation_failed` as Spend.
func (r *Request) SpendTotal() error {
	if err := r.SpendStatement(); err != nil || r.own {
		return err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.costs(totalCost)
}

// SpendEvaluations adds evaluations of compliance to what the response costs; `validation_failed` as Spend.
func (r *Request) SpendEvaluations(cases int) error {
	if r.own {
		return nil
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.costs(cases * evaluationCost)
}

// SpendTrial adds a trial of a risk profile to what the response costs; `validation_failed` as Spend.
func (r *Request) SpendTrial() error {
	if err := r.SpendStatement(); err != nil || r.own {
		return err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.costs(trialCost)
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

// itemsOfRequest is how many items of a batch cost as much of the caller's rate as one request.
const itemsOfRequest = 10

// Charge makes an HTTP request count as so many requests of the caller's rate in all; it has counted as one already.
// `rate_limited` when the rate has not enough left.
type Charge func(requests int) error

type chargeKey struct{}

// WithCharge returns the context of a request that may cost more than one.
func WithCharge(ctx context.Context, charge Charge) context.Context {
	return context.WithValue(ctx, chargeKey{}, charge)
}

// ChargeOf is the charge that WithCharge added to the context, or nil.
func ChargeOf(ctx context.Context) Charge {
	charge, _ := ctx.Value(chargeKey{}).(Charge)
	return charge
}

// Charge counts items that the operation makes, beside those before, against the caller's rate; `rate_limited`. It must
// come before the work.
func (r *Request) Charge(ctx context.Context, items int) error {
	r.items += items
	return r.pay(ctx)
}

// chargeField has the caller's rate pay for one more root field of a mutation: thirty creations under aliases cost what
// thirty requests cost; `rate_limited`.
func (r *Request) chargeField(ctx context.Context) error {
	if r.fields++; r.fields == 1 {
		return nil // it is paid for with the request
	}
	return r.pay(ctx)
}

func (r *Request) pay(ctx context.Context) error {
	charge := ChargeOf(ctx)
	if charge == nil {
		return nil
	}
	return charge(max(r.fields, 1) - 1 + max((r.items+itemsOfRequest-1)/itemsOfRequest, 1))
}
