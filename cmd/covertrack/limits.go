package main

import (
	"net/http"
	"runtime"
	"strings"

	"github.com/rs/cors"
	"github.com/urfave/cli/v3"

	"github.com/covertrack/covertrack/graph/admission"
)

// inFlightPerCore is how many requests a core handles at once: more would only wait for each other.
const inFlightPerCore = 8

// limitFlags say which requests the server accepts.
func limitFlags() []cli.Flag {
	return []cli.Flag{
		&cli.IntFlag{Name: "rate-limit", Value: 600, Sources: fromEnv("rate-limit"),
			Usage: "requests a minute that a token may send, at most 100 of them at one moment; 0 for any number"},
		&cli.IntFlag{Name: "max-in-flight", Value: inFlightPerCore * runtime.NumCPU(), Sources: fromEnv("max-in-flight"),
			DefaultText: "8 a core",
			Usage:       "requests that the node works on at once, half of them at most for one organization; 0 for any number"},
		&cli.IntFlag{Name: "max-streams", Value: 2000, Sources: fromEnv("max-streams"),
			Usage: "subscriptions that may be open on the node at once; 0 for any number"},
		&cli.IntFlag{Name: "max-streams-organization", Value: 200, Sources: fromEnv("max-streams-organization"),
			Usage: "subscriptions that one organization may have open on the node at once; 0 for any number"},
		&cli.IntFlag{Name: "max-streams-token", Value: 20, Sources: fromEnv("max-streams-token"),
			Usage: "subscriptions that one token may have open on the node at once; 0 for any number"},
		setting("cors-origins", "", "origins whose pages may call the API, with commas between them, "+
			"like https://app.example.com; * for all (default: none)"),
		setting("trusted-proxies", "", "networks of the proxies before this server, with commas between them, like 10.0.0.0/8; "+
			"their X-Forwarded-For says which address a client has (default: none)"),
	}
}

// newGate makes the gate that the flags describe.
func newGate(cmd *cli.Command) (*admission.Gate, error) {
	if err := zeroOrMore(cmd, "rate-limit", "max-in-flight"); err != nil {
		return nil, err
	}
	return admission.New(admission.Config{PerMinute: cmd.Int("rate-limit"), InFlight: cmd.Int("max-in-flight")}), nil
}

// newStreams makes the limits of streams that the flags describe. What is read for streams takes a place of the gate.
func newStreams(cmd *cli.Command, gate *admission.Gate) (*admission.Streams, error) {
	if err := zeroOrMore(cmd, "max-streams", "max-streams-organization", "max-streams-token"); err != nil {
		return nil, err
	}
	return admission.NewStreams(admission.StreamLimits{
		PerToken:        cmd.Int("max-streams-token"),
		PerOrganization: cmd.Int("max-streams-organization"),
		PerNode:         cmd.Int("max-streams"),
	}, gate), nil
}

func zeroOrMore(cmd *cli.Command, names ...string) error {
	for _, name := range names {
		if cmd.Int(name) < 0 {
			return usagef(cmd, "--%s is %d; it takes 0 or more", name, cmd.Int(name))
		}
	}
	return nil
}

// allowOrigins handles preflight requests and lets the pages of the origins read the same headers as other clients.
// Without origins no page of another site can call the API.
func allowOrigins(origins string, next http.Handler) http.Handler {
	if origins == "" {
		return next
	}
	allowed := strings.Split(strings.ReplaceAll(origins, " ", ""), ",")
	return cors.New(cors.Options{
		AllowedOrigins: allowed,
		AllowedMethods: []string{http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPatch, http.MethodPut},
		AllowedHeaders: []string{"Authorization", "Content-Type", "Idempotency-Key", "If-Match", "If-None-Match",
			"X-Portfolio", "X-Request-Id"},
		ExposedHeaders: []string{"Deprecation", "ETag", "Idempotent-Replayed", "Link", "Location", "RateLimit",
			"RateLimit-Policy", "Retry-After", "X-GraphQL-Operation", "X-Request-Id"},
		MaxAge: 600,
	}).Handler(next)
}
