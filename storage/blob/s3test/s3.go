// Package s3test runs a real S3 server for tests, one that checks every signature.
//
// It imports nothing of covertrack. The server is versitygw, built as a Go tool when it is first used; `make test` builds
// it before.
package s3test

import (
	"context"
	"net"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

const (
	gateway   = "github.com/versity/versitygw/cmd/versitygw@v1.8.0"
	bucket    = "covertrack"
	accessKey = "test-access-key"
	secretKey = "test-secret-key"
)

// Credentials are the environment variables of a program that uses the bucket.
var Credentials = []string{
	"AWS_ACCESS_KEY_ID=" + accessKey, "AWS_SECRET_ACCESS_KEY=" + secretKey, "AWS_EC2_METADATA_DISABLED=true",
}

// Start is Serve for a test that speaks to the bucket itself. It sets the credentials in the environment, so the test
// cannot be parallel.
func Start(t *testing.T) (address string) {
	t.Helper()
	for _, variable := range Credentials {
		name, value, _ := strings.Cut(variable, "=")
		t.Setenv(name, value)
	}
	return Serve(t)
}

// Serve runs the server on a folder until the test ends, and returns the address of a bucket in it. Programs that use it
// need Credentials in their environment.
func Serve(t *testing.T) (address string) {
	t.Helper()
	root := t.TempDir()
	require.NoError(t, os.Mkdir(filepath.Join(root, bucket), 0o700))
	endpoint := freeAddress(t)
	ctx, stop := context.WithCancel(context.Background())
	command := exec.CommandContext(ctx, binary(t),
		"--port", endpoint, "--access", accessKey, "--secret", secretKey, "posix", root)
	command.Stdout, command.Stderr = t.Output(), t.Output()
	require.NoError(t, command.Start())
	t.Cleanup(func() {
		stop()
		_ = command.Wait()
	})
	require.Eventually(t, func() bool {
		conn, err := net.Dial("tcp", endpoint)
		if err == nil {
			_ = conn.Close()
		}
		return err == nil
	}, 20*time.Second, 20*time.Millisecond)
	return Address(endpoint, bucket)
}

// Address names a bucket of the server at endpoint, whether it exists or not.
func Address(endpoint, bucket string) string {
	query := url.Values{"endpoint": {"http://" + endpoint}, "region": {"us-east-1"}, "use_path_style": {"true"}}
	return "s3://" + bucket + "?" + query.Encode()
}

func freeAddress(t *testing.T) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	require.NoError(t, listener.Close())
	return listener.Addr().String()
}

// binary builds the server unless `make` has done so already.
func binary(t *testing.T) string {
	t.Helper()
	mod, err := exec.CommandContext(t.Context(), "go", "env", "GOMOD").Output()
	require.NoError(t, err)
	tools := filepath.Join(filepath.Dir(string(mod)), ".tools", "bin")
	path := filepath.Join(tools, "versitygw")
	if _, err := os.Stat(path); err == nil {
		return path
	}
	install := exec.CommandContext(t.Context(), "go", "install", gateway)
	install.Env = append(os.Environ(), "GOBIN="+tools)
	output, err := install.CombinedOutput()
	require.NoError(t, err, "cannot build the S3 server for tests: %s", output)
	return path
}
