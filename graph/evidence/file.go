package evidence

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"mime/multipart"
	"net/http"
	"os"
	"time"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/model/scalar"
)

// announced is a file as announceEvidence takes it.
type announced struct {
	FileName string `json:"fileName"`
	FileType string `json:"fileType"`
	Size     int64  `json:"size"`
}

// arrived is a file of the form that is good by its content. It lies on the disk of the node until the form is handed in or
// refused: only when nothing is wrong with the form, its upload has a key.
type arrived struct {
	announced

	sent, digest, key string
	temp              *os.File
}

// storing is an upload of the database, and where its file goes.
type storing struct{ key, storeKey string }

// discard removes what has arrived from the disk of the node.
func (f *entered) discard() {
	for _, a := range f.files {
		remove(a.temp)
	}
}

func remove(temp *os.File) { _ = errors.Join(temp.Close(), os.Remove(temp.Name())) }

// takeFile takes a file of the form into a file of its own, and looks at its content. What is wrong with it is a problem of
// the form; an error ends the reading.
func (p *Page) takeFile(ctx context.Context, v *visit, f *entered, part *multipart.Part) error {
	temp, err := os.CreateTemp(p.folder, "covertrack-evidence-*")
	if err != nil {
		return p.noRoom(ctx, err)
	}
	a := &arrived{announced: announced{FileName: part.FileName()}, sent: part.FileName(), temp: temp}
	good := false
	defer func() {
		if !good {
			remove(temp)
		}
	}()
	hash := sha256.New()
	a.Size, err = p.receive(io.MultiWriter(temp, hash), part)
	a.digest = hex.EncodeToString(hash.Sum(nil))
	switch {
	case err != nil:
		return p.failedToReceive(ctx, err)
	case a.Size == 0 && part.FileName() == "":
		return nil // no file was chosen
	}
	if wait, ok := p.bytes.Spend(v.link, int(a.Size)); !ok {
		return errBusy(wait)
	}
	good, err = f.takeArrived(a)
	return err
}

// takeArrived adds a file to the form, and reports whether it did.
func (f *entered) takeArrived(a *arrived) (good bool, err error) {
	sum := a.Size
	for _, other := range f.files {
		sum += other.Size
	}
	k, err := judge(a.temp, a.Size)
	refused, isRefused := errors.AsType[refusal](err)
	switch {
	case len(f.files) == maxFiles:
		f.wrong("files", "At most %d files can be sent at once. Send the others after these.", maxFiles)
	case a.Size > maxFile:
		f.wrong("files", "“%s” %s", shown(a.sent), errTooLarge)
	case isRefused:
		f.wrong("files", "“%s” %s", shown(a.sent), refused)
	case err != nil:
		return false, err
	case sum > model.MaxAnnouncedBytes:
		f.wrong("files", "Together, files may have %s. Send the others after these.", model.Bytes(model.MaxAnnouncedBytes))
	default:
		a.FileName, a.FileType = nameOf(a.sent, k), k.mediaType
		f.files = append(f.files, a)
		return true, nil
	}
	return false, nil
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

// keep stores the files of a form in which nothing is wrong. What is wrong is a problem of the form; an error ends it.
func (p *Page) keep(w http.ResponseWriter, r *http.Request, v *visit, f *entered) error {
	// The body has come. How long it took is no part of the time that the answer has.
	_ = http.NewResponseController(w).SetReadDeadline(time.Time{})
	_ = http.NewResponseController(w).SetWriteDeadline(time.Now().Add(maxFiles*scanWithin + 2*operationWithin))
	if len(f.files) == 0 && f.Error("files") == "" {
		f.wrong("files", "Choose at least one file.")
	}
	if err := p.desk.check(r.Context(), v.link, f.submission()); err != nil && !f.takeErr(err) {
		return err
	}
	leave, err := p.slots.file(r.Context(), v)
	if err != nil {
		return broken(err)
	}
	defer leave()
	for _, a := range f.files {
		if len(f.Problems) > 0 {
			return nil
		}
		if err := p.scan(r.Context(), f, a); err != nil {
			return err
		}
	}
	if len(f.Problems) > 0 {
		return nil
	}
	return p.store(r.Context(), v, f)
}

// scan has a file checked.
func (p *Page) scan(ctx context.Context, f *entered, a *arrived) error {
	err := p.scanner.scan(ctx, a.temp.Name())
	if refused, ok := errors.AsType[refusal](err); ok {
		p.log.WarnContext(ctx, "the scan command refused a file of evidence")
		f.wrong("files", "“%s” %s", shown(a.sent), refused)
		return nil
	}
	if err != nil {
		p.log.ErrorContext(ctx, "evidence cannot be checked", "error", err)
		return errUnchecked
	}
	return nil
}

// store announces the files and puts them into the object store.
func (p *Page) store(ctx context.Context, v *visit, f *entered) error {
	files, sum := make([]announced, len(f.files)), int64(0)
	for i, a := range f.files {
		files[i] = a.announced
		sum += a.Size
	}
	if free, known := p.blobs.FreeBytes(); known && free-sum < p.blobs.MinFree() {
		return p.noRoom(ctx, errors.New("the folder of uploads has less free than uploads leave"))
	}
	stored, err := p.desk.announce(ctx, v.link, files)
	if err != nil {
		if f.takeErr(err) {
			return nil
		}
		return err
	}
	for i, a := range f.files {
		a.key = stored[i].key
	}
	for i, a := range f.files {
		if err := p.blobs.Write(ctx, stored[i].storeKey, a.FileType, io.NewSectionReader(a.temp, 0, a.Size)); err != nil {
			p.log.ErrorContext(ctx, "evidence cannot be stored", "error", err)
			p.release(ctx, v, f)
			return errUnavailable
		}
	}
	return nil
}

// release frees the room of files that were announced and could not be handed in. What was handed in all the same, as when
// the outcome of a commit is unknown, stays.
func (p *Page) release(ctx context.Context, v *visit, f *entered) {
	var keys []uuid.UUID
	for _, a := range f.files {
		if a.key != "" {
			keys = append(keys, scalar.ParseID(a.key))
		}
	}
	if len(keys) == 0 {
		return
	}
	if err := p.desk.release(context.WithoutCancel(ctx), v.link, keys); err != nil && fault.CodeOf(err) != fault.CodeNotFound {
		p.log.WarnContext(ctx, "evidence that was not handed in takes room until it is removed", "error", err)
	}
}

// shown returns a file's name as its sender gets to see it.
func shown(name string) string {
	runes := []rune(name)
	if len(runes) > 60 {
		return string(runes[:60]) + "…"
	}
	return name
}
