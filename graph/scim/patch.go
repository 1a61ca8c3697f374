package scim

import (
	"maps"
	"slices"
	"strings"

	"github.com/elimity-com/scim"
	scimerrors "github.com/elimity-com/scim/errors"
	"github.com/elimity-com/scim/schema"
	filter "github.com/scim2/filter-parser/v2"

	"github.com/covertrack/covertrack/model/fault"
)

// apply changes attributes of a user or a group as an operation says, whose value has the type of the attribute (RFC 7644,
// section 3.5.2).
func apply(attributes map[string]any, op scim.PatchOperation) error {
	if op.Path != nil {
		return set(attributes, *op.Path, op.Op, op.Value)
	}
	values, _ := op.Value.(map[string]any)
	for _, name := range slices.Sorted(maps.Keys(values)) {
		path, err := filter.ParsePath([]byte(name)) // Entra has name.givenName as a member
		if err != nil {
			return badPath()
		}
		if err := set(attributes, path, op.Op, values[name]); err != nil {
			return err
		}
	}
	return nil
}

// set changes the one attribute at a path. Those of extensions are taken and forgotten.
func set(attributes map[string]any, path filter.Path, op string, value any) error {
	if uri := path.AttributePath.URI(); uri != "" && uri != schema.UserSchema && uri != schema.GroupSchema {
		return nil
	}
	name, sub := nameOf(path.AttributePath.AttributeName), path.AttributePath.SubAttributeName()
	if path.SubAttribute != nil {
		sub = *path.SubAttribute
	}
	sub = subNameOf(name, sub)
	switch {
	case path.ValueExpression != nil:
		list, _ := attributes[name].([]any)
		changed, err := setIn(list, name, path.ValueExpression, sub, op, value)
		attributes[name] = changed
		return err
	case sub != "":
		inner, _ := attributes[name].(map[string]any)
		if inner == nil {
			inner = map[string]any{}
			attributes[name] = inner
		}
		put(inner, sub, op, value)
	default:
		put(attributes, name, op, value)
	}
	return nil
}

// put sets or removes a member. What is added to a list comes behind it, and parts of an object go beside those that it has.
func put(in map[string]any, name, op string, value any) {
	if op == scim.PatchOperationRemove {
		delete(in, name)
		return
	}
	list, isList := in[name].([]any)
	object, isObject := in[name].(map[string]any)
	switch value := value.(type) {
	case []any:
		if isList && op == scim.PatchOperationAdd {
			in[name] = slices.Concat(list, value)
			return
		}
	case map[string]any:
		if isObject {
			maps.Copy(object, value)
			return
		}
	}
	in[name] = value
}

// setIn changes those objects of a list that an expression chooses. One that is set and not there is made, as Entra expects.
func setIn(list []any, name string, chosen filter.Expression, sub, op string, value any) (changed []any, err error) {
	e, ok := chosen.(*filter.AttributeExpression)
	if !ok || !strings.EqualFold(string(e.Operator), string(filter.EQ)) {
		return list, badPath()
	}
	by, isFound := subNameOf(name, e.AttributePath.AttributeName), false
	for _, one := range list {
		object, ok := one.(map[string]any)
		if !ok || object[by] != e.CompareValue {
			changed = append(changed, one)
			continue
		}
		isFound = true
		if sub == "" && op == scim.PatchOperationRemove {
			continue
		}
		setOne(object, sub, op, value)
		changed = append(changed, object)
	}
	if !isFound && op != scim.PatchOperationRemove {
		object := map[string]any{by: e.CompareValue}
		setOne(object, sub, op, value)
		changed = append(changed, object)
	}
	return changed, nil
}

func setOne(object map[string]any, sub, op string, value any) {
	if sub != "" {
		put(object, sub, op, value)
		return
	}
	if values, ok := value.(map[string]any); ok {
		maps.Copy(object, values)
	}
}

var userAttributes = schema.CoreUserSchema().Attributes

// nameOf is the name of an attribute as the schema writes it: case does not count.
func nameOf(name string) string {
	if known, ok := userAttributes.ContainsAttribute(name); ok {
		return known.Name()
	}
	if strings.EqualFold(name, externalID) {
		return externalID
	}
	return name
}

func subNameOf(name, sub string) string {
	if known, ok := userAttributes.ContainsAttribute(name); ok {
		if part, ok := known.SubAttributes().ContainsAttribute(sub); ok {
			return part.Name()
		}
	}
	return sub
}

func badPath() error {
	const says = `The path names an attribute, or some of its values by one of theirs: emails[type eq "work"].value.`
	return fault.New(fault.CodeInvalidValue, says).Because(scimerrors.ScimErrorInvalidPath)
}
