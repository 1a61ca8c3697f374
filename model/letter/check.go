package letter

import (
	"reflect"
	"regexp"
	"slices"
	"strings"
	"text/template/parse"

	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/model/scalar"
)

// wordingCheck finds what a template uses that letters do not have. It knows the type of each expression, so a template
// that passes can be written for every request, not only for the examples.
type wordingCheck struct {
	pointer string
	root    reflect.Type
	said    map[string]bool
	vs      fault.Violations
}

// maxRanges is how deep a template may repeat repetitions.
const maxRanges = 2

// wordingFunctions are the functions that templates may call, with the fewest and the most arguments.
var wordingFunctions = map[string][2]int{
	"eq": {2, 10}, "ne": {2, 2}, "and": {1, 10}, "or": {1, 10}, "not": {1, 1}, "len": {1, 1},
}

// truth is the type of what is good for conditions only.
type truth struct{}

var (
	stringType = reflect.TypeFor[string]()
	intType    = reflect.TypeFor[int]()
	boolType   = reflect.TypeFor[bool]()
	truthType  = reflect.TypeFor[truth]()
)

// checkWordingTemplate reports everything in a template that letters do not have.
func checkWordingTemplate(pointer, text string) fault.Violations {
	c := &wordingCheck{pointer: pointer, root: reflect.TypeFor[Request](), said: map[string]bool{}}
	tree := parse.New("")
	tree.Mode = parse.SkipFuncCheck
	others := map[string]*parse.Tree{}
	parsed, err := tree.Parse(text, "", "", others)
	if err != nil {
		c.refuse("must be a template: " + parseProblem(err))
		return c.vs
	}
	for name := range others {
		if name != "" {
			c.refuse("defines no other templates")
		}
	}
	if parsed.Root != nil {
		c.list(parsed.Root, c.root, 0)
	}
	return c.vs
}

var parsePlace = regexp.MustCompile(`^template: :(\d+):\s*`)

// parseProblem returns a message of the parser with its line in words.
func parseProblem(err error) string { return parsePlace.ReplaceAllString(err.Error(), "line $1: ") }

// quoted is a part of a template as a message shows it.
func quoted(n parse.Node) string { return scalar.Shorten(n.String(), 100) }

// refuse reports a problem, each once.
func (c *wordingCheck) refuse(problem string) { c.say(fault.CodeInvalidValue, problem) }

func (c *wordingCheck) say(code fault.Code, problem string) {
	if !c.said[problem] {
		c.said[problem] = true
		c.vs.Say(c.pointer, code, "%s", problem)
	}
}

func (c *wordingCheck) list(list *parse.ListNode, dot reflect.Type, ranges int) {
	if list == nil {
		return
	}
	for _, n := range list.Nodes {
		c.node(n, dot, ranges)
	}
}

func (c *wordingCheck) node(n parse.Node, dot reflect.Type, ranges int) {
	switch n := n.(type) {
	case *parse.TextNode, *parse.CommentNode:
	case *parse.ActionNode:
		c.written(n.Pipe, dot)
	case *parse.IfNode:
		c.pipe(n.Pipe, dot)
		c.list(n.List, dot, ranges)
		c.list(n.ElseList, dot, ranges)
	case *parse.WithNode:
		c.list(n.List, c.pipe(n.Pipe, dot), ranges)
		c.list(n.ElseList, dot, ranges)
	case *parse.RangeNode:
		c.list(n.List, c.element(n.Pipe, dot), ranges+1)
		c.list(n.ElseList, dot, ranges)
		if ranges == maxRanges {
			c.refuse("must have at most two ranges inside each other")
		}
	default:
		word, _, _ := strings.Cut(strings.Trim(n.String(), "{} "), " ")
		c.refuse("does without " + word + "; it has if, else, with and range")
	}
}

// written checks what is put into the text: only texts and numbers can be.
func (c *wordingCheck) written(p *parse.PipeNode, dot reflect.Type) {
	if t := c.pipe(p, dot); t != nil && t.Kind() != reflect.String && t.Kind() != reflect.Int {
		c.refuse("writes texts and numbers only; " + quoted(p) + " is neither")
	}
}

