package catalog

import (
	"slices"
	"strings"

	"github.com/covertrack/covertrack/model/fault"
)

// Ratings are A.M. Best's ratings of financial strength, the best first.
var Ratings = []string{"A++", "A+", "A", "A-", "B++", "B+", "B", "B-", "C++", "C+", "C", "C-", "D", "E", "F"}

// RatingScale is how an agency rates carriers.
type RatingScale struct {
	Name    string   // of the agency, as people call it
	Ratings []string // the best first
	Sizes   []string // the least first; none where the agency tells no sizes
}

// RatingScales are the scales of the agencies, by the value of the schema's enum.
var RatingScales = map[string]RatingScale{
	"AM_BEST": {
		Name: "A.M. Best", Ratings: Ratings,
		Sizes: []string{"I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII", "XIII", "XIV", "XV"},
	},
	"DEMOTECH": {Name: "Demotech", Ratings: []string{"A″", "A′", "A", "S", "M", "L"}},
	"SP": {Name: "S&P", Ratings: []string{"AAA", "AA+", "AA", "AA-", "A+", "A", "A-", "BBB+", "BBB", "BBB-", "BB+", "BB", "BB-",
		"B+", "B", "B-", "CCC+", "CCC", "CCC-", "CC", "C", "D"}},
	"MOODYS": {Name: "Moody's", Ratings: []string{"Aaa", "Aa1", "Aa2", "Aa3", "A1", "A2", "A3", "Baa1", "Baa2", "Baa3",
		"Ba1", "Ba2", "Ba3", "B1", "B2", "B3", "Caa1", "Caa2", "Caa3", "Ca", "C"}},
}

// Check refuses a rating that is not on the scale, and a size that is none or that the agency does not tell. It writes a
// rating as the scale does.
func (s RatingScale) Check(vs *fault.Violations, pointer string, rating, size *string) {
	*rating = primes.Replace(*rating)
	if s.Rank(*rating) < 0 {
		vs.Say(fault.Pointer(pointer, "rating"), fault.CodeInvalidValue, "must be one of %s: the scale of %s",
			strings.Join(s.Ratings, ", "), s.Name)
	}
	if size != nil && s.SizeRank(*size) < 0 {
		vs.Say(fault.Pointer(pointer, "size"), fault.CodeInvalidValue, "is of A.M. Best alone")
	}
}

// Read returns a rating as the scale writes it; "" for one that is not on it.
func (s RatingScale) Read(text string) string {
	if rank := s.Rank(primes.Replace(strings.TrimSpace(text))); rank >= 0 {
		return s.Ratings[rank]
	}
	return ""
}

// primes writes Demotech's marks as the scale does.
var primes = strings.NewReplacer("''", "″", `"`, "″", "'", "′")

// Rank returns the place of a rating on the scale, 0 for the best; -1 for one that is not on it.
func (s RatingScale) Rank(rating string) int { return slices.Index(s.Ratings, rating) }

// SizeRank returns the place of a financial size, 0 for the least; -1 for what is none.
func (s RatingScale) SizeRank(size string) int { return slices.Index(s.Sizes, size) }
