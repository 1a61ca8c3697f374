package mcp

import (
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/stretchr/testify/require"
)

// TestPieces puts an answer that is too large for one together again, of whatever its text is made.
func TestPieces(t *testing.T) {
	t.Parallel()
	const things = `{"paths": {"/rest/things": {"get": {"operationId": "listThings", "summary": "List.", "description": "List.",
		"parameters": [{"name": "limit", "in": "query", "schema": {}}, {"name": "id", "in": "query", "schema": {}}],
		"responses": {"200": {}}}}, "/rest/things/{id}": {"get": {"operationId": "getThing",
		"parameters": [{"name": "id", "in": "path", "required": true, "schema": {}}], "responses": {"200": {}}}}}}`
	for name, text := range map[string]string{
		"plain": "x", "quotes": `"`, "tags": "<>&", "wide": "é\u2028😀", "lines": "\n\t\x01", "mixed": `a"<é` + "\n",
	} {
		record, err := json.Marshal(map[string]string{"id": "1", "name": strings.Repeat(text, 150_000/len(text))})
		require.NoError(t, err)
		list := `{"data":[` + string(record) + `],"meta":{"total":9}}`
		for tool, body := range map[string]string{"getThing": string(record), "listThings": list} {
			server, err := NewServer([]byte(things), "1", false, func(r *http.Request) (*http.Response, error) {
				require.Contains(t, []string{"/rest/things?id=1&limit=50", "/rest/things?id=1", "/rest/things/1"}, r.URL.String())
				return &http.Response{StatusCode: http.StatusOK, Body: io.NopCloser(strings.NewReader(body))}, nil
			})
			require.NoError(t, err)
			var got strings.Builder
			for at := 0; got.Len() < len(body); at = got.Len() {
				result := call(t, server, tool, map[string]any{"id": "1", "continueAt": at})
				require.LessOrEqual(t, sizeOf(result), maxBytes, name)
				lines := strings.SplitN(result.Content[0].(*sdk.TextContent).Text, "\n", 3)
				part, rest, isFenced := strings.Cut(lines[2], "\n"+lines[1]+"\n")
				require.True(t, isFenced)
				require.NotEmpty(t, part)
				got.WriteString(part)
				require.Equal(t, got.Len() < len(body), strings.Contains(rest, "continueAt"), rest)
			}
			require.Equal(t, body, got.String(), name)
		}
	}
}

func call(t *testing.T, server *sdk.Server, tool string, arguments any) *sdk.CallToolResult {
	t.Helper()
	here, there := sdk.NewInMemoryTransports()
	_, err := server.Connect(t.Context(), there, nil)
	require.NoError(t, err)
	session, err := sdk.NewClient(&sdk.Implementation{Name: "test"}, nil).Connect(t.Context(), here, nil)
	require.NoError(t, err)
	defer func() { _ = session.Close() }()
	result, err := session.CallTool(t.Context(), &sdk.CallToolParams{Name: tool, Arguments: arguments})
	require.NoError(t, err)
	require.False(t, result.IsError)
	return result
}
