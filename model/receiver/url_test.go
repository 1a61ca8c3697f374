package receiver

import (
	"net/netip"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestWebhookURLs(t *testing.T) {
	t.Parallel()
	good := []string{
		"https://hooks.example.com", "https://hooks.example.com/a?b=c", "https://hooks.example.com:8443/", "https://hooks.example.com:1024/",
		"https://hooks.example.com/a b?c=d%20e",
		"https://8.8.8.8/", "https://[2606:4700::1111]/", "https://localhost/", "https://xn--bcher-kva.example/", "https://a_b.example.com./x",
		"https://10.example.com/", "https://1.2.3.4.example/",
	}
	for _, text := range good {
		require.Empty(t, URLs{}.Check("/url", text), text)
	}
	bad := []string{
		"", "x", "http://hooks.example.com", "ftp://hooks.example.com", "//hooks.example.com", "https:///x", "https:hooks.example.com",
		"https://hooks.example.com:80/", "https://hooks.example.com:22/", "https://hooks.example.com:0/", "https://hooks.example.com:65536/",
		"https://user@hooks.example.com/", "https://user:word@hooks.example.com/", "https://hooks.example.com/#x", "https://hooks.example.com/#",
		"https://127.0.0.1/", "https://10.1.2.3/", "https://192.168.1.1/", "https://172.16.0.1/", "https://169.254.169.254/", "https://0.0.0.0/",
		"https://100.64.0.1/", "https://255.255.255.255/", "https://224.0.0.1/", "https://127.1/", "https://2130706433/", "https://0x7f000001/",
		"https://0x7f.0.0.1/", "https://0177.0.0.1/", "https://017700000001/", "https://127.0.0.1./", "https://0/", "https://1.2.3/",
		"https://[::1]/", "https://[::]/", "https://[fe80::1]/", "https://[fe80::1%25eth0]/", "https://[fc00::1]/", "https://[::ffff:127.0.0.1]/",
		"https://[::ffff:10.0.0.1]/", "https://[64:ff9b::7f00:1]/", "https://[2002:7f00:1::]/", "https://[2001::1]/", "https://[2001:db8::1]/",
		"https://168.63.129.16/", "https://[::ffff:168.63.129.16]/", "https://[64:ff9b::a83f:8110]/", "https://[2002:a83f:8110::]/",
		"https://100.100.100.200/", "https://192.0.0.192/", "https://[fd00:ec2::254]/", "https://[fd20:ce::254]/", "https://[fd00:42::42]/",
		"https://192.0.2.1/", "https://198.51.100.1/", "https://203.0.113.1/", "https://[3fff::1]/", "https://198.18.0.1/",
		"https://198.19.255.255/",
		"https://[2001:2::1]/", "https://[5f00::1]/", "https://[100::1]/",
		"https://１２７.0.0.1/", "https://hooks。example.com/", "https://bücher.example/", "https://a b.example/", "https://-a.example/",
		"https://a..b/", "https://hooks.example.com/?a=b c",
		"https://hooks.example.com/" + strings.Repeat("x", 2048), "https://" + strings.Repeat("a.", 130) + "example/", "http://127.0.0.1:9999/",
	}
	for _, text := range bad {
		require.NotEmpty(t, URLs{}.Check("/url", text), text)
	}
}

// TestWebhookURLsInsecure opens this machine and nothing else.
func TestWebhookURLsInsecure(t *testing.T) {
	t.Parallel()
	w := URLs{Insecure: true}
	for _, text := range []string{"http://127.0.0.1:80/", "http://localhost:8080/", "http://[::1]:99/", "https://127.0.0.1/",
		"https://hooks.example.com/"} {
		require.Empty(t, w.Check("/url", text), text)
	}
	for _, text := range []string{"http://hooks.example.com/", "http://10.0.0.1/", "https://10.0.0.1/", "http://127.1/",
		"http://169.254.169.254/"} {
		require.NotEmpty(t, w.Check("/url", text), text)
	}
	require.True(t, w.Allows(netip.MustParseAddr("127.0.0.1")))
	require.False(t, URLs{}.Allows(netip.MustParseAddr("127.0.0.1")))
	require.False(t, w.Allows(netip.MustParseAddr("192.168.0.1")))
}
