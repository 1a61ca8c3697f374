package scalar

import (
	"strconv"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// slugSize bounds a slug, one segment of a path that people read.
const slugSize = 80

// slugFallback is the slug of a name without anything that can be written in ASCII.
const slugFallback = "x"

// slugLetters are the Latin letters that Unicode does not decompose into an ASCII letter and accents.
var slugLetters = strings.NewReplacer("ß", "ss", "ẞ", "ss", "æ", "ae", "Æ", "ae", "œ", "oe", "Œ", "oe",
	"ø", "o", "Ø", "o", "đ", "d", "Đ", "d", "ð", "d", "Ð", "d", "þ", "th", "Þ", "th", "ł", "l", "Ł", "l", "ħ", "h", "Ħ", "h",
	"ı", "i", "ŋ", "n", "Ŋ", "n", "ŧ", "t", "Ŧ", "t", "&", " and ", "'", "", "’", "")

// Slug returns a name as a segment of a URL path: lower-case ASCII letters, digits and single hyphens between them, at
// most 80 characters, never empty. Accents are dropped; characters without an ASCII form separate words.
func Slug(s string) string {
	var b strings.Builder
	gap := false
	for _, r := range norm.NFKD.String(slugLetters.Replace(s)) {
		r = unicode.ToLower(r)
		switch {
		case unicode.Is(unicode.Mn, r):
		case r >= 'a' && r <= 'z' || r >= '0' && r <= '9':
			if gap && b.Len() > 0 {
				b.WriteByte('-')
			}
			b.WriteRune(r)
			gap = false
		default:
			gap = true
		}
	}
	if b.Len() == 0 {
		return slugFallback
	}
	return cutSlug(b.String(), slugSize)
}

// SlugCandidate returns the nth slug to try when slugs may be taken: the slug itself, then slug-2, slug-3 …
func SlugCandidate(slug string, n int) string {
	if n <= 1 {
		return slug
	}
	number := "-" + strconv.Itoa(n)
	return cutSlug(slug, slugSize-len(number)) + number
}

// cutSlug shortens a slug and leaves no hyphen at its end.
func cutSlug(slug string, size int) string {
	if len(slug) > size {
		slug = slug[:size]
	}
	return strings.TrimRight(slug, "-")
}
