// Package site is the pages of a server for people: the start page, the guide, a page for each error code, and the
// reference of deprecations.
//
// The text is docs/guide, in the program as it is in the repository; markdown.go makes HTML of it, tabs.go of examples in
// several languages, and search.go looks through its sections. A page of an error code is its section of
// docs/guide/errors.md, with an example. Pages need no token, have no script, and load nothing but one style sheet and the
// pictures of the guide. The package may import restcompat, model and docs/guide. A new guide needs no change here: its
// file is enough, and a row in docs/guide/README.md.
package site
