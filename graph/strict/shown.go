package strict

import (
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/vektah/gqlparser/v2/ast"

	"github.com/covertrack/covertrack/model/catalog"
	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/model/scalar"
)

// idOf returns the id of an object as responses have it where an identifier is taken, so that what was shown can be sent
// back. It reports false for a peril that was shown as not evidenced.
func (b *Binder) idOf(of *ast.Definition, v any) (id any, isEvidenced bool) {
	o, ok := v.(*Object)
	if !ok || of.Name != "ID" && of.Name != "CatalogRef" {
		return v, true
	}
	b.checkShown(of, o)
	if id, ok := o.Get("id").(string); ok {
		v = id
	}
	return v, of.Name == "ID" || o.Get("applied") != false
}

// checkShown refuses members that no response shows in such an object, and those that contradict what is taken of it.
func (b *Binder) checkShown(of *ast.Definition, o *Object) {
	known := shownAs(b.Schema, of.Name, b.memberName())
	id, _ := o.Get("id").(string)
	key := catalog.KeyOf(id)
	for _, m := range o.Members {
		b.enter(step{name: m.Name})
		_, isBoolean := m.Value.(bool)
		switch {
		case known.Fields.ForName(m.Name) == nil:
			if code, message := b.Door.Unknown(known, m.Name, b.pointer()); code != "" {
				b.Add(b.pointer(), code, "%s", message)
			}
		case m.Name == "applied" && !isBoolean:
			b.refuse(fault.CodeInvalidValue, "%s must be %s.", scalar.Expect("true or false", Plain(m.Value), scalar.KindBoolean))
		case m.Name == "key" && key != id && m.Value != key:
			b.refuse(fault.CodeInvalidValue, "%s must be %s, the key of the entry with this `id`, or be left out.", key)
		}
		b.leave()
	}
}

// memberName is the name of the member that the current value is in; "" for a variable.
func (b *Binder) memberName() string {
	for _, s := range slices.Backward(b.path) {
		if !s.isItem {
			return s.name
		}
	}
	return ""
}

// shownKey is a place where an identifier is taken.
type shownKey struct {
	schema       *ast.Schema
	kind, member string
}

// shown are what shownAs returned: each takes a look at all types.
var shown sync.Map

// shownAs returns a definition with all members of objects that responses have under a member's name, else of all that have
// an id. REST shows currentVersionId as currentVersion.
func shownAs(schema *ast.Schema, kind, member string) *ast.Definition {
	at := shownKey{schema, kind, member}
	if found, ok := shown.Load(at); ok {
		return found.(*ast.Definition)
	}
	names := map[string]bool{"__typename": true}
	for _, t := range shownTypes(schema, member) {
		for _, field := range t.Fields {
			names[field.Name], names[strings.TrimSuffix(field.Name, "Id")] = true, true
		}
	}
	all := &ast.Definition{Kind: ast.Object, Name: kind}
	for _, name := range slices.Sorted(maps.Keys(names)) {
		all.Fields = append(all.Fields, &ast.FieldDefinition{Name: name})
	}
	found, _ := shown.LoadOrStore(at, all)
	return found.(*ast.Definition)
}

func shownTypes(schema *ast.Schema, member string) (types []*ast.Definition) {
	var all []*ast.Definition
	for _, of := range schema.Types {
		if of.Kind != ast.Object && of.Kind != ast.Interface {
			continue
		}
		if of.Fields.ForName("id") != nil {
			all = append(all, of)
		}
		field := of.Fields.ForName(member)
		if field == nil {
			continue
		}
		if t := schema.Types[field.Type.Name()]; t.Fields.ForName("id") != nil {
			types = append(append(types, t), schema.PossibleTypes[t.Name]...)
		}
	}
	if types == nil {
		return all
	}
	return types
}
