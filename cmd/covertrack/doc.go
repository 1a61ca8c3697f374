// Command covertrack is the whole program: the server of the API and its administration.
//
// Each command has a file (serve.go, org.go, token.go…) with its flags, its help and its function; openapi.go has both
// that describe the API. The server is in serve.go (what is started and stopped, in which order), service.go (what
// handles requests), http.go (the doors and their paths), access.go (what runs around every request), compress/ (gzip and
// zstd), log.go, metrics.go, backlog.go (the queues of jobs), traces.go and statements.go (their spans), health.go
// (probes and profiles) and mail.go (what the flags say about mail). The checks of the doctor are in its other files. This
// package connects the parts and prints; it has no rules and no SQL, and may import everything. To add a command, write
// its file and add it to newRoot (main.go).
package main
