package fault

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// Code is the stable, machine-readable name of a refusal (contract section 2, Errors).
type Code string

// The codes. restcompat has the table from code to HTTP status.
const (
	CodeUnauthorized              Code = "unauthorized"
	CodeForbidden                 Code = "forbidden"
	CodeAPIAccessNotEnabled       Code = "api_access_not_enabled"
	CodeRiskProfilesNotEnabled    Code = "risk_profiles_not_enabled"
	CodeNotFound                  Code = "not_found"
	CodeMethodNotAllowed          Code = "method_not_allowed"
	CodeNotAcceptable             Code = "not_acceptable"
	CodeMalformedJSON             Code = "malformed_json"
	CodeUnsupportedMediaType      Code = "unsupported_media_type"
	CodePayloadTooLarge           Code = "payload_too_large"
	CodeHeaderTooLarge            Code = "header_too_large"
	CodeValidationFailed          Code = "validation_failed"
	CodeUnknownMember             Code = "unknown_member"
	CodeUnknownParameter          Code = "unknown_parameter"
	CodeRequired                  Code = "required"
	CodeInvalidValue              Code = "invalid_value"
	CodeTooLong                   Code = "too_long"
	CodeDuplicate                 Code = "duplicate"
	CodeImmutable                 Code = "immutable"
	CodeUnknownReference          Code = "unknown_reference"
	CodeUnknownDocumentCategory   Code = "unknown_document_category"
	CodeUnknownFieldType          Code = "unknown_field_type"
	CodeUnknownAssetType          Code = "unknown_asset_type"
	CodeUnknownMortgageeClause    Code = "unknown_mortgagee_clause"
	CodeUnknownCoverageType       Code = "unknown_coverage_type"
	CodeUnknownPeril              Code = "unknown_peril"
	CodePerilNotApplicable        Code = "peril_not_applicable"
	CodeCoverageTypeNotApplicable Code = "coverage_type_not_applicable"
	CodeProgramXorRiskProfile     Code = "program_xor_risk_profile"
	CodeCaseTypeMismatch          Code = "case_type_mismatch"
	CodeInsuranceContactInvalid   Code = "insurance_contact_invalid"
	CodeUploadNotFound            Code = "upload_not_found"
	CodeCaseInDraft               Code = "case_in_draft"
	CodeCaseClosed                Code = "case_closed"
	CodeCaseNotOnHold             Code = "case_not_on_hold"
	CodeCaseOnHold                Code = "case_on_hold"
	CodePolicyOnHold              Code = "policy_on_hold"
	CodePolicyNotOnHold           Code = "policy_not_on_hold"
	CodePolicyNotDeactivated      Code = "policy_not_deactivated"
	CodePolicyDeactivated         Code = "policy_deactivated"
	CodePolicyCancelled           Code = "policy_cancelled"
	CodePolicyNotCancelled        Code = "policy_not_cancelled"
	CodeInvalidTransition         Code = "invalid_transition"
	CodeStillReferenced           Code = "still_referenced"
	CodeSamePerson                Code = "same_person"
	CodeTooEarly                  Code = "too_early"
	CodeProofOnFile               Code = "proof_on_file"
	CodePlacementOverlaps         Code = "placement_overlaps"
	CodeSandboxAdvancing          Code = "sandbox_advancing"
	CodeIdempotencyKeyReused      Code = "idempotency_key_reused"
	CodeIdempotencyKeyInFlight    Code = "idempotency_key_in_flight"
	CodePreconditionFailed        Code = "precondition_failed"
	CodeUploadIncomplete          Code = "upload_incomplete"
	CodeSignatureExpired          Code = "signature_expired"
	CodeSignatureInvalid          Code = "signature_invalid"
	CodeRangeNotSatisfiable       Code = "range_not_satisfiable"
	CodeTooManyStreams            Code = "too_many_streams"
	CodeCursorExpired             Code = "cursor_expired"
	CodeRateLimited               Code = "rate_limited"
	CodeUnavailable               Code = "unavailable"
	CodeQuotaExceeded             Code = "quota_exceeded"
	CodeInsufficientStorage       Code = "insufficient_storage"
	CodeInternal                  Code = "internal"
)

// Page returns the path of the page that explains the code: the `type` of a problem.
func (c Code) Page() string { return "/docs/errors/" + string(c) }

// Title returns the code in words: `case_on_hold` is "Case on hold".
func (c Code) Title() string {
	words := strings.ReplaceAll(string(c), "_", " ")
	words = strings.NewReplacer("json", "JSON", "api ", "API ", " xor ", " or ").Replace(words)
	return strings.ToUpper(words[:1]) + words[1:]
}

// Error is the one domain error. The caller gets all but the cause, which is only for the log.
type Error struct {
	Code       Code
	Message    string
	Violations Violations
	References []Reference // what refers to a record that cannot be removed
	cause      error
}

// ReferencesShown is how many references of a type are named at most.
const ReferencesShown = 20

// Reference is a record that refers to another.
type Reference struct {
	Type  string `json:"type"` // the noun as audit events name it
	ID    string `json:"id"`
	Count int    `json:"count,omitempty"` // how many of its type there are, where they are not all named

	Remedy string `json:"-"` // how to be rid of those of its type, which the message says
}

// New makes an error without a cause.
func New(code Code, format string, args ...any) *Error {
	return &Error{Code: code, Message: fmt.Sprintf(format, args...)}
}

