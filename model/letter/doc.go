// Package letter says what a lender asks a broker for, and in which words: the demands that a policy serves, what is wrong
// with them today, what the page of an evidence link shows, and the wordings that lenders write over the members of
// Request. Wordings are checked so that each one that is saved can be written for every request. All text is without
// control characters, fit for mails.
//
// It lies above the nouns: it imports model, compliance and the rooms below, and model never imports it. A new member of
// Request is known to wordings by its field.
package letter
