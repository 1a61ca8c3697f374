package model

import (
	"slices"
	"time"

	"github.com/99designs/gqlgen/graphql"
	"github.com/google/uuid"
	"github.com/tidwall/gjson"
	"github.com/uptrace/bun"

	"github.com/covertrack/covertrack/model/catalog"
	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/model/patch"
	"github.com/covertrack/covertrack/model/scalar"
)

// Asset is something that secures a loan.
type Asset struct {
	bun.BaseModel `bun:"table:assets,alias:t"`

	PortfolioID uuid.UUID   `bun:",pk"`
	ID          uuid.UUID   `bun:",pk" part:"facts"`
	CaseID      uuid.UUID   `part:"facts"`
	AssetTypeID uuid.UUID   `part:"facts"`
	DisplayName string      `part:"facts"`
	Values      AssetFields `bun:"fields,type:jsonb" json:"fields" part:"facts"`
	DocumentIDs []uuid.UUID `bun:"document_ids,array"`
	ExternalID  *string
	Metadata    scalar.Metadata `bun:"type:jsonb"`
	ImportID    *uuid.UUID      `bun:"type:uuid"` // that made it or changed it last
	CreatedAt   time.Time       `part:"facts"`
	UpdatedAt   time.Time

	Case      *Case              `bun:"-"`
	AssetType *catalog.AssetType `bun:"-"`
	Documents []*Document        `bun:"-"`
	Policies  []*Policy          `bun:"-"`
}

// AssetReferences are the records that an asset's input names, as far as they exist in the portfolio.
type AssetReferences struct {
	Case      bool               // whether there is such a case
	Documents map[uuid.UUID]bool // of the case
	Holders   patch.Holders
}

// AsUpdate returns the creation as a change, without case and type.
func (in CreateAssetInput) AsUpdate() UpdateAssetInput { return patch.As[UpdateAssetInput](in) }

// NewAsset makes an asset of its input. `unknown_reference`, `unknown_asset_type`, and what AssetFields.Upsert reports.
func NewAsset(id uuid.UUID, in CreateAssetInput, refs AssetReferences, now time.Time) (*Asset, error) {
	a := &Asset{ID: id, CaseID: in.CaseID, DocumentIDs: []uuid.UUID{}, CreatedAt: now, UpdatedAt: now}
	var vs fault.Violations
	if !refs.Case {
		vs.Say("/caseId", fault.CodeUnknownReference, noCase)
	}
	rest := in.AsUpdate()
	if t, ok := catalog.AssetTypes.ByRef(in.AssetType); ok {
		a.AssetTypeID = t.ID
	} else {
		vs.Say("/assetType", fault.CodeUnknownAssetType,
			"is not the id or the key of an asset type; GET /rest/asset-types lists them")
		vs.Append(checkAnyFieldTypes("/fields", in.Fields.Value()))
		rest.Fields = graphql.Omittable[[]*AssetFieldInput]{}
	}
	vs.Append(a.Patch(rest, refs))
	return a, vs.Err()
}

// checkAnyFieldTypes refuses field types that no asset type has, for an asset whose own type is unknown.
func checkAnyFieldTypes(pointer string, in []*AssetFieldInput) fault.Violations {
	var vs fault.Violations
	for i, item := range in {
		if !isFieldType(item.FieldType) {
			vs.Say(fault.Pointer(pointer, i, "fieldType"), fault.CodeUnknownFieldType, "is not the id or the key of a field type")
		}
	}
	return vs
}

func isFieldType(ref string) bool {
	return slices.ContainsFunc(catalog.AssetTypes.Ordered, func(t *catalog.AssetType) bool {
		_, ok := t.FieldTypeByRef(ref)
		return ok
	})
}

// Patch changes the asset. Each field given replaces the one of its type, and `null` for all fields clears them.
func (a *Asset) Patch(in UpdateAssetInput, refs AssetReferences) fault.Violations {
	var vs fault.Violations
	t, known := catalog.AssetTypes.ByID(a.AssetTypeID)
	if known && in.Fields.IsSet() {
		if in.Fields.Value() == nil {
			a.Values = nil
		}
		values, wrong := a.Values.Upsert(t, in.Fields.Value(), "/fields")
		a.Values = values
		vs.Append(wrong)
	}
	patch.IDs(&vs, "/documents", &a.DocumentIDs, in.Documents, refs.Documents, fault.CodeUnknownReference,
		"is not the id of a document of the case")
	patch.ExternalID(&vs, &a.ExternalID, in.ExternalID, a.ID, refs.Holders)
	patch.Metadata(&vs, &a.Metadata, in.Metadata)
	if known {
		a.DisplayName = a.Values.DisplayName(t)
	}
	return vs
}

// Fields returns the asset's fields that have a value, in the order of its type.
func (a *Asset) Fields() []*AssetField { return a.Values }

// RequiredFields returns the fields that the asset's type requires, and marks the missing ones.
func (a *Asset) RequiredFields() []*RequiredField {
	t, ok := catalog.AssetTypes.ByID(a.AssetTypeID)
	if !ok {
		return []*RequiredField{}
	}
	return a.Values.Required(t)
}

// BorrowerOccupied reports whether the borrower lives in the asset; nil if nobody has said.
func (a *Asset) BorrowerOccupied() *bool {
	value := gjson.ParseBytes(a.Values.values()["borrowerOccupied"])
	if !value.IsBool() {
		return nil
	}
	return new(value.Bool())
}

// IsTangible reports whether the asset can be touched. One of an unknown type is not.
func (a *Asset) IsTangible() bool {
	t, ok := catalog.AssetTypes.ByID(a.AssetTypeID)
	return ok && t.Classification == catalog.AssetClassificationTangible
}
