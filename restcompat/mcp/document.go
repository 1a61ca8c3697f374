package mcp

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// document is what tools are made of in the OpenAPI document.
type document struct {
	Paths      map[string]map[string]operation `json:"paths"`
	Components struct {
		Schemas    map[string]schema    `json:"schemas"`
		Parameters map[string]parameter `json:"parameters"`
	} `json:"components"`
}

// schema is a JSON schema, kept as it is.
type schema = map[string]any

type operation struct {
	ID          string      `json:"operationId"`
	Summary     string      `json:"summary"`
	Description string      `json:"description"`
	Parameters  []parameter `json:"parameters"`
	RequestBody *struct {
		Required bool    `json:"required"`
		Content  content `json:"content"`
	} `json:"requestBody"`
	Responses map[string]struct {
		Content content `json:"content"`
	} `json:"responses"`
}

type content map[string]struct {
	Schema schema `json:"schema"`
}

// json is the schema of the JSON; nil for no content.
func (c content) json() schema { return c["application/json"].Schema }

type parameter struct {
	Ref         string `json:"$ref"`
	Name        string `json:"name"`
	In          string `json:"in"`
	Description string `json:"description"`
	Required    bool   `json:"required"`
	Schema      schema `json:"schema"`
}

const (
	componentsPath = "#/components/schemas/"
	defsPath       = "#/$defs/"
)

// readDocument reads an OpenAPI document, in which the schemas are those of each tool from then on.
func readDocument(openAPI []byte) (*document, error) {
	d := &document{}
	if err := json.Unmarshal(bytes.ReplaceAll(openAPI, []byte(componentsPath), []byte(defsPath)), d); err != nil {
		return nil, fmt.Errorf("read the OpenAPI document: %w", err)
	}
	if len(d.Paths) == 0 {
		return nil, fmt.Errorf("read the OpenAPI document: it has no paths")
	}
	return d, nil
}

// parameter returns what a reference leads to.
func (d *document) parameter(p parameter) parameter {
	if name := p.Ref[strings.LastIndex(p.Ref, "/")+1:]; name != "" {
		return d.Components.Parameters[name]
	}
	return p
}

// closed is the schema with the definitions of all that it refers to.
func (d *document) closed(s schema) schema {
	defs := schema{}
	d.collect(s, defs)
	if len(defs) > 0 {
		s = maps.Clone(s)
		s["$defs"] = defs
	}
	return s
}

func (d *document) collect(value any, defs schema) {
	switch value := value.(type) {
	case schema:
		name, isRef := strings.CutPrefix(fmt.Sprint(value["$ref"]), defsPath)
		if isRef && defs[name] == nil {
			defs[name] = d.Components.Schemas[name]
			d.collect(d.Components.Schemas[name], defs)
		}
		for _, inner := range value {
			d.collect(inner, defs)
		}
	case []any:
		for _, inner := range value {
			d.collect(inner, defs)
		}
	}
}

// answer is the schema of an operation's answer as a tool has it: an object, of which members may be missing when it was cut.
// It is nil for an operation that answers nothing.
func (d *document) answer(o operation) schema {
	var s schema
	for _, status := range slices.Sorted(maps.Keys(o.Responses)) {
		if status < "304" && s == nil {
			s = o.Responses[status].Content.json()
		}
	}
	if s == nil {
		return nil
	}
	if name, isRef := strings.CutPrefix(fmt.Sprint(s["$ref"]), defsPath); isRef {
		s = maps.Clone(d.Components.Schemas[name])
	}
	if s["type"] == "array" {
		s = schema{"type": "object", "properties": schema{listMember: s}}
	}
	delete(s, "required")
	properties := maps.Clone(s["properties"].(schema))
	properties[moreMember] = schema{"type": "string", "description": "How to ask for the rest, where this is not all."}
	s["properties"] = properties
	return d.closed(s)
}
