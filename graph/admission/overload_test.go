package admission

import (
	"net/http"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/storage/storagetest/soak"
)

// work is what a request takes once it is admitted. These tests run on a clock of their own (testing/synctest): they measure
// what the gate decides, and not the cores that it shares with everything else.
const work = 20 * time.Millisecond

// load sends requests of a caller at an even rate, whatever becomes of the earlier ones.
type load struct {
	caller
	perSecond int
	opening   time.Duration // what is sent meanwhile does not count: it is a burst

	mu                sync.Mutex
	admitted, refused []time.Duration
}

func (l *load) run(gate *Gate, lasting time.Duration) {
	var all sync.WaitGroup
	begun := time.Now()
	for sent := 0; ; {
		passed := time.Since(begun)
		if passed > lasting {
			break
		}
		for ; sent < int(passed.Seconds()*float64(l.perSecond)); sent++ {
			all.Go(func() { l.one(gate, passed >= l.opening) })
		}
		time.Sleep(time.Millisecond)
	}
	all.Wait()
}

func (l *load) one(gate *Gate, counts bool) {
	begun := time.Now()
	w := l.send(gate, func(http.ResponseWriter, *http.Request) { time.Sleep(work) })
	took := time.Since(begun)
	if !counts {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if w.Code == http.StatusOK {
		l.admitted = append(l.admitted, took)
		return
	}
	l.refused = append(l.refused, took)
}

func p99(took []time.Duration) time.Duration {
	took = slices.Sorted(slices.Values(took))
	return took[len(took)*99/100]
}

func together(gate *Gate, lasting time.Duration, loads ...*load) {
	var all sync.WaitGroup
	for _, l := range loads {
		all.Go(func() { l.run(gate, lasting) })
	}
	all.Wait()
}

// TestSoakR6Gate is reliability R6 of the gate alone: at ten times the capacity the admitted take at most twice as long as without load,
// and the others are told within 20 ms, once the bursts with which it begins are served (R17).
func TestSoakR6Gate(t *testing.T) {
	tally := soak.NewTally(t, "R6", "the gate alone, on a clock of its own: ten times the capacity, and a neighbour at fifty times its rate")
	tally.Tried(2)
	t.Run("overload", func(t *testing.T) { tally.Watch(t); synctest.Test(t, testOverload) })
	t.Run("neighbour", func(t *testing.T) { tally.Watch(t); synctest.Test(t, testNeighbour) })
}

func testOverload(t *testing.T) {
	gate := New(Config{InFlight: 16})
	const capacity = 16 * int(time.Second/work)
	calm := &load{caller: newCaller(), perSecond: capacity / 8}
	calm.run(gate, time.Second)
	require.Empty(t, calm.refused)

	crowd := []*load{}
	for range 4 {
		crowd = append(crowd, &load{caller: newCaller(), perSecond: 10 * capacity / 4, opening: 2 * time.Second})
	}
	together(gate, 4*time.Second, crowd...)
	var admitted, refused []time.Duration
	for _, l := range crowd {
		admitted, refused = append(admitted, l.admitted...), append(refused, l.refused...)
	}
	t.Logf("calm p99 %v; of %d at ten times the capacity %d admitted, p99 %v; refused p99 %v",
		p99(calm.admitted), len(admitted)+len(refused), len(admitted), p99(admitted), p99(refused))
	require.LessOrEqual(t, p99(admitted), 2*p99(calm.admitted))
	require.Less(t, p99(refused), 20*time.Millisecond)
	require.Greater(t, len(admitted), capacity, "the node is kept busy: 2 s at its capacity, half of it at least")
}

// testNeighbour is the other half of R6: an organization at fifty times its rate does not raise another's p99 by more than 20 %.
func testNeighbour(t *testing.T) {
	gate := New(Config{PerMinute: 6000, InFlight: 16})
	one := newCaller()
	alone := &load{caller: one, perSecond: 90}
	alone.run(gate, 2*time.Second)
	beside, noisy := &load{caller: one, perSecond: 90}, &load{caller: newCaller(), perSecond: 50 * 100}
	together(gate, 2*time.Second, beside, noisy)
	t.Logf("alone p99 %v, beside a noisy neighbour %v; the neighbour got %d of %d", p99(alone.admitted), p99(beside.admitted),
		len(noisy.admitted), len(noisy.admitted)+len(noisy.refused))
	require.Empty(t, beside.refused)
	require.LessOrEqual(t, p99(beside.admitted), p99(alone.admitted)*12/10)
}
