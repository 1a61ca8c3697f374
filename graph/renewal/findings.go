package renewal

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/graph/jobs"
	"github.com/covertrack/covertrack/graph/letter"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/deficiency"
	"github.com/covertrack/covertrack/storage"
)

// quietDays is how long a renewal letter keeps letters about findings of its policy from the same recipient.
const quietDays = 7

// findingsOf is what the letters about the findings of a case follow from.
type findingsOf struct {
	deficiency.Surroundings
	items []*deficiency.Item // all that are open
}

// readFindings reads cases with their open findings, and whom to write to about them, by case.
func readFindings(ctx context.Context, store *storage.Portfolio, cases []*model.Case, now time.Time) (map[uuid.UUID]*findingsOf, error) {
	all, ids := map[uuid.UUID]*findingsOf{}, make([]uuid.UUID, len(cases))
	for i, c := range cases {
		ids[i], all[c.ID] = c.ID, &findingsOf{Surroundings: deficiency.Surroundings{Case: c}}
	}
	facts, err := store.CaseFactsInWords(ctx, ids)
	if err != nil {
		return nil, err
	}
	told := make([]*model.Compliance, len(facts))
	var ended []uuid.UUID
	for i, f := range facts {
		told[i] = f.On(now)
		ended = append(ended, deficiency.Ended(told[i].Told())...)
	}
	followed, err := store.FollowedUp(ctx, ended, now)
	if err != nil {
		return nil, err
	}
	for i, f := range facts {
		all[f.Case.ID].items = deficiency.Items(told[i], followed)
	}
	return all, readSurroundings(ctx, store, all, ids, now)
}

// readSurroundings reads whom to write to about the findings of cases.
func readSurroundings(
	ctx context.Context, store *storage.Portfolio, all map[uuid.UUID]*findingsOf, ids []uuid.UUID, now time.Time,
) error {
	policies, err := storage.Policies.Of(ctx, store, "case_id", ids)
	if err != nil {
		return err
	}
	for _, p := range policies {
		if p.State().Underlying() != model.PolicyStatusDeactivated {
			of := all[p.CaseID]
			of.Policies = append(of.Policies, p)
		}
	}
	var contacts []uuid.UUID
	byLender := false
	for _, f := range all {
		contacts = append(contacts, f.Contacts()...)
		byLender = byLender || f.Case.IsFollowedUpByLender(&model.Policy{})
	}
	boxes, err := store.Mailboxes(ctx, contacts, byLender)
	if err != nil {
		return err
	}
	told, err := store.ToldByRenewal(ctx, ids, now.AddDate(0, 0, -quietDays))
	for _, f := range all {
		f.Boxes = boxes
		f.Knows = func(address string, policy uuid.UUID) bool { return slices.Contains(told[policy], address) }
	}
	return err
}

// isOpen reports whether something is to be written about the case.
func (f *findingsOf) isOpen(now time.Time) bool {
	ends := f.Case.IsQuiet() || f.Case.Status == model.CaseStatusClosed
	isCounted := func(i *deficiency.Item) bool { return i.Counted }
	return !ends && !f.InReview(now) && slices.ContainsFunc(f.items, isCounted)
}

// subject is a letter to a recipient, with its link's policy.
func (f *findingsOf) subject(step model.RenewalStep, items []*deficiency.Item) letter.Subject {
	p := f.PolicyOf(items)
	if p == nil {
		p = &model.Policy{CaseID: f.Case.ID}
	}
	return letter.Subject{Case: f.Case, Policy: p, Step: step, Items: items}
}

// nextLetters is next for the letters about findings, after which a portfolio's turns are over.
func (s *portfolioSweep) nextLetters(ctx context.Context) (more bool, err error) {
	if s.cases == nil {
		cases, err := s.Store.For(s.portfolio.ID).CasesWithDueLetters(ctx, s.now)
		if err != nil {
			return false, err
		}
		s.cases = &cases
	}
	n := min(policiesPerTx, len(*s.cases))
	some := (*s.cases)[:n]
	*s.cases = (*s.cases)[n:]
	failed := inOneOrEach(some, func(ids []uuid.UUID) error { return s.letters(ctx, ids) })
	if len(*s.cases) > 0 {
		return true, failed
	}
	return false, errors.Join(failed, s.completeCovered(ctx))
}

// letters carries out the letters about findings of some cases in one transaction.
func (s *portfolioSweep) letters(ctx context.Context, cases []uuid.UUID) error {
	if len(cases) == 0 {
		return nil
	}
	d := &letterSweep{writer: writer{portfolioSweep: s}}
	err := s.Store.InTx(ctx, s.portfolio.ID, func(ctx context.Context, tx *storage.Tx) error {
		if err := d.carryOutAll(ctx, tx, tx.For(s.portfolio.ID), cases); err != nil {
			return err
		}
		if s.preview {
			return errPreview
		}
		return d.save(ctx, tx)
	})
	if err != nil && !errors.Is(err, errPreview) {
		return err
	}
	s.decided(d.decisions())
	return nil
}

