// Package guide is the guide as files, so that a server can show it without the repository.
package guide

import "embed"

// Files are the pages of the guide, in Markdown, and their pictures, each with its file's name in this folder.
//
//go:embed *.md *.svg console/*.png
var Files embed.FS
