package rows

import (
	"context"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/uptrace/bun"
)

const (
	// maxWords is how many words of a text are compared.
	maxWords = 8
	// leastAlike is the word similarity of the whole text from which a row is shown.
	leastAlike = 0.3
	// shortWord is the length up to which an error leaves too little of a word to be found by.
	shortWord = 4
	// maxCompared is how many rows that resemble the words are ranked.
	maxCompared = 2000
	// maxAlone is how many are for a word that is alone.
	maxAlone = 500
	// maxAlike is how many of them are shown: who mistyped a name looks among the first.
	maxAlike = 50
)

// With these settings a word finds what is this similar to it. A word beside others may be much damaged, for the others
// are contained. A word alone has parts in common with a great part of all names, and nothing else says which to compare,
// so the time for it is bounded.
var (
	besideOthers = append(byTrigrams[:2:2], Setting{"pg_trgm.word_similarity_threshold", "0.25"})
	alone        = append(byTrigrams[:2:2], Setting{"pg_trgm.word_similarity_threshold", "0.4"}, Setting{"statement_timeout", "'30ms'"})
)

// resembling finds the rows with a name that resembles the text: one that contains all its words, in any order, but for
// a typing error in one of them. Words with digits have no typing errors: every number resembles every other.
func (f search) resembling(ctx context.Context) (hits []*hit, err error) {
	words := strings.Fields(f.text)
	words = words[:min(len(words), maxWords)]
	if !f.hasTrigrams() || countLong(words) == 0 {
		return nil, nil
	}
	isAlone, settings := countLong(words) == 1, besideOthers
	if isAlone {
		settings = alone
	}
	err = f.s.db.with(ctx, settings, func(db *DB) (err error) {
		for _, q := range f.attempts(words) {
			if hits, err = Read[hit](ctx, db, Planned, f.ranked(q)); err != nil || len(hits) > 0 {
				return err
			}
		}
		return nil
	})
	if isAlone && ctx.Err() == nil && isOutOfTime(err) {
		return nil, nil
	}
	return hits, Translate(err)
}

// attempts are the statements that look for the words, until one finds rows: first for all words in another order, then
// with an error in one of them, in names of one kind after the other. One word is compared with all names at once.
func (f search) attempts(words []string) (statements []*bun.SelectQuery) {
	var all, damaged *bun.SelectQuery
	for _, in := range f.searched {
		if !in.IsName {
			continue
		}
		if len(words) > 1 {
			all = either(all, f.alike(in, f.withWords(in, words, -1)))
		}
		var one *bun.SelectQuery
		for i, w := range words {
			if !strings.ContainsFunc(w, unicode.IsDigit) {
				one = either(one, f.withWords(in, words, i))
			}
		}
		switch {
		case one == nil:
		case len(words) == 1:
			damaged = either(damaged, f.alike(in, one))
		default:
			statements = append(statements, f.alike(in, one))
		}
	}
	for _, q := range []*bun.SelectQuery{damaged, all} {
		if q != nil {
			statements = slices.Insert(statements, 0, q)
		}
	}
	return statements
}

// countLong counts the words that trigrams find.
func countLong(words []string) (n int) {
	for _, w := range words {
		if utf8.RuneCountInString(w) >= trigram {
			n++
		}
	}
	return n
}

// alike are the rows that the likest of x lead to.
func (f search) alike(in Searched, x *bun.SelectQuery) *bun.SelectQuery {
	x = f.s.db.NewSelect().TableExpr("(?) AS x", x).DistinctOn("x.id").ColumnExpr("x.*").
		ColumnExpr("word_similarity(lower(?), x.name) AS likeness", f.text)
	likest := f.s.db.NewSelect().TableExpr("(?) AS x", x).ColumnExpr("x.*").
		Where("x.likeness >= ?::float8", leastAlike).OrderExpr("x.likeness DESC, x.id").Limit(maxAlike)
	return f.linkedByRow(in, likest).ColumnExpr("t.id, x.likeness").OrderExpr("x.likeness DESC, t.id").Limit(maxAlike)
}

// withWords are the rows of x that contain the words, but for the one at the place given, for which they have a word that
// resembles it. A short word with an error resembles nothing, so any will do for it.
func (f search) withWords(in Searched, words []string, damaged int) *bun.SelectQuery {
	q := f.of(in, true).ColumnExpr(in.Text + " AS name")
	for i, w := range words {
		isShort := utf8.RuneCountInString(w) <= shortWord
		switch {
		case i != damaged:
			q = q.Where(in.Text+" LIKE '%' || lower(?) || '%'", likeEscape.Replace(w))
		case !isShort || len(words) == 1:
			q = q.Where("lower(?) <% "+in.Text, w)
		}
	}
	if len(words) == 1 {
		return q.Limit(maxAlone)
	}
	return q.Limit(maxCompared)
}
