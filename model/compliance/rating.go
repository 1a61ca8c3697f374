package compliance

import (
	"cmp"
	"slices"
	"strings"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/catalog"
	"github.com/covertrack/covertrack/model/scalar"
)

// ratingCheck is check 5: the carrier is rated well enough by one of the agencies named.
var ratingCheck = &policyCheck{
	number: "5",
	rules: []FindingRule{
		{Code: model.FindingCodeRatingTooLow, Outcome: fails, Meaning: "The carrier's rating is too low.",
			Sentence: "The carrier of {policy} is rated {found}; {required} or better is required."},
		{Code: model.FindingCodeRatingUnknown, Outcome: unknown, Meaning: "The carrier's rating is not known.",
			Sentence: "The rating of the carrier of {policy} is not known; {required} or better is required."},
	},
	members: []Member{
		{"minimumRating", "A.M. Best rating", textMember, "", nil},
		{"minimumRatings", "Carrier ratings, one of", rowsMember, "", []Member{
			{"agency", "Agency", choiceMember, "agency", nil},
			{"rating", "Rating", textMember, "", nil},
			{"size", "Size (A.M. Best)", textMember, "", nil},
		}},
	},
	asks: func(d *Demand) bool {
		return d.Requirement.MinimumRating != nil || len(d.Requirement.MinimumRatings) > 0
	},
	judge: func(d *Demand, o *offer, tell func(lapse)) {
		if code := d.judgeRating(o.version().Carrier); code != "" {
			tell(lapse{code: code})
		}
	},
	required: func(d *Demand, _ *ruled) wording { return plainWording(d.requiredRatings()) },
	found:    func(d *Demand, f *ruled) wording { return plainWording(d.ratingsFound(f.offer.version().Carrier)) },
	demanded: func(d *Demand) string {
		if d.Requirement.MinimumRating != nil {
			return "" // a sentence of its own
		}
		return "a carrier rated " + d.requiredRatings() + " or better"
	},
}

// minimumRatings returns the ratings of which one must be reached.
func minimumRatings(r *model.Requirement) []*model.MinimumRating {
	if least := r.MinimumRating; least != nil {
		return []*model.MinimumRating{{Agency: model.RatingAgencyAmBest, Rating: *least}}
	}
	return r.MinimumRatings
}

// judgeRating passes a carrier of which one rating is good enough. It fails one that has a readable rating of an agency named
// and none that can pass; one that would pass but for a size not recorded is not known.
func (d *Demand) judgeRating(c *model.Carrier) model.FindingCode {
	passes, readable, possible := false, false, false
	for _, least := range d.ratings {
		scale := catalog.RatingScales[string(least.Agency)]
		eachRating(c, least.Agency, func(rating string, size model.FinancialSize) {
			rank := scale.Rank(rating)
			readable = readable || rank >= 0
			switch {
			case rank < 0 || rank > scale.Rank(least.Rating):
			case least.Size == nil || size != "" && scale.SizeRank(string(size)) >= scale.SizeRank(string(*least.Size)):
				passes = true
			case size == "":
				possible = true
			}
		})
	}
	switch {
	case passes:
		return ""
	case readable && !possible:
		return model.FindingCodeRatingTooLow
	default:
		return model.FindingCodeRatingUnknown
	}
}

// eachRating gives what an agency says of a carrier, as its scale writes it where it is readable. amBestRating counts where no
// other one of A.M. Best is recorded.
func eachRating(c *model.Carrier, agency model.RatingAgency, yield func(rating string, size model.FinancialSize)) {
	if c == nil {
		return
	}
	isRated := false
	for _, r := range c.Ratings {
		if r.Agency != agency {
			continue
		}
		isRated = true
		if agency != model.RatingAgencyAmBest {
			yield(cmp.Or(catalog.RatingScales[string(agency)].Read(r.Rating), r.Rating), "")
			continue
		}
		rating, size := readRating(r.Rating)
		yield(cmp.Or(rating, r.Rating), cmp.Or(scalar.OrZero(r.Size), size))
	}
	if !isRated && agency == model.RatingAgencyAmBest && c.AmBestRating != nil {
		rating, size := readRating(*c.AmBestRating)
		yield(cmp.Or(rating, *c.AmBestRating), size)
	}
}

// readRating returns the rating and the size in a text of A.M. Best's: a rating, perhaps a modifier, then nothing or a size
// in Roman digits, as in "A+ (XV)", "A- u" or "A-, VIII"; "" for none. A regular expression would cost a tenth of the
// evaluation.
func readRating(text string) (rating string, size model.FinancialSize) {
	rating = strings.ToUpper(strings.TrimSpace(text))
	if end := strings.IndexAny(rating, afterRating); end >= 0 {
		rest := withoutModifier(rating[end:])
		rating = rating[:end]
		digits := strings.TrimRight(strings.TrimLeft(rest, afterRating), " )]")
		if rest != "" && digits == "" || strings.Trim(digits, "IVX") != "" {
			return "", ""
		}
		size = model.FinancialSize(digits)
	}
	if !slices.Contains(catalog.Ratings, rating) {
		return "", ""
	}
	return rating, size
}

// afterRating are the characters that may follow a rating.
const afterRating = " ,:/()[]"

// modifiers are the letters that a rating may have after a space.
const modifiers = "UPGR"

// withoutModifier passes over one of the modifiers u, p, g and r after a space.
func withoutModifier(rest string) string {
	if len(rest) < 2 || rest[0] != ' ' || !strings.Contains(modifiers, rest[1:2]) ||
		len(rest) > 2 && !strings.Contains(afterRating, rest[2:3]) {
		return rest
	}
	return rest[2:]
}

// requiredRatings returns the ratings of which one suffices.
func (d *Demand) requiredRatings() string {
	if d.Requirement.MinimumRating != nil {
		return *d.Requirement.MinimumRating
	}
	var texts []string
	for _, r := range d.Requirement.MinimumRatings {
		texts = append(texts, ratingText(r.Agency, r.Rating, scalar.OrZero(r.Size)))
	}
	return strings.Join(texts, " or ")
}

func ratingText(agency model.RatingAgency, rating string, size model.FinancialSize) string {
	return spaced(catalog.RatingScales[string(agency)].Name, rating, string(size))
}

// ratingsFound returns what the agencies named say of a carrier.
func (d *Demand) ratingsFound(c *model.Carrier) string {
	var texts []string
	for _, least := range d.ratings {
		eachRating(c, least.Agency, func(rating string, size model.FinancialSize) {
			text := ratingText(least.Agency, rating, size)
			if d.Requirement.MinimumRating != nil {
				text = rating
			}
			if !slices.Contains(texts, text) {
				texts = append(texts, text)
			}
		})
	}
	return strings.Join(texts, ", ")
}
