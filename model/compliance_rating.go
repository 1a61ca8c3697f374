package model

import (
	"regexp"
	"slices"
	"strings"
)

// Ratings are A.M. Best's ratings of financial strength, the best first.
var Ratings = []string{"A++", "A+", "A", "A-", "B++", "B+", "B", "B-", "C++", "C+", "C", "C-", "D", "E", "F"}

// ratingForm is a rating, then nothing or a size in Roman digits, as in "A+ (XV)" or "A-, VIII".
var ratingForm = regexp.MustCompile(`^([A-F][+-]{0,2})(?:[ ,:/()\[\]]+[IVX]+[ )\]]*)?$`)

// readRating returns the rating in what a carrier's record says, and whether there is one.
func readRating(text string) (string, bool) {
	form := ratingForm.FindStringSubmatch(strings.ToUpper(strings.TrimSpace(text)))
	if form == nil || !slices.Contains(Ratings, form[1]) {
		return "", false
	}
	return form[1], true
}

// isRatedBelow reports whether a rating is worse than the least one accepted.
func isRatedBelow(rating, least string) bool {
	return slices.Index(Ratings, rating) > slices.Index(Ratings, least)
}
