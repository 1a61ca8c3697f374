package renewal_test

import (
	"net"
	"testing"

	"github.com/emersion/go-sasl"
	"github.com/emersion/go-smtp"
	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/graph/renewal"
)

func TestOpenMail(t *testing.T) {
	t.Parallel()
	for address, want := range map[string]string{
		"mail.example.com":                            "a mail server looks like smtp://",
		"http://mail.example.com":                     "a mail server looks like smtp://",
		"smtp://":                                     "a mail server looks like smtp://",
		"smtp://mail.example.com:99999":               "mail server:",
		"smtp://user:hidden@mail.example.com?tls=yes": "tls is none or opportunistic, not yes",
		"smtp://mail.example.com?from=nobody":         "from=nobody is no address",
		"smtp://mail.example.com":                     "",
		"smtps://user:hidden@mail.example.com":        "",
		"smtp://127.0.0.1:1025?from=a@b.example":      "",
		"smtp://127.0.0.1:1025":                       "",
	} {
		_, err := renewal.OpenMail(address)
		if want == "" {
			require.NoError(t, err, address)
		} else {
			require.ErrorContains(t, err, want, address)
			require.NotContains(t, err.Error(), "hidden")
		}
	}
}

// authSession takes mail from one account only.
type authSession struct{ mailSession }

func (*authSession) AuthMechanisms() []string { return []string{sasl.Plain} }

func (s *authSession) Auth(string) (sasl.Server, error) {
	return sasl.NewPlainServer(func(_, user, password string) error {
		if user != "lender" || password != "a secret" {
			return smtp.ErrAuthFailed
		}
		return nil
	}), nil
}

func TestMailAccount(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	server := smtp.NewServer(smtp.BackendFunc(func(*smtp.Conn) (smtp.Session, error) { return &authSession{mailSession{m: o.mail}}, nil }))
	server.Domain, server.AllowInsecureAuth, server.ErrorLog = "mail.example.com", true, quiet{}
	go func() { _ = server.Serve(listener) }()
	t.Cleanup(func() { _ = server.Close() })
	p := o.newPolicy(t)
	_, err = o.follower.Sweep(t.Context())
	require.NoError(t, err)
	follow := func(account string) error {
		mail, err := renewal.OpenMail("smtp://" + account + "@" + listener.Addr().String() + "?tls=none")
		require.NoError(t, err)
		return renewal.NewFollower(renewal.Config{Store: o.Store, Mail: mail, Now: o.now, Logger: testLog(t)}).Deliver(t.Context())
	}
	err = follow("lender:wrong")
	require.ErrorContains(t, err, "mail server: connect: answered 535")
	require.Equal(t, "planned 0", o.outcome(t, p), "an account that is set up wrongly fails no notice")
	require.NoError(t, follow("lender:a%20secret"))
	require.Equal(t, "sent 0", o.outcome(t, p))
}