// letterSweep is what a sweep decides about the letters of some cases in one transaction.
type letterSweep struct {
	writer
	store   *storage.Portfolio
	cases   map[uuid.UUID]*findingsOf
	changed []*model.RenewalNotice
	added   []*model.RenewalNotice
	tasks   []*model.Task
}

// carryOutAll carries out the due letters of cases, but for those that another transaction has locked.
func (d *letterSweep) carryOutAll(ctx context.Context, tx *storage.Tx, store *storage.Portfolio, cases []uuid.UUID) error {
	d.store = store
	free, err := storage.Cases.LockFree(ctx, store, cases)
	if err != nil || len(free) == 0 {
		return err
	}
	letters, err := store.LockDueLetters(ctx, idsOf(free), d.now)
	if err != nil || len(letters) == 0 {
		return err
	}
	if d.cases, err = readFindings(ctx, store, free, d.now); err != nil {
		return err
	}
	due := map[uuid.UUID][]*model.RenewalNotice{}
	for _, n := range letters {
		due[n.CaseID] = append(due[n.CaseID], n)
	}
	for _, c := range free {
		if f := d.cases[c.ID]; len(due[c.ID]) > 0 && f.isOpen(d.now) {
			if err := d.carryOutDue(ctx, f, due[c.ID]); err != nil {
				return err
			}
		}
	}
	return d.wordAll(ctx, tx, store, d.open)
}

func idsOf(cases []*model.Case) []uuid.UUID {
	ids := make([]uuid.UUID, len(cases))
	for i, c := range cases {
		ids[i] = c.ID
	}
	return ids
}

// carryOutDue carries out the due letters of a case.
func (d *letterSweep) carryOutDue(ctx context.Context, f *findingsOf, due []*model.RenewalNotice) error {
	carryOut, passed := deficiency.PickDue(due)
	for _, n := range passed {
		n.Skip(model.SkipLate, d.now)
		d.changed = append(d.changed, n)
	}
	for _, n := range carryOut {
		if err := d.carryOut(ctx, f, n); err != nil {
			return err
		}
	}
	return nil
}

// open has tasks opened with the letters.
func (d *letterSweep) open(_ *model.RenewalNotice, tasks ...*model.Task) {
	d.tasks = append(d.tasks, tasks...)
}

// decisions are what was decided, a letter each.
func (d *letterSweep) decisions() (made []Decision) {
	for _, n := range append(d.changed, d.added...) {
		one := Decision{Portfolio: d.portfolio, Case: d.cases[n.CaseID].Case, Notice: n}
		if n.Recipient != "" {
			one.To = []string{n.Recipient}
		}
		for _, t := range d.tasks {
			if strings.HasPrefix(*t.Origin, n.Key()) {
				one.Tasks = append(one.Tasks, t)
			}
		}
		made = append(made, one)
	}
	return made
}

// carryOut makes a letter of a step for each recipient, or opens the step's task.
func (d *letterSweep) carryOut(ctx context.Context, f *findingsOf, n *model.RenewalNotice) error {
	d.changed = append(d.changed, n)
	if n.Step == model.RenewalStepForcePlacementReview {
		n.Skip(model.SkipTaskOnly, d.now)
		task, _ := n.StepTask(storage.NewID(), d.now)
		d.tasks = append(d.tasks, task)
		return nil
	}
	told, order := f.Letters(f.items)
	if len(order) == 0 {
		n.Skip(model.SkipNoRecipient, d.now)
		d.tasks = append(d.tasks, n.EvidenceTask(storage.NewID(), model.SkipNoRecipient, d.now))
		return nil
	}
	if n.Recipient != "" {
		var err error
		if order, err = d.instead(ctx, n, order); err != nil {
			return err
		}
	}
	if len(order) == 0 {
		n.Skip(model.SkipNoFindings, d.now)
		return nil
	}
	for i, address := range order {
		one := n
		if i > 0 {
			one = new(*n)
			one.ID, one.Mailing, one.CreatedAt = storage.NewID(), model.NewMailing(), d.now
			d.added = append(d.added, one)
		}
		one.Recipient, one.UpdatedAt = address, d.now
		if len(told[address]) == 0 {
			one.Skip(model.SkipNoFindings, d.now)
			continue
		}
		d.give(unworded{Subject: f.subject(n.Step, told[address]), notice: one, to: []string{address}, copies: f.Copies(address)})
	}
	return nil
}

