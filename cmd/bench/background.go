package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"time"

	"github.com/jackc/pgx/v5"
)

// background measures the work that goes from portfolio to portfolio, which no request waits for: how many portfolios a
// second one node takes. The rounds before left an event without a place in each portfolio.
func (r *scaleRig) background(ctx context.Context, out io.Writer) error {
	_, _ = fmt.Fprintf(out, "\nwhat one node does in the background, portfolios a second\t%s\t%s\t%s\n",
		r.placements[0].name, r.placements[1].name, r.placements[2].name)
	for _, work := range []struct {
		name string
		rate func(context.Context, *placement) (float64, error)
	}{{"sweep of renewals with nothing due", r.sweep}, {"places in the feed", r.places}} {
		_, _ = fmt.Fprint(out, work.name)
		for _, p := range r.placements {
			progress("%s, %s", work.name, p.name)
			rate, err := work.rate(ctx, p)
			if err != nil {
				return err
			}
			_, _ = fmt.Fprintf(out, "\t%.0f", rate)
		}
		_, _ = fmt.Fprintln(out)
	}
	return nil
}

// sweep follows up renewals twice, and takes the time of the second run, which finds nothing to do. Its start counts.
func (r *scaleRig) sweep(ctx context.Context, p *placement) (rate float64, err error) {
	for range 2 {
		begun := time.Now()
		_, err := r.command(ctx, p.database, "renewals", "run", "--data-dir", filepath.Join(r.dir, "sweep-"+p.database),
			"--blob-url", "file://"+filepath.Join(r.nodeDir(p), "blobs"), "--signing-key", signingKey)
		if err != nil {
			return 0, err
		}
		rate = float64(r.portfolios) / time.Since(begun).Seconds()
	}
	return rate, nil
}

// places starts a node that works jobs, and waits until no event of any portfolio is without a place. The start, less
// than a second, counts.
func (r *scaleRig) places(ctx context.Context, p *placement) (float64, error) {
	conn, err := pgx.Connect(ctx, r.server.DSN(p.database))
	if err != nil {
		return 0, err
	}
	defer func() { _ = conn.Close(ctx) }()
	const left = "SELECT count(DISTINCT portfolio_id) FROM event_outbox"
	var before int
	if err := conn.QueryRow(ctx, left).Scan(&before); err != nil {
		return 0, err
	}
	if err := p.product.stop(); err != nil {
		return 0, err
	}
	begun := time.Now()
	if err := r.startNode(ctx, p, 1); err != nil {
		return 0, err
	}
	for now := before; now > 0; {
		if time.Since(begun) > 5*time.Minute {
			return 0, errors.New("events have no place after five minutes")
		}
		time.Sleep(10 * time.Millisecond)
		if err := conn.QueryRow(ctx, left).Scan(&now); err != nil {
			return 0, err
		}
	}
	return float64(before) / time.Since(begun).Seconds(), nil
}
