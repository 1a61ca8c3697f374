package storage

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/uptrace/bun"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/model/page"
	"github.com/covertrack/covertrack/storage/rows"
)

// RenewalNotices are the notices of renewal follow-up, one for each step of a term of a policy.
var RenewalNotices = rows.Define(Table[model.RenewalNotice, model.RenewalNoticeFilter]{
	Noun: "renewal notice",
	Filter: func(f model.RenewalNoticeFilter) []rows.Condition {
		return []rows.Condition{
			rows.Common(f.ID, f.CreatedAt, f.UpdatedAt, f.Metadata),
			rows.In("policy_id", f.PolicyID.Value()),
			rows.In("case_id", f.CaseID.Value()),
			rows.In("step", f.Step.Value()),
			rows.In("state", f.State.Value()),
			rows.Within("due_at", f.DueAt.Value()),
		}
	},
	Orders:  map[page.Sort]string{page.SortDueAt: "due_at"},
	Grouped: map[string]string{"state": "due_at"},
	Counted: []string{"state", "step"},
})

// followedUp holds of a policy that is followed up, and whose evidence nobody looks at.
const followedUp = "o.status IN (?) AND (o.review_until IS NULL OR o.review_until <= ?)"

// ofFollowedUp narrows a query for notices to those of policies that are followed up, and whose evidence nobody looks at. Each
// notice's policy is looked up: a join would read all policies first where Postgres knows nothing of a new portfolio yet.
func ofFollowedUp(q *bun.SelectQuery, of owner, now time.Time) *bun.SelectQuery {
	return q.Where("(SELECT "+followedUp+" FROM policies AS o WHERE o.portfolio_id = ? AND o.id = t.policy_id)",
		bun.List(model.FollowedUpStatuses()), now, of)
}

// noticesOfTerms are what model.Renewal asks of notices of policies, of the terms of these numbers.
var noticesOfTerms = rows.NewPart[model.RenewalNotice]("renewal", func(q *bun.SelectQuery, of rows.Slots) *bun.SelectQuery {
	return q.Where("t.policy_id = ANY (?)", of.IDs).Where("t.term_number = ANY (?)", of.Numbers)
})

// CurrentNoticesOfPolicies are the notices of the policies' current terms, and of gaps before them, in no certain order.
// They have what model.Renewal asks of them, and nothing else: a page of policies has hundreds, and their letters are long.
func (p *Portfolio) CurrentNoticesOfPolicies(
	ctx context.Context, policies []*model.Policy, now time.Time,
) ([]*model.RenewalNotice, error) {
	ids, by, terms := make([]uuid.UUID, len(policies)), map[uuid.UUID]*model.Policy{}, []int{}
	for i, of := range policies {
		ids[i], by[of.ID] = of.ID, of
		terms = append(terms, of.TermNumber)
		for _, gap := range of.Gaps(now) {
			terms = append(terms, gap.Cancellation.TermNumber)
		}
	}
	slices.Sort(terms)
	notices, err := noticesOfTerms.ReadWith(ctx, p, ids, slices.Compact(terms))
	return slices.DeleteFunc(notices, func(n *model.RenewalNotice) bool {
		of := by[*n.PolicyID]
		return n.TermNumber != of.TermNumber && of.GapOf(n, now) == nil
	}), err
}

// LockRenewalNotices finds all notices of policies whose cases are locked already, and keeps the delivery from them
// until the transaction ends. It waits for a notice that is on its way to the mail server at this moment.
func (p *Portfolio) LockRenewalNotices(ctx context.Context, policies []uuid.UUID) ([]*model.RenewalNotice, error) {
	return p.lockNotices(ctx, rows.ForUpdate, policies)
}

// LockRenewal is LockRenewalNotices that finds the steps of the portfolio's lender too, nil for the default, in one round
// trip.
func (p *Portfolio) LockRenewal(ctx context.Context, policies []uuid.UUID) (model.RenewalSteps, []*model.RenewalNotice, error) {
	var steps []*renewalSteps
	notices := []*model.RenewalNotice{}
	b := rows.NewBatch(p)
	rows.Into(b, p.selectRenewalSteps(), &steps)
	if len(policies) > 0 {
		rows.Into(b, p.noticesOf(rows.ForUpdate, policies), &notices)
	}
	if err := b.Send(ctx); err != nil {
		return nil, nil, err
	}
	if len(steps) == 0 {
		return nil, nil, fault.NotFound("portfolio")
	}
	return steps[0].RenewalSteps, notices, nil
}

