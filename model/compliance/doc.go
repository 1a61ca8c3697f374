// Package compliance holds the records of a case against its risk profile on a day. Facts.On is the way in; the result is
// model.Compliance.
//
// demand.go and target.go say what is held against what, term.go which version of a policy counts, check.go has the checks
// of one policy and set.go those of several together, verdict.go and finding.go what follows, change.go when that changes.
// The codes and their sentences are one table, FindingRules. summary.go and trial.go count the verdicts of many cases.
//
// It lies above the nouns: it imports model and the rooms below it, and model never imports it. It is pure. A new worked
// example is a file in testdata.
package compliance
