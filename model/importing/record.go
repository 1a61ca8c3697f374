package importing

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/covertrack/covertrack/model/fault"
)

// Record is what rows say of one record.
type Record struct {
	Noun Noun
	// Key is by what it is found again, in its loan.
	Key string
	// Input has the members of the API's input, with references by name.
	Input map[string]any
	// Of has which row and column a member came from.
	Of map[string]Origin
	// Rows are those that say something of it.
	Rows []*Row

	said map[string][]*saying // by member
}

// saying is a value of a member, and the cells that have it.
type saying struct {
	value any
	of    []Origin
}

// Origin is a cell.
type Origin struct {
	Row    *Row
	Column int
}

// Loan is the rows of one loan and what they say.
type Loan struct {
	Key  string
	Rows []*Row
	// Case is nil where no row names a loan.
	Case                                *Record
	Brokers, Insureds, Assets, Policies []*Record
}

// Records are all records of the loan, in the order in which they are made.
func (l *Loan) Records() []*Record {
	all := slices.Concat(l.Brokers, l.Insureds)
	if l.Case != nil {
		all = append(all, l.Case)
	}
	return slices.Concat(all, l.Assets, l.Policies)
}

// NewLoan joins rows that are of one loan. Rows that contradict each other are refused.
func NewLoan(key string, rows []*Row) *Loan {
	l := &Loan{Key: key, Rows: rows}
	for _, row := range rows {
		if !row.IsRefused() {
			l.add(row)
		}
	}
	l.refuseMerged()
	if slices.ContainsFunc(rows, func(r *Row) bool { return r.IsRefused() }) && l.hasRefusedPart() {
		return NewLoan(key, rows) // without those
	}
	return l
}

// hasRefusedPart reports whether a record says what a row said that was refused later.
func (l *Loan) hasRefusedPart() bool {
	return slices.ContainsFunc(l.Records(), func(r *Record) bool {
		return slices.ContainsFunc(r.Rows, func(row *Row) bool { return row.IsRefused() })
	})
}

func (l *Loan) add(row *Row) {
	by := map[Noun][]Cell{}
	for _, c := range row.Cells {
		by[c.Target.Noun] = append(by[c.Target.Noun], c)
	}
	if cells := by[NounCase]; len(cells) > 0 {
		if l.Case == nil {
			l.Case = newRecord(NounCase, l.Key)
		}
		l.Case.add(row, cells)
	}
	for _, noun := range []Noun{NounBroker, NounInsured, NounAsset, NounPolicy} {
		cells := by[noun]
		if len(cells) == 0 {
			continue
		}
		list := l.list(noun)
		key := keyOf(noun, cells)
		i := slices.IndexFunc(*list, func(r *Record) bool { return r.Key == key })
		if i < 0 {
			i = len(*list)
			*list = append(*list, newRecord(noun, key))
		}
		(*list)[i].add(row, cells)
	}
}

func (l *Loan) list(noun Noun) *[]*Record {
	switch noun {
	case NounBroker:
		return &l.Brokers
	case NounInsured:
		return &l.Insureds
	case NounAsset:
		return &l.Assets
	default:
		return &l.Policies
	}
}

func newRecord(noun Noun, key string) *Record {
	return &Record{Noun: noun, Key: key, Input: map[string]any{}, Of: map[string]Origin{}, said: map[string][]*saying{}}
}

// keyOf is by what a record is found again among those of its loan.
func keyOf(noun Noun, cells []Cell) string {
	by := map[string]string{}
	for _, c := range cells {
		by[c.Target.Member] = fmt.Sprint(c.Value)
	}
	if id := by["externalId"]; id != "" && noun != NounPolicy {
		return "k" + id
	}
	switch noun {
	case NounBroker:
		return cmp.Or(by["email"], same(by["displayName"]+by["firstName"]+by["lastName"]))
	case NounInsured:
		return strings.ToLower(InsuredName(by) + "|" + by["insuredGroup"])
	case NounAsset:
		return AssetKey(by)
	default:
		return cmp.Or(by["externalId"], same(by["policyNumber"]), by["coverageTypes"]) + "|" + by["startDate"]
	}
}

// InsuredName is the name by which an insured is found, of its members.
func InsuredName(by map[string]string) string {
	return cmp.Or(by["displayName"], by["corporateName"],
		strings.Join(filled([]string{by["firstName"], by["middleName"], by["lastName"]}), " "))
}

// AssetKey is by what an asset without a key is found: its address, else what only such an asset has.
func AssetKey(by map[string]string) string {
	address := same(by["address.street1"] + " " + by["address.street2"] + " " + by["address.city"] + " " + by["address.state"] + " " +
		by["address.postalCode"])
	return cmp.Or(address, same(by["vin"]), same(by["serialNumber"]), same(by["description"]), same(by["legalName"]), same(by["personName"]),
		same(by["averageBalance"])) + "|"
}

// add has a record say what a row says of it.
func (r *Record) add(row *Row, cells []Cell) {
	r.Rows = append(r.Rows, row)
	values := map[string]any{}
	for _, c := range cells {
		values[c.Target.Member] = c.Value
	}
	for _, c := range cells {
		member, value := c.Target.Member, c.Value
		switch {
		case strings.HasSuffix(member, ".currency") || member == "limitKind":
			continue
		case member == "limit":
			r.addLimit(row, c, values)
			continue
		}
		before, known := r.Input[member]
		if !known {
			r.Input[member], r.Of[member] = value, Origin{row, c.Column}
		}
		switch isList := c.Target.Kind == KindCatalog || c.Target.Kind == KindEmail; {
		case isList && known:
			r.Input[member] = union(before.([]any), value.([]any))
		case !isList:
			r.say(c, Origin{row, c.Column})
		}
	}
}

