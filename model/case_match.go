package model

import "github.com/google/uuid"

// CaseMatch is a text by which a search found a case.
type CaseMatch struct {
	CaseID uuid.UUID
	ID     uuid.UUID // of the record that has the text
	Field  CaseMatchField
	Text   string
}
