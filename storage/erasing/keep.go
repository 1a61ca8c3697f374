package erasing

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/covertrack/covertrack/model/retention"
	"github.com/covertrack/covertrack/storage"
)

const (
	casesAtOnce = 100
	// keepWithin is after how long Keep leaves the rest to the next run, so that other clean-ups have their turn.
	keepWithin = 2 * time.Minute
)

// part are the rows of a table that go with a noun of the case $2 of the portfolio $1.
type part struct {
	table string
	which string // of the case's rows; those that say nothing any more are not among them
	set   string // what empties them; "" removes them
	role  role
}

// role says what a part is for the noun.
type role int

const (
	counted role = iota // they are the noun's records
	below               // they belong to these
	refers              // they only refer to these, so their own history stays
)

// unsaid empties what a letter says, and the answers of mail servers, which name addresses.
const unsaid = "subject = NULL, body = NULL, recipients = '{}', copies = '{}', "

const says = "(subject IS NOT NULL OR body IS NOT NULL OR recipients <> '{}' OR copies <> '{}')"

// replyOf is a reason without the answer of a mail server.
func replyOf(column string) string {
	return column + " = CASE WHEN state IN ('sent', 'failed') THEN NULL ELSE " + column + " END"
}

// partsOf are the parts of nouns that go while their case stays, what refers to others first.
var partsOf = map[retention.Noun][]part{
	retention.Letters: {
		{"renewal_notices", "state <> 'planned' AND (" + says + " OR letter IS NOT NULL OR metadata <> '{}' " +
			"OR recipient NOT IN ('', 'erased-' || id::text))",
			unsaid + "letter = NULL, metadata = '{}', recipient = CASE WHEN recipient = '' THEN '' ELSE 'erased-' || id::text END, " +
				replyOf("skip_reason"), counted},
		{"notice_attempts", says, unsaid + "html = NULL, deliveries = '[]', " + replyOf("reason"), below},
		{"placement_letters", "state <> 'planned' AND (" + says + " OR letter IS NOT NULL OR passages <> '[]' OR borrower <> '{}')",
			unsaid + "letter = NULL, passages = '[]', borrower = '{}', " + replyOf("skip_reason"), counted},
		{"evidence_replies", "state <> 'planned' AND (" + says + " OR letter IS NOT NULL)", unsaid + "letter = NULL, " + replyOf("skip_reason"),
			counted},
	},
	retention.Evidence: {
		{"evidence_files", "true", "", below},
		{"evidence_links", "metadata <> '{}'", "metadata = '{}'", below},
		{"evidence", `(proposed <> '{"limits": []}' OR reason <> 'Erased' OR metadata <> '{}')`,
			`proposed = '{"limits": []}', metadata = '{}', reason = CASE WHEN reason IS NOT NULL THEN 'Erased' END`, counted},
	},
	retention.Documents: {
		{"assets", "document_ids <> '{}'", "document_ids = '{}'", refers},
		{"cancellations", "document_id IS NOT NULL", "document_id = NULL", refers},
		{"waivers", "document_id IS NOT NULL", "document_id = NULL", refers},
		{"placements", `proofs @? '$[*].documentId'`, "proofs = (SELECT jsonb_agg(proof - 'documentId' ORDER BY position) " +
			"FROM jsonb_array_elements(proofs) WITH ORDINALITY AS x (proof, position))", refers},
		{"evidence_files", "document_id IS NOT NULL", "", below},
		{"documents", "true", "", counted},
	},
}

// where is the condition on the rows of a part.
func (p part) where() string {
	of, ok := childrenOf[p.table]
	if !ok {
		of = "case_id = $2"
	}
	return "portfolio_id = $1 AND " + of + " AND " + p.which
}

func (p part) statement() string {
	if p.set == "" {
		return "DELETE FROM " + p.table + " WHERE " + p.where() + " RETURNING id"
	}
	return "UPDATE " + p.table + " SET " + p.set + " WHERE " + p.where() + " RETURNING id"
}

// oldCase is a case by its key.
type oldCase struct{ portfolio, id uuid.UUID }

// Keep removes the records of a noun that have been kept for the age, of all portfolios, a case at a time, and returns how many. One
// that cannot be removed does not stop the others. Any number of nodes may run it; what it leaves, the next run does.
func (e Eraser) Keep(ctx context.Context, noun retention.Noun, age retention.Age) (removed int, failed error) {
	var last oldCase
	for begun := time.Now(); ; {
		cases, err := e.old(ctx, noun, age, last)
		if err != nil || len(cases) == 0 {
			return removed, errors.Join(failed, storage.Translate(err))
		}
		for _, c := range cases {
			n, err := e.keepOne(ctx, noun, age, c)
			if removed += n; err != nil {
				failed = errors.Join(failed, fmt.Errorf("%s of the case %s: %w", noun, c.id, storage.Translate(err)))
			}
			if time.Since(begun) > keepWithin || ctx.Err() != nil {
				return removed, failed
			}
		}
		last = cases[len(cases)-1]
	}
}

