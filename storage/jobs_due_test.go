package storage_test

import (
	"context"
	"errors"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage"
	"github.com/covertrack/covertrack/storage/postgres"
	"github.com/covertrack/covertrack/storage/storagetest"
)

// dueNow is before every time that storagetest.Bulk makes.
var dueNow = time.Date(2025, 12, 1, 0, 0, 0, 0, time.UTC)

const dueFloodRows = 10

// dueQuestion asks which portfolios have something due, and whether a portfolio's own queries find something.
type dueQuestion struct {
	all func(context.Context, *storage.Store) ([]*model.Portfolio, error)
	own func(context.Context, *storage.Portfolio) (bool, error)
}

var dueQuestions = map[string]dueQuestion{
	"verdicts": {
		func(ctx context.Context, s *storage.Store) ([]*model.Portfolio, error) {
			return s.PortfoliosWithDueVerdicts(ctx, dueNow, dueFloodRows)
		},
		func(ctx context.Context, p *storage.Portfolio) (bool, error) {
			cases, err := p.DueCases(ctx, dueNow, dueFloodRows, uuid.Nil, 5)
			clauses, failed := p.UnjudgedClauses(ctx)
			return len(cases) > 0 || len(clauses) > 0, errors.Join(err, failed)
		},
	},
	"notices": {
		func(ctx context.Context, s *storage.Store) ([]*model.Portfolio, error) {
			return s.PortfoliosWithDueNotices(ctx, dueNow)
		},
		func(ctx context.Context, p *storage.Portfolio) (bool, error) {
			policies, err := p.DuePolicies(ctx, dueNow, nil, 5)
			cases, failed := p.CasesWithDueLetters(ctx, dueNow)
			covered, failedToo := p.HasCoveredTasks(ctx, dueNow)
			return len(policies) > 0 || len(cases) > 0 || covered, errors.Join(err, failed, failedToo)
		},
	},
	"letters": {
		func(ctx context.Context, s *storage.Store) ([]*model.Portfolio, error) {
			return s.PortfoliosWithDueLetters(ctx, dueNow)
		},
		func(ctx context.Context, p *storage.Portfolio) (some bool, failed error) {
			for _, has := range []func(context.Context, time.Time) (bool, error){
				p.HasDelivery, p.HasLetter, p.HasReply, p.HasPlacementLetter,
			} {
				one, err := has(ctx, dueNow)
				some, failed = some || one, errors.Join(failed, err)
			}
			return some, failed
		},
	},
	"placements": {
		func(ctx context.Context, s *storage.Store) ([]*model.Portfolio, error) {
			return s.PortfoliosWithDuePlacements(ctx, dueNow)
		},
		func(ctx context.Context, p *storage.Portfolio) (bool, error) {
			due, err := p.DuePlacements(ctx, dueNow, nil, 5)
			return len(due) > 0, err
		},
	},
}

// dueRow is the id of a row of storagetest.Bulk.
func dueRow(n string) string { return "'00000000-0000-7000-8000-00000000000" + n + "'::uuid" }

// dueChange makes something due in portfolio $1 at time $2, for a question.
type dueChange struct{ question, statement string }

