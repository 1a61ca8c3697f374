package model

import (
	"bytes"
	"encoding/csv"
	"errors"
	"io"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/google/uuid"
	"github.com/uptrace/bun"
	"golang.org/x/text/encoding/charmap"

	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/model/scalar"
)

// PrintFile is letters to borrowers on paper, for a mailing house.
type PrintFile struct {
	bun.BaseModel `bun:"table:print_files,alias:t"`

	PortfolioID uuid.UUID `bun:",pk"`
	ID          uuid.UUID `bun:",pk"`
	LetterCount int
	State       PrintFileState
	ConfirmedAt *time.Time
	Metadata    scalar.Metadata `bun:"type:jsonb"`
	CreatedAt   time.Time
	UpdatedAt   time.Time

	URL string `bun:"-"`
}

// PrintFileSize is how many letters a print file has at most.
const PrintFileSize = 1000

// NewPrintFile puts letters that wait into a file. `invalid_transition` if there are none.
func NewPrintFile(id uuid.UUID, letters []*PlacementLetter, now time.Time) (*PrintFile, error) {
	if len(letters) == 0 {
		return nil, fault.New(fault.CodeInvalidTransition, "No letter waits for a print file.")
	}
	for _, l := range letters {
		l.PrintFileID, l.UpdatedAt = &id, now
	}
	return &PrintFile{ID: id, LetterCount: len(letters), State: PrintFileStateReady, CreatedAt: now, UpdatedAt: now}, nil
}

// Mailed is a line of a mailing house's list: a letter that it mailed.
type Mailed struct {
	Line      int
	LetterID  uuid.UUID
	MailedOn  time.Time
	PostClass string
	Proof     string
}

// mailedColumns are the columns of such a list.
var mailedColumns = []string{"letterId", "mailedOn", "postClass", "proof"}

// ReadMailed reads a mailing house's list. `invalid_value` for each line that cannot be read.
func ReadMailed(content []byte) (list []*Mailed, vs fault.Violations) {
	say := func(format string, args ...any) { vs.Say("/directUploadKey", fault.CodeInvalidValue, format, args...) }
	content = bytes.TrimPrefix(content, []byte("\xef\xbb\xbf"))
	if !utf8.Valid(content) {
		content, _ = charmap.Windows1252.NewDecoder().Bytes(content)
	}
	reader := csv.NewReader(bytes.NewReader(content))
	reader.FieldsPerRecord = -1
	head, err := reader.Read()
	at := columnsOf(head)
	if err != nil || len(at) < len(mailedColumns) {
		say("is no CSV whose first line names the columns %s", strings.Join(mailedColumns, ", "))
		return nil, vs
	}
	for {
		cells, err := reader.Read()
		if errors.Is(err, io.EOF) {
			return list, vs
		}
		if err != nil {
			say("is no CSV: %v", err)
			return nil, vs
		}
		if len(list) == PrintFileSize {
			say("has more than %d lines, and a print file has no more letters", PrintFileSize)
			return nil, vs
		}
		line, _ := reader.FieldPos(0)
		cell := func(name string) string {
			if at[name] < len(cells) {
				return strings.TrimSpace(cells[at[name]])
			}
			return ""
		}
		m := &Mailed{Line: line, LetterID: scalar.ParseID(cell("letterId")), PostClass: cell("postClass"), Proof: cell("proof")}
		if m.MailedOn, err = scalar.ParseDate(cell("mailedOn")); err != nil {
			say("has in line %d a `mailedOn` that is no day as YYYY-MM-DD", line)
		}
		if scalar.CheckName("", m.Proof) != nil {
			say("has in line %d no `proof` of at most 255 characters", line)
		}
		list = append(list, m)
	}
}

func columnsOf(head []string) map[string]int {
	at := map[string]int{}
	for i, name := range head {
		for _, column := range mailedColumns {
			if strings.EqualFold(strings.TrimSpace(name), column) {
				at[column] = i
			}
		}
	}
	return at
}

// Confirm takes what was mailed, and returns the letters and their placements that this changes. A letter that was confirmed before
// stays as it is. `invalid_value` for each line that is wrong; then nothing is to be saved.
func (f *PrintFile) Confirm(
	list []*Mailed, letters map[uuid.UUID]*PlacementLetter, placements map[uuid.UUID]*Placement, by string, now time.Time,
) (told []*PlacementLetter, vs fault.Violations) {
	seen := map[uuid.UUID]int{}
	for _, m := range list {
		say := func(format string, args ...any) {
			vs.Say("/directUploadKey", fault.CodeInvalidValue, "has in line %d "+format, append([]any{m.Line}, args...)...)
		}
		l := letters[m.LetterID]
		if l == nil {
			say("a `letterId` that is no letter of the print file")
			continue
		}
		if first := seen[l.ID]; first > 0 {
			say("the letter of line %d again", first)
			continue
		}
		seen[l.ID] = m.Line
		if l.State == RenewalNoticeStateSent {
			continue
		}
		p := placements[l.PlacementID]
		if wrong := p.checkMailed(l, m, p.Today(now)); wrong != "" {
			say("%s", wrong)
			continue
		}
		l.confirm(m, now)
		p.Told(l, m.MailedOn, by, p.Today(now))
		told = append(told, l)
	}
	if vs == nil && f.State == PrintFileStateReady && !hasOpen(letters) {
		f.State, f.ConfirmedAt = PrintFileStateConfirmed, &now
	}
	return told, vs
}

// checkMailed says what is wrong with a line; "" for nothing.
func (p *Placement) checkMailed(l *PlacementLetter, m *Mailed, today time.Time) string {
	delivery := p.rules().Delivery
	switch {
	case m.MailedOn.After(today):
		return "a `mailedOn` after today, " + today.Format(time.DateOnly)
	case m.MailedOn.Before(p.Today(l.CreatedAt)):
		return "a `mailedOn` before the letter was written, on " + p.Today(l.CreatedAt).Format(time.DateOnly)
	case !delivery.TakesPost(m.PostClass):
		return "a `postClass` that does not count (" + delivery.Citation + "); it is one of " + strings.Join(delivery.PostClasses, ", ")
	}
	return ""
}

func (l *PlacementLetter) confirm(m *Mailed, now time.Time) {
	l.MailedOn, l.PostClass, l.Proof, l.UpdatedAt = &m.MailedOn, &m.PostClass, &m.Proof, now
	l.settle(RenewalNoticeStateSent, "", now)
}

func hasOpen(letters map[uuid.UUID]*PlacementLetter) bool {
	for _, l := range letters {
		if l.State == RenewalNoticeStatePlanned {
			return true
		}
	}
	return false
}
