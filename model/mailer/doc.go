// Package mailer keeps whether mail works in the whole installation: since when, why not, and when people are told by a
// task.
//
// It lies below the nouns of model and imports none of this module.
package mailer
