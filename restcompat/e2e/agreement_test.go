package e2e

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/restcompat/resttest"
	"github.com/covertrack/covertrack/storage/storagetest"
)

// TestDoorsAgree: the operation behind each GET, sent to /graphql by the same caller, returns exactly the bytes of
// the REST body.
func TestDoorsAgree(t *testing.T) {
	t.Parallel()
	now := time.Now() // fixed, since signed links expire
	s := resttest.Serve(t, storagetest.NewWorld(t), func() time.Time { return now })
	f := newFixture(t, s, s.Harbor)
	for _, ep := range s.REST.Endpoints() {
		if ep.Method != http.MethodGet {
			continue
		}
		t.Run(ep.Operation, func(t *testing.T) {
			t.Parallel()
			noun := f.asks(ep)[0].noun
			variables := object{}
			if noun != "" {
				variables["id"] = f.ids[noun]
			}
			if strings.Contains(ep.Path, "{externalId}") {
				variables["externalId"] = f.ids["externalId"]
			}
			if strings.Contains(ep.Path, "{deliveryId}") {
				variables["deliveryId"] = f.ids["webhookDelivery"]
			}
			rest := f.as(ep).Do(t, http.MethodGet, f.path(ep, noun), nil)
			require.Equal(t, ep.Status, rest.Status, "%s", rest.Body)
			answer := f.as(ep).Do(t, http.MethodPost, "/graphql",
				object{"query": ep.Document, "operationName": ep.Operation, "variables": variables})
			var graphQL struct {
				Data struct{ Body json.RawMessage }
			}
			require.NoError(t, json.Unmarshal(answer.Body, &graphQL))
			require.NotEmpty(t, graphQL.Data.Body, "%s", answer.Body)
			require.Equal(t, string(rest.Body), string(graphQL.Data.Body))
		})
	}
}
