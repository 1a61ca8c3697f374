package credentials_test

import (
	"bytes"
	"crypto/rand"
	"crypto/sha256"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/covertrack/covertrack/model/credentials"
	"github.com/covertrack/covertrack/model/fault"
)

// goodToken was made of the bytes 0, 1, 2 …. Its text must never change, since clients have such texts.
const goodToken = "live_0123456789ABCDEFGHIJKLMNOPQRST1mgvuC"

var tokenForm = regexp.MustCompile(`^(live|test|staff)_[0-9A-Za-z]{36}$`)

func countingBytes() *bytes.Reader {
	b := make([]byte, 256)
	for i := range b {
		b[i] = byte(i)
	}
	return bytes.NewReader(b)
}

func TestTokenText(t *testing.T) {
	t.Parallel()
	token, err := credentials.NewToken(credentials.TokenKindLive, countingBytes())
	require.NoError(t, err)
	require.Equal(t, goodToken, token.Reveal())
	require.Equal(t, sha256.Sum256([]byte(goodToken)), token.Digest())
}

func TestTokenRoundTrip(t *testing.T) {
	t.Parallel()
	for _, kind := range []credentials.TokenKind{credentials.TokenKindLive, credentials.TokenKindTest, credentials.TokenKindStaff} {
		t.Run(string(kind), func(t *testing.T) {
			t.Parallel()
			made, err := credentials.NewToken(kind, rand.Reader)
			require.NoError(t, err)
			require.Regexp(t, tokenForm, made.Reveal())
			read, err := credentials.ParseToken(made.Reveal())
			require.NoError(t, err)
			require.Equal(t, made, read)
			require.Equal(t, kind, read.Kind())
		})
	}
}

func TestTokenIsUnbiased(t *testing.T) {
	t.Parallel()
	// 248 = 4 × 62 is the first byte that must be drawn again, or the first eight characters would be more frequent.
	random := append(bytes.Repeat([]byte{248, 255}, 10), bytes.Repeat([]byte{247}, 30)...)
	token, err := credentials.NewToken(credentials.TokenKindTest, bytes.NewReader(random))
	require.NoError(t, err)
	require.Equal(t, "test_"+strings.Repeat("z", 30), token.Reveal()[:35])
}

func TestTokenWithoutChance(t *testing.T) {
	t.Parallel()
	_, err := credentials.NewToken(credentials.TokenKindTest, iotest.ErrReader(errors.New("no entropy")))
	require.ErrorContains(t, err, "no entropy")
}

func TestParseTokenRefuses(t *testing.T) {
	t.Parallel()
	for name, text := range map[string]string{
		"empty":          "",
		"prefix alone":   "live_",
		"other prefix":   "prod_" + goodToken[5:],
		"other mode":     "test_" + goodToken[5:],
		"upper case":     "LIVE_" + goodToken[5:],
		"too short":      goodToken[:len(goodToken)-1],
		"too long":       goodToken + "0",
		"space before":   " " + goodToken,
		"line after":     goodToken + "\n",
		"not base62":     goodToken[:10] + "-" + goodToken[11:],
		"not ASCII":      goodToken[:10] + "é" + goodToken[12:],
		"swapped":        goodToken[:8] + goodToken[9:10] + goodToken[8:9] + goodToken[10:],
		"wrong checksum": goodToken[:len(goodToken)-1] + "0",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := credentials.ParseToken(text)
			require.Equal(t, fault.CodeUnauthorized, fault.CodeOf(err))
			if len(text) > len("staff_") {
				require.NotContains(t, err.Error(), text, "a refusal repeats no secret")
			}
		})
	}
}

func TestTokenIsNotPrinted(t *testing.T) {
	t.Parallel()
	token, err := credentials.ParseToken(goodToken)
	require.NoError(t, err)
	for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x"} {
		printed := fmt.Sprintf(verb, token) + fmt.Sprintf(verb, []any{&token})
		require.NotContains(t, printed, goodToken[5:20])
		require.NotContains(t, printed, fmt.Sprintf("%x", goodToken[5:20]))
	}
}

func TestTokenTypingErrors(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		at := rapid.IntRange(0, len(goodToken)-1).Draw(t, "at")
		b := []byte(goodToken)
		b[at] = rapid.Byte().Filter(func(c byte) bool { return c != b[at] }).Draw(t, "typed")
		_, err := credentials.ParseToken(string(b))
		require.Error(t, err, "CRC-32 finds every single wrong byte")
	})
}

func FuzzParseToken(f *testing.F) {
	f.Add(goodToken)
	f.Add("test_")
	f.Add("staff_" + goodToken[5:])
	f.Fuzz(func(t *testing.T, text string) {
		token, err := credentials.ParseToken(text)
		if err != nil {
			require.Equal(t, fault.CodeUnauthorized, fault.CodeOf(err))
			return
		}
		require.Equal(t, text, token.Reveal())
		require.Regexp(t, tokenForm, text)
	})
}