var dueChanges = map[string]dueChange{
	"a notice": {"notices", `UPDATE renewal_notices SET state = 'planned', settled_at = NULL, due_at = $2
		WHERE portfolio_id = $1 AND id = ` + dueRow("1")},
	"a notice for the mail server": {"letters", `UPDATE renewal_notices SET state = 'planned', settled_at = NULL,
		due_at = '2025-01-01Z', next_attempt_at = $2 WHERE portfolio_id = $1 AND id = ` + dueRow("2")},
	"a letter about findings": {"notices", `UPDATE renewal_notices SET state = 'planned', settled_at = NULL, due_at = $2,
		policy_id = NULL, task_id = id WHERE portfolio_id = $1 AND id = ` + dueRow("3")},
	"a letter about findings for the mail server": {"letters", `UPDATE renewal_notices SET state = 'planned', settled_at = NULL,
		next_attempt_at = $2, policy_id = NULL, task_id = id WHERE portfolio_id = $1 AND id = ` + dueRow("4")},
	"cover by the next term": {"notices", `WITH term AS (
			UPDATE policies SET start_date = $2 WHERE portfolio_id = $1 AND id = ` + dueRow("2") + `)
		UPDATE tasks SET type = 'renewalFollowUp', state = 'open', origin = 'renewal/policy/0/request'
		WHERE portfolio_id = $1 AND policy_id = ` + dueRow("2") + ` AND id = ` + dueRow("5")},
	"cover after a cancellation": {"notices", `WITH term AS (
			UPDATE policies SET start_date = $2 WHERE portfolio_id = $1 AND id = ` + dueRow("3") + `),
		past AS (INSERT INTO cancellations (portfolio_id, id, policy_id, case_id, term_number, effective_date, reason, recorded_at)
			VALUES ($1, ` + dueRow("6") + `, ` + dueRow("3") + `, ` + dueRow("3") + `, 0, '2025-01-01Z', 'other', '2025-01-01Z'))
		UPDATE tasks SET type = 'cancellationFollowUp', state = 'inProgress', origin = 'cancellation/' || id
		WHERE portfolio_id = $1 AND policy_id = ` + dueRow("3") + ` AND id = ` + dueRow("6")},
	"a reply to evidence": {"letters", `INSERT INTO evidence_replies
			(portfolio_id, id, evidence_id, policy_id, case_id, state, next_attempt_at, created_at, updated_at)
		SELECT portfolio_id, id, id, policy_id, case_id, 'planned', $2, created_at, updated_at
		FROM evidence WHERE portfolio_id = $1 AND id = ` + dueRow("1")},
	"a letter to a borrower": {"letters", `WITH of AS (
			UPDATE placements SET state = 'noticed' WHERE portfolio_id = $1 AND id = ` + dueRow("2") + `)
		UPDATE placement_letters SET state = 'planned', settled_at = NULL, means = 'email', print_file_id = NULL, next_attempt_at = $2
		WHERE portfolio_id = $1 AND placement_id = ` + dueRow("2") + ` AND id = ` + dueRow("1")},
	"a placement":  {"placements", `UPDATE placements SET next_at = $2 WHERE portfolio_id = $1 AND id = ` + dueRow("1")},
	"a change":     {"verdicts", `UPDATE case_verdicts SET next_change_on = $2 WHERE portfolio_id = $1 AND id = ` + dueRow("1")},
	"another look": {"verdicts", `UPDATE case_verdicts SET look_again_on = $2 WHERE portfolio_id = $1 AND id = ` + dueRow("2")},
	"a longer table": {"verdicts", `UPDATE case_verdicts SET flood_rows = CASE WHEN $2 > timestamptz '2025-12-01Z' THEN 10 ELSE 9 END
		WHERE portfolio_id = $1 AND id = ` + dueRow("3")},
	"a type of clause": {"verdicts", `UPDATE mortgagee_clauses SET judged_to = CASE WHEN $2 > timestamptz '2025-12-01Z' THEN NULL ELSE id END
		WHERE portfolio_id = $1 AND id = ` + dueRow("1")},
}

// holds keep back what is due in portfolio $1.
var holds = []string{
	"UPDATE policies SET status = 'onHold', status_before_hold = 'active', on_hold_at = created_at WHERE portfolio_id = $1",
	"UPDATE policies SET review_until = '2025-12-02Z' WHERE portfolio_id = $1",
	"UPDATE policies SET status = 'deactivated' WHERE portfolio_id = $1",
	"UPDATE cases SET quiet = true WHERE portfolio_id = $1",
	`UPDATE cases SET status = 'closed', closure = '{"statusBefore": "OPEN"}' WHERE portfolio_id = $1`,
	"UPDATE tasks SET state = 'completed' WHERE portfolio_id = $1",
	"UPDATE placements SET state = 'cured' WHERE portfolio_id = $1",
}

// nothingDue undoes the changes and holds.
var nothingDue = []string{
	"DELETE FROM evidence_replies", "DELETE FROM cancellations",
	`UPDATE renewal_notices SET state = 'sent', settled_at = created_at, due_at = '2026-01-01Z', next_attempt_at = NULL,
		policy_id = case_id, task_id = NULL`,
	"UPDATE tasks SET type = 'reviewDocument', state = 'completed', origin = NULL",
	"UPDATE placement_letters SET state = 'sent', settled_at = created_at, next_attempt_at = NULL",
	"UPDATE placements SET state = 'cured', next_at = NULL",
	"UPDATE case_verdicts SET next_change_on = NULL, look_again_on = NULL, flood_rows = NULL",
	"UPDATE mortgagee_clauses SET judged_to = NULL",
	"UPDATE policies SET status = 'active', status_before_hold = NULL, on_hold_at = NULL, review_until = NULL, start_date = '2026-01-01Z'",
	"UPDATE cases SET status = 'OPEN', closure = NULL, quiet = false",
}

// dueBundle is a world in which nothing is due, with one portfolio more that is a sandbox.
type dueBundle struct {
	*storagetest.World
	portfolios []uuid.UUID
}

