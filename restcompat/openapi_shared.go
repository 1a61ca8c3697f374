package restcompat

import (
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/covertrack/covertrack/graph/engine"
	"github.com/covertrack/covertrack/model"
)

func headerParameters() *object {
	header := func(name, description string, schema *object) *object {
		return fields("name", name, "in", "header", "description", description, "schema", schema)
	}
	text := func() *object { return fields("type", "string") }
	return fields(
		"RequestId", header(requestIDHeader, "Names the request; one is made when it is absent or of another form.",
			fields("type", "string", "pattern", engine.RequestIDForm.String())),
		"IdempotencyKey", header(engine.IdempotencyHeader, "Makes the request safe to repeat for 24 hours: a key of your own, new for each new request.",
			fields("type", "string", "minLength", 1, "maxLength", 255, "pattern", "^[!-~]+$")),
		"IfMatch", header("If-Match", "The `ETag` of the resource as you know it, or `*`; anything else there is now is a 412.", text()),
		"IfNoneMatch", header("If-None-Match", "The `ETag` of what you have; if it is still the same, the answer is a 304 without a body.", text()),
	)
}

// everyHeader returns the headers that any response of an endpoint may have.
func everyHeader() []string {
	return []string{requestIDHeader, operationHeader, "RateLimit", "RateLimit-Policy"}
}

func sharedHeaders() *object {
	header := func(description string) *object {
		return fields("description", description, "schema", fields("type", "string"))
	}
	return fields(
		requestIDHeader, header("Names the request: your own name for it, or a new one."),
		operationHeader, header("The GraphQL operation that the endpoint is."),
		"RateLimit", header("How many requests the token has left at this moment, `r`, and in how many seconds it has all again, `t`."),
		"RateLimit-Policy", header("How many requests a token has: `q` in `w` seconds."),
		"ETag", header("A strong validator of the body."),
		"Location", header("Where the resource can be read."),
		"Link", header("`rel=\"next\"`: the next page, when there is one."),
		"Idempotent-Replayed", header("`true` when the response is the stored one of an earlier request with the same key."),
		"Deprecation", header("Since when a member that the request or the response uses is deprecated (RFC 9745); `Link: rel=\"deprecation\"` says more."),
		"WWW-Authenticate", header("`Bearer`."),
		"Retry-After", header("How many seconds to wait."),
	)
}

func problemSchema() *object {
	text := func(description string) *object { return fields("type", "string", "description", description) }
	violation := fields(
		"type", "object", "required", []any{"pointer", "field", "code", "message"}, "properties", fields(
			"pointer", text("A JSON Pointer (RFC 6901) into the body, or the name of a query parameter or header."),
			"field", text("The last member's name."),
			"code", ref("schemas", "ErrorCode"),
			"message", text("What is wrong, and what to do."),
		))
	return fields(
		"type", "object", "description", "A refusal (RFC 9457).",
		"required", []any{"type", "title", "status", "detail", "code", "requestId"}, "properties", fields(
			"type", fields("type", "string", "format", "uri-reference", "description", "Where the code is explained."),
			"title", text("The code in words."),
			"status", fields("type", "integer", "description", "The HTTP status."),
			"detail", text("What is wrong this time."),
			"code", ref("schemas", "ErrorCode"),
			"requestId", text("The request's id, to be quoted in reports."),
			"errors", fields("type", "array", "description", "Everything that is wrong with the request, on a 422.", "items", violation),
		))
}

// codeSchema lists every code. It is not an enum, because codes may be added.
func codeSchema() *object {
	var words strings.Builder
	words.WriteString("What is wrong, for programs. Codes may be added.\n")
	for _, code := range Codes() {
		words.WriteString("\n- `" + string(code) + "` (" + strconv.Itoa(refusals[code].status) + "): " + refusals[code].meaning)
	}
	return fields("type", "string", "description", words.String())
}

// Codes returns all codes of refusals, in the order of statuses and names.
func Codes() []model.Code {
	var codes []model.Code
	for code := range refusals {
		codes = append(codes, code)
	}
	slices.SortFunc(codes, func(a, b model.Code) int {
		return strings.Compare(statusText(refusals[a].status)+string(a), statusText(refusals[b].status)+string(b))
	})
	return codes
}

