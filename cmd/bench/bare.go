package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"golang.org/x/sync/errgroup"

	"github.com/covertrack/covertrack/cmd/bench/fire"
	"github.com/covertrack/covertrack/storage"
)

// barePolicies insert copies of the rows of one policy: of the policy itself, its version, its notices and its event.
type barePolicies struct {
	pool                            *pgxpool.Pool
	portfolio                       uuid.UUID
	cases                           []string
	notices                         int
	policy, version, notice, record string // the statements
	next                            atomic.Int64
}

// newBarePolicies keeps the rows of a policy in tables of their own, from which they are copied.
func newBarePolicies(ctx context.Context, pool *pgxpool.Pool, policy string, cases []string) (*barePolicies, error) {
	b := &barePolicies{pool: pool, cases: cases}
	err := pool.QueryRow(ctx, `SELECT portfolio_id, (SELECT count(*) FROM renewal_notices WHERE policy_id = p.id)
		FROM policies AS p WHERE id = $1`, policy).Scan((*[16]byte)(&b.portfolio), &b.notices)
	if err == nil && b.notices == 0 {
		err = errors.New("the policy has no notices")
	}
	for _, of := range []struct {
		text       *string
		table, key string
		changed    map[string]string // columns that are not copied
	}{
		{&b.policy, "policies", "id", map[string]string{"id": "$1", "current_version_id": "$2", "case_id": "$3"}},
		{&b.version, "policy_versions", "policy_id", map[string]string{"policy_id": "$1", "id": "$2", "case_id": "$3"}},
		{&b.notice, "renewal_notices", "policy_id", map[string]string{
			"policy_id": "$1", "id": "($2::uuid[])[row_number() OVER ()]", "case_id": "$3",
		}},
		{&b.record, "audit_events", "subject_id", map[string]string{"subject_id": "$1", "id": "$2"}},
	} {
		if err == nil {
			*of.text, err = copyOf(ctx, pool, of.table, of.key, policy, of.changed)
		}
	}
	return b, err
}

// copyOf is an INSERT of copies of the rows that a table has of a policy.
func copyOf(ctx context.Context, pool *pgxpool.Pool, table, key, policy string, changed map[string]string) (string, error) {
	if _, err := pool.Exec(ctx, fmt.Sprintf("CREATE TABLE bare_%s AS SELECT * FROM %[1]s WHERE %s = '%s'", table, key, policy)); err != nil {
		return "", err
	}
	rows, _ := pool.Query(ctx, `SELECT attname::text FROM pg_attribute
		WHERE attrelid = $1::text::regclass AND attnum > 0 AND attgenerated = '' AND attname <> 'is_current'`, table)
	columns, err := pgx.CollectRows(rows, pgx.RowTo[string])
	values := slices.Clone(columns)
	for i, column := range columns {
		if text, ok := changed[column]; ok {
			values[i] = text
		}
	}
	return fmt.Sprintf("INSERT INTO %s (%s) SELECT %s FROM bare_%[1]s", table, strings.Join(columns, ", "), strings.Join(values, ", ")), err
}

// run has the crowd insert for so long.
func (b *barePolicies) run(ctx context.Context, d time.Duration) (fire.Result, error) {
	var count atomic.Int64
	begun := time.Now()
	group, ctx := errgroup.WithContext(ctx)
	for range crowd {
		group.Go(func() error {
			for time.Since(begun) < d {
				if err := pgx.BeginFunc(ctx, b.pool, func(tx pgx.Tx) error { return b.insert(ctx, tx) }); err != nil {
					return err
				}
				count.Add(1)
			}
			return nil
		})
	}
	err := group.Wait()
	return fire.Result{Requests: int(count.Load()), Seconds: time.Since(begun).Seconds()}, err
}

// insert adds the rows of one policy. Its case has a stored verdict, which is written anew.
func (b *barePolicies) insert(ctx context.Context, tx pgx.Tx) error {
	policy, version, event, notices := storage.NewID(), storage.NewID(), storage.NewID(), make([]uuid.UUID, b.notices)
	for i := range notices {
		notices[i] = storage.NewID()
	}
	of := b.cases[int(b.next.Add(1))%len(b.cases)]
	for _, statement := range []struct {
		text string
		args []any
	}{
		{b.policy, []any{policy, version, of}}, {b.version, []any{policy, version, of}}, {b.notice, []any{policy, notices, of}},
		{"UPDATE case_verdicts SET evaluated_at = now(), updated_at = now() WHERE portfolio_id = $1 AND id = $2", []any{b.portfolio, of}},
		{b.record, []any{policy, event}},
	} {
		done, err := tx.Exec(ctx, statement.text, statement.args...)
		if err == nil && done.RowsAffected() == 0 {
			err = errors.New("nothing was written: " + statement.text)
		}
		if err != nil {
			return err
		}
	}
	return nil
}
