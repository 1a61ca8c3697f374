package limit

import (
	"encoding/json"
	"time"

	"github.com/google/uuid"
)

// insuredBody is an insured as JSON has it.
type insuredBody struct {
	ID            uuid.UUID       `json:"id"`
	Type          string          `json:"type"`
	DisplayName   string          `json:"displayName"`
	InsuredGroup  *uuid.UUID      `json:"insuredGroup"`
	PathName      string          `json:"pathName"`
	CreatedAt     string          `json:"createdAt"`
	UpdatedAt     string          `json:"updatedAt"`
	Metadata      json.RawMessage `json:"metadata"`
	CorporateName *string         `json:"corporateName"`
	Prefix        *string         `json:"prefix"`
	FirstName     *string         `json:"firstName"`
	MiddleName    *string         `json:"middleName"`
	LastName      *string         `json:"lastName"`
	Suffix        *string         `json:"suffix"`
}

var insureds = noun[*insuredBody]{
	statements: statementsOf("insureds", "", `t.id, t.type, t.display_name, t.insured_group_id, t.path_name, t.created_at,
		t.updated_at, t.metadata, t.corporate_name, t.prefix, t.first_name, t.middle_name, t.last_name, t.suffix`),
	row: func() record[*insuredBody] { return new(insuredRow) },
}

// insuredRow is a row of an insured.
type insuredRow struct {
	id                               [16]byte
	kind, displayName, pathName      string
	group                            *[16]byte
	created, updated                 time.Time
	metadata                         []byte
	corporate, prefix, first, middle *string
	last, suffix                     *string
}

func (i *insuredRow) targets() []any {
	return []any{
		&i.id, &i.kind, &i.displayName, &i.group, &i.pathName, &i.created, &i.updated, &i.metadata, &i.corporate,
		&i.prefix, &i.first, &i.middle, &i.last, &i.suffix,
	}
}

func (i *insuredRow) body(time.Time) (*insuredBody, error) {
	return &insuredBody{
		ID: i.id, Type: i.kind, DisplayName: i.displayName, InsuredGroup: (*uuid.UUID)(i.group), PathName: i.pathName,
		CreatedAt: stamp(i.created), UpdatedAt: stamp(i.updated), Metadata: i.metadata, CorporateName: i.corporate,
		Prefix: i.prefix, FirstName: i.first, MiddleName: i.middle, LastName: i.last, Suffix: i.suffix,
	}, nil
}
