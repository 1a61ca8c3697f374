package main

import (
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

const deployFolder = "../../deploy"

var (
	alertForm    = regexp.MustCompile(`(?ms)^ +- alert: (\w+)$(.*?)(?:\n\n|\z)`)
	runbookForm  = regexp.MustCompile(`(?m)^ +runbook: docs/guide/alerts\.md#(\S+)$`)
	metricForm   = regexp.MustCompile(`\b((?:covertrack|process|go)_[a-z_]+)(?:\{([^}]*)\})?`)
	labelForm    = regexp.MustCompile(`(\w+)\s*[=!]`)
	selfMadeForm = regexp.MustCompile(`^(job|instance)$`) // labels that Prometheus adds
)

// TestAlerts is that each alert says what is the matter and what to do, links to its section of alerts.md, and is
// made to fire and not to fire by alerts_test.yaml; and that alerts.md explains no other.
func TestAlerts(t *testing.T) {
	t.Parallel()
	runbook, err := os.ReadFile("../../docs/guide/alerts.md")
	require.NoError(t, err)
	tests := deployFile(t, "alerts_test.yaml")
	explained := regexp.MustCompile(`(?m)^### Covertrack\w+$`).FindAllString(string(runbook), -1)
	alerts := alertForm.FindAllStringSubmatch(deployFile(t, "alerts.yaml"), -1)
	require.NotEmpty(t, alerts)
	require.Len(t, explained, len(alerts))
	for _, alert := range alerts {
		name, body := alert[1], alert[2]
		require.Regexp(t, `severity: (page|ticket)`, body, name)
		require.Regexp(t, `(?m)^ +summary: ".+"$`, body, name)
		require.Regexp(t, `(?m)^ +action: ".+"$`, body, name)
		link := runbookForm.FindStringSubmatch(body)
		require.NotNil(t, link, name)
		require.Contains(t, anchors(string(runbook)), link[1])
		require.Contains(t, explained, "### "+name)
		require.Regexp(t, `alertname: `+name+`, eval_time: \w+, exp_alerts: \[\]`, tests, "it is never made not to fire")
		require.Regexp(t, `alertname: `+name+`\n +eval_time: \w+\n +exp_alerts:\n +- exp_labels`, tests, "it is never made to fire")
	}
}

// TestDashboard is that Grafana can import the dashboard, and that each of its panels says what it shows.
func TestDashboard(t *testing.T) {
	t.Parallel()
	type place struct{ X, Y, W, H int }
	var dashboard struct {
		Title  string
		Panels []struct {
			ID                       int
			Type, Title, Description string
			GridPos                  place
			Targets                  []struct{ RefID, Expr string }
		}
	}
	require.NoError(t, json.Unmarshal([]byte(deployFile(t, "grafana.json")), &dashboard))
	require.NotEmpty(t, dashboard.Title)
	seen, taken := map[int]bool{}, map[[2]int]string{}
	for _, panel := range dashboard.Panels {
		require.False(t, seen[panel.ID], "the id of %q is another panel's", panel.Title)
		seen[panel.ID] = true
		require.NotEmpty(t, panel.Title)
		at := panel.GridPos
		for x := at.X; x < at.X+at.W; x++ {
			for y := at.Y; y < at.Y+at.H; y++ {
				require.Empty(t, taken[[2]int{x, y}], "%q lies on it", panel.Title)
				taken[[2]int{x, y}] = panel.Title
			}
		}
		require.LessOrEqual(t, at.X+at.W, 24, panel.Title)
		if panel.Type != "row" {
			require.NotEmpty(t, panel.Description, panel.Title)
			require.NotEmpty(t, panel.Targets, panel.Title)
		}
	}
}

// TestDeployMetrics is that a server shows every metric, with its labels, that alerts and dashboard ask for.
func TestDeployMetrics(t *testing.T) {
	t.Parallel()
	dir := readyDataDir(t)
	s := serveOn(t, dir, nil, "--replica-urls", "postgres://nobody@127.0.0.1:1/nothing")
	token := newToken(t, dir, nil)
	status, _, err := s.send(http.MethodGet, "/rest/cases", token, "")
	require.NoError(t, err)
	require.Equal(t, http.StatusOK, status)
	_, _, err = s.send(http.MethodPost, "/rest/policies", token, `{"productType":"deprecated"}`)
	require.NoError(t, err)
	_, shown, err := s.send(http.MethodGet, "/metrics", "", "")
	require.NoError(t, err)

	for _, file := range []string{"alerts.yaml", "alerts_test.yaml", "grafana.json"} {
		text := strings.ReplaceAll(deployFile(t, file), `\"`, `"`) // quotes in JSON
		found := metricForm.FindAllStringSubmatch(text, -1)
		require.NotEmpty(t, found)
		for _, metric := range found {
			series := regexp.MustCompile(`(?m)^` + metric[1] + `(\{.*\})? `).FindString(shown)
			require.NotEmpty(t, series, "%s of %s is no metric", metric[1], file)
			for _, label := range labelForm.FindAllStringSubmatch(metric[2], -1) {
				if !selfMadeForm.MatchString(label[1]) {
					require.Contains(t, series, label[1]+`="`, "%s of %s has no such label", metric[1], file)
				}
			}
		}
	}
}

func deployFile(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(deployFolder, name))
	require.NoError(t, err)
	return string(text)
}
