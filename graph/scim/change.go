package scim

import (
	"context"
	"net/http"
	"time"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/graph/engine"
	"github.com/covertrack/covertrack/graph/jobs"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/identity"
	"github.com/covertrack/covertrack/storage"
)

// change is a transaction of a directory, with what the trail says of it.
type change struct {
	*storage.Tx
	provider *identity.Provider
	now      time.Time
	trail    *storage.Trail
}

// tries is how often a transaction is run at most that others were in the way of.
const tries = 3

// change runs fn in a transaction, as the directory that has sent the request.
func (d *door) change(r *http.Request, fn func(ctx context.Context, c *change) error) (err error) {
	for range tries {
		err = d.store.InTx(r.Context(), uuid.Nil, func(ctx context.Context, tx *storage.Tx) error {
			of, now := providerOf(r), d.now()
			c := &change{Tx: tx, provider: of, now: now, trail: storage.NewTrail(model.AuditOrigin{
				Actor: of.Directory(), RequestID: engine.RequestID(r), At: now,
			})}
			if err := fn(ctx, c); err != nil {
				return err
			}
			return c.trail.Save(ctx, tx)
		})
		if !storage.IsConflict(err) {
			return err
		}
	}
	return err
}

// follow has the person of a user be active or suspended, as the directory says, if that has changed. Who is suspended is
// signed out, and their open tasks become nobody's. Of somebody who has not signed in since the directory told of them only the
// address is known, which is no proof: who showed it is signed out, and may try again.
func (c *change) follow(ctx context.Context, u *identity.DirectoryUser, could bool) error {
	if u.PersonID == nil && could && !u.MaySignIn() {
		return c.EndSessionsAt(ctx, c.provider, u.Addresses(), c.now)
	}
	if u.PersonID == nil {
		return nil
	}
	person, err := c.LockPerson(ctx, storage.PeopleFilter{ID: u.PersonID})
	if err != nil {
		return err
	}
	before := *person
	if !u.Follow(could, person) {
		return nil
	}
	if person.State == model.PersonStateSuspended {
		if err := c.EndSessionsOf(ctx, person.ID, c.now); err != nil {
			return err
		}
		if err := jobs.Soon(ctx, c.For(uuid.Nil), jobs.ReleaseTasksDuty); err != nil {
			return err
		}
	}
	return c.save(ctx, before, person)
}

// takeAway takes from users who have left a group the roles that it gave.
func (c *change) takeAway(ctx context.Context, gave []model.Role, left []uuid.UUID) error {
	if len(gave) == 0 || len(left) == 0 {
		return nil
	}
	people, err := c.LockPeopleInGroups(ctx, left)
	if err != nil {
		return err
	}
	for _, p := range people {
		before := p.Person
		if !c.provider.TakeAway(&p.Person, gave, p.Groups) {
			continue
		}
		if err := c.save(ctx, before, &p.Person); err != nil {
			return err
		}
	}
	return nil
}

func (c *change) save(ctx context.Context, before model.Person, person *model.Person) error {
	c.trail.Add("person.updated", "person", person.ID, model.Changes(before, *person))
	return c.UpdatePerson(ctx, person, c.now)
}
