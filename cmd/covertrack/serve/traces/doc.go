// Package traces makes the spans of requests (traces.go) and of their statements (statements.go).
package traces
