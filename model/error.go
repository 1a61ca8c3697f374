package model

import (
	"errors"
	"fmt"
	"strings"
)

// Code is the stable, machine-readable name of a refusal (contract section 2, Errors).
type Code string

// The codes. restcompat has the one table from code to HTTP status.
const (
	CodeUnauthorized              Code = "unauthorized"
	CodeForbidden                 Code = "forbidden"
	CodeAPIAccessNotEnabled       Code = "api_access_not_enabled"
	CodeRiskProfilesNotEnabled    Code = "risk_profiles_not_enabled"
	CodeNotFound                  Code = "not_found"
	CodeMethodNotAllowed          Code = "method_not_allowed"
	CodeMalformedJSON             Code = "malformed_json"
	CodeUnsupportedMediaType      Code = "unsupported_media_type"
	CodePayloadTooLarge           Code = "payload_too_large"
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
	CodeCaseNotOnHold             Code = "case_not_on_hold"
	CodeCaseOnHold                Code = "case_on_hold"
	CodePolicyOnHold              Code = "policy_on_hold"
	CodePolicyNotOnHold           Code = "policy_not_on_hold"
	CodePolicyNotDeactivated      Code = "policy_not_deactivated"
	CodePolicyDeactivated         Code = "policy_deactivated"
	CodeInvalidTransition         Code = "invalid_transition"
	CodeIdempotencyKeyReused      Code = "idempotency_key_reused"
	CodeIdempotencyKeyInFlight    Code = "idempotency_key_in_flight"
	CodePreconditionFailed        Code = "precondition_failed"
	CodeRateLimited               Code = "rate_limited"
	CodeUnavailable               Code = "unavailable"
	CodeInternal                  Code = "internal"
)

// Error is the one domain error: what the caller is told (Code, Message, Violations) and, apart from it, what caused it.
type Error struct {
	Code       Code
	Message    string
	Violations Violations
	cause      error
}

// NewError makes an error that the caller may see whole.
func NewError(code Code, format string, args ...any) *Error {
	return &Error{Code: code, Message: fmt.Sprintf(format, args...)}
}

// Because attaches a cause, for the log only.
func (e *Error) Because(cause error) *Error {
	e.cause = cause
	return e
}

// Error is for logs: it has the cause too.
func (e *Error) Error() string {
	s := string(e.Code) + ": " + e.Message
	if e.cause != nil {
		s += ": " + e.cause.Error()
	}
	return s
}

// Unwrap is the cause.
func (e *Error) Unwrap() error { return e.cause }

// NotFound is the refusal of an addressed record that does not exist for the caller, whoever else it may belong to.
func NotFound(noun string) *Error { return NewError(CodeNotFound, "There is no such %s.", noun) }

// CodeOf is the code of a domain error anywhere in the chain, CodeInternal for any other error, and "" for none.
func CodeOf(err error) Code {
	if err == nil {
		return ""
	}
	var e *Error
	if errors.As(err, &e) {
		return e.Code
	}
	return CodeInternal
}

// Violation is one thing that is wrong with a request.
type Violation struct {
	// Pointer is a JSON Pointer (RFC 6901) into the input, or a query parameter's name.
	Pointer string `json:"pointer"`
	// Field is the last member's name.
	Field string `json:"field"`
	// Code says what is wrong, for programs.
	Code Code `json:"code"`
	// Message says it for people, and what to do.
	Message string `json:"message"`
}

// Violations are all that is wrong with a request, in the order found.
type Violations []Violation

// Add reports one more.
func (vs *Violations) Add(pointer string, code Code, format string, args ...any) {
	*vs = append(*vs, Violation{Pointer: pointer, Field: lastField(pointer), Code: code, Message: fmt.Sprintf(format, args...)})
}

// violation returns one violation alone.
func violation(pointer string, code Code, format string, args ...any) (vs Violations) {
	vs.Add(pointer, code, format, args...)
	return vs
}

// Append reports all of others.
func (vs *Violations) Append(others Violations) { *vs = append(*vs, others...) }

// AppendErr reports the violations of an error that has some, and nothing for any other.
func (vs *Violations) AppendErr(err error) {
	var e *Error
	if errors.As(err, &e) {
		vs.Append(e.Violations)
	}
}

// Err is nil without violations, else an Error with the code that they share or CodeValidationFailed.
func (vs Violations) Err() error {
	if len(vs) == 0 {
		return nil
	}
	code := vs[0].Code
	for _, v := range vs {
		if v.Code != code {
			code = CodeValidationFailed
		}
	}
	message := vs[0].Message
	if len(vs) > 1 {
		message = fmt.Sprintf("%d members or parameters are not acceptable.", len(vs))
	}
	return &Error{Code: code, Message: message, Violations: vs}
}

// Under is the violations with a prefix before each pointer, for an item of a batch.
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

// Pointer appends members (strings) and positions (ints) to a JSON Pointer.
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

// lastField is the last step of a pointer that is a member and no position.
func lastField(pointer string) string {
	steps := strings.Split(pointer, "/")
	for i := len(steps) - 1; i > 0; i-- {
		if steps[i] != "" && strings.Trim(steps[i], "0123456789") != "" {
			return pointerUnescape.Replace(steps[i])
		}
	}
	return steps[len(steps)-1]
}
