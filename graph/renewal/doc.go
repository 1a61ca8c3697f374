// Package renewal does renewal follow-up (contract section 6): it plans notices, decides about those that are due, and
// sends their letters.
//
// The rows of renewal_notices are the queue; no other record says what is to be done. [Plan] writes them in the
// transaction of the operation that changes a policy. [Follower.Sweep] reads those that are due, a few policies in each
// transaction. It locks cases, policies and notices in that order, leaves out what another transaction has locked, and
// then skips a notice, suppresses it or marks it for delivery. [Follower.Deliver] sends the marked notices, one in each
// transaction. It holds the lock of that notice alone while it speaks to the mail server: an operation that holds,
// deactivates or renews the policy waits for that lock, and after it has committed nothing is sent.
//
// Package jobs decides when: it starts a sweep every minute, and Plan starts one at once for a policy that is due already.
// If a job is lost, its notices are a minute late; none is lost.
//
// A letter goes at once to those whom the mail server accepts, under one Message-ID; the others wait for the next
// attempts (attempt.go, model.Mailing). The notice is settled when all of them are. Delivery takes letters from any
// source (source.go).
//
// A mail server that cannot be reached or refuses us ends a call of Deliver and uses up no attempt (outage.go). How mail
// works is one row of the database, for the log, the probes, the readers of notices and a task after an hour.
//
// If the program crashes after the mail server's reply and before the commit, the notice is sent again with the same
// Message-ID (mail programs show it once) and recorded once.
//
// The package may import graph/jobs, graph/letter, model and storage. To add a step, see model.RenewalStep and the
// templates of graph/letter.
package renewal
