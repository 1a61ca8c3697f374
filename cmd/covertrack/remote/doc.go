// Package remote has the commands that are clients of a running server, with a token of a portfolio: mcp, sandbox and listen.
package remote
