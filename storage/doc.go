// Package storage is how records are found and saved for one portfolio: queries, transactions, migrations. All SQL is
// here. It may import model, storage/rows and storage/postgres.
//
// A noun is a Table, a variable of the noun's name: Brokers.Page(ctx, p, filter, options), Brokers.One(ctx, p, id). Its
// methods take a *Portfolio, which only For returns, so an unscoped query does not compile. What is special to a noun
// is a method of *Portfolio beside the table, in the noun's file.
//
// # Who may write what
//
// A transaction (InTx) is of one portfolio, or of none for administration. It runs under a role that owns nothing, and
// the policies of migration 0015 refuse rows of other portfolios. Whatever runs outside of InTx runs as the owner of
// the tables, whom policies do not bind: reads, clean-ups of all portfolios, COPY, migrations, River.
//
// # How the database is asked
//
// In three ways, all of which send what waits in the transaction too, in the same message:
//
//  1. The table of a noun, wherever it can: a page, one row, rows by ids, those of parents, locked or not; insert, update,
//     save. A rows.Part reads some columns of it, those whose fields have its name in their tag. Texts are kept.
//  2. A query: a SELECT written with Bun or as rows.SQL, run by rows.Read (structs), Find and First (one), Scan (values), IDs
//     or Exists: Prepared when its conditions are keys only, else Planned. A rows.Batch sends several at once.
//  3. An exec: a write by a condition, written in the same two ways, run by rows.Exec. One that runs with every request is
//     handed to rows.Later, which sends it with the next statement.
//
// Besides there are COPY (load.go), LISTEN and NOTIFY (change.go), the locks that are not on rows (store.go), and what is about
// the database itself: migrations, partitions, roles, servers. No column is listed twice: the tags of the structs say them.
//
// # Files
//
// A file a noun; user.go has contacts too, organization.go all of administration. Other files of a noun begin with its
// name: case_compliance.go (what verdicts follow from; case_compliance_cache.go keeps what never changes of it),
// case_change.go (who learns of changed cases), audit_event_feed.go (positions in the feed; audit_event_page.go reads it),
// policy_references.go (what policies rest on). Besides: nouns.go (all tables, in the order of insertion, and any record by
// its id), references.go (which ids exist), store.go (store, transactions, portfolio), writer.go (the role of transactions),
// replica.go (where a call reads from), load.go (COPY), migrate.go (schema, catalog), idempotency.go (keys, and how old rows
// are removed). Several primaries are in package cluster, which imports this one.
//
// docs/dev/add.md lists the files of a new noun, filter or member of a policy.
package storage