func newDueBundle(t *testing.T) *dueBundle {
	b := &dueBundle{World: storagetest.NewWorld(t)}
	_, err := b.Store.CreateLender(t.Context(), "Third Example Bank", dueNow)
	require.NoError(t, err)
	all, err := b.Store.Portfolios(t.Context())
	require.NoError(t, err)
	for _, p := range all {
		b.portfolios = append(b.portfolios, p.ID)
	}
	storagetest.Bulk{Portfolios: b.portfolios, First: 1, Last: 12, Parents: 4}.Fill(t, b.Store.Pool().Pgx())
	b.Sandboxed(t, b.HarborTest, dueNow)
	b.reset(t)
	return b
}

func (b *dueBundle) reset(t *testing.T) {
	t.Helper()
	for _, statement := range nothingDue {
		b.Exec(t, statement)
	}
}

// named are the portfolios that a question names.
func (b *dueBundle) named(t *testing.T, q dueQuestion) (ids []uuid.UUID) {
	t.Helper()
	found, err := q.all(t.Context(), b.Store)
	require.NoError(t, err)
	for _, p := range found {
		ids = append(ids, p.ID)
	}
	return ids
}

// TestDueIsNamed makes one thing due after another, each by one condition: the question for it names that portfolio, and no other
// question names any.
func TestDueIsNamed(t *testing.T) {
	t.Parallel()
	b := newDueBundle(t)
	of := b.Prairie.Portfolio.ID()
	for name, change := range dueChanges {
		b.Exec(t, change.statement, of, dueNow.Add(time.Millisecond))
		for question, q := range dueQuestions {
			require.Empty(t, b.named(t, q), "%s, a moment before: %s", name, question)
		}
		b.reset(t)
		b.Exec(t, change.statement, of, dueNow)
		b.Exec(t, change.statement, b.HarborTest.Portfolio.ID(), dueNow)
		for question, q := range dueQuestions {
			want := []uuid.UUID{of}
			if question != change.question {
				want = nil
			}
			require.Equal(t, want, b.named(t, q), "%s: %s", name, question)
		}
		b.reset(t)
	}
}

// TestDueQuestions changes and holds things at random: each question names the portfolios in which their own queries find
// something.
func TestDueQuestions(t *testing.T) {
	t.Parallel()
	b := newDueBundle(t)
	seed := rand.Uint64()
	t.Logf("seed: %d", seed)
	random := rand.New(rand.NewPCG(seed, 0))
	names := slices.Sorted(maps.Keys(dueChanges))
	for range 20 {
		for _, id := range b.portfolios {
			for _, name := range names {
				if random.IntN(8) == 0 {
					b.Exec(t, dueChanges[name].statement, id, dueNow.Add(time.Duration(random.IntN(3)-1)*time.Hour))
				}
			}
			if random.IntN(2) == 0 {
				b.Exec(t, holds[random.IntN(len(holds))], id)
			}
		}
		for question, q := range dueQuestions {
			require.Equal(t, b.withOwn(t, q), b.named(t, q), question)
		}
		b.reset(t)
	}
}

// TestDueWithoutTime: where a question takes too long, no portfolio is forgotten.
func TestDueWithoutTime(t *testing.T) {
	t.Parallel()
	dsn := storagetest.Database(t)
	w := storagetest.WorldOn(t, dsn)
	hasty := storagetest.Open(t, dsn, postgres.Options{LockTimeout: 10 * time.Millisecond})
	all, err := w.Store.Portfolios(t.Context())
	require.NoError(t, err)
	tx, err := w.Store.Pool().Pgx().Begin(t.Context())
	require.NoError(t, err)
	defer func() { require.NoError(t, tx.Rollback(context.WithoutCancel(t.Context()))) }()
	_, err = tx.Exec(t.Context(), "LOCK TABLE placements IN ACCESS EXCLUSIVE MODE")
	require.NoError(t, err)
	found, err := hasty.PortfoliosWithDuePlacements(t.Context(), dueNow)
	require.NoError(t, err)
	require.Equal(t, all, found)
}

// withOwn are the portfolios whose own queries find something, in the order of all.
func (b *dueBundle) withOwn(t *testing.T, q dueQuestion) (ids []uuid.UUID) {
	t.Helper()
	all, err := b.Store.Portfolios(t.Context())
	require.NoError(t, err)
	for _, p := range all {
		found, err := q.own(t.Context(), b.Store.For(p.ID))
		require.NoError(t, err)
		if found {
			ids = append(ids, p.ID)
		}
	}
	return ids
}
