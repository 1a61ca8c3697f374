package renewals

import (
	"cmp"
	"context"
	"errors"
	"strings"

	"github.com/urfave/cli/v3"

	"github.com/covertrack/covertrack/cmd/covertrack/command"
	"github.com/covertrack/covertrack/graph/renewal"
	"github.com/covertrack/covertrack/storage"
)

// defaultBaseURL is that of a server without settings.
const defaultBaseURL = "http://127.0.0.1:8080"

// linksOf makes the links of the letters that a command sends, which lead to the server of --base-url; nil if it sends
// none.
func linksOf(ctx context.Context, cmd *cli.Command, store *storage.Store) (*renewal.Links, error) {
	if cmd.Bool("dry-run") {
		return nil, nil //nolint:nilnil // letters without links
	}
	keys, err := command.SigningKeys(cmd)
	switch {
	case errors.Is(err, command.ErrNoSigningKey):
		keys = command.MomentaryKeys() // the database knows each link, whatever key it was made with
	case err != nil:
		return nil, err
	default:
		if err := command.ClaimSigningKey(ctx, store, keys); err != nil {
			return nil, err
		}
	}
	return &renewal.Links{
		BaseURL: strings.TrimSuffix(cmp.Or(cmd.String("base-url"), defaultBaseURL), "/"), SigningKey: keys.Current(),
	}, nil
}
