package dossier

import (
	"archive/zip"
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/covertrack/covertrack/model/credentials"
)

// Finding is what Verify found out about a file of an archive.
type Finding struct {
	Name    string
	Problem string // "" if the file is as it was made
}

// largestManifest bounds what is read of a manifest, of which anybody may have made up the size.
const largestManifest = 64 << 20

// Verify compares the files of an archive with its manifest, and that with its signature by one of the keys. It returns what
// it found of each file, first of the manifest; the manifest is nil if there is none that can be read.
func Verify(archive *zip.Reader, keys []credentials.PublishedKey) (*Manifest, []Finding) {
	m, text, problem := readManifest(archive)
	found := []Finding{{manifestFile, problem}}
	if m == nil {
		return nil, found
	}
	found = append(found, Finding{signatureFile, checkSignature(archive, m, text, keys)})
	listed := map[string]bool{manifestFile: true, signatureFile: true}
	for _, l := range m.Files {
		if listed[l.Name] {
			found = append(found, Finding{l.Name, "is listed twice"})
			continue
		}
		listed[l.Name] = true
		found = append(found, Finding{l.Name, checkFile(archive, l)})
	}
	for _, f := range archive.File {
		if !listed[f.Name] {
			found = append(found, Finding{f.Name, "was added: the manifest does not list it"})
		}
	}
	return m, found
}

// only finds the one file of a name: of two of a name each program shows another one.
func only(archive *zip.Reader, name string) (one *zip.File, err error) {
	for _, f := range archive.File {
		switch {
		case f.Name != name:
		case one != nil:
			return nil, errors.New("is there twice")
		default:
			one = f
		}
	}
	if one == nil {
		return nil, errors.New("is missing")
	}
	return one, nil
}

func read(archive *zip.Reader, name string, most int64) ([]byte, error) {
	f, err := only(archive, name)
	if err != nil {
		return nil, err
	}
	r, err := f.Open()
	if err != nil {
		return nil, fmt.Errorf("cannot be unpacked: %w", err)
	}
	defer func() { _ = r.Close() }()
	text, err := io.ReadAll(io.LimitReader(r, most+1))
	switch {
	case err != nil:
		return nil, fmt.Errorf("cannot be unpacked: %w", err)
	case int64(len(text)) > most:
		return nil, errors.New("is larger than any that was made")
	}
	return text, nil
}

func readManifest(archive *zip.Reader) (m *Manifest, text []byte, problem string) {
	text, err := read(archive, manifestFile, largestManifest)
	if err != nil {
		return nil, nil, err.Error()
	}
	m = &Manifest{}
	if err := json.Unmarshal(text, m); err != nil || m.Version != 1 {
		return nil, nil, "is no manifest of a dossier"
	}
	return m, text, ""
}

// checkSignature says what is wrong with the signature.
func checkSignature(archive *zip.Reader, m *Manifest, text []byte, keys []credentials.PublishedKey) string {
	signature, err := read(archive, signatureFile, ed25519.SignatureSize)
	if err != nil {
		return err.Error()
	}
	for _, published := range keys {
		if published.ID != m.Key {
			continue
		}
		key := published.Key()
		if key == nil || credentials.Publish(key).ID != m.Key {
			return "the published key is no Ed25519 key of this name"
		}
		if !ed25519.Verify(key, text, signature) {
			return "is not the signature of this manifest: one of the two was changed"
		}
		return ""
	}
	return fmt.Sprintf("is by the key %s, which is none of those published", m.Key)
}

// checkFile says what is wrong with a file.
func checkFile(archive *zip.Reader, l Listed) string {
	f, err := only(archive, l.Name)
	if err != nil {
		return err.Error()
	}
	r, err := f.Open()
	if err != nil {
		return fmt.Sprintf("cannot be unpacked: %v", err)
	}
	defer func() { _ = r.Close() }()
	sum := sha256.New()
	size, err := io.Copy(sum, io.LimitReader(r, l.Size+1))
	switch {
	case size == l.Size && hex.EncodeToString(sum.Sum(nil)) == l.SHA256:
		return "" // whatever the ZIP itself says of it
	case err != nil:
		return fmt.Sprintf("was changed: %v", err)
	default:
		return "was changed: it is not the file that was signed"
	}
}
