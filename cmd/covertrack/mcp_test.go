package main

import (
	"encoding/json"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/cmd/covertrack/command"
	"github.com/covertrack/covertrack/cmd/covertrack/serve"
	"github.com/covertrack/covertrack/graph/admission"
	"github.com/covertrack/covertrack/restcompat/resttest"
)

// question asks which of the five largest loans are not insured, why, and what was sent.
func question(ask func(tool, path string, arguments map[string]string) resttest.Object) (answer []resttest.Object) {
	loans := ask("listCases", "/rest/cases", map[string]string{"sort": "-loanAmount", "limit": "5"})
	for _, loan := range loans["data"].([]any) {
		id := loan.(resttest.Object)["id"].(string)
		compliance := ask("getCaseCompliance", "/rest/cases/"+id+"/compliance", map[string]string{"id": id, "on": "2026-03-02"})
		if compliance["verdict"] == "compliant" {
			continue
		}
		sent := ask("listRenewalNotices", "/rest/renewal-notices", map[string]string{"caseId": id})
		answer = append(answer, resttest.Object{"loan": loan, "why": compliance, "sent": sent["data"]})
	}
	return answer
}

// TestAgents has clients of the SDK ask the question, by HTTP and through the program itself, and compares with REST.
func TestAgents(t *testing.T) {
	t.Parallel()
	s := newDemo(t, exampleDay, func() time.Time { return exampleDay.Add(12 * time.Hour) })
	token := s.HarborTest.Token
	want := question(func(_, path string, arguments map[string]string) resttest.Object {
		query := url.Values{}
		for name, value := range arguments {
			if !strings.Contains(path, value) {
				query.Set(name, value)
			}
		}
		return s.As(token).Get(t, path+"?"+query.Encode())
	})
	require.NotEmpty(t, want)
	for name, transport := range map[string]mcp.Transport{
		"http":  &mcp.StreamableClientTransport{Endpoint: s.URL + "/mcp", HTTPClient: &http.Client{Transport: bearer(token)}},
		"stdio": &mcp.CommandTransport{Command: agentCommand(t, s.URL, token)},
	} {
		session := connectAgent(t, transport)
		got := question(func(tool, _ string, arguments map[string]string) resttest.Object {
			result, err := session.CallTool(t.Context(), &mcp.CallToolParams{Name: tool, Arguments: arguments})
			require.NoError(t, err)
			require.False(t, result.IsError, result.Content[0].(*mcp.TextContent).Text)
			answer := result.StructuredContent.(resttest.Object)
			delete(answer, "more")
			return answer
		})
		require.Equal(t, want, got, name)
	}
}

// bearer is a transport with a token.
type bearer string

// RoundTrip sends a request.
func (b bearer) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.Header.Set("Authorization", "Bearer "+string(b))
	return http.DefaultTransport.RoundTrip(r)
}

func agentCommand(t *testing.T, address, token string, args ...string) *exec.Cmd {
	t.Helper()
	path, err := binary()
	require.NoError(t, err)
	cmd := exec.Command(path, append([]string{"mcp", "--url", address}, args...)...)
	cmd.Env, cmd.Stderr = append(os.Environ(), "COVERTRACK_TOKEN="+token), t.Output()
	return cmd
}

func connectAgent(t *testing.T, transport mcp.Transport) *mcp.ClientSession {
	t.Helper()
	session, err := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil).Connect(t.Context(), transport, nil)
	require.NoError(t, err)
	t.Cleanup(func() { _ = session.Close() })
	return session
}

