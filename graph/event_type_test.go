package graph_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage"
)

// handOn are the functions that get an action from their callers.
var handOn = []string{"event", "audit", "Audit", "AuditAdministration", "RecordRead"}

// notInFeed are the actions on a portfolio that are no events: what was read.
var notInFeed = []string{"portfolio.read", "case.dossierTaken"}

// TestEventKinds reads out of the source which audit events the program writes in portfolios, and compares them with the
// table of events. A new action needs its kind there, and its member of the enum EventType.
func TestEventKinds(t *testing.T) {
	t.Parallel()
	w := &auditWriters{t: t, tables: map[string]string{}, found: map[string]bool{}}
	for _, n := range storage.Nouns() {
		w.tables[camelCase(n.Name())] = n.Subject()
	}
	for _, folder := range []string{".", "../storage", "../restcompat", "../cmd/covertrack"} {
		w.scan(folder)
	}
	var kinds []string
	for _, k := range model.EventKinds {
		if !slices.Contains(kinds, k.Action) {
			kinds = append(kinds, k.Action)
		}
	}
	var written []string
	for action := range w.found {
		if !slices.Contains(notInFeed, action) {
			written = append(written, action)
		}
	}
	require.ElementsMatch(t, kinds, written, "the kinds of events, and the actions that the program writes")
}

// auditWriters collects the actions of audit events in the source.
type auditWriters struct {
	t      *testing.T
	tables map[string]string // subjects by the names of variables of package storage
	found  map[string]bool
	in     string // the function that is read
}

func (w *auditWriters) scan(folder string) {
	require.NoError(w.t, filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") ||
			strings.Contains(path, "generated") || strings.Contains(path, "storagetest") {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		if err != nil {
			return err
		}
		for _, declared := range file.Decls {
			if fn, ok := declared.(*ast.FuncDecl); ok {
				w.in = fn.Name.Name
				ast.Inspect(fn, func(n ast.Node) bool { w.see(n); return true })
			}
		}
		return nil
	}))
}

// see adds what a call or a literal writes. The functions that take an action from their callers are passed by.
func (w *auditWriters) see(n ast.Node) {
	switch n := n.(type) {
	case *ast.CompositeLit:
		if selected, ok := n.Type.(*ast.SelectorExpr); ok && selected.Sel.Name == "AuditEvent" && !slices.Contains(handOn, w.in) {
			w.add(member(n, "Action"))
		}
	case *ast.CallExpr:
		switch name := called(n); {
		case name == "Audit" && !isContext(n.Args[0]) || name == "event" && len(n.Args) >= 4:
			if !slices.Contains(handOn, w.in) {
				w.add(n.Args[0])
			}
		case name == "Add" && isTrail(n):
			w.add(n.Args[0])
		case name == "AddAs" && w.in != "Add":
			w.add(n.Args[1])
		case len(n.Args) < 2 || w.tableOf(n.Args[1]) == "":
		case name == "audit":
			w.found[w.tableOf(n.Args[1])+"."+textOf(w.t, n.Args[2])] = true
		case slices.Contains([]string{"insert", "create", "createAll", "auditCreated"}, name):
			w.found[w.tableOf(n.Args[1])+".created"] = true
		case slices.Contains([]string{"save", "update", "updateLocked"}, name):
			w.found[w.tableOf(n.Args[1])+".updated"] = true
		case name == "remove":
			w.found[w.tableOf(n.Args[1])+".deleted"] = true
		}
	}
}

// add adds an action: a text, or one that ends with how a letter was settled.
func (w *auditWriters) add(action ast.Expr) {
	joined, ok := action.(*ast.BinaryExpr)
	if !ok {
		w.found[textOf(w.t, action)] = true
		return
	}
	for _, state := range model.AllRenewalNoticeState {
		if state != model.RenewalNoticeStatePlanned {
			w.found[textOf(w.t, joined.X)+string(state)] = true
		}
	}
}

// tableOf returns the subject of a table of package storage, else "".
func (w *auditWriters) tableOf(x ast.Expr) string {
	if selected, ok := x.(*ast.SelectorExpr); ok {
		return w.tables[selected.Sel.Name]
	}
	return ""
}

func called(call *ast.CallExpr) string {
	switch fn := call.Fun.(type) {
	case *ast.Ident:
		return fn.Name
	case *ast.SelectorExpr:
		return fn.Sel.Name
	}
	return ""
}

func member(literal *ast.CompositeLit, name string) ast.Expr {
	for _, element := range literal.Elts {
		if pair, ok := element.(*ast.KeyValueExpr); ok && pair.Key.(*ast.Ident).Name == name {
			return pair.Value
		}
	}
	return literal
}

// isTrail reports whether a call of Add is that of a trail with an action of its own.
func isTrail(call *ast.CallExpr) bool {
	isOne := false
	switch on := call.Fun.(*ast.SelectorExpr).X.(type) {
	case *ast.Ident:
		isOne = on.Name == "trail" || on.Name == "t"
	case *ast.SelectorExpr:
		isOne = on.Sel.Name == "Trail" // that of a write of a portfolio
	}
	_, isHandedOn := call.Args[0].(*ast.Ident)
	return isOne && len(call.Args) == 4 && !isHandedOn
}

// isContext reports whether an argument is a context: Keeper.Audit has another meaning.
func isContext(x ast.Expr) bool {
	name, ok := x.(*ast.Ident)
	return ok && name.Name == "ctx"
}

// textOf is the value of a text. An action has to be one, so that this test can read it.
func textOf(t *testing.T, x ast.Expr) string {
	literal, ok := x.(*ast.BasicLit)
	require.True(t, ok, "an audit event's action is written as a text: %#v", x)
	text, err := strconv.Unquote(literal.Value)
	require.NoError(t, err)
	return text
}

func camelCase(name string) string {
	var s strings.Builder
	for part := range strings.SplitSeq(name, "_") {
		s.WriteString(strings.ToUpper(part[:1]) + part[1:])
	}
	return s.String()
}
