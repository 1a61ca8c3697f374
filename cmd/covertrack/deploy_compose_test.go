package main

import (
	"context"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/compose-spec/compose-go/v2/loader"
	"github.com/compose-spec/compose-go/v2/types"
	"github.com/stretchr/testify/require"
)

// composeSecrets are what the compose file takes from outside, with values for the test.
var composeSecrets = map[string]string{
	"POSTGRES_PASSWORD": "5f0c2a1e", "S3_SECRET": "9b7d3c4f", "SIGNING_KEY": "0123456789abcdef0123456789abcdef",
}

// loadCompose reads the compose file as `docker compose config` does: with the same schema and the same variables.
func loadCompose(t *testing.T, environment map[string]string) (*types.Project, error) {
	t.Helper()
	return loader.LoadWithContext(context.Background(), types.ConfigDetails{
		WorkingDir: deployFolder, Environment: maps.Clone(environment), // it adds to them
		ConfigFiles: []types.ConfigFile{{Filename: "compose.yaml", Content: []byte(deployFile(t, "compose.yaml"))}},
	}, func(o *loader.Options) { o.SetProjectName("covertrack", true) })
}

// TestCompose is security S10: the compose file is one by the schema, it publishes nothing but the proxy, it starts with
// no secret that everybody knows, and images have a version.
func TestCompose(t *testing.T) {
	t.Parallel()
	project, err := loadCompose(t, composeSecrets)
	require.NoError(t, err)
	require.Equal(t, []string{"files", "node-a", "node-b", "postgres", "proxy"}, slices.Sorted(maps.Keys(project.Services)))
	for name, service := range project.Services {
		if name == "proxy" {
			require.Len(t, service.Ports, 2)
		} else {
			require.Empty(t, service.Ports, "%s is published", name)
			require.NotEqual(t, "host", service.NetworkMode)
		}
		require.False(t, service.Privileged)
		if service.Build == nil {
			require.Regexp(t, `:v?\d+[\w.-]*$`, service.Image, "the image of %s has no version", name)
		}
		for variable, value := range service.Environment {
			if secretForm.MatchString(variable) {
				require.Contains(t, slices.Collect(maps.Values(composeSecrets)), *value, "%s of %s is in the file", variable, name)
			}
		}
	}
	require.Equal(t, "dev", *project.Services["node-a"].Build.Args["VERSION"])
	released := maps.Clone(composeSecrets)
	released["VERSION"], released["DOCKERFILE"] = "v1.2.3", "deploy/Dockerfile.release"
	project, err = loadCompose(t, released)
	require.NoError(t, err)
	for _, name := range []string{"node-a", "node-b"} {
		node := project.Services[name]
		require.Equal(t, "v1.2.3", *node.Build.Args["VERSION"])
		require.FileExists(t, filepath.Join(deployFolder, "..", node.Build.Dockerfile))
		require.Equal(t, []string{"CMD", "/usr/bin/covertrack", "health"}, []string(node.HealthCheck.Test), "the image has no shell")
	}
	for missing := range composeSecrets {
		for _, value := range []string{"", "absent"} {
			given := maps.Clone(composeSecrets)
			if given[missing] = value; value == "absent" {
				delete(given, missing)
			}
			_, err := loadCompose(t, given)
			require.ErrorContains(t, err, missing, "it starts with %v", given)
		}
	}
}

var (
	secretForm = regexp.MustCompile(`PASSWORD|SECRET|SIGNING_KEY|TOKEN`)
	// defaultForm is a variable with a default value.
	defaultForm = regexp.MustCompile(`\$\{(\w+):?-`)
)

// TestDeploySecrets is that no file of deploy has a secret, nor a default for one, and that deploy/.env stays out of git
// and of the image.
func TestDeploySecrets(t *testing.T) {
	t.Parallel()
	for _, file := range []string{"compose.yaml", "Caddyfile", "Dockerfile", "Dockerfile.release"} {
		text := deployFile(t, file)
		for _, variable := range defaultForm.FindAllStringSubmatch(text, -1) {
			require.NotRegexp(t, secretForm, variable[1], file)
		}
		require.NotContains(t, text, "try-it-out", file)
	}
	dockerfile := deployFile(t, "Dockerfile")
	require.NotRegexp(t, `(?m)^(ENV|ARG) .*(PASSWORD|SECRET|SIGNING_KEY|TOKEN)`, dockerfile)
	require.Regexp(t, `(?m)^USER nonroot$`, dockerfile)
	require.NotContains(t, dockerfile, ":latest")
	for _, ignored := range []string{"../.gitignore", "../.dockerignore"} {
		lines := strings.Fields(deployFile(t, ignored))
		require.True(t, slices.Contains(lines, "deploy/.env") || slices.Contains(lines, "/deploy/.env"), ignored)
	}
}

// TestReleaseHasDeploy is that a release archive has the files of deploy, and none that may be secret.
func TestReleaseHasDeploy(t *testing.T) {
	t.Parallel()
	var packed []string
	for _, pattern := range regexp.MustCompile(`(?m)^      - (deploy/\S+)$`).FindAllStringSubmatch(deployFile(t, "../.goreleaser.yaml"), -1) {
		found, err := filepath.Glob(filepath.Join(deployFolder, "..", pattern[1]))
		require.NoError(t, err)
		require.NotEmpty(t, found, pattern)
		for _, path := range found {
			packed = append(packed, filepath.Base(path))
		}
	}
	require.ElementsMatch(t, []string{
		"compose.yaml", "Caddyfile", "Dockerfile.release", "alerts.yaml", "alerts_test.yaml", "grafana.json",
	}, packed)
}
