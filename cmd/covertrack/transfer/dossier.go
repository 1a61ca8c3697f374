package transfer

import (
	"archive/zip"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"strings"
	"time"

	"github.com/urfave/cli/v3"

	"github.com/covertrack/covertrack/cmd/covertrack/command"
	"github.com/covertrack/covertrack/graph/dossier"
	"github.com/covertrack/covertrack/model/credentials"
)

// DossierCommand is `covertrack dossier`.
func DossierCommand() *cli.Command {
	return &cli.Command{
		Name:        "dossier",
		Usage:       "check the dossier of a loan",
		Description: "Example:\n   covertrack dossier verify dossier-LN-1-2026-03-01.zip --keys https://covertrack.example.com",
		Commands: []*cli.Command{{
			Name:  "verify",
			Usage: "tell which files of a dossier are as they were made, and which were changed, added or left out",
			Description: `Compares each file with the manifest, and the manifest with its signature. It needs no database. Without --keys it
asks the installation that the manifest names, and says which one that is.

Examples:
   covertrack dossier verify dossier.zip
   covertrack dossier verify dossier.zip --keys https://covertrack.example.com
   covertrack dossier verify dossier.zip --keys keys.json`,
			Arguments: []cli.Argument{&cli.StringArg{Name: "file", UsageText: "FILE"}},
			Flags: []cli.Flag{&cli.StringFlag{Name: "keys",
				Usage: "where the public keys are: a file with what /.well-known/covertrack-keys answers, or the address of the " +
					"installation"}},
			Action: command.Action(verifyDossier),
		}},
	}
}

func verifyDossier(ctx context.Context, cmd *cli.Command) error {
	name := cmd.StringArg("file")
	if name == "" {
		return command.Usagef(cmd, "name the file of the dossier")
	}
	archive, err := zip.OpenReader(name)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	defer func() { _ = archive.Close() }()
	keys, from, err := keysFor(ctx, &archive.Reader, cmd.String("keys"))
	if err != nil {
		return err
	}
	out, wrong := cmd.Root().Writer, 0
	m, found := dossier.Verify(&archive.Reader, keys)
	for _, f := range found {
		if f.Problem == "" {
			_, _ = fmt.Fprintf(out, "ok       %s\n", f.Name)
			continue
		}
		wrong++
		_, _ = fmt.Fprintf(out, "WRONG    %s %s\n", f.Name, f.Problem)
	}
	if m != nil {
		for _, a := range m.Absent {
			_, _ = fmt.Fprintf(out, "not in   %s (%s)\n", a.Name, cmp.Or(removed(a), "the object store had lost it"))
		}
		_, _ = fmt.Fprintf(out, "case %s on %s, made %s with the keys of %s\n", m.CaseID, m.On, m.MadeAt.Format(time.RFC3339), from)
	}
	if wrong > 0 {
		return fmt.Errorf("%s is not as it was made: %d of its files are wrong", name, wrong)
	}
	_, err = fmt.Fprintln(out, "nothing was changed")
	return err
}

func removed(a dossier.Absent) string {
	if a.RemovedAt == nil {
		return ""
	}
	return "removed on " + a.RemovedAt.Format(time.RFC3339)
}

// keysFor reads the public keys from a file or an address; from that of the manifest if there is neither.
func keysFor(ctx context.Context, archive *zip.Reader, from string) ([]credentials.PublishedKey, string, error) {
	if from == "" {
		if m, _ := dossier.Verify(archive, nil); m != nil {
			from = m.MadeBy
		}
	}
	text, err := readKeys(ctx, from)
	var set credentials.PublishedKeys
	if err == nil {
		err = json.Unmarshal(text, &set)
	}
	if err != nil {
		return nil, "", fmt.Errorf("the public keys cannot be read; name their file or the installation's address with --keys: %w", err)
	}
	return set.Keys, from, nil
}

const (
	// largestKeys bounds the answer of an installation.
	largestKeys = 1 << 20
	// keysWithin is how long it may take.
	keysWithin = 15 * time.Second
)

func readKeys(ctx context.Context, from string) ([]byte, error) {
	address, err := url.Parse(from)
	if err != nil || address.Scheme != "https" && address.Scheme != "http" {
		return os.ReadFile(from)
	}
	if strings.Trim(address.Path, "/") == "" {
		address = address.JoinPath(dossier.KeysPath)
	}
	ctx, cancel := context.WithTimeout(ctx, keysWithin)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, address.String(), nil)
	if err != nil {
		return nil, err
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		return nil, err
	}
	defer func() { _ = answer.Body.Close() }()
	if answer.StatusCode != http.StatusOK {
		return nil, errors.New(address.String() + " answers " + answer.Status)
	}
	return io.ReadAll(io.LimitReader(answer.Body, largestKeys))
}
