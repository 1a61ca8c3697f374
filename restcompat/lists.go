package restcompat

import (
	"bytes"
	"context"
	"fmt"
	"strings"

	"github.com/google/uuid"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/formatter"

	"github.com/covertrack/covertrack/graph/engine"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/columns"
	"github.com/covertrack/covertrack/model/page"
)

// table is a list as a table: its columns, and the operations that read nothing else.
type table struct {
	noun        *columns.Noun
	first, rest *engine.Operation // with the list's total, and without
}

// tableOf compiles the table of an endpoint; nil if its noun has no columns.
func tableOf(e executor, ep *endpoint) (*table, error) {
	noun := columns.Find(ep.root.Name)
	if noun == nil || len(ep.root.SelectionSet) == 0 || ep.root.SelectionSet[0].(*ast.Field).Alias != "data" {
		return nil, nil
	}
	has := map[string]bool{}
	for _, c := range noun.Columns {
		member, _, _ := strings.Cut(c.Name, ".")
		has[member] = true
	}
	data := *ep.root.SelectionSet[0].(*ast.Field)
	set := ast.SelectionSet{}
	for _, s := range data.SelectionSet {
		if field, ok := s.(*ast.Field); ok && has[field.Alias] {
			set = append(set, field)
		}
	}
	data.SelectionSet = set
	total := &ast.Field{Alias: "total", Name: "totalCount"}
	t := &table{noun: noun}
	var err error
	if t.first, err = t.compile(e, ep, total, &data); err == nil {
		t.rest, err = t.compile(e, ep, &data)
	}
	return t, err
}

func (t *table) compile(e executor, ep *endpoint, members ...ast.Selection) (*engine.Operation, error) {
	root := *ep.root
	root.SelectionSet = members
	op := *ep.op.Definition
	op.Name, op.SelectionSet = "Table"+ep.name, ast.SelectionSet{&root}
	var text strings.Builder
	formatter.NewFormatter(&text).FormatQueryDocument(&ast.QueryDocument{Operations: ast.OperationList{&op}})
	return e.Compile(op.Name, text.String())
}

// recordsIn are the records of a page, a JSON list.
func recordsIn(outcome engine.Outcome) []byte {
	data := outcome.Data
	i := bytes.Index(data, []byte(`"data":`))
	return bytes.TrimSuffix(data[i+len(`"data":`):], []byte("}}"))
}

// Lists reads whole lists as GET answers them, for exports.
type Lists struct {
	engine *engine.Engine
	tables map[string]*table
}

// NewLists compiles all lists that have columns.
func NewLists(e *engine.Engine) (*Lists, error) {
	s, err := NewServer(e, Options{})
	if err != nil {
		return nil, err
	}
	l := &Lists{engine: e, tables: map[string]*table{}}
	for _, ep := range s.endpoints {
		if ep.table != nil {
			l.tables[ep.table.noun.Name] = ep.table
		}
	}
	return l, nil
}

// Each has see look at the records of a noun that match a filter, as JSON lists, in the order of their creation.
func (l *Lists) Each(
	ctx context.Context, in engine.Handle, portfolio uuid.UUID, noun string, filter map[string]any, see func(records []byte) error,
) error {
	call := engine.Call{Principal: exporter(portfolio), RequestID: "export", Operation: l.tables[noun].rest, Buffer: engine.NewBuffer()}
	defer call.Buffer.Free()
	call.Variables = map[string]any{"limit": page.MaxLimit}
	if filter != nil {
		call.Variables["filter"] = filter
	}
	for {
		outcome := l.engine.ReadIn(ctx, in, call)
		if len(outcome.Errors) > 0 {
			return refusalOf(outcome.Errors)
		}
		if err := see(recordsIn(outcome)); err != nil {
			return err
		}
		if outcome.NextCursor == "" {
			return nil
		}
		call.Variables["after"] = outcome.NextCursor
	}
}

// Total is how many records of a noun match a filter.
func (l *Lists) Total(ctx context.Context, in engine.Handle, portfolio uuid.UUID, noun string, filter map[string]any) (n int, err error) {
	call := engine.Call{Principal: exporter(portfolio), RequestID: "export", Operation: l.tables[noun].first,
		Variables: map[string]any{"limit": 0, "filter": filter}}
	outcome := l.engine.ReadIn(ctx, in, call)
	if len(outcome.Errors) > 0 {
		return 0, refusalOf(outcome.Errors)
	}
	return totalIn(outcome)
}

// totalIn is the total of a list, the first member of its answer.
func totalIn(outcome engine.Outcome) (n int, err error) {
	_, err = fmt.Sscanf(string(outcome.Data), `{"`+rootKey+`":{"total":%d`, &n)
	return n, err
}

// exporter reads all that there is in a portfolio.
func exporter(portfolio uuid.UUID) *model.Principal {
	return &model.Principal{Actor: model.SystemActor, PortfolioID: portfolio, Entitlements: model.AllEntitlement}
}
