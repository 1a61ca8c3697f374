package evidence

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"slices"
)

// A kind is a type of file that is taken as evidence.
type kind struct {
	mediaType  string
	extensions []string // the first one is added to a name that has none of them
	starts     func(head []byte) bool
	check      func(f io.ReaderAt, size int64) error // walks the file from its first byte
}

// kinds are all types that are taken. The content alone decides: browsers and names may say anything.
var kinds = []kind{
	{"application/pdf", []string{".pdf"}, prefixed("%PDF-"), checkPDF},
	{"image/jpeg", []string{".jpg", ".jpeg"}, prefixed("\xff\xd8\xff"), checkJPEG},
	{"image/png", []string{".png"}, prefixed(pngMagic), checkPNG},
	{"image/gif", []string{".gif"}, prefixed("GIF87a", "GIF89a"), checkGIF},
	{"image/webp", []string{".webp"}, isWebP, checkWebP},
	{"image/tiff", []string{".tif", ".tiff"}, prefixed("II*\x00", "MM\x00*"), checkTIFF},
	{"image/heic", []string{".heic", ".heif"}, isHEIC, checkHEIC},
}

// A refusal says in a sentence for the broker why a file is not taken. The sentence goes on after the file's name.
type refusal string

// Error returns the sentence.
func (r refusal) Error() string { return string(r) }

const (
	errEmpty    refusal = "is empty. Choose the file again."
	errTooLarge refusal = "is larger than 50 MiB. Send a smaller copy of it."
	errOffice   refusal = "is an archive or an Office document. Save it as a PDF and send that."
	errWebPage  refusal = "is a web page or a drawing with markup. Print it to a PDF and send that."
	errUnknown  refusal = "is neither a PDF nor a picture. Save it as a PDF and send that."
	errDamaged  refusal = "is damaged or not complete. Save it again, or send it as a PDF."
	errMixed    refusal = "has something else hidden in it. Save it again as a PDF and send that."
	errScanned  refusal = "was refused by the virus check. Send another copy of it."
)

// headSize is how much of the beginning is looked at for its type and for markup: more than any browser looks at.
const headSize = 4 << 10

// judge returns the kind of a file's content. The error is a refusal, or that of reading.
func judge(f io.ReaderAt, size int64) (*kind, error) {
	if size == 0 {
		return nil, errEmpty
	}
	head := make([]byte, min(size, headSize))
	if _, err := f.ReadAt(head, 0); err != nil && err != io.EOF {
		return nil, err
	}
	i := slices.IndexFunc(kinds, func(k kind) bool { return k.starts(head) })
	if i < 0 {
		return nil, whatElse(head)
	}
	if hasMarkup(head) {
		return nil, errMixed
	}
	if err := kinds[i].check(f, size); err != nil {
		return nil, damaged(err)
	}
	return &kinds[i], endsInArchive(f, size)
}

// damaged makes a refusal of a file that ends too early.
func damaged(err error) error {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return errDamaged
	}
	return err
}

// whatElse names the type of a file that is not accepted.
func whatElse(head []byte) refusal {
	text := bytes.TrimLeft(bytes.TrimPrefix(head, []byte("\xef\xbb\xbf")), " \t\r\n")
	switch {
	case prefixed("PK\x03\x04", "PK\x05\x06", "Rar!", "7z\xbc\xaf\x27\x1c", "\x1f\x8b", "\xd0\xcf\x11\xe0")(head):
		return errOffice
	case bytes.HasPrefix(text, []byte("<")), hasMarkup(head):
		return errWebPage
	}
	return errUnknown
}

// markup is what no PDF and no picture begins with.
var markup = []string{"<script", "<html", "<svg", "<body", "<iframe", "<!doctype", "<?php"}

func hasMarkup(head []byte) bool {
	lower := bytes.ToLower(head)
	return slices.ContainsFunc(markup, func(tag string) bool { return bytes.Contains(lower, []byte(tag)) })
}

func prefixed(prefixes ...string) func([]byte) bool {
	return func(head []byte) bool {
		return slices.ContainsFunc(prefixes, func(p string) bool { return bytes.HasPrefix(head, []byte(p)) })
	}
}

// archiveTail is how far from its end a ZIP archive has its directory's end: 22 bytes and a comment.
const archiveTail = 22 + 0xffff

// endsInArchive returns a refusal of a file that archive programs open as well: its end names a ZIP directory that is
// there.
func endsInArchive(f io.ReaderAt, size int64) error {
	tail := make([]byte, min(size, archiveTail))
	if _, err := f.ReadAt(tail, size-int64(len(tail))); err != nil && err != io.EOF {
		return err
	}
	for rest := tail; ; rest = rest[4:] {
		at := bytes.Index(rest, []byte("PK\x05\x06"))
		if at < 0 || len(rest) < at+22 {
			return nil
		}
		rest = rest[at:]
		directory := size - int64(len(rest)) - int64(binary.LittleEndian.Uint32(rest[12:]))
		var entry [4]byte
		if _, err := f.ReadAt(entry[:], max(directory, 0)); err == nil && string(entry[:]) == "PK\x01\x02" {
			return errMixed
		}
	}
}

// checkPDF requires the mark of a PDF's end where viewers look for it.
func checkPDF(f io.ReaderAt, size int64) error {
	tail := make([]byte, min(size, 1024))
	if _, err := f.ReadAt(tail, size-int64(len(tail))); err != nil && err != io.EOF {
		return err
	}
	if !bytes.Contains(tail, []byte("%%EOF")) {
		return errDamaged
	}
	return nil
}
