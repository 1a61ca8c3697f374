package evidence_test

import (
	"bytes"
	"encoding/binary"
	"image/color"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/graph/evidence"
)

func grays() (p color.Palette) {
	for i := range 100 {
		p = append(p, color.Gray{uint8(i)})
	}
	return p
}

func judged(content []byte) (mediaType string, err error) {
	return evidence.Judge(bytes.NewReader(content), int64(len(content)))
}

func good(t testing.TB) map[string][]byte {
	t.Helper()
	return map[string][]byte{
		"application/pdf": aPDF(""), "image/png": aPNG(t), "image/jpeg": aJPEG(t), "image/gif": aGIF(t), "image/webp": aWebP(),
		"image/tiff": aTIFF(binary.LittleEndian, "II*\x00"), "image/heic": aHEIC(),
	}
}

func TestJudgeTakes(t *testing.T) {
	t.Parallel()
	all := good(t)
	for want, content := range all {
		got, err := judged(content)
		require.NoError(t, err, want)
		require.Equal(t, want, got)
	}
	got, err := judged(aTIFF(binary.BigEndian, "MM\x00*"))
	require.NoError(t, err)
	require.Equal(t, "image/tiff", got)
	for what, content := range map[string][]byte{
		"a GIF that is filled up":    append(aGIF(t), 0, 0, 0),
		"a phone's film behind JPEG": append(aJPEG(t), []byte(box("ftyp", "mp42")+strings.Repeat("film", 1000))...),
		"a large PDF":                aPDF(strings.Repeat("a clause. ", 100_000)),
		"PK in the text of a PDF":    aPDF(strings.Repeat("PK\x05\x06 and ", 5000)),
	} {
		_, err := judged(content)
		require.NoError(t, err, what)
	}
}

// TestJudgeRefuses: the content decides, and what is more than one thing is refused.
func TestJudgeRefuses(t *testing.T) {
	t.Parallel()
	const page = "<html><body><script>alert(document.cookie)</script></body></html>"
	zipped := string(aZIP(t))
	for what, test := range map[string]struct{ content, why string }{
		"nothing":                     {"", "is empty"},
		"a page":                      {page, "web page"},
		"a page with a mark of order": {"\xef\xbb\xbf\n  <!DOCTYPE html><title>x</title>", "web page"},
		"a drawing":                   {`<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>`, "web page"},
		"a page behind text":          {"Hello\n" + page, "web page"},
		"a script":                    {"#!/bin/sh\nrm -rf /\n", "neither"},
		"JavaScript":                  {"alert(1)", "neither"},
		"PHP":                         {"<?php system($_GET['c']); ?>", "web page"},
		"a program":                   {"MZ\x90\x00\x03\x00\x00\x00", "neither"},
		"a program of Linux":          {"\x7fELF\x02\x01\x01", "neither"},
		"Office, or any ZIP":          {zipped, "archive or an Office document"},
		"old Office":                  {"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1 something", "archive or an Office document"},
		"RAR":                         {"Rar!\x1a\x07\x00", "archive"},
		"a film":                      {box("ftyp", "isom\x00\x00\x00\x00isommp42") + box("mdat", "film"), "neither"},
		"AVIF":                        {box("ftyp", "avif\x00\x00\x00\x00mif1heic") + box("mdat", "x"), "neither"},
		"a PDF behind a page":         {page + string(aPDF("")), "web page"},
		"a page in a PDF's beginning": {"%PDF-1.7\n" + page + "\n%%EOF", "hidden"},
		"a ZIP behind a PDF":          {string(aPDF("")) + zipped, "hidden"},
		"a ZIP in a PDF":              {"%PDF-1.7\n" + zipped + "\n%%EOF\n", "hidden"},
		"a ZIP behind a JPEG":         {string(aJPEG(t)) + zipped, "hidden"},
		"a page behind a PNG":         {string(aPNG(t)) + page, "hidden"},
		"a page behind a GIF":         {string(aGIF(t)) + page, "hidden"},
		"a script that is a GIF":      {"GIF89a/*aaaa*/=1;alert(1)//", "damaged"},
		"a script in a WebP's length": {string(aWebP()) + page, "hidden"},
		"a page in a JPEG's comment":  {"\xff\xd8\xff\xfe\x00\x20<script>alert(1)</script>....\xff\xda\x00\x02", "hidden"},
		"a PDF's beginning":           {string(aPDF("")[:40]), "damaged"},
		"a PNG's beginning":           {string(aPNG(t)[:40]), "damaged"},
		"a JPEG's beginning":          {string(aJPEG(t)[:20]), "damaged"},
		"a JPEG without a picture":    {"\xff\xd8\xff\xda\x00\x02", "damaged"},
		"a GIF's beginning":           {string(aGIF(t)[:100]), "damaged"},
		"a WebP's beginning":          {string(aWebP()[:20]), "damaged"},
		"a TIFF without a directory":  {"II*\x00\xff\xff\xff\x7f", "damaged"},
		"a HEIC's beginning":          {string(aHEIC()[:60]), "damaged"},
		"a page behind a HEIC":        {string(aHEIC()) + page, "hidden"},
		"a box that is too long":      {string(aHEIC()) + "\x00\x00\x10\x00mdat", "damaged"},
	} {
		_, err := judged([]byte(test.content))
		require.ErrorContains(t, err, test.why, what)
	}
}

func TestNames(t *testing.T) {
	t.Parallel()
	for given, want := range map[string]string{
		"Evidence 2027.pdf":                "Evidence 2027.pdf",
		"Evidence.PDF":                     "Evidence.PDF",
		"invoice.html":                     "invoice.html.pdf",
		"run.exe":                          "run.exe.pdf",
		"scan":                             "scan.pdf",
		"":                                 "evidence.pdf",
		"..":                               "evidence.pdf",
		".pdf":                             "evidence.pdf",
		`C:\Users\broker\cert.pdf`:         "cert.pdf",
		"../../etc/passwd":                 "passwd.pdf",
		"fdp\u202efdp.exe.pdf":             "fdpfdp.exe.pdf",
		"a\r\nSet-Cookie: x=1.pdf":         "aSet-Cookie: x=1.pdf",
		"nul\x00.pdf":                      "nul.pdf",
		"bad\xff.pdf":                      "bad.pdf",
		strings.Repeat("é", 200) + ".pdf":  strings.Repeat("é", 98) + ".pdf",
		"Versicherung Müller 保険 🏠.pdf":     "Versicherung Müller 保険 🏠.pdf",
		"<img src=x onerror=alert(1)>.pdf": "<img src=x onerror=alert(1)>.pdf",
	} {
		require.Equal(t, want, evidence.NameOf(given, "application/pdf"), given)
	}
	require.Equal(t, "photo.JPEG", evidence.NameOf("photo.JPEG", "image/jpeg"))
	require.Equal(t, "photo.pdf.jpg", evidence.NameOf("photo.pdf", "image/jpeg"), "a name of another type")
}

// FuzzJudge looks for content that breaks the walk, or is taken though it begins with markup.
func FuzzJudge(f *testing.F) {
	for _, content := range good(f) {
		f.Add(content)
		f.Add(append(content, "<script>"...))
		f.Add(content[:len(content)/2])
	}
	f.Fuzz(func(t *testing.T, content []byte) {
		mediaType, err := judged(content)
		require.NotEqual(t, err == nil, mediaType == "")
		if err == nil {
			require.NotContains(t, strings.ToLower(string(content[:min(len(content), 4096)])), "<script")
		}
	})
}
