package main

import (
	"encoding/json"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/cmd/covertrack/command"
	"github.com/covertrack/covertrack/storage/storagetest"
)

// examined runs the doctor on the terminal's database, a folder of files and the other settings.
func (x *terminal) examined(t *testing.T, args ...string) output {
	t.Helper()
	dir := t.TempDir()
	require.NoError(t, os.Mkdir(filepath.Join(dir, "blobs"), 0o700))
	return x.run(t, append([]string{
		"doctor", "--data-dir", dir, "--signing-key", strings.Repeat("k", 32), "--base-url", "https://covertrack.example.com",
	}, args...)...)
}

func TestDoctor(t *testing.T) {
	t.Parallel()
	x := newTerminal(t)
	mails, address := newMailbox(t)
	server := "smtp://" + address + "?from=insurance@lender.example.com"
	healthy := x.examined(t, "--smtp-url", server)
	require.Equal(t, command.ExitOK, healthy.code, healthy.stdout)
	require.Regexp(t, `^ok    signing key   there is one
ok    base URL      https://covertrack.example.com
ok    files         a file was written to /\S+/blobs, read and removed
ok    mail          127.0.0.1 takes connections
ok    database      Postgres \S+.* answers, has all \d+ migrations and takes writes
ok    clock         this machine and the database are \S+ apart
ok    notices       0 notices of live portfolios are due
$`, healthy.stdout)
	require.Empty(t, healthy.stderr)
	require.Empty(t, mails.got, "it sends nothing")

	sent := x.examined(t, "--smtp-url", server, "--send-to", "me@example.com")
	require.Equal(t, command.ExitOK, sent.code, sent.stdout)
	require.Contains(t, sent.stdout, "it took a letter to me@example.com")
	require.Equal(t, "me@example.com", mails.next(t))

	var answer struct {
		Result string
		Checks []struct{ Check, Result, Found, ToDo string }
	}
	out := x.examined(t, "--json")
	require.Equal(t, command.ExitOK, out.code, "what is odd is no failure")
	require.NoError(t, json.Unmarshal([]byte(out.stdout), &answer))
	require.Equal(t, "warn", answer.Result)
	require.Equal(t, "mail", answer.Checks[3].Check)
	require.Equal(t, "warn", answer.Checks[3].Result)
	require.Contains(t, answer.Checks[3].ToDo, "name a mail server with --smtp-url")
	require.Contains(t, x.examined(t, "--mail", "off", "--smtp-url", server).stdout, "ok    mail          --mail=off: ")
}

func TestDoctorFindings(t *testing.T) {
	t.Parallel()
	x := newTerminal(t)
	_, address := newMailbox(t)
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	silent := taken.Addr().String()
	require.NoError(t, taken.Close())
	for name, test := range map[string]struct {
		args []string
		want string // a line of it
		fine bool
	}{
		"nobody listens": {args: []string{"--smtp-url", "smtp://user:hidden@" + silent},
			want: `FAIL  mail +connect: dial tcp \S+ connect: connection refused. To do: see whether the mail server runs`},
		"no login": {args: []string{"--smtp-url", "smtp://user:hidden@" + address + "?tls=none"},
			want: `FAIL  mail +connect: server does not support SMTP AUTH. To do: correct the user`},
		"no TLS":          {args: []string{"--smtp-url", "smtps://" + address}, want: `FAIL  mail +connect: tls: .* To do: use smtps://`},
		"nowhere to send": {args: []string{"--send-to", "me@example.com"}, want: `FAIL  mail +no mail server is named. To do: name one`},
		"off and to send": {args: []string{"--mail", "off", "--send-to", "me@example.com"}, want: `FAIL  mail +--mail=off: no letter is sent`},
		"no files": {args: []string{"--blob-url", "file:///proc/nothing"},
			want: `FAIL  files +.* To do: see whether the store is there`},
		"unknown store": {args: []string{"--blob-url", "ftp://files"}, want: `FAIL  files +--blob-url: there is no store`},
		"short key": {args: []string{"--signing-key", "short"},
			want: `FAIL  signing key +the signing key of --signing-key has 5 characters`},
		"loopback and mail": {args: []string{"--base-url", "http://localhost:8080", "--smtp-url", "smtp://mail.invalid"},
			want: `FAIL  base URL +http://localhost:8080 is this machine alone, and a mail server is named. To do: give --base-url`},
		"not encrypted": {args: []string{"--base-url", "http://covertrack.example.com"}, want: `warn  base URL +.* is not encrypted`, fine: true},
		"no base URL":   {args: []string{"--base-url", ""}, want: `warn  base URL +none is given`, fine: true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			out := x.examined(t, test.args...)
			require.Regexp(t, `(?m)^`+test.want, out.stdout)
			require.NotContains(t, out.stdout+out.stderr, "hidden")
			if test.fine {
				require.Equal(t, command.ExitOK, out.code, out.stdout)
				return
			}
			require.Equal(t, command.ExitFailure, out.code, out.stdout)
			require.Regexp(t, `^covertrack: \d of \d checks failed\n$`, out.stderr)
		})
	}
}

