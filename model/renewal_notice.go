package model

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/uptrace/bun"

	"github.com/covertrack/covertrack/model/mailer"
	"github.com/covertrack/covertrack/model/scalar"
)

// RenewalNotice is one step of renewal follow-up of one term of a policy, with its result.
type RenewalNotice struct {
	bun.BaseModel `bun:"table:renewal_notices,alias:t"`

	PortfolioID    uuid.UUID   `bun:",pk,type:uuid"`
	ID             uuid.UUID   `bun:",pk,type:uuid"`
	PolicyID       *uuid.UUID  `bun:"type:uuid" part:"renewal"` // nil for a letter about the findings of a case
	TaskID         *uuid.UUID  `bun:"type:uuid"`                // of these findings; nil for a notice of a policy
	Recipient      string      `part:"mail"`                    // of such a letter; "" before its step is carried out
	CaseID         uuid.UUID   `bun:"type:uuid"`
	TermNumber     int         `part:"renewal"`
	CancellationID *uuid.UUID  `bun:"type:uuid" part:"renewal,mail"` // whose date it is tied to; nil for the term's end
	Step           RenewalStep `part:"renewal"`
	DueAt          time.Time   `part:"renewal,mail"`
	AttemptNumber  int         `part:"mail"`                                   // of the attempt that is planned, or that its state is of
	RequestedBy    *Actor      `bun:"type:jsonb" shows:"attempts" part:"mail"` // nil if the attempt is the schedule's
	RequestedAt    *time.Time  `part:"mail"`                                   // nil with it
	Mailing
	Metadata  scalar.Metadata `bun:"type:jsonb"`
	CreatedAt time.Time
	UpdatedAt time.Time `part:"mail"`

	// As a reader sees them, see Explain.
	BlockedBy   *NoticeBlock       `bun:"-"`
	LastAttempt *NoticeLastAttempt `bun:"-"`

	Policy       *Policy          `bun:"-"`
	Case         *Case            `bun:"-"`
	Cancellation *Cancellation    `bun:"-"`
	Attempts     []*NoticeAttempt `bun:"-"`
}

// The reasons why a step did not reach all people. SkipHold and SkipLate are in renewal_schedule.go.
const (
	SkipNoRecipient   = "noRecipient"   // there is nobody to write to
	SkipNoFindings    = "noFindings"    // there is nothing that a recipient could mend and does not know of already
	SkipTaskOnly      = "taskOnly"      // the step opens a task, and has no letter
	SuppressTest      = "testPortfolio" // a test portfolio delivers nothing to people (contract section 2)
	SuppressMailOff   = "mailOff"       // the installation sends no mail, as its setting says
	SuppressNoMail    = "noMailServer"  // of notices from before --mail: the installation had no mail server
	TaskUndeliverable = "undeliverable" // the notice could not be delivered
)

// PickDue returns the planned notices of a policy to carry out now: of each end the latest step that is due, and those
// that somebody has asked for. The others that are due are to be passed over, those of a gap that is over too.
func PickDue(p *Policy, notices []*RenewalNotice, now time.Time) (carryOut, passed []*RenewalNotice) {
	due := slices.DeleteFunc(slices.Clone(notices), func(n *RenewalNotice) bool {
		return n.State != RenewalNoticeStatePlanned || n.DueAt.After(now)
	})
	latest := map[uuid.UUID]*RenewalNotice{} // by the cancellation of a gap
	endOf := func(n *RenewalNotice) (id uuid.UUID) {
		if gap := p.GapOf(n, now); gap != nil {
			id = gap.Cancellation.ID
		}
		return id
	}
	for _, n := range due {
		last := latest[endOf(n)]
		if p.TellsNow(n, now) && (last == nil || stepOrder(n.Step) > stepOrder(last.Step)) {
			latest[endOf(n)] = n
		}
	}
	for _, n := range due {
		if n == latest[endOf(n)] || n.RequestedAt != nil {
			carryOut = append(carryOut, n)
		} else {
			passed = append(passed, n)
		}
	}
	return carryOut, passed
}

// TellsNow reports whether a notice is about the end that the current term has, or about a gap that goes on.
func (p *Policy) TellsNow(n *RenewalNotice, now time.Time) bool {
	return n.TermNumber == p.TermNumber && n.isOf(p.Ending()) || p.GapOf(n, now) != nil
}

// StepTask makes the task that carrying out a notice opens, if any. The warning opens the task of the lapse too, which
// may have been passed over: they have one origin, so there is one task.
func (n *RenewalNotice) StepTask(id uuid.UUID, now time.Time) (*Task, bool) {
	step := n.Step
	if step == RenewalStepWarning {
		step = RenewalStepLapsed
	}
	taskType, ok := step.OpensTask()
	if !ok {
		return nil, false
	}
	return n.task(id, taskType, string(step), n.keyOf(step), now), true
}

