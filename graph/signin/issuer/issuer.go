package issuer

import (
	"crypto/ed25519"
	"crypto/hkdf"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"net/http"
	"sync"
	"time"

	jose "github.com/go-jose/go-jose/v4"
)

// Path is where all issuers of a process are.
const Path = "/demo-login"

// Person is somebody to be.
type Person struct {
	Subject string
	Name    string
	Email   string
	Roles   []string
	Title   string // what they are, for the page
}

// Realm is an issuer with its people, and the one client that it has.
type Realm struct {
	Name     string // in its address
	Title    string // for the page
	Redirect string // address of the client that people are sent back to
	People   []Person
}

// Issuer serves realms. It is safe for concurrent use.
type Issuer struct {
	// Claims changes the claims of each ID token, and Sign makes tokens of claims in its place; nil in all but tests.
	Claims func(claims map[string]any)
	Sign   func(claims map[string]any) (token string, err error)

	base   string
	secret string
	key    ed25519.PrivateKey
	now    func() time.Time

	mu     sync.Mutex
	realms []*Realm
	codes  map[string]*code
}

// ClientID is what the console is called at each issuer.
const ClientID = "covertrack-console"

// New returns an issuer below the address of a server. All with one seed have the same keys.
func New(base string, seed []byte, now func() time.Time) *Issuer {
	derived := func(purpose string) []byte {
		key, err := hkdf.Key(sha256.New, seed, nil, "covertrack demo provider: "+purpose, ed25519.SeedSize)
		if err != nil {
			panic(err) // of a length that the hash cannot make
		}
		return key
	}
	return &Issuer{
		base: base + Path, now: now, key: ed25519.NewKeyFromSeed(derived("key")), codes: map[string]*code{},
		secret: base64.RawURLEncoding.EncodeToString(derived("secret")),
	}
}

// Add adds a realm.
func (i *Issuer) Add(r *Realm) {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.realms = append(i.realms, r)
}

// Of returns the issuer of a realm, as ID tokens have it.
func (i *Issuer) Of(realm string) string { return i.base + "/" + realm }

// ClientSecret is what the console shows at each issuer.
func (i *Issuer) ClientSecret() string { return i.secret }

// Handler serves Path and everything below it.
func (i *Issuer) Handler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET "+Path, i.page)
	for pattern, serve := range map[string]func(w http.ResponseWriter, r *http.Request, of *Realm){
		"GET " + Path + "/{realm}/.well-known/openid-configuration": i.document,
		"GET " + Path + "/{realm}/keys":                             i.keys,
		"GET " + Path + "/{realm}/authorize":                        i.authorize,
		"POST " + Path + "/{realm}/token":                           i.token,
		"GET " + Path + "/{realm}/logout":                           i.logout,
	} {
		mux.HandleFunc(pattern, func(w http.ResponseWriter, r *http.Request) {
			if of := i.realm(r.PathValue("realm")); of != nil {
				serve(w, r, of)
				return
			}
			http.NotFound(w, r)
		})
	}
	return mux
}

func (i *Issuer) realm(name string) *Realm {
	i.mu.Lock()
	defer i.mu.Unlock()
	for _, r := range i.realms {
		if r.Name == name {
			return r
		}
	}
	return nil
}

func (i *Issuer) document(w http.ResponseWriter, _ *http.Request, of *Realm) {
	at := i.Of(of.Name)
	answer(w, http.StatusOK, map[string]any{
		"issuer": at, "authorization_endpoint": at + "/authorize", "token_endpoint": at + "/token", "jwks_uri": at + "/keys",
		"end_session_endpoint": at + "/logout", "response_types_supported": []string{"code"}, "subject_types_supported": []string{"public"},
		"id_token_signing_alg_values_supported": []string{string(jose.EdDSA)}, "code_challenge_methods_supported": []string{"S256"},
		"authorization_response_iss_parameter_supported": true, "backchannel_logout_supported": true,
	})
}

// keyID names the key; it has one.
const keyID = "demo"

func (i *Issuer) keys(w http.ResponseWriter, _ *http.Request, _ *Realm) {
	answer(w, http.StatusOK, jose.JSONWebKeySet{Keys: []jose.JSONWebKey{
		{Key: i.key.Public(), KeyID: keyID, Algorithm: string(jose.EdDSA), Use: "sig"},
	}})
}

func answer(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(body) // it fails when nobody reads any more
}
