package scalar_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/model/scalar"
)

func TestTimeZone(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"America/New_York", "America/Argentina/Buenos_Aires", "America/Port-au-Prince", "US/Hawaii",
		"Etc/GMT+5", "UTC"} {
		zone, ok := scalar.TimeZone(name)
		require.True(t, ok, name)
		require.Equal(t, name, zone.String())
		require.Empty(t, scalar.CheckTimeZone("/timeZone", name))
	}
	for _, name := range []string{"", "Local", "EST", "+05:00", "America", "America/Springfield", "america/new_york", "posixrules",
		"localtime", "right/America/New_York", "America/../America/New_York", "/usr/share/zoneinfo/UTC", "America/New_York "} {
		vs := scalar.CheckTimeZone("/timeZone", name)
		require.Equal(t, []fault.Code{fault.CodeInvalidValue}, codes(vs), name)
		require.Equal(t, "/timeZone", vs[0].Pointer)
	}
}

// TestDayIn is the same instant in several zones, on days on which clocks are changed too.
func TestDayIn(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ at, zone, want string }{
		{"2026-11-01T03:59:59Z", "America/New_York", "2026-10-31"},
		{"2026-11-01T04:00:00Z", "America/New_York", "2026-11-01"},
		{"2026-11-02T04:59:59Z", "America/New_York", "2026-11-01"},
		{"2026-11-02T05:00:00Z", "America/New_York", "2026-11-02"},
		{"2026-03-08T04:59:59Z", "America/New_York", "2026-03-07"},
		{"2026-03-09T03:59:59Z", "America/New_York", "2026-03-08"},
		{"2026-11-01T09:59:59Z", "Pacific/Honolulu", "2026-10-31"},
		{"2026-10-31T10:00:00Z", "Pacific/Kiritimati", "2026-11-01"},
		{"2026-10-31T23:59:59Z", "UTC", "2026-10-31"},
	} {
		at, err := time.Parse(time.RFC3339, tt.at)
		require.NoError(t, err)
		zone, ok := scalar.TimeZone(tt.zone)
		require.True(t, ok)
		day := scalar.DayIn(at, zone)
		require.Equal(t, tt.want, day.Format(time.DateOnly), tt)
		require.Equal(t, day, scalar.DayOf(day), "a day is its midnight in UTC")
	}
}
