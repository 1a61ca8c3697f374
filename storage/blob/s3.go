package blob

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"

	awshttp "github.com/aws/aws-sdk-go-v2/aws/transport/http"
	"github.com/aws/aws-sdk-go-v2/service/s3"
	"github.com/aws/smithy-go/logging"
	cdk "gocloud.dev/blob"
	"gocloud.dev/blob/s3blob"
)

// opener returns what opens the stores of a scheme.
func opener(scheme string, log *slog.Logger) cdk.BucketURLOpener {
	if scheme != s3blob.Scheme {
		return cdk.DefaultURLMux()
	}
	mux := new(cdk.URLMux) // knows the parameters of all stores, such as prefix
	mux.RegisterBucket(s3blob.Scheme, s3Opener{log})
	return mux
}

// s3Opener opens buckets of S3 whose client logs through our logger. By itself the SDK writes bare lines to stderr.
type s3Opener struct{ log *slog.Logger }

// OpenBucketURL opens the bucket with the parameters of gocloud.dev/blob/s3blob. The opener of that package keeps the
// options of the bucket, and the client is made again from its own options, with a logger.
func (o s3Opener) OpenBucketURL(ctx context.Context, u *url.URL) (*cdk.Bucket, error) {
	opener := &s3blob.URLOpener{}
	bucket, err := opener.OpenBucketURL(ctx, u)
	if err != nil {
		return nil, err
	}
	var client *s3.Client
	if !bucket.As(&client) {
		return bucket, nil
	}
	if err := bucket.Close(); err != nil {
		return nil, err
	}
	logged := s3.New(client.Options(), func(options *s3.Options) {
		options.Logger = sdkLog{o.log, context.Background()}
		options.HTTPClient = ownClient(options.HTTPClient)
	})
	return s3blob.OpenBucket(ctx, logged, u.Host, &opener.Options)
}

// ownClient returns the SDK's client with connections of its own, so that idle ones can be closed. A client of another
// kind, which is not the SDK's default, stays.
func ownClient(client s3.HTTPClient) s3.HTTPClient {
	if buildable, ok := client.(*awshttp.BuildableClient); ok {
		return &http.Client{Transport: buildable.GetTransport(), Timeout: buildable.GetTimeout()}
	}
	return client
}

// idleCloser returns what closes a bucket's idle connections, or nil if it is not known how.
func idleCloser(bucket *cdk.Bucket) func() {
	var client *s3.Client
	if !bucket.As(&client) {
		return nil
	}
	if own, ok := client.Options().HTTPClient.(*http.Client); ok {
		return own.CloseIdleConnections
	}
	return nil
}

// sdkLog is our logger as one of the AWS SDK.
type sdkLog struct {
	*slog.Logger
	ctx context.Context //nolint:containedctx // of the call that is logged, as the SDK wants it
}

// WithContext returns the logger for a call.
func (l sdkLog) WithContext(ctx context.Context) logging.Logger { return sdkLog{l.Logger, ctx} }

// Logf logs what the SDK says.
func (l sdkLog) Logf(class logging.Classification, format string, args ...any) {
	level := slog.LevelDebug
	if class == logging.Warn {
		level = slog.LevelWarn
	}
	l.Log(l.ctx, level, fmt.Sprintf(format, args...), "library", "aws-sdk-go")
}
