package command

import (
	"context"
	"fmt"
	"net/url"
	"os"
	"slices"
	"strings"

	"github.com/urfave/cli/v3"
)

// secrets are the flags whose values are secret, or may have a password in them. Each has a flag beside it that names a
// file with the value.
var secrets = []string{"database-url", "direct-url", "replica-urls", "blob-url", "smtp-url", "signing-key", "signing-key-previous",
	"client-secret", "token"}

const fileSuffix = "-file"

// fileFlags returns the flags that name files, for those of a command.
func fileFlags(of []cli.Flag) (flags []cli.Flag) {
	for _, f := range of {
		if name := f.Names()[0]; slices.Contains(secrets, name) {
			flags = append(flags, Setting(name+fileSuffix, "", "file that has the value of --"+name))
		}
	}
	return flags
}

// readFiles gives the flags the values that are in files.
func readFiles(ctx context.Context, cmd *cli.Command) (context.Context, error) {
	for _, f := range cmd.Flags {
		file := f.Names()[0]
		name, isFile := strings.CutSuffix(file, fileSuffix)
		path := cmd.String(file)
		if !isFile || path == "" {
			continue
		}
		if cmd.IsSet(name) {
			return ctx, Usagef(cmd, "--%s and --%s are both given; give one of them", name, file)
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return ctx, Usagef(cmd, "--%s: %w", file, err)
		}
		value := strings.TrimSpace(string(text))
		if value == "" {
			return ctx, Usagef(cmd, "--%s: %s is empty", file, path)
		}
		if err := cmd.Set(name, value); err != nil {
			return ctx, Usagef(cmd, "--%s: %w", file, err)
		}
	}
	return ctx, nil
}

// given is shown in the place of a secret.
const given = "(given)"

// InForce returns the settings of a command as they are in force, without what is secret in them, for the log.
func InForce(cmd *cli.Command) (settings []any) {
	for _, f := range cmd.Flags {
		name := f.Names()[0]
		value := fmt.Sprint(cmd.Value(name))
		switch {
		case name == "help" || value == "" || value == "[]":
			continue
		case strings.HasPrefix(name, "signing-key") && !strings.HasSuffix(name, fileSuffix):
			value = given
		case slices.Contains(secrets, name):
			value = withoutSecrets(value)
		}
		settings = append(settings, name, value)
	}
	return settings
}

// withoutSecrets returns the addresses in a setting without users, passwords and options. What is no address is not shown.
func withoutSecrets(value string) string {
	all := strings.Split(value, ",")
	for i, text := range all {
		u, err := url.Parse(text)
		if err != nil || u.Scheme == "" {
			return given
		}
		all[i] = (&url.URL{Scheme: u.Scheme, Host: u.Host, Path: u.Path}).String()
	}
	return strings.Join(all, ",")
}
