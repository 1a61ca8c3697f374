package graph

import (
	"context"
	"time"

	"github.com/covertrack/covertrack/graph/engine"
	"github.com/covertrack/covertrack/graph/feed"
	"github.com/covertrack/covertrack/graph/generated"
	"github.com/covertrack/covertrack/graph/signin"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/receiver"
	"github.com/covertrack/covertrack/storage/blob"
	"github.com/covertrack/covertrack/storage/book"
)

// Resolver is the root of the resolvers, to be given to engine.New, with what they need besides the database. Relations are
// loaded together with their parents (relate.go), or for all of these at once when a part of a list is asked for (narrow.go).
type Resolver struct {
	// BaseURL is the address that clients use, as https://covertrack.example.com. Links in results begin with it.
	BaseURL string
	Blobs   *blob.Store
	Feed    *feed.Hub
	// WebhookKey encrypts the secrets of webhook endpoints; WebhookURLs are those that endpoints may have.
	WebhookKey  receiver.Key
	WebhookURLs receiver.URLs
	// IdentityKey encrypts the secrets of identity providers, with which SignIn asks them.
	IdentityKey receiver.Key
	SignIn      *signin.Client
	// Demo makes the sample data of a sandbox, as of a day, and their files; nil where there is none.
	Demo func(p *model.Portfolio, today time.Time) (*book.Book, []book.File)
}

// resolverOf returns the resolver that runs the request of ctx.
func resolverOf(ctx context.Context) *Resolver { return engine.RequestOf(ctx).Resolvers.(*Resolver) }

// Query is the resolvers of reads.
func (*Resolver) Query() generated.QueryResolver { return &queryResolver{} }

// Mutation is the resolvers of writes.
func (*Resolver) Mutation() generated.MutationResolver { return &mutationResolver{} }

// Subscription is the resolvers of subscriptions.
func (*Resolver) Subscription() generated.SubscriptionResolver { return &subscriptionResolver{} }

type (
	queryResolver        struct{}
	mutationResolver     struct{}
	subscriptionResolver struct{}
)
