package sandbox

import (
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/uptrace/bun"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/page"
)

// Letter is a letter in the mailbox of a sandbox, as those have it who are named as its recipients and copies.
type Letter struct {
	bun.BaseModel `bun:"table:sandbox_letters,alias:t"`

	PortfolioID  uuid.UUID `bun:",pk,type:uuid"`
	ID           uuid.UUID `bun:",pk,type:uuid"`
	MessageID    string
	FromName     string
	ReplyTo      *string
	Recipients   []string `bun:",array"`
	Copies       []string `bun:",array"`
	Subject      string
	Text         string
	HTML         string
	EvidenceLink *string    // with its secret, which no other record has; nil if the letter has none
	CaseID       uuid.UUID  `bun:"type:uuid"`
	PolicyID     *uuid.UUID `bun:"type:uuid"`
	NoticeID     *uuid.UUID `bun:"type:uuid"` // nil for a reply to evidence
	ReplyID      *uuid.UUID `bun:"type:uuid"`
	Step         *model.RenewalStep
	CreatedAt    time.Time `sorts:"created_at,updated_at"` // when it was handed over, by the clock
}

// Refusal is what a mail server answers to an address.
type Refusal struct {
	IsOfLetter bool // not of the recipient: it comes when the server has the letter
	Code       int
	Text       string
}

// putOffs is how often an address that is slow is put off.
const putOffs = 2

// RefusalOf returns how delivery to an address fails at its next attempt, after so many: by the word behind the last plus sign of
// its local part. nil if it does not fail.
func RefusalOf(address string, attempts int) *Refusal {
	local := strings.ToLower(address[:max(strings.LastIndexByte(address, '@'), 0)])
	switch order := local[strings.LastIndexByte(local, '+')+1:]; {
	case len(order) == len(local):
	case order == "refused":
		return &Refusal{Code: 550, Text: "5.1.1 no such mailbox, as the address asks for"}
	case order == "bounced":
		return &Refusal{IsOfLetter: true, Code: 554, Text: "5.6.0 the letter is not taken, as the address asks for"}
	case order == "slow" && attempts < putOffs:
		return &Refusal{Code: 451, Text: "4.7.1 come again later, as the address asks for"}
	case order == "away":
		return &Refusal{Code: 450, Text: "4.2.1 the mailbox is away, as the address asks for"}
	}
	return nil
}

// LetterConnection is a page of a mailbox.
type LetterConnection = page.Connection[Letter]

// LetterEdge is one letter of a page, with its cursor.
type LetterEdge = page.Edge[Letter]
