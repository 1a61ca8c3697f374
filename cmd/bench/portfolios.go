package main

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"net/http"
	"strconv"

	"github.com/jackc/pgx/v5"

	"github.com/covertrack/covertrack/model/credentials"
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
	others, err := r.copies(ctx, database, first, 0, r.portfolios-1)
	r.tokens = append([]string{first}, others...)
	return err
}

// copies adds portfolios, from a number on, that are copies of that of a token: each with a lender, an organization and a
// token, which it returns. The four have one id, as they are of different tables; records have those of the first
// portfolio, and so no check of a row can fail.
func (r *rig) copies(ctx context.Context, database, token string, from, count int) (tokens []string, err error) {
	digests := make([][]byte, count)
	for i := range digests {
		made, err := credentials.NewToken(credentials.TokenKindTest, rand.Reader)
		if err != nil {
			return nil, err
		}
		digest := made.Digest()
		digests[i], tokens = digest[:], append(tokens, made.Reveal())
	}
	first, err := credentials.ParseToken(token)
	if err != nil {
		return nil, err
	}
	of := first.Digest()
	conn, err := pgx.Connect(ctx, r.server.DSN(database))
	if err != nil {
		return nil, err
	}
	_, err = conn.Exec(ctx, `CREATE TEMPORARY TABLE copies AS
		SELECT gen_random_uuid() AS copy_id, $3 + n AS copy_number, c.digest AS copy_digest, p.id AS of_portfolio,
			p.lender_id AS of_lender, t.organization_id AS of_organization, t.id AS of_token
		FROM unnest($1::bytea[]) WITH ORDINALITY AS c (digest, n), tokens AS t JOIN organizations AS o ON o.id = t.organization_id
			JOIN portfolios AS p ON p.lender_id = o.lender_id AND p.mode = t.mode WHERE t.digest = $2`, digests, of[:], from)
	if err == nil {
		_, err = conn.Exec(ctx, copyOwners, pgx.QueryExecModeSimpleProtocol)
	}
	if err == nil {
		_, err = conn.Exec(ctx, copyRecords, pgx.QueryExecModeSimpleProtocol)
	}
	return tokens, errors.Join(err, conn.Close(ctx))
}

const copyOwners = `
	INSERT INTO lenders SELECT (jsonb_populate_record(l, jsonb_build_object('id', copy_id, 'name', name || ' ' || copy_number))).*
		FROM lenders AS l JOIN copies ON l.id = of_lender;
	INSERT INTO portfolios SELECT (jsonb_populate_record(p, jsonb_build_object('id', copy_id, 'lender_id', copy_id))).*
		FROM portfolios AS p JOIN copies ON p.id = of_portfolio;
	INSERT INTO organizations SELECT (jsonb_populate_record(o, jsonb_build_object('id', copy_id, 'lender_id', copy_id,
		'name', name || ' ' || copy_number))).* FROM organizations AS o JOIN copies ON o.id = of_organization;
	INSERT INTO tokens SELECT (jsonb_populate_record(t, jsonb_build_object('id', copy_id, 'organization_id', copy_id,
		'digest', copy_digest))).* FROM tokens AS t JOIN copies ON t.id = of_token`

// copyRecords copies the rows of a portfolio, totals and all, without the triggers that would count them again.
const copyRecords = `DO $$
DECLARE
	of record;
	first uuid := (SELECT of_portfolio FROM copies LIMIT 1);
BEGIN
	SET LOCAL session_replication_role = replica;
	SET LOCAL enable_seqscan = off; -- statistics do not know yet that there are many portfolios
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
