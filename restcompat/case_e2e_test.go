package restcompat_test

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/restcompat/resttest"
)

func TestCaseCreate(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	c := s.As(s.Harbor.Token)
	program := s.Program(t, s.Harbor)

	created := c.Do(t, http.MethodPost, "/rest/cases", resttest.Object{"program": program})
	body := created.Object(t, http.StatusCreated)
	require.Equal(t, s.URL+"/rest/cases/"+body["id"].(string), created.Header.Get("Location"))
	require.Equal(t, "DRAFT", body["status"])
	require.Equal(t, "serviceManaged", body["managementType"])
	require.Equal(t, body, c.Get(t, "/rest/cases/"+body["id"].(string)))
}
