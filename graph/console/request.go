package console

import (
	"net/http"
	"net/url"

	"github.com/covertrack/covertrack/graph/strict"
	"github.com/covertrack/covertrack/model/fault"
)

// senderHeader is on every request of the console's own scripts. A page of another origin cannot send it without being
// allowed to.
const senderHeader = "X-Console"

// checkSender refuses a request that may have been sent by a page of another origin; `forbidden`.
func (c *Console) checkSender(r *http.Request) error {
	if r.Header.Get(senderHeader) != "1" {
		return fault.New(fault.CodeForbidden, "This is for the console only; its requests have the header `%s: 1`.", senderHeader)
	}
	if !c.isOwn(r.Header.Get("Origin"), r) {
		return fault.New(fault.CodeForbidden,
			"The `Origin` is not this server's. Open the console at its own address; behind a proxy, that is what --base-url says.")
	}
	return nil
}

// isOwn reports whether an origin is the server's: that of its base URL, or of the address that the request was sent to.
func (c *Console) isOwn(origin string, r *http.Request) bool {
	scheme := "http"
	if c.isHTTPS(r) {
		scheme = "https"
	}
	return origin != "" && (origin == scheme+"://"+r.Host || origin == originOf(c.baseURL))
}

func originOf(address string) string {
	parsed, err := url.Parse(address)
	if err != nil || parsed.Host == "" {
		return ""
	}
	return parsed.Scheme + "://" + parsed.Host
}

// A credential is what somebody signs in with: one of its members.
type credential struct{ token, link string }

// longestCredential is more characters than any credential has.
const longestCredential = 200

// readCredential reads the body of a request to sign in, and reports everything that is wrong with it at once.
func readCredential(w http.ResponseWriter, r *http.Request) (sent credential, err error) {
	given, err := readObject(w, r, `{"token": "staff_…"}`, map[string]int{"token": longestCredential, "link": longestCredential})
	var vs fault.Violations
	switch {
	case err != nil:
		return credential{}, err
	case len(given) == 0:
		vs.Add("/token", fault.CodeRequired, "Send a staff token as `token`.")
	case len(given) > 1:
		vs.Add("/link", fault.CodeInvalidValue, "Send a `token` or a `link`, not both.")
	}
	return credential{token: given["token"], link: given["link"]}, vs.Err()
}

// readObject reads a body of texts that have at most so many characters, and reports everything that is wrong with it at
// once.
func readObject(w http.ResponseWriter, r *http.Request, like string, sizes map[string]int) (map[string]string, error) {
	raw, err := strict.ReadBody(w, r, true)
	if err != nil {
		return nil, err
	}
	body, err := strict.Decode(raw)
	if err != nil {
		return nil, err
	}
	o, ok := body.(*strict.Object)
	if !ok {
		return nil, fault.New(fault.CodeMalformedJSON, "The body is an object: %s.", like)
	}
	given := map[string]string{}
	var vs fault.Violations
	for _, m := range o.Members {
		size, known := sizes[m.Name]
		if !known {
			vs.Add(fault.Pointer("", m.Name), fault.CodeUnknownMember, "%s is no member; the body is like %s.", strict.Quote(m.Name), like)
			continue
		}
		given[m.Name] = textOf(m, size, &vs)
	}
	return given, vs.Err()
}

func textOf(m strict.Member, size int, vs *fault.Violations) string {
	text, ok := m.Value.(string)
	if !ok || text == "" || len(text) > size {
		vs.Add(fault.Pointer("", m.Name), fault.CodeInvalidValue, "%s must be a text of 1 to %d characters.", strict.Quote(m.Name), size)
	}
	return text
}
