package compliance_test

import (
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/catalog"
)

// The checks that one question is asked of one policy by, each by its row of the table of section 3.

func naiveFails(check string, code model.FindingCode) naiveFailed {
	return naiveFailed{check: check, code: code}
}

func naiveNotKnown(check string, code model.FindingCode) naiveFailed {
	return naiveFailed{check: check, code: code, unknown: true}
}

// moreChecks are 2a and 6a to 7d: "6a, 7, 7a and 7b are asked of the primary layer only; 2a, 5, 7c and 7d of every layer";
// "lenderPlaced, which is not asked 2a, 7a to 7d".
func (j naiveJudge) moreChecks(p naivePolicy) (failed []naiveFailed) {
	d, v := j.demand, p.version
	if naiveIsPrimary(p) {
		failed = append(failed, d.checkValuation(v)...)
		failed = append(failed, d.checkCoinsurance(v)...)
	}
	if v.Placement == model.PolicyPlacementLenderPlaced {
		return failed
	}
	failed = append(failed, d.checkInsured(v)...)
	if naiveIsPrimary(p) {
		failed = append(failed, d.checkEndorsements(v)...)
		failed = append(failed, d.checkExclusions(v)...)
		failed = append(failed, d.checkNotice(v)...)
	}
	failed = append(failed, d.checkEvidence(v)...)
	return append(failed, d.checkConfirmed(v)...)
}

// naiveAllPlaced is "a target insured by [a policy with placement: lenderPlaced] alone" (specification of placements, 3).
func naiveAllPlaced(counting []naivePolicy) bool {
	for _, p := range counting {
		if p.version.Placement != model.PolicyPlacementLenderPlaced {
			return false
		}
	}
	return true
}

// checkInsured is "2a: one, or each, of the case's insureds is by id among the policy's; an affiliate is another insured";
// "insured_not_named, once, the missing names in required (insured_unknown: the case has none, or the policy's list is
// null)".
func (d naiveDemand) checkInsured(v *model.PolicyVersion) []naiveFailed {
	asked := d.requirement.InsuredNamed
	if asked == nil {
		return nil
	}
	nobodyHasSaid := len(v.InsuredIDs) == 0 && !v.NoInsureds
	insureds := d.facts.Case.InsuredIDs
	if len(insureds) == 0 || nobodyHasSaid {
		return []naiveFailed{naiveNotKnown("2a", naiveInsuredUnknown)}
	}
	var missing []string
	for _, id := range insureds {
		if !slices.Contains(v.InsuredIDs, id) {
			missing = append(missing, d.insuredName(id))
		}
	}
	if len(missing) == 0 || *asked == model.InsuredNamedAny && len(missing) < len(insureds) {
		return nil
	}
	f := naiveFails("2a", naiveInsuredNotNamed)
	f.required = strings.Join(missing, ", ")
	if *asked == model.InsuredNamedAny {
		f.required = strings.Join(missing, " or ")
	}
	return []naiveFailed{f}
}

func (d naiveDemand) insuredName(id uuid.UUID) string {
	i := slices.IndexFunc(d.facts.Insureds, func(insured *model.Insured) bool { return insured.ID == id })
	return d.facts.Insureds[i].DisplayName
}

// naiveGrade is a rating as an agency gives it: -1 is unreadable, or a size that is not recorded.
type naiveGrade struct {
	agency       model.RatingAgency
	rating, size int
	text         string
}

var naiveScales = map[model.RatingAgency][]string{
	"AM_BEST":  naiveRatings,
	"DEMOTECH": {"A″", "A′", "A", "S", "M", "L"},
	"SP":       strings.Fields("AAA AA+ AA AA- A+ A A- BBB+ BBB BBB- BB+ BB BB- B+ B B- CCC+ CCC CCC- CC C D"),
	"MOODYS": strings.Fields(
		"Aaa Aa1 Aa2 Aa3 A1 A2 A3 Baa1 Baa2 Baa3 Ba1 Ba2 Ba3 B1 B2 B3 Caa1 Caa2 Caa3 Ca C"),
}

var naiveSizes = strings.Fields("I II III IV V VI VII VIII IX X XI XII XIII XIV XV")

var naiveAgencies = map[model.RatingAgency]string{
	"AM_BEST": "A.M. Best", "DEMOTECH": "Demotech", "SP": "S&P", "MOODYS": "Moody's",
}

// naiveGradeOf reads a rating: "Each agency's scale is a table; a rating that is not in it is unreadable; A.M. Best's
// modifiers u, p, g, r after a space are ignored."
func naiveGradeOf(agency model.RatingAgency, text string, size *model.FinancialSize) naiveGrade {
	g := naiveGrade{agency, slices.Index(naiveScales[agency], strings.TrimSpace(text)), -1, ""}
	if agency == "AM_BEST" {
		g.rating, g.size = naiveBest(text)
	}
	if size != nil {
		g.size = slices.Index(naiveSizes, string(*size))
	}
	if g.rating >= 0 {
		g.text = naiveAgencies[agency] + " " + naiveScales[agency][g.rating]
	}
	if g.size >= 0 {
		g.text += " " + naiveSizes[g.size]
	}
	return g
}

