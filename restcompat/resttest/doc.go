// Package resttest runs both doors over a real database for tests that come in by HTTP.
//
// It may import everything below cmd. To test an endpoint, make a Server, take a client of one of its tenants, and send.
package resttest
