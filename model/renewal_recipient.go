package model

import (
	"slices"
	"strings"

	"github.com/google/uuid"
)

// Mailbox is a person who can get notices.
type Mailbox struct {
	ID    uuid.UUID
	Name  string
	Email string
}

// Mailboxes are the people of a portfolio who can get notices: active users, and brokers with an address.
type Mailboxes struct {
	Contacts map[uuid.UUID]Mailbox
	// FollowUp are the active users of role admin or analyst, who follow up the renewals of self-managed cases.
	FollowUp []Mailbox
}

// Recipients returns the addresses of a policy's notice, and of its copies, each once (contract section 6). On a
// service-managed case they are the policy's contacts, or the case's when none of the policy's has a mailbox.
func (m Mailboxes) Recipients(c *Case, p *Policy) (to, copies []string) {
	seen := map[string]bool{}
	if c.ManagementType == ManagementTypeSelfManaged {
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
