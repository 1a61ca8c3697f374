package model

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"
)

// wording is a text of a finding as clients get it, and as its sentence has it.
type wording struct{ plain, spoken string }

func moneyWording(m *Money) wording { return wording{m.String(), m.withThousands()} }

func plainWording(text string) wording { return wording{text, text} }

// finding puts a ruled finding into words.
func (d *demand) finding(r *ruling, f ruled) *Finding {
	required, found := d.requiredWording(r, f), foundWording(r, f)
	finding := &Finding{
		Code: f.code, Outcome: f.outcome, Required: textOrNil(required.plain), Found: textOrNil(found.plain),
		Message: d.sentence(r.target, f, required.spoken, found.spoken),
	}
	if f.offer != nil {
		finding.PolicyID, finding.PolicyVersionID = new(f.offer.record.policy.ID), new(f.offer.version().ID)
	}
	if f.peril != nil {
		finding.PerilID = new(f.peril.ID)
	}
	if f.outcome == FindingOutcomeWaived {
		finding.WaiverID = r.waivers.of(f.code)
	}
	return finding
}

func textOrNil(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}

// sentence fills in the sentence of the code's row.
func (d *demand) sentence(t *target, f ruled, required, found string) string {
	peril, forPeril, policy, amount := "", "", "", "deductible"
	if f.peril != nil {
		peril, forPeril = f.peril.Name, " for "+f.peril.Name
	}
	if f.offer != nil {
		policy = f.offer.name()
	}
	if f.ofLimit {
		amount = "limit"
	}
	sentence := strings.NewReplacer(
		"{coverage}", d.coverage.Name, "{target}", t.name(), "{policy}", policy, "{peril}", peril, "{for peril}", forPeril,
		"{amount}", amount, "{required}", required, "{found}", cmp.Or(found, "a day that is not known"),
	).Replace(ruleOf(f.code).Sentence)
	return strings.ToUpper(sentence[:1]) + sentence[1:]
}

// name returns what a sentence calls the policy.
func (o *offer) name() string {
	if number := orZero(o.version().PolicyNumber); number != "" {
		return "policy " + number
	}
	return "policy " + o.version().DisplayName
}

// name returns what a sentence calls the target.
func (t *target) name() string {
	if t.asset == nil {
		return "the case"
	}
	return t.asset.DisplayName
}

// requiredWording returns what is required, where a text says it.
func (d *demand) requiredWording(r *ruling, f ruled) wording {
	demanded := d.requirement
	switch f.code {
	case FindingCodeClauseMissing:
		return d.clauseWording()
	case FindingCodeRatingTooLow, FindingCodeRatingUnknown:
		return plainWording(orZero(demanded.MinimumRating))
	case FindingCodeFormNotAccepted, FindingCodeFormUnknown:
		forms := make([]string, len(demanded.FormTypes))
		for i, form := range demanded.FormTypes {
			forms[i] = string(form)
		}
		return plainWording(strings.Join(forms, " or "))
	case FindingCodeDeductibleTooHigh, FindingCodeDeductibleUnknown:
		return d.deductibleWording(f.offer)
	case FindingCodeCurrencyDiffers:
		if !f.ofLimit {
			return d.deductibleWording(f.offer)
		}
	case FindingCodeLimitTooLow, FindingCodeLimitUnknown:
	default:
		return wording{}
	}
	return moneyWording(r.target.required.amount.money())
}

// clauseWording returns the clause that is demanded: its type, and whom it must name.
func (d *demand) clauseWording() wording {
	text, naming := string(orZero(d.requirement.ClauseType)), ""
	if holder := d.requirement.CertificateHolder; holder != nil {
		naming = "naming " + d.holderName(*holder)
	}
	spoken := strings.ToLower(capitals.ReplaceAllString(text, " $0"))
	return wording{spaced(text, naming), spaced(spoken, "clause", naming)}
}

var capitals = regexp.MustCompile(`[A-Z]`)

// spaced joins the texts that are not empty by spaces.
func spaced(texts ...string) string {
	return strings.Join(slices.DeleteFunc(texts, func(s string) bool { return s == "" }), " ")
}

func (d *demand) holderName(id uuid.UUID) string {
	for _, h := range d.file.RiskProfile.CertificateHolders {
		if h.ID == id {
			return h.Name
		}
	}
	return "the certificate holder"
}

// deductibleWording returns the greatest deductible: the amount where it is exceeded or the only one, else the share.
func (d *demand) deductibleWording(o *offer) wording {
	greatest, percent := d.requirement.MaximumDeductible, d.requirement.MaximumDeductiblePercent
	if greatest != nil && (percent == nil || checkDeductibleAmount(d, o) != "") {
		return moneyWording(greatest)
	}
	share := *percent + "% of "
	if !o.limit.isKnown() {
		return plainWording(share + "the limit")
	}
	limit := moneyWording(o.limit.money())
	return wording{share + limit.plain, share + limit.spoken}
}

// foundWording returns what was found, where a text says it.
func foundWording(r *ruling, f ruled) wording {
	switch f.code {
	case FindingCodeNotStarted, FindingCodeExpired, FindingCodeCancelled, FindingCodeDeactivated:
		if f.date != nil {
			return plainWording(f.date.Format(time.DateOnly))
		}
	case FindingCodeRatingTooLow:
		rating, _ := readRating(f.offer.ratingText())
		return plainWording(rating)
	case FindingCodeRatingUnknown:
		return plainWording(f.offer.ratingText())
	case FindingCodeFormNotAccepted:
		return plainWording(string(*f.offer.version().CoverageFormType))
	case FindingCodeDeductibleTooHigh:
		return moneyWording(f.offer.deductible.money())
	case FindingCodeCurrencyDiffers:
		if f.ofLimit {
			return moneyWording(f.offer.limit.money())
		}
		return moneyWording(f.offer.deductible.money())
	case FindingCodeLimitTooLow:
		return moneyWording(f.sum.money())
	}
	return wording{}
}
