package graph

import (
	"context"
	"time"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/graph/engine"
	"github.com/covertrack/covertrack/graph/jobs"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/model/page"
	"github.com/covertrack/covertrack/storage"
	stored "github.com/covertrack/covertrack/storage/sandbox"
)

// ownPeople limits a filter to the people whom the caller administers: those of their lender, or all for operators.
func ownPeople(p *model.Principal, f storage.PeopleFilter) storage.PeopleFilter {
	if !p.IsStaff() {
		f.Lender = &p.LenderID
	}
	return f
}

func (*queryResolver) People(
	ctx context.Context, lender *uuid.UUID, q *string, state []model.PersonState, limit, offset *int,
) (*model.PersonPage, error) {
	r := engine.RequestOf(ctx)
	var vs fault.Violations
	length, from := page.LimitOf(limit, nil, &vs), orZero(offset)
	if from < 0 {
		vs.Say("offset", fault.CodeInvalidValue, "must be a whole number from 0 on")
	}
	if err := vs.Err(); err != nil {
		return nil, err
	}
	f := ownPeople(r.Principal, storage.PeopleFilter{Lender: lender, Text: orZero(q), States: state})
	list := &model.PersonPage{Nodes: []*model.Person{}}
	if lender != nil && *lender != *f.Lender {
		return list, nil
	}
	var err error
	sel := engine.SelectionOf(ctx)
	if list.Nodes, err = r.Handle.People(ctx, f, length, from); err == nil && sel.Has("totalCount") {
		list.TotalCount, err = r.Handle.CountPeople(ctx, f)
	}
	if err != nil {
		return nil, err
	}
	nodes, _ := sel.Child("nodes")
	return list, relatePeople(ctx, nodes, list.Nodes)
}

// relatePeople loads which users the people are, and how many open tasks these have, as far as it is selected.
func relatePeople(ctx context.Context, sel engine.Selection, people []*model.Person) error {
	r, byID := engine.RequestOf(ctx), make(map[uuid.UUID]*model.Person, len(people))
	ids := make([]uuid.UUID, len(people))
	for i, p := range people {
		ids[i], byID[p.ID] = p.ID, p
	}
	if r.Principal.PortfolioID != uuid.Nil && sel.Has("user") {
		users, err := r.Store.UsersOfPeople(ctx, ids...)
		if err != nil {
			return err
		}
		for _, user := range users {
			byID[*user.PersonID].User = user
		}
	}
	if !sel.Has("openTasks") {
		return nil
	}
	open, err := r.Handle.OpenTasksOf(ctx, ids)
	for id, n := range open {
		byID[id].OpenTasks = n
	}
	return err
}

func onePerson(ctx context.Context, p *model.Person) (*model.Person, error) {
	return p, relatePeople(ctx, engine.SelectionOf(ctx), []*model.Person{p})
}

func (*queryResolver) Person(ctx context.Context, id uuid.UUID) (*model.Person, error) {
	r := engine.RequestOf(ctx)
	found, err := r.Handle.People(ctx, ownPeople(r.Principal, storage.PeopleFilter{ID: &id}), 1, 0)
	if err != nil || len(found) == 0 {
		return nil, err
	}
	return onePerson(ctx, found[0])
}

func (*mutationResolver) SuspendPerson(ctx context.Context, id uuid.UUID) (*model.Person, error) {
	return setPersonState(ctx, id, model.PersonStateSuspended)
}

func (*mutationResolver) ReactivatePerson(ctx context.Context, id uuid.UUID) (*model.Person, error) {
	return setPersonState(ctx, id, model.PersonStateActive)
}

func setPersonState(ctx context.Context, id uuid.UUID, state model.PersonState) (*model.Person, error) {
	r := engine.RequestOf(ctx)
	p, err := r.Handle.LockPerson(ctx, ownPeople(r.Principal, storage.PeopleFilter{ID: &id}))
	if err != nil {
		return nil, err
	}
	if p.State == state && !p.SuspendedByDirectory {
		return onePerson(ctx, p)
	}
	before := *p
	p.State, p.SuspendedByDirectory = state, false
	r.AuditAdministration("person.updated", "person", &id, model.Changes(before, *p))
	if state == model.PersonStateSuspended {
		if err := jobs.Soon(ctx, r.Handle.For(uuid.Nil), jobs.ReleaseTasksDuty); err != nil {
			return nil, err
		}
	}
	if err := r.Handle.UpdatePerson(ctx, p, r.Real); err != nil {
		return nil, err
	}
	return onePerson(ctx, p)
}

func (*mutationResolver) LinkUser(ctx context.Context, id uuid.UUID, person *uuid.UUID) (*model.User, error) {
	return update(ctx, storage.Users, id, nil, func(u *model.User) error {
		isKnown := false
		if r := engine.RequestOf(ctx); person != nil {
			found, err := r.Handle.People(ctx, storage.PeopleFilter{ID: person, Lender: &r.Principal.LenderID}, 1, 0)
			if err != nil {
				return err
			}
			isKnown = len(found) > 0
		}
		return u.Link(person, isKnown)
	})
}

// ReleaseTasks makes the open tasks of suspended people nobody's, as the trail of each task says.
func ReleaseTasks(ctx context.Context, store *storage.Store, now time.Time) error {
	assignees, err := store.SuspendedAssignees(ctx)
	if err != nil {
		return err
	}
	for _, of := range assignees {
		err := store.InTx(ctx, of.PortfolioID, func(ctx context.Context, tx *storage.Tx) error {
			portfolio := tx.For(of.PortfolioID)
			tasks, err := portfolio.LockTasksOf(ctx, of.UserID)
			if err != nil {
				return err
			}
			at, err := stored.TimeIn(ctx, portfolio, now)
			if err != nil {
				return err
			}
			trail := storage.NewTrail(model.SystemOrigin(of.PortfolioID, "suspension", at))
			for _, t := range tasks {
				before := *t
				t.AssigneeID, t.UpdatedAt = nil, at
				trail.Add("task.updated", "task", t.ID, model.Changes(before, *t))
			}
			if err := storage.Tasks.Update(ctx, portfolio, tasks...); err != nil {
				return err
			}
			return trail.Save(ctx, tx)
		})
		if err != nil {
			return err
		}
	}
	return nil
}
