package dossier

import (
	"archive/zip"
	"bytes"
	"compress/flate"
	"context"
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"hash/crc32"
	"io"
	"path"
	"strings"
	"time"
	"unicode"

	"github.com/covertrack/covertrack/model/credentials"
	"github.com/covertrack/covertrack/model/dossier"
	"github.com/covertrack/covertrack/storage/blob"
)

// archive is a ZIP that is being written. The same files make the same bytes: all have the day of the dossier as their time.
type archive struct {
	zip    *zip.Writer
	at     time.Time
	listed []Listed
}

// entry is a file of the archive that is being written.
type entry struct {
	io.Writer
	name string
	sum  hash.Hash
	size int64
}

// Write writes a part, and counts it.
func (e *entry) Write(b []byte) (int, error) {
	n, err := e.Writer.Write(b)
	e.sum.Write(b[:n])
	e.size += int64(n)
	return n, err
}

func (a *archive) create(name string, method uint16) (*entry, error) {
	w, err := a.zip.CreateHeader(&zip.FileHeader{Name: name, Method: method, Modified: a.at})
	return &entry{Writer: w, name: name, sum: sha256.New()}, err
}

// list adds a file that was written to the manifest.
func (a *archive) list(e *entry) Listed {
	a.listed = append(a.listed, Listed{Name: e.name, Size: e.size, SHA256: hex.EncodeToString(e.sum.Sum(nil))})
	return a.listed[len(a.listed)-1]
}

func (a *archive) add(name string, content []byte) error {
	e, err := a.create(name, zip.Deflate)
	if err == nil {
		_, err = e.Write(content)
		a.list(e)
	}
	return err
}

// packed is a file that is compressed already.
type packed struct {
	*entry

	bytes.Buffer
	crc uint32
}

// pack compresses what write writes, so that no more of it is in memory.
func pack(name string, write func(io.Writer) error) (*packed, error) {
	p := &packed{}
	deflated, err := flate.NewWriter(&p.Buffer, flate.DefaultCompression)
	if err != nil {
		return nil, err
	}
	crc := crc32.NewIEEE()
	p.entry = &entry{Writer: io.MultiWriter(deflated, crc), name: name, sum: sha256.New()}
	if err := errors.Join(write(p.entry), deflated.Close()); err != nil {
		return nil, err
	}
	p.crc = crc.Sum32()
	return p, nil
}

// addPacked adds files that are compressed.
func (a *archive) addPacked(files []*packed) error {
	for _, p := range files {
		header := &zip.FileHeader{
			Name: p.name, Method: zip.Deflate, CRC32: p.crc, CompressedSize64: uint64(p.Len()),
			UncompressedSize64: uint64(p.size), //nolint:gosec // a size
		}
		header.SetModTime(a.at) //nolint:staticcheck // what is raw takes no other
		a.list(p.entry)
		w, err := a.zip.CreateRaw(header)
		if err == nil {
			_, err = p.WriteTo(w)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// addDocuments adds the files of the documents that are still kept, one after the other.
func (a *archive) addDocuments(ctx context.Context, d *dossier.Dossier, blobs *blob.Store) error {
	for i, f := range d.Files {
		if f.Removed != nil {
			continue
		}
		var e *entry
		err := blobs.CopyTo(ctx, f.Document.BlobKey, func(int64) (w io.Writer, err error) {
			e, err = a.create(fmt.Sprintf("%s%03d-%s", documents, i+1, plainName(f.Document.FileName)), zip.Store)
			return e, err
		})
		if errors.Is(err, blob.ErrNotFound) {
			continue // the page says that it is not there
		}
		if err != nil {
			return err
		}
		listed := a.list(e)
		f.Name, f.Size, f.SHA256 = listed.Name, listed.Size, listed.SHA256
	}
	return nil
}

// longestName is how many bytes of a file's name are kept.
const longestName = 100

// plainName turns the name of a file into one that every system can unpack.
func plainName(name string) string {
	name = strings.Map(func(r rune) rune {
		switch {
		case strings.ContainsRune(`/\:*?"<>|`, r):
			return '_'
		case unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r):
			return -1
		}
		return r
	}, strings.ToValidUTF8(name, "_"))
	if ext := path.Ext(name); len(name) > longestName && len(ext) < longestName/2 {
		name = strings.ToValidUTF8(name[:longestName-len(ext)], "") + ext
	}
	return name
}

// pagesOf makes what people read and the same for programs.
func pagesOf(d *dossier.Dossier, today *dossier.Today) (files []*packed, err error) {
	const spoken = "January 2, 2006"
	on := "on " + d.On.Format(spoken)
	then := footer{d.Case.DisplayName, on, "as of " + d.AsOf.UTC().Format(spoken+", 15:04 UTC")}
	now := footer{d.Case.DisplayName, on, "as of " + today.Day.Format(spoken)}
	for _, f := range []struct {
		name  string
		write func(io.Writer) error
	}{
		{factsFile, d.WriteJSON},
		{pagesFile, func(w io.Writer) error { return writePDF(w, then, d.On, d.Write) }},
		{todayFacts, today.WriteJSON},
		{todayPages, func(w io.Writer) error { return writePDF(w, now, d.On, today.Write) }},
	} {
		p, err := pack(f.name, f.write)
		if err != nil {
			return nil, err
		}
		files = append(files, p)
	}
	return files, nil
}

// seal adds the manifest with its signature, and ends the archive.
func (a *archive) seal(m Manifest, key ed25519.PrivateKey) error {
	m.Version, m.Algorithm, m.Files = 1, "Ed25519", a.listed
	m.Key = credentials.Publish(key.Public().(ed25519.PublicKey)).ID
	text, err := json.MarshalIndent(m, "", " ")
	if err != nil {
		return err
	}
	if err := a.add(manifestFile, text); err != nil {
		return err
	}
	if err := a.add(signatureFile, ed25519.Sign(key, text)); err != nil {
		return err
	}
	return a.zip.Close()
}
