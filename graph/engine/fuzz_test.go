package engine

import (
	"context"
	"fmt"
	"log/slog"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/99designs/gqlgen/graphql"
	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"github.com/vektah/gqlparser/v2/ast"

	"github.com/covertrack/covertrack/graph/generated"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/catalog"
	"github.com/covertrack/covertrack/model/importing"
	"github.com/covertrack/covertrack/model/scalar"
	"github.com/covertrack/covertrack/storage"
)

// FuzzSelection writes random results by random selections of one root field, with graph/encode and without: the bytes
// are the same, and the errors.
func FuzzSelection(f *testing.F) {
	e := New(Config{Store: &storage.Store{}, Now: time.Now, Logger: slog.New(slog.DiscardHandler)}, nil)
	for seed := range uint64(200) {
		choices := make([]byte, 200)
		for i, r := 0, rand.New(rand.NewPCG(seed, 1)); i < len(choices); i++ {
			choices[i] = byte(r.Uint32())
		}
		f.Add(choices, seed)
	}
	f.Fuzz(func(t *testing.T, choices []byte, seed uint64) {
		w := selectionWriter{schema: e.schema, choices: choices}
		text, field := w.query()
		op, err := e.Compile("fuzz", text)
		require.NoError(t, err, text)
		require.NotEmpty(t, op.plans, text)
		v := values{rand.New(rand.NewPCG(seed, 0)), 500}
		result := reflect.New(resultOf(reflect.TypeFor[generated.QueryResolver](), field)).Elem()
		v.fill(result)

		encoded, generated := e.answer(t, op, result.Interface()), e.answer(t, op.ungainly(), result.Interface())
		require.Equal(t, string(generated.Data), string(encoded.Data), text)
		require.Len(t, encoded.Errors, len(generated.Errors), text)
	})
}

// ungainly is the operation as gqlgen alone runs it.
func (o *Operation) ungainly() *Operation {
	plain := *o
	plain.shortcut = nil
	return &plain
}

// answer executes an operation of one root field whose resolver answers the result.
func (e *Engine) answer(t *testing.T, op *Operation, result any) Outcome {
	r := e.request(Call{Principal: &model.Principal{}, Operation: op}, e.store.Handle)
	ctx := withRequest(t.Context(), r)
	x := e.execution(r, op, map[string]any{}, nil)
	middleware := x.ResolverMiddleware
	x.ResolverMiddleware = func(ctx context.Context, next graphql.Resolver) (any, error) {
		if graphql.GetFieldContext(ctx).Object == "Query" {
			next = func(context.Context) (any, error) { return result, nil }
		}
		return middleware(ctx, next)
	}
	outcome := e.run(x.within(ctx))
	outcome.Data = x.data(outcome.Data)
	return outcome
}

// selectionWriter writes a query as the choices say, which are all 0 in the end.
type selectionWriter struct {
	schema    *ast.Schema
	choices   []byte
	fragments []string
	key       int
}

// choose is a number below n.
func (w *selectionWriter) choose(n int) int {
	if len(w.choices) == 0 {
		return 0
	}
	c := int(w.choices[0])
	w.choices = w.choices[1:]
	return c % n
}

func (w *selectionWriter) query() (text, field string) {
	var roots []*ast.FieldDefinition
	for _, f := range w.schema.Query.Fields {
		takesInput := slices.ContainsFunc(f.Arguments, func(a *ast.ArgumentDefinition) bool {
			return a.Type.NonNull && w.schema.Types[a.Type.Name()].Kind == ast.InputObject
		})
		if !strings.HasPrefix(f.Name, "__") && !takesInput {
			roots = append(roots, f)
		}
	}
	root := roots[w.choose(len(roots))]
	arguments := ""
	for _, argument := range root.Arguments {
		if argument.Type.NonNull { // the id of what is read
			arguments = fmt.Sprintf("(%s: %q)", argument.Name, "x")
		}
	}
	text = fmt.Sprintf("{ %s%s%s %s }", w.alias(), root.Name, arguments, w.selection(root.Type, 0))
	return text + strings.Join(w.fragments, ""), root.Name
}

// alias is one of its own, so that no two fields of one key differ, or none.
func (w *selectionWriter) alias() string {
	if w.choose(3) != 2 {
		return ""
	}
	w.key++
	return fmt.Sprintf("a%d: ", w.key)
}

func (w *selectionWriter) selection(t *ast.Type, depth int) string {
	definition := w.schema.Types[t.Name()]
	if !definition.IsCompositeType() {
		return ""
	}
	return w.set(definition, depth)
}

