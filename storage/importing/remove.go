package importing

import (
	"context"
	"encoding/json"
	"time"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage"
	"github.com/covertrack/covertrack/storage/rows"
)

// isUntouched holds for a record t of a noun of the portfolio $1 that an import made and nobody has changed since. The number, since
// nodes lock rows only if each table of the statement names the portfolio. The noun, by which the key finds the one record.
const isUntouched = `EXISTS (SELECT FROM import_records AS r WHERE r.portfolio_id = $1
	AND r.import_id = ? AND r.noun = ? AND r.record_id = t.id
	AND r.is_new AND r.written_at = t.updated_at)`

// nouns are those of the tables whose records imports write.
var nouns = map[string]string{
	"placements": "placement", "policies": "policy", "assets": "asset", "cases": "case", "insureds": "insured",
	"insured_groups": "insuredGroup", "brokers": "broker",
}

// wasTried holds for a notice that somebody has, or may have.
const wasTried = "(o.state IN ('sent', 'failed', 'suppressed') OR o.letter IS NOT NULL OR o.attempt_number > 1)"

// needed are the conditions under which records of the portfolio $1 are kept, by their table: others need them, or somebody has
// worked with them.
var needed = map[string]string{
	"cases": `EXISTS (SELECT FROM documents AS o WHERE o.portfolio_id = $1 AND o.case_id = t.id)
		OR EXISTS (SELECT FROM assets AS o WHERE o.portfolio_id = $1 AND o.case_id = t.id)
		OR EXISTS (SELECT FROM policies AS o WHERE o.portfolio_id = $1 AND o.case_id = t.id)
		OR EXISTS (SELECT FROM waivers AS o WHERE o.portfolio_id = $1 AND o.case_id = t.id)
		OR EXISTS (SELECT FROM placements AS o WHERE o.portfolio_id = $1 AND o.case_id = t.id)
		OR EXISTS (SELECT FROM renewal_notices AS o WHERE o.portfolio_id = $1 AND o.case_id = t.id
			AND ` + wasTried + `)`,
	"placements": `EXISTS (SELECT FROM placements AS o WHERE o.portfolio_id = $1 AND o.case_id = t.case_id AND o.renews_id = t.id)`,
	"policies": `EXISTS (SELECT FROM cancellations AS o WHERE o.portfolio_id = $1 AND o.policy_id = t.id)
		OR EXISTS (SELECT FROM evidence_links AS o WHERE o.portfolio_id = $1 AND o.policy_id = t.id)
		OR EXISTS (SELECT FROM evidence AS o WHERE o.portfolio_id = $1 AND o.policy_id = t.id)
		OR EXISTS (SELECT FROM renewal_notices AS o WHERE o.portfolio_id = $1 AND o.policy_id = t.id
			AND ` + wasTried + `)`,
	"assets": `EXISTS (SELECT FROM policies AS o WHERE o.portfolio_id = $1 AND t.id = ANY (o.asset_ids))
		OR EXISTS (SELECT FROM waivers AS o WHERE o.portfolio_id = $1 AND o.asset_id = t.id)
		OR EXISTS (SELECT FROM placements AS o WHERE o.portfolio_id = $1 AND o.asset_id = t.id)
		OR cardinality(t.document_ids) > 0`,
	"insureds": `EXISTS (SELECT FROM cases AS o WHERE o.portfolio_id = $1 AND o.insured_ids @> ARRAY[t.id])
		OR EXISTS (SELECT FROM policy_versions AS o WHERE o.portfolio_id = $1 AND o.insured_ids @> ARRAY[t.id])`,
	"insured_groups": "EXISTS (SELECT FROM insureds AS o WHERE o.portfolio_id = $1 AND o.insured_group_id = t.id)",
	"brokers": `EXISTS (SELECT FROM cases AS o WHERE o.portfolio_id = $1
			AND (o.insurance_contact_ids @> ARRAY[t.id] OR o.insurance_contact_cc_ids @> ARRAY[t.id]))
		OR EXISTS (SELECT FROM policies AS o WHERE o.portfolio_id = $1 AND o.insurance_contact_ids @> ARRAY[t.id])`,
}

