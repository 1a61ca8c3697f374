package catalog

import (
	"github.com/uptrace/bun"
)

// DocumentCategory is a kind of document (contract section 4), named with the number of the ACORD form if there is one.
type DocumentCategory struct {
	bun.BaseModel `bun:"table:document_categories,alias:t"`
	Entry
	Name string `bun:"name,notnull"`
}

// documentCategoryOther is the category of a document when the client gives none (contract section 3, Document).
const documentCategoryOther = "other"

// DocumentCategories are the document categories.
var DocumentCategories = newCatalog([]*DocumentCategory{
	newDocumentCategory("evidenceOfProperty", "Evidence of Property Insurance (ACORD 27/28)"),
	newDocumentCategory("certificateOfLiability", "Certificate of Liability Insurance (ACORD 25)"),
	newDocumentCategory("binder", "Insurance Binder (ACORD 75)"),
	newDocumentCategory("policy", "Policy"),
	newDocumentCategory("nfipDeclarations", "NFIP Flood Declarations"),
	newDocumentCategory("additionalRemarks", "Additional Remarks Schedule (ACORD 101)"),
	newDocumentCategory("declarations", "Declarations Page"),
	newDocumentCategory("endorsement", "Endorsement"),
	newDocumentCategory("paidReceipt", "Paid Receipt"),
	newDocumentCategory("noticeOfCancellation", "Notice of Cancellation"),
	newDocumentCategory("nonRenewalNotice", "Notice of Non-Renewal"),
	newDocumentCategory("reinstatement", "Notice of Reinstatement"),
	newDocumentCategory("floodDetermination", "Standard Flood Hazard Determination"),
	newDocumentCategory("valuation", "Valuation"),
	newDocumentCategory("waiver", "Waiver"),
	newDocumentCategory("loanAgreement", "Loan Agreement"),
	newDocumentCategory("correspondence", "Correspondence"),
	newDocumentCategory(documentCategoryOther, "Other"),
})

func newDocumentCategory(key, name string) *DocumentCategory {
	return &DocumentCategory{Entry: newCatalogEntry("documentCategory", key), Name: name}
}

// DefaultDocumentCategory returns `other`, the category of a document when the client gives none.
func DefaultDocumentCategory() *DocumentCategory {
	return DocumentCategories.byKey[documentCategoryOther]
}
