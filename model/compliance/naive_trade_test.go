package compliance_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/model"
)

// naiveSlice is how much of the examples the evaluator knows; the naive one knows all.
const naiveSlice = 7

// naiveTrade is a file of testdata/trade: a world, and what is told of it and of changes of it.
type naiveTrade struct {
	Name  string          `json:"name"`
	Slice int             `json:"slice"`
	World json.RawMessage `json:"world"`
	Cases []naiveTraded   `json:"cases"`
}

// naiveTraded is a change of the world, by paths such as "policies.0.status": null leaves out.
type naiveTraded struct {
	Name         string         `json:"name"`
	Set          map[string]any `json:"set"`
	Expected     []string       `json:"expected"`
	NextChangeOn string         `json:"nextChangeOn"`
	Messages     []string       `json:"messages"` // of all findings, in their order; only where they are given
}

// TestComplianceTradeExamples holds both evaluators against the worked examples.
func TestComplianceTradeExamples(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("testdata/trade/*.json")
	require.NoError(t, err)
	require.GreaterOrEqual(t, len(files), 24)
	for _, file := range files {
		example := readTrade(t, file)
		require.True(t, strings.HasSuffix(example.Name, "."), "%s: the name is a sentence", file)
		for i, c := range example.Cases {
			t.Run(fmt.Sprintf("%s/%d", strings.TrimSuffix(filepath.Base(file), ".json"), i), func(t *testing.T) {
				t.Parallel()
				c.require(t, example)
			})
		}
	}
}

func readTrade(t *testing.T, file string) (example naiveTrade) {
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	require.NoError(t, d.Decode(&example), file)
	return example
}

func (c naiveTraded) require(t *testing.T, example naiveTrade) {
	w := c.world(t, example.World)
	facts, day := w.facts(), *naiveDay(w.Day)
	require.Equal(t, c.Expected, naiveTradeLines(naiveOn(facts, day), c.Expected), "the naive evaluator: %s", c.Name)
	judged := facts.On(day)
	require.Equal(t, c.Expected, naiveTradeLines(judged, c.Expected), "the evaluator: %s", c.Name)
	if c.NextChangeOn != "" {
		require.NotNil(t, judged.NextChangeOn)
		require.Equal(t, c.NextChangeOn, judged.NextChangeOn.Format(time.DateOnly))
	}
	if c.Messages != nil {
		require.Equal(t, c.Messages, naiveMessages(judged))
	}
}

func (c naiveTraded) world(t *testing.T, text json.RawMessage) (w naiveWorld) {
	var root any
	require.NoError(t, json.Unmarshal(text, &root))
	for path, value := range c.Set {
		root = naiveSet(root, strings.Split(path, "."), value)
	}
	text, err := json.Marshal(root)
	require.NoError(t, err)
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	require.NoError(t, d.Decode(&w))
	return w
}

// naiveSet sets what lies at a path; null leaves it out, and the place behind a list's last one adds to it.
func naiveSet(in any, path []string, value any) any {
	if len(path) == 0 {
		return value
	}
	if list, ok := in.([]any); ok {
		at, _ := strconv.Atoi(path[0])
		if at == len(list) {
			return append(list, naiveSet(nil, path[1:], value))
		}
		if len(path) == 1 && value == nil {
			return append(list[:at:at], list[at+1:]...)
		}
		list[at] = naiveSet(list[at], path[1:], value)
		return list
	}
	object, ok := in.(map[string]any)
	if !ok {
		object = map[string]any{}
	}
	if len(path) == 1 && value == nil {
		delete(object, path[0])
		return object
	}
	object[path[0]] = naiveSet(object[path[0]], path[1:], value)
	return object
}

// naiveTradeLines are those of naiveLines without the case's, each with what is required and found where an example says it.
func naiveTradeLines(c *model.Compliance, expected []string) (lines []string) {
	for i, line := range naiveLinesWith(c, naiveFindingWithTexts)[1:] {
		line = strings.ReplaceAll(strings.TrimSpace(line), `at "" `, "at the case ")
		line = strings.ReplaceAll(line, `"`, "")
		if i < len(expected) && !strings.Contains(expected[i], " found ") {
			line, _, _ = strings.Cut(line, " found ")
		}
		if i < len(expected) && !strings.Contains(expected[i], " required ") {
			before, after, ok := strings.Cut(line, " required ")
			_, found, hasFound := strings.Cut(after, " found ")
			if line = before; ok && hasFound {
				line += " found " + found
			}
		}
		lines = append(lines, line)
	}
	return lines
}

func naiveMessages(c *model.Compliance) (messages []string) {
	for _, d := range c.Demands {
		for _, f := range d.Findings {
			messages = append(messages, f.Message)
		}
		for _, t := range d.Targets {
			for _, f := range t.Findings {
				messages = append(messages, f.Message)
			}
		}
	}
	return messages
}

// naiveFindingWithTexts is a finding with what is required and found, where the specification fixes them.
func naiveFindingWithTexts(f *model.Finding) string {
	line, _, _ := strings.Cut(naiveFinding(f), " required ")
	line, _, _ = strings.Cut(line, " found ")
	if f.Required != nil {
		line += " required " + *f.Required
	}
	if f.Found != nil {
		line += " found " + *f.Found
	}
	return line
}
