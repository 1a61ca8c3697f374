package restcompat

import (
	"net/http"

	"github.com/covertrack/covertrack/model/fault"
)

// refusalKind is the HTTP status of a code and its meaning for callers.
type refusalKind struct {
	status  int
	meaning string
}

// refusals is the only table from codes to HTTP statuses. 409: the state of the addressed resource does not allow the
// request; 422: the body, or a record that it names, is not acceptable.
var refusals = map[fault.Code]refusalKind{
	fault.CodeMalformedJSON:             {http.StatusBadRequest, "The body is not JSON, or JSON that two parsers could read differently, or deeper than 32 containers."},
	fault.CodeUnauthorized:              {http.StatusUnauthorized, "The token is missing, malformed, unknown, expired, revoked or not for use from this address, or a staff token."},
	fault.CodeForbidden:                 {http.StatusForbidden, "The caller may not do this."},
	fault.CodeAPIAccessNotEnabled:       {http.StatusForbidden, "The organization's plan does not include API access."},
	fault.CodeRiskProfilesNotEnabled:    {http.StatusForbidden, "The organization's plan does not include risk profile management."},
	fault.CodeNotFound:                  {http.StatusNotFound, "The addressed record does not exist for the caller, or the path is no endpoint."},
	fault.CodeMethodNotAllowed:          {http.StatusMethodNotAllowed, "The path has no such method; the header `Allow` lists those it has."},
	fault.CodeNotAcceptable:             {http.StatusNotAcceptable, "`Accept` takes none of the media types that the address answers."},
	fault.CodeCaseClosed:                {http.StatusConflict, "The case is closed: what belongs to it is not changed any more; reopen it first."},
	fault.CodeCaseNotOnHold:             {http.StatusConflict, "Only a case on hold can be released."},
	fault.CodeCaseOnHold:                {http.StatusConflict, "The status of a case on hold cannot be changed; release it first."},
	fault.CodePolicyOnHold:              {http.StatusConflict, "The status of a policy on hold cannot be changed; release it first."},
	fault.CodePolicyNotOnHold:           {http.StatusConflict, "Only a policy on hold can be released."},
	fault.CodePolicyNotDeactivated:      {http.StatusConflict, "Only a deactivated policy can be reactivated."},
	fault.CodePolicyDeactivated:         {http.StatusConflict, "A deactivated policy cannot do this; reactivate it first."},
	fault.CodePolicyCancelled:           {http.StatusConflict, "The policy's term is cancelled already; reinstate it before it is cancelled again."},
	fault.CodePolicyNotCancelled:        {http.StatusConflict, "Only a cancelled term can be reinstated."},
	fault.CodeInvalidTransition:         {http.StatusConflict, "The record's status cannot move there from where it is."},
	fault.CodeStillReferenced:           {http.StatusConflict, "Others refer to the record, so it cannot be removed; `references` lists them."},
	fault.CodeSamePerson:                {http.StatusConflict, "Who requested something cannot approve it; another person decides."},
	fault.CodeTooEarly:                  {http.StatusConflict, "The day that the rules give has not come; the message names it, the rule and its source."},
	fault.CodeProofOnFile:               {http.StatusConflict, "There is evidence of the borrower's own cover that is not decided about, or that shows it."},
	fault.CodePlacementOverlaps:         {http.StatusConflict, "Another placement is for the same target and days."},
	fault.CodeSandboxAdvancing:          {http.StatusConflict, "The clock of the sandbox is moving; its records can be read, and written when its state is `ready` again."},
	fault.CodeIdempotencyKeyInFlight:    {http.StatusConflict, "The first request with this `Idempotency-Key` still runs; ask again in a moment."},
	fault.CodePreconditionFailed:        {http.StatusPreconditionFailed, "The resource is no longer the one that `If-Match` names; read it again."},
	fault.CodePayloadTooLarge:           {http.StatusRequestEntityTooLarge, "The body is larger than 1 MiB."},
	fault.CodeHeaderTooLarge:            {http.StatusRequestHeaderFieldsTooLarge, "The address and the header of the request are larger than 16 KiB."},
	fault.CodeUnsupportedMediaType:      {http.StatusUnsupportedMediaType, "The body is not sent as `Content-Type: application/json` in UTF-8."},
	fault.CodeValidationFailed:          {http.StatusUnprocessableEntity, "Several things are wrong, of different codes; see `errors`."},
	fault.CodeUnknownMember:             {http.StatusUnprocessableEntity, "The endpoint does not know this member."},
	fault.CodeUnknownParameter:          {http.StatusUnprocessableEntity, "The endpoint does not know this query parameter."},
	fault.CodeRequired:                  {http.StatusUnprocessableEntity, "The member is missing, null or empty and must not be."},
	fault.CodeInvalidValue:              {http.StatusUnprocessableEntity, "The value is not one that may stand here."},
	fault.CodeTooLong:                   {http.StatusUnprocessableEntity, "The value is longer, or has more items, than it may."},
	fault.CodeDuplicate:                 {http.StatusUnprocessableEntity, "The same thing is named twice, or is taken already."},
	fault.CodeImmutable:                 {http.StatusUnprocessableEntity, "The member exists and cannot be written here."},
	fault.CodeUnknownReference:          {http.StatusUnprocessableEntity, "The body names a record that does not exist for the caller."},
	fault.CodeUnknownDocumentCategory:   {http.StatusUnprocessableEntity, "There is no such document category."},
	fault.CodeUnknownFieldType:          {http.StatusUnprocessableEntity, "There is no such field type, or the asset type does not have it."},
	fault.CodeUnknownAssetType:          {http.StatusUnprocessableEntity, "There is no such asset type."},
	fault.CodeUnknownMortgageeClause:    {http.StatusUnprocessableEntity, "There is no such mortgagee clause."},
	fault.CodeUnknownCoverageType:       {http.StatusUnprocessableEntity, "There is no such coverage type."},
	fault.CodeUnknownPeril:              {http.StatusUnprocessableEntity, "There is no such peril."},
	fault.CodePerilNotApplicable:        {http.StatusUnprocessableEntity, "The peril belongs to none of the policy's coverage types."},
	fault.CodeCoverageTypeNotApplicable: {http.StatusUnprocessableEntity, "The case's risk profile does not ask for this coverage type."},
	fault.CodeProgramXorRiskProfile:     {http.StatusUnprocessableEntity, "Exactly one of `program` and `riskProfile` must be given."},
	fault.CodeCaseTypeMismatch:          {http.StatusUnprocessableEntity, "The members are those of the other model: program and `productType`, or risk profile and coverage fields."},
	fault.CodeInsuranceContactInvalid:   {http.StatusUnprocessableEntity, "The contact is no user or broker of the caller's lender."},
	fault.CodeUploadNotFound:            {http.StatusUnprocessableEntity, "The `directUploadKey` is unknown, used or expired, or nothing was uploaded with it."},
	fault.CodeCaseInDraft:               {http.StatusUnprocessableEntity, "The case must be OPEN or ONBOARDING before it takes policies."},
	fault.CodeIdempotencyKeyReused:      {http.StatusUnprocessableEntity, "The `Idempotency-Key` was used for another request."},
	fault.CodeUploadIncomplete:          {http.StatusBadRequest, "The connection broke before the whole file had arrived."},
	fault.CodeSignatureExpired:          {http.StatusForbidden, "The address of the file is older than it may be."},
	fault.CodeSignatureInvalid:          {http.StatusForbidden, "The address of the file was changed, cut off, or signed for another method."},
	fault.CodeRangeNotSatisfiable:       {http.StatusRequestedRangeNotSatisfiable, "The `Range` lies outside of the file."},
	fault.CodeTooManyStreams:            {http.StatusTooManyRequests, "The token or its organization has as many streams open as it may."},
	fault.CodeCursorExpired:             {http.StatusGone, "The events behind the cursor are kept no more; take `after=latest`, read again what you keep, and go on from there."},
	fault.CodeQuotaExceeded:             {http.StatusUnprocessableEntity, "The portfolio would have more records, or more bytes of files, than it may."},
	fault.CodeInsufficientStorage:       {http.StatusInsufficientStorage, "The server has no room for the file; the operator was told. Try again later."},
	fault.CodeRateLimited:               {http.StatusTooManyRequests, "Too many requests; wait as long as `Retry-After` says."},
	fault.CodeInternal:                  {http.StatusInternalServerError, "Something failed on our side. Quote the request's id when you report it."},
	fault.CodeUnavailable:               {http.StatusServiceUnavailable, "The service cannot answer now; come again after `Retry-After`."},
}
