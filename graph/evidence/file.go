package evidence

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"mime/multipart"
	"os"

	"github.com/covertrack/covertrack/model/scalar"
)

// announced is a file as announceEvidence takes it.
type announced struct {
	FileName string `json:"fileName"`
	FileType string `json:"fileType"`
	Size     int64  `json:"size"`
}

// keptFile is a file that has arrived and is good.
type keptFile struct {
	Name   string
	Size   int64
	Sealed string // what the form keeps of it

	key, digest string
}

// ticket is what the form keeps of a file, sealed.
type ticket struct {
	Link, Key, Name, Digest string
	Size                    int64
}

// takeKept takes back a file that arrived with an earlier try. One that is not the link's, or too old, is not there.
func (p *Page) takeKept(v *visit, f *entered, sealed string) {
	text, _, ok := p.kept.Open(sealed, p.now())
	var t ticket
	if !ok || json.Unmarshal(text, &t) != nil || t.Link != v.link.String() {
		f.wrong("files", "A file that had arrived is not kept any more. Choose it again.")
		return
	}
	for _, k := range f.Kept {
		if k.key == t.Key {
			return
		}
	}
	f.keep(keptFile{t.Name, t.Size, sealed, t.Key, t.Digest})
}

// keep adds a file, if there are not too many.
func (f *entered) keep(k keptFile) {
	if len(f.Kept) == maxFiles {
		f.wrong("files", "At most %d files can be sent at once. Send the others after these.", maxFiles)
		return
	}
	f.Kept = append(f.Kept, k)
}

// takeFile takes a file of the form: into a file of its own, and when it is good, into the object store. What is wrong
// with it is a problem of the form; an error ends the reading.
func (p *Page) takeFile(ctx context.Context, v *visit, f *entered, part *multipart.Part) error {
	temp, err := os.CreateTemp(p.folder, "covertrack-evidence-*")
	if err != nil {
		return p.noRoom(ctx, err)
	}
	defer func() { _ = errors.Join(temp.Close(), os.Remove(temp.Name())) }()
	hash := sha256.New()
	size, err := p.receive(io.MultiWriter(temp, hash), part)
	switch {
	case err != nil:
		return p.failedToReceive(ctx, err)
	case size == 0 && part.FileName() == "":
		return nil // no file was chosen
	case len(f.Kept) == maxFiles:
		f.keep(keptFile{})
		return nil
	}
	if wait, ok := p.bytes.Spend(v.link, int(size)); !ok {
		return errBusy(wait)
	}
	leave, err := p.slots.file(ctx, v)
	if err != nil {
		return broken(err)
	}
	defer leave()
	given := announced{FileName: part.FileName(), Size: size}
	key, err := p.accept(ctx, v, temp, &given)
	if refused, ok := errors.AsType[refusal](err); ok {
		f.wrong("files", "“%s” %s", shown(part.FileName()), refused)
		return nil
	}
	if err != nil {
		if f.takeErr(err) {
			return nil
		}
		return err
	}
	k := keptFile{Name: given.FileName, Size: size, key: key, digest: hex.EncodeToString(hash.Sum(nil))}
	sealed := scalar.EncodeJSON(ticket{v.link.String(), key, k.Name, k.digest, size})
	k.Sealed = p.kept.Close(sealed, p.now().Add(visitTime))
	f.keep(k)
	return nil
}

// receive writes a file of the form to disk, and of one that is too large only the first bytes. It reads the rest too,
// because browsers show no answer before they have sent everything.
func (p *Page) receive(to io.Writer, part *multipart.Part) (size int64, err error) {
	size, err = io.Copy(to, io.LimitReader(part, maxFile+1))
	if err == nil && size > maxFile {
		_, err = io.Copy(io.Discard, part)
	}
	return size, err
}

// failedToReceive returns the error of a client that stopped, or of a disk that is full.
func (p *Page) failedToReceive(ctx context.Context, err error) error {
	if _, ok := errors.AsType[*os.PathError](err); ok {
		return p.noRoom(ctx, err)
	}
	return broken(err)
}

func (p *Page) noRoom(ctx context.Context, err error) error {
	p.log.ErrorContext(ctx, "no room for evidence", "error", err)
	return errNoRoom
}

// accept judges a file, has it scanned, and stores it. It fills in the size and type of the file, and returns the key for
// submitEvidence. The error is a refusal, a notice, or that of an operation.
func (p *Page) accept(ctx context.Context, v *visit, temp *os.File, f *announced) (key string, err error) {
	if f.Size > maxFile {
		return "", errTooLarge
	}
	k, err := judge(temp, f.Size)
	if err != nil {
		return "", err
	}
	f.FileName, f.FileType = nameOf(f.FileName, k), k.mediaType
	if err := p.scanner.scan(ctx, temp.Name()); err != nil {
		return "", p.failedToScan(ctx, err)
	}
	if free, known := p.blobs.FreeBytes(); known && free-f.Size < p.blobs.MinFree() {
		return "", p.noRoom(ctx, errors.New("the folder of uploads has less free than uploads leave"))
	}
	key, storeKey, err := p.desk.announce(ctx, v.link, *f)
	if err != nil {
		return "", err
	}
	if err := p.blobs.Write(ctx, storeKey, f.FileType, io.NewSectionReader(temp, 0, f.Size)); err != nil {
		p.log.ErrorContext(ctx, "evidence cannot be stored", "error", err)
		return "", errUnavailable
	}
	return key, nil
}

// failedToScan logs what the operator wants to know: a file that was refused, and a command that does not work.
func (p *Page) failedToScan(ctx context.Context, err error) error {
	if _, ok := errors.AsType[refusal](err); ok {
		p.log.WarnContext(ctx, "the scan command refused a file of evidence")
		return err
	}
	p.log.ErrorContext(ctx, "evidence cannot be checked", "error", err)
	return errUnchecked
}

// shown returns a file's name as its sender gets to see it.
func shown(name string) string {
	runes := []rune(name)
	if len(runes) > 60 {
		return string(runes[:60]) + "…"
	}
	return name
}