// LockDueNotices locks the planned notices of policies that are locked, as far as they are due. A notice that the mail
// server is getting at this moment is missing.
func (p *Portfolio) LockDueNotices(ctx context.Context, policies []uuid.UUID, now time.Time) ([]*model.RenewalNotice, error) {
	return p.lockNotices(ctx, rows.ForUpdateIfFree, policies, rows.Where("t.state = 'planned' AND t.due_at <= ?", now))
}

func (p *Portfolio) lockNotices(
	ctx context.Context, lock rows.Lock, policies []uuid.UUID, where ...rows.Condition,
) ([]*model.RenewalNotice, error) {
	if len(policies) == 0 {
		return []*model.RenewalNotice{}, nil
	}
	return rows.Read[model.RenewalNotice](ctx, p.db, rows.Prepared, p.noticesOf(lock, policies, where...))
}

// noticesOf selects and locks notices of policies.
func (p *Portfolio) noticesOf(lock rows.Lock, policies []uuid.UUID, where ...rows.Condition) *bun.SelectQuery {
	where = append(where, rows.Where("t.policy_id = ANY (?)", rows.Array[uuid.UUID](policies)))
	return RenewalNotices.Select(p, where...).OrderExpr("t.id").For(string(lock))
}

// InsertRenewalNotices adds notices, with new ids.
func (p *Portfolio) InsertRenewalNotices(ctx context.Context, notices []*model.RenewalNotice) error {
	for _, n := range notices {
		n.ID = NewID()
	}
	return RenewalNotices.Add(ctx, p, notices...)
}

// UpdateRenewalNotices saves the state of notices that the transaction has locked, in one statement, and the attempts
// that are over, in another, with the transaction's next statement or its COMMIT.
func (p *Portfolio) UpdateRenewalNotices(ctx context.Context, notices []*model.RenewalNotice) error {
	if err := RenewalNotices.Save(ctx, p, notices, "mail"); err != nil {
		return err
	}
	return p.KeepNoticeAttempts(ctx, notices)
}

// letters are the letters about findings whose turn at the mail server has come, and that nothing keeps back.
func (p *Portfolio) letters(now time.Time) *bun.SelectQuery {
	return lettersToSend(RenewalNotices.Select(p), p.ID(), now)
}

func lettersToSend(q *bun.SelectQuery, of owner, now time.Time) *bun.SelectQuery {
	return ofCasesAtWork(q.Where("t.next_attempt_at <= ?", now), of)
}

// lettersToCarryOut narrows a query for notices that are due to the letters about findings that are to be carried out.
func lettersToCarryOut(q *bun.SelectQuery, of owner) *bun.SelectQuery {
	return ofCasesAtWork(q.Where("t.next_attempt_at IS NULL"), of)
}

// ofCasesAtWork narrows a query for notices to planned letters about findings, of cases that are not on hold or closed. It looks
// each case up, as ofFollowedUp does each policy; as a CASE, that a letter has a task is no reason to read all that have one.
func ofCasesAtWork(q *bun.SelectQuery, of owner) *bun.SelectQuery {
	return q.Where("t.state = 'planned'").
		Where(`CASE WHEN t.task_id IS NOT NULL THEN (SELECT NOT o.quiet AND o.status NOT IN ('onHold', 'closed') FROM cases AS o
			WHERE o.portfolio_id = ? AND o.id = t.case_id) END`, of)
}

// CasesWithDueLetters are the cases that have letters about their findings to carry out.
func (p *Portfolio) CasesWithDueLetters(ctx context.Context, now time.Time) ([]uuid.UUID, error) {
	return rows.IDs(ctx, p.db, rows.Planned, lettersToCarryOut(p.db.NewSelect().TableExpr("renewal_notices AS t").
		ColumnExpr("DISTINCT t.case_id AS id").Where("t.portfolio_id = ? AND t.due_at <= ?", p.ID(), now), p.ID()).OrderExpr("1"))
}

