package graph

import (
	"cmp"
	"context"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/graph/engine"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/compliance"
	"github.com/covertrack/covertrack/model/deficiency"
	"github.com/covertrack/covertrack/model/scalar"
	"github.com/covertrack/covertrack/storage"
)

func (*mutationResolver) CreateTask(ctx context.Context, input model.CreateTaskInput) (*model.Task, error) {
	r := engine.RequestOf(ctx)
	c, err := orNone(storage.Cases.Lock(ctx, r.Store, input.CaseID))
	if err != nil {
		return nil, err
	}
	refs, err := r.Store.TaskReferences(ctx, c, input.PolicyID.Value(), input.Assignee.Value())
	if err != nil {
		return nil, err
	}
	t, err := model.NewTask(storage.NewID(), input, refs, r.Now)
	if err == nil {
		err = c.CheckOpen()
	}
	return create(ctx, storage.Tasks, t, err, relateTasks)
}

func (*mutationResolver) UpdateTask(ctx context.Context, id uuid.UUID, input model.UpdateTaskInput) (*model.Task, error) {
	c, t, err := lockTask(ctx, id)
	return updateLocked(ctx, storage.Tasks, t, err, relateTasks, func(t *model.Task) error {
		refs, err := engine.RequestOf(ctx).Store.TaskReferences(ctx, nil, nil, input.Assignee.Value())
		if err != nil {
			return err
		}
		return t.Patch(input, refs).Err()
	}, isOpen[model.Task](c))
}

func (*mutationResolver) MoveTask(ctx context.Context, id uuid.UUID, input model.MoveTaskInput) (*model.Task, error) {
	c, t, err := lockTask(ctx, id)
	return updateLocked(ctx, storage.Tasks, t, err, relateTasks,
		func(*model.Task) error { return model.CheckMove(input) }, isOpen[model.Task](c), func(t *model.Task) error { return t.Move(input) })
}

// lockTask locks a task after its case, if it has one.
func lockTask(ctx context.Context, id uuid.UUID) (*model.Case, *model.Task, error) {
	store := engine.RequestOf(ctx).Store
	c, err := orNone(store.LockCaseOfTask(ctx, id))
	if err != nil {
		return nil, nil, err
	}
	t, err := storage.Tasks.Lock(ctx, store, id)
	return c, t, err
}

func init() { addNodeRelation(relateTasks) }

// relateTasks loads the selected relations of tasks.
func relateTasks(ctx context.Context, sel engine.Selection, tasks []*model.Task) error {
	of := relationsOf(sel, tasks)
	toOne(ctx, of, "case", storage.Cases, relateCases, func(t *model.Task) (*uuid.UUID, **model.Case) { return t.CaseID, &t.Case })
	toOne(ctx, of, "policy", storage.Policies, relatePolicies,
		func(t *model.Task) (*uuid.UUID, **model.Policy) { return t.PolicyID, &t.Policy })
	toOne(ctx, of, "assignee", storage.Users, nil,
		func(t *model.Task) (*uuid.UUID, **model.User) { return t.AssigneeID, &t.Assignee })
	toOne(ctx, of, "evidence", storage.Evidence, relateEvidence,
		func(t *model.Task) (*uuid.UUID, **model.Evidence) { return t.EvidenceID, &t.Evidence })
	toOne(ctx, of, "waiver", storage.Waivers, relateWaivers,
		func(t *model.Task) (*uuid.UUID, **model.Waiver) { return t.WaiverID, &t.Waiver })
	wordTasks(ctx, of)
	return of.err
}

// wordTasks makes the texts of tasks, of those that are not closed.
func wordTasks(ctx context.Context, of *relations[model.Task]) {
	if of.err == nil && of.sel.Has("text") {
		wordRenewals(ctx, of)
		wordFindings(ctx, of)
	}
}

// wordRenewals makes the texts of the tasks to follow up renewals, where cover is to come.
func wordRenewals(ctx context.Context, of *relations[model.Task]) {
	var ids []uuid.UUID
	for _, t := range of.parents {
		if t.IsOfRenewal() {
			ids = append(ids, *t.PolicyID)
		}
	}
	r := engine.RequestOf(ctx)
	if of.err != nil || len(ids) == 0 {
		return
	}
	if of.err = r.SpendStatement(); of.err != nil {
		return
	}
	policies, err := r.Store.CoverOfPolicies(ctx, distinct(ids))
	of.err = err
	for _, p := range policies {
		day := p.ResumesOn(r.Now)
		for _, t := range of.parents {
			if t.IsOfRenewal() && *t.PolicyID == p.ID && day != nil {
				t.Text = new("No cover until " + scalar.SpokenDay(*day) + ".")
			}
		}
	}
}

