package rows

import (
	"context"
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
	// maxCompared is how many rows are compared with a text of one word.
	maxCompared = 2000
)

// With these settings a word finds what is this similar to it. A word beside others may be much damaged, for the others
// are contained; a word alone has to bound by itself what is compared. Only bitmap scans, because the planner takes word
// similarity to be as cheap as an equality.
var (
	besideOthers = []Setting{{"pg_trgm.word_similarity_threshold", "0.25"}, {"enable_seqscan", "off"}, {"enable_indexscan", "off"}}
	alone        = []Setting{{"pg_trgm.word_similarity_threshold", "0.4"}, {"enable_seqscan", "off"}, {"enable_indexscan", "off"}}
)

// resembling finds the rows with a name that resembles the text: one that contains all its words, in any order, but for
// a typing error in one of them. Words with digits have no typing errors: every number resembles every other.
func (f search[T, F]) resembling(ctx context.Context) (hits []*hit, err error) {
	words := strings.Fields(f.text)
	words = words[:min(len(words), maxWords)]
	if f.isShort() || !hasLong(words) {
		return nil, nil
	}
	// Names of one kind after the other, until some resemble the text. One word is compared with all at once.
	var statements []*bun.SelectQuery
	for _, in := range f.Searched {
		switch q := f.alike(in, words); {
		case q == nil:
		case len(words) == 1 && len(statements) > 0:
			statements[0] = either(statements[0], q)
		default:
			statements = append(statements, q)
		}
	}
	settings := besideOthers
	if len(words) == 1 {
		settings = alone
	}
	err = f.s.db.with(ctx, settings, func(db *DB) (err error) {
		for _, q := range statements {
			if hits, err = Read[hit](ctx, db, Planned, f.ranked(q)); err != nil || len(hits) > 0 {
				return err
			}
		}
		return nil
	})
	return hits, Translate(err)
}

// hasLong reports whether trigrams find any of the words.
func hasLong(words []string) bool {
	for _, w := range words {
		if utf8.RuneCountInString(w) >= trigram {
			return true
		}
	}
	return false
}

// alike finds the rows that one kind of names leads to; nil if it may have no typing errors, or no word may.
func (f search[T, F]) alike(in Searched, words []string) *bun.SelectQuery {
	if !in.IsName {
		return nil
	}
	var all *bun.SelectQuery
	if len(words) > 1 {
		all = either(nil, f.withWords(in, words, -1).OrderExpr("x.id DESC").Limit(maxRanked))
	}
	for i, w := range words {
		switch {
		case strings.ContainsFunc(w, unicode.IsDigit):
		case len(words) == 1:
			all = either(all, f.withWords(in, words, i).Limit(maxCompared))
		default:
			all = either(all, f.withWords(in, words, i).OrderExpr("x.id DESC").Limit(maxRanked))
		}
	}
	if all == nil {
		return nil
	}
	x := f.s.db.NewSelect().TableExpr("(?) AS x", all).DistinctOn("x.id").ColumnExpr("x.*").
		ColumnExpr("word_similarity(lower(?), x.name) AS likeness", f.text)
	likest := f.s.db.NewSelect().TableExpr("(?) AS x", x).ColumnExpr("x.*").
		Where("x.likeness >= ?::float8", leastAlike).OrderExpr("x.likeness DESC, x.id").Limit(maxRanked)
	return f.linkedByRow(in, likest).ColumnExpr("t.id, x.likeness").OrderExpr("x.likeness DESC, t.id").Limit(maxRanked)
}

// withWords are the rows of x that contain the words, but for the one at the place given, for which they have a word that
// resembles it. A short word with an error resembles nothing, so any will do for it.
func (f search[T, F]) withWords(in Searched, words []string, damaged int) *bun.SelectQuery {
	q := f.of(in).ColumnExpr(in.Text + " AS name")
	for i, w := range words {
		isShort := utf8.RuneCountInString(w) <= shortWord
		switch {
		case i != damaged:
			q = q.Where(in.Text+" LIKE '%' || lower(?) || '%'", likeEscape.Replace(w))
		case !isShort || len(words) == 1:
			q = q.Where("lower(?) <% "+in.Text, w)
		}
	}
	return q
}
