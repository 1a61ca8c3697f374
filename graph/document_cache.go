package graph

import (
	lru "github.com/hashicorp/golang-lru/v2"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/gqlerror"
	"github.com/vektah/gqlparser/v2/parser"
	"github.com/vektah/gqlparser/v2/validator"
	"github.com/vektah/gqlparser/v2/validator/rules"

	"github.com/covertrack/covertrack/model"
)

// cachedDocuments bounds the memory that ad hoc queries can take (reliability S2).
const cachedDocuments = 200

// documentCache keeps documents that passed the guard and the validation.
type documentCache struct {
	lru *lru.Cache[string, *ast.QueryDocument]
}

func newDocumentCache() *documentCache {
	cache, err := lru.New[string, *ast.QueryDocument](cachedDocuments)
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
	return &Operation{Name: doc.Operations[0].Name, Source: source, Definition: doc.Operations[0], doc: doc}, nil
}

// Prepare parses, guards and validates a client's document and picks one operation of it.
func (e *Engine) Prepare(source, operationName string) (*Operation, gqlerror.List) {
	doc, errs := e.document(source)
	if errs != nil {
		return nil, errs
	}
	definition := doc.Operations.ForName(operationName)
	if definition == nil {
		return nil, gqlerror.List{gqlerror.Errorf("the document has no operation %q; name one of its operations", operationName)}
	}
	return &Operation{Name: definition.Name, Source: source, Definition: definition, doc: doc}, nil
}

func (e *Engine) document(source string) (*ast.QueryDocument, gqlerror.List) {
	if doc, ok := e.documents.lru.Get(source); ok {
		return doc, nil
	}
	doc, err := guard(source)
	if err != nil {
		return nil, gqlerror.List{gqlerror.WrapIfUnwrapped(err)}
	}
	if errs := validator.ValidateWithRules(e.schema, doc, clientRules()); len(errs) > 0 {
		return nil, errs
	}
	e.documents.lru.Add(source, doc)
	return doc, nil
}

// clientRules are GraphQL's own without suggestions, which would tell the schema to whoever may not read it.
func clientRules() *rules.Rules {
	r := rules.NewDefaultRules()
	r.ReplaceRule(rules.FieldsOnCorrectTypeRule.Name, rules.FieldsOnCorrectTypeRuleWithoutSuggestions.RuleFunc)
	r.ReplaceRule(rules.ScalarLeafsRule.Name, rules.ScalarLeafsRuleWithoutSuggestions.RuleFunc)
	return r
}
