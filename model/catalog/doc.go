// Package catalog has the reference data that all portfolios share: asset types and their fields, coverage types,
// perils, categories of documents, types of files, ratings, and the maximums of the federal flood programme. Ids follow
// from keys, so that they are the same in every installation. Entries are made before main and never changed.
//
// It lies below the nouns of model: of this module it imports only fault, page and scalar. To add an entry, add it to
// its list; keys are never changed and never used again.
package catalog
