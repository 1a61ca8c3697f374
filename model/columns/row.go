package columns

import (
	"bytes"
	"cmp"
	"errors"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// member is a member of records: a column, or an object with members. A member of the root that is a list, `fields`, has
// the value of each entry as the member that its `key` names.
type member struct {
	column  int // none for an object
	members map[string]*member
}

const none = -1

func (m *member) add(path []string, column int) {
	if m.members == nil {
		m.members = map[string]*member{}
	}
	child := m.members[path[0]]
	if child == nil {
		child = &member{column: none}
		m.members[path[0]] = child
	}
	if len(path) == 1 {
		child.column = column
		return
	}
	child.add(path[1:], column)
}

// Row is the cells of a record, each a JSON value; nil for null. It is used again and again, by one goroutine.
type Row struct {
	Cells [][]byte // in the order of the columns; they share the record's memory
	Bare  []byte   // the record as JSON, without the members that have no column

	noun *Noun
	cut  [][2]int
}

// NewRow returns a row of the noun.
func NewRow(n *Noun) *Row { return &Row{noun: n, Cells: make([][]byte, len(n.Columns))} }

// Read takes a record as the API answers it, without white space. It fails for what is no JSON object.
func (r *Row) Read(record []byte) error {
	clear(r.Cells)
	r.cut = r.cut[:0]
	if err := r.object(r.noun.root, record, true); err != nil {
		return err
	}
	r.Bare = record
	if len(r.cut) > 0 {
		r.Bare = cutOut(record, r.cut)
	}
	return nil
}

// cutOut returns a text without some members of an object.
func cutOut(text []byte, spans [][2]int) []byte {
	var out []byte
	at := 0
	for _, span := range spans {
		out = append(out, text[at:span[0]]...)
		at = span[1]
	}
	out = append(out, text[at:]...)
	return append([]byte("{"), bytes.TrimPrefix(out[1:], []byte(","))...)
}

var errNoObject = errors.New("it is no object of JSON")

// object reads the members of an object.
func (r *Row) object(m *member, text []byte, isRecord bool) error {
	d := jsontext.NewDecoder(bytes.NewBuffer(text))
	if begin, err := d.ReadToken(); err != nil || begin.Kind() != '{' {
		return cmp.Or(err, errNoObject)
	}
	for d.PeekKind() == '"' {
		before := int(d.InputOffset())
		name, err := d.ReadToken()
		if err != nil {
			return err
		}
		key := name.String()
		child := m.members[key]
		value, err := d.ReadValue()
		if err != nil {
			return err
		}
		end := int(d.InputOffset())
		if child == nil && isRecord {
			r.cut = append(r.cut, [2]int{before, end})
		}
		if err := r.value(child, key, text[end-len(value):end]); err != nil {
			return err
		}
	}
	return nil
}

// value reads what a member has.
func (r *Row) value(m *member, name string, value []byte) error {
	switch {
	case m == nil || string(value) == "null":
		return nil
	case m.column != none:
		simple, err := simplify(name, value)
		r.Cells[m.column] = simple
		return err
	case value[0] == '[':
		return r.entries(m, value)
	default:
		return r.object(m, value, false)
	}
}

// entries reads a list whose entries have a key and a value.
func (r *Row) entries(m *member, list []byte) error {
	var all []struct {
		Key   string         `json:"key"`
		Value jsontext.Value `json:"value"`
	}
	if err := json.Unmarshal(list, &all); err != nil {
		return err
	}
	for _, entry := range all {
		if err := r.value(m.members[entry.Key], entry.Key, entry.Value); err != nil {
			return err
		}
	}
	return nil
}

// peril is one of a coverage type, and whether the policy has evidence of it.
type peril struct {
	Key     string `json:"key"`
	Applied bool   `json:"applied"`
}

// simplify has perils as an input names them: the keys of those that are evidenced. The others follow from the coverage types.
func simplify(name string, value []byte) ([]byte, error) {
	switch name {
	case "perils":
		var all []peril
		if err := json.Unmarshal(value, &all); err != nil {
			return nil, err
		}
		return json.Marshal(evidenced(all))
	case "perilsByAsset":
		type input struct {
			Asset  string   `json:"asset"`
			Perils []string `json:"perils"`
		}
		var all []struct {
			Asset  string  `json:"asset"`
			Perils []peril `json:"perils"`
		}
		if err := json.Unmarshal(value, &all); err != nil {
			return nil, err
		}
		inputs := []input{}
		for _, a := range all {
			inputs = append(inputs, input{a.Asset, evidenced(a.Perils)})
		}
		return json.Marshal(inputs)
	default:
		return value, nil
	}
}

func evidenced(all []peril) []string {
	keys := []string{}
	for _, p := range all {
		if p.Applied {
			keys = append(keys, p.Key)
		}
	}
	return keys
}
