package renewals

import (
	"cmp"
	"os"
	"strings"

	"github.com/urfave/cli/v3"

	"github.com/covertrack/covertrack/cmd/covertrack/command"
	"github.com/covertrack/covertrack/graph/renewal"
)

// defaultBaseURL is that of a server without settings.
const defaultBaseURL = "http://127.0.0.1:8080"

// linksOf makes the links of the letters that a command sends, which lead to the server of --base-url; nil if it sends
// none.
func linksOf(cmd *cli.Command) (*renewal.Links, error) {
	if cmd.Bool("dry-run") {
		return nil, nil //nolint:nilnil // letters without links
	}
	if err := os.MkdirAll(cmd.String("data-dir"), 0o755); err != nil {
		return nil, err
	}
	key, err := command.SigningKey(cmd.String("signing-key"), cmd.String("data-dir"))
	if err != nil {
		return nil, err
	}
	return &renewal.Links{BaseURL: strings.TrimSuffix(cmp.Or(cmd.String("base-url"), defaultBaseURL), "/"), SigningKey: key}, nil
}