// below are what goes with a record: what the program made of it.
var below = map[string][]string{
	"cases": {
		"DELETE FROM renewal_notices WHERE portfolio_id = ? AND case_id = ANY (?)",
		"DELETE FROM tasks WHERE portfolio_id = ? AND case_id = ANY (?)",
		"DELETE FROM case_verdicts WHERE portfolio_id = ? AND id = ANY (?)",
	},
	"placements": {
		"DELETE FROM tasks AS t USING placements AS p WHERE p.portfolio_id = ? AND p.id = ANY (?) AND t.portfolio_id = p.portfolio_id " +
			"AND t.case_id = p.case_id AND starts_with(t.origin, 'placement/' || p.id)",
	},
	"policies": {
		"DELETE FROM renewal_notices WHERE portfolio_id = ? AND policy_id = ANY (?)",
		"DELETE FROM tasks WHERE portfolio_id = ? AND policy_id = ANY (?)",
		"DELETE FROM policy_versions WHERE portfolio_id = ? AND policy_id = ANY (?)",
	},
}

// Remove removes the records of a table that an import made, as far as nobody has changed them since and no other needs them, and
// returns those that it removed.
func Remove(ctx context.Context, p *storage.Portfolio, table string, id uuid.UUID, records []uuid.UUID) (removed []uuid.UUID, err error) {
	db := rows.DBOf(p)
	for isOver := false; !isOver; {
		found, err := rows.IDs(ctx, db, rows.Planned, rows.SQL("SELECT t.id FROM "+table+" AS t WHERE t.portfolio_id = ? AND "+isUntouched+
			" AND t.id = ANY (?) AND NOT ("+needed[table]+") ORDER BY t.id FOR UPDATE",
			p.ID(), id, nouns[table], rows.Array[uuid.UUID](records)))
		if err != nil {
			return nil, err
		}
		if len(found) > 0 {
			for _, statement := range append(below[table], "DELETE FROM "+table+" WHERE portfolio_id = ? AND id = ANY (?)") {
				if _, err := rows.Exec(ctx, db, rows.SQL(statement, p.ID(), rows.Array[uuid.UUID](found))); err != nil {
					return nil, err
				}
			}
		}
		removed = append(removed, found...)
		isOver = len(found) == 0 || table != "placements" // of which one may need another
	}
	return removed, nil
}

// Untouched returns which of the changed records nobody has changed since the import did.
func Untouched(ctx context.Context, p *storage.Portfolio, table string, id uuid.UUID, records []uuid.UUID) ([]uuid.UUID, error) {
	return rows.IDs(ctx, rows.DBOf(p), rows.Planned, rows.SQL("SELECT t.id FROM "+table+` AS t JOIN import_records AS r
		ON r.portfolio_id = t.portfolio_id AND r.record_id = t.id AND r.import_id = ? AND r.noun = ? AND r.written_at = t.updated_at
		WHERE t.portfolio_id = ? AND t.id = ANY (?)`, id, nouns[table], p.ID(), rows.Array[uuid.UUID](records)))
}

// Held returns which policies and cases another import has written that is not released.
func Held(ctx context.Context, p *storage.Portfolio, id uuid.UUID, records []uuid.UUID) ([]uuid.UUID, error) {
	return rows.IDs(ctx, rows.DBOf(p), rows.Planned, rows.SQL(`SELECT DISTINCT r.record_id AS id FROM import_records AS r
		JOIN imports AS i ON i.portfolio_id = r.portfolio_id AND i.id = r.import_id
		WHERE r.portfolio_id = ? AND r.noun IN ('policy', 'case') AND r.record_id = ANY (?) AND i.id <> ? AND i.released_at IS NULL
			AND i.state IN ('committing', 'committed', 'releasing', 'failed')`, p.ID(), rows.Array[uuid.UUID](records), id))
}

// Rewritten notes that the program itself has changed policies and cases that the import wrote.
func Rewritten(ctx context.Context, p *storage.Portfolio, id uuid.UUID, records []uuid.UUID, now time.Time) error {
	_, err := rows.Exec(ctx, rows.DBOf(p), rows.SQL(`UPDATE import_records AS r SET written_at = ?
		WHERE r.portfolio_id = ? AND r.import_id = ? AND r.noun IN ('policy', 'case')
		AND r.record_id = ANY (?)`, now, p.ID(), id, rows.Array[uuid.UUID](records)))
	return err
}

