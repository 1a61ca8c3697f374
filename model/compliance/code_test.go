package compliance_test

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/parser"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/compliance"
)

// The table of codes is the one source: the schema's descriptions say what it says, and every code is in it.
func TestFindingRules(t *testing.T) {
	t.Parallel()
	var inTable []model.FindingCode
	for _, r := range compliance.FindingRules {
		inTable = append(inTable, r.Code)
		require.True(t, strings.HasSuffix(r.Sentence, "."), r.Sentence)
	}
	require.Equal(t, model.AllFindingCode, inTable)

	schema, err := os.ReadFile("../../schema.graphqls")
	require.NoError(t, err)
	document, err := parser.ParseSchema(&ast.Source{Input: string(schema)})
	require.NoError(t, err)
	for i, v := range document.Definitions.ForName("FindingCode").EnumValues {
		require.Equal(t, compliance.FindingRules[i].Meaning, v.Description, v.Name)
	}
}

// Every placeholder of a sentence is one that messages fill in, and every worked example shows what it becomes.
func TestFindingSentences(t *testing.T) {
	t.Parallel()
	for _, r := range compliance.FindingRules {
		for _, name := range regexp.MustCompile(`{[^}]*}`).FindAllString(r.Sentence, -1) {
			require.Contains(t, []string{
				"{coverage}", "{target}", "{policy}", "{peril}", "{where}", "{part}", "{amount}", "{required}", "{found}", "{next term}", "{item}",
				"{for peril}",
			}, name, r.Code)
		}
	}
}
