package e2e

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/restcompat/resttest"
	"github.com/covertrack/covertrack/storage/storagetest/soak"
)

// hostileValues replace each member of each example in turn (reliability S3).
var hostileValues = []string{
	`null`, `true`, `-1`, `0`, `1.5`, `1e400`, `1e-999999999`, `9223372036854775808`, `123456789012345678901234567890.123456789`,
	`""`, `" "`, `"\u0000"`, `"a\u0000b"`, `"\ud800"`, `"\udc00\ud800"`, `"\uffff"`, `"😀"`, `"'; DROP TABLE cases; --"`, `"%_\\"`,
	`"2026-02-30"`, `"0000-00-00"`, `"99999-01-01T00:00:00Z"`, `"2026-01-01T00:00:00+25:00"`, `[]`, `{}`, `[[]]`, `[null]`, `[""]`,
	`"e\u0301 \u200d\u202e \u2028 <b>&amp;</b>"`, `" a\t "`, `"ﬁ Straße İ"`, `"` + strings.Repeat("😀", 255) + `"`,
	`"\ufffd"`, `"\u007f"`,
	`{"a":{"b":[1,2,{"c":null}]}}`, `{"":""}`, `{"\u0000":1}`, `"` + strings.Repeat("x", 300) + `"`, `"` + strings.Repeat("ü", 5000) + `"`,
	strings.Repeat("[", 40) + strings.Repeat("]", 40), strings.Repeat(`{"a":`, 20_000) + "1" + strings.Repeat("}", 20_000),
}

// hostileTexts are bodies that are no JSON, or not the JSON that they seem.
func hostileTexts(good string) map[string]string {
	return map[string]string{
		"empty":           "",
		"cut short":       good[:len(good)-1],
		"trailing":        good + "{}",
		"trailing comma":  strings.TrimSuffix(good, "}") + ",}",
		"duplicate":       `{"metadata":{},"metadata":{}}`,
		"duplicate inner": `{"metadata":{"a":1,"a":2}}`,
		"invalid UTF-8":   strings.Replace(good, `"`, "\"\xff", 1),
		"byte order mark": "\ufeff" + good,
		"array":           "[" + good + "]",
		"string":          `"x"`,
		"comment":         "/* x */" + good,
		"over the limit":  `{"metadata":{"x":"` + strings.Repeat("x", 1<<20) + `"}}`,
		"NaN":             `{"metadata":{"x":NaN}}`,
	}
}

// TestSoakS3Mutations sends each endpoint a thousand mutations of its examples, in `make test` the first few of them.
func TestSoakS3Mutations(t *testing.T) {
	t.Parallel()
	tally := soak.NewTally(t, "S3", "requests mutated at random, each endpoint: refused with 4xx, or kept as sent")
	for i, ep := range resttest.New(t).REST.Endpoints() {
		t.Run(ep.Operation, func(t *testing.T) {
			t.Parallel()
			tally.Watch(t)
			m := &mutator{t: t, f: usual.fixture(t), ep: ep, random: rand.New(rand.NewPCG(3, uint64(i)))}
			for range soak.Count(25, 1000) {
				tally.Tried(1)
				m.send()
			}
		})
	}
}

