package issuer

import (
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"encoding/json"
	"net/http"
	"net/url"
	"time"

	jose "github.com/go-jose/go-jose/v4"
)

// tokenFor is how long an ID token is good.
const tokenFor = 5 * time.Minute

// token gives an ID token for a code, once.
func (i *Issuer) token(w http.ResponseWriter, r *http.Request, of *Realm) {
	refuse := func(code string) { answer(w, http.StatusBadRequest, map[string]string{"error": code}) }
	r.Body = http.MaxBytesReader(w, r.Body, 64<<10)
	id, secret, _ := r.BasicAuth()
	id, _ = url.QueryUnescape(id)
	if secret, _ = url.QueryUnescape(secret); id != ClientID || subtle.ConstantTimeCompare([]byte(secret), []byte(i.secret)) != 1 {
		refuse("invalid_client")
		return
	}
	given := i.take(r.PostFormValue("code"))
	sum := sha256.Sum256([]byte(r.PostFormValue("code_verifier")))
	switch {
	case given == nil || given.realm != of || r.PostFormValue("redirect_uri") != of.Redirect:
		refuse("invalid_grant")
		return
	case base64.RawURLEncoding.EncodeToString(sum[:]) != given.challenge:
		refuse("invalid_grant")
		return
	}
	token, err := i.idToken(of, given)
	if err != nil {
		answer(w, http.StatusInternalServerError, map[string]string{"error": "server_error"})
		return
	}
	answer(w, http.StatusOK, map[string]any{
		"access_token": rand.Text(), "token_type": "Bearer", "expires_in": int(tokenFor.Seconds()), "id_token": token,
	})
}

// take returns what a code stands for, once; nil if it is not good.
func (i *Issuer) take(text string) *code {
	i.mu.Lock()
	defer i.mu.Unlock()
	found := i.codes[text]
	delete(i.codes, text)
	if found == nil || i.now().After(found.until) {
		return nil
	}
	return found
}

func (i *Issuer) idToken(of *Realm, c *code) (string, error) {
	now := i.now()
	claims := map[string]any{
		"iss": i.Of(of.Name), "sub": c.person.Subject, "aud": ClientID, "iat": now.Unix(), "exp": now.Add(tokenFor).Unix(),
		"nonce": c.nonce, "sid": "session of " + c.person.Subject, "name": c.person.Name, "email": c.person.Email, "roles": c.person.Roles,
	}
	if i.Claims != nil {
		i.Claims(claims)
	}
	if i.Sign != nil {
		return i.Sign(claims)
	}
	return i.Signed(claims)
}

// Signed returns claims as a token that this issuer has signed.
func (i *Issuer) Signed(claims map[string]any) (string, error) {
	options := (&jose.SignerOptions{}).WithType("JWT").WithHeader("kid", keyID)
	signer, err := jose.NewSigner(jose.SigningKey{Algorithm: jose.EdDSA, Key: i.key}, options)
	if err != nil {
		return "", err
	}
	payload, err := json.Marshal(claims)
	if err != nil {
		return "", err
	}
	signed, err := signer.Sign(payload)
	if err != nil {
		return "", err
	}
	return signed.CompactSerialize()
}

// LogoutToken returns a token that ends sessions of a subject, as a provider sends it (OpenID Connect Back-Channel Logout).
func (i *Issuer) LogoutToken(realm string, claims map[string]any) (string, error) {
	all := map[string]any{
		"iss": i.Of(realm), "aud": ClientID, "iat": i.now().Unix(), "exp": i.now().Add(tokenFor).Unix(), "jti": rand.Text(),
		"events": map[string]any{"http://schemas.openid.net/event/backchannel-logout": struct{}{}},
	}
	for name, value := range claims {
		all[name] = value
	}
	return i.Signed(all)
}
