// Package printing makes the archives of print files: a PDF of each letter to a borrower, and a manifest for the mailing house. They are
// made when they are taken, from the words that the letters keep, so the same each time.
//
// It may import graph/paper, graph/rates, model, storage and storage/blob.
package printing
