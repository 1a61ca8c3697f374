package model_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/covertrack/covertrack/model"
)

func TestNewFileExt(t *testing.T) {
	t.Parallel()
	const octets = "application/octet-stream"
	for name, test := range map[string]struct{ fileName, mediaType, extension, want string }{
		"by name":             {"Evidence.pdf", "", "pdf", "application/pdf"},
		"upper case":          {"SCAN.TIFF", "", "tiff", "image/tiff"},
		"last dot":            {"policy.v2.docx", "", "docx", "application/vnd.openxmlformats-officedocument.wordprocessingml.document"},
		"name wins":           {"photo.jpeg", "application/pdf", "jpeg", "image/jpeg"},
		"by media type":       {"scan", "application/pdf", "pdf", "application/pdf"},
		"usual extension":     {"scan", "IMAGE/JPEG; q=1", "jpg", "image/jpeg"},
		"unknown extension":   {"drawing.dwg", "", "dwg", octets},
		"unknown, declared":   {"drawing.dwg", "image/vnd.dwg", "dwg", "image/vnd.dwg"},
		"nothing known":       {"README", "", "", octets},
		"declared alone":      {"README", "x/y", "", "x/y"},
		"hidden file":         {".pdf", "", "", octets},
		"dot at the end":      {"file.", "", "", octets},
		"no extension at all": {"Loan no. 12 of 2026", "text/plain", "txt", "text/plain"},
		"not an extension":    {"a.b/c", "", "", octets},
		"mail":                {"Re: renewal.eml", "", "eml", "message/rfc822"},
		"nothing":             {"", "", "", octets},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			require.Equal(t, model.FileExt{Extension: test.extension, MediaType: test.want}, model.NewFileExt(test.fileName, test.mediaType))
		})
	}
}

func TestCheckFileType(t *testing.T) {
	t.Parallel()
	for text, want := range map[string][]model.Code{
		"application/pdf":                  nil,
		"text/plain; charset=utf-8":        nil,
		"image/svg+xml":                    nil,
		"":                                 {model.CodeRequired},
		"pdf":                              {model.CodeInvalidValue},
		"a/b/c":                            {model.CodeInvalidValue},
		"text/pl ain":                      {model.CodeInvalidValue},
		"text/plain; charset":              {model.CodeInvalidValue},
		"text/plain; ":                     {model.CodeInvalidValue},
		"text/plain\r\nX-Evil: 1":          {model.CodeInvalidValue},
		"text/plain; x=é":                  {model.CodeInvalidValue},
		"text/" + strings.Repeat("x", 255): {model.CodeTooLong},
	} {
		require.Equal(t, want, codes(model.CheckFileType("/fileType", text)), text)
	}
}

func TestFileExtIsStable(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		ext := model.NewFileExt(rapid.String().Draw(t, "name"), rapid.String().Draw(t, "type"))
		require.Equal(t, strings.ToLower(ext.Extension), ext.Extension)
		require.NotEmpty(t, ext.MediaType)
		if ext.Extension != "" {
			require.Equal(t, ext, model.NewFileExt("x."+ext.Extension, ext.MediaType))
		}
	})
}