// ReleaseOf counts what a release of an import would send in the days up to a time: the letters that it would plan, and for an end
// that is past the latest of them alone; and the people who would get them. usual are the days of lenders without steps of their own.
// What ended before longGone gets no letter.
func ReleaseOf(
	ctx context.Context, p *storage.Portfolio, id uuid.UUID, usual model.RenewalSteps, now, until, longGone time.Time,
) (letters, people, policies, cases int, err error) {
	steps, err := json.Marshal(usual)
	if err != nil {
		return 0, 0, 0, 0, err
	}
	const count = `WITH held AS (
			SELECT t.id, t.case_id, t.term_number, coalesce((SELECT least(t.end_date, (x ->> 'effectiveDate')::timestamptz)
					FROM jsonb_array_elements(t.cancellations -> 'latest') AS x
					WHERE (x ->> 'termNumber')::int = t.term_number AND x ->> 'reinstatedOn' IS NULL), t.end_date) AS ends,
				CASE WHEN cardinality(t.insurance_contact_ids) > 0 THEN t.insurance_contact_ids ELSE c.insurance_contact_ids END
				|| c.insurance_contact_cc_ids AS contacts, c.management_type
			FROM import_records AS r JOIN policies AS t ON t.portfolio_id = r.portfolio_id AND t.id = r.record_id
			JOIN cases AS c ON c.portfolio_id = t.portfolio_id AND c.id = t.case_id
			WHERE r.portfolio_id = ? AND r.import_id = ? AND r.noun = 'policy' AND t.import_id = $2 AND t.held_by_import),
		own AS (
			SELECT c.* FROM import_records AS r JOIN cases AS c ON c.portfolio_id = r.portfolio_id AND c.id = r.record_id
			WHERE r.portfolio_id = $1 AND r.import_id = $2 AND r.noun = 'case' AND c.import_id = $2),
		steps AS (
			SELECT s.key AS step, s.value::int * interval '24 hours' AS after FROM portfolios AS f JOIN lenders AS l ON l.id = f.lender_id
			CROSS JOIN jsonb_each_text(coalesce(l.renewal_steps, ?::jsonb)) AS s
			WHERE f.id = $1 AND s.key <> 'forcePlacementReview'),
		due AS (
			SELECT h.id, h.contacts, h.management_type,
				count(*) FILTER (WHERE h.ends + s.after > ?) + LEAST(1, count(*) FILTER (WHERE h.ends + s.after <= $4)) AS letters
			FROM held AS h JOIN steps AS s ON h.ends >= ? AND h.ends + s.after <= ?
			WHERE NOT EXISTS (SELECT FROM renewal_notices AS n WHERE n.portfolio_id = $1 AND n.policy_id = h.id
				AND n.term_number = h.term_number AND n.step = s.step AND n.state <> 'planned')
			GROUP BY 1, 2, 3),
		quiet AS (
			SELECT c.id, c.insurance_contact_ids || c.insurance_contact_cc_ids AS contacts, c.management_type FROM own AS c
			JOIN case_verdicts AS v ON v.portfolio_id = c.portfolio_id AND v.id = c.id
			WHERE v.portfolio_id = $1 AND c.quiet AND jsonb_array_length(coalesce(v.findings, '[]')) > 0),
		addressed AS (SELECT contacts, management_type FROM due UNION ALL SELECT contacts, management_type FROM quiet)
		SELECT (SELECT coalesce(sum(letters), 0) FROM due)::int + (SELECT count(*) FROM quiet)::int,
			(SELECT count(DISTINCT person) FROM (
				SELECT unnest(contacts) AS person FROM addressed WHERE management_type <> 'selfManaged'
				UNION SELECT u.id FROM users AS u WHERE u.portfolio_id = $1 AND u.active AND u.role IN ('admin', 'analyst')
					AND EXISTS (SELECT FROM addressed WHERE management_type = 'selfManaged')) AS p)::int,
			(SELECT count(*) FROM held)::int,
			(SELECT count(*) FROM own WHERE quiet OR id IN (SELECT case_id FROM held))::int`
	err = rows.Scan(ctx, rows.DBOf(p), rows.Planned, rows.SQL(count, p.ID(), id, string(steps), now, longGone, until),
		&letters, &people, &policies, &cases)
	return letters, people, policies, cases, err
}

// AssetFields are the ids of the field types for which an asset has a value.
func AssetFields(ctx context.Context, p *storage.Portfolio, asset uuid.UUID) (ids []string, err error) {
	a, err := storage.Assets.One(ctx, p, asset)
	if err != nil {
		return nil, err
	}
	for _, f := range a.Values {
		ids = append(ids, f.FieldType.String())
	}
	return ids, nil
}
