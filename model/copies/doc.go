// Package copies tells a copy of a database from the original: what an installation knows of itself, and what differs.
//
// It lies below the nouns of model and imports none of this module.
package copies
