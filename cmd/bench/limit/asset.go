package limit

import (
	"encoding/json"
	"time"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model/catalog"
)

// assetBody is an asset as JSON has it.
type assetBody struct {
	ID          uuid.UUID       `json:"id"`
	CaseID      uuid.UUID       `json:"caseId"`
	DisplayName string          `json:"displayName"`
	AssetType   uuid.UUID       `json:"assetType"`
	Documents   []uuid.UUID     `json:"documents"`
	Fields      []assetField    `json:"fields"`
	CreatedAt   string          `json:"createdAt"`
	UpdatedAt   string          `json:"updatedAt"`
	Metadata    json.RawMessage `json:"metadata"`
}

// assetField is a field of an asset. The table has all but its label.
type assetField struct {
	FieldType string          `json:"fieldType"`
	Value     json.RawMessage `json:"value"`
	Key       string          `json:"key"`
	Label     string          `json:"label"`
}

var assets = noun[*assetBody]{
	statements: statementsOf("assets", "", `t.id, t.case_id, t.display_name, t.asset_type_id, t.document_ids, t.fields,
		t.created_at, t.updated_at, t.metadata`),
	row: func() record[*assetBody] { return new(assetRow) },
}

// assetRow is a row of an asset.
type assetRow struct {
	id, caseID, assetType [16]byte
	displayName           string
	documents             idList
	fields, metadata      []byte
	created, updated      time.Time
}

func (a *assetRow) targets() []any {
	return []any{
		&a.id, &a.caseID, &a.displayName, &a.assetType, &a.documents, &a.fields, &a.created, &a.updated, &a.metadata,
	}
}

func (a *assetRow) body(time.Time) (*assetBody, error) {
	body := &assetBody{
		ID: a.id, CaseID: a.caseID, DisplayName: a.displayName, AssetType: a.assetType, Documents: idsOf(a.documents),
		CreatedAt: stamp(a.created), UpdatedAt: stamp(a.updated), Metadata: a.metadata,
	}
	if err := json.Unmarshal(a.fields, &body.Fields); err != nil {
		return nil, err
	}
	kind, known := catalog.AssetTypes.ByID(a.assetType)
	for i := range body.Fields {
		if !known {
			break
		}
		if field, ok := kind.FieldTypeByRef(body.Fields[i].Key); ok {
			body.Fields[i].Label = field.Label
		}
	}
	return body, nil
}
