package catalog_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/covertrack/covertrack/model/catalog"
	"github.com/covertrack/covertrack/model/fault"
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
			require.Equal(t, catalog.FileExt{Extension: test.extension, MediaType: test.want}, catalog.NewFileExt(test.fileName, test.mediaType))
		})
	}
}

func TestCheckFileType(t *testing.T) {
	t.Parallel()
	for text, want := range map[string][]fault.Code{
		"application/pdf":                  nil,
		"text/plain; charset=utf-8":        nil,
		"image/svg+xml":                    nil,
		"":                                 {fault.CodeRequired},
		"pdf":                              {fault.CodeInvalidValue},
		"a/b/c":                            {fault.CodeInvalidValue},
		"text/pl ain":                      {fault.CodeInvalidValue},
		"text/plain; charset":              {fault.CodeInvalidValue},
		"text/plain; ":                     {fault.CodeInvalidValue},
		"text/plain\r\nX-Evil: 1":          {fault.CodeInvalidValue},
		"text/plain; x=é":                  {fault.CodeInvalidValue},
		"text/" + strings.Repeat("x", 255): {fault.CodeTooLong},
	} {
		require.Equal(t, want, codesFound(catalog.CheckFileType("/fileType", text)), text)
	}
}

func TestFileExtIsStable(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		ext := catalog.NewFileExt(rapid.String().Draw(t, "name"), rapid.String().Draw(t, "type"))
		require.Equal(t, strings.ToLower(ext.Extension), ext.Extension)
		require.NotEmpty(t, ext.MediaType)
		if ext.Extension != "" {
			require.Equal(t, ext, catalog.NewFileExt("x."+ext.Extension, ext.MediaType))
		}
	})
}

func codesFound(vs fault.Violations) (codes []fault.Code) {
	for _, v := range vs {
		codes = append(codes, v.Code)
	}
	return codes
}
