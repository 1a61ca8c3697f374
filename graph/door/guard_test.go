package door

import (
	"fmt"
	"log/slog"
	"math"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/graph/engine"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage/storagetest/soak"
)

// The figures of reliability S2.
const (
	refusedWithin      = 5 * time.Millisecond
	refusedWithinBytes = 1 << 20
	acceptedWithin     = 50 * time.Millisecond
)

func repeat(n int, format string) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(strings.ReplaceAll(format, "%d", fmt.Sprint(i)))
	}
	return b.String()
}

// bomb doubles n times: 2^n fields when it is written out.
func bomb(n int) string {
	return "{ cases { nodes { ...f0 } } }" + fragments(n, "...f%d ...f%d") + fmt.Sprintf(" fragment f%d on Case { id displayName }", n)
}

func fragments(n int, body string) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, " fragment f%d on Case { %s }", i, strings.ReplaceAll(body, "%d", fmt.Sprint(i+1)))
	}
	return b.String()
}

// hostile are documents that would be dear to validate or to run (reliability S2).
var hostile = map[string]string{
	"31 aliases":               "{" + repeat(31, " a%d: __typename") + "}",
	"10k aliases":              "{" + repeat(10_000, " a%d: __typename") + "}",
	"10k times one alias":      "{" + strings.Repeat(" a: __typename", 10_000) + "}",
	"aliases by fragments":     "{ cases { nodes { ...f0 } } }" + fragments(5, "...f%d ...f%d") + " fragment f5 on Case { a: id }",
	"aliases by operations":    repeat(31, " query q%d { a: __typename }"),
	"depth 13":                 strings.Repeat("{case", 13) + strings.Repeat("}", 13),
	"depth 50":                 strings.Repeat("{case", 50) + strings.Repeat("}", 50),
	"depth 1k":                 strings.Repeat("{a", 1_000) + strings.Repeat("}", 1_000),
	"depth 100k":               strings.Repeat("{a", 100_000) + strings.Repeat("}", 100_000),
	"depth 100k, never closed": strings.Repeat("{a", 100_000),
	"depth by fragments": "{ cases { nodes { ...f0 } } }" + fragments(13, "policies { case { ...f%d } }") +
		" fragment f13 on Case { id }",
	"depth by inline":     "{ cases { nodes " + strings.Repeat("{ ... on Case ", 400) + "{ id }" + strings.Repeat("}", 402),
	"fragment bomb 2^9":   bomb(9),
	"fragment bomb 2^20":  bomb(20),
	"fragment bomb 2^30":  bomb(30),
	"fragment bomb 10^30": "{ cases { nodes { ...f0 } } }" + fragments(30, strings.Repeat("...f%d ", 10)) + " fragment f30 on Case { id }",
	"fragment cycle":      `{ cases { nodes { ...a } } } fragment a on Case { ...b } fragment b on Case { ...a }`,
	"cycle with depth":    `{ cases { nodes { ...a } } } fragment a on Case { policies { case { ...a } } }`,
	"100k directives":     "{ __typename " + strings.Repeat("@include(if: true) ", 100_000) + "}",
	"150 directives":      "{ __typename " + strings.Repeat("@include(if: true) ", 150) + "}",
	"one megabyte":        "{ __typename #" + strings.Repeat("x", 1<<20-100) + "\n}",
	"a megabyte of text":  `{ cases(filter: {q: "` + strings.Repeat("x", 1<<20-100) + `"}) { nodes { id } } }`,
	"one field 210 times": "{ cases { nodes { " + strings.Repeat("id ", 210) + "} } }",
	"one field in fragments": "{ cases { nodes { " + repeat(12, "...f%d ") + "} } }" +
		repeat(12, " fragment f%d on Case { "+strings.Repeat("id ", 40)+"}"),
	"one field in parents": "{" + strings.Repeat(" cases { nodes { "+strings.Repeat("id ", 10)+"} }", 40) + "}",
	"501 fields":           "{ cases { nodes { " + strings.Repeat("id ", 501) + "} } }",
	"fields by operations": repeat(100, " query q%d { cases { nodes { id } pageInfo { total } } }"),
	"brackets 16k":         `{ cases(filter: {id: ` + strings.Repeat("[", 16_000),
	"braces 16k":           `{ cases(filter: ` + strings.Repeat("{id:", 4_000),
	"101 ids":              `{ cases(filter: {id: [` + strings.Repeat(`"x",`, 101) + `]}) { nodes { id } } }`,
	"variables 1k":         "query(" + repeat(1_000, " $v%d: ID") + ") { __typename }",
	"unused fragments":     "{ __typename }" + repeat(90, " fragment f%d on Case { id }"),
	"nested introspection": "{ __schema { types " + strings.Repeat("{ fields { type ", 20) + "{ name }" + strings.Repeat("} }", 20) + "} }",
	"the schema nested":    "{ __schema { types { fields { type { fields { name type { name } args { name } } } } } } }",
	"the schema 30 times":  "{" + repeat(30, " a%d: __schema { types { name fields { name args { name } } } }") + "}",
	"its types 30 times":   "{ __schema {" + repeat(30, " a%d: types { fields { name type { name } } }") + "} }",
	"a type 30 times": "{" +
		repeat(30, ` a%d: __type(name: "Query") { fields { args { type { inputFields { type { enumValues { name } } } } } } }`) + "}",
	"the schema twice":        "{ __schema { types { name } } b: __schema { types { kind } } }",
	"a type 6 times":          "{" + repeat(6, ` a%d: __type(name: "Query") { name }`) + "}",
	"members of members":      `{ __type(name: "Query") { fields { args { type { inputFields { name } } } } } }`,
	"the schema, aliased 10k": "{" + repeat(10_000, " a%d: __schema { types { name } }") + "}",
	"introspection fragments": "{ __schema { types { ...f0 } } }" +
		strings.ReplaceAll(fragments(30, "...f%d fields { type { ...f%d } }"), "on Case", "on __Type") + " fragment f30 on __Type { name }",
}

