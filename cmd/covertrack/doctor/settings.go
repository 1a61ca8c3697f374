package doctor

import (
	"net/url"
	"os"
	"path/filepath"

	"github.com/covertrack/covertrack/cmd/covertrack/command"
)

// checkSettings looks at the settings by themselves.
func (d *doctor) checkSettings() {
	for _, text := range command.UnknownSettings(d.Root(), os.Environ()) {
		d.note("settings", odd, text, "correct its name, or remove it")
	}
	d.checkSigningKey()
	d.checkBaseURL()
}

func (d *doctor) checkSigningKey() {
	given, folder := d.String("signing-key"), d.String("data-dir")
	switch {
	case given == "" && !exists(folder, "signing.key"):
		d.note("signing key", odd, "there is none yet", "start `covertrack serve`, which makes one in --data-dir, or give --signing-key")
	case given == "" && d.String("database-url") != "":
		d.note("signing key", odd, "it is in "+filepath.Join(folder, "signing.key")+", on this machine alone",
			"give all nodes the same with --signing-key")
	default:
		if _, err := command.SigningKey(given, folder); err != nil {
			d.note("signing key", bad, oneLine(err), "give --signing-key the output of `openssl rand -hex 32`")
			return
		}
		d.ok("signing key", "there is one")
	}
}

// checkBaseURL checks the address that letters and files name.
func (d *doctor) checkBaseURL() {
	given := d.String("base-url")
	u, err := url.Parse(given)
	sends := d.mail.Server != nil && !d.mail.Off && !isLoopback(d.mail.Server.Host())
	const toDo = "give --base-url the address that clients and the readers of letters use, like https://covertrack.example.com"
	switch {
	case given == "" && sends:
		d.note("base URL", bad, "none is given, and a mail server is named: letters would name this machine", toDo)
	case given == "":
		d.note("base URL", odd, "none is given: addresses name this machine", toDo)
	case err != nil || u.Hostname() == "" || u.Scheme != "https" && u.Scheme != "http":
		d.note("base URL", bad, "it is no address", toDo)
	case isLoopback(u.Hostname()) && sends:
		d.note("base URL", bad, given+" is this machine alone, and a mail server is named", toDo)
	case isLoopback(u.Hostname()):
		d.ok("base URL", "%s, which is this machine alone", given)
	case u.Scheme == "http":
		d.note("base URL", odd, given+" is not encrypted", "serve clients by https, with a proxy before the server")
	default:
		d.ok("base URL", "%s", given)
	}
}
