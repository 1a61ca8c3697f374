package main

import (
	"encoding/json"
	"net/http"
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/cmd/covertrack/command"
	"github.com/covertrack/covertrack/restcompat/resttest"
)

// TestSandboxCommand makes, shows and removes a sandbox on the command line, and says what to do next. That its clock moves, letters
// come and brokers answer is seen where the guide is followed.
func TestSandboxCommand(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	as := func(token string, args ...string) output {
		return runLine(t, append([]string{"sandbox"}, append(args, "--url", s.URL, "--token", token)...)...)
	}
	test := s.HarborTest.Token
	empty := as(test, "list")
	require.Contains(t, empty.stdout, "there is no sandbox; make one by `covertrack sandbox create")
	require.Contains(t, as(test, "show").stderr, "there is no sandbox; make one by `covertrack sandbox create")

	made := as(test, "create", "--name", "First", "--from", "empty", "--now", "2027-01-04T12:00:00Z")
	require.Equal(t, command.ExitOK, made.code, made.stderr)
	id := regexp.MustCompile(`sandbox  (\S{36})\nclock    2027-01-04T12:00:00Z\n`).FindStringSubmatch(made.stdout)
	token := regexp.MustCompile(`export COVERTRACK_URL=` + s.URL + ` COVERTRACK_TOKEN=(sandbox_\w{36})\n`).FindStringSubmatch(made.stdout)
	require.NotNil(t, id, made.stdout)
	require.NotNil(t, token, made.stdout)
	require.Contains(t, made.stdout, "token    "+token[1])

	require.Regexp(t, `ID +NAME +CLOCK +STATE +REMOVED\n`+id[1]+` +First +2027-01-04T12:00:00Z +ready +\d{4}-\d\d-\d\d\n`,
		as(test, "list").stdout)
	require.Regexp(t, `id +`+id[1]+`\nname +First\nclock +2027-01-04T12:00:00Z\nstate +ready\n`, as(token[1], "show").stdout)
	answer := s.As(token[1]).Do(t, http.MethodGet, "/rest/sandboxes/"+id[1], nil)
	require.JSONEq(t, string(answer.Body), as(token[1], "show", "--json").stdout)
	require.Contains(t, as(token[1], "mail").stdout, "nothing was sent; move the clock by `covertrack sandbox advance")

	for says, args := range map[string][]string{
		"give --by, like P45D, or --to":         {"advance", id[1], "--by", "P1D", "--to", "2028-01-01T00:00:00Z"},
		"must be a duration as ISO 8601 has it": {"advance", id[1], "--by", "soon"},
		"There is no":                           {"show", "0190c2d4-7b1e-7c55-9d6a-2f1c3b7a9e10"},
		"is not the id of a policy of the sandbox. `after` must be a duration": {"answer", id[1], "--policy", id[1], "--after", "soon"},
	} {
		got := as(token[1], args...)
		require.NotZero(t, got.code, says)
		require.Contains(t, got.stderr, says)
	}
	require.Contains(t, runLine(t, "sandbox", "show", "--url", "nowhere", "--token", test).stderr, "--url is the address of the server")
	second := as(test, "create", "--name", "Second", "--json")
	var body map[string]any
	require.NoError(t, json.Unmarshal([]byte(second.stdout), &body), second.stdout)
	require.Contains(t, as(test, "delete").stderr, "there are 2 sandboxes; name one by its ID")
	require.Contains(t, as(test, "advance", id[1], "--by", "P1D", "--no-wait").stdout, "The clock goes to 2027-01-05T12:00:00Z")
	require.Equal(t, "removed, with all that was in it\n", as(test, "delete", body["id"].(string)).stdout)
	require.NotContains(t, as(test, "list").stdout, body["id"])
}
