// Package licenses has the texts of the licences of everything that the program contains: Go modules, Go's own library,
// and the files from npm that the pages load. `make generate` writes them. It imports nothing of covertrack.
package licenses

import _ "embed"

// Texts names each part with its version, before the texts of its licence. Parts with the same texts share them.
//
//go:embed LICENSES.txt
var Texts string

//go:generate go run ./collect
