package compliance

import (
	"slices"
	"strings"

	"github.com/covertrack/covertrack/model/catalog"
)

// readRating returns the rating in what a carrier's record says, and whether there is one: a rating, then nothing or a
// size in Roman digits, as in "A+ (XV)" or "A-, VIII". A regular expression would cost a tenth of the evaluation.
func readRating(text string) (rating string, known bool) {
	text = strings.ToUpper(strings.TrimSpace(text))
	if end := strings.IndexAny(text, " ,:/()[]"); end >= 0 {
		size := strings.TrimRight(strings.TrimLeft(text[end:], " ,:/()[]"), " )]")
		if size == "" || strings.Trim(size, "IVX") != "" {
			return "", false
		}
		text = text[:end]
	}
	if !slices.Contains(catalog.Ratings, text) {
		return "", false
	}
	return text, true
}

// isRatedBelow reports whether a rating is worse than the least one accepted.
func isRatedBelow(rating, least string) bool {
	return slices.Index(catalog.Ratings, rating) > slices.Index(catalog.Ratings, least)
}
