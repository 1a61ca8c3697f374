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
func Codes() []model.Code {
	return slices.SortedFunc(maps.Keys(refusals), func(a, b model.Code) int {
		return cmp.Or(cmp.Compare(refusals[a].status, refusals[b].status), cmp.Compare(a, b))
	})
}

// addSharedRefusals adds the refusals with one code that endpoints refer to.
func (s *specification) addSharedRefusals(responses *object) {
	for _, code := range Codes() {
		if s.refused[code] {
			responses.Set(string(code), refusalResponse([]model.Code{code}, everyHeader))
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
	byStatus := map[int][]model.Code{}
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

func refusalsOf(ep *endpoint) []model.Code {
	write := ep.method != http.MethodGet
	may := map[model.Code]bool{
		model.CodeUnauthorized: true, model.CodeAPIAccessNotEnabled: true, model.CodeUnknownParameter: true,
		model.CodeRateLimited: true, model.CodeInternal: true, model.CodeUnavailable: true,

		model.CodeMalformedJSON: write, model.CodePayloadTooLarge: write, model.CodeUnsupportedMediaType: write,
		model.CodeUnknownMember: write, model.CodeInvalidValue: write, model.CodeValidationFailed: write,
		model.CodeIdempotencyKeyInFlight: write, model.CodeIdempotencyKeyReused: write,

		model.CodeRequired: ep.hasInput, model.CodeImmutable: ep.hasInput, model.CodeTooLong: ep.hasInput,
		model.CodeDuplicate: ep.hasInput, model.CodeUnknownReference: ep.hasInput, model.CodeQuotaExceeded: ep.hasInput,

		model.CodeRiskProfilesNotEnabled: ep.entitlement == model.EntitlementRiskProfileManagement,
		model.CodeNotFound:               ep.takesID,
		model.CodePreconditionFailed:     write && ep.takesID,
	}
	if len(ep.params.names) > 0 {
		may[model.CodeInvalidValue], may[model.CodeValidationFailed] = true, true
	}
	if ep.params.known["after"] != nil {
		may[model.CodeTooLong] = true
	}
	for _, match := range codeInDocstring.FindAllStringSubmatch(ep.root.Definition.Description, -1) {
		may[model.Code(match[1])] = true
	}
	return slices.DeleteFunc(Codes(), func(code model.Code) bool { return !may[code] })
}

func refusalResponse(codes []model.Code, headerNames []string) *object {
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
func mostLikely(codes []model.Code) model.Code {
	for _, code := range []model.Code{model.CodeRequired, model.CodeInvalidTransition, model.CodeUnknownParameter} {
		if slices.Contains(codes, code) {
			return code
		}
	}
	return codes[0]
}
