// Package demo makes the demo data (contract section 8): a portfolio as a lender would have it, with one of everything
// that the program does.
//
// It fills a book (package book) and may import that and model. What the cases share is in shared.go, what their risk
// profiles demand in profile.go, and the policies that fulfil it in line.go and coverage.go, which also says when they
// end; document.go makes the documents that prove it. All cases with a risk profile are insured as it demands (insure), but
// for the stories, which show one thing each: story.go has those that are compliant, deficient.go, unknown.go and
// waiver.go the others. All other cases are in case.go. To show something new, add a story; TestDemoCompliance has the
// verdict and the codes of each.
package demo
