package erasing

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model/fault"
)

// insureds removes insureds, or, where cases and policies name them, all that their records say of them.
func (w *work) insureds(ctx context.Context, ids []uuid.UUID) error {
	for _, id := range ids {
		portfolio, err := w.portfolioOf(ctx, "insureds", id)
		if err != nil {
			return err
		}
		words, err := w.wordsOf(ctx, "insureds", []uuid.UUID{id})
		if err != nil {
			return err
		}
		named, err := w.ids(ctx, `SELECT c.id FROM cases AS c WHERE c.portfolio_id = $1 AND (c.insured_ids @> ARRAY[$2::uuid] OR EXISTS (
			SELECT FROM policy_versions AS v WHERE v.portfolio_id = $1 AND v.case_id = c.id AND $2 = ANY (v.insured_ids)))`, portfolio, id)
		if err != nil {
			return err
		}
		statement, done := "DELETE FROM insureds WHERE portfolio_id = $1 AND id = $2", "deleted"
		if len(named) > 0 {
			statement, done = `UPDATE insureds SET name = 'Erased', display_name = 'Erased', path_name = 'erased-' || id::text,
				corporate_name = NULL, prefix = NULL, first_name = NULL, middle_name = NULL, last_name = NULL, suffix = NULL,
				metadata = '{}', external_id = NULL WHERE portfolio_id = $1 AND id = $2`, "updated"
			w.Kept = append(w.Kept, fmt.Sprintf("the files of documents and evidence of %d cases that named the insured: the law has "+
				"a lender keep the file of a loan, evidence of flood insurance among it; erase them by --case when it lets you",
				len(named)))
		}
		if err := w.do(ctx, "insureds", statement, portfolio, id); err != nil {
			return err
		}
		if err := w.forget(ctx, portfolio, []uuid.UUID{id}, []uuid.UUID{id}); err != nil {
			return err
		}
		if err := w.scrub(ctx, portfolio, words); err != nil {
			return err
		}
		if err := w.tell(ctx, portfolio, "insured", done, []uuid.UUID{id}); err != nil {
			return err
		}
	}
	return nil
}

// contacts empties brokers, users and people: cases, tasks and decisions refer to them.
func (w *work) contacts(ctx context.Context, ids []uuid.UUID) error {
	found, err := w.ids(ctx, `SELECT portfolio_id FROM brokers WHERE id = ANY ($1) UNION SELECT portfolio_id FROM users WHERE id = ANY ($1)
		UNION SELECT u.portfolio_id FROM users AS u WHERE u.person_id = ANY ($1)`, ids)
	if err != nil {
		return err
	}
	var words []string
	for _, table := range []string{"brokers", "users", "persons", "directory_users"} {
		more, err := w.wordsOf(ctx, table, ids)
		if err != nil {
			return err
		}
		words = append(words, more...)
	}
	if len(words) == 0 {
		return fault.NotFound("contact")
	}
	for _, portfolio := range found {
		if err := w.contactsIn(ctx, portfolio, ids, words); err != nil {
			return err
		}
	}
	if err := w.scrubWork(ctx, ids, found, words); err != nil {
		return err
	}
	return w.people(ctx, ids)
}

// scrubWork replaces what the other portfolios of their lender say of people who worked there: who did a task, who began an import.
func (w *work) scrubWork(ctx context.Context, people, done []uuid.UUID, words []string) error {
	others, err := w.ids(ctx, `SELECT f.id FROM portfolios AS f JOIN lenders AS l ON l.id = f.lender_id
		JOIN persons AS x ON x.lender_id = coalesce(l.sandbox_of, l.id) WHERE x.id = ANY ($1) AND f.id <> ALL ($2)`, people, done)
	if err != nil {
		return err
	}
	for _, portfolio := range others {
		if err := w.scrub(ctx, portfolio, words); err != nil {
			return err
		}
	}
	return nil
}

// contactsIn empties the contacts of a portfolio.
func (w *work) contactsIn(ctx context.Context, portfolio uuid.UUID, ids []uuid.UUID, words []string) error {
	if err := w.empty(ctx, portfolio, ids); err != nil {
		return err
	}
	if err := w.forget(ctx, portfolio, ids, ids); err != nil {
		return err
	}
	if err := w.scrub(ctx, portfolio, words); err != nil {
		return err
	}
	for table, noun := range map[string]string{"brokers": "broker", "users": "user"} {
		of, err := w.ids(ctx, "SELECT id FROM "+table+" WHERE portfolio_id = $1 AND id = ANY ($2)", portfolio, ids)
		if err != nil {
			return err
		}
		if err := w.tell(ctx, portfolio, noun, "updated", of); err != nil {
			return err
		}
	}
	return nil
}

// people empties people who sign in, and ends their sessions. They do not sign in any more as who they were.
func (w *work) people(ctx context.Context, ids []uuid.UUID) error {
	if err := w.do(ctx, "sessions", "DELETE FROM person_sessions WHERE person_id = ANY ($1)", ids); err != nil {
		return err
	}
	if err := w.do(ctx, "people", `UPDATE persons SET name = 'Erased', email = NULL, subject = 'erased-' || id::text, state = 'suspended'
		WHERE id = ANY ($1)`, ids); err != nil {
		return err
	}
	if err := w.do(ctx, "entries of directories", `UPDATE directory_users SET external_id = NULL, user_name = 'erased-' || id::text,
		is_active = false, attributes = '{}', deleted_at = coalesce(deleted_at, $2)
		WHERE id = ANY ($1) OR person_id = ANY ($1)`, ids, w.now); err != nil {
		return err
	}
	return w.forget(ctx, uuid.Nil, ids, nil)
}

// empty takes out what the records of brokers and users say.
func (w *work) empty(ctx context.Context, portfolio uuid.UUID, ids []uuid.UUID) error {
	if err := w.do(ctx, "brokers", `UPDATE brokers SET email = NULL, phone = NULL, phone_extension = NULL, phone_type = NULL,
		first_name = NULL, last_name = NULL, name = 'Erased', display_name = 'Erased', path_name = 'erased-' || id::text, metadata = '{}'
		WHERE portfolio_id = $1 AND id = ANY ($2)`, portfolio, ids); err != nil {
		return err
	}
	return w.do(ctx, "users", `UPDATE users SET email = 'erased-' || id::text || '@erased.invalid', first_name = NULL, last_name = NULL,
		display_name = 'Erased', active = false, metadata = '{}' WHERE portfolio_id = $1 AND (id = ANY ($2) OR person_id = ANY ($2))`,
		portfolio, ids)
}