// naiveBest is a rating of A.M. Best and its size, "its size read where it is written there"; -1 for what cannot be read.
func naiveBest(text string) (rating, size int) {
	words := strings.Fields(strings.ToUpper(text))
	kept := words[:0]
	for i, word := range words {
		if i == 0 || !slices.Contains([]string{"U", "P", "G", "R"}, word) {
			kept = append(kept, word)
		}
	}
	text = strings.Join(kept, " ")
	rating = naiveRating(text)
	if rating < 0 {
		return -1, -1
	}
	return rating, slices.Index(naiveSizes, strings.Trim(strings.TrimPrefix(text, naiveRatings[rating]), " ,:/()[]"))
}

// naiveGrades are a carrier's ratings. "amBestRating counts where ratings has none of AM_BEST."
func naiveGrades(v *model.PolicyVersion) (grades []naiveGrade) {
	if v.Carrier == nil {
		return nil
	}
	best := false
	for _, r := range v.Carrier.Ratings {
		best = best || r.Agency == "AM_BEST"
		grades = append(grades, naiveGradeOf(r.Agency, r.Rating, r.Size))
	}
	if v.Carrier.AmBestRating != nil && !best {
		grades = append(grades, naiveGradeOf("AM_BEST", *v.Carrier.AmBestRating, nil))
	}
	return grades
}

// checkRating is "5: passes if a rating of an agency named is at least the rating and the size named with it; fails if it
// has a readable one of an agency named and none can pass"; "rating_unknown: none readable, or one that passes but for a
// size not recorded".
func (d naiveDemand) checkRating(v *model.PolicyVersion) []naiveFailed {
	var wanted []naiveGrade
	if d.requirement.MinimumRating != nil {
		wanted = append(wanted, naiveGradeOf("AM_BEST", *d.requirement.MinimumRating, nil))
	}
	for _, r := range d.requirement.MinimumRatings {
		wanted = append(wanted, naiveGradeOf(r.Agency, r.Rating, r.Size))
	}
	if len(wanted) == 0 {
		return nil
	}
	readable, butForSize := false, false
	var required, found []string
	for _, w := range wanted {
		required = append(required, w.text)
		for _, g := range naiveGrades(v) {
			if g.agency != w.agency || g.rating < 0 {
				continue
			}
			readable = true
			if !slices.Contains(found, g.text) {
				found = append(found, g.text)
			}
			switch {
			case g.rating > w.rating:
			case w.size < 0, g.size >= w.size:
				return nil
			case g.size < 0:
				butForSize = true
			}
		}
	}
	if !readable || butForSize {
		return []naiveFailed{naiveNotKnown("5", model.FindingCodeRatingUnknown)}
	}
	f := naiveFails("5", model.FindingCodeRatingTooLow)
	f.required, f.found = strings.Join(required, " or "), strings.Join(found, ", ")
	if d.requirement.MinimumRating != nil {
		f.required = *d.requirement.MinimumRating
		f.found = strings.Fields(strings.TrimPrefix(f.found, "A.M. Best "))[0]
	}
	return []naiveFailed{f}
}

// checkForm is "6. […] the form is one of formTypes (form_not_accepted; Unknown or absent: form_unknown)", and
// "occurrenceForm: true […] not claims-made, claims_made (form_unknown)"; "form_unknown is told once for form and
// claims-made together".
func (d naiveDemand) checkForm(v *model.PolicyVersion) (failed []naiveFailed) {
	accepted, form := d.requirement.FormTypes, v.CoverageFormType
	notKnown := false
	switch {
	case len(accepted) == 0:
	case form == nil, *form == model.CoverageFormTypeUnknown:
		notKnown = true
	case !slices.Contains(accepted, *form):
		failed = append(failed, naiveFails("6", model.FindingCodeFormNotAccepted))
	}
	if d.requirement.OccurrenceForm != nil && *d.requirement.OccurrenceForm {
		switch {
		case v.ClaimsMade == nil:
			notKnown = true
		case *v.ClaimsMade:
			failed = append(failed, naiveFails("6", naiveClaimsMade))
		}
	}
	if notKnown {
		failed = append(failed, naiveNotKnown("6", model.FindingCodeFormUnknown))
	}
	return failed
}

// checkValuation is "6a: valuation_not_accepted (valuation_unknown)".
func (d naiveDemand) checkValuation(v *model.PolicyVersion) []naiveFailed {
	switch {
	case len(d.requirement.Valuation) == 0:
		return nil
	case v.Valuation == nil:
		return []naiveFailed{naiveNotKnown("6a", naiveValuationUnknown)}
	case !slices.Contains(d.requirement.Valuation, *v.Valuation):
		return []naiveFailed{naiveFails("6a", naiveValuationNotAccepted)}
	default:
		return nil
	}
}

