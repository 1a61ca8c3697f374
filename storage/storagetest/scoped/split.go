package scoped

import (
	"strings"
	"unicode"
)

// split returns the words of a statement: names and keywords in lower case and without quotes, strings with one quote
// before them, values as $1, and each other sign by itself. Comments are left out.
func split(statement string) (words []string) {
	for rest := statement; rest != ""; {
		var word string
		switch word, rest = next(rest); word {
		case "":
		default:
			words = append(words, word)
		}
	}
	return words
}

// next cuts the first word off; it is "" for spaces and comments.
func next(s string) (word, rest string) {
	switch c := s[0]; {
	case strings.HasPrefix(s, "--"):
		_, rest, _ = strings.Cut(s, "\n")
		return "", rest
	case c == '\'' || c == '"':
		text, rest := quoted(s[1:], c)
		if c == '\'' {
			text = "'" + text
		}
		return text, rest
	case c == '$' || isLetter(rune(c)):
		rest := strings.TrimLeftFunc(s[1:], isLetter)
		return strings.ToLower(s[:len(s)-len(rest)]), rest
	case unicode.IsSpace(rune(c)):
		return "", s[1:]
	default:
		return s[:1], s[1:]
	}
}

// quoted cuts at the quote that ends a text. Two of them stand for one.
func quoted(s string, quote byte) (text, rest string) {
	for at := 0; at < len(s); at++ {
		if s[at] != quote {
			continue
		}
		if at+1 < len(s) && s[at+1] == quote {
			at++
			continue
		}
		return s[:at], s[at+1:]
	}
	return s, ""
}

func isLetter(r rune) bool { return r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) }