// element returns the type of what a range repeats; nil if that is not known.
func (c *wordingCheck) element(p *parse.PipeNode, dot reflect.Type) reflect.Type {
	t := c.pipe(p, dot)
	if t == nil {
		return nil
	}
	if t.Kind() != reflect.Slice {
		c.refuse("must have ranges over lists only; " + quoted(p) + " is none")
		return nil
	}
	return t.Elem()
}

// pipe returns the type of an expression, nil if it was refused.
func (c *wordingCheck) pipe(p *parse.PipeNode, dot reflect.Type) reflect.Type {
	if len(p.Decl) > 0 || len(p.Cmds) != 1 {
		c.refuse("does without variables and pipes; " + quoted(p) + " has one")
		return nil
	}
	args := p.Cmds[0].Args
	if name, ok := args[0].(*parse.IdentifierNode); ok {
		return c.call(name.Ident, args[1:], dot)
	}
	t := c.value(args[0], dot)
	if len(args) > 1 {
		c.refuse("calls only eq, ne, and, or, not and len; " + quoted(p) + " is no call of them")
		return nil
	}
	return t
}

// call returns the type of a function's result.
func (c *wordingCheck) call(name string, args []parse.Node, dot reflect.Type) reflect.Type {
	bounds, ok := wordingFunctions[name]
	if !ok {
		c.refuse("calls only eq, ne, and, or, not and len; not " + name)
	}
	types := make([]reflect.Type, len(args))
	for i, arg := range args {
		types[i] = c.value(arg, dot)
	}
	switch {
	case !ok || slices.Contains(types, nil):
		return nil
	case len(args) < bounds[0] || len(args) > bounds[1]:
		c.refuse("gives " + name + " as many values as it takes")
		return nil
	}
	return c.result(name, types)
}

func (c *wordingCheck) result(name string, types []reflect.Type) reflect.Type {
	isAlike := func(t reflect.Type) bool { return t.Kind() == types[0].Kind() }
	differs := slices.ContainsFunc(types, func(t reflect.Type) bool { return !isAlike(t) })
	switch name {
	case "not":
		return boolType
	case "len":
		if types[0].Kind() != reflect.Slice && types[0].Kind() != reflect.String {
			c.refuse("takes len of lists and texts only")
		}
		return intType
	case "eq", "ne":
		kinds := []reflect.Kind{reflect.String, reflect.Int, reflect.Bool}
		if differs || !slices.Contains(kinds, types[0].Kind()) {
			c.refuse("compares texts with texts, and numbers with numbers")
		}
		return boolType
	default:
		if slices.ContainsFunc(types, func(t reflect.Type) bool { return t != types[0] }) {
			return truthType
		}
		return types[0]
	}
}

// value returns the type of an operand, nil if it was refused.
func (c *wordingCheck) value(n parse.Node, dot reflect.Type) reflect.Type {
	switch n := n.(type) {
	case *parse.DotNode:
		return dot
	case *parse.FieldNode:
		return c.member(n.String(), dot, n.Ident)
	case *parse.VariableNode:
		if n.Ident[0] == "$" {
			return c.member(n.String(), c.root, n.Ident[1:])
		}
	case *parse.ChainNode:
		return c.member(n.String(), c.value(n.Node, dot), n.Field)
	case *parse.PipeNode:
		return c.pipe(n, dot)
	case *parse.StringNode:
		return stringType
	case *parse.BoolNode:
		return boolType
	case *parse.NumberNode:
		if n.IsInt {
			return intType
		}
	}
	c.refuse("must have only members, texts, whole numbers, true and false; " + quoted(n) + " is none of them")
	return nil
}

// member returns the type of a member of a member, nil if there is none.
func (c *wordingCheck) member(text string, of reflect.Type, names []string) reflect.Type {
	for _, name := range names {
		if of == nil {
			return nil
		}
		var field reflect.StructField
		ok := of.Kind() == reflect.Struct
		if ok {
			field, ok = of.FieldByName(name)
		}
		if !ok {
			c.say(fault.CodeUnknownMember, "has no member "+text+"; "+membersOf(of))
			return nil
		}
		of = field.Type
	}
	return of
}

// membersOf says which members a type has.
func membersOf(t reflect.Type) string {
	if t.Kind() != reflect.Struct || t.NumField() == 0 {
		return "texts, numbers and lists have none"
	}
	names := make([]string, t.NumField())
	for i := range names {
		names[i] = "." + t.Field(i).Name
	}
	return "members are " + strings.Join(names, ", ")
}
