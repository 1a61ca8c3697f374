// Package jobs runs the background jobs, by River: renewal follow-up (contract section 6), clean-ups, and other duties that
// the program adds.
//
// River decides when: each node runs a client (run.go), and the elected leader starts the periodic jobs. Sweeps of all
// portfolios are several jobs, so that nodes share them. A transaction starts one at once for what it has written (queue.go).
// Jobs have no data of their own: the tables say what is to be done, and doing it twice changes nothing. A job that is lost or
// fails leaves its work to the next one of its kind.
//
// The package may import model, storage and storage/blob. It knows no capability: package renewal and the program give it
// what to run. To add a job, add a Duty or a Cleaner in cmd/covertrack/jobs.go.
package jobs
