package dossier

import (
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/google/uuid"
	"github.com/tidwall/gjson"

	"github.com/covertrack/covertrack/model/scalar"
)

// special are what people call values and members that their names do not say. All others are said as they are written:
// "renewalInProgress" is "Renewal in progress".
var special = map[string]string{
	"deficient": "Deficient", "unknown": "Outstanding", "waived": "Exception", "compliant": "In compliance",
	"notApplicable": "No requirement", "fail": "Not met",
	"request": "Request for renewal", "final": "Final reminder", "lapsed": "Coverage has lapsed",
	"forcePlacementReview": "Review of lender-placed insurance", "deficiency": "Request for correction",
	"deficiencyReminder": "Reminder to correct", "deficiencyFinal": "Final reminder to correct", "evidenceReply": "Answer to evidence",
	"renewalFollowUp": "Follow up a renewal", "cancellationFollowUp": "Follow up a cancellation",
	"caseApproval": "Approve a case or an exception",
	"nonPayment":   "Premium not paid", "underwriting": "Carrier does not want the risk", "insuredRequest": "Insured asked for it",
	"rewritten": "Another policy replaces it", "waiver": "Exception", "amBestRating": "A.M. Best rating", "AM_BEST": "A.M. Best",
	"SP": "S&P", "no_policy": "No policy", "onHold": "On hold", "NAIC": "NAIC",
	"noticed": "First notice", "reminded": "Reminder", "mayPlace": "May be placed",
	"externalId": "External id", "insuranceContactCCIds": "Copies to", "naicCode": "NAIC code",
}

// sentence says the name of a value or a member as people write it.
func sentence(name string) string {
	if said, ok := special[name]; ok {
		return said
	}
	var words []rune
	for i, r := range name {
		switch {
		case r == '_' || r == '.':
			words = append(words, ' ')
		case unicode.IsUpper(r) && i > 0 && !unicode.IsUpper(rune(name[i-1])):
			words = append(words, ' ', unicode.ToLower(r))
		default:
			words = append(words, unicode.ToLower(r))
		}
	}
	said := string(words)
	for _, end := range []string{" ids", " id"} {
		said = strings.TrimSuffix(said, end)
	}
	if said == "" {
		return name
	}
	return strings.ToUpper(said[:1]) + said[1:]
}

// instant says a time.
func instant(t time.Time) string { return t.UTC().Format("January 2, 2006, 15:04:05 UTC") }

// value says a JSON value: money, days, names for ids, and the members of objects.
func (n names) value(v gjson.Result) string {
	switch {
	case v.IsArray():
		var parts []string
		for _, item := range v.Array() {
			parts = append(parts, n.value(item))
		}
		return strings.Join(parts, listMark(v))
	case v.IsObject():
		return n.object(v)
	case v.Type == gjson.String:
		return n.text(v.String())
	case v.Type == gjson.True:
		return "yes"
	case v.Type == gjson.False:
		return "no"
	case v.Type == gjson.Null:
		return ""
	default:
		return v.Raw
	}
}

// listMark stands between the items of a list: objects have commas of their own.
func listMark(v gjson.Result) string {
	if v.Get("0").IsObject() {
		return "\n"
	}
	return ", "
}

// plain are the members whose values say what they are.
var plain = []string{
	"coverageType", "coverageTypes", "kind", "amount", "asset", "name", "rating", "perils", "agency", "size", "policy", "street1",
	"street2", "city", "state", "postalCode", "country", "county",
}

func (n names) object(v gjson.Result) string {
	members := v.Map()
	if amount, currency := members["amount"], members["currency"]; len(members) == 2 && amount.Exists() && currency.Exists() {
		return (&scalar.Money{Amount: amount.String(), Currency: currency.String()}).Spoken()
	}
	var parts []string
	v.ForEach(func(name, value gjson.Result) bool {
		said := n.value(value)
		switch {
		case said == "":
		case slices.Contains(plain, name.String()):
			parts = append(parts, said)
		default:
			parts = append(parts, strings.ToLower(sentence(name.String()))+" "+said)
		}
		return true
	})
	return strings.Join(parts, ", ")
}

// text says a string: an id by its name, a day or a time, a value of an enum; any other as it is.
func (n names) text(s string) string {
	if len(s) == len(uuid.Nil.String()) {
		if id, err := uuid.Parse(s); err == nil {
			return n.of(id)
		}
	}
	if t, err := time.Parse(scalar.TimeLayout, s); err == nil {
		if t.Equal(scalar.DayOf(t)) {
			return scalar.SpokenDay(t)
		}
		return instant(t)
	}
	if isEnum(s) {
		return sentence(s)
	}
	return s
}

// isEnum reports whether a text is written as values of enums are that have several words.
func isEnum(s string) bool {
	isOther := func(r rune) bool { return r > unicode.MaxASCII || !unicode.IsLetter(r) }
	return s != "" && unicode.IsLower(rune(s[0])) && !strings.ContainsFunc(s, isOther) && strings.ContainsFunc(s, unicode.IsUpper)
}
