// Package limit is the measure of `make bench`: the endpoints that are measured, written by hand with chi, pgxpool and
// encoding/json over the tables of the product, without its layers. It is as fast as its own best advocate would make it and
// still plain; it answers what the product answers, which a test proves. What the product does besides (logs, metrics, ETags,
// limits, every other parameter) it leaves out.
//
// It is no part of the program. It may import model and storage/blob, and is the one place outside of storage with SQL of
// records. A new row of the bench that compares requests gets its handler here.
package limit
