package mcp

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"net/http"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/tidwall/gjson"
)

// withKey gives a call the key of its changes: the session that the client began, and the call's id in it. So a call that is
// sent again is made once, and two calls are two, whatever they ask for. A client without a session has no such key, for its
// ids begin anew each time; it may send one.
func withKey(r *http.Request, message gjson.Result) *http.Request {
	session := r.Header.Get(sessionHeader)
	if session == "" || r.Header.Get(idempotencyKey) != "" {
		return r
	}
	r = r.Clone(r.Context())
	r.Header.Set(idempotencyKey, keyOf(session, message.Get("id").Raw))
	return r
}

func keyOf(session, id string) string {
	sum := sha256.Sum256([]byte(session + "\n" + id))
	return "mcp-" + hex.EncodeToString(sum[:16])
}

// Keyed is a transport of one client, who is a session: its calls get keys as those of Path.
func Keyed(t sdk.Transport) sdk.Transport { return keyed{t} }

type keyed struct{ sdk.Transport }

// Connect connects.
func (t keyed) Connect(ctx context.Context) (sdk.Connection, error) {
	conn, err := t.Transport.Connect(ctx)
	return &keyedConn{conn, rand.Text()}, err
}

type keyedConn struct {
	sdk.Connection
	session string
}

// Read reads a message, and gives it the key of its call.
func (c *keyedConn) Read(ctx context.Context) (jsonrpc.Message, error) {
	message, err := c.Connection.Read(ctx)
	if call, ok := message.(*jsonrpc.Request); ok && call.ID.IsValid() {
		id, _ := json.Marshal(call.ID.Raw()) // a number or a string
		call.Extra = &sdk.RequestExtra{Header: http.Header{idempotencyKey: {keyOf(c.session, string(id))}}}
	}
	return message, err
}
