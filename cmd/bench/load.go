package main

import (
	"context"
	"fmt"
	"regexp"
	"strconv"
)

// perSecond is what `covertrack load` says of itself at its end.
var perSecond = regexp.MustCompile(`all rows\s+\d+ in \S+, (\d+) a second`)

// loadRow is `covertrack load` into a database of its own: the rows of all nouns, with all that is checked and counted.
func loadRow(ctx context.Context, r *rig, t *table) error {
	const name = "load"
	if err := r.recreate(ctx, name); err != nil {
		return err
	}
	progress("loading %d cases with everything below them", r.cases)
	said, err := r.commandOn(ctx, r.server.DSN(name), "load", "--cases", strconv.Itoa(r.cases))
	if err != nil {
		return err
	}
	found := perSecond.FindStringSubmatch(said)
	if found == nil {
		return fmt.Errorf("covertrack load did not say how long it took: %s", said)
	}
	rate, err := strconv.ParseFloat(found[1], 64)
	t.add("`covertrack load`, rows a second", found[1], "≥ 20000", rate >= 20_000)
	return err
}
