package restcompat

import (
	"net/http"

	"github.com/vektah/gqlparser/v2/ast"

	"github.com/covertrack/covertrack/model"
)

const (
	exampleID   = "0197c6c4-7a10-7cc1-9d6e-3f2b5a1c8e40"
	exampleTime = "2026-01-31T09:30:00.000Z"
)

// exampleValues are realistic values of members, by type and member or by the member alone. The latter are for texts
// only: a response has ids where a request has keys.
var exampleValues = map[string]any{
	"AssetField.key": "yearBuilt", "AssetField.label": "Year built",
	"AssetType.key": "commercialRealEstate", "AssetType.name": "Commercial real estate",
	"Brokerage.name": "Prairie Example Brokers", "Carrier.name": "Harbor Example Insurance", "CarrierInput.name": "Harbor Example Insurance",
	"CertificateHolder.name": "Harbor Example Bank, N.A.", "CoverageType.key": "building", "CoverageType.name": "Building",
	"CreateInsuredGroupInput.name": "Elm Street Group", "CreatePolicyInput.displayName": "Building",
	"DocumentCategory.key": "evidenceOfProperty", "DocumentCategory.name": "Evidence of Property (ACORD 27/28)",
	"FieldType.key": "yearBuilt", "FieldType.label": "Year built", "FieldType.kind": "integer", "InsuredGroup.name": "Elm Street Group",
	"PageInfo.limit": 50, "PageInfo.offset": 0, "Peril.key": "fire", "Peril.name": "Fire",
	"Policy.displayName": "Building", "PolicyPeril.key": "fire", "PolicyPeril.name": "Fire", "PolicyRenewal.paused": false,
	"PolicyVersion.displayName": "Building", "ProductType.key": "propertyPackage", "ProductType.name": "Property package",
	"Program.name": "Commercial mortgages 2019", "RequiredField.key": "address", "RequiredField.label": "Address",
	"RequiredField.kind": "address", "RequiredField.value": nil, "RiskProfile.name": "Offices",
	"RiskProfile.description": "What first mortgages on offices must carry.",
	"UpdateCaseInput.status":  "OPEN", "UpdateCaseItem.status": "OPEN",
	"UpdateInsuredGroupInput.name": "Elm Street Group", "UpdatePolicyInput.displayName": "Building",
	"CreatePolicyTermInput.endDate": "2027-01-31", "CreatePolicyInput.endDate": "2027-01-31", "UpdatePolicyInput.endDate": "2027-01-31",
	"Policy.endDate": "2027-01-31T00:00:00.000Z", "PolicyVersion.endDate": "2027-01-31T00:00:00.000Z",

	"amBestRating": "A+", "amount": "1250000.00", "assetType": "commercialRealEstate", "categoryId": "evidenceOfProperty",
	"city": "Springfield", "corporateName": "Elm Street Holdings LLC", "country": "US", "county": "Sangamon", "coverageType": "building",
	"coverageTypes": "building", "currency": "USD", "directUploadKey": "upl_3Qm9Zr7cVt", "displayName": "Elm Street 12",
	"email": "ada@example.com", "extension": "pdf", "fieldType": "yearBuilt", "fileExt": "pdf", "fileName": "evidence.pdf",
	"fileType": "application/pdf", "firstName": "Ada", "lastName": "Morgan", "loanNumber": "LN-1001",
	"mailingAddress": "PO Box 12, Springfield, IL 62701", "mediaType": "application/pdf", "middleName": "B.", "naicCode": "12345",
	"name": "Evidence of property", "options": "frame", "pathName": "elm-street-12", "perils": "fire", "phone": "555-0100",
	"phoneExtension": "12", "policyNumber": "CP-778812", "postalCode": "62701", "prefix": "Dr.", "signedUrl": "https://example.com/files/…",
	"state": "IL", "street1": "12 Elm Street", "street2": nil, "streetAddress": "1 Main Street", "suffix": nil,
	"url": "https://example.com/files/…", "wording": "Its successors and/or assigns, as their interests may appear.",
}

// otherModel are the members that exclude the others of their body: they belong to the legacy model.
var otherModel = map[string]bool{"program": true, "productType": true}

// inputExample is a body that is accepted: the members of the Coverage Framework, and none of the legacy model.
// Parent and name are the type and the member that have the value.
func (s *specification) inputExample(t *ast.Type, parent, name string) any {
	definition := s.schema.Types[t.Name()]
	switch {
	case t.Elem != nil:
		return []any{s.inputExample(t.Elem, parent, name)}
	case definition.Kind != ast.InputObject:
		return leafExample(definition, parent, name, "2026-01-31")
	}
	out := &object{}
	for _, field := range definition.Fields {
		if !otherModel[field.Name] {
			out.set(field.Name, s.inputExample(field.Type, definition.Name, field.Name))
		}
	}
	return out
}

func (s *specification) outputExample(t *ast.Type, set ast.SelectionSet, parent, name string) any {
	definition := s.schema.Types[t.Name()]
	switch {
	case t.Elem != nil:
		return []any{s.outputExample(t.Elem, set, parent, name)}
	case !t.NonNull && (otherModel[name] || name == "statusBeforeHold" || name == "onHoldAt" || name == "deactivatedAt"):
		return nil
	case definition.Kind != ast.Object:
		return leafExample(definition, parent, name, "2026-01-31T00:00:00.000Z")
	}
	out := &object{}
	for _, selection := range set {
		field := selection.(*ast.Field)
		out.set(field.Alias, s.outputExample(field.Definition.Type, field.SelectionSet, definition.Name, field.Alias))
	}
	return out
}

func leafExample(definition *ast.Definition, parent, name, date string) any {
	if value, ok := exampleValues[parent+"."+name]; ok {
		return value
	}
	if definition.Kind == ast.Enum {
		return definition.EnumValues[0].Name
	}
	switch definition.Name {
	case "Boolean":
		return true
	case "Int":
		return 1
	case "Float":
		return 62.5
	case "Time":
		return exampleTime
	case "Date":
		return date
	case "JSON":
		return 1998
	case "Metadata":
		return fields("source", "crm")
	case "ID":
		return exampleID
	}
	if value, ok := exampleValues[name]; ok {
		return value
	}
	return name
}

func refusalExample(code model.Code) *object {
	out := fields("type", problemPage+string(code), "title", title(code), "status", refusals[code].status,
		"detail", refusals[code].meaning, "code", string(code), "requestId", exampleID)
	pointer, field := "/name", "name"
	if code == model.CodeUnknownParameter {
		pointer, field = "colour", "colour"
	}
	if refusals[code].status == http.StatusUnprocessableEntity {
		out.set("errors", []any{fields("pointer", pointer, "field", field, "code", string(code), "message", refusals[code].meaning)})
	}
	return out
}
