package columns

import (
	"bytes"
	"errors"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// member is a member of records: a column, or an object with members. A list without a column, `fields`, has the value of
// each entry as the member that its `key` names.
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

// Row is one record.
type Row struct {
	Cells  [][]byte // in the order of the columns, each a JSON value; nil for null
	Record []byte   // the record as the API answers it
}

var errNoList = errors.New("it is no list of records")

// Each reads a JSON list of records as the API answers them, without white space, and has see look at each. A row, and what it
// has, is good until see returns.
func (n *Noun) Each(list []byte, see func(*Row) error) error {
	r := reader{
		row: Row{Cells: make([][]byte, len(n.Columns))}, list: list,
		in: jsontext.NewDecoder(bytes.NewBuffer(list), jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true)),
	}
	if begin, err := r.in.ReadToken(); err != nil || begin.Kind() != '[' {
		return errors.Join(err, errNoList)
	}
	for r.in.PeekKind() == '{' {
		clear(r.row.Cells)
		before := int(r.in.InputOffset())
		if err := r.object(n.root); err != nil {
			return err
		}
		r.row.Record = bytes.TrimPrefix(list[before:r.in.InputOffset()], []byte(","))
		if err := see(&r.row); err != nil {
			return err
		}
	}
	if end, err := r.in.ReadToken(); err != nil || end.Kind() != ']' {
		return errors.Join(err, errNoList)
	}
	return nil
}

type reader struct {
	row  Row
	list []byte
	in   *jsontext.Decoder
}

// next is the next value.
func (r *reader) next() ([]byte, error) {
	value, err := r.in.ReadValue()
	end := int(r.in.InputOffset())
	return r.list[end-len(value) : end], err
}

// object reads an object and its members.
func (r *reader) object(m *member) error {
	if _, err := r.in.ReadToken(); err != nil {
		return err
	}
	for r.in.PeekKind() == '"' {
		name, err := r.next()
		if err != nil {
			return err
		}
		child := m.members[string(name[1:len(name)-1])]
		switch kind := r.in.PeekKind(); {
		case child == nil || kind == 'n':
			err = r.in.SkipValue()
		case child.column == none && kind == '{':
			err = r.object(child)
		default:
			err = r.value(child, name)
		}
		if err != nil {
			return err
		}
	}
	_, err := r.in.ReadToken()
	return err
}

// value reads what a member has: the cell of a column, or a list of entries.
func (r *reader) value(m *member, name []byte) error {
	value, err := r.next()
	switch {
	case err != nil:
		return err
	case m.column == none:
		return r.entries(m, value)
	}
	r.row.Cells[m.column], err = simplify(string(name), value)
	return err
}

// entries reads a list whose entries have a key and a value.
func (r *reader) entries(m *member, list []byte) error {
	var all []struct {
		Key   string         `json:"key"`
		Value jsontext.Value `json:"value"`
	}
	if err := json.Unmarshal(list, &all); err != nil {
		return err
	}
	for _, entry := range all {
		child := m.members[entry.Key]
		switch {
		case child == nil || entry.Value.Kind() == 'n':
		case child.column != none:
			r.row.Cells[child.column] = entry.Value
		default:
			inner := reader{row: r.row, list: entry.Value, in: jsontext.NewDecoder(bytes.NewBuffer(entry.Value))}
			if err := inner.object(child); err != nil {
				return err
			}
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
	case `"perils"`:
		var all []peril
		if err := json.Unmarshal(value, &all); err != nil {
			return nil, err
		}
		return json.Marshal(evidenced(all))
	case `"perilsByAsset"`:
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
