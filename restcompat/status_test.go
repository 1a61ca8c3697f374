package restcompat

import (
	"go/ast"
	"go/parser"
	"go/token"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/model/fault"
)

func TestRefusalsHaveEveryCode(t *testing.T) {
	t.Parallel()
	codes := modelCodes(t)
	require.NotEmpty(t, codes)
	for _, code := range codes {
		require.Contains(t, refusals, code)
	}
	require.Len(t, refusals, len(codes))
}

// modelCodes reads every constant of the type Code from the model's source, so that a new one cannot be forgotten here.
func modelCodes(t testing.TB) []fault.Code {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), "../model/fault/error.go", nil, parser.SkipObjectResolution)
	require.NoError(t, err)
	var codes []fault.Code
	ast.Inspect(file, func(n ast.Node) bool {
		spec, ok := n.(*ast.ValueSpec)
		if !ok {
			return true
		}
		if name, ok := spec.Type.(*ast.Ident); ok && name.Name == "Code" {
			code, err := strconv.Unquote(spec.Values[0].(*ast.BasicLit).Value)
			require.NoError(t, err)
			codes = append(codes, fault.Code(code))
		}
		return true
	})
	return codes
}