// TestSoakS3Input sends each endpoint hundreds of bad requests, each value at each place: the answer is a refusal of
// the contract or, where the value happens to be good, a success that kept it as it was; it is never a failure of
// ours.
func TestSoakS3Input(t *testing.T) {
	t.Parallel()
	tally := soak.NewTally(t, "S3", "each hostile value at each place of each body: refused with 4xx, or kept as sent")
	for _, ep := range resttest.New(t).REST.Endpoints() {
		if ep.Input == nil {
			continue
		}
		t.Run(ep.Operation, func(t *testing.T) {
			t.Parallel()
			tally.Watch(t)
			f := usual.fixture(t)
			a := f.asks(ep)[0]
			path := f.path(ep, a.noun)
			good, err := json.Marshal(a.body)
			require.NoError(t, err)
			for name, text := range hostileTexts(string(good)) {
				if text == "" && slices.Contains([]string{"ReleaseCaseHold", "MapImport", "CommitImport"}, ep.Operation) {
					continue // its body may be left out
				}
				tally.Tried(1)
				answer := f.as(ep).Do(t, ep.Method, path, text)
				require.GreaterOrEqual(t, answer.Status, 400, name)
				require.Less(t, answer.Status, 500, "%s: %s", name, answer.Body)
				answer.Problem(t, answer.Status, string(problemCode(t, answer)))
			}
			for _, member := range members(a.body, "") {
				for _, value := range hostileValues {
					tally.Tried(1)
					body := strings.Replace(string(good), placed(t, a.body, member), value, 1)
					answer := f.as(ep).Do(t, ep.Method, path, body)
					require.Less(t, answer.Status, 500, "%s = %.60s: %s", member, value, answer.Body)
					if answer.Status >= 400 {
						answer.Problem(t, answer.Status, string(problemCode(t, answer)))
						continue
					}
					requireKept(t, f.server.Engine.Schema(), ep.Input, []byte(body), answer)
				}
			}
		})
	}
}

// TestSoakS3Parameters does the same to the query and the path.
func TestSoakS3Parameters(t *testing.T) {
	t.Parallel()
	tally := soak.NewTally(t, "S3", "hostile values in each parameter of each list, and in paths")
	s := resttest.New(t)
	f := newFixture(t, s, s.Harbor)
	for _, ep := range s.REST.Endpoints() {
		if ep.Filter == nil {
			continue
		}
		for _, field := range ep.Filter.Fields {
			for _, value := range hostileParameters {
				for _, name := range []string{field.Name, field.Name + "[gt]", field.Name + "[x]"} {
					tally.Tried(1)
					answer := f.as(ep).Do(t, http.MethodGet, f.pathOf(ep)+"?"+name+"="+value, nil)
					require.Less(t, answer.Status, 500, "%s?%s=%.60s: %s", ep.Path, name, value, answer.Body)
				}
			}
		}
	}
	for _, id := range append(hostileIDs, "..") {
		tally.Tried(1)
		answer := f.client().Do(t, http.MethodGet, "/rest/cases/"+id, nil)
		require.Equal(t, http.StatusNotFound, answer.Status, "%.60s: %s", id, answer.Body)
	}
}

func problemCode(t *testing.T, answer *resttest.Response) fault.Code {
	var problem struct{ Code fault.Code }
	require.NoError(t, json.Unmarshal(answer.Body, &problem), "%s", answer.Body)
	return problem.Code
}

// members are the pointers of all members and items of a body.
func members(node any, at string) (pointers []string) {
	switch node := node.(type) {
	case object:
		for name, value := range node {
			pointers = append(append(pointers, fault.Pointer(at, name)), members(value, fault.Pointer(at, name))...)
		}
	case []any:
		for i, value := range node {
			pointers = append(append(pointers, fault.Pointer(at, i)), members(value, fault.Pointer(at, i))...)
		}
	}
	return pointers
}

// placed is the text of a member's value; its first occurrence in the body's text is replaced.
func placed(t *testing.T, body any, pointer string) string {
	var text string
	walkAny(body, strings.Split(pointer, "/")[1:], func(value any) {
		b, err := json.Marshal(value)
		require.NoError(t, err)
		text = string(b)
	})
	return text
}

func walkAny(at any, steps []string, visit func(any)) {
	if len(steps) == 0 {
		visit(at)
		return
	}
	switch node := at.(type) {
	case object:
		walkAny(node[steps[0]], steps[1:], visit)
	case []any:
		var position int
		_, _ = fmt.Sscan(steps[0], &position)
		walkAny(node[position], steps[1:], visit)
	}
}
