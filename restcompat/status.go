package restcompat

import (
	"net/http"
	"strings"

	"github.com/covertrack/covertrack/model"
)

// statuses is the one table from a refusal's code to its HTTP status. 409: the addressed resource's own state refuses;
// 422: the body, or something that it names, is unacceptable.
var statuses = map[model.Code]int{
	model.CodeMalformedJSON:             http.StatusBadRequest,
	model.CodeUnauthorized:              http.StatusUnauthorized,
	model.CodeForbidden:                 http.StatusForbidden,
	model.CodeAPIAccessNotEnabled:       http.StatusForbidden,
	model.CodeRiskProfilesNotEnabled:    http.StatusForbidden,
	model.CodeNotFound:                  http.StatusNotFound,
	model.CodeMethodNotAllowed:          http.StatusMethodNotAllowed,
	model.CodeCaseNotOnHold:             http.StatusConflict,
	model.CodeCaseOnHold:                http.StatusConflict,
	model.CodePolicyOnHold:              http.StatusConflict,
	model.CodePolicyNotOnHold:           http.StatusConflict,
	model.CodePolicyNotDeactivated:      http.StatusConflict,
	model.CodePolicyDeactivated:         http.StatusConflict,
	model.CodeInvalidTransition:         http.StatusConflict,
	model.CodeIdempotencyKeyInFlight:    http.StatusConflict,
	model.CodePreconditionFailed:        http.StatusPreconditionFailed,
	model.CodePayloadTooLarge:           http.StatusRequestEntityTooLarge,
	model.CodeUnsupportedMediaType:      http.StatusUnsupportedMediaType,
	model.CodeValidationFailed:          http.StatusUnprocessableEntity,
	model.CodeUnknownMember:             http.StatusUnprocessableEntity,
	model.CodeUnknownParameter:          http.StatusUnprocessableEntity,
	model.CodeRequired:                  http.StatusUnprocessableEntity,
	model.CodeInvalidValue:              http.StatusUnprocessableEntity,
	model.CodeTooLong:                   http.StatusUnprocessableEntity,
	model.CodeDuplicate:                 http.StatusUnprocessableEntity,
	model.CodeImmutable:                 http.StatusUnprocessableEntity,
	model.CodeUnknownReference:          http.StatusUnprocessableEntity,
	model.CodeUnknownDocumentCategory:   http.StatusUnprocessableEntity,
	model.CodeUnknownFieldType:          http.StatusUnprocessableEntity,
	model.CodeUnknownAssetType:          http.StatusUnprocessableEntity,
	model.CodeUnknownMortgageeClause:    http.StatusUnprocessableEntity,
	model.CodeUnknownCoverageType:       http.StatusUnprocessableEntity,
	model.CodeUnknownPeril:              http.StatusUnprocessableEntity,
	model.CodePerilNotApplicable:        http.StatusUnprocessableEntity,
	model.CodeCoverageTypeNotApplicable: http.StatusUnprocessableEntity,
	model.CodeProgramXorRiskProfile:     http.StatusUnprocessableEntity,
	model.CodeCaseTypeMismatch:          http.StatusUnprocessableEntity,
	model.CodeInsuranceContactInvalid:   http.StatusUnprocessableEntity,
	model.CodeUploadNotFound:            http.StatusUnprocessableEntity,
	model.CodeCaseInDraft:               http.StatusUnprocessableEntity,
	model.CodeIdempotencyKeyReused:      http.StatusUnprocessableEntity,
	model.CodeRateLimited:               http.StatusTooManyRequests,
	model.CodeInternal:                  http.StatusInternalServerError,
	model.CodeUnavailable:               http.StatusServiceUnavailable,
}

// title is a code in words: `case_on_hold` is "Case on hold".
func title(code model.Code) string {
	words := strings.ReplaceAll(string(code), "_", " ")
	words = strings.NewReplacer("json", "JSON", "api ", "API ", " xor ", " or ").Replace(words)
	return strings.ToUpper(words[:1]) + words[1:]
}
