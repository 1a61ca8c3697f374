package signin

import (
	"context"
	"crypto/subtle"
	"encoding/json"
	"errors"
	"net"
	"strings"
	"time"

	"github.com/coreos/go-oidc/v3/oidc"
	"golang.org/x/oauth2"

	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/model/identity"
	"github.com/covertrack/covertrack/model/scalar"
)

// Refusal is why somebody cannot sign in: in a word for the log, in words for them, and the cause, which only the log gets.
type Refusal struct {
	Reason string
	Shown  error
	Cause  error
}

// Error returns the text for logs.
func (r *Refusal) Error() string {
	text := r.Reason + ": " + r.Shown.Error()
	if r.Cause != nil {
		text += ": " + r.Cause.Error()
	}
	return text
}

// Unwrap returns what is shown.
func (r *Refusal) Unwrap() error { return r.Shown }

func refuse(reason string, cause error, format string, args ...any) *Refusal {
	return &Refusal{Reason: reason, Cause: cause, Shown: fault.New(fault.CodeForbidden, format, args...)}
}

type errText string

// Error returns the text.
func (e errText) Error() string { return string(e) }

// shown is a text of a provider as it may be shown.
func shown(text string) string {
	if text == "" {
		return "it sent no code"
	}
	return scalar.Shorten(strings.ToValidUTF8(text, "?"), 80)
}

// away refuses because a provider does not answer, or with nonsense.
func away(p *identity.Provider, err error) *Refusal {
	r := &Refusal{Reason: "gone", Cause: err}
	var slow net.Error
	switch {
	case strings.Contains(err.Error(), errTooLarge.Error()): // oauth2 keeps the text alone
		r.Reason = "too large"
	case errors.Is(err, context.DeadlineExceeded), errors.As(err, &slow) && slow.Timeout():
		r.Reason = "slow"
	}
	r.Shown = fault.New(fault.CodeUnavailable, "%s does not answer as it should. Try again shortly; who is signed in already stays so. "+
		"If it lasts, tell your administrator.", p.Host())
	return r
}

// exchangeRefusal says why a code gave no token.
func exchangeRefusal(p *identity.Provider, err error) *Refusal {
	if answer, ok := errors.AsType[*oauth2.RetrieveError](err); ok && answer.Response.StatusCode < 500 {
		if answer.ErrorCode == "invalid_client" || answer.ErrorCode == "unauthorized_client" {
			return refuse("client", err, "%s does not know this server: the client id or secret is wrong. Tell the operator.", p.Host())
		}
		return refuse("code", err, "%s does not take the answer that it gave: it was used already, or is too old. Begin again here.",
			p.Host())
	}
	return away(p, err)
}

// faults are the errors of go-oidc, which have no types, by what they say.
var faults = []struct{ says, reason string }{
	{"unexpected signature algorithm", "algorithm"}, {"malformed jwt", "malformed"}, {"expected audience", "audience"},
	{"different provider", "issuer"}, {errKeysFresh.Error(), "key"}, {"failed to verify id token signature", "signature"},
	{"fetching keys", "keys away"}, {"not before", "time"},
}

// verify returns the claims of an ID token that was made by the provider, for this server, now, and for this browser.
func (d *document) verify(ctx context.Context, p *identity.Provider, raw, nonce string, now time.Time) (payload []byte, err error) {
	token, err := d.verifier.Verify(ctx, raw)
	if err != nil {
		return nil, tokenRefusal(p, err)
	}
	if subtle.ConstantTimeCompare([]byte(token.Nonce), []byte(nonce)) != 1 {
		return nil, notBelieved(p, "nonce", nil)
	}
	var also struct {
		Party string      `json:"azp"`
		From  json.Number `json:"nbf"`
	}
	var claims json.RawMessage
	if err := errors.Join(token.Claims(&also), token.Claims(&claims)); err != nil {
		return nil, notBelieved(p, "malformed", err)
	}
	from, _ := also.From.Float64()
	switch {
	case also.Party != "" && also.Party != p.ClientID, also.Party == "" && len(token.Audience) > 1:
		return nil, notBelieved(p, "audience", errText("azp is "+also.Party))
	case token.IssuedAt.After(now.Add(skew)), from > float64(now.Add(skew).Unix()):
		return nil, notBelieved(p, "time", errText("it is from the future"))
	}
	return claims, nil
}

func tokenRefusal(p *identity.Provider, err error) *Refusal {
	if expired, ok := errors.AsType[*oidc.TokenExpiredError](err); ok {
		return notBelieved(p, "expired", expired)
	}
	for _, f := range faults {
		if strings.Contains(err.Error(), f.says) {
			if f.reason == "keys away" {
				return away(p, err)
			}
			return notBelieved(p, f.reason, err)
		}
	}
	return notBelieved(p, "token", err)
}

func notBelieved(p *identity.Provider, reason string, err error) *Refusal {
	return refuse(reason, err, "What %s says of you cannot be believed (%s). Begin again here; if it comes again, tell your administrator.",
		p.Host(), reason)
}
