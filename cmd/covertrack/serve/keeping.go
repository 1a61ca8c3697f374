package serve

import (
	"context"
	"log/slog"
	"time"

	"github.com/urfave/cli/v3"

	"github.com/covertrack/covertrack/cmd/covertrack/command"
	"github.com/covertrack/covertrack/graph/jobs"
	"github.com/covertrack/covertrack/model/retention"
	"github.com/covertrack/covertrack/storage"
	"github.com/covertrack/covertrack/storage/erasing"
)

// keepFlags say how long records are kept.
func keepFlags() []cli.Flag {
	flags := []cli.Flag{
		&cli.IntFlag{Name: "keep-audit", Sources: command.FromEnv("keep-audit"),
			Usage: "months that audit events are kept at least; what is older is removed, a month at a time; 0 keeps all"},
		&cli.IntFlag{Name: "keep-events", Value: leastEventDays, Sources: command.FromEnv("keep-events"),
			Usage: "days that the feed of events goes back, at least 90, and at most as long as --keep-audit keeps what they show"},
	}
	for _, noun := range retention.Nouns() {
		flags = append(flags, command.Setting("keep-"+string(noun), "", keptNouns[noun]+
			", after a case is over, like 7y, 18m or 90d (default: "+
			map[bool]string{true: "for ever", false: "as long as the case"}[noun == retention.Cases]+")"))
	}
	return flags
}

// keptNouns say what goes with each noun.
var keptNouns = map[retention.Noun]string{
	retention.Letters:   "how long words and addresses of letters are kept",
	retention.Evidence:  "how long files and values that brokers handed in are kept, but for those that became documents",
	retention.Documents: "how long documents are kept",
	retention.Cases:     "how long cases are kept, with all that belongs to them",
}

// leastEventDays is how long a cursor of the feed is good at least.
const leastEventDays = 90

// keeping is how long records of what happened are kept.
type keeping struct {
	auditMonths int // 0 for ever
	eventDays   int
	closed      retention.Schedule // of closed cases
}

// keepingOf reads the flags, and refuses what makes no sense together.
func keepingOf(cmd *cli.Command) (k keeping, err error) {
	k = keeping{auditMonths: cmd.Int("keep-audit"), eventDays: cmd.Int("keep-events"), closed: retention.Schedule{}}
	for _, noun := range retention.Nouns() {
		name := "keep-" + string(noun)
		if k.closed[noun], err = retention.ParseAge(cmd.String(name)); err != nil {
			return k, command.Usagef(cmd, "--%s: %w", name, err)
		}
	}
	if err := k.closed.Check(time.Now()); err != nil {
		return k, command.Usagef(cmd, "%w", err)
	}
	return k, k.check(cmd)
}

// check refuses a feed that goes back less than it has to, or farther than the audit trail, which has what its events show.
func (k keeping) check(cmd *cli.Command) error {
	if k.eventDays < leastEventDays || k.eventDays > maxEventDays {
		return command.Usagef(cmd, "--keep-events is %d; it takes %d to %d days", k.eventDays, leastEventDays, maxEventDays)
	}
	if days := leastDays(k.auditMonths); k.auditMonths > 0 && days < k.eventDays {
		return command.Usagef(cmd, "--keep-audit %d keeps the audit trail for %d days at least, and --keep-events %d shows it for longer; "+
			"keep the trail for more months", k.auditMonths, days, k.eventDays)
	}
	return nil
}

// maxEventDays is a hundred years.
const maxEventDays = 36500

// leastDays is the shortest time that so many months in a row can take.
func leastDays(months int) int {
	least := months * 31
	for first := time.January; first <= time.December; first++ {
		begin := time.Date(2025, first, 1, 0, 0, 0, 0, time.UTC)
		least = min(least, int(begin.AddDate(0, months, 0).Sub(begin).Hours()/24))
	}
	return least
}

// cleaners remove records of closed cases that have been kept for their time, without the time-outs of requests.
func (k keeping) cleaners(db *command.Database, log *slog.Logger) (list []jobs.Cleaner) {
	for _, noun := range retention.Nouns() {
		age := k.closed[noun]
		if age.IsForEver() {
			continue
		}
		list = append(list, jobs.Cleaner{Name: string(noun) + " whose time is over",
			Run: func(ctx context.Context, now time.Time) (removed int, err error) {
				err = db.Administer(ctx, log, func(store *storage.Store) (err error) {
					e := erasing.Eraser{Store: store, Now: func() time.Time { return now }}
					removed, err = e.Keep(ctx, noun, age)
					return err
				})
				return removed, err
			}})
	}
	return list
}
