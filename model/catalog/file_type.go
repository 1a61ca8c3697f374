package catalog

import (
	"mime"
	"regexp"
	"strings"

	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/model/scalar"
)

// FileExt is a file name's extension and its media type (contract section 3, Document), both in lower case.
type FileExt struct {
	Extension string `json:"extension"` // without the dot; empty if unknown
	MediaType string `json:"mediaType"`
}

// unknownMediaType is that of any bytes (RFC 2046 section 4.5.1).
const unknownMediaType = "application/octet-stream"

// fileTypes are the files of this business, with the media types of IANA's register. The mime package would read the
// tables of the machine it runs on. Of extensions with the same media type the first is the usual one.
var fileTypes = []FileExt{
	{"pdf", "application/pdf"},
	{"png", "image/png"},
	{"jpg", "image/jpeg"},
	{"jpeg", "image/jpeg"},
	{"tif", "image/tiff"},
	{"tiff", "image/tiff"},
	{"gif", "image/gif"},
	{"bmp", "image/bmp"},
	{"webp", "image/webp"},
	{"heic", "image/heic"},
	{"doc", "application/msword"},
	{"docx", "application/vnd.openxmlformats-officedocument.wordprocessingml.document"},
	{"xls", "application/vnd.ms-excel"},
	{"xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"},
	{"ppt", "application/vnd.ms-powerpoint"},
	{"pptx", "application/vnd.openxmlformats-officedocument.presentationml.presentation"},
	{"odt", "application/vnd.oasis.opendocument.text"},
	{"ods", "application/vnd.oasis.opendocument.spreadsheet"},
	{"rtf", "application/rtf"},
	{"csv", "text/csv"},
	{"txt", "text/plain"},
	{"md", "text/markdown"},
	{"html", "text/html"},
	{"htm", "text/html"},
	{"eml", "message/rfc822"},
	{"msg", "application/vnd.ms-outlook"},
	{"zip", "application/zip"},
	{"xml", "application/xml"},
	{"json", "application/json"},
}

const longestExtension = 16

// mediaTypeForm is that of RFC 6838 (section 4.2), with parameters as in RFC 9110 (section 5.6.6).
var mediaTypeForm = regexp.MustCompile(
	`^[A-Za-z0-9][A-Za-z0-9!#$&^_.+-]{0,126}/[A-Za-z0-9][A-Za-z0-9!#$&^_.+-]{0,126}(;([ -~]*[!-~])?)?$`)

// NewFileExt finds a file's extension and media type by its name, else by the client's media type, which may be empty.
func NewFileExt(fileName, mediaType string) FileExt {
	extension := extensionOf(fileName)
	for i := range fileTypes {
		if fileTypes[i].Extension == extension {
			return fileTypes[i]
		}
	}
	mediaType = bareMediaType(mediaType)
	if mediaType == "" {
		return FileExt{Extension: extension, MediaType: unknownMediaType}
	}
	for i := range fileTypes {
		if extension == "" && fileTypes[i].MediaType == mediaType {
			return fileTypes[i]
		}
	}
	return FileExt{Extension: extension, MediaType: mediaType}
}

// CheckFileType reports what is wrong with a media type that a client gave. It becomes the header of an upload.
func CheckFileType(pointer, s string) fault.Violations {
	vs := scalar.CheckName(pointer, s)
	if _, _, err := mime.ParseMediaType(s); vs == nil && (err != nil || !mediaTypeForm.MatchString(s)) {
		vs.Say(pointer, fault.CodeInvalidValue, "must be a media type such as application/pdf")
	}
	return vs
}

// extensionOf returns what follows the last dot of a name, in lower case, if that looks like an extension.
func extensionOf(fileName string) string {
	dot := strings.LastIndexByte(fileName, '.')
	if dot <= 0 {
		return ""
	}
	extension := strings.ToLower(fileName[dot+1:])
	for i := range len(extension) {
		if c := extension[i]; i == longestExtension || (c < 'a' || c > 'z') && (c < '0' || c > '9') {
			return ""
		}
	}
	return extension
}

// bareMediaType returns a media type in lower case without its parameters.
func bareMediaType(s string) string {
	bare, _, _ := strings.Cut(s, ";")
	return strings.ToLower(strings.TrimSpace(bare))
}
