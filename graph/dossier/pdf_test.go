package dossier

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/model/dossier"
)

// hostile are texts that no page may stumble over.
var hostile = []string{
	"", "\n\n", "Łódź, Βόλος, Київ", "東京 🏠 \U0010ffff", "a\x00b\u202ec\tde", strings.Repeat("x", 5000),
	strings.Repeat("word ", 3000), "\xff\xfe",
	"{nb}", "(paren\\esis)",
}

func writeHostile(p dossier.Page) {
	for i, text := range hostile {
		p.Section(text)
		p.Heading(text)
		p.Text(text)
		p.Facts([][2]string{{text, text}, {"Name", text}})
		p.Table([]string{"One", "Two"}, []float64{10, 90}, [][]string{{text, text}, {"", fmt.Sprint(i)}})
		p.Letter(text)
	}
	p.Table([]string{"One"}, []float64{1}, nil)
}

// TestPDF is that any text can be written, and that the same text makes the same bytes.
func TestPDF(t *testing.T) {
	t.Parallel()
	var first, second bytes.Buffer
	at := time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC)
	for _, out := range []*bytes.Buffer{&first, &second} {
		f := footer{strings.Repeat("Łódź ", 50), "on March 1, 2026", "as of March 1, 2026, 23:59 UTC"}
		require.NoError(t, writePDF(out, f, at, writeHostile))
	}
	require.Equal(t, first.Bytes(), second.Bytes())
	require.True(t, bytes.HasPrefix(first.Bytes(), []byte("%PDF-")))
	require.Contains(t, first.String(), "/CreationDate (D:20260301000000")
}

// TestPlainName is a file's name that every system can unpack.
func TestPlainName(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"Evidence.pdf": "Evidence.pdf", "../../etc/passwd": ".._.._etc_passwd", `a\b:c*?"<>|.pdf`: "a_b_c______.pdf",
		strings.Repeat("ł", 200) + ".pdf": strings.Repeat("ł", 48) + ".pdf", "x\u202efdp.exe": "xfdp.exe",
	} {
		require.Equal(t, want, plainName(name), name)
	}
}
