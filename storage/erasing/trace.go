package erasing

import (
	"context"
	"encoding/json"
	"regexp"
	"slices"
	"strings"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/storage"
)

// said are the columns of records of persons by which others tell of them, whole: a first name alone is anybody's.
var said = map[string][]string{
	"insureds": {"display_name", "name", "corporate_name", "path_name", "first_name || ' ' || last_name",
		"last_name || ', ' || first_name"},
	"brokers": {"display_name", "name", "email", "phone", "path_name", "first_name || ' ' || last_name",
		"last_name || ', ' || first_name"},
	"users":   {"display_name", "email", "first_name || ' ' || last_name", "last_name || ', ' || first_name"},
	"persons": {"name", "email"},

	"directory_users": {"user_name"},
}

// wordsOf returns by which words others tell of persons, or told, as the trail has it, and notes their last names.
func (w *work) wordsOf(ctx context.Context, table string, ids []uuid.UUID) ([]string, error) {
	if slices.ContainsFunc(said[table], func(column string) bool { return strings.Contains(column, "last_name") }) {
		last, err := w.texts(ctx, "SELECT lower(last_name) FROM "+table+" WHERE id = ANY ($1) AND last_name IS NOT NULL", ids)
		if err != nil {
			return nil, err
		}
		w.lastNames = append(w.lastNames, last...)
	}
	words, err := w.texts(ctx, "SELECT DISTINCT x.w FROM "+table+" AS t CROSS JOIN LATERAL unnest(ARRAY["+strings.Join(said[table], ", ")+
		"]) AS x (w) WHERE t.id = ANY ($1) AND x.w IS NOT NULL", ids)
	if err != nil || !slices.Contains([]string{"insureds", "brokers", "users"}, table) {
		return words, err
	}
	former, err := w.texts(ctx, `SELECT DISTINCT x.w FROM audit_events AS e
		CROSS JOIN LATERAL jsonb_each(CASE WHEN jsonb_typeof(e.changes) = 'object' THEN e.changes ELSE '{}' END) AS m (k, v)
		CROSS JOIN LATERAL (VALUES (m.v ->> 'from'), (m.v ->> 'to')) AS x (w)
		WHERE e.portfolio_id IN (SELECT portfolio_id FROM `+table+` WHERE id = ANY ($1)) AND e.subject_id = ANY ($1)
		AND m.k IN ('displayName', 'corporateName', 'email', 'phone', 'pathName') AND x.w IS NOT NULL`, ids)
	return append(words, former...), err
}

// forget takes values of records out of the trail, of which who, what and when stay, and out of the answers of receivers and those
// that are stored with keys of idempotency and have the id of a record at the top. Exports of before an erasure go by their clean-up.
func (w *work) forget(ctx context.Context, portfolio uuid.UUID, ids, top []uuid.UUID) error {
	if err := w.do(ctx, "audit events", `UPDATE audit_events SET changes = (
		SELECT jsonb_object_agg(k, '{"from": null, "to": null}'::jsonb) FROM jsonb_object_keys(changes) AS k)
		WHERE portfolio_id = $1 AND subject_id = ANY ($2) AND jsonb_typeof(changes) = 'object' AND changes <> '{}'`,
		portfolio, ids); err != nil {
		return err
	}
	if err := w.do(ctx, "webhook answers", `UPDATE webhook_deliveries SET attempts = (
		SELECT coalesce(jsonb_agg(a || '{"answer": null}'), '[]') FROM jsonb_array_elements(attempts) AS a)
		WHERE portfolio_id = $1 AND subject_id = ANY ($2) AND attempts <> '[]'`, portfolio, ids); err != nil {
		return err
	}
	if w.by == byErasure {
		if err := w.exports(ctx, portfolio); err != nil {
			return err
		}
	}
	if err := w.imports(ctx, portfolio, ids); err != nil {
		return err
	}
	return w.do(ctx, "stored answers", `UPDATE idempotency_records SET body = '{}'::bytea WHERE portfolio_id = $1
		AND EXISTS (SELECT FROM unnest($2::uuid[]) AS i (id) WHERE position(i.id::text::bytea IN body) > 0)`, portfolio, top)
}

