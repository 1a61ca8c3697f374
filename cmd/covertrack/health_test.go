package main

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/cmd/covertrack/command"
)

func TestHealth(t *testing.T) {
	t.Parallel()
	x := newInProcess(t)
	require.JSONEq(t, `{"status":"ok"}`, x.do("GET", "/healthz", "", "").Body.String())
	require.JSONEq(t, `{"status":"ok","database":"ok","files":"ok","mail":"missing"}`, x.do("GET", "/readyz", "", "").Body.String())

	t.Run("the database is away", func(t *testing.T) {
		y := newInProcess(t)
		y.world.Store.Pool().Close()
		w := y.do("GET", "/readyz", "", "")
		require.Equal(t, http.StatusServiceUnavailable, w.Code)
		require.JSONEq(t, `{"status":"unavailable","database":"unavailable","files":"ok"}`, w.Body.String())
		require.Equal(t, http.StatusOK, y.do("GET", "/healthz", "", "").Code, "no restart would mend it")
	})
	t.Run("mail", func(t *testing.T) {
		y := newInProcess(t)
		y.world.Exec(t, "UPDATE mail_status SET status = 'failing', reason = 'connect'")
		w := y.do("GET", "/readyz", "", "")
		require.Equal(t, http.StatusOK, w.Code, "requests need no mail")
		require.JSONEq(t, `{"status":"ok","database":"ok","files":"ok","mail":"failing"}`, w.Body.String())
		for _, none := range []command.MailSettings{{Idle: true}, {Off: true}} {
			y.Health.Mail = none
			require.NotContains(t, y.do("GET", "/readyz", "", "").Body.String(), "mail", "this node sends none")
		}
	})
	t.Run("stopping", func(t *testing.T) {
		x.Health.Drain()
		w := x.do("GET", "/readyz", "", "")
		require.Equal(t, http.StatusServiceUnavailable, w.Code)
		require.JSONEq(t, `{"status":"stopping"}`, w.Body.String())
		require.Equal(t, http.StatusOK, x.do("GET", "/healthz", "", "").Code)
	})
}