// TestAgentsWrite: with --write and a token that may write, the program offers tools that change records. A call that is
// sent twice is made once.
func TestAgentsWrite(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	made := s.As(s.Operator).Query(t,
		`mutation($org: ID!) { createToken(input: {name: "reads", organization: $org, mode: live, scope: read}) { text } }`,
		resttest.Object{"org": s.Harbor.Organization.ID})
	reader := made["createToken"].(resttest.Object)["text"].(string)
	for _, c := range []struct {
		token  string
		args   []string
		writes bool
	}{{s.Harbor.Token, nil, false}, {s.Harbor.Token, []string{"--write"}, true}, {reader, []string{"--write"}, false}} {
		session, writes := connectAgent(t, &mcp.CommandTransport{Command: agentCommand(t, s.URL, c.token, c.args...)}), 0
		for tool, err := range session.Tools(t.Context(), nil) {
			require.NoError(t, err)
			if !tool.Annotations.ReadOnlyHint {
				writes++
			}
		}
		require.Equal(t, c.writes, writes > 0, c.args)
	}

	call := `{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"createInsuredGroup","arguments":{"body":{"name":"A"}}}}`
	cmd := agentCommand(t, s.URL, s.Harbor.Token, "--write")
	in, err := cmd.StdinPipe()
	require.NoError(t, err)
	out, err := cmd.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	answers := json.NewDecoder(out)
	said := func(line string) (answer resttest.Object) {
		_, err := in.Write([]byte(line + "\n"))
		require.NoError(t, err)
		require.NoError(t, answers.Decode(&answer))
		return answer
	}
	said(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},` +
		`"clientInfo":{"name":"test","version":"1"}}}`)
	first, again := said(call), said(call)
	require.Equal(t, first["result"].(resttest.Object)["structuredContent"], again["result"].(resttest.Object)["structuredContent"])
	require.InDelta(t, 1, s.As(s.Harbor.Token).Get(t, "/rest/insured-groups")["meta"].(resttest.Object)["total"], 0)
	require.NoError(t, in.Close())
	require.NoError(t, cmd.Wait(), "the client has gone")

	t.Run("refused", func(t *testing.T) {
		for want, args := range map[string][]string{
			"--url is the address":         {"--token", s.Harbor.Token},
			"The token is not one of ours": {"--url", s.URL, "--token", "x"},
			"401 Unauthorized. The token ": {"--url", s.URL, "--token", invented(t)},
		} {
			refused := runLine(t, append([]string{"mcp"}, args...)...)
			require.NotEqual(t, command.ExitOK, refused.code)
			require.Contains(t, refused.stderr, want)
		}
	})
}

// TestToolsLimited counts each call as one request, with one slot for it and what it runs, and offers no writes unless told.
func TestToolsLimited(t *testing.T) {
	t.Parallel()
	call := func(x *inProcess, tool, arguments string) (int, string, http.Header) {
		w := x.do("POST", "/mcp", x.world.Harbor.Token, `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"`+tool+
			`","arguments":`+arguments+`}}`, "Accept", "application/json, text/event-stream")
		return w.Code, w.Body.String(), w.Header()
	}
	const group = `{"body":{"name":"A"}}`
	x := newInProcessWith(t, func(s *serve.Service) { s.Gate = admission.New(admission.Config{PerMinute: 3, InFlight: 1}) })
	status, answer, header := call(x, "listCases", "{}")
	require.Equal(t, http.StatusOK, status)
	require.NotContains(t, answer, "isError")
	require.Equal(t, `"burst";r=2;t=20`, header.Get("RateLimit"))
	entry := x.last(t)
	require.Equal(t, []any{"/rest/cases", x.world.Harbor.Organization.ID.String(), header.Get("X-Request-Id")},
		[]any{entry["route"], entry["organization"], entry["request_id"]})
	_, answer, _ = call(x, "createInsuredGroup", group)
	require.Contains(t, answer, "unknown tool")
	_, _, _ = call(x, "listCases", "{}")
	status, answer, _ = call(x, "listCases", "{}")
	require.Equal(t, http.StatusTooManyRequests, status)
	require.Contains(t, answer, `"code":"rate_limited"`)

	x = newInProcessWith(t, func(s *serve.Service) { s.ToolsWrite = true })
	_, answer, header = call(x, "createInsuredGroup", group)
	require.NotContains(t, answer, "isError")
	audited := x.do("GET", "/rest/audit-events?sort=-createdAt&limit=1", x.world.Harbor.Token, "").Body.String()
	require.Contains(t, audited, `"action":"insuredGroup.created"`)
	require.Contains(t, audited, `"requestId":"`+header.Get("X-Request-Id")+`"`)
	require.Contains(t, scrape(x), `covertrack_requests_total{door="mcp",operation="",status="200"} 1`)
}

func scrape(x *inProcess) string { return x.do("GET", "/metrics", "", "").Body.String() }