// old returns some cases after the last one that were closed long enough ago and have something of the noun: none of sandboxes, in
// which it is another time.
func (e Eraser) old(ctx context.Context, noun retention.Noun, age retention.Age, last oldCase) ([]oldCase, error) {
	var has []string
	for _, p := range partsOf[noun] {
		where := strings.NewReplacer("$1", "c.portfolio_id", "$2", "c.id").Replace(p.where())
		has = append(has, "EXISTS (SELECT FROM "+p.table+" WHERE "+where+")")
	}
	if has == nil {
		has = []string{"true"}
	}
	found, err := e.Store.Pool().Pgx().Query(ctx, `SELECT c.portfolio_id, c.id FROM cases AS c
		WHERE c.status = 'closed' AND (c.closure ->> 'closedAt')::timestamptz <= $1 AND (c.portfolio_id, c.id) > ($2::uuid, $3::uuid)
		AND c.portfolio_id NOT IN (SELECT id FROM portfolios WHERE mode = 'sandbox')
		AND (`+strings.Join(has, " OR ")+fmt.Sprintf(") ORDER BY c.portfolio_id, c.id LIMIT %d", casesAtOnce),
		age.Before(e.Now()), last.portfolio, last.id)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(found, func(row pgx.CollectableRow) (c oldCase, err error) {
		return c, row.Scan((*[16]byte)(&c.portfolio), (*[16]byte)(&c.id))
	})
}

// keepOne removes the noun's records of a case, and returns how many.
func (e Eraser) keepOne(ctx context.Context, noun retention.Noun, age retention.Age, c oldCase) (removed int, err error) {
	w := &work{now: e.Now(), by: byRetention}
	err = e.alone(ctx, w, func() error {
		isOver, err := w.isOver(ctx, age, c)
		if err != nil || !isOver {
			return err
		}
		if noun == retention.Cases {
			removed, w.until = 1, age.Before(w.now)
			return w.cases(ctx, []uuid.UUID{c.id})
		}
		removed, err = w.parts(ctx, noun, c)
		return err
	})
	if err != nil {
		removed = 0
	}
	return removed, err
}

// isOver locks a case, so that nobody reopens it, and asks the rule.
func (w *work) isOver(ctx context.Context, age retention.Age, c oldCase) (bool, error) {
	var closed, ends *time.Time
	err := w.QueryRow(ctx, "SELECT (closure ->> 'closedAt')::timestamptz FROM cases WHERE portfolio_id = $1 AND id = $2 FOR UPDATE",
		c.portfolio, c.id).Scan(&closed)
	if errors.Is(err, pgx.ErrNoRows) {
		return false, nil
	}
	if err == nil {
		err = w.QueryRow(ctx, "SELECT max(end_date) FROM policies WHERE portfolio_id = $1 AND case_id = $2", c.portfolio, c.id).Scan(&ends)
	}
	return age.IsOver(closed, ends, w.now), err
}

// parts removes or empties the parts of a noun. The trail keeps who did what and when, and says how many records went.
func (w *work) parts(ctx context.Context, noun retention.Noun, c oldCase) (n int, err error) {
	var gone, own []uuid.UUID
	if _, ok := filesOf[noun]; ok {
		if gone, err = w.removeFiles(ctx, noun, c.portfolio, c.id); err != nil {
			return 0, err
		}
	}
	for _, p := range partsOf[noun] {
		ids, err := w.ids(ctx, p.statement(), c.portfolio, c.id)
		if err != nil {
			return 0, err
		}
		switch p.role {
		case counted:
			own, gone = append(own, ids...), append(gone, ids...)
		case below:
			gone = append(gone, ids...)
		case refers:
		}
	}
	if err := w.forget(ctx, c.portfolio, gone, nil); err != nil {
		return 0, err
	}
	if noun == retention.Documents {
		if err := w.tell(ctx, c.portfolio, "document", "deleted", own); err != nil {
			return 0, err
		}
	}
	return len(own), w.tellOf(ctx, c.portfolio, "case", "updated", c.id, fmt.Sprintf(`{"%s": {"from": %d, "to": 0}}`, noun, len(own)))
}
