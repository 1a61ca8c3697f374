package renewal

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage"
)

// Links makes the links of letters to the page where evidence is handed in. A nil one makes none.
type Links struct {
	BaseURL    string // of the server, without a slash at its end
	SigningKey []byte
}

// hiddenSecret is in the place of a link's secret where a letter is kept: in the records of a live portfolio.
const hiddenSecret = "not-kept"

// hidden is the link of a letter as it is kept.
func (l *Links) hidden() string {
	if l == nil {
		return ""
	}
	return l.BaseURL + model.EvidencePath + hiddenSecret
}

// reveal puts the real link into kept words.
func (l *Links) reveal(words, link string) string {
	if l == nil || link == "" {
		return words
	}
	return strings.ReplaceAll(words, l.hidden(), link)
}

// ofNotice makes the link in the letters of a notice's present attempt. It is derived, so that who gets the letter later,
// or again after a crash, has the same one.
func (l *Links) ofNotice(
	ctx context.Context, tx *storage.Tx, store *storage.Portfolio, n *model.RenewalNotice, p *model.Policy, now time.Time,
) (string, error) {
	if l == nil {
		return "", nil
	}
	secret := model.NoticeEvidenceSecret(l.SigningKey, n.ID, n.AttemptNumber)
	return l.make(ctx, tx, store, &n.ID, p, secret, now)
}

// ofNotices makes the links of notices whose letters are delivered together, and returns their addresses; "" where there are none or
// a letter is about no policy.
func (l *Links) ofNotices(ctx context.Context, in scope, notices []unworded, now time.Time) ([]string, error) {
	addresses := make([]string, len(notices))
	if l == nil {
		return addresses, nil
	}
	var links []*model.EvidenceLink
	for i, u := range notices {
		if u.Policy.ID == uuid.Nil {
			continue
		}
		secret := model.NoticeEvidenceSecret(l.SigningKey, u.notice.ID, u.notice.AttemptNumber)
		link, err := model.NewEvidenceLink(storage.NewID(), u.Policy, &u.notice.ID, secret, now)
		if err != nil {
			return nil, err
		}
		links, addresses[i] = append(links, link), secret.URL(l.BaseURL)
	}
	if len(links) == 0 {
		return addresses, nil
	}
	added, err := in.store.EnsureEvidenceLinks(ctx, links)
	if err != nil {
		return nil, err
	}
	trail := trailOf(in.store, now)
	for _, link := range links {
		if slices.Contains(added, link.ID) {
			trail.Add("evidenceLink.created", "evidenceLink", link.ID, model.Changes(model.EvidenceLink{}, *link))
		}
	}
	return addresses, trail.Save(ctx, in.tx)
}

// make makes the link of a secret, unless there is one, and returns its address.
func (l *Links) make(
	ctx context.Context, tx *storage.Tx, store *storage.Portfolio, notice *uuid.UUID, p *model.Policy,
	secret model.EvidenceSecret, now time.Time,
) (string, error) {
	link, err := model.NewEvidenceLink(storage.NewID(), p, notice, secret, now)
	if err != nil {
		return "", err
	}
	kept, err := store.EnsureEvidenceLink(ctx, link)
	if err != nil {
		return "", err
	}
	if kept.ID == link.ID {
		trail := trailOf(store, now)
		trail.Add("evidenceLink.created", "evidenceLink", link.ID, model.Changes(model.EvidenceLink{}, *link))
		if err := trail.Save(ctx, tx); err != nil {
			return "", err
		}
	}
	return secret.URL(l.BaseURL), nil
}

// inRecord is the link of a letter that nobody gets: none, but in a test portfolio the real one, since the record is the
// only place where an integrator finds it.
func (l *Links) inRecord(
	ctx context.Context, tx *storage.Tx, s *portfolioSweep, n *model.RenewalNotice, p *model.Policy,
) (string, error) {
	if s.preview || s.portfolio.Mode != model.ModeTest {
		return "", nil
	}
	return l.ofNotice(ctx, tx, tx.For(s.portfolio.ID), n, p, s.now)
}