// EvidenceTask makes the task to ask for what a notice could not ask for: SkipNoRecipient.
func (n *RenewalNotice) EvidenceTask(id uuid.UUID, reason string, now time.Time) *Task {
	return n.task(id, TaskTypeCollectEvidence, reason, n.Key()+"/"+reason, now)
}

// UndeliverableTask makes the task to follow up by hand when a notice cannot be delivered, one for each attempt.
func (n *RenewalNotice) UndeliverableTask(id uuid.UUID, now time.Time) *Task {
	origin, taskType := n.Key()+"/"+TaskUndeliverable, TaskTypeRenewalFollowUp
	if n.TaskID != nil {
		taskType = TaskTypeCollectEvidence
	}
	if n.AttemptNumber > 1 {
		origin += "/" + strconv.Itoa(n.AttemptNumber)
	}
	return n.task(id, taskType, TaskUndeliverable, origin, now)
}

func (n *RenewalNotice) task(id uuid.UUID, taskType TaskType, reason, origin string, now time.Time) *Task {
	task := newFollowUpTask(id, n.CaseID, n.PolicyID, taskType, reason, origin, now)
	task.DueAt = &n.DueAt
	return task
}

// Mailbox is a person who can get notices.
type Mailbox struct {
	ID    uuid.UUID
	Name  string
	Email string
}

// Mailboxes are the people of a portfolio who can get notices: active users, and brokers with an address.
type Mailboxes struct {
	Contacts map[uuid.UUID]Mailbox
	// FollowUp are the active users of role admin or analyst, who follow up what the lender does itself (IsFollowedUpByLender).
	FollowUp []Mailbox
}

// IsFollowedUpByLender reports whether notices of a policy go to the lender's own people: on a self-managed case, and of a policy
// that the lender placed, whose carrier and agent it does not ask in letters (specification of placements, section 3).
func (c *Case) IsFollowedUpByLender(p *Policy) bool {
	return c.ManagementType == ManagementTypeSelfManaged || p.IsLenderPlaced()
}

// Recipients returns the addresses of a policy's notice, and of its copies, each once (contract section 6). On a
// service-managed case they are the policy's contacts, or the case's when none of the policy's has a mailbox, unless the lender
// placed the policy.
func (m Mailboxes) Recipients(c *Case, p *Policy) (to, copies []string) {
	seen := map[string]bool{}
	if c.IsFollowedUpByLender(p) {
		return addresses(m.FollowUp, seen), []string{}
	}
	if to = addresses(m.of(p.InsuranceContactIDs), seen); len(to) == 0 {
		to = addresses(m.of(c.InsuranceContactIDs), seen)
	}
	return to, addresses(m.of(c.InsuranceContactCCIDs), seen)
}

func (m Mailboxes) of(ids []uuid.UUID) (boxes []Mailbox) {
	for _, id := range ids {
		if box, ok := m.Contacts[id]; ok {
			boxes = append(boxes, box)
		}
	}
	return boxes
}

// addresses returns the addresses of the boxes that are not in seen, and adds them to it. Letter case does not matter.
func addresses(boxes []Mailbox, seen map[string]bool) []string {
	list := []string{}
	for _, box := range boxes {
		if key := strings.ToLower(box.Email); !seen[key] {
			seen[key] = true
			list = append(list, box.Email)
		}
	}
	return list
}

// NoticeContacts returns the ids that Recipients may look up.
func NoticeContacts(c *Case, p *Policy) []uuid.UUID {
	return slices.Concat(p.InsuranceContactIDs, c.InsuranceContactIDs, c.InsuranceContactCCIDs)
}

// NoticeLastAttempt is the last time that the mail server was asked to take a notice.
type NoticeLastAttempt struct {
	At    time.Time
	Reply *string // nil if it took the letter
}

// Key returns the unique key of the notice. Work under one key is done once.
func (n *RenewalNotice) Key() string { return n.keyOf(n.Step) }

// keyOf returns the key of a step beside the notice. That cover has ended is reported once for each cancellation.
func (n *RenewalNotice) keyOf(step RenewalStep) string {
	if n.TaskID != nil {
		return "letter/" + n.ID.String()
	}
	key := NoticeKey(*n.PolicyID, n.TermNumber, step)
	if step.TellsOfEnd() && n.CancellationID != nil {
		key += "/" + n.CancellationID.String()
	}
	return key
}

// isOf reports whether the notice belongs to the plan by a cancellation's date, or by the term's end if it is nil. The
// steps that ask are common to all plans of a term.
func (n *RenewalNotice) isOf(ending *Cancellation) bool {
	if !n.Step.TellsOfEnd() {
		return true
	}
	return scalar.OrZero(n.CancellationID) == scalar.OrZero(ending.id())
}