// LockDueLetters locks the letters of locked cases that are to be carried out.
func (p *Portfolio) LockDueLetters(ctx context.Context, cases []uuid.UUID, now time.Time) ([]*model.RenewalNotice, error) {
	return rows.Read[model.RenewalNotice](ctx, p.db, rows.Prepared, RenewalNotices.Select(p,
		rows.Where("t.case_id = ANY (?)", rows.Array[uuid.UUID](cases)),
		rows.Where("t.task_id IS NOT NULL AND t.state = 'planned' AND t.due_at <= ? AND t.next_attempt_at IS NULL", now)).
		OrderExpr("t.due_at, t.id").For(string(rows.ForUpdateIfFree)))
}

// LockLetters locks the planned letters of tasks of locked cases. It waits for one that is on its way to the mail server.
func (p *Portfolio) LockLetters(ctx context.Context, tasks []uuid.UUID) ([]*model.RenewalNotice, error) {
	return rows.Read[model.RenewalNotice](ctx, p.db, rows.Prepared, RenewalNotices.Select(p,
		rows.Where("t.task_id = ANY (?)", rows.Array[uuid.UUID](tasks)), rows.Where("t.state = 'planned'")).
		OrderExpr("t.id").For(string(rows.ForUpdate)))
}

// CasesWithLetters are the cases at work whose letters about findings that are open have one in one of the states that was settled
// since the given time.
func (p *Portfolio) CasesWithLetters(ctx context.Context, states []model.RenewalNoticeState, since time.Time) ([]uuid.UUID, error) {
	return rows.IDs(ctx, p.db, rows.Planned, p.db.NewSelect().TableExpr("renewal_notices AS t").ColumnExpr("DISTINCT t.case_id AS id").
		Join("JOIN cases AS o ON o.portfolio_id = t.portfolio_id AND o.id = t.case_id").
		Join("JOIN tasks AS k ON k.portfolio_id = t.portfolio_id AND k.id = t.task_id AND k.origin IS NOT NULL").
		Where("t.portfolio_id = ? AND NOT o.quiet AND o.status NOT IN ('onHold', 'closed')", p.ID()).
		Where("t.state IN (?) AND t.settled_at >= ?", bun.List(states), since).OrderExpr("1"))
}

// LockLettersOfCase locks the letters about the findings of a locked case that are open, of every state.
func (p *Portfolio) LockLettersOfCase(ctx context.Context, id uuid.UUID) ([]*model.RenewalNotice, error) {
	return rows.Read[model.RenewalNotice](ctx, p.db, rows.Planned, RenewalNotices.Select(p, rows.Where("t.case_id = ?", id),
		rows.Where("t.task_id IN (SELECT k.id FROM tasks AS k WHERE k.portfolio_id = ? AND k.case_id = t.case_id AND k.origin = ?)",
			p.ID(), model.DeficiencyOrigin+id.String())).OrderExpr("t.id").For("UPDATE OF t"))
}

// HasLetter is HasDelivery for the letters about findings.
func (p *Portfolio) HasLetter(ctx context.Context, now time.Time) (bool, error) {
	return rows.Exists(ctx, p.db, rows.Planned, p.letters(now))
}

// LockNextLetter is LockNextDelivery for the letters about findings.
func (p *Portfolio) LockNextLetter(ctx context.Context, now time.Time, patience time.Duration) (*model.RenewalNotice, error) {
	next, err := rows.Find[model.RenewalNotice](ctx, p.db, rows.Planned, p.letters(now).
		OrderExpr("t.next_attempt_at, t.id").Limit(1).For("UPDATE OF t SKIP LOCKED"))
	if err != nil || next == nil {
		return nil, err
	}
	return next, Handle{db: p.db}.LetIdle(ctx, patience)
}