// administered forgets what the trail of the installation says of a lender, its people, its tokens and its directory.
func (w *work) administered(ctx context.Context, lender uuid.UUID) error {
	ids, err := w.ids(ctx, `WITH p AS (SELECT id FROM identity_providers WHERE lender_id = $1)
		SELECT $1::uuid AS id UNION ALL TABLE p UNION ALL SELECT id FROM persons WHERE lender_id = $1
		UNION ALL SELECT d.id FROM directory_users AS d JOIN p ON p.id = d.provider_id
		UNION ALL SELECT id FROM organizations WHERE lender_id = $1
		UNION ALL SELECT t.id FROM tokens AS t JOIN organizations AS o ON o.id = t.organization_id WHERE o.lender_id = $1`, lender)
	if err != nil {
		return err
	}
	return w.forget(ctx, uuid.Nil, ids, nil)
}

// exports has finished exports removed by their clean-up, and those that are being written start from their beginning.
func (w *work) exports(ctx context.Context, portfolio uuid.UUID) error {
	for _, statement := range []string{
		`UPDATE exports SET expires_at = $2 WHERE portfolio_id = $1 AND settled_at IS NOT NULL AND (expires_at IS NULL OR expires_at > $2)`,
		`UPDATE exports SET leased_until = $2, attempt = attempt + 1 WHERE portfolio_id = $1 AND settled_at IS NULL AND attempt > 0`,
	} {
		if err := w.do(ctx, "exports", statement, portfolio, w.now); err != nil {
			return err
		}
	}
	return nil
}

// tell adds to the trail that records were erased, for the feed and webhooks to tell of it.
func (w *work) tell(ctx context.Context, portfolio uuid.UUID, noun, done string, ids []uuid.UUID) error {
	for _, id := range ids {
		if err := w.tellOf(ctx, portfolio, noun, done, id, "{}"); err != nil {
			return err
		}
	}
	return nil
}

func (w *work) tellOf(ctx context.Context, portfolio uuid.UUID, noun, done string, id uuid.UUID, changes string) error {
	return w.tellAs(ctx, w.by, portfolio, noun+"."+done, noun, id, changes, "")
}

func (w *work) tellAs(
	ctx context.Context, by string, portfolio uuid.UUID, action, noun string, id uuid.UUID, changes, request string,
) error {
	_, err := w.Exec(ctx, `INSERT INTO audit_events (portfolio_id, id, actor_kind, actor_name, action, subject_type, subject_id,
		changes, request_id, at) VALUES ($1, $2, 'system', $3, $4, $5, $6, $7, $8, $9)`,
		portfolio, storage.NewID(), by, action, noun, id, changes, request, w.now)
	return err
}

// note has the database know of an erasure, and the trail of the installation who asked for it, once.
func (w *work) note(ctx context.Context, of Erasure, by string) error {
	tag, err := w.Exec(ctx, "INSERT INTO erasures (id, kind, ids, at) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING",
		of.ID, string(of.Kind), arrayOf(of.IDs), of.At)
	if err != nil || tag.RowsAffected() == 0 {
		return err
	}
	ids := of.IDs
	if of.Kind == Lender {
		ids = ids[:1] // behind it are its portfolios
	}
	for _, id := range ids {
		if err := w.tellAs(ctx, by, uuid.Nil, "data.erased", string(of.Kind), id, "null", of.ID.String()); err != nil {
			return err
		}
	}
	return nil
}

