package restcompat

import (
	"bytes"
	"cmp"
	"encoding/csv"
	"flag"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/vektah/gqlparser/v2/ast"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/catalog"
	"github.com/covertrack/covertrack/model/columns"
	"github.com/covertrack/covertrack/model/importing"
)

var update = flag.Bool("update", false, "write the table of columns")

// exported are the lists that have a table, each behind those that it refers to.
var exported = []string{
	"users", "brokerages", "brokers", "certificateHolders", "mortgageeClauses", "programs", "riskProfiles", "insuredGroups",
	"insureds", "cases", "documents", "assets", "policies", "policyVersions", "tasks", "waivers", "placements", "renewalNotices",
}

// TestColumns compares model/columns with what the lists answer, member by member: a new one fails it until `-update` has
// given it a column.
func TestColumns(t *testing.T) {
	const golden = "../model/columns/columns.csv"
	s := serverOn(t, newFake(), Options{})
	var text bytes.Buffer
	w := csv.NewWriter(&text)
	require.NoError(t, w.Write(columns.Heading))
	for _, name := range exported {
		ep := listEndpoint(s, name)
		require.NotNil(t, ep, name)
		nodes := ep.root.SelectionSet[0].(*ast.Field)
		m := columnMaker{schema: testSchema(), noun: &columns.Noun{Name: name, Type: nodes.Definition.Type.Name()}}
		m.object(testSchema().Types[m.noun.Type], nodes.SelectionSet, place{})
		for _, c := range m.noun.Columns {
			require.NoError(t, w.Write(c.Line(m.noun)))
		}
	}
	w.Flush()
	names := make([]string, len(model.AllExportNoun))
	for i, noun := range model.AllExportNoun {
		names[i] = string(noun)
	}
	require.Equal(t, exported, names, "the enum ExportNoun")
	if *update {
		require.NoError(t, os.WriteFile(golden, text.Bytes(), 0o644))
	}
	want, err := os.ReadFile(golden)
	require.NoError(t, err)
	require.Equal(t, string(want), text.String(), "go test ./restcompat -run TestColumns -update")

	const guide = "../docs/guide/exporting.md"
	page, err := os.ReadFile(guide)
	require.NoError(t, err)
	before, _, _ := strings.Cut(string(page), columnsMark)
	wanted := before + columnsMark + "\n| noun | columns |\n|---|---|\n"
	for _, n := range columns.Nouns() {
		wanted += "| `" + n.Name + "` | " + strings.Join(n.Names(), " ") + " |\n"
	}
	wanted += "\n<!-- /columns -->\n"
	if *update {
		require.NoError(t, os.WriteFile(guide, []byte(wanted), 0o644))
		page = []byte(wanted)
	}
	require.Equal(t, wanted, string(page), "go test ./restcompat -run TestColumns -update, twice if the columns changed")
}

const columnsMark = "<!-- columns: go test ./restcompat -run TestColumns -update -->"

// listEndpoint is the list of a root field.
func listEndpoint(s *Server, root string) *endpoint {
	for _, ep := range s.endpoints {
		if ep.root.Name == root && ep.root.SelectionSet[0].(*ast.Field).Alias == "data" {
			return ep
		}
	}
	return nil
}

type columnMaker struct {
	schema *ast.Schema
	noun   *columns.Noun
}

// isLeft is what no file has: a link that expires.
func (m *columnMaker) isLeft(name string) bool { return m.noun.Name == "documents" && name == "url" }

// place is where an object is in a record: what its columns begin with, the member of the record, and what that is.
type place struct{ prefix, input, words string }

// object adds the columns of an object.
func (m *columnMaker) object(of *ast.Definition, set ast.SelectionSet, at place) {
	for _, selection := range set {
		field := selection.(*ast.Field)
		input, words := cmp.Or(at.input, field.Alias), strings.ReplaceAll(field.Definition.Description, "\n", " ")
		if at.words != "" {
			words = at.words + " " + words
		}
		switch t := m.schema.Types[field.Definition.Type.Name()]; {
		case m.isLeft(field.Alias):
		case t.Name == "AssetField":
			m.fields(at.prefix + field.Alias)
		case t.Kind == ast.Object && field.Definition.Type.Elem == nil:
			m.object(t, field.SelectionSet, place{at.prefix + field.Alias + ".", input, words})
		default:
			m.add(of, t, field, columns.Column{
				Name: at.prefix + field.Alias, IsList: field.Definition.Type.Elem != nil, Takes: m.takes(input), Words: words,
			})
		}
	}
}