// LetterRecipients are those who have a letter of a step of a task, sent or on its way.
func (p *Portfolio) LetterRecipients(ctx context.Context, task uuid.UUID, step model.RenewalStep) (addresses []string, err error) {
	type row struct{ Recipient string }
	found, err := rows.Read[row](ctx, p.db, rows.Planned, p.db.NewSelect().TableExpr("renewal_notices AS t").Column("t.recipient").
		Where("t.portfolio_id = ? AND t.task_id = ? AND t.step = ?", p.ID(), task, step))
	for _, r := range found {
		addresses = append(addresses, r.Recipient)
	}
	return addresses, err
}

// ToldByRenewal are the addresses, in lower case, that letters about the renewal of policies of cases went to since a time, by policy.
func (p *Portfolio) ToldByRenewal(ctx context.Context, cases []uuid.UUID, since time.Time) (map[uuid.UUID][]string, error) {
	type row struct {
		PolicyID   uuid.UUID
		Recipients []string `bun:",array"`
	}
	found, err := rows.Read[row](ctx, p.db, rows.Prepared, p.db.NewSelect().TableExpr("renewal_notices AS t").
		Column("t.policy_id", "t.recipients").Where("t.portfolio_id = ? AND t.case_id = ANY (?)", p.ID(), rows.Array[uuid.UUID](cases)).
		Where("t.policy_id IS NOT NULL").
		Where("t.state IN ('sent', 'suppressed') AND t.settled_at > ?", since))
	told := map[uuid.UUID][]string{}
	for _, r := range found {
		for _, address := range r.Recipients {
			told[r.PolicyID] = append(told[r.PolicyID], strings.ToLower(address))
		}
	}
	return told, err
}

// LockCaseOfNotice locks the case of a notice; `not_found` for a notice that does not exist.
func (p *Portfolio) LockCaseOfNotice(ctx context.Context, id uuid.UUID) (*model.Case, error) {
	return p.lockCaseOf(ctx, RenewalNotices, id, RenewalNotices.Noun)
}

// renewalSteps are the steps of a portfolio's lender, after the id: a row's first column is not NULL.
type renewalSteps struct {
	ID           uuid.UUID
	RenewalSteps model.RenewalSteps
}

func (p *Portfolio) selectRenewalSteps() *bun.SelectQuery {
	return p.db.NewSelect().TableExpr("portfolios AS t").Column("t.id", "l.renewal_steps").
		Join("JOIN lenders AS l ON l.id = t.lender_id").Where("t.id = ?", p.ID())
}

// deliveries are the notices whose turn at the mail server has come.
func (p *Portfolio) deliveries(now time.Time) *bun.SelectQuery {
	return noticesToSend(RenewalNotices.Select(p), p.ID(), now)
}

func noticesToSend(q *bun.SelectQuery, of owner, now time.Time) *bun.SelectQuery {
	return ofFollowedUp(q.Where("t.next_attempt_at <= ?", now), of, now)
}

// HasDelivery reports whether a notice waits for the mail server, or is being sent by another transaction.
func (p *Portfolio) HasDelivery(ctx context.Context, now time.Time) (bool, error) {
	return rows.Exists(ctx, p.db, rows.Planned, p.deliveries(now))
}

// LockNextDelivery finds the notice whose turn at the mail server comes next and that no other transaction is sending,
// and locks it; nil if none. The transaction may be idle for as long as patience says, which a conversation with the
// mail server may take.
func (p *Portfolio) LockNextDelivery(ctx context.Context, now time.Time, patience time.Duration) (*model.RenewalNotice, error) {
	next, err := rows.Find[model.RenewalNotice](ctx, p.db, rows.Planned, p.deliveries(now).
		OrderExpr("t.next_attempt_at, t.id").Limit(1).For(string(rows.ForUpdateIfFree)))
	if err != nil || next == nil {
		return nil, err
	}
	return next, Handle{db: p.db}.LetIdle(ctx, patience)
}

// DuePolicy is a policy that is followed up and has a notice that is due and not handed over to the mail server.
type DuePolicy struct {
	PolicyID uuid.UUID
	CaseID   uuid.UUID
	NoticeID uuid.UUID
	DueAt    time.Time
}

