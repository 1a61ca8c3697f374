package graph

import "github.com/covertrack/covertrack/graph/generated"

// Resolver is the root of the resolvers, to be given to engine.New. Only root fields have resolvers that use the
// database; relations are loaded together with their parents (relate.go).
type Resolver struct{}

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
