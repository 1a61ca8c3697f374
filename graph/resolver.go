package graph

import "github.com/covertrack/covertrack/graph/generated"

// Resolver is the root of the resolvers, to be given to engine.New. Only root fields have resolvers that use the database;
// relations are loaded together with their parents (relate.go).
type Resolver struct{}

// Query is the resolvers of reads.
func (r *Resolver) Query() generated.QueryResolver { return &queryResolver{Resolver: r} }

// Mutation is the resolvers of writes.
func (r *Resolver) Mutation() generated.MutationResolver { return &mutationResolver{Resolver: r} }

// Subscription is the resolvers of subscriptions.
func (r *Resolver) Subscription() generated.SubscriptionResolver {
	return &subscriptionResolver{Resolver: r}
}

type queryResolver struct {
	*Resolver
}

type mutationResolver struct {
	*Resolver
}

type subscriptionResolver struct {
	*Resolver
}
