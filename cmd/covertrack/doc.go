// Command covertrack is the whole program: it serves the API and administers what it serves.
//
// Each command has a file of its own (serve.go, migrate.go, org.go, token.go…) with its flags, its help and its function;
// the life of the server is spread over serve.go (what is started and stopped, in which order), http.go (the doors and
// their paths), access.go (what surrounds every request) and health.go (the probes). This package wires and prints; it has
// no rules and no SQL, and may import everything. To add a command, write its file and name it in newRoot (main.go).
package main
