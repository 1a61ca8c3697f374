// Package evidence says what a lender asks a broker for: the demands that a policy serves, what is wrong with them today,
// and what the page of an evidence link shows. All of it is text without control characters, fit for mails.
//
// It lies above the nouns: it imports model, compliance and the rooms below, and model never imports it.
package evidence