// instead returns who gets a letter that was addressed before: its recipient or, where that is none any more, those who have no
// letter of the step yet.
func (d *letterSweep) instead(ctx context.Context, n *model.RenewalNotice, order []string) ([]string, error) {
	if his := deficiency.Spelled(order, n.Recipient); his != nil {
		return his, nil
	}
	written, err := d.store.LetterRecipients(ctx, *n.TaskID, n.Step)
	for _, other := range append(d.changed, d.added...) {
		if other.Step == n.Step {
			written = append(written, other.Recipient)
		}
	}
	return slices.DeleteFunc(order, func(address string) bool { return deficiency.Includes(written, address) }), err
}

func (d *letterSweep) save(ctx context.Context, tx *storage.Tx) error {
	if err := storage.RenewalNotices.Add(ctx, d.store, d.added...); err != nil {
		return err
	}
	if err := record(ctx, tx, d.store, d.now, append(d.changed, d.added...), d.tasks...); err != nil || !d.delivers {
		return err
	}
	return jobs.Deliver(ctx, d.store)
}

// Missed skips the planned letters of tasks that a hold has paused, but for those of the latest step that is due. The transaction
// that releases their cases must have locked these.
func Missed(ctx context.Context, store *storage.Portfolio, tasks []uuid.UUID, now time.Time) error {
	if len(tasks) == 0 {
		return nil
	}
	letters, err := store.LockLetters(ctx, tasks)
	if err != nil {
		return err
	}
	due := map[uuid.UUID][]*model.RenewalNotice{}
	for _, n := range letters {
		if n.IsDue(now) {
			due[*n.TaskID] = append(due[*n.TaskID], n)
		}
	}
	var missed []*model.RenewalNotice
	for _, of := range due {
		_, passed := deficiency.PickDue(of)
		missed = append(missed, passed...)
	}
	for _, n := range missed {
		n.Skip(model.SkipHold, now)
		n.UpdatedAt = now
	}
	return store.UpdateRenewalNotices(ctx, missed)
}

// EndLetters cancels the planned letters of tasks that are over. After it has returned, none of them is being sent.
func EndLetters(ctx context.Context, store *storage.Portfolio, tasks []uuid.UUID, reason string, now time.Time) error {
	if len(tasks) == 0 {
		return nil
	}
	letters, err := store.LockLetters(ctx, tasks)
	if err != nil || len(letters) == 0 {
		return err
	}
	return store.UpdateRenewalNotices(ctx, model.EndLetters(letters, reason, now))
}

// findings are the letters about findings of cases as letters for the mail server.
type findings struct{}

func (findings) waits(ctx context.Context, store *storage.Portfolio, now time.Time) (bool, error) {
	return store.HasLetter(ctx, now)
}

func (findings) lock(ctx context.Context, in scope, now time.Time, patience time.Duration) (outgoing, error) {
	n, err := in.store.LockNextLetter(ctx, now, patience)
	if err != nil || n == nil {
		return nil, err
	}
	return &outgoingFindings{outgoingNotice: outgoingNotice{scope: in, notice: n}}, nil
}

// outgoingFindings is a letter about findings that is locked. What it tells is known after address.
type outgoingFindings struct {
	outgoingNotice
	*findingsOf
	items []*deficiency.Item
}

// address reads the findings after the letter was locked: what is mended by now is not told.
func (o *outgoingFindings) address(ctx context.Context, now time.Time) (to, copies []string, isWanted bool, err error) {
	c, err := storage.Cases.One(ctx, o.store, o.notice.CaseID)
	if err != nil {
		return nil, nil, false, err
	}
	cases, err := readFindings(ctx, o.store, []*model.Case{c}, now)
	if err != nil {
		return nil, nil, false, err
	}
	o.findingsOf = cases[c.ID]
	told, order := o.Letters(o.findingsOf.items)
	for address, items := range told {
		if strings.EqualFold(address, o.notice.Recipient) {
			o.items = items
		}
	}
	isGone := !deficiency.Includes(order, o.notice.Recipient) && !o.notice.Reached()
	switch {
	case o.Case.IsQuiet() || o.InReview(now) || isGone:
		o.notice.TakeBack() // for a later sweep
		return nil, nil, false, o.save(ctx, now)
	case len(o.items) == 0:
		o.notice.Skip(model.SkipNoFindings, now)
		return nil, nil, false, o.save(ctx, now)
	}
	about := o.subject(o.notice.Step, o.items)
	o.of, o.policy = about.Case, about.Policy
	return []string{o.notice.Recipient}, o.Copies(o.notice.Recipient), true, nil
}

func (o *outgoingFindings) link(ctx context.Context, links *Links, now time.Time) (string, error) {
	if o.policy.ID == uuid.Nil {
		return "", nil
	}
	return o.outgoingNotice.link(ctx, links, now)
}

func (o *outgoingFindings) write(ctx context.Context, link string, now time.Time) (*Message, error) {
	draft, err := draftOf(ctx, o.store, o.subject(o.notice.Step, o.items), now)
	if err != nil {
		return nil, err
	}
	return draft.Render(link)
}
