package credentials

import (
	"crypto/sha256"
	"fmt"
	"hash/crc32"
	"io"
	"slices"
	"strings"

	"github.com/covertrack/covertrack/model/fault"
)

// TokenKind is the prefix of a token's text: the mode of a service account's portfolio, or staff (contract section 1).
type TokenKind string

// The kinds of tokens.
const (
	TokenKindLive  TokenKind = "live"
	TokenKindTest  TokenKind = "test"
	TokenKindStaff TokenKind = "staff"
	// TokenKindSandbox is of a service account in a sandbox.
	TokenKindSandbox TokenKind = "sandbox"
	// TokenKindScim is of the directory of an identity provider. It opens /scim/v2 alone.
	TokenKindScim TokenKind = "scim"
)

var tokenKinds = []TokenKind{TokenKindLive, TokenKindTest, TokenKindStaff, TokenKindSandbox, TokenKindScim}

// A token's text is the kind, "_", 30 random base62 characters (178 bits), and 6 for the CRC-32 of all before them
// (contract section 2). The checksum is no protection: it finds typing errors without asking the database.
const (
	tokenRandom   = 30
	tokenChecksum = 6
	base62        = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
)

// TokenText is the text of a token, a secret. It prints only its kind, so that no log can have it.
type TokenText struct {
	kind TokenKind
	text string
}

// NewToken makes a token of the kind from a CSPRNG, crypto/rand.Reader in practice. It fails only if that does.
func NewToken(kind TokenKind, random io.Reader) (TokenText, error) {
	var b strings.Builder
	b.WriteString(string(kind))
	b.WriteByte('_')
	// fair is the greatest multiple of 62 in a byte. Greater values would make the first digits more frequent.
	const fair = 256 / len(base62) * len(base62)
	var draw [1]byte
	for drawn := 0; drawn < tokenRandom; {
		if _, err := io.ReadFull(random, draw[:]); err != nil {
			return TokenText{}, fmt.Errorf("reading chance for a token: %w", err)
		}
		if int(draw[0]) < fair {
			b.WriteByte(base62[int(draw[0])%len(base62)])
			drawn++
		}
	}
	b.WriteString(tokenSum(b.String()))
	return TokenText{kind: kind, text: b.String()}, nil
}

// ParseToken reads the text of a token. `unauthorized` unless prefix, length, characters and checksum are right: the
// message says which, and repeats nothing of the text.
func ParseToken(text string) (TokenText, error) {
	for _, kind := range tokenKinds {
		body, ok := strings.CutPrefix(text, string(kind)+"_")
		if !ok || len(body) != tokenRandom+tokenChecksum || strings.Trim(body, base62) != "" {
			continue
		}
		split := len(text) - tokenChecksum
		if text[split:] == tokenSum(text[:split]) {
			return TokenText{kind: kind, text: text}, nil
		}
		return TokenText{}, fault.New(fault.CodeUnauthorized, "The token has a typing error: its checksum is wrong. Copy it whole.")
	}
	return TokenText{}, fault.New(fault.CodeUnauthorized,
		"The token is not one of ours: `live_`, `test_`, `sandbox_` or `staff_` and %d letters and digits. Copy it whole.",
		tokenRandom+tokenChecksum)
}

// IsTokenPrefixed reports whether a text begins as a token does.
func IsTokenPrefixed(text string) bool {
	return slices.ContainsFunc(tokenKinds, func(kind TokenKind) bool { return strings.HasPrefix(text, string(kind)+"_") })
}

// Kind returns the kind of the token.
func (t TokenText) Kind() TokenKind { return t.kind }

// Reveal returns the text itself, to be shown to its owner once.
func (t TokenText) Reveal() string { return t.text }

// Digest returns the SHA-256 of the text, which is stored. A slow hash would add nothing to 178 random bits.
func (t TokenText) Digest() [32]byte { return sha256.Sum256([]byte(t.text)) }

// String returns the kind and nothing of the secret.
func (t TokenText) String() string { return string(t.kind) + "_…" }

// GoString returns String, for %#v.
func (t TokenText) GoString() string { return t.String() }

// tokenSum returns the CRC-32 (IEEE) of the text as 6 base62 digits, the highest first.
func tokenSum(text string) string {
	var digits [tokenChecksum]byte
	sum := crc32.ChecksumIEEE([]byte(text))
	for i := len(digits) - 1; i >= 0; i-- {
		digits[i] = base62[sum%uint32(len(base62))]
		sum /= uint32(len(base62))
	}
	return string(digits[:])
}
