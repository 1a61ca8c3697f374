package main

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"time"
)

// nouns are those whose reads are compared, beside documents, by their paths.
var nouns = []string{"cases", "policies", "policy-versions", "assets", "insureds", noSingle}

// noSingle is the noun that REST has no single records of.
const noSingle = "brokers"

// The rounds of these rows are fewer and shorter than those of documents, because the rows are many.
const (
	nounRounds = 5
	nounRound  = 500 * time.Millisecond
)

// nounListRows compare the first page of each noun.
func nounListRows(ctx context.Context, r *rig, t *table) error {
	return r.compareNouns(ctx, t, "list of 50", 1.2, func(noun string) ([]string, error) {
		return []string{"/rest/" + noun + "?limit=50"}, nil
	})
}

// nounGetRows compare the single records of each noun.
func nounGetRows(ctx context.Context, r *rig, t *table) error {
	return r.compareNouns(ctx, t, "get by id", 1, func(noun string) ([]string, error) {
		if noun == noSingle {
			return nil, nil
		}
		return r.some(ctx, "/rest/"+noun)
	})
}

// compareNouns adds a row for each noun that has paths, and one of the p99s of all of them.
func (r *rig) compareNouns(
	ctx context.Context, t *table, what string, target float64, paths func(noun string) ([]string, error),
) error {
	short := *r
	short.rounds, short.round = min(r.rounds, nounRounds), min(r.round, nounRound)
	var names []string
	var p99s []float64
	for _, noun := range nouns {
		if !r.wantsNoun(noun) {
			continue
		}
		sent, err := paths(noun)
		if err != nil {
			return err
		}
		if sent == nil {
			continue
		}
		name := strings.ReplaceAll(noun, "-", " ")
		rates, tails, err := short.byClients(ctx, what+", "+name,
			short.get(r.product, r.data.Big, sent...), short.get(r.byHand, r.data.Big, sent...))
		if err != nil {
			return err
		}
		t.atLeast(fmt.Sprintf("%s, %s ÷ LIMIT, 1 / 16 / 64 clients", what, name), target, rates[0]...)
		names, p99s = append(names, name), append(p99s, tails[0][len(clients)-1])
	}
	if names != nil {
		t.atMost(fmt.Sprintf("%s, p99 ÷ LIMIT's p99, 64 clients: %s", what, strings.Join(names, " / ")), 1.2, p99s...)
	}
	return nil
}

// some returns the paths of 200 records of a list, a third down.
func (r *rig) some(ctx context.Context, list string) (paths []string, err error) {
	var page struct {
		Data []struct{ ID string }
		Meta struct{ Total int }
	}
	if _, err := r.ask(ctx, http.MethodGet, list+"?limit=0", r.data.Big, "", &page); err != nil {
		return nil, err
	}
	progress("%s: %d records", list, page.Meta.Total)
	from := fmt.Sprintf("%s?limit=200&offset=%d", list, page.Meta.Total/3)
	if _, err := r.ask(ctx, http.MethodGet, from, r.data.Big, "", &page); err != nil {
		return nil, err
	}
	for _, record := range page.Data {
		paths = append(paths, list+"/"+record.ID)
	}
	return paths, nil
}
