package importing

import (
	"fmt"
	"regexp"
	"strings"
	"unicode"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/catalog"
	"github.com/covertrack/covertrack/model/fault"
)

// Format says how the dates or the amounts of a column are written.
type Format = model.ImportFormat

// The formats: the order of day and month, and the sign before decimals.
const (
	FormatDayFirst   = model.ImportFormatDayFirst
	FormatMonthFirst = model.ImportFormatMonthFirst
	FormatPoint      = model.ImportFormatPoint
	FormatComma      = model.ImportFormatComma
)

// none are cells that say that there is nothing.
var none = map[string]bool{
	"": true, "n/a": true, "na": true, "#n/a": true, "null": true, "nil": true, "none": true, "-": true, "--": true, "—": true, "–": true,
	"tbd": true, "unknown": true, "#value!": true, "#ref!": true, "nan": true, "n.a.": true, "not applicable": true,
}

// Clean returns a cell without what nobody sees: spaces at its ends, unprintable characters, several spaces for one. A cell that
// says that there is nothing is "".
func Clean(cell string) string {
	cell = strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return ' '
		case r == '\uFEFF' || r == '\u200B' || !unicode.IsPrint(r):
			return -1
		default:
			return r
		}
	}, strings.ToValidUTF8(cell, "�"))
	cell = strings.Join(strings.Fields(cell), " ")
	if none[strings.ToLower(cell)] {
		return ""
	}
	return cell
}

// Reading says how the cells of a column are read.
type Reading struct {
	Target *Target
	Format Format
	// Is1904 reports whether serial numbers of days begin in 1904, as in files of old Macintoshes.
	Is1904 bool
}

// Read returns what a clean cell says, as the API takes it; nil for nothing. The violation has the member's pointer.
func (r Reading) Read(cell string) (any, fault.Violations) {
	if cell == "" {
		return nil, nil
	}
	value, accepted := r.read(cell)
	if accepted == "" {
		return value, nil
	}
	var vs fault.Violations
	vs.Add("/"+strings.ReplaceAll(r.Target.Member, ".", "/"), fault.CodeInvalidValue, "%s is not %s.", quoted(cell), accepted)
	return nil, vs
}

// quoted is a cell in a message, cut if it is long.
func quoted(cell string) string {
	const most = 60
	if runes := []rune(cell); len(runes) > most {
		cell = string(runes[:most]) + "…"
	}
	return "“" + cell + "”"
}

// read returns the value, or what would be accepted.
func (r Reading) read(cell string) (value any, accepted string) {
	switch r.Target.Kind {
	case KindMoney:
		return readMoney(cell, r.Format)
	case KindCurrency:
		return readCurrency(cell)
	case KindDate:
		return readDate(cell, r.Format, r.Is1904)
	case KindNumber, KindInteger:
		return readNumber(cell, r.Format, r.Target.Kind == KindInteger)
	case KindBoolean:
		return readBoolean(cell)
	case KindEnum:
		return readEnum(cell, r.Target)
	case KindState:
		return readState(cell), ""
	case KindEmail:
		return readEmails(cell)
	case KindCatalog:
		return readCatalog(cell, r.Target)
	default:
		return cell, ""
	}
}

func readBoolean(cell string) (any, string) {
	switch strings.ToLower(cell) {
	case "true", "yes", "y", "1", "x", "t":
		return true, ""
	case "false", "no", "n", "0", "f":
		return false, ""
	}
	return nil, "yes or no"
}

// same is a text as it is compared: letters and digits alone, in lower case.
func same(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, text)
}

func readEnum(cell string, t *Target) (any, string) {
	if v, ok := t.valueOf(cell); ok {
		return v, ""
	}
	return nil, "one of " + strings.Join(t.Values, ", ")
}

var listSeparators = regexp.MustCompile(`[;,|\n]`)

func readCatalog(cell string, t *Target) (any, string) {
	keys, wrong := entriesOf(cell, t)
	if wrong != "" {
		return nil, "a list of " + strings.Join(keysOf(t), ", ") + " (" + quoted(wrong) + " is none of them)"
	}
	return keys, ""
}

