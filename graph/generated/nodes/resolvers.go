package main

import (
	"fmt"
	"strings"

	"github.com/vektah/gqlparser/v2/ast"
)

// The resolvers that are alike, by the signature of their field: a noun's list, one record of it, and creations. %[1]s is
// the field, %[2]s the noun, %[3]s its table, %[4]s what loads its relations.
const (
	resolveList = `
func (*queryResolver) %[1]s(
	ctx context.Context, filter *model.%[2]sFilter, sort *page.Sort, limit, first, offset *int, after *string,
) (*model.%[2]sConnection, error) {
	args := listArgs{sort: sort, limit: limit, first: first, offset: offset, after: after}
	return listOf(ctx, storage.%[3]s, filter, args, %[4]s)
}
`
	resolveOne = `
func (*queryResolver) %[1]s(ctx context.Context, id uuid.UUID) (*model.%[2]s, error) {
	return oneOf(ctx, storage.%[3]s, id, %[4]s)
}
`
	resolveCreation = `
func (*mutationResolver) %[1]s(ctx context.Context, input model.%[1]sInput) (*model.%[2]s, error) {
	return createOne(ctx, &input, create%[3]s, %[4]s)
}
`
	resolveCreations = `
func (*mutationResolver) %[1]s(ctx context.Context, input model.%[1]sInput) ([]*model.%[2]s, error) {
	return createItems(ctx, input.Items, create%[3]s, %[4]s)
}
`
)

// signatures are the arguments of a field and its type, with N for the noun, of each kind of resolver.
var signatures = map[string]string{
	"filter:NFilter sort:Sort limit:Int first:Int offset:Int after:String NConnection!": resolveList,
	"id:ID! N":                   resolveOne,
	"input:CreateNInput! N!":     resolveCreation,
	"input:CreateNsInput! [N!]!": resolveCreations,
}

// writeResolvers writes the resolvers of the nouns of package model that are alike. One that stands in another file of the
// folder is not written: it does more. A noun's relations are loaded by relateXs, and its creations made by createXs.
func writeResolvers(folder string, schema *ast.Schema, model string) error {
	b, source := begin(folder), sources(folder)
	b.WriteString(`import (
	"context"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/page"
	"github.com/covertrack/covertrack/storage"
)
`)
	tables := map[string]string{}
	for _, f := range schema.Query.Fields {
		if noun, isList := strings.CutSuffix(f.Type.Name(), "Connection"); isList && hasStruct(model, noun) && tables[noun] == "" {
			tables[noun] = title(f.Name)
		}
	}
	for _, f := range append(schema.Query.Fields, schema.Mutation.Fields...) {
		noun := strings.TrimSuffix(f.Type.Name(), "Connection")
		table, text := tables[noun], signatures[signature(f, noun, tables[noun])]
		isCreation := text == resolveCreation || text == resolveCreations
		if table == "" || text == "" || strings.Contains(source, "yResolver) "+title(f.Name)+"(") || strings.Contains(source, "nResolver) "+title(f.Name)+"(") ||
			isCreation && !strings.Contains(source, "\nfunc create"+table+"(") {
			continue
		}
		relate := "relate" + table
		if !strings.Contains(source, "\nfunc "+relate+"(") {
			relate = "nil"
		}
		fmt.Fprintf(b, text, title(f.Name), noun, table, relate)
	}
	return end(folder, b)
}

// signature is a field's arguments and type as in signatures.
func signature(f *ast.FieldDefinition, noun, table string) (text string) {
	for _, a := range f.Arguments {
		text += a.Name + ":" + a.Type.String() + " "
	}
	return strings.NewReplacer("Create"+table, "CreateNs", noun, "N").Replace(text + f.Type.String())
}

func title(name string) string { return strings.ToUpper(name[:1]) + name[1:] }
