package erasing

import (
	"context"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model/importing"
)

// filesOfImports are the keys of the files that imports of the portfolio $1 up to $2 were sent, and of those of their refused rows.
const filesOfImports = `SELECT DISTINCT x.key FROM imports AS i CROSS JOIN LATERAL jsonb_array_elements(i.files) AS f (file)
	CROSS JOIN LATERAL (VALUES (file ->> 'blobKey'), (file ->> 'refused')) AS x (key)
	WHERE i.portfolio_id = $1 AND i.created_at <= $2 AND x.key IS NOT NULL`

// importsUpTo selects these imports.
const importsUpTo = " WHERE portfolio_id = $1 AND import_id IN (SELECT id FROM imports WHERE portfolio_id = $1 AND created_at <= $2)"

// endImports take out what imports have of others' files: which row became what stays, and of what was wrong with it the code. An
// import that is not over ends, or it would bring back who was erased; the node that works on it loses it. Rows that it has kept until
// then are removed behind that. On nodes CASE x WHEN y breaks, CASE WHEN x = y does not.
var endImports = []string{
	"DELETE FROM import_rows" + importsUpTo,
	`UPDATE import_results SET changes = '[]', reasons = (SELECT coalesce(jsonb_agg(r - 'value' || '{"message": "Erased."}'), '[]')
			FROM jsonb_array_elements(CASE WHEN jsonb_typeof(reasons) = 'array' THEN reasons ELSE '[]' END) AS r)` + importsUpTo +
		` AND (changes::text NOT IN ('[]', 'null') OR reasons::text NOT IN ('[]', 'null') AND NOT reasons @> '[{"message": "Erased."}]')`,
	`UPDATE imports SET state = 'failed', claim = claim + 1, failure = 'Personal data was erased meanwhile; send the files again.' ||
			CASE WHEN state = 'committing' AND chunks > 0 THEN '` + importing.HasPart + `' ELSE '' END
		WHERE portfolio_id = $1 AND created_at <= $2 AND state IN ('uploaded', 'mapping', 'checking', 'checked', 'committing')`,
	"DELETE FROM import_rows" + importsUpTo,
}

// uncountFiles has the files of these imports count among those of the portfolio no more.
const uncountFiles = `SELECT count_bytes($1, 'imports', -coalesce(sum((f ->> 'size')::bigint), 0)::bigint) FROM imports AS i
	CROSS JOIN LATERAL jsonb_array_elements(i.files) AS f WHERE i.portfolio_id = $1 AND i.created_at <= $2 AND f @> '{"counted": true}'`

// emptyImports takes the files out of imports, and what columns were called.
const emptyImports = `UPDATE imports SET mapping = (SELECT coalesce(jsonb_agg(m), '[]') FROM jsonb_array_elements(
			CASE WHEN jsonb_typeof(mapping) = 'array' THEN mapping ELSE '[]' END) AS m WHERE m ->> 'to' <> ''),
		files = (SELECT coalesce(jsonb_agg(f - 'blobKey' - 'refused' - 'columns' - 'layout' - 'counted' || '{"fileName": "erased"}'), '[]')
		FROM jsonb_array_elements(files) AS f) WHERE portfolio_id = $1 AND created_at <= $2 AND files <> '[]'
		AND NOT files @> '[{"fileName": "erased"}]'`

// imports takes out of imports what they keep of their files, whoever it tells of, and what the records of ids were before them.
func (w *work) imports(ctx context.Context, portfolio uuid.UUID, ids []uuid.UUID) error {
	if w.until.IsZero() {
		return nil
	}
	const what = "records of imports"
	for _, statement := range endImports {
		if err := w.do(ctx, what, statement, portfolio, w.until); err != nil {
			return err
		}
	}
	keys, err := w.texts(ctx, filesOfImports, portfolio, w.until) // also of a file that a node wrote until it lost the import
	if err == nil {
		err = w.removeKeys(ctx, portfolio, keys)
	}
	if err == nil {
		_, err = w.Exec(ctx, uncountFiles, portfolio, w.until)
	}
	if err == nil {
		err = w.do(ctx, what, emptyImports, portfolio, w.until)
	}
	if err != nil {
		return err
	}
	return w.do(ctx, "records of imports", `DELETE FROM import_records WHERE portfolio_id = $1 AND (record_id = ANY ($2)
		OR case_id = ANY ($2))`, portfolio, ids)
}

// mappings takes columns and constants that tell of a person, or are a last name, out of the mappings that the lender of a portfolio
// has saved: another word in their place would come in with the next file. A mapping that is named after a person goes.
func (w *work) mappings(ctx context.Context, portfolio uuid.UUID, pattern string) error {
	const ofLender = " WHERE lender_id = (SELECT lender_id FROM portfolios WHERE id = $1) AND "
	const tells = "(m::text ~* $2 OR lower(m ->> 'column') = ANY ($3) OR lower(m ->> 'value') = ANY ($3))"
	for _, statement := range []string{
		"DELETE FROM import_mappings" + ofLender + "(name ~* $2 OR lower(name) = ANY ($3))",
		"UPDATE import_mappings SET mapping = (SELECT coalesce(jsonb_agg(m), '[]') FROM jsonb_array_elements(mapping) AS m WHERE NOT " +
			"coalesce(" + tells + ", false))" + ofLender + "EXISTS (SELECT FROM jsonb_array_elements(mapping) AS m WHERE " + tells + ")",
	} {
		if err := w.do(ctx, "saved mappings", statement, portfolio, pattern, w.lastNames); err != nil {
			return err
		}
	}
	return nil
}
