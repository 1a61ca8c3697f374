package evidence

import (
	"encoding/base64"
	"io"
	"mime/multipart"
	"net/http"
	"strings"
	"unicode/utf8"

	"github.com/covertrack/covertrack/storage/blob"
)

// The bounds of a form. What is over them is not read to its end.
const (
	maxFile  = blob.MaxUpload
	maxBody  = maxFiles*maxFile + 1<<20
	maxParts = 100
	maxField = 64 << 10 // with its headers
)

// readForm reads the form as a stream: its fields, and one file after the other.
func (p *Page) readForm(w http.ResponseWriter, r *http.Request, v *visit) (f *entered, err error) {
	body := &allowance{Reader: blob.KeepPace(w, http.MaxBytesReader(w, r.Body, maxBody))}
	r.Body = io.NopCloser(body)
	parts, err := r.MultipartReader()
	if err != nil {
		return nil, errMalformed
	}
	f = newForm(v.request)
	f.Once = ""
	defer func() {
		if err != nil {
			f.discard()
		}
	}()
	for n := 0; ; n++ {
		body.left = maxField
		part, err := parts.NextRawPart()
		switch {
		case err == io.EOF: //nolint:errorlint // a wrapped one is a form that ends too early
			f.checkAsked()
			return f, f.checkOnce()
		case err != nil:
			return f, broken(err)
		case n == maxParts:
			return f, errTooMuch
		}
		if part.FormName() == "files" {
			body.left = maxBody
			err = p.takeFile(r.Context(), v, f, part)
		} else {
			err = f.takeField(part)
		}
		if err != nil {
			return f, err
		}
	}
}

// checkOnce requires the hidden field that names the form.
func (f *entered) checkOnce() error {
	if once, err := base64.RawURLEncoding.DecodeString(f.Once); err != nil || len(once) != 16 {
		return errMalformed
	}
	return nil
}

// takeField takes a field of the form, each once.
func (f *entered) takeField(part *multipart.Part) error {
	raw, err := io.ReadAll(part)
	if err != nil {
		return broken(err)
	}
	name, value := part.FormName(), string(raw)
	if !utf8.ValidString(value) || part.FileName() != "" {
		return errMalformed
	}
	_, isOfAll := fields[name]
	switch {
	case name == "once" && f.Once == "":
		f.Once = value
		return nil
	case name == "asks" && f.shownAs == "":
		f.shownAs, f.isStale = value, value != f.Asks
		return nil
	case f.isStale && !isOfAll:
		return nil // it may be of something else now
	case !f.has(name):
		return errMalformed
	}
	if _, twice := f.values[name]; twice {
		return errMalformed
	}
	f.values[name] = strings.TrimSpace(strings.ReplaceAll(value, "\r\n", "\n"))
	return nil
}
