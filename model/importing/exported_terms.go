package importing

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/columns"
)

// versions is the noun whose rows are the terms of policies, with their corrections.
const versions = "policyVersions"

// HasTerms reports whether the rows of an export's file are versions of policies.
func (f *File) HasTerms() bool { return f.Noun == versions }

// IsPresent reports whether a row of an export's file is the version that its policy shows, which the policy's own row has too.
func (f *File) IsPresent(cells []string) bool {
	return f.HasTerms() && isTrue(cellOf(cells, "isCurrent"))
}

// cellOf is what a row of versions has in a column; "" if it is cut short.
func cellOf(cells []string, column string) string {
	i := slices.Index(columns.Find(versions).Names(), column)
	if i >= len(cells) {
		return ""
	}
	return cells[i]
}

// Terms are the rows of the terms that policies had before their present ones, by the policies' ids and the terms' numbers. A term is
// as its last version has it.
type Terms map[string]map[int]lastVersion

type lastVersion struct{ number, position int }

// Add adds a row of versions.
func (t Terms) Add(position int, cells []string) {
	policy := cellOf(cells, "policyId")
	term, _ := strconv.Atoi(cellOf(cells, "termNumber"))
	number, _ := strconv.Atoi(cellOf(cells, "versionNumber"))
	if t[policy] == nil {
		t[policy] = map[int]lastVersion{}
	}
	if number >= t[policy][term].number {
		t[policy][term] = lastVersion{number, position}
	}
}

// Before returns the positions of the terms that a policy had before one, in their order.
func (t Terms) Before(policy string, term int) (positions []int) {
	for _, number := range slices.Sorted(maps.Keys(t[policy])) {
		if number < term {
			positions = append(positions, t[policy][number].position)
		}
	}
	return positions
}

// termMembers are the members of a policy that belong to a term: a version has them too.
var termMembers = func() (members []string) {
	for _, c := range columns.Find("policies").Columns {
		member, _, _ := strings.Cut(c.Name, ".")
		version, ok := columns.Find(versions).Find(c.Name)
		if ok && version.Takes && !slices.Contains(members, member) {
			members = append(members, member)
		}
	}
	return members
}()

// beginTerms has a policy begin with its first term, and the others follow. What a term took over from the one before is left out of
// its input, so that it is taken over again and waits for its confirmation. A later term without dates cannot be begun: the policy
// begins with the last of these.
func (r *Exported) beginTerms(earlier []*Row) {
	delete(r.Input, "status")
	tidyTerm(r.Input)
	takenOver := []map[string]bool{carriedOver(r.Input)}
	all := []*Record{r.Record}
	for _, row := range slices.Backward(earlier) {
		term := newRecord(NounPolicy, r.Key)
		term.Rows = r.Rows
		term.read(versions, row)
		tidyTerm(term.Input)
		if all[0].Text("startDate") == "" || all[0].Text("endDate") == "" {
			break
		}
		takenOver = append([]map[string]bool{carriedOver(term.Input)}, takenOver...)
		all = append([]*Record{term}, all...)
	}
	if len(all) == 1 {
		return
	}
	r.Made = all[0]
	for member, value := range r.Input {
		if !slices.Contains(termMembers, member) {
			r.Made.Input[member], r.Made.Of[member] = value, r.Of[member]
		}
	}
	for i, term := range all[1:] {
		input := map[string]any{}
		for _, member := range termMembers {
			if !takenOver[i+1][member] {
				input[member] = term.Input[member] // null where the term has none
			}
		}
		r.Moves = append(r.Moves, Move{"createPolicyTerm", input, term.Of})
	}
}

// tidyTerm leaves out what follows from other members, and what the legacy model has not.
func tidyTerm(input map[string]any) {
	if _, ok := input["deductibles"]; ok {
		delete(input, "deductible")
	}
	if types, ok := input["coverageTypes"].([]any); ok && len(types) == 0 {
		maps.DeleteFunc(input, func(member string, _ any) bool {
			return slices.Contains([]string{"coverageTypes", "perils", "perilsByAsset"}, member)
		})
	}
}

// carriedOver takes what a term took over out of its input.
func carriedOver(input map[string]any) map[string]bool {
	list, _ := input["carriedOver"].([]any)
	delete(input, "carriedOver")
	members := map[string]bool{"carriedOver": true, "deductible": true}
	for _, member := range list {
		name, _ := member.(string)
		members[name] = true
		if name == string(model.CarriedOverMemberPerils) {
			members["perilsByAsset"] = true
		}
	}
	return members
}