// add adds the column of a member of an object.
func (m *columnMaker) add(of, t *ast.Definition, field *ast.Field, c columns.Column) {
	switch {
	case field.Name == "perils":
		c.Kind, c.Of, c.Words = columns.KindCatalog, "Peril", "The keys of the perils that it has evidence of."
	case field.Name == "perilsByAsset":
		c.Kind, c.Words = columns.KindJSON, "The keys of the perils that it has evidence of, for each asset."
	case t.Kind == ast.Enum:
		c.Kind = columns.KindEnum
		for _, v := range t.EnumValues {
			c.Of += "|" + v.Name
		}
		c.Of = strings.TrimPrefix(c.Of, "|")
	case of.Name == "Money":
		c.Kind = map[string]columns.Kind{"amount": columns.KindMoney, "currency": columns.KindCurrency}[field.Name]
	case t.Name == "ID" && field.Name == "id":
		c.Kind = columns.KindID
	case t.Name == "ID":
		c.Kind, c.Of = columns.KindReference, referred(of, field.Name)
		if field.Definition.Directives.ForName("catalogId") != nil {
			c.Kind = columns.KindCatalog
		}
	default:
		c.Kind = cmp.Or(scalarKinds[t.Name], columns.KindJSON)
	}
	m.noun.Columns = append(m.noun.Columns, c)
}

var scalarKinds = map[string]columns.Kind{
	"String": columns.KindText, "Time": columns.KindTime, "Date": columns.KindDate, "Decimal": columns.KindDecimal,
	"Int": columns.KindInteger, "Float": columns.KindNumber, "Boolean": columns.KindBoolean,
}

// referred is what an id refers to: the noun of the record beside it, or its type.
func referred(of *ast.Definition, name string) string {
	for _, relation := range []string{strings.TrimSuffix(name, "Id"), strings.TrimSuffix(name, "Ids") + "s",
		strings.TrimSuffix(name, "CCIds") + "sCC"} {
		if beside := of.Fields.ForName(relation); beside != nil && relation != name {
			return beside.Type.Name()
		}
	}
	return ""
}

// takes reports whether an input that creates or changes a record has the member. What a term took over comes in with its term.
func (m *columnMaker) takes(member string) bool {
	isTerm := m.noun.Name == "policyVersions"
	if isTerm || m.noun.Name == "policies" {
		term := m.schema.Types["CreatePolicyTermInput"]
		if member == "carriedOver" || isTerm && term.Fields.ForName(member) != nil {
			return true
		}
	}
	return slices.ContainsFunc([]string{"Create", "Update"}, func(verb string) bool {
		input := m.schema.Types[verb+m.noun.Type+"Input"]
		return input != nil && (&importing.File{Noun: m.noun.Name}).IsTaken() && (input.Fields.ForName(member) != nil || m.isHistory(input, member))
	})
}

// isHistory reports whether a member comes in as a part of a record's history; the days of an agreement have their own place.
func (m *columnMaker) isHistory(input *ast.Definition, member string) bool {
	history := input.Fields.ForName("history")
	return history != nil && (member == "agreedDays" || m.schema.Types[history.Type.Name()].Fields.ForName(member) != nil)
}

// fields adds a column, or several, for each field that assets may have.
func (m *columnMaker) fields(prefix string) {
	seen := map[string]bool{}
	for _, t := range catalog.AssetTypes.Ordered {
		for _, f := range t.FieldTypes {
			if seen[f.Key] {
				continue
			}
			seen[f.Key] = true
			c := columns.Column{Name: prefix + "." + f.Key, Kind: fieldKinds[f.Kind], Takes: true, Words: f.Label + "."}
			switch f.Kind {
			case catalog.FieldKindMoney:
				m.parts(c, map[string]columns.Kind{"amount": columns.KindMoney, "currency": columns.KindCurrency}, "Money")
			case catalog.FieldKindAddress:
				m.parts(c, nil, "Address")
			default:
				c.Of = strings.Join(f.Options, "|")
				m.noun.Columns = append(m.noun.Columns, c)
			}
		}
	}
}

var fieldKinds = map[catalog.FieldKind]columns.Kind{
	catalog.FieldKindString: columns.KindText, catalog.FieldKindText: columns.KindText, catalog.FieldKindDate: columns.KindDate,
	catalog.FieldKindInteger: columns.KindInteger, catalog.FieldKindNumber: columns.KindNumber,
	catalog.FieldKindBoolean: columns.KindBoolean, catalog.FieldKindEnum: columns.KindEnum,
}

// parts adds the columns of a field's value that is an object of a type of the schema.
func (m *columnMaker) parts(of columns.Column, kinds map[string]columns.Kind, typeName string) {
	for _, part := range m.schema.Types[typeName].Fields {
		if strings.HasPrefix(part.Name, "__") {
			continue
		}
		c := of
		c.Name, c.Kind = of.Name+"."+part.Name, columns.KindText
		if kind, ok := kinds[part.Name]; ok {
			c.Kind = kind
		}
		c.Words = strings.TrimSuffix(of.Words, ".") + ": " + part.Description
		m.noun.Columns = append(m.noun.Columns, c)
	}
}
