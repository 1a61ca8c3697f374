package sample

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/credentials"
)

// savedAccess is the access of an earlier run, in a file of the data folder: the database keeps digests only, so the
// tokens could not be printed again otherwise.
type savedAccess struct{ path string }

func demoTokens(dataDir string) savedAccess {
	return savedAccess{filepath.Join(dataDir, "demo-tokens.json")}
}

// read returns what was saved. A file that is missing or damaged is no error: then tokens are made again.
func (s savedAccess) read() (*Access, error) {
	saved := &Access{}
	text, err := os.ReadFile(s.path)
	if errors.Is(err, fs.ErrNotExist) {
		return saved, nil
	}
	if err != nil {
		return nil, fmt.Errorf("demo tokens: %w", err)
	}
	if json.Unmarshal(text, saved) != nil {
		return &Access{}, nil
	}
	return saved, nil
}

// write saves an access, for the owner of the data folder only. The file is never seen half written.
func (s savedAccess) write(access *Access) error {
	if err := os.MkdirAll(filepath.Dir(s.path), 0o755); err != nil {
		return err
	}
	f, err := os.CreateTemp(filepath.Dir(s.path), ".demo-tokens-*") // mode 0600
	if err != nil {
		return fmt.Errorf("demo tokens: %w", err)
	}
	defer func() { _ = os.Remove(f.Name()) }()
	if err := errors.Join(json.NewEncoder(f).Encode(access), f.Close()); err != nil {
		return fmt.Errorf("demo tokens: %w", err)
	}
	return os.Rename(f.Name(), s.path)
}

// token returns the saved token of a lender's organization in a mode, "" if there is none.
func (a *Access) token(lender string, mode model.Mode) string {
	for _, l := range a.Lenders {
		if l.Name == lender {
			return l.Tokens[mode]
		}
	}
	return ""
}

// keepOrMint returns the saved token if it still is one of the same owner, else a new one.
func (tx demoTx) keepOrMint(ctx context.Context, saved string, token *model.Token) (string, error) {
	text, err := credentials.ParseToken(saved)
	if err != nil {
		return tx.Mint(ctx, token)
	}
	owners, err := tx.TokensByDigest(ctx, [][32]byte{text.Digest()})
	if err != nil {
		return "", err
	}
	if len(owners) == 0 {
		return tx.Mint(ctx, token)
	}
	if owner := owners[0]; !owner.Usable(tx.At) || !same(owner.OrganizationID, token.OrganizationID) || !same(owner.Mode, token.Mode) ||
		!same(owner.Role, token.Role) {
		return tx.Mint(ctx, token)
	}
	return saved, nil
}

func same[T comparable](a, b *T) bool { return a == b || a != nil && b != nil && *a == *b }
