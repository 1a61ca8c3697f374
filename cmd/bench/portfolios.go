package main

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"net/http"
	"strconv"

	"github.com/jackc/pgx/v5"

	"github.com/covertrack/covertrack/model"
)

// scaleCases is how many cases each portfolio of the take scale has.
const scaleCases = 5

// fill makes the portfolios in a new plain database: one by `covertrack load`, with an organization and a token, the
// others as copies of it under other tokens.
func (r *scaleRig) fill(ctx context.Context, database string) error {
	if err := r.server.CreateDatabase(ctx, database); err != nil {
		return err
	}
	const lender = "Bench Lender"
	progress("making %d portfolios of %d cases", r.portfolios, scaleCases)
	if _, err := r.load(ctx, database, "--lender", lender, "--cases", strconv.Itoa(scaleCases)); err != nil {
		return err
	}
	org, err := r.command(ctx, database, "org", "create", "--name", "Bench", "--lender", lender, "--plan", "full")
	if err != nil {
		return err
	}
	first, err := r.command(ctx, database, "token", "create", "--org", org, "--mode", "test")
	if err != nil {
		return err
	}
	r.tokens = []string{first}
	digests := make([][]byte, r.portfolios-1)
	for i := range digests {
		token, err := model.NewToken(model.TokenKindTest, rand.Reader)
		if err != nil {
			return err
		}
		digest := token.Digest()
		digests[i], r.tokens = digest[:], append(r.tokens, token.Reveal())
	}
	return r.copies(ctx, database, digests)
}

// copies adds a lender with a portfolio, an organization and a token for each digest. The four have one id, as they are
// of different tables; records have those of the first portfolio, and so no check of a row can fail.
func (r *scaleRig) copies(ctx context.Context, database string, digests [][]byte) error {
	conn, err := pgx.Connect(ctx, r.server.DSN(database))
	if err != nil {
		return err
	}
	_, err = conn.Exec(ctx, `CREATE TEMPORARY TABLE copies AS SELECT gen_random_uuid() AS copy_id, n AS copy_number, digest AS copy_digest
		FROM unnest($1::bytea[]) WITH ORDINALITY AS t (digest, n)`, digests)
	if err == nil {
		_, err = conn.Exec(ctx, copyOwners, pgx.QueryExecModeSimpleProtocol)
	}
	if err == nil {
		_, err = conn.Exec(ctx, copyRecords, pgx.QueryExecModeSimpleProtocol)
	}
	return errors.Join(err, conn.Close(ctx))
}

const copyOwners = `
	INSERT INTO lenders SELECT (jsonb_populate_record(l, jsonb_build_object('id', copy_id, 'name', name || ' ' || copy_number))).*
		FROM lenders AS l, copies;
	INSERT INTO portfolios SELECT (jsonb_populate_record(p, jsonb_build_object('id', copy_id, 'lender_id', copy_id))).*
		FROM portfolios AS p, copies WHERE mode = 'test';
	INSERT INTO organizations SELECT (jsonb_populate_record(o, jsonb_build_object('id', copy_id, 'lender_id', copy_id,
		'name', name || ' ' || copy_number))).* FROM organizations AS o, copies;
	INSERT INTO tokens SELECT (jsonb_populate_record(t, jsonb_build_object('id', copy_id, 'organization_id', copy_id,
		'digest', copy_digest))).* FROM tokens AS t, copies`

// copyRecords copies the rows of the first portfolio, totals and all, without the triggers that would count them again.
const copyRecords = `DO $$
DECLARE
	of record;
	first uuid := (SELECT portfolio_id FROM cases LIMIT 1);
BEGIN
	SET LOCAL session_replication_role = replica;
	FOR of IN SELECT k.oid::regclass AS name, string_agg(quote_ident(attname), ', ') AS columns
		FROM pg_class AS k JOIN pg_attribute AS a ON attrelid = k.oid AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
		WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition AND attname <> 'portfolio_id'
			AND EXISTS (SELECT FROM pg_attribute AS p WHERE p.attrelid = k.oid AND p.attname = 'portfolio_id')
		GROUP BY k.oid
	LOOP
		EXECUTE format('INSERT INTO %1$s (portfolio_id, %2$s) SELECT copy_id, %2$s FROM %1$s, copies WHERE portfolio_id = $1',
			of.name, of.columns) USING first;
	END LOOP;
END $$`

// choose makes the requests: what they name is the same in all portfolios.
func (r *scaleRig) choose(ctx context.Context) error {
	plain := &rig{settings: r.settings, product: r.placements[0].product, data: dataset{Writes: r.tokens[0]}}
	cases, err := plain.openCases(ctx)
	if err != nil {
		return err
	}
	body, err := json.Marshal(newCase(cases[0]))
	id, _ := cases[0]["id"].(string)
	r.kinds = []kind{
		{name: "list of 50", method: http.MethodGet, path: listPath},
		{name: "get by id", method: http.MethodGet, path: "/rest/cases/" + id},
		{name: "create a case", method: http.MethodPost, path: "/rest/cases", bodies: []string{string(body)}},
	}
	return err
}