// HostileDocuments and DearDocuments are for the tests of the door.
var HostileDocuments, DearDocuments = hostile, dear

// dear are the dearest documents found that pass: as many fields that have to be compared as the bounds allow.
var dear = map[string]string{
	"one field 195 times":      "{ cases { nodes { " + strings.Repeat("id ", 195) + "} } }",
	"one field with arguments": "{" + strings.Repeat(" cases(limit: 1) { nodes { id } }", 75) + "}",
	"nested pairs":             "{" + strings.Repeat(" cases { nodes { policies { versions { id } } } }", 60) + "}",
	"fragments side by side": "{ cases { nodes { " + repeat(30, "...f%d ") + "} } }" +
		repeat(30, " fragment f%d on Case { id status loanNumber displayName createdAt updatedAt onHoldAt }"),
	"fragments in a row": "{ cases { nodes { ...f0 } } }" + fragments(60, "id status ...f%d") + " fragment f60 on Case { id }",
	"fragments doubled":  "{ cases { nodes { ...f0 } } }" + fragments(6, "id ...f%d ...f%d") + " fragment f6 on Case { id }",
	"one field in fragments": "{ cases { nodes { " + repeat(12, "...f%d ") + "} } }" +
		repeat(12, " fragment f%d on Case { "+strings.Repeat("id ", 16)+"}"),
	"one field in parents": "{" + strings.Repeat(" cases { nodes { "+strings.Repeat("id ", 10)+"} }", 18) + "}",
	"every field once": "{ cases { nodes { id status managementType programId riskProfileId displayName loanNumber maturityDate " +
		"createdAt updatedAt metadata loanAmount { amount currency } } } }",
	"ofType 160 levels": "{ __schema { types { fields { type " + strings.Repeat("{ ofType ", 160) + "{ name }" +
		strings.Repeat("}", 160) + "} } } }",
	"five types": "{" + repeat(5, ` a%d: __type(name: "Query") { fields { args { type { name ofType { name } } } } }`) + "}",
	"the schema": Introspections["all options"],
	"100 ids":    `{ cases(filter: {id: [` + strings.Repeat(`"x",`, 100) + `]}) { nodes { id } } }`,
}

func principalOf(staff bool) *model.Principal {
	if staff {
		return &model.Principal{StaffRole: new(model.StaffRole)}
	}
	return &model.Principal{}
}

// prepare is what the door does with a client's document, without its cache.
func prepare(d *Door, source string) error {
	d.texts.Purge()
	if _, errs := d.operation(members{query: source}, principalOf(true)); errs != nil {
		return errs
	}
	return nil
}

// within runs f until it stays within both bounds, for other tests may run beside this one; it gives up after some
// runs.
func within(t *testing.T, most time.Duration, mostBytes uint64, f func()) {
	t.Helper()
	var before, after runtime.MemStats
	var took time.Duration
	for range 50 {
		runtime.ReadMemStats(&before)
		start := time.Now()
		f()
		took = time.Since(start)
		runtime.ReadMemStats(&after)
		if took < most && after.TotalAlloc-before.TotalAlloc < mostBytes {
			return
		}
	}
	require.Fail(t, "too dear", "%v, %d bytes", took, after.TotalAlloc-before.TotalAlloc)
}

// newGuardDoor is a door without a database, which can parse and validate.
func newGuardDoor() *Door {
	return New(engine.New(engine.Config{Now: time.Now, Logger: slog.New(slog.DiscardHandler)}, nil))
}

// TestSoakS2Refused holds the guard to S2. It is not parallel, for it counts what is allocated.
func TestSoakS2Refused(t *testing.T) { //nolint:paralleltest
	d := newGuardDoor()
	tally := soak.NewTally(t, "S2", "hostile documents: refused within 5 ms and 1 MB")
	for name, source := range hostile { //nolint:paralleltest
		t.Run(name, func(t *testing.T) {
			tally.Tried(1)
			tally.Watch(t)
			require.Error(t, prepare(d, source))
			within(t, refusedWithin, refusedWithinBytes, func() { _ = prepare(d, source) })
		})
	}
}

// TestSoakS2Accepted holds the dearest documents that pass to S2.
func TestSoakS2Accepted(t *testing.T) { //nolint:paralleltest
	d := newGuardDoor()
	tally := soak.NewTally(t, "S2", "the most expensive documents that pass: parsed and validated within 50 ms")
	for name, source := range dear { //nolint:paralleltest
		t.Run(name, func(t *testing.T) {
			tally.Tried(1)
			tally.Watch(t)
			require.NoError(t, prepare(d, source))
			within(t, acceptedWithin, math.MaxUint64, func() { _ = prepare(d, source) })
		})
	}
}

func BenchmarkGuard(b *testing.B) {
	d := newGuardDoor()
	for group, documents := range map[string]map[string]string{"refused": hostile, "accepted": dear} {
		for name, source := range documents {
			b.Run(group+"/"+name, func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					_ = prepare(d, source)
				}
			})
		}
	}
}
