package blob

import (
	"context"
	"crypto/hmac"
	"encoding/base64"
	"errors"
	"fmt"
	"hash"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"gocloud.dev/gcerrors"
)

// window is how long a download's URL stays the same.
const window = 15 * time.Minute

// filesPath is where Handler expects the files.
const filesPath = "/files/"

var (
	errSignature = errors.New("signature")
	errExpired   = errors.New("expired")
)

// A ticket is what one of our URLs permits. All of it is signed.
type ticket struct {
	method      string // PUT, or GET (which permits HEAD)
	key         string
	contentType string // of the upload, exactly; or to answer the download with
	fileName    string // downloads only
	expires     int64  // Unix seconds
}

// SignUpload answers a URL that takes PUT with exactly this Content-Type until
// expires has passed. The upload is bounded by [MaxUpload] right there when it
// comes to our handler, else in [Store.Claim]. ErrInvalidKey.
func (s *Store) SignUpload(ctx context.Context, key, contentType string, expires time.Duration) (string, error) {
	if err := errors.Join(checkKey(key), checkType(contentType)); err != nil {
		return "", err
	}
	if expires <= 0 {
		return "", fmt.Errorf("blob: an upload cannot expire after %s, give it 15 minutes", expires)
	}
	if s.direct != nil {
		signed, err := s.signDirect(ctx, key, contentType, expires)
		if err == nil {
			return signed, nil
		}
		if gcerrors.Code(err) != gcerrors.Unimplemented {
			return "", fmt.Errorf("blob: the object store's client cannot sign an upload, check its credentials: %w", err)
		}
	}
	t := ticket{method: http.MethodPut, key: key, contentType: contentType, expires: s.clock().Add(expires).Unix()}
	return s.url(t), nil
}

// SignDownload answers a URL that works without a header and offers the file
// to be saved as fileName. It is the same for every call within one 15-minute
// window, on every node, and valid for one to two windows from now. A
// contentType that is none is answered as application/octet-stream.
// ErrInvalidKey.
func (s *Store) SignDownload(key, fileName, contentType string, now time.Time) (string, error) {
	if err := checkKey(key); err != nil {
		return "", err
	}
	if checkType(contentType) != nil {
		contentType = octetStream
	}
	t := ticket{
		method:      http.MethodGet,
		key:         key,
		contentType: contentType,
		fileName:    safeName(fileName),
		expires:     now.Truncate(window).Add(2 * window).Unix(),
	}
	return s.url(t), nil
}

// url writes the parameters in the order of their names.
func (s *Store) url(t ticket) string {
	b := make([]byte, 0, 512)
	b = append(append(append(b, s.baseURL...), filesPath...), t.key...)
	b = strconv.AppendInt(append(b, "?expires="...), t.expires, 10)
	if t.fileName != "" {
		b = append(append(b, "&name="...), url.QueryEscape(t.fileName)...)
	}
	b = s.appendMAC(append(b, "&signature="...), t)
	return string(append(append(b, "&type="...), url.QueryEscape(t.contentType)...))
}

// appendMAC quotes each part, so that no two tickets share a text, and begins
// with a name of its own, so that no other use of the key can be taken for a
// ticket.
func (s *Store) appendMAC(b []byte, t ticket) []byte {
	m := s.macs.Get().(*mac)
	defer s.macs.Put(m)
	m.text = append(m.text[:0], "covertrack files v1"...)
	for _, part := range [...]string{t.method, t.key, t.contentType, t.fileName} {
		m.text = appendQuoted(append(m.text, ' '), part)
	}
	m.text = strconv.AppendInt(append(m.text, ' '), t.expires, 10)
	m.keyed.Reset()
	_, _ = m.keyed.Write(m.text)
	m.text = m.keyed.Sum(m.text[:0])
	return base64.RawURLEncoding.AppendEncode(b, m.text)
}

// A mac is a hash with the signing key, which costs half when it is used
// again, and the room for what it signs.
type mac struct {
	keyed hash.Hash
	text  []byte
}

// appendQuoted is strconv.AppendQuote, which looks at each letter for long.
func appendQuoted(b []byte, s string) []byte {
	for i := range len(s) {
		if c := s[i]; c < ' ' || c > '~' || c == '"' || c == '\\' {
			return strconv.AppendQuote(b, s)
		}
	}
	return append(append(append(b, '"'), s...), '"')
}

// admit reads the ticket of a request: errSignature unless we signed it,
// errExpired when its time is over.
func (s *Store) admit(method string, u *url.URL) (ticket, error) {
	if method == http.MethodHead {
		method = http.MethodGet
	}
	query := u.Query()
	expires, err := strconv.ParseInt(query.Get("expires"), 10, 64)
	if err != nil {
		return ticket{}, errSignature
	}
	t := ticket{
		method:      method,
		key:         strings.TrimPrefix(u.Path, filesPath),
		contentType: query.Get("type"),
		fileName:    query.Get("name"),
		expires:     expires,
	}
	if !hmac.Equal([]byte(query.Get("signature")), s.appendMAC(nil, t)) {
		return ticket{}, errSignature
	}
	if s.clock().Unix() >= t.expires {
		return ticket{}, errExpired
	}
	return t, nil
}
