package doctor

import (
	"context"
	"net/url"
	"os"
	"path/filepath"

	"github.com/covertrack/covertrack/cmd/covertrack/command"
	"github.com/covertrack/covertrack/model/credentials"
	"github.com/covertrack/covertrack/storage"
)

// checkSettings looks at the settings by themselves.
func (d *doctor) checkSettings() {
	for _, s := range command.UnknownSettings(d.Root(), os.Environ()) {
		how := odd
		if s.IsNear && d.String("database-url") == "" {
			how = bad
		}
		d.note("settings", how, s.Text, "correct its name, or remove it")
	}
	d.checkSigningKey()
	d.checkBaseURL()
}

func (d *doctor) checkSigningKey() {
	given, folder := d.String("signing-key"), d.String("data-dir")
	switch {
	case given == "" && !exists(folder, "signing.key") && d.String("database-url") != "":
		d.note("signing key", bad, "there is none: with a --database-url the server makes none", "give all nodes the same with --signing-key")
	case given == "" && !exists(folder, "signing.key"):
		d.note("signing key", odd, "there is none yet", "start `covertrack serve`, which makes one in --data-dir, or give --signing-key")
	case given == "" && d.String("database-url") != "":
		d.note("signing key", odd, "it is in "+filepath.Join(folder, "signing.key")+", on this machine alone",
			"give all nodes the same with --signing-key")
	default:
		keys, err := command.SigningKeys(d.Command)
		if err != nil {
			d.note("signing key", bad, oneLine(err), "give --signing-key the output of `openssl rand -hex 32`")
			return
		}
		d.keys = keys
		d.ok("signing key", "there is one")
	}
}

// checkFingerprint compares the signing keys with the database's.
func (d *doctor) checkFingerprint(ctx context.Context, store *storage.Store) {
	if d.keys == nil {
		return // checkSigningKey says why
	}
	recorded, err := store.SigningKey(ctx)
	switch {
	case err != nil || recorded == "" || recorded == credentials.Fingerprint(d.keys.Current()): // checkDatabase says what is wrong with it
	case d.keys.Has(recorded):
		d.note("signing key", odd, "it is being replaced", "run `covertrack keys rotate` when all nodes have the new key")
	default:
		d.note("signing key", bad, "it is not the one of this database: no server starts with it",
			"give the one of the other nodes; to replace it, name the old one with --signing-key-previous and run `covertrack keys rotate`")
	}
}

// checkBaseURL checks the address that letters and files name.
func (d *doctor) checkBaseURL() {
	given := d.String("base-url")
	u, err := url.Parse(given)
	sends := d.mail.Sends() && !command.IsLocal(d.mail.Server.Host())
	const toDo = "give --base-url the address that clients and the readers of letters use, like https://covertrack.example.com"
	switch {
	case given == "" && sends:
		d.note("base URL", bad, "none is given, and a mail server is named: letters would name this machine", toDo)
	case given == "":
		d.note("base URL", odd, "none is given: addresses name this machine", toDo)
	case err != nil || u.Hostname() == "" || u.Scheme != "https" && u.Scheme != "http":
		d.note("base URL", bad, "it is no address", toDo)
	case command.IsLocal(u.Hostname()) && sends:
		d.note("base URL", bad, given+" is this machine alone, and a mail server is named", toDo)
	case command.IsLocal(u.Hostname()):
		d.ok("base URL", "%s, which is this machine alone", given)
	case u.Scheme == "http":
		d.note("base URL", odd, given+" is not encrypted", "serve clients by https, with a proxy before the server")
	default:
		d.ok("base URL", "%s", given)
	}
}
