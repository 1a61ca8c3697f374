package postgres

import (
	"context"
	"database/sql/driver"
	"time"
)

// Share is the permission to hold one connection of a pool. The zero Share is that of a pool that is not shared.
type Share struct {
	of     *shares
	tenant *Tenant
}

// Take waits for a share of the tenant of ctx. It must come before a connection is taken through Pgx; DB does it by
// itself. The error is ErrBusy, or why ctx ended.
func (p *Pool) Take(ctx context.Context) (Share, error) {
	if p.shares == nil {
		return Share{}, nil
	}
	t := tenantOf(ctx)
	if err := p.shares.take(ctx, t); err != nil {
		return Share{}, err
	}
	return Share{p.shares, t}, nil
}

// Give ends the share. It comes after the connection is back.
func (s Share) Give() {
	if s.of != nil {
		s.of.give(s.tenant)
	}
}

// Waits are how many connections had to be waited for, for how long together, and how many of them did not become free
// in time.
func (p *Pool) Waits() (waits int64, waited time.Duration, refused int64) {
	stat := p.pgx.Stat()
	waits, waited = stat.EmptyAcquireCount(), stat.EmptyAcquireWaitTime()
	if s := p.shares; s != nil {
		waits, waited, refused = waits+s.waits.Load(), waited+time.Duration(s.waited.Load()), s.refused.Load()
	}
	return waits, waited, refused
}

// sharedConnector has database/sql take a share with each connection.
type sharedConnector struct {
	driver.Connector
	pool *Pool
}

// Connect takes a connection, for the tenant of ctx.
func (c sharedConnector) Connect(ctx context.Context) (driver.Conn, error) {
	share, err := c.pool.Take(ctx)
	if err != nil {
		return nil, err
	}
	conn, err := c.Connector.Connect(ctx)
	if err != nil {
		share.Give()
		return nil, err
	}
	return &sharedConn{conn.(*pipelineConn), share}, nil
}

// sharedConn is a connection with its share.
type sharedConn struct {
	*pipelineConn
	share Share
}

// Close gives back both.
func (c *sharedConn) Close() error {
	err := c.pipelineConn.Close()
	c.share.Give()
	return err
}
