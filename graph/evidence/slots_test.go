package evidence

import (
	"testing"
	"testing/synctest"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/storage/storagetest/soak"
)

// TestSoakR25Evidence: forms that come slowly take the turn of no file that is there, and a lender has a quarter of either
// kind of slot at most, a link two.
func TestSoakR25Evidence(t *testing.T) {
	t.Parallel()
	tally := soak.NewTally(t, "R25", "slots of evidence beside slow senders with many links: a quarter is all that one lender gets")
	synctest.Test(t, func(t *testing.T) {
		s, slow, other := newSlots(), uuid.New(), uuid.New()
		taken := 0
		for range readsAtOnce {
			v := &visit{link: uuid.New(), request: &request{lender: slow}}
			for n := range readsOfLink + 1 {
				tally.Tried(1)
				if _, ok := s.read(v); ok {
					require.Less(t, n, readsOfLink)
					taken++
				}
			}
		}
		require.Equal(t, readsAtOnce/4, taken)
		mine := &visit{link: uuid.New(), request: &request{lender: other}}
		leave, ok := s.read(mine)
		require.True(t, ok)
		leave()

		theirs := &visit{link: uuid.New(), request: &request{lender: slow}}
		var first func()
		for range filesAtOnce / 4 {
			leave, err := s.file(t.Context(), theirs)
			require.NoError(t, err)
			first = leave
		}
		waited := make(chan struct{})
		go func() {
			_, err := s.file(t.Context(), theirs)
			require.NoError(t, err)
			close(waited)
		}()
		synctest.Wait()
		_, err := s.file(t.Context(), mine)
		require.NoError(t, err, "at once")
		select {
		case <-waited:
			require.Fail(t, "a lender has more than a quarter")
		default:
		}
		first()
		<-waited
	})
}
