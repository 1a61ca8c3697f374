package main

import (
	"context"
	"errors"
	"fmt"
	"math"
	"net/http"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// What the product says of its garbage collector, and the variables that have another program of Go run alike.
var collector = map[string]*regexp.Regexp{
	"GOGC":       regexp.MustCompile(`(?m)^go_gc_gogc_percent (\S+)$`),
	"GOMEMLIMIT": regexp.MustCompile(`(?m)^go_gc_gomemlimit_bytes (\S+)$`),
}

// collectAsProduct returns the variables with the settings of the product, which is running.
func (r *rig) collectAsProduct(ctx context.Context) ([]string, error) {
	var metrics []byte
	if _, err := r.ask(ctx, http.MethodGet, "/metrics", "", "", &metrics); err != nil {
		return nil, err
	}
	return collectorIn(metrics)
}

func collectorIn(metrics []byte) (env []string, err error) {
	for name, metric := range collector {
		found := metric.FindSubmatch(metrics)
		if found == nil {
			return nil, fmt.Errorf("the product's metrics do not tell its %s", name)
		}
		value, err := strconv.ParseFloat(string(found[1]), 64) // a great number has an exponent
		if err != nil {
			return nil, err
		}
		setting := "off"
		if value < math.MaxInt64 {
			setting = strconv.FormatInt(int64(value), 10)
		}
		env = append(env, name+"="+setting)
	}
	return env, nil
}

// ownCollector is the environment without the variables: Go's own settings.
func ownCollector() []string {
	return slices.DeleteFunc(os.Environ(), func(variable string) bool {
		name, _, _ := strings.Cut(variable, "=")
		return collector[name] != nil
	})
}

// collectorRow tells what the collector's setting is worth to LIMIT, which has that of the product in all other rows.
func collectorRow(ctx context.Context, r *rig, t *table) (err error) {
	often, err := r.startByHand(ctx, ownCollector())
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, often.stop()) }()
	job, usual := r.get(often, r.data.Big, listPath), r.get(r.byHand, r.data.Big, listPath)
	job.Conns, usual.Conns = 16, 16
	results, err := r.fire(ctx, "LIMIT with Go's own collector, 16 clients", job, usual)
	if err != nil {
		return err
	}
	t.tell("list of 50, LIMIT with Go's own GOGC ÷ LIMIT with the product's, 16 clients", figures(ratio(results[0], results[1], rate)))
	return nil
}
