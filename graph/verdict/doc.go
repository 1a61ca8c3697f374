// Package verdict keeps the stored verdicts of cases what an evaluation would say: in the transactions that change what a
// verdict follows from (keep.go), as time passes (sweep.go), and by comparing some that nobody touched (audit.go).
//
// It may import model and storage.
package verdict