// telling are the columns that may tell of a person in words, by their tables and types. What names another person, or a form of
// the lender's own, is not among them.
var telling = []struct {
	table, text, json, list string // columns
}{
	{table: "insured_groups", text: "name", json: "metadata"},
	{table: "cases", text: "name display_name", json: "metadata closure"},
	{table: "documents", text: "name file_name", json: "metadata"},
	{table: "uploads", text: "file_name"},
	{table: "assets", text: "display_name", json: "fields metadata"},
	{table: "policies", text: "display_name", json: "metadata cancellations"},
	{table: "policy_versions", text: "name display_name", json: "metadata"},
	{table: "evidence", text: "reason", json: "proposed metadata"},
	{table: "evidence_files", text: "file_name"},
	{table: "evidence_links", json: "metadata"},
	{table: "evidence_replies", text: "subject body", json: "letter", list: "recipients copies"},
	{table: "waivers", text: "reason", json: "metadata", list: "details"},
	{table: "placements", text: "carrier policy_number", json: "borrower notices proofs metadata"},
	{table: "placement_letters", text: "subject body proof", json: "borrower passages letter", list: "recipients copies"},
	{table: "tasks", text: "reason", json: "metadata completed_by"},
	{table: "case_verdicts", json: "findings metadata"},
	{table: "renewal_notices", text: "subject body recipient", json: "letter metadata requested_by", list: "recipients copies"},
	{table: "notice_attempts", text: "reason subject body html", json: "requested_by deliveries", list: "recipients copies"},
	{table: "sandbox_letters", text: "from_name reply_to subject text html", list: "recipients copies"},
	{table: "audit_events", json: "changes"},
	{table: "imports", text: "name mapping_name failure", json: "mapping left_behind creator"},
	{table: "import_records", json: "before"},
	{table: "webhook_deliveries", json: "attempts"},
}

// leastWord is how many bytes a word has at least to be looked for in what others say: a shorter one is a part of anything.
const leastWord = 4

// patternOf matches any of the words where it is no part of a longer one, also as JSON has it; "" for none.
func patternOf(words []string) string {
	var parts []string
	for _, word := range words {
		if len(word) < leastWord {
			continue
		}
		inJSON, _ := json.Marshal(word) // a text always is
		for _, form := range []string{word, strings.Trim(string(inJSON), `"`)} {
			parts = append(parts, regexp.QuoteMeta(form))
		}
	}
	if parts == nil {
		return ""
	}
	return `(?<!\w)(` + strings.Join(parts, "|") + `)(?!\w)`
}

// scrub replaces the words wherever records of a portfolio have them: in letters, tasks, findings, names of files and the trail.
func (w *work) scrub(ctx context.Context, portfolio uuid.UUID, words []string) error {
	pattern := patternOf(words)
	if pattern == "" {
		return nil
	}
	for _, of := range telling {
		var sets, where []string
		for column := range strings.FieldsSeq(of.text) {
			erased := "'erased'"
			if column == "recipient" { // of which a task has each once
				erased = "'erased-' || id::text"
			}
			sets, where = append(sets, column+" = regexp_replace("+column+", $2, "+erased+", 'gi')"), append(where, column+" ~* $2")
		}
		for column := range strings.FieldsSeq(of.json) {
			sets = append(sets, column+" = regexp_replace("+column+"::text, $2, 'erased', 'gi')::jsonb")
			where = append(where, column+"::text ~* $2")
		}
		for column := range strings.FieldsSeq(of.list) {
			sets = append(sets, column+" = ARRAY(SELECT regexp_replace(x, $2, 'erased', 'gi') FROM unnest("+column+") AS x)")
			where = append(where, "EXISTS (SELECT FROM unnest("+column+") AS x WHERE x ~* $2)")
		}
		if err := w.do(ctx, "texts of "+of.table, "UPDATE "+of.table+" SET "+strings.Join(sets, ", ")+" WHERE portfolio_id = $1 AND ("+
			strings.Join(where, " OR ")+")", portfolio, pattern); err != nil {
			return err
		}
	}
	if err := w.mappings(ctx, portfolio, pattern); err != nil {
		return err
	}
	// The function is in a query of its own: nodes refuse an UPDATE that calls it, for it could change with its settings.
	return w.do(ctx, "stored answers", `UPDATE idempotency_records SET body = '{}'::bytea WHERE portfolio_id = $1
		AND (SELECT convert_from(body, 'UTF8') ~* $2)`, portfolio, pattern)
}
