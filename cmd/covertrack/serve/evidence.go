package serve

import (
	"net/http"
	"os"
	"path/filepath"
	"time"

	"github.com/urfave/cli/v3"

	"github.com/covertrack/covertrack/cmd/covertrack/command"
	"github.com/covertrack/covertrack/graph"
	"github.com/covertrack/covertrack/graph/evidence"
	"github.com/covertrack/covertrack/graph/renewal"
)

// evidenceFlags are the settings of the evidence page.
func evidenceFlags() []cli.Flag {
	return []cli.Flag{
		command.Setting("scan-command", "", "program that checks each file that is handed in as evidence, with its arguments, like "+
			"'clamdscan --fdpass'; the file's path comes last: exit code 0 passes, 1 refuses the file, others and a minute's "+
			"silence refuse the request (default: none, files are not checked)"),
	}
}

// checkScanCommand refuses a command whose program is not there.
func checkScanCommand(cmd *cli.Command) error {
	if _, err := evidence.NewScanner(cmd.String("scan-command")); err != nil {
		return command.Usagef(cmd, "--scan-command: %w", err)
	}
	return nil
}

// checkedWithin is more than the check of a file can take.
const checkedWithin = time.Hour

// openEvidence prepares what the evidence page needs. An old file in the folder of those that are being checked was left
// by a process that was killed.
func (s *Service) openEvidence(cmd *cli.Command) (err error) {
	if s.Scanner, err = evidence.NewScanner(cmd.String("scan-command")); err != nil {
		return err
	}
	s.incoming = filepath.Join(cmd.String("data-dir"), "incoming")
	if err := os.MkdirAll(s.incoming, 0o700); err != nil {
		return err
	}
	return removeOlder(s.incoming, time.Now().Add(-checkedWithin))
}

// removeOlder removes what is in a folder and was last changed before a time.
func removeOlder(folder string, before time.Time) error {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return err
	}
	for _, e := range entries {
		if about, err := e.Info(); err == nil && about.ModTime().Before(before) {
			if err := os.RemoveAll(filepath.Join(folder, e.Name())); err != nil {
				return err
			}
		}
	}
	return nil
}

// evidencePage returns the handler of the page that evidence links open.
func (s *Service) evidencePage() (http.Handler, error) {
	page, err := evidence.New(evidence.Config{
		Links:  graph.EvidenceLinks{Store: s.Store, Now: s.Engine.Now},
		Engine: s.Engine, Blobs: s.Blobs, BaseURL: s.BaseURL, SigningKeys: s.SigningKeys, Scanner: s.Scanner, Folder: s.incoming,
		Enter: s.Gate.Enter, Now: time.Now, Logger: s.Log,
	})
	if err != nil {
		return nil, err
	}
	return page.Handler(), nil
}

// links makes the links of letters to the page.
func (s *Service) links() *renewal.Links {
	return &renewal.Links{BaseURL: s.BaseURL, SigningKey: s.SigningKeys.Current()}
}
