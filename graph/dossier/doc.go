// Package dossier makes the archive of a loan: the records as they were known on a day, for people and for programs, with the
// documents, and a signed manifest by which anybody can check that nothing was changed.
//
// Maker (maker.go) reads the records and writes the archive, archive.go what lies in it, pdf.go its pages; manifest.go signs, and
// verify.go checks. What is said is for model/dossier.
//
// It may import graph/rates, model, storage, storage/blob and storage/dossier.
package dossier
