package webhook

import (
	"context"
	"time"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/storage"
)

const (
	// saveEvery and saveAtMost bound what is sent again after a node was killed.
	saveEvery  = time.Second
	saveAtMost = 100
)

// record is what has been sent and is not saved.
type record struct {
	Record
	savedAt  time.Time
	isUrgent bool // what comes next depends on it
}

func newRecord() record {
	return record{Record: Record{Replayed: map[uuid.UUID]int64{}}, savedAt: time.Now()}
}

func (r *record) isEmpty() bool {
	return len(r.Results) == 0 && r.Position == 0 && len(r.Replayed) == 0
}

func (r *record) isDue() bool {
	return r.isUrgent || len(r.Results) >= saveAtMost || !r.isEmpty() && time.Since(r.savedAt) >= saveEvery
}

// add adds the end of a request. A failure may have the endpoint paused or disabled, so nothing new is sent before it is
// saved.
func (r *record) add(a attempt) {
	r.Results = append(r.Results, Result{Delivery: a.delivery, Outcome: a.outcome, Fault: a.fault})
	if a.again != nil {
		r.Results = append(r.Results, Result{Delivery: a.delivery, Outcome: *a.again})
	}
	r.isUrgent = r.isUrgent || !a.outcome.IsSuccess()
}

// save saves the record. Afterwards the work says how the endpoint is now.
func (r *run) save(ctx context.Context) error {
	asked, cancel := asking(ctx)
	defer cancel()
	if err := r.record.Save(asked, r.Store, r.work, r.Now()); err != nil {
		return err
	}
	for _, result := range r.record.Results {
		delete(r.busy, result.Delivery.EventID)
	}
	r.record = newRecord()
	return nil
}

// keep prolongs the lease in time.
func (r *run) keep(ctx context.Context) error {
	if time.Since(r.kept) < keepEvery {
		return nil
	}
	asked, cancel := asking(ctx)
	defer cancel()
	at := time.Now()
	kept, err := r.Store.KeepWebhook(asked, r.work, r.Now().Add(leaseFor))
	switch {
	case err != nil:
		return err
	case !kept:
		return storage.ErrLeaseLost
	}
	r.kept = at
	return nil
}
