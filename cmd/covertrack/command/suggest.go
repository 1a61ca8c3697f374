package command

import (
	"fmt"
	"log/slog"
	"slices"
	"strings"

	"github.com/urfave/cli/v3"

	"github.com/covertrack/covertrack/graph/strict"
)

// suggestFlag adds the nearest flag to the library's error about one that there is not.
func suggestFlag(cmd *cli.Command, err error) error {
	_, name, unknown := strings.Cut(err.Error(), "flag provided but not defined: -")
	if !unknown {
		return err
	}
	var known []string
	for _, flag := range cmd.Flags {
		known = append(known, flag.Names()...)
	}
	near := strict.DidYouMean(strings.TrimLeft(name, "-"), known)
	return fmt.Errorf("there is no flag --%s%s", strings.TrimLeft(name, "-"), strings.Replace(near, "`", "`--", 1))
}

// settingPrefix is that of all our environment variables.
const settingPrefix = "COVERTRACK_"

// otherSettings are variables that are no flags: of the scripts and of the tests.
var otherSettings = []string{"PG_SEARCH", "SOAK", "TEST_NODES", "TEST_POSTGRES"}

// WarnUnknownSettings warns of variables that look like settings but set nothing, which are mostly typing errors.
func WarnUnknownSettings(root *cli.Command, environ []string, log *slog.Logger) {
	for _, s := range UnknownSettings(root, environ) {
		log.Warn(s.Text)
	}
}

// UnknownSetting is a variable that looks like a setting and is none.
type UnknownSetting struct {
	Text   string // what is said about it
	IsNear bool   // it is nearly a setting, or has the address of a database
}

// refuseTypingErrors returns an error if a variable is nearly a setting. It is for commands that were told no database: a
// new, empty one would hide that the name of the real one was misspelt.
func refuseTypingErrors(cmd *cli.Command, environ []string) error {
	for _, s := range UnknownSettings(cmd.Root(), environ) {
		if s.IsNear {
			return Usagef(cmd, "no database is named (--database-url), and an embedded one may not be what was meant. "+
				"Correct the variable or remove it: %s", s.Text)
		}
	}
	return nil
}

// UnknownSettings returns the variables that look like settings and are none.
func UnknownSettings(root *cli.Command, environ []string) (unknown []UnknownSetting) {
	known := settingsOf(root)
	for _, variable := range environ {
		variable, value, _ := strings.Cut(variable, "=")
		name, ours := strings.CutPrefix(variable, settingPrefix)
		if !ours || slices.Contains(known, name) || slices.Contains(otherSettings, name) {
			continue
		}
		near := strings.Replace(strict.DidYouMean(name, known), "`", "`"+settingPrefix, 1)
		unknown = append(unknown, UnknownSetting{
			Text: "there is no setting " + variable + near, IsNear: near != "" || strings.HasPrefix(value, "postgres"),
		})
	}
	return unknown
}

// settingsOf returns the variables of a command's flags and of those below it, without the prefix.
func settingsOf(cmd *cli.Command) (names []string) {
	for _, flag := range cmd.Flags {
		if documented, ok := flag.(cli.DocGenerationFlag); ok {
			for _, variable := range documented.GetEnvVars() {
				names = append(names, strings.TrimPrefix(variable, settingPrefix))
			}
		}
	}
	for _, sub := range cmd.Commands {
		names = append(names, settingsOf(sub)...)
	}
	return names
}
