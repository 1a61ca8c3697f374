package command

import (
	"os"
	"strings"

	"github.com/urfave/cli/v3"
)

// env is a flag's environment variable. An empty one counts as unset: compose files leave a setting out in this way.
type env struct{ cli.EnvValueSource }

// FromEnv returns the source of a flag's value besides the command line: COVERTRACK_ and the name of the flag.
func FromEnv(flag string) cli.ValueSourceChain {
	key := "COVERTRACK_" + strings.ToUpper(strings.ReplaceAll(flag, "-", "_"))
	return cli.NewValueSourceChain(env{cli.EnvVar(key).(cli.EnvValueSource)})
}

// Lookup returns the value of the variable, and whether it is set.
func (e env) Lookup() (string, bool) {
	value := os.Getenv(e.Key())
	return value, value != ""
}

// String names the variable in messages about its value.
func (e env) String() string { return "environment variable " + e.Key() }

// GoString is String.
func (e env) GoString() string { return e.String() }

// Setting returns a flag that takes text, also from its environment variable.
func Setting(name, value, usage string) *cli.StringFlag {
	return &cli.StringFlag{Name: name, Value: value, Usage: usage, Sources: FromEnv(name)}
}

// DatabaseFlags say which database a command works on.
func DatabaseFlags() []cli.Flag {
	return []cli.Flag{
		Setting("database-url", "",
			"Postgres 15 or later, like postgres://user@host/covertrack (default: an embedded one in --data-dir)"),
		Setting("direct-url", "", "Postgres itself, where --database-url is a PgBouncer: for migrations, administration and "+
			"subscriptions, which need a session (default: --database-url)"),
		Setting("data-dir", "./var", "folder of the embedded Postgres, of uploads and of the signing key"),
		Setting("pg-bin", "", "folder of the embedded Postgres' programs (default: the newest that is installed)"),
	}
}

// BaseURLFlag is the address of the server as others see it.
func BaseURLFlag(byDefault string) cli.Flag {
	return Setting("base-url", "", "address that clients use, and links in letters have, like https://covertrack.example.com "+
		"(default: "+byDefault+")")
}

// FileFlags say where uploads are stored and how their addresses are signed.
func FileFlags() []cli.Flag {
	return append([]cli.Flag{
		Setting("blob-url", "", "object store: s3://bucket or file:///folder (default: --data-dir/blobs)"),
		&cli.IntFlag{Name: "min-free-space", Value: 1024, Sources: FromEnv("min-free-space"),
			Usage: "MiB that uploads leave free where the object store is a folder; below, a PUT of a file is 507; 0 for none"},
	}, SigningKeyFlags()...)
}
