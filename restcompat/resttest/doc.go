// Package resttest serves both doors on a real database, for tests that send HTTP.
//
// It may import everything below cmd. To test an endpoint, make a Server, and send a request as a client of one of
// its tenants.
package resttest
