package compliance_test

import "github.com/covertrack/covertrack/model"

// The codes of the second round, as the specification writes them.
const (
	naiveInsuredNotNamed      model.FindingCode = "insured_not_named"
	naiveInsuredUnknown       model.FindingCode = "insured_unknown"
	naiveClaimsMade           model.FindingCode = "claims_made"
	naiveValuationNotAccepted model.FindingCode = "valuation_not_accepted"
	naiveValuationUnknown     model.FindingCode = "valuation_unknown"
	naiveCoinsuranceTooHigh   model.FindingCode = "coinsurance_too_high"
	naiveCoinsuranceUnknown   model.FindingCode = "coinsurance_unknown"
	naiveEndorsementMissing   model.FindingCode = "endorsement_missing"
	naiveEndorsementUnknown   model.FindingCode = "endorsement_unknown"
	naiveExcluded             model.FindingCode = "excluded"
	naiveExclusionUnknown     model.FindingCode = "exclusion_unknown"
	naiveNoticeTooShort       model.FindingCode = "notice_too_short"
	naiveNoticeUnknown        model.FindingCode = "notice_unknown"
	naiveEvidenceMissing      model.FindingCode = "evidence_missing"
	naiveEvidenceTemporary    model.FindingCode = "evidence_temporary"
	naiveNotConfirmed         model.FindingCode = "not_confirmed"
	naiveAggregateTooLow      model.FindingCode = "aggregate_too_low"
	naivePeriodTooShort       model.FindingCode = "period_too_short"
	naivePeriodUnknown        model.FindingCode = "period_unknown"
	naiveAttachmentGap        model.FindingCode = "attachment_gap"
	naiveApplicabilityUnknown model.FindingCode = "applicability_unknown"
)

// naiveUnknownCodes are the codes of what is not known.
var naiveUnknownCodes = []model.FindingCode{
	model.FindingCodeDatesUnknown, model.FindingCodeRatingUnknown, model.FindingCodeFormUnknown,
	model.FindingCodeDeductibleUnknown, model.FindingCodeCurrencyDiffers, model.FindingCodeLimitUnknown,
	model.FindingCodeRequiredAmountUnknown, naiveInsuredUnknown, naiveValuationUnknown, naiveCoinsuranceUnknown, naiveEndorsementUnknown,
	naiveExclusionUnknown, naiveNoticeUnknown, naivePeriodUnknown, naiveApplicabilityUnknown, naiveNotConfirmed,
}
