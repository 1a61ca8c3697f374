package blob

import (
	"cmp"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"net/http"
	"net/url"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/minio/minio-go/v7"
	"github.com/minio/minio-go/v7/pkg/credentials"
	"github.com/minio/minio-go/v7/pkg/encrypt"
)

// s3Parameters are the parameters of an s3:// address; it is true of those that are true or false.
var s3Parameters = map[string]bool{
	"endpoint": false, "region": false, "profile": false, "prefix": false, "ssetype": false, "kmskeyid": false,
	"use_path_style": true, "s3ForcePathStyle": true, "accelerate": true, "dualstack": true, "anonymous": true,
	// These steered the SDK of earlier versions, and change nothing.
	"awssdk": false, "hostname_immutable": false, "rate_limiter_capacity": false,
	"request_checksum_calculation": false, "response_checksum_validation": false,
}

// openS3 opens the bucket that u names, with the credentials of the environment: AWS_ACCESS_KEY_ID and its neighbours,
// the shared file of credentials, or the role of the pod, the task or the machine.
func openS3(u *url.URL, log *slog.Logger) (*s3Bucket, error) {
	q := u.Query()
	flags, err := parseFlags(q)
	if err != nil {
		return nil, err
	}
	sse, err := encryption(q.Get("ssetype"), q.Get("kmskeyid"))
	if err != nil {
		return nil, err
	}
	own := cmp.Or(q.Get("endpoint"), os.Getenv("AWS_ENDPOINT_URL_S3"), os.Getenv("AWS_ENDPOINT_URL"))
	endpoint, err := url.Parse(cmp.Or(own, "https://s3.amazonaws.com"))
	if err != nil || endpoint.Host == "" || u.Host == "" {
		return nil, errors.New("it looks like s3://bucket?endpoint=https://host&region=eu-west-1")
	}
	transport, err := minio.DefaultTransport(endpoint.Scheme != "http")
	if err != nil {
		return nil, err
	}
	lookup := minio.BucketLookupAuto
	switch {
	case flags["use_path_style"] || flags["s3ForcePathStyle"]:
		lookup = minio.BucketLookupPath
	case own != "":
		lookup = minio.BucketLookupDNS
	}
	client, err := minio.New(endpoint.Host, &minio.Options{
		Creds:        credentials.NewChainCredentials(providers(q.Get("profile"), flags["anonymous"])),
		Secure:       endpoint.Scheme != "http",
		Transport:    transport,
		Region:       cmp.Or(q.Get("region"), os.Getenv("AWS_REGION"), os.Getenv("AWS_DEFAULT_REGION")),
		BucketLookup: lookup,
		MaxRetries:   3,
	})
	if err != nil {
		return nil, err
	}
	client.SetS3EnableDualstack(flags["dualstack"])
	if flags["accelerate"] {
		client.SetS3TransferAccelerate("s3-accelerate.amazonaws.com")
	}
	return &s3Bucket{client, u.Host, q.Get("prefix"), sse, usualPatience, transport.CloseIdleConnections, log}, nil
}

// parseFlags returns the parameters that are true or false. The error names a parameter that is unknown or wrong.
func parseFlags(q url.Values) (map[string]bool, error) {
	flags := map[string]bool{}
	for name := range q {
		isFlag, known := s3Parameters[name]
		if !known {
			return nil, fmt.Errorf("there is no parameter %q; there are %s", name,
				strings.Join(slices.Sorted(maps.Keys(s3Parameters)), ", "))
		}
		on, err := strconv.ParseBool(q.Get(name))
		if isFlag && err != nil {
			return nil, fmt.Errorf("the parameter %s is true or false, not %q", name, q.Get(name))
		}
		flags[name] = on
	}
	return flags, nil
}

// providers returns where credentials are looked for, in this order.
func providers(profile string, anonymous bool) []credentials.Provider {
	if anonymous {
		return nil
	}
	all := []credentials.Provider{
		&credentials.EnvAWS{},
		&credentials.FileAWSCredentials{Profile: profile},
		&credentials.IAM{Client: &http.Client{Timeout: usualPatience.look}}, // the metadata service may hang too
	}
	if profile != "" {
		return all[1:]
	}
	return all
}

// encryption returns how the store encrypts what is written, nil for as its bucket says.
func encryption(kind, keyID string) (encrypt.ServerSide, error) {
	switch {
	case strings.EqualFold(kind, "aws:kms") || kind == "" && keyID != "":
		return encrypt.NewSSEKMS(keyID, nil)
	case strings.EqualFold(kind, "AES256"):
		return encrypt.NewSSE(), nil
	case kind == "":
		return nil, nil
	}
	return nil, fmt.Errorf("there is no ssetype %q, use AES256 or aws:kms", kind)
}
