package model

import (
	"bytes"
	"cmp"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"
)

// wording is a text of a finding as clients get it, and as its sentence has it.
type wording struct{ plain, spoken string }

func amountWording(u units) wording { return wording{u.String(), u.withThousands()} }

func plainWording(text string) wording { return wording{text, text} }

// finding puts a ruled finding into words.
func (d *demand) finding(r *ruling, f *ruled) Finding {
	required, found := d.requiredWording(r, f), foundWording(f)
	finding := Finding{
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

// sentence returns the sentence of the code's row, with its names filled in.
func (d *demand) sentence(t *target, f *ruled, required, found string) string {
	return filled(ruleOf(f.code).Sentence, func(name string) string {
		switch name {
		case "coverage":
			return d.coverage.Name
		case "target":
			return t.name()
		case "policy":
			return f.offer.name()
		case "peril":
			return f.peril.Name
		case "for peril":
			if f.peril == nil {
				return ""
			}
			return " for " + f.peril.Name
		case "amount":
			if f.ofLimit {
				return "limit"
			}
			return "deductible"
		case "required":
			return required
		default:
			return cmp.Or(found, "a day that is not known")
		}
	})
}

// filled returns a sentence with a text for each name in braces, and a capital letter first.
func filled(sentence string, text func(name string) string) string {
	b := make([]byte, 0, 128)
	for rest := sentence; ; {
		plain, named, found := strings.Cut(rest, "{")
		b = append(b, plain...)
		if !found {
			break
		}
		name, after, _ := strings.Cut(named, "}")
		b, rest = append(b, text(name)...), after
	}
	copy(b, bytes.ToUpper(b[:1]))
	return string(b)
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
func (d *demand) requiredWording(r *ruling, f *ruled) wording {
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
	return amountWording(r.target.required.amount)
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
	percent := d.requirement.MaximumDeductiblePercent
	if d.deductible.isKnown() && (percent == nil || checkDeductibleAmount(d, o) != "") {
		return amountWording(d.deductible)
	}
	share := *percent + "% of "
	if !o.limit.isKnown() {
		return plainWording(share + "the limit")
	}
	limit := amountWording(o.limit)
	return wording{share + limit.plain, share + limit.spoken}
}

// foundWording returns what was found, where a text says it.
func foundWording(f *ruled) wording {
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
		return amountWording(f.offer.deductible)
	case FindingCodeCurrencyDiffers:
		if f.ofLimit {
			return amountWording(f.offer.limit)
		}
		return amountWording(f.offer.deductible)
	case FindingCodeLimitTooLow:
		return amountWording(f.sum)
	}
	return wording{}
}