// sharedResponses are 304 and the refusals with one code, which endpoints refer to.
func (s *specification) sharedResponses() *object {
	headers := &object{}
	for _, name := range append(everyHeader(), "ETag", "Link", "Deprecation") {
		headers.set(name, ref("headers", name))
	}
	out := fields("NotModified", fields("description", "What you have is what there is.", "headers", headers))
	for _, code := range Codes() {
		if s.refused[code] {
			out.set(string(code), refusalResponse([]model.Code{code}, everyHeader()...))
		}
	}
	return out
}

// addRefusals adds a response for each status that the endpoint can refuse with. Some codes follow from the kind of
// endpoint; the others are in the docstring of its root field.
func (s *specification) addRefusals(responses *object, ep *endpoint) {
	headers := everyHeader()
	if len(ep.deprecated) > 0 {
		headers = append(headers, "Deprecation", "Link")
	}
	byStatus := map[int][]model.Code{}
	for _, code := range refusalsOf(ep) {
		status := refusals[code].status
		byStatus[status] = append(byStatus[status], code)
	}
	for _, status := range slices.Sorted(maps.Keys(byStatus)) {
		codes := byStatus[status]
		response := refusalResponse(codes, headers...)
		if len(codes) == 1 && len(ep.deprecated) == 0 && status != http.StatusUnprocessableEntity {
			s.refused[codes[0]] = true
			response = ref("responses", string(codes[0]))
		}
		responses.set(statusText(status), response)
	}
}

var codeInDocstring = regexp.MustCompile("`([a-z_]+)`")

func refusalsOf(ep *endpoint) []model.Code {
	may := map[model.Code]bool{
		model.CodeUnauthorized: true, model.CodeAPIAccessNotEnabled: true, model.CodeUnknownParameter: true,
		model.CodeRateLimited: true, model.CodeInternal: true, model.CodeUnavailable: true,
		model.CodeRiskProfilesNotEnabled: ep.entitlement == model.EntitlementRiskProfileManagement,
		model.CodeNotFound:               ep.takesID,
	}
	write := ep.method != http.MethodGet
	for _, code := range []model.Code{
		model.CodeMalformedJSON, model.CodePayloadTooLarge, model.CodeUnsupportedMediaType, model.CodeUnknownMember,
		model.CodeIdempotencyKeyInFlight, model.CodeIdempotencyKeyReused, model.CodeInvalidValue, model.CodeValidationFailed,
	} {
		may[code] = write
	}
	for _, code := range []model.Code{
		model.CodeRequired, model.CodeImmutable, model.CodeTooLong, model.CodeDuplicate, model.CodeUnknownReference,
	} {
		may[code] = ep.hasInput
	}
	if ep.params.known["after"] != nil {
		may[model.CodeInvalidValue], may[model.CodeTooLong], may[model.CodeValidationFailed] = true, true, true
	}
	may[model.CodePreconditionFailed] = write && ep.takesID
	for _, match := range codeInDocstring.FindAllStringSubmatch(ep.root.Definition.Description, -1) {
		may[model.Code(match[1])] = true
	}
	return slices.DeleteFunc(Codes(), func(code model.Code) bool { return !may[code] })
}

func refusalResponse(codes []model.Code, headerNames ...string) *object {
	var words []string
	var names []any
	for _, code := range codes {
		names = append(names, string(code))
		words = append(words, "- `"+string(code)+"`: "+refusals[code].meaning)
	}
	headers := &object{}
	for _, name := range headerNames {
		headers.set(name, ref("headers", name))
	}
	switch refusals[codes[0]].status {
	case http.StatusUnauthorized:
		headers.set("WWW-Authenticate", ref("headers", "WWW-Authenticate"))
	case http.StatusTooManyRequests, http.StatusServiceUnavailable:
		headers.set("Retry-After", ref("headers", "Retry-After"))
	}
	example := fields("schema", ref("schemas", "Problem"), "example", refusalExample(mostLikely(codes)))
	return fields(
		"description", strings.Join(words, "\n"), "x-error-codes", names,
		"headers", headers, "content", fields("application/problem+json", example),
	)
}

// mostLikely chooses the code of the example.
func mostLikely(codes []model.Code) model.Code {
	for _, code := range []model.Code{model.CodeRequired, model.CodeInvalidTransition, model.CodeUnknownParameter} {
		if slices.Contains(codes, code) {
			return code
		}
	}
	return codes[0]
}

func statusText(status int) string { return strconv.Itoa(status) }
