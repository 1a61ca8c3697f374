package storage_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/99designs/gqlgen/graphql"
	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/page"
	"github.com/covertrack/covertrack/storage"
	"github.com/covertrack/covertrack/storage/storagetest"
)

// searchRows make a million rows to search: a quarter of each kind, with names of 20,000 words of which some are common.
// The indexes that the search reads are made when the rows are there, which is many times quicker.
var searchRows = []string{
	`CREATE TABLE searching AS SELECT indexrelid::regclass::text AS name, pg_get_indexdef(indexrelid) AS definition
		FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid JOIN pg_am ON pg_am.oid = relam WHERE amname = 'gin'`,
	`DO $$ DECLARE name text; BEGIN FOR name IN SELECT s.name FROM searching AS s LOOP EXECUTE 'DROP INDEX ' || name; END LOOP; END $$`,
	`CREATE TABLE words AS SELECT i, initcap((ARRAY['b','br','c','ch','d','f','g','gr','h','j','k','l','m','n','p','r','s','st','t','w',
		'v','z','th','sh'])[1 + i % 24]
		|| (ARRAY['a','e','i','o','u','ai','oo','ea'])[1 + i / 24 % 8]
		|| (ARRAY['b','ck','d','ff','gg','l','ll','m','n','nd','r','rt','s','st','t','x'])[1 + i / 192 % 16]
		|| (ARRAY['er','on','ley','man','son','ton','field','berg','ey','a','o','ins','ford','wood','well','by'])
		[1 + i / 3072 * 7 % 16 + i % 2]) AS word
		FROM generate_series(0, 20000) AS i`,
	`CREATE UNIQUE INDEX ON words (i)`,
	`CREATE TABLE seeds AS SELECT n, ('00000000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid AS id,
		floor(20000 * power(random(), 3))::int AS a,
		floor(20000 * power(random(), 3))::int AS b, floor(random() * 6)::int AS s FROM generate_series(1, 250000) AS n, setseed(0.5)`,
	`INSERT INTO insureds (portfolio_id, id, type, display_name, path_name, created_at, updated_at)
		SELECT $1, id, 'corporate', x.word || ' ' || y.word || ' ' || (ARRAY['Holdings LLC','Properties LLC','Realty Trust','Inc','Partners LP',
			'Apartments LLC'])[1 + s],
		n::text, now(), now() FROM seeds JOIN words AS x ON x.i = a JOIN words AS y ON y.i = b ORDER BY n`,
	`INSERT INTO cases (portfolio_id, id, display_name, loan_number, insured_ids, status, management_type, program_id, created_at, updated_at)
		SELECT $1, id, 'LN-7-' || lpad(n::text, 7, '0'), 'LN-7-' || lpad(n::text, 7, '0'), ARRAY[id], 'OPEN', 'selfManaged', $2, now(), now()
			FROM seeds ORDER BY n`,
	`INSERT INTO assets (portfolio_id, id, case_id, asset_type_id, display_name, created_at, updated_at)
		SELECT $1, id, id, (SELECT id FROM asset_types LIMIT 1), n % 9899 || ' ' || y.word || ' '
		|| (ARRAY['Street','Avenue','Road','Drive','Lane','Way'])[1 + s]
		|| ', ' || x.word || ', OH ' || 10000 + n % 89999, now(), now() FROM seeds JOIN words AS x ON x.i = b JOIN words AS y ON y.i = a
			ORDER BY n`,
	`INSERT INTO policies (portfolio_id, id, case_id, status, current_version_id, term_number, policy_number, display_name, created_at,
		updated_at)
		SELECT $1, id, id, 'active', id, 1, 'P' || 10 + n % 90 || '-' || lpad((n * 7919 % 1000000007)::text, 9, '0'),
		(ARRAY['Building','Flood','General Liability','Windstorm / Named Storm','Umbrella','Crime'])[1 + s], now(), now() FROM seeds ORDER BY n`,
	`INSERT INTO policy_versions (portfolio_id, id, policy_id, case_id, version_number, term_number, reason, display_name, created_at,
		updated_at)
		SELECT $1, id, id, id, 1, 1, 'created', 'Version', now(), now() FROM seeds ORDER BY n`,
	`DO $$ DECLARE made text; BEGIN FOR made IN SELECT definition FROM searching LOOP EXECUTE made; END LOOP; END $$`,
	`VACUUM ANALYZE insureds, cases, assets, policies, policy_versions`,
}

// BenchmarkSearch searches a million rows for what people type, and reports the slowest of a hundred in milliseconds.
func BenchmarkSearch(b *testing.B) {
	w := storagetest.NewWorld(b)
	pool, portfolio, program := w.Store.Pool().Pgx(), w.Harbor.Portfolio, w.Program(b, w.Harbor)
	conn, err := pool.Acquire(b.Context())
	require.NoError(b, err)
	_, err = conn.Exec(b.Context(), "SET statement_timeout = 0")
	require.NoError(b, err)
	for _, statement := range searchRows {
		args := []any{portfolio.ID(), program}[:strings.Count(statement, "$1")+strings.Count(statement, "$2")]
		_, err := conn.Exec(b.Context(), statement, args...)
		require.NoError(b, err)
	}
	rows, _ := conn.Query(b.Context(), `SELECT text FROM (SELECT display_name AS text FROM insureds UNION ALL SELECT display_name FROM assets
		UNION ALL SELECT loan_number FROM cases UNION ALL SELECT policy_number FROM policies) AS t WHERE text IS NOT NULL
			ORDER BY md5(text) LIMIT 400`)
	texts, err := pgx.CollectRows(rows, pgx.RowTo[string])
	require.NoError(b, err)
	conn.Release()
	random := rand.New(rand.NewPCG(1, 2))
	for name, typed := range map[string]func(text string) string{
		"whole": func(text string) string { return text },
		"word":  func(text string) string { return strings.Fields(text)[random.IntN(len(strings.Fields(text)))] },
		"part": func(text string) string {
			return text[:3+random.IntN(len(text)-3)]
		},
		"two": func(text string) string { return text[:2] },
		"typing error": func(text string) string {
			i := 1 + random.IntN(len(text)-2)
			return text[:i] + text[i+1:]
		},
	} {
		b.Run(name, func(b *testing.B) {
			var took []time.Duration
			for b.Loop() {
				q := typed(texts[random.IntN(len(texts))])
				begin := time.Now()
				_, err := storage.Cases.Page(b.Context(), portfolio, model.CaseFilter{Q: graphql.OmittableOf(&q)},
					page.Options{Limit: 50, WithTotal: true})
				require.NoError(b, err, q)
				took = append(took, time.Since(begin))
			}
			slices.Sort(took)
			b.ReportMetric(float64(took[len(took)*99/100].Microseconds())/1000, "p99-ms")
			b.ReportMetric(float64(took[len(took)/2].Microseconds())/1000, "p50-ms")
		})
	}
}
