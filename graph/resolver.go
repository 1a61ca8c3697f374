package graph

import "github.com/covertrack/covertrack/graph/generated"

// Resolver is the root of the resolvers. Only root fields are resolved; relations are loaded with their parents (relate.go),
// so that no field of a node ever asks the database.
type Resolver struct{}

// Query is the reads.
func (r *Resolver) Query() generated.QueryResolver { return &queryResolver{Resolver: r} }

// Mutation is the writes.
func (r *Resolver) Mutation() generated.MutationResolver { return &mutationResolver{Resolver: r} }

// Subscription is what is told as it happens.
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
