// Package scoped says of a statement whether it names the portfolio of each tenant's table in it. It reads the text as
// Postgres would split it into words; it is no parser, and knows as much SQL as our statements have. It imports nothing
// of the module.
package scoped

import (
	"slices"
	"strings"
)

// column is the column that tells tenants apart.
const column = "portfolio_id"

// Unscoped returns the tables of a statement, of those that isTenants names, that it does not bind to one portfolio: each
// is compared with a value by `portfolio_id = $1`, or with another table of the statement that is, or gets the column by
// an INSERT. Statements that are neither queries nor writes have none.
func Unscoped(statement string, isTenants func(table string) bool) []string {
	words := split(statement)
	if len(words) == 0 || !opensBlock(words[0]) && words[0] != "(" {
		return nil
	}
	r := &reader{words: words, isTenants: isTenants}
	r.block(nil)
	return r.unscoped()
}

// opensBlock reports whether a word begins a query or a write.
func opensBlock(word string) bool {
	return slices.Contains([]string{"select", "insert", "update", "delete", "with"}, word)
}

// source is what a name of a statement stands for: a tenant's table, or something else that has the column.
type source struct {
	table string  // "" for what is no tenant's table
	is    *source // another one that has the same portfolio; nil if none
	bound bool    // to a value
}

// root is the source that stands for all that have the same portfolio.
func (s *source) root() *source {
	for s.is != nil {
		s = s.is
	}
	return s
}

// block is a query or a write, without those inside of it.
type block struct {
	outer *block
	names map[string]*source
	own   []*source // tenants' tables
}

// find finds what a name stands for; a name that nothing has introduced stands for something that is no table.
func (b *block) find(name string) *source {
	for in := b; in != nil; in = in.outer {
		if s := in.names[name]; s != nil {
			return s
		}
	}
	s := new(source)
	b.names[name] = s
	return s
}

// reader reads a statement from its beginning.
type reader struct {
	words     []string
	at        int
	isTenants func(table string) bool
	all       []*source
	equal     []equality
}

// equality is that of the column of a name with something else, as seen from a block.
type equality struct {
	in          *block
	name, other string
}

func (r *reader) word(at int) string {
	if at < 0 || at >= len(r.words) {
		return ""
	}
	return r.words[at]
}

// block reads until the parenthesis that ends it, or a word that begins the next one of a union.
func (r *reader) block(outer *block) {
	b := &block{outer: outer, names: map[string]*source{}}
	inFrom := false
	for ; r.at < len(r.words); r.at++ {
		switch word := r.word(r.at); word {
		case "(":
			r.at++
			if opensBlock(r.word(r.at)) {
				r.block(b)
				continue
			}
			r.parentheses(b, inFrom)
		case ")":
			return
		case "union", "except", "intersect":
			r.at++
			r.block(outer)
			return
		case "where", "group", "order", "limit", "for", "returning", "set", "values", "on", "having", "select":
			inFrom = word == "on" && inFrom
		default:
			inFrom = r.read(b, inFrom)
		}
	}
}

// parentheses reads what stands in parentheses and is no query of its own.
func (r *reader) parentheses(b *block, inFrom bool) {
	for ; r.at < len(r.words) && r.word(r.at) != ")"; r.at++ {
		if r.word(r.at) != "(" {
			inFrom = r.read(b, inFrom)
			continue
		}
		r.at++
		if opensBlock(r.word(r.at)) {
			r.block(b)
		} else {
			r.parentheses(b, inFrom)
		}
	}
}

// read reads one word of a block, and reports whether names of tables may follow a comma.
func (r *reader) read(b *block, inFrom bool) bool {
	word, before := r.word(r.at), r.word(r.at-1)
	switch {
	case word == "from" || word == "using":
		return true
	case r.isTenants(word) && (slices.Contains([]string{"from", "join", "into", "update", "using", "only"}, before) ||
		inFrom && before == ","):
		r.table(b, before == "into")
	case word == column:
		r.compared(b)
	}
	return inFrom
}

// table reads the name of a tenant's table, with the name that it has in the block.
func (r *reader) table(b *block, isInsert bool) {
	s := &source{table: r.word(r.at)}
	name := s.table
	if r.word(r.at+1) == "as" {
		name = r.word(r.at + 2)
	}
	b.names[name] = s
	b.own = append(b.own, s)
	r.all = append(r.all, s)
	if !isInsert {
		return
	}
	if open := slices.Index(r.words[r.at:], "("); open >= 0 && open <= 3 {
		columns := r.words[r.at+open:]
		s.bound = slices.Contains(columns[:slices.Index(columns, ")")+1], column)
	}
}

// compared keeps what the column at the reader's place is compared with.
func (r *reader) compared(b *block) {
	first, last := r.at, r.at
	name := ""
	if r.word(first-1) == "." {
		name, first = r.word(first-2), first-2
	}
	if r.word(last+1) == "=" {
		r.equal = append(r.equal, equality{b, name, r.operand(last+2, 1)})
	}
	if r.word(first-1) == "=" {
		r.equal = append(r.equal, equality{b, name, r.operand(first-2, -1)})
	}
}

// operand is what stands at a side of an equality: "$" for a value, the name before the column, or "" for anything else.
func (r *reader) operand(at, step int) string {
	word := r.word(at)
	switch {
	case strings.HasPrefix(word, "$") || strings.HasPrefix(word, "'"):
		return "$"
	case step > 0 && r.word(at+1) == "." && r.word(at+2) == column:
		return word
	case step < 0 && word == column && r.word(at-1) == ".":
		return r.word(at - 2)
	default:
		return ""
	}
}

// unscoped follows the equalities and returns the tables that none of them binds.
func (r *reader) unscoped() (tables []string) {
	for _, e := range r.equal {
		for _, s := range e.of() {
			switch e.other {
			case "":
			case "$":
				s.root().bound = true
			default:
				if one, other := s.root(), e.in.find(e.other).root(); one != other {
					other.bound = other.bound || one.bound
					one.is = other
				}
			}
		}
	}
	for _, s := range r.all {
		if !s.root().bound && !s.bound {
			tables = append(tables, s.table)
		}
	}
	return tables
}

// of returns what the name stands for. Without one, it is the only table of the block.
func (e equality) of() []*source {
	switch {
	case e.name != "":
		return []*source{e.in.find(e.name)}
	case len(e.in.own) == 1:
		return e.in.own
	default:
		return nil
	}
}
