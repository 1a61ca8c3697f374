package main

import (
	"context"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
)

// peerFiles are the peers, and the packages from npm that they need.
//
//go:embed peers/*.js peers/package.json peers/package-lock.json peers/.npmrc
var peerFiles embed.FS

// errNoNode says that what runs the peers is not installed.
var errNoNode = errors.New("no node and npm")

// installPeers writes the peers into a folder and fetches their packages, unless an earlier run fetched the same ones.
func installPeers(ctx context.Context, folder string) (dir string, err error) {
	for _, program := range []string{"node", "npm"} {
		if _, err := exec.LookPath(program); err != nil {
			return "", errNoNode
		}
	}
	if folder, err = filepath.Abs(folder); err != nil {
		return "", err
	}
	dir = filepath.Join(folder, "peers")
	if err := copyPeers(dir); err != nil {
		return "", err
	}
	lock, err := peerFiles.ReadFile("peers/package-lock.json")
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256(lock)
	mark, want := filepath.Join(dir, "installed"), hex.EncodeToString(sum[:])
	if have, err := os.ReadFile(mark); err == nil && string(have) == want {
		return dir, nil
	}
	progress("fetching the peers' packages")
	npm := exec.CommandContext(ctx, "npm", "ci", "--ignore-scripts", "--no-fund", "--no-audit", "--loglevel=error")
	npm.Dir, npm.Stderr = dir, os.Stderr
	if err := npm.Run(); err != nil {
		return "", fmt.Errorf("npm ci: %w", err)
	}
	return dir, os.WriteFile(mark, []byte(want), 0o644)
}

// copyPeers writes the files of the peers.
func copyPeers(dir string) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	files, err := fs.ReadDir(peerFiles, "peers")
	if err != nil {
		return err
	}
	for _, file := range files {
		text, err := peerFiles.ReadFile("peers/" + file.Name())
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(dir, file.Name()), text, 0o644); err != nil {
			return err
		}
	}
	return nil
}
