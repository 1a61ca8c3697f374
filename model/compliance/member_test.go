package compliance_test

import (
	"encoding/json"
	"os"
	"reflect"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/compliance"
)

const editorMembers = "../../graph/console/src/screens/profiles/members.gen.ts"

// TestRequirementEditor keeps the members of the console's requirement editor those of the checks. COVERTRACK_UPDATE=1 writes them.
func TestRequirementEditor(t *testing.T) {
	t.Parallel()
	table, err := json.MarshalIndent(compliance.Members(), "", "  ")
	require.NoError(t, err)
	want := "// Made from the checks of model/compliance by `COVERTRACK_UPDATE=1 go test ./model/compliance -run RequirementEditor`.\n" +
		"import type { Member } from './members.ts'\n\nexport const members: readonly Member[] = " + string(table) + "\n"
	if os.Getenv("COVERTRACK_UPDATE") != "" {
		require.NoError(t, os.WriteFile(editorMembers, []byte(want), 0o600))
	}
	got, err := os.ReadFile(editorMembers)
	require.NoError(t, err)
	require.Equal(t, want, string(got))
}

// TestRequirementMembers finds each member of the input of requirements among those of the checks, and no other.
func TestRequirementMembers(t *testing.T) {
	t.Parallel()
	requireMembers(t, "", reflect.TypeFor[model.RequirementInput](), compliance.Members())
}

func requireMembers(t *testing.T, at string, input reflect.Type, members []compliance.Member) {
	for input.Kind() != reflect.Struct || strings.HasPrefix(input.Name(), "Omittable[") {
		if input.Kind() == reflect.Struct {
			value, _ := input.MethodByName("Value")
			input = value.Type.Out(0)
			continue
		}
		input = input.Elem()
	}
	below := map[string]reflect.Type{}
	var want, got []string
	for i := range input.NumField() {
		name, _, _ := strings.Cut(input.Field(i).Tag.Get("json"), ",")
		want, below[name] = append(want, name), input.Field(i).Type
	}
	for _, m := range members {
		got = append(got, m.Name)
		if m.Members != nil && below[m.Name] != nil {
			requireMembers(t, at+"/"+m.Name, below[m.Name], m.Members)
		}
	}
	require.ElementsMatch(t, want, got, at)
}