// say notes what a cell says. Once two cells say different things, all that say something are refused, whatever their order.
func (r *Record) say(c Cell, origin Origin) {
	all := r.said[c.Target.Member]
	i := slices.IndexFunc(all, func(s *saying) bool { return alike(s.value, c.Value) })
	if i < 0 {
		i, all = len(all), append(all, &saying{value: c.Value})
		r.said[c.Target.Member] = all
	}
	all[i].of = append(all[i].of, origin)
	if len(all) == 1 {
		return
	}
	if i == 1 && len(all[1].of) == 1 { // until now all said the same
		for _, other := range all[0].of {
			r.contradict(c.Target, other, origin)
		}
	}
	other := all[0]
	if i == 0 {
		other = all[1]
	}
	r.contradict(c.Target, origin, other.of[0])
}

// alike reports whether two cells say the same: texts whatever their case.
func alike(a, b any) bool {
	x, isText := a.(string)
	y, isTextToo := b.(string)
	return isText && isTextToo && strings.EqualFold(x, y) || reflect.DeepEqual(a, b)
}

func union(a, b []any) []any {
	all, has := slices.Clone(a), make(map[any]bool, len(a)+len(b))
	for _, v := range a {
		has[v] = true
	}
	for _, v := range b {
		if !has[v] {
			has[v] = true
			all = append(all, v)
		}
	}
	return all
}

// contradict refuses a row that says another thing of a record than a second one.
func (r *Record) contradict(t *Target, of, other Origin) {
	value := cellAt(of.Row, of.Column)
	of.Row.Refuse(Reason{Code: fault.CodeDuplicate, Column: nameAt(of.Row.Names, of.Column), Value: value, Message: fmt.Sprintf(
		"`%s` is %s here and %s in row %d, of the same %s; leave the right one.", t.Member, quoted(value),
		quoted(cellAt(other.Row, other.Column)), other.Row.Number, spoken(r.Noun))})
}

func cellAt(row *Row, column int) string {
	if column >= 0 && column < len(row.Raw) {
		return row.Raw[column]
	}
	return ""
}

// spoken is a noun as people say it.
func spoken(n Noun) string {
	if n == NounCase {
		return "loan"
	}
	return string(n)
}

// addLimit adds a limit of the coverage types that the row names.
func (r *Record) addLimit(row *Row, c Cell, values map[string]any) {
	kind := values["limitKind"]
	if kind == nil {
		kind = "perOccurrence"
	}
	types, _ := values["coverageTypes"].([]any)
	limits, _ := r.Input["limits"].([]any)
	if types == nil {
		types = []any{nil} // those of the policy
	}
	for _, t := range types {
		limit := map[string]any{"kind": kind, "amount": c.Value}
		if t != nil {
			limit["coverageType"] = t
		}
		if !slices.ContainsFunc(limits, func(other any) bool { return reflect.DeepEqual(other, limit) }) {
			limits = append(limits, limit)
		}
	}
	r.Input["limits"] = limits
	if _, ok := r.Of["limits"]; !ok {
		r.Of["limits"] = Origin{row, c.Column}
	}
}

// Refuse refuses the rows of a record because of what the API says of it. Names are those of the columns of each file.
func (r *Record) Refuse(vs fault.Violations, names func(file int) []string) {
	for _, v := range vs {
		origin, ok := r.originOf(v.Pointer)
		for _, row := range r.Rows {
			reason := Reason{Code: v.Code, Message: strings.Replace(v.Message, "is not the id of", "is neither the name nor the id of", 1)}
			if ok && origin.Row == row {
				reason.Column, reason.Value = nameAt(names(row.File), origin.Column), cellAt(row, origin.Column)
			}
			row.Refuse(reason)
		}
	}
}

func nameAt(names []string, i int) string {
	if i >= 0 && i < len(names) {
		return names[i]
	}
	return ""
}

// originOf finds the cell of a pointer to a member, or to a part of one.
func (r *Record) originOf(pointer string) (Origin, bool) {
	steps := strings.Split(strings.Trim(pointer, "/"), "/")
	for n := len(steps); n > 0; n-- {
		if o, ok := r.Of[strings.Join(steps[:n], ".")]; ok {
			return o, true
		}
	}
	return Origin{}, false
}

// IsGiven reports whether a cell says a member, and not a constant, which is for new records alone.
func (r *Record) IsGiven(member string) bool {
	o, ok := r.Of[member]
	return !ok || o.Column != nowhere
}

// Text is a member that is a text; "" if it is not given.
func (r *Record) Text(member string) string {
	text, _ := r.Input[member].(string)
	return text
}

// Emails are the addresses of a member.
func (r *Record) Emails(member string) (all []string) {
	list, _ := r.Input[member].([]any)
	for _, e := range list {
		all = append(all, e.(string))
	}
	return all
}

// Same is a text as names are compared: letters and digits alone, in lower case.
func Same(text string) string { return same(text) }