func (w *selectionWriter) set(definition *ast.Definition, depth int) string {
	var b strings.Builder
	b.WriteString("{ ")
	for n := 1 + w.choose(6); n > 0; n-- {
		switch kind := w.choose(8); {
		case kind == 7:
			b.WriteString(w.alias() + "__typename ")
		case kind == 6 && depth < 6:
			b.WriteString("... on " + definition.Name + " " + w.set(definition, depth+1))
		case kind == 5 && depth < 6:
			set := w.set(definition, depth+1)
			name := fmt.Sprintf("F%d", len(w.fragments))
			w.fragments = append(w.fragments, fmt.Sprintf(" fragment %s on %s %s", name, definition.Name, set))
			b.WriteString("..." + name + " ")
		case definition.IsAbstractType() && kind > 1:
			members := w.schema.GetPossibleTypes(definition)
			member := members[w.choose(len(members))]
			// Members may have fields of one name and other types: here none are merged.
			b.WriteString("... on " + member.Name + " { __typename " + w.field(member, depth, true) + "} ")
		default:
			b.WriteString(w.field(definition, depth, false))
		}
	}
	return b.String() + "} "
}

func (w *selectionWriter) field(definition *ast.Definition, depth int, renamed bool) string {
	var fields []*ast.FieldDefinition
	for _, f := range definition.Fields {
		isDeep := depth >= 6 && w.schema.Types[f.Type.Name()].IsCompositeType()
		if !isDeep && len(f.Arguments) == 0 { // which the shortcut leaves to gqlgen
			fields = append(fields, f)
		}
	}
	if len(fields) == 0 {
		return "__typename "
	}
	f := fields[w.choose(len(fields))]
	alias := w.alias()
	if renamed && alias == "" {
		w.key++
		alias = fmt.Sprintf("a%d: ", w.key)
	}
	return alias + f.Name + " " + w.selection(f.Type, depth+1)
}

// values makes results: as storage would, and as it never should.
type values struct {
	*rand.Rand
	left int // structs and items to make
}

var texts = []string{"", "plain", `a "quoted" \ one`, "\x00\x01\t\r\n\x1f\x7f", "ünï¢ode 🏠 \u2028", "\xff broken", "<&>"}

func (v *values) fill(to reflect.Value) {
	switch at := to.Addr().Interface().(type) {
	case *time.Time:
		*at = []time.Time{{}, time.Unix(v.Int64N(4e9), v.Int64N(1e9)), time.Date(-5, 1, 2, 3, 4, 5, 6, time.UTC),
			time.Date(12345, 1, 2, 3, 4, 5, 6, time.UTC)}[v.IntN(4)]
		return
	case *uuid.UUID:
		*at = uuid.UUID{byte(v.Uint32()), 15: byte(v.Uint32())}
		return
	case *scalar.JSON:
		*at = []scalar.JSON{nil, {}, scalar.JSON(`{"a": [1, "<b>"]}`), scalar.JSON("1e3")}[v.IntN(4)]
		return
	case *scalar.Metadata:
		*at = []scalar.Metadata{nil, {}, scalar.Metadata(`{"a": "\u0041"}`)}[v.IntN(3)]
		return
	case *[]*importing.File:
		return // the columns of an import are made of its files, each of which is there
	case *model.Contact:
		*at = []model.Contact{&model.User{}, &model.Broker{}, nil, (*model.User)(nil), model.Broker{}}[max(0, v.IntN(20)-15)]
		return
	case *model.Node:
		nodes := []model.Node{&model.Case{}, &model.Policy{}, &model.RiskProfile{}, &model.User{}, &model.Broker{}, &catalog.Peril{},
			nil, model.Case{}}
		*at = nodes[v.IntN(len(nodes))]
		if of := reflect.ValueOf(*at); of.Kind() == reflect.Pointer {
			v.fill(of.Elem())
		}
		return
	}
	switch to.Kind() {
	case reflect.Pointer:
		if v.left--; v.left > 0 && v.IntN(8) > 0 {
			to.Set(reflect.New(to.Type().Elem()))
			v.fill(to.Elem())
		}
	case reflect.Slice:
		if n := v.IntN(5) - 1; n >= 0 && v.left > 0 {
			v.left -= n
			to.Set(reflect.MakeSlice(to.Type(), n, n))
			for i := range n {
				v.fill(to.Index(i))
			}
		}
	case reflect.Struct:
		for i := range to.NumField() {
			if to.Field(i).CanSet() {
				v.fill(to.Field(i))
			}
		}
	case reflect.String:
		to.SetString(texts[v.IntN(len(texts))])
	case reflect.Int:
		to.SetInt(v.Int64() - math.MaxInt64/2)
	case reflect.Bool:
		to.SetBool(v.IntN(2) == 0)
	case reflect.Float64:
		to.SetFloat([]float64{0, 1, -0.5, 1e21, 1e-7, 1e6, math.Pi, math.NaN(), math.Inf(1), math.MaxFloat64}[v.IntN(10)])
	}
}
