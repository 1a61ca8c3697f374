// Package renewal is the background jobs: renewal follow-up (contract section 6), and the clean-up that goes with it.
//
// The rows of renewal_notices are the queue; nothing else says what is to be done. Plan writes them in the transaction of the
// operation that changes a policy. Sweep decides, batch by batch, about those that are due: it locks cases, policies and
// notices in that order, skips what somebody else has locked, and passes over, suppresses or hands over to delivery. Deliver
// sends what was handed over, one notice a transaction, holding the lock of that notice alone while it speaks to the mail
// server; an operation that holds, deactivates or renews the policy waits for it, and after its commit nothing is sent.
// River says when (jobs.go): each node runs a client, the leader starts a sweep every minute, and Plan starts one at once for
// a policy that is due already. A job that is lost costs a minute, never a notice.
//
// A crash between the mail server's answer and the commit sends the notice again, under the same Message-ID (mail programs
// show it once), and records it once.
//
// It may import model and storage. To add a step, see model.RenewalStep and templates/; to add a job, jobs.go.
package renewal
