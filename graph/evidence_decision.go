package graph

import (
	"context"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/graph/engine"
	"github.com/covertrack/covertrack/graph/renewal"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage"
)

// deciding is a submission that is decided about, with what follows from it. All of it is locked.
type deciding struct {
	*model.Evidence
	before   model.Evidence
	inCase   *model.Case
	policy   *model.Policy
	previous model.Policy // the policy before
}

func lockEvidence(ctx context.Context, id uuid.UUID) (d *deciding, err error) {
	store := engine.RequestOf(ctx).Store
	d = &deciding{}
	if d.inCase, err = store.LockCaseOfEvidence(ctx, id); err != nil {
		return nil, err
	}
	of, err := storage.Evidence.One(ctx, store, id)
	if err != nil {
		return nil, err
	}
	if d.policy, err = storage.Policies.Lock(ctx, store, of.PolicyID); err != nil {
		return nil, err
	}
	if d.Evidence, err = store.LockEvidence(ctx, id); err != nil {
		return nil, err
	}
	d.before, d.previous = *d.Evidence, *d.policy
	return d, nil
}

func (*mutationResolver) AcceptEvidence(ctx context.Context, id uuid.UUID, input model.AcceptEvidenceInput) (*model.Evidence, error) {
	r := engine.RequestOf(ctx)
	d, err := lockEvidence(ctx, id)
	if err != nil {
		return nil, err
	}
	decision, err := d.Decision(input)
	if err != nil {
		return nil, err
	}
	closed := d.checkOpen(len(decision.Members) > 0)
	move := func() error { return nil }
	if closed == nil && len(decision.Members) > 0 {
		if move, err = d.patchPolicy(ctx, decision); err != nil {
			return nil, err
		}
	}
	if err := r.CheckPrecondition(ctx); err != nil {
		return nil, err
	}
	if closed != nil {
		return nil, closed
	}
	if err := move(); err != nil {
		return nil, err
	}
	if err := checkPlaced(ctx, &d.previous, d.policy); err != nil {
		return nil, err
	}
	term := d.TermNumber
	if len(decision.Members) > 0 {
		term = d.policy.TermNumber // perhaps one that the decision has begun
	}
	docs := d.Accept(decision, term, orZero(r.Principal.Actor.ID), storage.NewID, r.Now)
	if len(docs) > 0 {
		if err := insert(ctx, storage.Documents, docs...); err != nil {
			return nil, err
		}
	}
	return d.conclude(ctx)
}

// checkOpen refuses a decision about what cannot be decided any more.
func (d *deciding) checkOpen(changesPolicy bool) error {
	if err := d.inCase.CheckOpen(); err != nil {
		return err
	}
	return d.CheckOpen(d.policy, changesPolicy)
}

// patchPolicy changes the policy by the values that are accepted, as a correction or as its next term, and returns what
// its state machine says to that.
func (d *deciding) patchPolicy(ctx context.Context, decision *model.EvidenceDecision) (move func() error, err error) {
	r := engine.RequestOf(ctx)
	if decision.StartsTerm(d.Evidence, d.policy) {
		return func() error { return d.policy.MoveToTerm(r.Now) },
			startTerm(ctx, d.inCase, d.policy, decision.Term(d.Evidence, d.policy))
	}
	return func() error { return nil },
		patchPolicy(ctx, d.inCase, d.policy, decision.Change(d.Evidence, d.policy), (*model.Policy).PatchByEvidence)
}

func (*mutationResolver) RejectEvidence(ctx context.Context, id uuid.UUID, input model.RejectEvidenceInput) (*model.Evidence, error) {
	r := engine.RequestOf(ctx)
	d, err := lockEvidence(ctx, id)
	if err != nil {
		return nil, err
	}
	if err := model.CheckRejection(input); err != nil {
		return nil, err
	}
	if err := r.CheckPrecondition(ctx); err != nil {
		return nil, err
	}
	if err := d.checkOpen(false); err != nil {
		return nil, err
	}
	d.Reject(input, orZero(r.Principal.Actor.ID), r.Now)
	return d.conclude(ctx)
}

// conclude saves a submission that was decided about, with its files and its policy, completes its task, and ends the
// pause of the notices if nothing else of the term is undecided.
func (d *deciding) conclude(ctx context.Context) (*model.Evidence, error) {
	r := engine.RequestOf(ctx)
	files := d.Files
	if err := d.writeBack(ctx); err != nil {
		return nil, err
	}
	if err := storage.EvidenceFiles.Save(ctx, r.Store, files, "decision"); err != nil {
		return nil, err
	}
	if err := save(ctx, storage.Evidence, []model.Evidence{d.before}, []*model.Evidence{d.Evidence}); err != nil {
		return nil, err
	}
	if err := completeTask(ctx, d.TaskOrigin()); err != nil {
		return nil, err
	}
	if d.TermNumber == d.policy.TermNumber {
		waits, err := r.Store.HasOpenEvidence(ctx, d.PolicyID, d.TermNumber, d.ID)
		if err != nil {
			return nil, err
		}
		if !waits {
			d.policy.ReviewUntil = nil
		}
	}
	if err := savePolicy(ctx, &d.previous, d.policy); err != nil {
		return nil, err
	}
	return related(ctx, d.Evidence, relateEvidence)
}

// writeBack plans the letter that says why the submission, or a part of it, was not accepted.
func (d *deciding) writeBack(ctx context.Context) error {
	r := engine.RequestOf(ctx)
	reply := d.WriteBack(storage.NewID(), r.Now)
	if reply == nil {
		return nil
	}
	if err := insert(ctx, storage.EvidenceReplies, reply); err != nil {
		return err
	}
	return renewal.WriteBack(ctx, r.Store)
}

// completeTask completes the task of an origin, unless somebody has closed it already.
func completeTask(ctx context.Context, origin string) error {
	tasks, err := engine.RequestOf(ctx).Store.LockOpenTask(ctx, origin)
	if err != nil {
		return err
	}
	return completeTasks(ctx, tasks)
}

// completeTasks does the same to open tasks that are locked.
func completeTasks(ctx context.Context, tasks []*model.Task) error {
	unfinished := make([]model.Task, len(tasks))
	by, now := engine.RequestOf(ctx).LastEvent(), engine.RequestOf(ctx).Now
	for i, t := range tasks {
		unfinished[i] = *t
		t.CompleteBy(by, now)
	}
	return save(ctx, storage.Tasks, unfinished, tasks)
}
