package restcompat

import (
	"cmp"
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/fault"
)

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

// theRefusal is the response of every refusal, at every endpoint: one, since clients that are generated have a copy of each
// response of each endpoint.
func theRefusal() *object {
	example := fields("schema", ref("schemas", "Problem"), "example", refusalExample(fault.CodeRequired))
	return fields("description", "Refused, or failed: `code` says why. The endpoint's `x-error-codes` are the codes by status.",
		"content", fields("application/problem+json", example))
}

// codesByStatus are the codes that the endpoint can refuse with. Some follow from the kind of endpoint; the others are in
// the docstring of its root field.
func codesByStatus(ep *endpoint) *object {
	out := &object{}
	for _, code := range refusalsOf(ep) {
		status := strconv.Itoa(refusals[code].status)
		codes, _ := out.Get(status).([]any)
		out.Set(status, append(codes, string(code)))
	}
	return out
}

var codeInDocstring = regexp.MustCompile("`([a-z_]+)`")

func refusalsOf(ep *endpoint) []fault.Code {
	write := ep.method != http.MethodGet
	may := map[fault.Code]bool{
		fault.CodeUnauthorized: true, fault.CodeAPIAccessNotEnabled: true, fault.CodeUnknownParameter: true,
		fault.CodeHeaderTooLarge: true, fault.CodeRateLimited: true, fault.CodeInternal: true, fault.CodeUnavailable: true,

		fault.CodeNotAcceptable:  ep.negotiates(),
		fault.CodeTooManyStreams: ep.table != nil,
		fault.CodeForbidden:      write,
		fault.CodeMalformedJSON:  write, fault.CodePayloadTooLarge: write, fault.CodeUnsupportedMediaType: write,
		fault.CodeUnknownMember: write, fault.CodeInvalidValue: write, fault.CodeValidationFailed: write,
		fault.CodeIdempotencyKeyInFlight: write, fault.CodeIdempotencyKeyReused: write, fault.CodeSandboxAdvancing: write,
		fault.CodeQuotaExceeded: write, // also of what follows from an action

		fault.CodeRequired: ep.hasInput, fault.CodeImmutable: ep.hasInput, fault.CodeTooLong: ep.hasInput,
		fault.CodeDuplicate: ep.hasInput, fault.CodeUnknownReference: ep.hasInput,

		fault.CodeRiskProfilesNotEnabled: ep.access.Entitlement == model.EntitlementRiskProfileManagement,
		fault.CodeNotFound:               ep.takesID || ep.nullIs404,
		fault.CodePreconditionFailed:     write && len(ep.pathIDs) > 0,
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
