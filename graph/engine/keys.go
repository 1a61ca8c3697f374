package engine

import (
	"bytes"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/vektah/gqlparser/v2/ast"

	"github.com/covertrack/covertrack/model/catalog"
)

// keyed are the members of a selection that have ids of the catalog, or in which others have, by alias.
type keyed map[string]keyed

// keyedOf finds the fields with @catalogId in a selection that was validated.
func keyedOf(set ast.SelectionSet) keyed {
	all := keyed{}
	for _, selection := range set {
		switch s := selection.(type) {
		case *ast.Field:
			if inner := keyedOf(s.SelectionSet); len(inner) > 0 || s.Definition.Directives.ForName("catalogId") != nil {
				all.add(keyed{s.Alias: inner})
			}
		case *ast.InlineFragment:
			all.add(keyedOf(s.SelectionSet))
		case *ast.FragmentSpread:
			all.add(keyedOf(s.Definition.SelectionSet))
		}
	}
	return all
}

func (k keyed) add(more keyed) {
	for alias, inner := range more {
		if k[alias] == nil {
			k[alias] = keyed{}
		}
		k[alias].add(inner)
	}
}

// HasCatalogIDs reports whether the operation selects ids of the catalog, where WithKeys puts keys.
func (o *Operation) HasCatalogIDs() bool { return len(o.keyed) > 0 }

// WithKeys returns data of the operation with the keys of catalog entries in place of their ids.
func (o *Operation) WithKeys(data []byte) []byte {
	var out bytes.Buffer
	c := copier{from: jsontext.NewDecoder(bytes.NewReader(data)), to: jsontext.NewEncoder(&out)}
	c.copy(o.keyed)
	return bytes.TrimSuffix(out.Bytes(), []byte("\n"))
}

// copier copies JSON of our own: a mistake in it is a bug, and it panics.
type copier struct {
	from *jsontext.Decoder
	to   *jsontext.Encoder
}

// copy copies one value. Texts at the places of k are ids, if they are ids of the catalog.
func (c copier) copy(k keyed) {
	switch c.from.PeekKind() {
	case jsontext.KindBeginObject:
		c.token(same)
		for c.from.PeekKind() != jsontext.KindEndObject {
			name := c.token(same)
			if inner, found := k[name]; found {
				c.copy(inner)
				continue
			}
			value, err := c.from.ReadValue()
			must(err)
			must(c.to.WriteValue(value))
		}
		c.token(same)
	case jsontext.KindBeginArray:
		c.token(same)
		for c.from.PeekKind() != jsontext.KindEndArray {
			c.copy(k)
		}
		c.token(same)
	default:
		c.token(catalog.KeyOf)
	}
}

// token copies one token, a text as put makes it, and returns its text.
func (c copier) token(put func(string) string) string {
	token, err := c.from.ReadToken()
	must(err)
	text := token.String()
	if token.Kind() == jsontext.KindString {
		token = jsontext.String(put(text))
	}
	must(c.to.WriteToken(token))
	return text
}

func same(text string) string { return text }

func must(err error) {
	if err != nil {
		panic(err)
	}
}