// wordFindings makes the texts of the tasks of findings, by the verdicts that are stored now.
func wordFindings(ctx context.Context, of *relations[model.Task]) {
	var cases []uuid.UUID
	for _, t := range of.parents {
		if t.IsOfFindings() {
			cases = append(cases, *t.CaseID)
		}
	}
	if of.err != nil || len(cases) == 0 {
		return
	}
	r := engine.RequestOf(ctx)
	if of.err = cmp.Or(r.SpendStatement(), r.SpendStatement(), r.SpendStatement()); of.err != nil {
		return
	}
	open, err := openFindings(ctx, distinct(cases))
	if of.err = err; err != nil {
		return
	}
	var assets []uuid.UUID
	for _, findings := range open {
		for _, f := range findings {
			assets = append(assets, f.AssetID)
		}
	}
	names, err := r.Store.AssetNames(ctx, distinct(assets))
	if of.err = err; err != nil {
		return
	}
	reasons, err := reasonsBeside(ctx, open)
	if of.err = err; err != nil {
		return
	}
	for _, t := range of.parents {
		if t.IsOfFindings() {
			text := deficiency.Text(open[*t.CaseID], reasons[*t.CaseID], compliance.MeaningOf, names)
			t.Text = &text
		}
	}
}

// openFindings returns the findings of cases that their tasks are about.
func openFindings(ctx context.Context, cases []uuid.UUID) (map[uuid.UUID][]*model.ToldFinding, error) {
	store := engine.RequestOf(ctx).Store
	verdicts, err := storage.CaseVerdicts.ByID(ctx, store, cases)
	if err != nil {
		return nil, err
	}
	var ended []uuid.UUID
	for _, v := range verdicts {
		ended = append(ended, deficiency.Ended(v.Findings)...)
	}
	followed, err := store.FollowedUp(ctx, ended, engine.RequestOf(ctx).Now)
	open := make(map[uuid.UUID][]*model.ToldFinding, len(verdicts))
	for _, v := range verdicts {
		open[v.CaseID] = deficiency.Open(v.Findings, followed)
	}
	return open, err
}

// reasonsBeside evaluates those of the cases whose findings may have others beside them, which no stored verdict has.
func reasonsBeside(ctx context.Context, open map[uuid.UUID][]*model.ToldFinding) (map[uuid.UUID][]*model.ToldFinding, error) {
	var cases []uuid.UUID
	for id, findings := range open {
		if deficiency.MayHaveReasons(findings) {
			cases = append(cases, id)
		}
	}
	r := engine.RequestOf(ctx)
	if err := r.SpendEvaluations(len(cases)); err != nil || len(cases) == 0 {
		return nil, err
	}
	facts, err := r.Store.CaseFacts(ctx, cases, false)
	reasons := make(map[uuid.UUID][]*model.ToldFinding, len(facts))
	for _, f := range facts {
		reasons[f.Case.ID] = f.ToStore(r.Now).Reasons()
	}
	return reasons, err
}

// openMissing opens a task for each case that a file with the whole book lacks, once until it is closed.
func openMissing(ctx context.Context, cases []*model.Case) error {
	r := engine.RequestOf(ctx)
	tasks := make([]*model.Task, len(cases))
	for i, c := range cases {
		tasks[i] = model.NewMissingTask(storage.NewID(), c.ID, r.Now)
	}
	opened, err := r.Store.OpenTasks(ctx, tasks)
	auditCreated(ctx, storage.Tasks, opened...)
	return err
}

// closeMissing completes such tasks, of those that are still open: the loans are in a file again, or the file was taken back. A task can
// be opened again.
func closeMissing(ctx context.Context, tasks []*model.Task) error {
	r := engine.RequestOf(ctx)
	var ids, cases []uuid.UUID
	for _, t := range tasks {
		ids, cases = append(ids, t.ID), append(cases, *t.CaseID)
	}
	if _, err := storage.Cases.LockAll(ctx, r.Store, distinct(cases)); err != nil {
		return err
	}
	locked, err := storage.Tasks.LockAll(ctx, r.Store, ids)
	if err != nil {
		return err
	}
	var before []model.Task
	var closed []*model.Task
	for _, t := range locked {
		if t.IsOfMissingLoan() {
			before, closed = append(before, *t), append(closed, t)
			t.Conclude(nil, r.Now)
		}
	}
	return save(ctx, storage.Tasks, before, closed)
}
