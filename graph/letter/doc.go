// Package letter writes the letters of renewal follow-up: it loads what a letter says (load.go), chooses the wording
// (wording.go) and lays it out as text and as HTML, which say the same (content.go, templates/layout.*).
//
// What is asked for is letter.Request. How a lender may word a letter is letter.Wording; the built-in
// wordings are the same kind of template, a file a step: its first line is the subject, the rest the opening
// paragraphs. Who changes a built-in wording raises builtInVersion, for each notice records the version that worded it.
//
// The HTML is one table of 600 px with inline styles, which Outlook needs; the style element adds dark mode and narrow
// screens for those programs that read it. There are no remote pictures: the lender's logo is part of the message.
//
// The package may import model and storage.
package letter