func TestDoctorDatabase(t *testing.T) {
	t.Parallel()
	t.Run("away", func(t *testing.T) {
		t.Parallel()
		out := runLine(t, "doctor", "--database-url", "postgres://me:hidden@127.0.0.1:1/none", "--data-dir", t.TempDir())
		require.Equal(t, command.ExitFailure, out.code)
		require.Regexp(t, `(?m)^FAIL  database      .*connection refused.* To do: start the database`, out.stdout)
		require.NotContains(t, out.stdout, "hidden")
		require.Regexp(t, `(?m)^ok    |^warn  `, out.stdout, "the other checks are made all the same")
	})
	t.Run("none yet", func(t *testing.T) {
		t.Parallel()
		dir := filepath.Join(t.TempDir(), "var")
		out := runLine(t, "doctor", "--data-dir", dir)
		require.Equal(t, command.ExitOK, out.code, out.stdout)
		require.Regexp(t, `(?m)^warn  database      there is none in \S+ yet`, out.stdout)
		require.NoDirExists(t, dir, "it makes none")
	})
	t.Run("takes no writes", func(t *testing.T) {
		t.Parallel()
		x := newTerminal(t)
		storagetest.WorldOn(t, x.dsn)
		out := runLine(t, "doctor", "--data-dir", t.TempDir(), "--database-url", x.dsn+"&options=-c%20default_transaction_read_only%3Don")
		require.Equal(t, command.ExitFailure, out.code, out.stdout)
		require.Regexp(t, `(?m)^FAIL  database `, out.stdout)
	})
	t.Run("nobody to answer to", func(t *testing.T) {
		t.Parallel()
		x := newTerminal(t)
		w := storagetest.WorldOn(t, x.dsn)
		require.NotContains(t, x.examined(t).stdout, "nobody to answer to", "no lender has live policies")
		end := time.Date(2091, 6, 30, 0, 0, 0, 0, time.UTC)
		w.Policy(t, w.Harbor, w.Case(t, w.Harbor), &end)
		out := x.examined(t)
		require.Equal(t, command.ExitOK, out.code, out.stdout)
		require.Regexp(t, `(?m)^warn  lenders       letters name nobody to answer to: Harbor Example Bank. To do: give each`, out.stdout)
		w.Exec(t, "UPDATE lenders SET contact_email = 'insurance@harbor.example'")
		require.NotContains(t, x.examined(t).stdout, "nobody to answer to")
	})
	t.Run("mail fails", func(t *testing.T) {
		t.Parallel()
		x := newTerminal(t)
		w := storagetest.WorldOn(t, x.dsn)
		w.Exec(t, "UPDATE mail_status SET status = 'failing', reason = 'login', cause = 'connect: 535 no', since = '2031-01-02Z'")
		out := x.examined(t)
		require.Equal(t, command.ExitFailure, out.code)
		require.Regexp(t, `(?m)^FAIL  notices       0 notices of live portfolios are due; mail does not work for the server since `+
			`2031-01-02T00:00:00Z: connect: 535 no. To do: correct the user`, out.stdout)
	})
}
