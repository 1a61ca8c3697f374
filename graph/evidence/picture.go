package evidence

import (
	"bufio"
	"encoding/binary"
	"errors"
	"io"
	"slices"
	"strings"
)

const pngMagic = "\x89PNG\r\n\x1a\n"

// A walker reads a file from its first byte. After an error it reads zeros, so that a check looks for the error once in
// each round.
type walker struct {
	in  *bufio.Reader
	err error
}

func walk(f io.ReaderAt, size int64) *walker {
	return &walker{in: bufio.NewReaderSize(io.NewSectionReader(f, 0, size), 64<<10)}
}

// next reads n bytes, which are valid until the next read.
func (w *walker) next(n int) []byte {
	b, err := w.in.Peek(n)
	if w.err == nil {
		w.err = err
	}
	if w.err != nil {
		return make([]byte, n)
	}
	_, w.err = w.in.Discard(n)
	return b
}

func (w *walker) skip(n int64) {
	if w.err == nil {
		_, w.err = io.CopyN(io.Discard, w.in, n)
	}
}

// atEnd wants nothing but zero bytes, which some programs fill up with.
func (w *walker) atEnd() error {
	for w.err == nil {
		if w.next(1)[0] != 0 {
			return errMixed
		}
	}
	if errors.Is(w.err, io.EOF) {
		return nil
	}
	return w.err
}

// checkPNG walks the chunks to the last one, which must be the file's end.
func checkPNG(f io.ReaderAt, size int64) error {
	w := walk(f, size)
	w.skip(int64(len(pngMagic)))
	for first := true; ; first = false {
		chunk := w.next(8)
		length, name := int64(binary.BigEndian.Uint32(chunk)), string(chunk[4:])
		if w.err == nil && first && (name != "IHDR" || length != 13) {
			return errDamaged
		}
		switch w.skip(length + 4); {
		case w.err != nil:
			return w.err
		case name == "IEND":
			return w.atEnd()
		}
	}
}

// checkGIF walks the blocks to the trailer, which must be the file's end.
func checkGIF(f io.ReaderAt, size int64) error {
	w := walk(f, size)
	w.skip(colours(w.next(13)[10]))
	for {
		switch block := w.next(1)[0]; {
		case w.err != nil:
			return w.err
		case block == 0x3b:
			return w.atEnd()
		case block == 0x21: // an extension: its label, then its data
			w.skip(1)
		case block == 0x2c: // a frame: what it has before its data
			w.skip(colours(w.next(9)[8]) + 1)
		default:
			return errDamaged
		}
		for length := w.next(1)[0]; length > 0; length = w.next(1)[0] {
			w.skip(int64(length))
		}
	}
}

// colours is the size of a table of colours, by the flags before it.
func colours(flags byte) int64 {
	if flags&0x80 == 0 {
		return 0
	}
	return 3 << (flags&7 + 1)
}

// checkJPEG walks the segments to the first scan. What phones write behind the picture, such as a film, is let pass.
func checkJPEG(f io.ReaderAt, size int64) error {
	w := walk(f, size)
	w.skip(2)
	for framed := false; ; {
		segment := w.next(4)
		marker, length := segment[1], int64(binary.BigEndian.Uint16(segment[2:]))
		switch {
		case w.err != nil:
			return w.err
		case segment[0] != 0xff || marker < 0xc0 || length < 2:
			return errDamaged
		case marker == 0xda && framed:
			return nil
		case marker == 0xda:
			return errDamaged
		case marker <= 0xcf && marker != 0xc4 && marker != 0xc8 && marker != 0xcc:
			framed = true
		}
		w.skip(length - 2)
	}
}

func isWebP(head []byte) bool {
	return len(head) >= 16 && string(head[:4]) == "RIFF" && string(head[8:15]) == "WEBPVP8"
}

// checkWebP wants a file as long as it says.
func checkWebP(f io.ReaderAt, size int64) error {
	head := make([]byte, 8)
	if _, err := f.ReadAt(head, 0); err != nil {
		return err
	}
	said := int64(binary.LittleEndian.Uint32(head[4:])) + 8
	switch {
	case said > size:
		return errDamaged
	case size > said+said%2:
		return errMixed
	}
	return nil
}

// checkTIFF wants a first directory that is in the file.
func checkTIFF(f io.ReaderAt, _ int64) error {
	head := make([]byte, 8)
	if _, err := f.ReadAt(head, 0); err != nil {
		return err
	}
	var order binary.ByteOrder = binary.LittleEndian
	if head[0] == 'M' {
		order = binary.BigEndian
	}
	at, count := int64(order.Uint32(head[4:])), make([]byte, 2)
	if _, err := f.ReadAt(count, at); err != nil {
		return err
	}
	entries := int64(order.Uint16(count))
	if at < 8 || entries == 0 {
		return errDamaged
	}
	_, err := f.ReadAt(make([]byte, 4), at+2+12*entries) // where the next directory is
	return err
}

// heicBrands are those that say that a file has pictures as phones make them.
var heicBrands = []string{"heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1"}

func isHEIC(head []byte) bool {
	if len(head) < 16 || string(head[4:8]) != "ftyp" || string(head[8:12]) == "avif" {
		return false
	}
	brands := head[8:min(uint32(len(head)), max(16, binary.BigEndian.Uint32(head)))]
	for brand := range slices.Chunk(brands, 4) {
		if slices.Contains(heicBrands, string(brand)) {
			return true
		}
	}
	return false
}

// checkHEIC walks the boxes to the file's end.
func checkHEIC(f io.ReaderAt, size int64) error {
	w := walk(f, size)
	for left := size; left > 0; {
		box := w.next(8)
		length, used, name := int64(binary.BigEndian.Uint32(box)), int64(8), string(box[4:])
		if length == 1 {
			length, used = int64(binary.BigEndian.Uint64(w.next(8))), 16 //nolint:gosec // a negative one is refused below
		}
		switch {
		case w.err != nil:
			return w.err
		case strings.ContainsFunc(name, func(r rune) bool { return r < ' ' || r > '~' }):
			return errDamaged
		case length == 0 && used == 8:
			return nil // the rest of the file
		case length < used || length > left:
			return errDamaged
		}
		w.skip(length - used)
		left -= length
	}
	return w.err
}

// longestName is how many bytes a file's name may have.
const longestName = 200

// nameOf returns the name that a file is kept under: without folders, control characters and marks that change the
// direction of reading, and with an extension of its kind, so that nobody opens it with another program.
func nameOf(given string, k *kind) string {
	name := given[strings.LastIndexAny(given, `/\`)+1:]
	name = strings.TrimSpace(strings.Map(printable, strings.ToValidUTF8(name, "")))
	lower := strings.ToLower(name)
	extension := k.extensions[0]
	for _, known := range k.extensions {
		if strings.HasSuffix(lower, known) {
			name, extension = name[:len(name)-len(known)], name[len(name)-len(known):]
			break
		}
	}
	name = strings.ToValidUTF8(name[:min(len(name), longestName-len(extension))], "")
	if strings.Trim(name, ". ") == "" {
		name = "evidence"
	}
	return name + extension
}
