package serve

import (
	"math"
	"net/http"
	"runtime"
	"strings"

	"github.com/rs/cors"
	"github.com/urfave/cli/v3"

	"github.com/covertrack/covertrack/cmd/covertrack/command"
	"github.com/covertrack/covertrack/graph/admission"
	"github.com/covertrack/covertrack/model"
)

// InFlightPerCore is how many requests a core handles at once: more would only wait for each other.
const InFlightPerCore = 8

// limitFlags say which requests the server accepts.
func limitFlags() []cli.Flag {
	return []cli.Flag{
		&cli.IntFlag{Name: "rate-limit", Value: 600, Sources: command.FromEnv("rate-limit"),
			Usage: "requests a minute that a token may send, at most 100 of them at one moment; 0 for any number"},
		&cli.IntFlag{Name: "rate-limit-bytes", Value: 200, Sources: command.FromEnv("rate-limit-bytes"),
			Usage: "MiB a minute that a token may send in bodies, and that a portfolio may upload, all of them at one moment; " +
				"0, or --rate-limit 0, for any number"},
		&cli.IntFlag{Name: "quota-claimed", Value: 100, Sources: command.FromEnv("quota-claimed"),
			Usage: "GiB that the files of a portfolio's documents may have; 0 for any number"},
		&cli.IntFlag{Name: "quota-unclaimed", Value: 2, Sources: command.FromEnv("quota-unclaimed"),
			Usage: "GiB of a portfolio's uploads that no document has claimed yet; 0 for any number"},
		&cli.IntFlag{Name: "quota-records", Value: 5_000_000, Sources: command.FromEnv("quota-records"),
			Usage: "records that a portfolio may have, without the audit trail; 0 for any number"},
		&cli.IntFlag{Name: "quota-case-assets", Value: 500, Sources: command.FromEnv("quota-case-assets"),
			Usage: "assets that one case may have, at most 2000"},
		&cli.IntFlag{Name: "quota-case-policies", Value: 1000, Sources: command.FromEnv("quota-case-policies"),
			Usage: "policies that one case may have, at most 2000"},
		&cli.IntFlag{Name: "max-in-flight", Value: InFlightPerCore * runtime.NumCPU(), Sources: command.FromEnv("max-in-flight"),
			DefaultText: "8 a core",
			Usage:       "requests that the node works on at once, half of them at most for one organization; 0 for any number"},
		&cli.IntFlag{Name: "max-streams", Value: 2000, Sources: command.FromEnv("max-streams"),
			Usage: "subscriptions and waiting requests that may be open on the node at once; 0 for any number"},
		&cli.IntFlag{Name: "max-streams-organization", Value: 200, Sources: command.FromEnv("max-streams-organization"),
			Usage: "the same, of one organization"},
		&cli.IntFlag{Name: "max-streams-token", Value: 20, Sources: command.FromEnv("max-streams-token"),
			Usage: "the same, of one token"},
		command.Setting("cors-origins", "", "origins whose pages may call the API, with commas between them, "+
			"like https://app.example.com; * for all (default: none)"),
		command.Setting("trusted-proxies", "", "networks of the proxies before this server, with commas between them, like 10.0.0.0/8; "+
			"their X-Forwarded-For says which address a client has (default: none)"),
	}
}

// newGate makes the gate that the flags describe.
func newGate(cmd *cli.Command) (*admission.Gate, error) {
	if err := checkLimits(cmd); err != nil {
		return nil, err
	}
	return admission.New(admission.Config{
		PerMinute: cmd.Int("rate-limit"), BytesPerMinute: int64(cmd.Int("rate-limit-bytes")) << 20, InFlight: cmd.Int("max-in-flight"),
		Held: limitMemory,
	}), nil
}

// checkLimits refuses limits below 0, and such as have more bytes than a number holds.
func checkLimits(cmd *cli.Command) error {
	for _, name := range []string{
		"rate-limit", "rate-limit-bytes", "quota-claimed", "quota-unclaimed", "quota-records", "max-in-flight", "min-free-space", "keep-audit",
		"max-streams", "max-streams-organization", "max-streams-token",
	} {
		if n := cmd.Int(name); n < 0 || n > math.MaxInt32 {
			return command.Usagef(cmd, "--%s is %d; it takes 0 or more", name, n)
		}
	}
	for _, name := range []string{"quota-case-assets", "quota-case-policies"} {
		if n := cmd.Int(name); n < 1 || n > model.LargestCase {
			return command.Usagef(cmd, "--%s is %d; it takes 1 to %d", name, n, model.LargestCase)
		}
	}
	return nil
}

// quotasOf returns the quotas of portfolios that have none of their own.
func quotasOf(cmd *cli.Command) model.Quotas {
	return model.Quotas{
		Claimed: int64(cmd.Int("quota-claimed")) << 30, Unclaimed: int64(cmd.Int("quota-unclaimed")) << 30,
		Records:    int64(cmd.Int("quota-records")),
		CaseAssets: int64(cmd.Int("quota-case-assets")), CasePolicies: int64(cmd.Int("quota-case-policies")),
	}
}

// newStreams makes the limits of streams that the flags describe. What is read for streams takes a place of the gate.
func newStreams(cmd *cli.Command, gate *admission.Gate) *admission.Streams {
	return admission.NewStreams(admission.StreamLimits{
		PerToken:        cmd.Int("max-streams-token"),
		PerOrganization: cmd.Int("max-streams-organization"),
		PerNode:         cmd.Int("max-streams"),
	}, gate)
}

// allowOrigins handles preflight requests and lets the pages of the origins read the same headers as other clients.
// Without origins no page of another site can call the API.
func allowOrigins(origins string, next http.Handler) http.Handler {
	if origins == "" {
		return next
	}
	return cors.New(cors.Options{
		AllowedOrigins: originsOf(origins),
		AllowedMethods: []string{http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPatch, http.MethodPut, http.MethodDelete},
		AllowedHeaders: []string{"Authorization", "Content-Type", "Idempotency-Key", "If-Match", "If-None-Match",
			"Last-Event-ID", "Mcp-Method", "Mcp-Name", "Mcp-Protocol-Version", "Mcp-Session-Id", "X-Portfolio", "X-Request-Id"},
		ExposedHeaders: []string{"Deprecation", "ETag", "Idempotent-Replayed", "Link", "Location", "Mcp-Session-Id", "RateLimit",
			"RateLimit-Policy", "Retry-After", "X-GraphQL-Operation", "X-Request-Id"},
		MaxAge: 600,
	}).Handler(next)
}

// originsOf are the origins of the flag.
func originsOf(origins string) []string {
	return strings.Split(strings.ReplaceAll(origins, " ", ""), ",")
}
