package door

import (
	"strings"

	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/gqlerror"
	"github.com/vektah/gqlparser/v2/validator"
	"github.com/vektah/gqlparser/v2/validator/core"
	"github.com/vektah/gqlparser/v2/validator/rules"

	"github.com/covertrack/covertrack/graph/engine"
	"github.com/covertrack/covertrack/graph/strict"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/fault"
)

// cachedTexts limits the memory that clients' texts can take (reliability S2).
const cachedTexts = 200

// text is a client's GraphQL text, parsed, and the operations in it. (GraphQL calls it a document; here documents are
// files.)
type text struct {
	*ast.QueryDocument
	operations map[*ast.OperationDefinition]*engine.Operation
	inSessions bool // trusted for those who have signed in alone
}

// operation finds the operation that a request names, in a trusted text or in the client's own.
func (d *Door) operation(m members, by *model.Principal) (*engine.Operation, gqlerror.List) {
	t, errs := d.text(m, by)
	if errs != nil {
		return nil, errs
	}
	definition := t.Operations.ForName(m.operationName)
	if definition == nil {
		return nil, gqlerror.List{gqlerror.Errorf("the document has no operation %s; name one of its operations", strict.Quote(m.operationName))}
	}
	return t.operations[definition], nil
}

func (d *Door) text(m members, by *model.Principal) (*text, gqlerror.List) {
	if m.documentID == "" {
		return d.ownText(m.query, by.IsStaff())
	}
	t, ok := d.trusted[m.documentID]
	if !ok || t.inSessions && by.SessionEnds.IsZero() {
		var vs fault.Violations
		vs.Add("/documentId", fault.CodeUnknownReference, "There is no such document; deploy it with the server first.")
		return nil, gqlerror.List{gqlerror.Wrap(vs.Err())}
	}
	return t, nil
}

// ownText finds a client's own text in the cache, or parses, guards and validates it. Only for staff do errors suggest
// names.
func (d *Door) ownText(source string, staff bool) (*text, gqlerror.List) {
	if t, known := d.texts.Get(source); known {
		return t, nil
	}
	t, err := guard(source)
	if err != nil {
		return nil, gqlerror.List{gqlerror.WrapIfUnwrapped(err)}
	}
	if errs := d.validate(source, t, clientRules(staff)); errs != nil {
		return nil, errs
	}
	d.texts.Add(source, t)
	return t, nil
}

// validate checks a text by the rules and compiles its operations.
func (d *Door) validate(source string, t *text, rules *rules.Rules) gqlerror.List {
	if errs := validator.ValidateWithRules(d.engine.Schema(), t.QueryDocument, rules); len(errs) > 0 {
		return errs
	}
	t.operations = d.engine.Operations(source, t.QueryDocument)
	return nil
}

// clientRules are GraphQL's own. Without hints errors suggest no names, which take time to find.
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
