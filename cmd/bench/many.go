package main

import (
	"crypto/rand"
	_ "embed"
	"fmt"
	"path/filepath"

	"github.com/covertrack/covertrack/model/credentials"
)

// manyRow is what a portfolio costs beside many others, compared with one that is alone in its database.
func manyRow(r *rig) {
	var token string
	r.kept(fmt.Sprintf("many-%d-%d.json", r.portfolios, r.each), &token, func() { token = r.fillMany() })
	var jobs [2][]job
	for i, name := range []string{"together", "alone"} {
		node := r.startProduct(name, "--workers", "0", "--data-dir", filepath.Join(r.dir, "node-"+name))
		defer node.stop()
		c := client{r, node, token} // the same token, and the same ids, in both
		document := c.records(list("documents"), 0.5)[0]
		creations := c.creations("cases")
		creations.conns = 1
		jobs[i] = []job{
			c.gets(list("documents")), c.gets(fmt.Sprint(list("documents"), "&caseId=", document["caseId"])),
			c.gets(c.paths("documents", 0.5)...), creations,
		}
	}
	var ratios []float64
	for kind := range jobs[0] {
		got := r.fire(jobs[0][kind].shots[0].path, jobs[0][kind], jobs[1][kind])
		ratios = append(ratios, ratio(got[0], got[1], p50))
	}
	const kinds = "first page / page of a case / get / creation of a case"
	r.atMost(fmt.Sprintf("a portfolio of %d documents among %d ÷ alone: %s", r.each, r.portfolios, kinds), 1.3, ratios...)
}

// copies adds a portfolio that is a copy of that of a token's digest, with the digest of a token of its own and a number.
//
//go:embed copies.sql
var copies string

// fillMany makes the databases alone and together, and returns the token of the portfolio that the others are copies of.
func (r *rig) fillMany() (token string) {
	r.recreate("alone")
	const documentsPerCase = 400 // cases are few, for what is below them is copied too
	token = r.portfolio("alone", "Bench Alone", max(10, r.each/documentsPerCase), r.each)
	r.recreate("together", "TEMPLATE alone")
	of := must(credentials.ParseToken(token)).Digest()
	for n := range r.portfolios - 1 {
		if n%50 == 0 {
			progress("%d of %d portfolios", n, r.portfolios)
		}
		r.exec("together", fmt.Sprintf(copies, of, must(credentials.NewToken(credentials.TokenKindTest, rand.Reader)).Digest(), n))
	}
	r.exec("alone", "VACUUM ANALYZE")
	r.exec("together", "VACUUM ANALYZE", "CHECKPOINT")
	return token
}
