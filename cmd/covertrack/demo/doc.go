// Package demo makes whole portfolios: the demo data (contract section 8), a portfolio as a lender would have it with one of
// everything that the program does (Make), and synthetic portfolios of realistic proportions and of any size for load tests,
// which it also writes (Load).
//
// It fills a book (package book) and may import that, model and storage. What cases share is in shared.go, what their risk
// profiles demand in profile.go, and the policies that fulfil it in line.go and coverage.go; document.go makes the
// documents that prove it. Of the demo data, all cases with a risk profile are insured as it demands (insure), but for the
// stories, which show one thing each: story.go has those that are compliant, deficient.go, unknown.go and waiver.go the
// others. All other cases are in case.go. To show something new, add a story; TestDemoCompliance has the verdict and the
// codes of each.
//
// Synthetic portfolios follow the tables in load_proportions.go, those of verdicts too; load_case.go makes one case, and
// load_fate.go has what goes wrong with its policies.
package demo
