package restcompat

import (
	"cmp"
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/covertrack/covertrack/graph/engine"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/fault"
)

// everyHeader are the headers that any response of an endpoint may have.
var everyHeader = []string{engine.RequestIDHeader, operationHeader, "RateLimit", "RateLimit-Policy"}

// describeCodes lists every code. The schema is not an enum, because codes may be added.
func describeCodes(schema *object) {
	var words strings.Builder
	for _, code := range Codes() {
		words.WriteString("\n- `" + string(code) + "` (" + strconv.Itoa(refusals[code].status) + "): " + refusals[code].meaning)
	}
	schema.Set("description", schema.Get("description").(string)+words.String())
}

// Codes returns all codes of refusals, in the order of statuses and names.
func Codes() []fault.Code {
	return slices.SortedFunc(maps.Keys(refusals), func(a, b fault.Code) int {
		return cmp.Or(cmp.Compare(refusals[a].status, refusals[b].status), cmp.Compare(a, b))
	})
}

// addSharedRefusals adds the refusals with one code that endpoints refer to.
func (s *specification) addSharedRefusals(responses *object) {
	for _, code := range Codes() {
		if s.refused[code] {
			responses.Set(string(code), refusalResponse([]fault.Code{code}, everyHeader))
		}
	}
}

// addRefusals adds a response for each status that the endpoint can refuse with. Some codes follow from the kind of
// endpoint; the others are in the docstring of its root field.
func (s *specification) addRefusals(responses *object, ep *endpoint) {
	headers := everyHeader
	if len(ep.deprecated) > 0 {
		headers = slices.Concat(headers, []string{"Deprecation", "Link"})
	}
	byStatus := map[int][]fault.Code{}
	for _, code := range refusalsOf(ep) {
		status := refusals[code].status
		byStatus[status] = append(byStatus[status], code)
	}
	for _, status := range slices.Sorted(maps.Keys(byStatus)) {
		codes := byStatus[status]
		response := refusalResponse(codes, headers)
		if len(codes) == 1 && len(ep.deprecated) == 0 && status != http.StatusUnprocessableEntity {
			s.refused[codes[0]] = true
			response = ref("responses", string(codes[0]))
		}
		responses.Set(strconv.Itoa(status), response)
	}
}

var codeInDocstring = regexp.MustCompile("`([a-z_]+)`")

func refusalsOf(ep *endpoint) []fault.Code {
	write := ep.method != http.MethodGet
	may := map[fault.Code]bool{
		fault.CodeUnauthorized: true, fault.CodeAPIAccessNotEnabled: true, fault.CodeUnknownParameter: true,
		fault.CodeRateLimited: true, fault.CodeInternal: true, fault.CodeUnavailable: true,

		fault.CodeMalformedJSON: write, fault.CodePayloadTooLarge: write, fault.CodeUnsupportedMediaType: write,
		fault.CodeUnknownMember: write, fault.CodeInvalidValue: write, fault.CodeValidationFailed: write,
		fault.CodeIdempotencyKeyInFlight: write, fault.CodeIdempotencyKeyReused: write,

		fault.CodeRequired: ep.hasInput, fault.CodeImmutable: ep.hasInput, fault.CodeTooLong: ep.hasInput,
		fault.CodeDuplicate: ep.hasInput, fault.CodeUnknownReference: ep.hasInput, fault.CodeQuotaExceeded: ep.hasInput,

		fault.CodeRiskProfilesNotEnabled: ep.entitlement == model.EntitlementRiskProfileManagement,
		fault.CodeNotFound:               ep.takesID,
		fault.CodePreconditionFailed:     write && ep.takesID,
	}
	if len(ep.params.names) > 0 {
		may[fault.CodeInvalidValue], may[fault.CodeValidationFailed] = true, true
	}
	if ep.params.known["after"] != nil {
		may[fault.CodeTooLong] = true
	}
	for _, match := range codeInDocstring.FindAllStringSubmatch(ep.root.Definition.Description, -1) {
		may[fault.Code(match[1])] = true
	}
	return slices.DeleteFunc(Codes(), func(code fault.Code) bool { return !may[code] })
}

func refusalResponse(codes []fault.Code, headerNames []string) *object {
	var words []string
	var names []any
	for _, code := range codes {
		names = append(names, string(code))
		words = append(words, "- `"+string(code)+"`: "+refusals[code].meaning)
	}
	headers := headerRefs(headerNames...)
	switch refusals[codes[0]].status {
	case http.StatusUnauthorized:
		headers.Set("WWW-Authenticate", ref("headers", "WWW-Authenticate"))
	case http.StatusTooManyRequests, http.StatusServiceUnavailable:
		headers.Set("Retry-After", ref("headers", "Retry-After"))
	}
	example := fields("schema", ref("schemas", "Problem"), "example", refusalExample(mostLikely(codes)))
	return fields("description", strings.Join(words, "\n"), "x-error-codes", names,
		"headers", headers, "content", fields("application/problem+json", example))
}

// mostLikely chooses the code of the example.
func mostLikely(codes []fault.Code) fault.Code {
	for _, code := range []fault.Code{fault.CodeRequired, fault.CodeInvalidTransition, fault.CodeUnknownParameter} {
		if slices.Contains(codes, code) {
			return code
		}
	}
	return codes[0]
}
