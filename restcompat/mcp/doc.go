// Package mcp offers the endpoints of the REST door to language models as tools, by the Model Context Protocol.
//
// A tool is made of the OpenAPI document (document.go, tool.go), so it has the name, the words and the types of the endpoint.
// A call of it is one request of REST (call.go) and the answer of that, cut and fenced (answer.go). Who sends the request is a
// Caller: /mcp sends it to the REST door of its own process (door.go), `covertrack mcp` over HTTP to a server. So roles,
// scopes, rates, quotas and the audit trail are those of REST, and no rule is here.
package mcp