// Because adds a cause, which only the log gets.
func (e *Error) Because(cause error) *Error {
	e.cause = cause
	return e
}

// Error returns the text for logs, with the cause.
func (e *Error) Error() string {
	s := string(e.Code) + ": " + e.Message
	if e.cause != nil {
		s += ": " + e.cause.Error()
	}
	return s
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.cause }

// StillReferenced returns the refusal to remove a record that others refer to. It says of each type how to be rid of it.
func StillReferenced(noun string, by []Reference) *Error {
	var remedies []string
	for i, r := range by {
		if i == 0 || r.Type != by[i-1].Type {
			remedies = append(remedies, r.Type+": "+r.Remedy)
		}
	}
	err := New(CodeStillReferenced, "The %s cannot be removed: `references` lists what still refers to it (%s).",
		noun, strings.Join(remedies, "; "))
	err.References = by
	return err
}

// NotFound returns the refusal of a record that does not exist for the caller; another portfolio may have it.
func NotFound(noun string) *Error { return New(CodeNotFound, "There is no such %s.", noun) }

// CodeOf returns the code of a domain error anywhere in the chain, CodeInternal for other errors, and "" for nil.
func CodeOf(err error) Code {
	if err == nil {
		return ""
	}
	if e, ok := errors.AsType[*Error](err); ok {
		return e.Code
	}
	return CodeInternal
}

// Violation is one thing that is wrong with a request.
type Violation struct {
	Pointer string `json:"pointer"` // a JSON Pointer (RFC 6901) into the input, or the name of a query parameter
	Field   string `json:"field"`   // the name of the last member
	Code    Code   `json:"code"`
	Message string `json:"message"` // tells people what is wrong and what to do
}

// Violations is everything that is wrong with a request, in the order found.
type Violations []Violation

// Add adds one violation.
func (vs *Violations) Add(pointer string, code Code, format string, args ...any) {
	message := fmt.Sprintf(format, args...)
	*vs = append(*vs, Violation{Pointer: pointer, Field: lastField(pointer), Code: code, Message: message})
}

// Say adds one violation whose message is a sentence about the member that the pointer names: "`x` is …".
func (vs *Violations) Say(pointer string, code Code, predicate string, args ...any) {
	vs.Add(pointer, code, "%s %s.", Label(pointer), fmt.Sprintf(predicate, args...))
}

// One returns one One alone, as Say adds it.
func One(pointer string, code Code, predicate string, args ...any) (vs Violations) {
	vs.Say(pointer, code, predicate, args...)
	return vs
}

// longestLabel is how many bytes of a caller's own name are repeated in a message.
const longestLabel = 64

// Label is how a message names the member that a pointer names: `displayName`, `insureds[2]`.
func Label(pointer string) string {
	steps := strings.Split(pointer, "/")
	at := len(steps) - 1
	for at > 1 && isIndex(steps[at]) {
		at--
	}
	name := pointerUnescape.Replace(steps[at])
	for _, index := range steps[at+1:] {
		name += "[" + index + "]"
	}
	return Quote(name)
}

// Quote returns a caller's own name for a message, cut if it is very long.
func Quote(name string) string {
	if len(name) > longestLabel {
		name = strings.ToValidUTF8(name[:longestLabel], "") + "…"
	}
	return "`" + name + "`"
}

func isIndex(step string) bool { return step != "" && strings.Trim(step, "0123456789") == "" }

// Append adds all of others.
func (vs *Violations) Append(others Violations) { *vs = append(*vs, others...) }

// AppendErr adds the violations of an error, if it has any.
func (vs *Violations) AppendErr(err error) {
	if e, ok := errors.AsType[*Error](err); ok {
		vs.Append(e.Violations)
	}
}

// Err returns nil without violations, else an Error with their code, or CodeValidationFailed if they have several.
func (vs Violations) Err() error {
	if len(vs) == 0 {
		return nil
	}
	code, message := vs[0].Code, vs[0].Message
	if slices.ContainsFunc(vs, func(v Violation) bool { return v.Code != code }) {
		code = CodeValidationFailed
	}
	if len(vs) > 1 {
		message = fmt.Sprintf("%d members or parameters are not acceptable.", len(vs))
	}
	return &Error{Code: code, Message: message, Violations: vs}
}

// Under returns the violations with a prefix before each pointer, for an item of a batch.
func (vs Violations) Under(prefix string) Violations {
	moved := make(Violations, len(vs))
	for i, v := range vs {
		v.Pointer = prefix + v.Pointer
		moved[i] = v
	}
	return moved
}

var pointerEscape = strings.NewReplacer("~", "~0", "/", "~1")
var pointerUnescape = strings.NewReplacer("~1", "/", "~0", "~")

// Pointer returns a JSON Pointer with members (strings) and indexes (ints) added.
func Pointer(base string, steps ...any) string {
	var b strings.Builder
	b.WriteString(base)
	for _, step := range steps {
		b.WriteByte('/')
		if s, ok := step.(string); ok {
			_, _ = pointerEscape.WriteString(&b, s)
			continue
		}
		fmt.Fprint(&b, step)
	}
	return b.String()
}

// lastField returns the last step of a pointer that is a member and no index.
func lastField(pointer string) string {
	steps := strings.Split(pointer, "/")
	for i := len(steps) - 1; i > 0; i-- {
		if steps[i] != "" && !isIndex(steps[i]) {
			return pointerUnescape.Replace(steps[i])
		}
	}
	return steps[len(steps)-1]
}
