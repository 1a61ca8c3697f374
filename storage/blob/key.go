package blob

import (
	"errors"
	"fmt"
	"mime"
	"strings"
	"unicode"
)

// ErrInvalidKey means that some store would change the key. Keys are made by the server, so it is a mistake of the
// caller.
var ErrInvalidKey = errors.New("blob: invalid key: use segments of letters, digits, '-', '_' and '.' joined by '/', " +
	"each starting with a letter or digit")

const (
	maxKey      = 512
	maxSegment  = 200 // a file name holds 255 bytes, and fileblob appends to it
	maxFileName = 255
	octetStream = "application/octet-stream"
)

// checkKey allows only keys that every store keeps without escaping. Else "a/./b" and "a/b" would be one file in a
// folder, and "__0x2f__" would be read as a slash.
func checkKey(key string) error {
	if len(key) > maxKey || strings.Contains(key, "__0x") {
		return fmt.Errorf("%w: %.80q", ErrInvalidKey, key)
	}
	for segment := range strings.SplitSeq(key, "/") {
		if !isSegment(segment) {
			return fmt.Errorf("%w: %.80q", ErrInvalidKey, key)
		}
		if len(segment) > maxSegment || strings.HasSuffix(segment, ".attrs") || strings.HasSuffix(segment, ".tmp") {
			return fmt.Errorf("%w, of at most %d characters, and not ending in .attrs or .tmp: %.80q",
				ErrInvalidKey, maxSegment, key)
		}
	}
	return nil
}

// isSegment reports whether s is one segment of a key; so are the two halves of a usual media type.
func isSegment(s string) bool {
	for i := range len(s) {
		if c := s[i]; !isAlphanumeric(c) && (i == 0 || c != '.' && c != '_' && c != '-') {
			return false
		}
	}
	return s != ""
}

func isAlphanumeric(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9'
}

// checkType returns an error unless contentType can be a Content-Type header.
func checkType(contentType string) error {
	if major, minor, _ := strings.Cut(contentType, "/"); isSegment(major) && isSegment(minor) {
		return nil // the usual case, cheaper than parsing
	}
	if _, _, err := mime.ParseMediaType(contentType); err != nil {
		return fmt.Errorf("blob: %.80q is no content type, use one like \"application/pdf\": %w", contentType, err)
	}
	if strings.ContainsFunc(contentType, func(r rune) bool { return r > unicode.MaxASCII || unicode.IsControl(r) }) {
		return fmt.Errorf("blob: %.80q is no content type: it may hold visible ASCII characters only", contentType)
	}
	return nil
}

// safeName turns any file name into one that a browser can save: without folders, control characters, or marks that
// change the reading direction (with which "fdp.exe" looks like "exe.pdf").
func safeName(name string) string {
	if isSegment(name) && len(name) <= maxFileName {
		return name
	}
	name = strings.Map(func(r rune) rune {
		switch {
		case r == '/' || r == '\\':
			return '_'
		case unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r):
			return -1
		}
		return r
	}, strings.ToValidUTF8(name, "_"))
	if len(name) > maxFileName {
		name = strings.ToValidUTF8(name[:maxFileName], "")
	}
	if strings.Trim(name, ". ") == "" {
		return "download"
	}
	return name
}
