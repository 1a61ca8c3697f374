package dossier

import (
	"time"

	"github.com/google/uuid"
)

// The names of the files of an archive that are always there.
const (
	pagesFile     = "dossier.pdf"
	factsFile     = "dossier.json"
	todayPages    = "today.pdf"
	todayFacts    = "today.json"
	manifestFile  = "manifest.json"
	signatureFile = "manifest.sig"
	documents     = "documents/"
)

// Manifest lists what lies in an archive. It alone has the time at which the archive was made.
type Manifest struct {
	Version   int       `json:"version"` // of this form: 1
	CaseID    uuid.UUID `json:"caseId"`
	On        string    `json:"on"`
	AsOf      time.Time `json:"asOf"`
	MadeAt    time.Time `json:"madeAt"`
	MadeBy    string    `json:"madeBy"` // the installation's address
	Algorithm string    `json:"algorithm"`
	Key       string    `json:"key"` // the kid of the published key
	Files     []Listed  `json:"files"`
	Absent    []Absent  `json:"absent"`
}

// Listed is a file of the archive.
type Listed struct {
	Name   string `json:"name"`
	Size   int64  `json:"size"`
	SHA256 string `json:"sha256"`
}

// Absent is a document whose file is not in the archive, though it was known on the day.
type Absent struct {
	DocumentID uuid.UUID  `json:"documentId"`
	Name       string     `json:"name"`
	SHA256     *string    `json:"sha256"`    // null where nobody knows
	RemovedAt  *time.Time `json:"removedAt"` // null where the object store has lost it
}