// checkCoinsurance is "6a: coinsurance_too_high (coinsurance_unknown)"; "agreedValue has 0 whatever it says".
func (d naiveDemand) checkCoinsurance(v *model.PolicyVersion) []naiveFailed {
	most := d.requirement.MaximumCoinsurancePercent
	switch {
	case most == nil, v.Valuation != nil && *v.Valuation == "agreedValue":
		return nil
	case v.CoinsurancePercent == nil:
		return []naiveFailed{naiveNotKnown("6a", naiveCoinsuranceUnknown)}
	case naiveNumber(*v.CoinsurancePercent).Cmp(naiveNumber(*most)) > 0:
		return []naiveFailed{naiveFails("6a", naiveCoinsuranceTooHigh)}
	default:
		return nil
	}
}

// checkEndorsements is "7a: endorsement_missing (endorsement_unknown), one finding an item".
func (d naiveDemand) checkEndorsements(v *model.PolicyVersion) (failed []naiveFailed) {
	for _, id := range d.requirement.Endorsements {
		f := naiveFails("7a", naiveEndorsementMissing)
		switch {
		case v.EndorsementIDs == nil:
			f = naiveNotKnown("7a", naiveEndorsementUnknown)
		case slices.Contains(v.EndorsementIDs, id):
			continue
		}
		f.item = naiveEndorsement(id).Key
		failed = append(failed, f)
	}
	return failed
}

// checkExclusions is "7a: excluded (exclusion_unknown), one finding an item".
func (d naiveDemand) checkExclusions(v *model.PolicyVersion) (failed []naiveFailed) {
	for _, id := range d.requirement.ProhibitedExclusions {
		f, item := naiveFails("7a", naiveExcluded), naiveExclusion(id)
		f.required, f.found = "no "+item.Name+" exclusion", item.Name+" exclusion"
		switch {
		case v.ExclusionIDs == nil:
			f = naiveNotKnown("7a", naiveExclusionUnknown)
		case !slices.Contains(v.ExclusionIDs, id):
			continue
		}
		f.item = item.Key
		failed = append(failed, f)
	}
	return failed
}

func naiveEndorsement(id uuid.UUID) *catalog.Endorsement {
	e, _ := catalog.Endorsements.ByID(id)
	return e
}

func naiveExclusion(id uuid.UUID) *catalog.Exclusion {
	e, _ := catalog.Exclusions.ByID(id)
	return e
}

// checkNotice is "7b: notice_too_short (notice_unknown), one a member".
func (d naiveDemand) checkNotice(v *model.PolicyVersion) (failed []naiveFailed) {
	asked := d.requirement.NoticeDays
	if asked == nil {
		return nil
	}
	days := v.NoticeDays
	if days == nil {
		days = &model.NoticeDays{}
	}
	for _, member := range []struct {
		name         string
		least, given *int
	}{{"cancellation", asked.Cancellation, days.Cancellation}, {"nonPayment", asked.NonPayment, days.NonPayment}} {
		f := naiveFails("7b", naiveNoticeTooShort)
		switch {
		case member.least == nil:
			continue
		case member.given == nil:
			f = naiveNotKnown("7b", naiveNoticeUnknown)
		case *member.given >= *member.least:
			continue
		}
		f.item = member.name
		failed = append(failed, f)
	}
	return failed
}

// checkEvidence is "7c: a recorded document (proposed ones do not count) of one of categories evidences the version's term;
// or one of the temporary ones does and the day is before startDate + temporaryDays (a start not known: passes)".
func (d naiveDemand) checkEvidence(v *model.PolicyVersion) []naiveFailed {
	asked := d.requirement.Evidence
	if asked == nil {
		return nil
	}
	temporary := false
	for _, document := range d.facts.Documents {
		if !d.evidencesTerm(document, v) {
			continue
		}
		if slices.Contains(asked.Categories, document.CategoryID) {
			return nil
		}
		temporary = temporary || slices.Contains(asked.TemporaryCategories, document.CategoryID)
	}
	if !temporary {
		return []naiveFailed{naiveFails("7c", naiveEvidenceMissing)}
	}
	if v.StartDate == nil {
		return nil
	}
	until := v.StartDate.AddDate(0, 0, *asked.TemporaryDays)
	if d.day.Before(until) {
		return nil
	}
	f := naiveFails("7c", naiveEvidenceTemporary)
	f.found = until.Format(time.DateOnly)
	return []naiveFailed{f}
}

// evidencesTerm is whether a document evidences the version's term.
func (d naiveDemand) evidencesTerm(document *model.Document, v *model.PolicyVersion) bool {
	return slices.ContainsFunc(document.Evidences, func(e model.EvidencedTerm) bool {
		return e.Policy == v.PolicyID && e.TermNumber == v.TermNumber
	})
}

// checkConfirmed is "Where a profile says carriedOver: UNKNOWN (default ACCEPT), check 7d is unknown (not_confirmed, once a
// policy, the names in found) if the list is not empty."
func (d naiveDemand) checkConfirmed(v *model.PolicyVersion) []naiveFailed {
	if d.facts.RiskProfile.CarriedOver != model.CarriedOverUnknown || len(v.CarriedOver) == 0 {
		return nil
	}
	f := naiveNotKnown("7d", naiveNotConfirmed)
	var names []string
	for _, name := range v.CarriedOver {
		names = append(names, string(name))
	}
	f.found = strings.Join(names, ", ")
	return []naiveFailed{f}
}
