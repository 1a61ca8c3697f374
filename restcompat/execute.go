package restcompat

import (
	"bytes"
	"context"
	"encoding/hex"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"

	"github.com/google/uuid"
	"github.com/tidwall/gjson"
	"github.com/zeebo/xxh3"

	"github.com/covertrack/covertrack/graph/engine"
	"github.com/covertrack/covertrack/model/fault"
)

// exchange is one request on its way through an endpoint.
type exchange struct {
	*endpoint
	engine     executor
	baseURL    string
	request    *http.Request
	requestID  string
	vars       map[string]any
	withKeys   bool
	deprecated bool
}

// render makes the reply of an outcome: the bytes of the root field, or a problem. A refused request gets the
// Deprecation header too if it used a deprecated member.
func (x *exchange) render(outcome engine.Outcome) engine.Reply {
	reply := x.reply(outcome)
	if x.deprecated || usesDeprecated(reply.Body, x.endpoint.deprecated) {
		reply.Header.Set("Deprecation", engine.DeprecatedSince)
		reply.Header.Add("Link", engine.DeprecationLink(x.baseURL))
	}
	return reply
}

// contentJSON is shared by all replies: to change the header of one, set another slice.
var contentJSON = []string{"application/json"}

func (x *exchange) reply(outcome engine.Outcome) engine.Reply {
	if len(outcome.Errors) > 0 || outcome.Data == nil {
		return Problem(refusalOf(outcome.Errors), x.requestID)
	}
	body := rootBytes(outcome.Data)
	if x.nullIs404 && string(body) == "null" {
		return Problem(fault.NotFound(x.noun), x.requestID)
	}
	if x.status == http.StatusNoContent {
		// The body is not nil: it is stored under the request's idempotency key.
		return engine.Reply{Status: x.status, Header: http.Header{}, Body: []byte{}}
	}
	if outcome.IsCut {
		body = cutBody(body)
	}
	header := http.Header{"Content-Type": contentJSON}
	switch {
	case x.status == http.StatusSeeOther:
		header.Set("Location", gjson.GetBytes(body, "url").String())
	case x.current != nil:
		header["Etag"] = []string{etagOf(body)}
	}
	status := x.status
	if x.location != "" && outcome.IsFound {
		status = http.StatusOK
	} else if x.location != "" {
		header.Set("Location", x.baseURL+strings.Replace(x.location, "{id}", idOf(body), 1))
	}
	if outcome.NextCursor != "" && x.vars["limit"] != 0 {
		header.Add("Link", "<"+x.nextURL(outcome.NextCursor)+`>; rel="next"`)
	}
	if x.withKeys { // after the ETag, which If-Match is compared with
		body = rootBytes(x.op.WithKeys(outcome.Data))
	}
	return engine.Reply{Status: status, Header: header, Body: body}
}

// nextURL is the address of the same list from the cursor on, with its parameters in the order of their names.
func (x *exchange) nextURL(cursor string) string {
	// bindParams has accepted the query string, where a semicolon is a part of a value.
	query, _ := url.ParseQuery(strings.ReplaceAll(x.request.URL.RawQuery, ";", "%3B"))
	query.Del("")
	query.Del("offset")
	query.Set("after", cursor)
	return x.baseURL + x.request.URL.EscapedPath() + "?" + query.Encode()
}

// precondition is the check of If-Match, to be run in the writing transaction: the resource is still as the caller
// saw it. Nil without the header, or when the endpoint does not write one addressed resource.
func (x *exchange) precondition() func(context.Context) error {
	header := x.request.Header.Values("If-Match")
	if len(header) == 0 || x.guard == nil || len(x.pathIDs) == 0 {
		return nil
	}
	return func(ctx context.Context) error {
		ids := map[string]any{}
		for _, name := range x.guard.pathIDs {
			ids[name] = x.vars[name]
		}
		outcome := x.engine.Read(ctx, x.guard.op, ids)
		if len(outcome.Errors) > 0 {
			return refusalOf(outcome.Errors)
		}
		body := rootBytes(outcome.Data)
		switch {
		case string(body) == "null":
			return fault.New(fault.CodePreconditionFailed, "There is no such %s yet; leave `If-Match` out to make it.", x.guard.noun)
		case matches(header, etagOf(body), false):
			return nil
		case !areTags(header):
			return fault.New(fault.CodePreconditionFailed, "`If-Match` is malformed: send the `ETag` of a GET whole, "+
				`with its double quotes, such as "33a64df5".`)
		default:
			return fault.New(fault.CodePreconditionFailed,
				"`If-Match` is not the `ETag` of the %s as it is now; read it again.", x.guard.noun)
		}
	}
}

// rootBytes cuts the root field out of {"body":…}, the data of every operation here, and decodes nothing.
func rootBytes(data []byte) []byte {
	data = bytes.TrimPrefix(data, []byte(`{"`+rootKey+`":`))
	return bytes.TrimSuffix(data, []byte(`}`))
}

// cutBody says at the end of a list's meta that the page was cut. Others have no such member.
func cutBody(list []byte) []byte {
	return append(bytes.TrimSuffix(list, []byte("}}")), `,"truncated":true}}`...)
}

// idOf cuts the id out of a resource, of which it is the first member.
func idOf(resource []byte) string {
	prefix := len(`{"id":"`)
	return string(resource[prefix : prefix+len(uuid.Nil.String())])
}

// etagOf is a strong validator. A fast hash is safe here: a client that makes two versions of its own resource
// collide gains nothing. A cryptographic hash of a list took as long as all other work of this package.
func etagOf(body []byte) string {
	sum := xxh3.Hash128(body).Bytes()
	return `"` + hex.EncodeToString(sum[:]) + `"`
}

// isFresh reports whether the caller of a GET has the reply already.
func isFresh(r *http.Request, reply engine.Reply) bool {
	return reply.Status == http.StatusOK && matches(r.Header.Values("If-None-Match"), reply.Header.Get("ETag"), true)
}

// entityTags is the form of If-Match (RFC 9110, 8.8.3 and 13.1.1). A weak tag is well-formed, and never matches.
var entityTags = regexp.MustCompile(`^\s*(\*|` + oneTag + `(\s*,` + oneTag + `)*)\s*$`)

const oneTag = `\s*(W/)?"[\x21\x23-\x7e\x80-\xff]*"`

// areTags reports whether all lines of a header are entity tags, or *.
func areTags(header []string) bool {
	return !slices.ContainsFunc(header, func(line string) bool { return !entityTags.MatchString(line) })
}

// matches reports whether a header If-Match or If-None-Match has the validator. The weak comparison, of If-None-Match,
// ignores W/; in the strong one, of If-Match, a weak validator never matches (RFC 9110, 8.8.3.2 and 13.1).
func matches(header []string, etag string, weak bool) bool {
	for _, line := range header {
		for candidate := range strings.SplitSeq(line, ",") {
			candidate = strings.TrimSpace(candidate)
			if weak {
				candidate = strings.TrimPrefix(candidate, "W/")
			}
			if candidate == "*" || candidate == etag {
				return true
			}
		}
	}
	return false
}
