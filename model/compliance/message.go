package compliance

import (
	"bytes"
	"cmp"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/scalar"
)

// wording is a text of a finding as clients get it, and as its sentence has it.
type wording struct{ plain, spoken string }

func amountWording(u scalar.Units) wording { return wording{u.String(), u.Spoken()} }

func plainWording(text string) wording { return wording{text, text} }

// dateWording is a day; not known if it is nil.
func dateWording(day *time.Time) wording {
	if day == nil {
		return wording{}
	}
	return wording{day.Format(time.DateOnly), scalar.SpokenDay(*day)}
}

// finding puts a ruled finding into words, where somebody reads them.
func (d *Demand) finding(r *ruling, f *ruled) model.Finding {
	finding := model.Finding{Code: f.code, Outcome: f.outcome, Counted: !f.uncounted, Item: textOrNil(f.item)}
	if d.file.tellsAll {
		required, found := d.requiredWording(r, f), d.foundWording(r.target, f)
		finding.Required, finding.Found = textOrNil(required.plain), textOrNil(found.plain)
		finding.Message = d.sentence(r.target, f, required.spoken, found.spoken)
	}
	if f.offer != nil {
		finding.PolicyID, finding.PolicyVersionID = &f.offer.record.policy.ID, &f.offer.version().ID
	}
	if f.peril != nil {
		finding.PerilID = &f.peril.ID
	}
	if f.outcome == model.FindingOutcomeWaived {
		finding.WaiverID = r.waivers.of(f)
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
func (d *Demand) sentence(t *Target, f *ruled, required, found string) string {
	where, part := d.shortWords(t, f)
	return filled(ruleOf(f.code).Sentence, func(name string) string {
		switch name {
		case "coverage":
			return d.Coverage.Name
		case "target":
			return t.Name()
		case "policy":
			return f.offer.name()
		case "peril":
			return f.peril.Name
		case "where":
			return where
		case "part":
			return part
		case "for peril":
			if f.peril == nil {
				return ""
			}
			return " for " + f.peril.Name
		case "item":
			return noticeWords[f.item]
		case "amount":
			if f.ofLimit {
				return "limit"
			}
			return "deductible"
		case "next term":
			return nextTermWords(f)
		case "required":
			return required
		default:
			return cmp.Or(found, "a day that is not known")
		}
	})
}

// nextTermWords says behind the end of a cover when there will be cover again, "" if it is not entered.
func nextTermWords(f *ruled) string {
	switch {
	case f.next == nil:
		return ""
	case f.next.offer.record == f.offer.record:
		return "; its next term begins on " + scalar.SpokenDay(*f.next.date)
	default:
		return "; " + f.next.offer.name() + " begins on " + scalar.SpokenDay(*f.next.date)
	}
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

// Name returns what a sentence calls the policy.
func (o *offer) name() string {
	if number := scalar.OrZero(o.version().PolicyNumber); number != "" {
		return "policy " + number
	}
	return "policy " + o.version().DisplayName
}

// Name returns what a sentence calls the target.
func (t *Target) Name() string {
	if t.Asset == nil {
		return "the case"
	}
	return t.Asset.DisplayName
}

// requiredWording returns what is required, where a text says it.
func (d *Demand) requiredWording(r *ruling, f *ruled) wording {
	if check := ruleOf(f.code).check; check != nil {
		return check.worded(check.required, d, f)
	}
	switch f.code {
	case model.FindingCodeDeductibleTooHigh, model.FindingCodeDeductibleUnknown:
		required, _ := d.deductibleRequired(f.offer, r.target, f.anyPeril())
		return required
	case model.FindingCodeAggregateTooLow:
		return amountWording(d.aggregate)
	case model.FindingCodeAttachmentGap:
		return amountWording(f.offer.attachment)
	case model.FindingCodeApplicabilityUnknown:
		return plainWording(r.target.unsure)
	case model.FindingCodePeriodTooShort, model.FindingCodePeriodUnknown:
		return d.periodWording(f, true)
	case model.FindingCodeCurrencyDiffers:
		if !f.ofLimit {
			required, _ := d.deductibleRequired(f.offer, r.target, f.anyPeril())
			return required
		}
	case model.FindingCodeLimitTooLow, model.FindingCodeLimitUnknown:
		if f.together.IsKnown() {
			return amountWording(f.together)
		}
	default:
		return wording{}
	}
	if r.target.Required.positive {
		return wording{"", "a limit above zero"}
	}
	if !r.target.Required.amount.IsKnown() {
		return amountWording(d.aggregate)
	}
	return amountWording(r.target.Required.amount)
}

// anyPeril returns one of the perils that the finding is about; none where it names none.
func (f *ruled) anyPeril() perilSet {
	if f.peril != nil {
		return 1 << (f.peril.Position - 1)
	}
	return f.perils & -f.perils
}

// worded returns one of the check's texts.
func (*policyCheck) worded(text func(*Demand, *ruled) wording, d *Demand, f *ruled) wording {
	if text == nil {
		return wording{}
	}
	return text(d, f)
}

// clauseWording returns the clause that is demanded: its type, and whom it must name.
func (d *Demand) clauseWording() wording {
	text, naming := string(scalar.OrZero(d.Requirement.ClauseType)), ""
	if holder := d.Requirement.CertificateHolder; holder != nil {
		naming = "naming " + d.HolderName(*holder)
	}
	spoken := strings.ToLower(capitals.ReplaceAllString(text, " $0"))
	return wording{spaced(text, naming), spaced(spoken, "clause", naming)}
}

var capitals = regexp.MustCompile(`[A-Z]`)

// spaced joins the texts that are not empty by spaces.
func spaced(texts ...string) string {
	return strings.Join(slices.DeleteFunc(texts, func(s string) bool { return s == "" }), " ")
}

// HolderName returns the name of a certificate holder as a sentence has it.
func (d *Demand) HolderName(id uuid.UUID) string {
	for _, h := range d.file.RiskProfile.CertificateHolders {
		if h.ID == id {
			return h.Name
		}
	}
	return "the certificate holder"
}

// foundWording returns what was found, where a text says it.
func (d *Demand) foundWording(t *Target, f *ruled) wording {
	if check := ruleOf(f.code).check; check != nil {
		return check.worded(check.found, d, f)
	}
	switch f.code {
	case model.FindingCodeNotStarted, model.FindingCodeExpired, model.FindingCodeCancelled, model.FindingCodeDeactivated:
		return dateWording(f.date)
	case model.FindingCodeDeductibleTooHigh:
		return d.deductibleFound(f.offer, t, f.anyPeril())
	case model.FindingCodeCurrencyDiffers:
		if f.ofLimit {
			return amountWording(f.sum)
		}
		return d.deductibleFound(f.offer, t, f.anyPeril())
	case model.FindingCodeAggregateTooLow, model.FindingCodeAttachmentGap:
		return amountWording(f.sum)
	case model.FindingCodePeriodTooShort:
		return d.periodWording(f, false)
	case model.FindingCodeLimitTooLow:
		if f.together.IsKnown() {
			return amountWording(f.blanket.row.amount)
		}
		if t.Required.positive {
			return wording{"", f.sum.Spoken()}
		}
		return amountWording(f.sum)
	}
	return wording{}
}