// entriesOf reads keys or names of entries with ; , or | between them. A name may have a comma itself. wrong is the first that none has.
func entriesOf(cell string, t *Target) (keys []any, wrong string) {
	if key, ok := entryOf(cell, t); ok {
		return []any{key}, ""
	}
	for _, part := range listSeparators.Split(strings.Trim(cell, "[] "), -1) {
		part = strings.Trim(part, `" `)
		if part == "" {
			continue
		}
		key, ok := entryOf(part, t)
		if !ok {
			return nil, part
		}
		keys = append(keys, key)
	}
	return keys, ""
}

// entryOf finds an entry of a catalog by its key, its id or its name; a name's part before a bracket or a slash will do.
func entryOf(text string, t *Target) (string, bool) {
	if key, ok := t.valueOf(text); ok {
		return key, true
	}
	if entry, ok := catalog.CoverageTypes.ByRef(text); ok && t.Name == "policy.coverageTypes" {
		return entry.Key, true
	}
	if entry, ok := catalog.Perils.ByRef(text); ok && t.Name == "policy.perils" {
		return entry.Key, true
	}
	return "", false
}

func keysOf(t *Target) (keys []string) {
	for i := 0; i < len(t.Values); i += 2 {
		keys = append(keys, t.Values[i])
	}
	return keys
}

var email = regexp.MustCompile(`^[^@\s;,<>]+@[^@\s;,<>]+\.[^@\s;,<>]+$`)

// maxEmails is how many addresses a cell has at most.
const maxEmails = 20

// readEmails reads one or more addresses with ; , or spaces between them.
func readEmails(cell string) (any, string) {
	var all []any
	for _, part := range strings.FieldsFunc(cell, func(r rune) bool { return r == ';' || r == ',' || r == ' ' || r == '|' }) {
		part = strings.Trim(part, `<>"[]`)
		if !email.MatchString(part) || len(all) == maxEmails {
			return nil, fmt.Sprintf("an e-mail address, or several with ; between them, at most %d", maxEmails)
		}
		all = append(all, strings.ToLower(part))
	}
	return all, ""
}

// readState returns the two letters of a state of the US whose name is written out; other texts as they are.
func readState(cell string) string {
	if code, ok := stateCodes[same(cell)]; ok {
		return code
	}
	if len(cell) == 2 {
		return strings.ToUpper(cell)
	}
	return cell
}

// IsState reports whether a cell is a state of the US, by its name or its two letters.
func IsState(cell string) bool {
	_, ok := stateCodes[same(cell)]
	return ok || len(cell) == 2 && codesOfStates[strings.ToUpper(cell)]
}

const allStates = `Alabama AL,Alaska AK,Arizona AZ,Arkansas AR,California CA,Colorado CO,Connecticut CT,Delaware DE,District of Columbia DC,
Florida FL,Georgia GA,Hawaii HI,Idaho ID,Illinois IL,Indiana IN,Iowa IA,Kansas KS,Kentucky KY,Louisiana LA,Maine ME,Maryland MD,
Massachusetts MA,Michigan MI,Minnesota MN,Mississippi MS,Missouri MO,Montana MT,Nebraska NE,Nevada NV,New Hampshire NH,New Jersey NJ,
New Mexico NM,New York NY,North Carolina NC,North Dakota ND,Ohio OH,Oklahoma OK,Oregon OR,Pennsylvania PA,Rhode Island RI,
South Carolina SC,South Dakota SD,Tennessee TN,Texas TX,Utah UT,Vermont VT,Virginia VA,Washington WA,West Virginia WV,Wisconsin WI,
Wyoming WY,Puerto Rico PR,Guam GU,Virgin Islands VI`

var stateCodes, codesOfStates = func() (map[string]string, map[string]bool) {
	byName, codes := map[string]string{}, map[string]bool{}
	for _, state := range strings.Split(allStates, ",") {
		state = strings.TrimSpace(state)
		name, code := state[:len(state)-3], state[len(state)-2:]
		byName[same(name)], codes[code] = code, true
	}
	return byName, codes
}()
