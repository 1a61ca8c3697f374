package identity

import (
	"net/url"
	"path"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/uptrace/bun"

	"github.com/covertrack/covertrack/model"
)

// SessionTime is how long somebody stays signed in: a working day.
const SessionTime = 12 * time.Hour

// Session is somebody who signed in, in one browser.
type Session struct {
	bun.BaseModel `bun:"table:person_sessions,alias:t"`

	ID         uuid.UUID `bun:",pk,type:uuid"`
	PersonID   uuid.UUID `bun:"type:uuid"`
	ProviderID uuid.UUID `bun:"type:uuid"`
	Sid        *string   // the session at the provider, if it names one
	CreatedAt  time.Time
	ExpiresAt  time.Time
	EndedAt    *time.Time // by signing out, here or there
}

// NewSession begins a session of a person who has arrived from a provider.
func NewSession(id uuid.UUID, p *Provider, a *Arrival, person uuid.UUID, now time.Time) *Session {
	return &Session{ID: id, PersonID: person, ProviderID: p.ID, Sid: a.Session, CreatedAt: now, ExpiresAt: now.Add(SessionTime)}
}

// Person is who has arrived, as they are saved: a new person, unless the issuer and the subject are known.
func (p *Provider) Person(id uuid.UUID, a *Arrival, now time.Time) *model.Person {
	return &model.Person{
		ID: id, ProviderID: p.ID, Issuer: p.Issuer, Subject: a.Subject, Name: a.Name, Email: a.Email, LenderID: p.LenderID, Roles: a.Roles,
		State: model.PersonStateActive, LastSeenAt: &now, CreatedAt: now, UpdatedAt: now,
	}
}

// Next returns the path of the console that is opened after signing in, with its query: what was asked for if that is one,
// else home. No other place can be asked for.
func Next(asked, home string) string {
	u, err := url.Parse(asked)
	if err != nil || u.Scheme != "" || u.Host != "" || u.User != nil || u.Opaque != "" || strings.ContainsAny(asked, "\\\t\r\n") {
		return home
	}
	clean := path.Clean(u.Path)
	if clean != home && !strings.HasPrefix(clean, home+"/") || len(asked) > 1000 {
		return home
	}
	return (&url.URL{Path: clean, RawQuery: u.RawQuery}).String()
}
