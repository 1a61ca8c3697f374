package graph

import (
	"strings"

	lru "github.com/hashicorp/golang-lru/v2"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/gqlerror"
	"github.com/vektah/gqlparser/v2/parser"
	"github.com/vektah/gqlparser/v2/validator"
	"github.com/vektah/gqlparser/v2/validator/core"
	"github.com/vektah/gqlparser/v2/validator/rules"

	"github.com/covertrack/covertrack/graph/strict"
	"github.com/covertrack/covertrack/model"
)

// cachedDocuments bounds the memory that ad hoc queries can take (reliability S2).
const cachedDocuments = 200

// documentCache keeps documents that passed the guard and the validation.
type documentCache struct {
	lru *lru.Cache[string, *document]
}

// document is a client's document, what the guard has learnt of it, and its operations' shortcuts.
type document struct {
	*ast.QueryDocument
	introspects bool
	shortcuts   map[*ast.OperationDefinition]*shortcut
}

func newDocumentCache() *documentCache {
	cache, err := lru.New[string, *document](cachedDocuments)
	if err != nil {
		panic(err) // only a size below 1 is refused
	}
	return &documentCache{cache}
}

// Compile parses and validates a document of our own with exactly one operation, once, at start-up.
func (e *Engine) Compile(name, source string) (*Operation, error) {
	doc, err := parser.ParseQuery(&ast.Source{Name: name, Input: source})
	if err != nil {
		return nil, err
	}
	if errs := validator.ValidateWithRules(e.schema, doc, rules.NewDefaultRules()); len(errs) > 0 {
		return nil, errs
	}
	if len(doc.Operations) != 1 {
		return nil, model.NewError(model.CodeValidationFailed, "%s: a fixed document has one operation, this has %d", name, len(doc.Operations))
	}
	definition := doc.Operations[0]
	return &Operation{Name: definition.Name, Source: source, Definition: definition, doc: doc, own: true, shortcut: e.shortcut(definition)}, nil
}

// prepare finds the operation that a request asks for: of a trusted document, or of the client's own, which is parsed,
// guarded and validated. Only staff may read the schema, by introspection or by the suggestions of errors.
func (e *Engine) prepare(p params, staff bool) (*Operation, gqlerror.List) {
	doc, errs := e.find(p, staff)
	if errs != nil {
		return nil, errs
	}
	definition := doc.Operations.ForName(p.operationName)
	if definition == nil {
		return nil, gqlerror.List{gqlerror.Errorf("the document has no operation %s; name one of its operations", strict.Quote(p.operationName))}
	}
	return &Operation{
		Name: definition.Name, Source: p.query, Definition: definition, doc: doc.QueryDocument, shortcut: doc.shortcuts[definition],
	}, nil
}

func (e *Engine) find(p params, staff bool) (*document, gqlerror.List) {
	if p.documentID == "" {
		return e.document(p.query, staff)
	}
	doc, ok := e.trustedDocuments[p.documentID]
	if !ok {
		var vs model.Violations
		vs.Add("/documentId", model.CodeUnknownReference, "There is no such document; deploy it with the server first.")
		return nil, gqlerror.List{gqlerror.Wrap(vs.Err())}
	}
	return doc, nil
}

func (e *Engine) document(source string, staff bool) (*document, gqlerror.List) {
	doc, known := e.documents.lru.Get(source)
	if !known {
		var err error
		if doc, err = guard(source); err != nil {
			return nil, gqlerror.List{gqlerror.WrapIfUnwrapped(err)}
		}
	}
	if doc.introspects && !staff {
		return nil, gqlerror.List{gqlerror.Wrap(model.NewError(model.CodeForbidden, "Only the operator's staff may read the schema."))}
	}
	if known {
		return doc, nil
	}
	if errs := validator.ValidateWithRules(e.schema, doc.QueryDocument, clientRules(staff)); len(errs) > 0 {
		return nil, errs
	}
	doc.shortcuts = e.shortcuts(doc.QueryDocument)
	e.documents.lru.Add(source, doc)
	return doc, nil
}

// clientRules are GraphQL's own; without hints they suggest nothing, which would tell the schema to whoever may not read it.
func clientRules(hints bool) *rules.Rules {
	r := rules.NewDefaultRules()
	if hints {
		return r
	}
	for _, silent := range []core.Rule{
		rules.FieldsOnCorrectTypeRuleWithoutSuggestions,
		rules.KnownArgumentNamesRuleWithoutSuggestions,
		rules.KnownTypeNamesRuleWithoutSuggestions,
		rules.ScalarLeafsRuleWithoutSuggestions,
		rules.ValuesOfCorrectTypeRuleWithoutSuggestions,
	} {
		r.ReplaceRule(strings.TrimSuffix(silent.Name, "WithoutSuggestions"), silent.RuleFunc)
	}
	return r
}
