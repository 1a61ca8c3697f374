package evidence_test

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"image"
	"image/gif"
	"image/jpeg"
	"image/png"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// aPDF is the smallest that is taken.
func aPDF(text string) []byte {
	return []byte("%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\n% " + text + "\ntrailer\n<< /Root 1 0 R >>\nstartxref\n9\n%%EOF\n")
}

func encoded(t testing.TB, encode func(out *bytes.Buffer, m image.Image) error) []byte {
	t.Helper()
	var out bytes.Buffer
	require.NoError(t, encode(&out, image.NewPaletted(image.Rect(0, 0, 20, 20), append(grays(), grays()...))))
	return out.Bytes()
}

func aPNG(t testing.TB) []byte {
	t.Helper()
	return encoded(t, func(out *bytes.Buffer, m image.Image) error { return png.Encode(out, m) })
}

func aJPEG(t testing.TB) []byte {
	t.Helper()
	return encoded(t, func(out *bytes.Buffer, m image.Image) error { return jpeg.Encode(out, m, nil) })
}

func aGIF(t testing.TB) []byte {
	t.Helper()
	return encoded(t, func(out *bytes.Buffer, m image.Image) error { return gif.Encode(out, m, nil) })
}

func aWebP() []byte {
	body := "WEBPVP8L" + string(binary.LittleEndian.AppendUint32(nil, 8)) + "\x2f\x00\x00\x00\x00\x00\x00\x00"
	return []byte("RIFF" + string(binary.LittleEndian.AppendUint32(nil, uint32(len(body)))) + body)
}

func aTIFF(order binary.AppendByteOrder, magic string) []byte {
	b := order.AppendUint32([]byte(magic), 8)
	b = order.AppendUint16(b, 1)
	b = append(b, make([]byte, 12)...)
	return order.AppendUint32(b, 0)
}

func box(name, content string) string {
	return string(binary.BigEndian.AppendUint32(nil, uint32(8+len(content)))) + name + content
}

func aHEIC() []byte {
	return []byte(box("ftyp", "heic\x00\x00\x00\x00mif1heic") + box("meta", strings.Repeat("\x00", 40)) + box("mdat", "picture"))
}

func aZIP(t testing.TB) []byte {
	t.Helper()
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	f, err := w.Create("word/document.xml")
	require.NoError(t, err)
	_, err = f.Write([]byte("<script>alert(1)</script>"))
	require.NoError(t, err)
	require.NoError(t, w.Close())
	return out.Bytes()
}