// DuePolicies are policies with due notices, by the notices' time, after the given one (nil for the first): a policy
// appears once for each notice.
func (p *Portfolio) DuePolicies(ctx context.Context, now time.Time, after *DuePolicy, limit int) ([]DuePolicy, error) {
	q := p.duePolicies(now)
	if after != nil {
		q = q.Where("(t.due_at, t.id) > (?, ?)", after.DueAt, after.NoticeID)
	}
	due, err := rows.Read[DuePolicy](ctx, p.db, rows.Planned, q.OrderExpr("t.due_at, t.id").Limit(int64(limit)))
	return valuesOf(due), err
}

// DuePolicy is the policy if it has a due notice, else nil.
func (p *Portfolio) DuePolicy(ctx context.Context, id uuid.UUID, now time.Time) (*DuePolicy, error) {
	return rows.Find[DuePolicy](ctx, p.db, rows.Planned, p.duePolicies(now).Where("t.policy_id = ?", id).Limit(1))
}

// PoliciesWithNotices are the policies that are followed up and whose current term has a notice in one of the states that
// was settled since the given time, each once with its case.
func (p *Portfolio) PoliciesWithNotices(
	ctx context.Context, states []model.RenewalNoticeState, since, now time.Time,
) (ofCases map[uuid.UUID]uuid.UUID, err error) {
	type row struct{ PolicyID, CaseID uuid.UUID }
	found, err := rows.Read[row](ctx, p.db, rows.Planned, ofFollowedUp(p.db.NewSelect().TableExpr("renewal_notices AS t").
		DistinctOn("t.policy_id").Column("t.policy_id", "t.case_id").Where("t.portfolio_id = ?", p.ID()).
		Where("t.state IN (?) AND t.settled_at >= ?", bun.List(states), since).
		Where("t.term_number = (SELECT p.term_number FROM policies AS p WHERE p.portfolio_id = ? AND p.id = t.policy_id)", p.ID()),
		p.ID(), now))
	ofCases = make(map[uuid.UUID]uuid.UUID, len(found))
	for _, r := range found {
		ofCases[r.PolicyID] = r.CaseID
	}
	return ofCases, err
}

func (p *Portfolio) duePolicies(now time.Time) *bun.SelectQuery {
	return noticesToDecide(p.db.NewSelect().TableExpr("renewal_notices AS t").
		ColumnExpr("t.policy_id, t.case_id, t.id AS notice_id, t.due_at").Where("t.portfolio_id = ? AND t.due_at <= ?", p.ID(), now), p.ID(), now)
}

// noticesToDecide narrows a query for notices that are due to those that are to be decided about.
func noticesToDecide(q *bun.SelectQuery, of owner, now time.Time) *bun.SelectQuery {
	return ofFollowedUp(q.Where("t.state = 'planned' AND t.next_attempt_at IS NULL"), of, now)
}

// Mailboxes are those of the contacts that can be written to, and when followUp asks for them those who follow up what
// the lender does itself.
func (p *Portfolio) Mailboxes(ctx context.Context, contacts []uuid.UUID, followUp bool) (boxes model.Mailboxes, err error) {
	boxes.Contacts = map[uuid.UUID]model.Mailbox{}
	if len(contacts) > 0 {
		var found []*model.Mailbox
		found, err = rows.Read[model.Mailbox](ctx, p.db, rows.Prepared,
			p.db.NewRaw(`SELECT id, display_name AS name, email FROM users WHERE portfolio_id = ? AND id = ANY (?) AND active
			UNION ALL SELECT id, display_name, email FROM brokers WHERE portfolio_id = ? AND id = ANY (?) AND email IS NOT NULL`,
				p.ID(), rows.Array[uuid.UUID](contacts), p.ID(), rows.Array[uuid.UUID](contacts)))
		for _, box := range found {
			boxes.Contacts[box.ID] = *box
		}
	}
	if err == nil && followUp {
		var found []*model.Mailbox
		found, err = rows.Read[model.Mailbox](ctx, p.db, rows.Prepared, p.db.NewRaw(`SELECT id, display_name AS name, email
			FROM users WHERE portfolio_id = ? AND active AND role IN ('admin', 'analyst') ORDER BY id`, p.ID()))
		for _, box := range found {
			boxes.FollowUp = append(boxes.FollowUp, *box)
		}
	}
	return boxes, err
}
