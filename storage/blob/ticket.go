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
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// window is how long the URL of a download stays the same.
const window = 15 * time.Minute

// filesPath is the path below which Handler serves files.
const filesPath = "/files/"

var (
	errSignature = errors.New("signature")
	errExpired   = errors.New("expired")
)

// A ticket is what one of our URLs permits. All of it is signed.
type ticket struct {
	method      string // PUT, or GET (which permits HEAD)
	key         string
	contentType string // that the upload must have, or that the download is sent with
	fileName    string // downloads only
	expires     int64  // Unix seconds
}

// SignUpload returns a URL that accepts PUT with exactly this Content-Type until expires has passed. [MaxUpload] is
// checked at once if the upload comes to our handler, else in [Store.Claim]. Errors wrap ErrInvalidKey.
func (s *Store) SignUpload(ctx context.Context, key, contentType string, expires time.Duration) (string, error) {
	if err := errors.Join(checkKey(key), checkType(contentType)); err != nil {
		return "", err
	}
	if expires <= 0 {
		return "", fmt.Errorf("blob: an upload cannot expire after %s, give it 15 minutes", expires)
	}
	signed, err := s.bucket.sign(ctx, key, contentType, expires)
	switch {
	case err == nil:
		return signed, nil
	case !errors.Is(err, errors.ErrUnsupported):
		return "", fmt.Errorf("blob: the object store's client cannot sign an upload, check its credentials: %w", err)
	}
	t := ticket{method: http.MethodPut, key: key, contentType: contentType, expires: s.clock().Add(expires).Unix()}
	return s.url(t), nil
}

// SignDownload returns a URL that works without a header and offers the file to be saved as fileName. It is the same
// for every call within one 15-minute window, on every node, and valid for one to two windows from now. An invalid
// contentType becomes application/octet-stream. Errors wrap ErrInvalidKey.
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

// url returns the URL of a ticket, with the parameters in the order of their names.
func (s *Store) url(t ticket) string {
	b := make([]byte, 0, 512)
	b = append(append(append(b, s.baseURL...), filesPath...), t.key...)
	b = strconv.AppendInt(append(b, "?expires="...), t.expires, 10)
	if t.fileName != "" {
		b = append(append(b, "&name="...), url.QueryEscape(t.fileName)...)
	}
	b = appendMAC(append(b, "&signature="...), t, s.macs[0])
	return string(append(append(b, "&type="...), url.QueryEscape(t.contentType)...))
}

// appendMAC appends the signature of a ticket. Each part of the signed text is quoted, so that no two tickets have the
// same text. The text begins with a name, so that nothing else that is signed with the key passes for a ticket.
func appendMAC(b []byte, t ticket, macs *sync.Pool) []byte {
	m := macs.Get().(*mac)
	defer macs.Put(m)
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

// A mac is a hash with the signing key and a buffer for what it signs. To use one again costs half of a new one.
type mac struct {
	keyed hash.Hash
	text  []byte
}

// appendQuoted does what strconv.AppendQuote does, but faster for plain text.
func appendQuoted(b []byte, s string) []byte {
	for i := range len(s) {
		if c := s[i]; c < ' ' || c > '~' || c == '"' || c == '\\' {
			return strconv.AppendQuote(b, s)
		}
	}
	return append(append(append(b, '"'), s...), '"')
}

// admit returns the ticket of a request. The error is errSignature if we did not sign it, errExpired if it has expired.
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
	signature := []byte(query.Get("signature"))
	if !slices.ContainsFunc(s.macs, func(macs *sync.Pool) bool { return hmac.Equal(signature, appendMAC(nil, t, macs)) }) {
		return ticket{}, errSignature
	}
	if s.clock().Unix() >= t.expires {
		return ticket{}, errExpired
	}
	return t, nil
}
