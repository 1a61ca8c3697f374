package admission

import (
	"context"
	"sync"
	"time"

	"github.com/google/uuid"
	"github.com/prometheus/client_golang/prometheus"
	"golang.org/x/sync/semaphore"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/storage/pause"
)

// StreamLimits is how many streams may be open at once (reliability R12); 0 means no limit.
type StreamLimits struct{ PerToken, PerOrganization, PerNode int }

// Streams counts what stays open until something happens: subscriptions, and requests that wait for news. It is safe for
// concurrent use.
type Streams struct {
	limits StreamLimits
	gate   *Gate

	mu            sync.Mutex
	open          int
	tokens        map[uuid.UUID]int
	organizations map[uuid.UUID]*audience
}

// audience is the streams of one organization, or of staff. It is removed with the last one that uses it.
type audience struct {
	streams int
	users   int                 // streams, and refreshes
	turn    *semaphore.Weighted // of the refreshes
}

// refreshAgain is how long a refresh waits when there was no slot for it.
const refreshAgain = 100 * time.Millisecond

var (
	openStreams = prometheus.NewGauge(prometheus.GaugeOpts{
		Name: "covertrack_streams_open", Help: "Subscriptions that are open, and requests that wait for an event.",
	})
	refusedStreams = prometheus.NewCounterVec(prometheus.CounterOpts{
		Name: "covertrack_streams_refused_total",
		Help: "Subscriptions and waiting requests that were refused because the token, the organization or the node had too many.",
	}, []string{"reason"})
)

// Every reason has a series from the start, so that the first refusal shows as an increase.
func init() {
	for _, reason := range []string{"token", "organization", "node"} {
		refusedStreams.WithLabelValues(reason)
	}
}

// Collectors are the metrics of what this package counts.
func Collectors() []prometheus.Collector {
	return []prometheus.Collector{openStreams, refusedStreams, unreadBytes}
}

// NewStreams returns streams with limits. What is read for them takes a slot of the gate.
func NewStreams(limits StreamLimits, gate *Gate) *Streams {
	return &Streams{limits: limits, gate: gate, tokens: map[uuid.UUID]int{}, organizations: map[uuid.UUID]*audience{}}
}

// Open counts a stream of the caller until it calls leave: `too_many_streams` when the token or the organization has
// enough of them, `unavailable` when the node has. Staff count as one organization.
func (s *Streams) Open(caller *model.Principal) (leave func(), err error) {
	token, organization := *caller.Actor.ID, caller.Tenant()
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.refuse(token, organization); err != nil {
		return nil, err
	}
	own := s.join(organization)
	own.streams++
	s.tokens[token]++
	s.open++
	s.gate.unread.countStreams(1)
	openStreams.Inc()
	return func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		openStreams.Dec()
		s.gate.unread.countStreams(-1)
		s.open--
		if s.tokens[token]--; s.tokens[token] == 0 {
			delete(s.tokens, token)
		}
		own.streams--
		s.part(organization, own)
	}, nil
}

// refuse returns why there can be no further stream, or nil. It is called with the lock.
func (s *Streams) refuse(token, organization uuid.UUID) error {
	own := 0
	if known := s.organizations[organization]; known != nil {
		own = known.streams
	}
	isFull := func(open, limit int) bool { return limit > 0 && open >= limit }
	switch {
	case isFull(s.tokens[token], s.limits.PerToken):
		refusedStreams.WithLabelValues("token").Inc()
		return fault.New(fault.CodeTooManyStreams,
			"The token has %d streams open, and may have no more; close one first.", s.limits.PerToken)
	case isFull(own, s.limits.PerOrganization):
		refusedStreams.WithLabelValues("organization").Inc()
		return fault.New(fault.CodeTooManyStreams,
			"The organization has %d streams open, and may have no more; close one first.", s.limits.PerOrganization)
	case isFull(s.open, s.limits.PerNode):
		refusedStreams.WithLabelValues("node").Inc()
		return fault.New(fault.CodeUnavailable,
			"The node has as many streams open as it can serve; come again as Retry-After says.")
	}
	return nil
}

// Refresh waits for a slot of the gate to work for the streams of the caller, who gives it back by leave. Each
// organization takes one slot at most for its streams, so that its requests are served meanwhile. The error is that of
// ctx.
func (s *Streams) Refresh(ctx context.Context, caller *model.Principal) (leave func(), err error) {
	organization := caller.Tenant()
	s.mu.Lock()
	own := s.join(organization)
	s.mu.Unlock()
	part := func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.part(organization, own)
	}
	if err := own.turn.Acquire(ctx, 1); err != nil {
		part()
		return nil, err
	}
	free, err := s.slot(ctx, organization)
	if err != nil {
		own.turn.Release(1)
		part()
		return nil, err
	}
	return func() {
		free()
		own.turn.Release(1)
		part()
	}, nil
}

// slot takes a slot of the gate, as a request does, but comes again until it gets one.
func (s *Streams) slot(ctx context.Context, organization uuid.UUID) (leave func(), err error) {
	for {
		if leave, err := s.gate.Enter(ctx, organization); err == nil {
			return leave, nil
		}
		if !pause.For(ctx, refreshAgain) {
			return nil, ctx.Err()
		}
	}
}

// join and part are called with the lock.
func (s *Streams) join(organization uuid.UUID) *audience {
	own := s.organizations[organization]
	if own == nil {
		own = &audience{turn: semaphore.NewWeighted(1)}
		s.organizations[organization] = own
	}
	own.users++
	return own
}

func (s *Streams) part(organization uuid.UUID, own *audience) {
	if own.users--; own.users == 0 {
		delete(s.organizations, organization)
	}
}
