// Package paper is what all PDFs of the program share: US Letter, Go's own fonts, and the same bytes for the same text.
package paper
