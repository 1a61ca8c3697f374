// Package dossier says what was known about a loan at a moment, and lays it out for people: the records as they were then
// (past.go), as JSON (file.go), and as pages (pages.go), in the words of the trade (words.go).
//
// It lies above the nouns: it imports model, compliance and the rooms below, and model never imports it.
package dossier
