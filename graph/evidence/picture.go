package evidence

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"io"
	"slices"
	"strings"
)

const pngMagic = "\x89PNG\r\n\x1a\n"

// checkPNG walks the chunks to the last one, which must be the file's end.
func checkPNG(f io.ReaderAt, size int64) error {
	in := walk(f, size)
	if err := skip(in, int64(len(pngMagic))); err != nil {
		return err
	}
	for first := true; ; first = false {
		chunk, err := next(in, 8)
		if err != nil {
			return err
		}
		length, name := int64(binary.BigEndian.Uint32(chunk)), string(chunk[4:])
		if first && (name != "IHDR" || length != 13) {
			return errDamaged
		}
		if err := skip(in, length+4); err != nil {
			return err
		}
		if name == "IEND" {
			return atEnd(in)
		}
	}
}

// atEnd wants nothing but zero bytes, which some programs fill up with.
func atEnd(in *bufio.Reader) error {
	for {
		b, err := in.ReadByte()
		switch {
		case err == io.EOF:
			return nil
		case err != nil:
			return err
		case b != 0:
			return errMixed
		}
	}
}

// checkGIF walks the blocks to the trailer, which must be the file's end.
func checkGIF(f io.ReaderAt, size int64) error {
	in := walk(f, size)
	screen, err := next(in, 13)
	if err != nil {
		return err
	}
	if err := skip(in, colours(screen[10])); err != nil {
		return err
	}
	for {
		block, err := in.ReadByte()
		if err != nil {
			return err
		}
		switch block {
		case 0x3b:
			return atEnd(in)
		case 0x21: // an extension: its label, then its data
			err = skip(in, 1)
		case 0x2c:
			err = skipFrame(in)
		default:
			return errDamaged
		}
		if err == nil {
			err = skipBlocks(in)
		}
		if err != nil {
			return err
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

// skipFrame passes over what a frame has before its data.
func skipFrame(in *bufio.Reader) error {
	frame, err := next(in, 9)
	if err != nil {
		return err
	}
	return skip(in, colours(frame[8])+1)
}

func skipBlocks(in *bufio.Reader) error {
	for {
		length, err := in.ReadByte()
		if err != nil || length == 0 {
			return err
		}
		if err := skip(in, int64(length)); err != nil {
			return err
		}
	}
}

// checkJPEG walks the segments to the first scan. What phones write behind the picture, such as a film, is let pass.
func checkJPEG(f io.ReaderAt, size int64) error {
	in := walk(f, size)
	if err := skip(in, 2); err != nil {
		return err
	}
	for framed := false; ; {
		segment, err := next(in, 4)
		if err != nil {
			return err
		}
		marker, length := segment[1], int64(binary.BigEndian.Uint16(segment[2:]))
		switch {
		case segment[0] != 0xff || marker < 0xc0 || length < 2:
			return errDamaged
		case marker == 0xda && framed:
			return nil
		case marker == 0xda:
			return errDamaged
		case marker <= 0xcf && marker != 0xc4 && marker != 0xc8 && marker != 0xcc:
			framed = true
		}
		if err := skip(in, length-2); err != nil {
			return err
		}
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
	in := walk(f, size)
	for left := size; left > 0; {
		box, err := next(in, 8)
		if err != nil {
			return err
		}
		length, used := int64(binary.BigEndian.Uint32(box)), int64(8)
		if bytes.ContainsFunc(box[4:], func(r rune) bool { return r < ' ' || r > '~' }) {
			return errDamaged
		}
		switch length {
		case 0:
			return nil // the rest of the file
		case 1:
			large, err := next(in, 8)
			if err != nil {
				return err
			}
			length, used = int64(binary.BigEndian.Uint64(large)), 16 //nolint:gosec // a negative one is refused below
		}
		if length < used || length > left {
			return errDamaged
		}
		if err := skip(in, length-used); err != nil {
			return err
		}
		left -= length
	}
	return nil
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