// NoticeLetter is a letter on its way. Its words are kept from the moment that somebody has it until its mailing is
// settled, so that all get the same letter.
type NoticeLetter struct {
	HTML       string            `json:"html,omitempty"`
	MessageID  string            `json:"messageId,omitempty"` // without angle brackets; "" before the mail server was asked
	Deliveries []*NoticeDelivery `json:"deliveries"`
	// AttemptedAt is when the mail server was last asked.
	AttemptedAt *time.Time `json:"attemptedAt,omitempty"`
}

// NoticeDelivery is how a letter fared at one address: taken, put off or refused.
type NoticeDelivery struct {
	Address   string              `json:"address"`
	IsCopy    bool                `json:"isCopy,omitempty"`
	State     NoticeDeliveryState `json:"state"`
	Attempts  int                 `json:"attempts"`
	Reply     *string             `json:"reply,omitempty"`     // the mail server's last one, if it did not accept
	SettledAt *time.Time          `json:"settledAt,omitempty"` // nil while it waits
	Alone     bool                `json:"alone,omitempty"`     // the server ended the conversation at this address
}

// Settle ends a delivery. reply is what the mail server said, "" if it accepted the letter.
func (d *NoticeDelivery) Settle(state NoticeDeliveryState, reply string, now time.Time) {
	d.State, d.SettledAt, d.Reply = state, &now, nil
	if reply != "" {
		d.Reply = &reply
	}
}

// Delay notes why a delivery waits for the next attempt.
func (d *NoticeDelivery) Delay(reply string) { d.Reply = &reply }

// How the reply on record begins, by what was refused.
const (
	ReplyRecipient = "RCPT"
	ReplyLetter    = "letter"
)

// NoticeSurroundings are what the way of a due notice depends on beside the notice itself.
type NoticeSurroundings struct {
	ID            uuid.UUID    // of the policy, or of the case of a letter about findings
	Hold          *NoticeBlock // that keeps the policy's or the case's letters back; nil if none
	ReviewUntil   *time.Time
	Mode          Mode
	Mail          mailer.State
	Reason        *mailer.Reason
	AttemptedAt   *time.Time
	NextAttemptAt *time.Time
}

// IsDue reports whether the notice's time has come and it is not settled.
func (n *RenewalNotice) IsDue(now time.Time) bool {
	return n.State == RenewalNoticeStatePlanned && !n.DueAt.After(now)
}

// Explain fills in BlockedBy, LastAttempt and NextAttemptAt as a reader sees them. The notice must not be saved after it.
// around is nil unless the notice is due.
func (n *RenewalNotice) Explain(around *NoticeSurroundings, now time.Time) {
	if n.BlockedBy != nil {
		return // it was explained before
	}
	n.LastAttempt = n.ownAttempt()
	if around == nil {
		return
	}
	waits := n.NextAttemptAt != nil && n.NextAttemptAt.After(now) // for an attempt of its own
	var block NoticeBlock
	switch {
	case around.Hold != nil:
		block, n.NextAttemptAt = *around.Hold, nil
	case around.ReviewUntil != nil && around.ReviewUntil.After(now):
		block, n.NextAttemptAt = NoticeBlockEvidenceInReview, around.ReviewUntil
	case waits:
		block = n.ownBlock()
	case around.Mode != ModeLive || around.Mail == mailer.OK:
		return
	case around.Mail == mailer.Missing:
		block, n.NextAttemptAt = NoticeBlockNoMailServer, nil
	default:
		block, n.NextAttemptAt = NoticeBlockMailServer, around.NextAttemptAt
		n.LastAttempt = later(n.LastAttempt, around.attempt())
	}
	n.BlockedBy = &block
}

// ownBlock returns what put off the last attempt of the notice.
func (n *RenewalNotice) ownBlock() NoticeBlock {
	switch phase, _, _ := strings.Cut(n.LastReply(), ":"); phase {
	case ReplyRecipient:
		return NoticeBlockRecipients
	case ReplyLetter:
		return NoticeBlockLetter
	default:
		return NoticeBlockMailServer
	}
}

func (n *RenewalNotice) ownAttempt() *NoticeLastAttempt {
	if n.Letter == nil || n.Letter.AttemptedAt == nil {
		return nil
	}
	attempt := &NoticeLastAttempt{At: *n.Letter.AttemptedAt}
	if reply := n.LastReply(); reply != "" {
		attempt.Reply = &reply
	}
	return attempt
}

// attempt returns the last one that failed for all letters.
func (s *NoticeSurroundings) attempt() *NoticeLastAttempt {
	if s.AttemptedAt == nil || s.Reason == nil {
		return nil
	}
	reply := mailer.Says[*s.Reason]
	return &NoticeLastAttempt{At: *s.AttemptedAt, Reply: &reply}
}

func later(a, b *NoticeLastAttempt) *NoticeLastAttempt {
	if a == nil || b != nil && b.At.After(a.At) {
		return b
	}
	return a
}
