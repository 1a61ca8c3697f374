// Package nodes lets the tests run on a distributed database: a coordinator and two workers with the extension Citus,
// whose tables are cut by portfolio. COVERTRACK_TEST_NODES asks for it; without it nothing here is used.
//
// Every test gets a database of its own there too: one template is distributed, and each database is a copy of it on
// each of the servers, under the same name. That works because the extension's own tables, which a copy has as well,
// name the servers and not the database. It may import storage and storage/postgres.
package nodes
