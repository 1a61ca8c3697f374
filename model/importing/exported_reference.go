package importing

import "github.com/covertrack/covertrack/model/columns"

// references are the members that refer to other records of an export, by the nouns of its files.
var references = func() map[string]map[string]bool {
	all := map[string]map[string]bool{
		"policies":     {"perilsByAsset.asset": true, "limits.asset": true, "statedValues.asset": true},
		"riskProfiles": {"certificateHolderClauseTypes.id": true},
	}
	for _, n := range columns.Nouns() {
		if all[n.Name] == nil {
			all[n.Name] = map[string]bool{}
		}
		for _, c := range n.Columns {
			if c.Takes && c.Kind == columns.KindReference {
				all[n.Name][c.Name] = true
			}
		}
	}
	return all
}()

// history is the member of a placement that has what happened, by the names of its columns.
const history = "history"

// ReplaceIDs returns an input of the record with other ids in the place of those to which it refers; find says which, false for one of
// no record that is here. What is no reference stays, even if it equals an id.
func (r *Exported) ReplaceIDs(input map[string]any, find func(id string) (string, bool)) map[string]any {
	all := make(map[string]any, len(input))
	for name, member := range input {
		path := name
		if name == history {
			path = ""
		}
		all[name] = r.replaceIDs(path, member, find)
	}
	return all
}

func (r *Exported) replaceIDs(path string, value any, find func(id string) (string, bool)) any {
	switch v := value.(type) {
	case string:
		if !r.refers[path] {
			return v
		}
		if id, ok := find(v); ok {
			return id
		}
	case []any:
		all := make([]any, len(v))
		for i, member := range v {
			all[i] = r.replaceIDs(path, member, find)
		}
		return all
	case map[string]any:
		all := make(map[string]any, len(v))
		for name, member := range v {
			inner := name
			if path != "" {
				inner = path + "." + name
			}
			all[name] = r.replaceIDs(inner, member, find)
		}
		return all
	}
	return value
}
