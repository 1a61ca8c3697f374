package restcompat

import (
	"net/http"

	"github.com/covertrack/covertrack/model"
)

// refusalKind is the HTTP status of a code and its meaning for callers.
type refusalKind struct {
	status  int
	meaning string
}

// refusals is the only table from codes to HTTP statuses. 409: the state of the addressed resource does not allow the
// request; 422: the body, or a record that it names, is not acceptable.
var refusals = map[model.Code]refusalKind{
	model.CodeMalformedJSON:             {http.StatusBadRequest, "The body is not JSON, or JSON that two parsers could read differently, or deeper than 32 containers."},
	model.CodeUnauthorized:              {http.StatusUnauthorized, "The token is missing, malformed, unknown, expired, revoked or not for use from this address, or a staff token."},
	model.CodeForbidden:                 {http.StatusForbidden, "The caller may not do this."},
	model.CodeAPIAccessNotEnabled:       {http.StatusForbidden, "The organization's plan does not include API access."},
	model.CodeRiskProfilesNotEnabled:    {http.StatusForbidden, "The organization's plan does not include risk profile management."},
	model.CodeNotFound:                  {http.StatusNotFound, "The addressed record does not exist for the caller, or the path is no endpoint."},
	model.CodeMethodNotAllowed:          {http.StatusMethodNotAllowed, "The path has no such method; the header `Allow` lists those it has."},
	model.CodeCaseNotOnHold:             {http.StatusConflict, "Only a case on hold can be released."},
	model.CodeCaseOnHold:                {http.StatusConflict, "The status of a case on hold cannot be changed; release it first."},
	model.CodePolicyOnHold:              {http.StatusConflict, "The status of a policy on hold cannot be changed; release it first."},
	model.CodePolicyNotOnHold:           {http.StatusConflict, "Only a policy on hold can be released."},
	model.CodePolicyNotDeactivated:      {http.StatusConflict, "Only a deactivated policy can be reactivated."},
	model.CodePolicyDeactivated:         {http.StatusConflict, "A deactivated policy cannot do this; reactivate it first."},
	model.CodePolicyCancelled:           {http.StatusConflict, "The policy's term is cancelled already; reinstate it before it is cancelled again."},
	model.CodePolicyNotCancelled:        {http.StatusConflict, "Only a cancelled term can be reinstated."},
	model.CodeInvalidTransition:         {http.StatusConflict, "The record's status cannot move there from where it is."},
	model.CodeSamePerson:                {http.StatusConflict, "Who requested something cannot approve it; another person decides."},
	model.CodeIdempotencyKeyInFlight:    {http.StatusConflict, "The first request with this `Idempotency-Key` still runs; ask again in a moment."},
	model.CodePreconditionFailed:        {http.StatusPreconditionFailed, "The resource is no longer the one that `If-Match` names; read it again."},
	model.CodePayloadTooLarge:           {http.StatusRequestEntityTooLarge, "The body is larger than 1 MiB."},
	model.CodeUnsupportedMediaType:      {http.StatusUnsupportedMediaType, "The body is not sent as `Content-Type: application/json` in UTF-8."},
	model.CodeValidationFailed:          {http.StatusUnprocessableEntity, "Several things are wrong, of different codes; see `errors`."},
	model.CodeUnknownMember:             {http.StatusUnprocessableEntity, "The endpoint does not know this member."},
	model.CodeUnknownParameter:          {http.StatusUnprocessableEntity, "The endpoint does not know this query parameter."},
	model.CodeRequired:                  {http.StatusUnprocessableEntity, "The member is missing, null or empty and must not be."},
	model.CodeInvalidValue:              {http.StatusUnprocessableEntity, "The value is not one that may stand here."},
	model.CodeTooLong:                   {http.StatusUnprocessableEntity, "The value is longer, or has more items, than it may."},
	model.CodeDuplicate:                 {http.StatusUnprocessableEntity, "The same thing is named twice, or is taken already."},
	model.CodeImmutable:                 {http.StatusUnprocessableEntity, "The member exists and cannot be written here."},
	model.CodeUnknownReference:          {http.StatusUnprocessableEntity, "The body names a record that does not exist for the caller."},
	model.CodeUnknownDocumentCategory:   {http.StatusUnprocessableEntity, "There is no such document category."},
	model.CodeUnknownFieldType:          {http.StatusUnprocessableEntity, "There is no such field type, or the asset type does not have it."},
	model.CodeUnknownAssetType:          {http.StatusUnprocessableEntity, "There is no such asset type."},
	model.CodeUnknownMortgageeClause:    {http.StatusUnprocessableEntity, "There is no such mortgagee clause."},
	model.CodeUnknownCoverageType:       {http.StatusUnprocessableEntity, "There is no such coverage type."},
	model.CodeUnknownPeril:              {http.StatusUnprocessableEntity, "There is no such peril."},
	model.CodePerilNotApplicable:        {http.StatusUnprocessableEntity, "The peril belongs to none of the policy's coverage types."},
	model.CodeCoverageTypeNotApplicable: {http.StatusUnprocessableEntity, "The case's risk profile does not ask for this coverage type."},
	model.CodeProgramXorRiskProfile:     {http.StatusUnprocessableEntity, "Exactly one of `program` and `riskProfile` must be given."},
	model.CodeCaseTypeMismatch:          {http.StatusUnprocessableEntity, "The members are those of the other model: program and `productType`, or risk profile and coverage fields."},
	model.CodeInsuranceContactInvalid:   {http.StatusUnprocessableEntity, "The contact is no user or broker of the caller's lender."},
	model.CodeUploadNotFound:            {http.StatusUnprocessableEntity, "The `directUploadKey` is unknown, used or expired, or nothing was uploaded with it."},
	model.CodeCaseInDraft:               {http.StatusUnprocessableEntity, "The case must be OPEN or ONBOARDING before it takes policies."},
	model.CodeIdempotencyKeyReused:      {http.StatusUnprocessableEntity, "The `Idempotency-Key` was used for another request."},
	model.CodeUploadIncomplete:          {http.StatusBadRequest, "The connection broke before the whole file had arrived."},
	model.CodeSignatureExpired:          {http.StatusForbidden, "The address of the file is older than it may be."},
	model.CodeSignatureInvalid:          {http.StatusForbidden, "The address of the file was changed, cut off, or signed for another method."},
	model.CodeRangeNotSatisfiable:       {http.StatusRequestedRangeNotSatisfiable, "The `Range` lies outside of the file."},
	model.CodeTooManyStreams:            {http.StatusTooManyRequests, "The token or its organization has as many streams open as it may."},
	model.CodeCursorExpired:             {http.StatusGone, "The events behind the cursor are kept no more; take `after=latest`, read anew what you keep, and go on from there."},
	model.CodeQuotaExceeded:             {http.StatusUnprocessableEntity, "The portfolio would have more records, or more bytes of files, than it may."},
	model.CodeInsufficientStorage:       {http.StatusInsufficientStorage, "The server has no room for the file; the operator was told. Try again later."},
	model.CodeRateLimited:               {http.StatusTooManyRequests, "Too many requests; wait as long as `Retry-After` says."},
	model.CodeInternal:                  {http.StatusInternalServerError, "Something failed on our side. Quote the request's id when you report it."},
	model.CodeUnavailable:               {http.StatusServiceUnavailable, "The service cannot answer now; come again after `Retry-After`."},
}
