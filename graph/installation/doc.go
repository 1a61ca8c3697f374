// Package installation makes sure that a copy of the database hurts nobody (docs/dev/reliability.md, R13).
//
// An installation is a database and the object store that belongs to it. Both keep its random id, and the facts of the
// server that a restored dump does not bring along: the identifier of the Postgres cluster and the database's OID. And
// each start and each clean-up makes a new generation, with a random mark, in both, which a physical copy does not have
// from then on. [Guard] compares: at the start, and before every job that decides, sends or removes. With any difference
// nothing is sent and nothing is removed. [Adoption] makes a copy an installation of its own. [Verification] says
// whether a copy is whole.
//
// # Why two nodes of one installation never look like a copy
//
// The mark is committed to the database first and written to the object store then. So whatever the nodes of one
// database do at the same time, however late one of them writes, and wherever one crashes, the mark in the store is one
// that their database has issued. That is all that is asked: not that it is the last one. No lock and no conditional
// write is needed. A database that lacks the mark in the store has lost what came after it, so it is a copy, or what a
// failover without the last transactions has left.
//
// The package may import model and storage. Whatever else sends or removes (webhooks, to come) asks [Guard.Allows]
// first.
package installation
