package serve

import (
	"context"
	"net/http"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/scalar"
	"github.com/covertrack/covertrack/storage"
)

// resizeWithin is how long it may take to note how large an upload became.
const resizeWithin = 3 * time.Second

// guardUpload lets an upload come if its portfolio's rate of bytes and its quota allow it. See blob.Guard.
func (s *Service) guardUpload(
	ctx context.Context, header http.Header, key string, size int64,
) (ended func(stored int64), err error) {
	portfolio, upload := idsOfKey(key)
	if err := s.Gate.ChargeUpload(portfolio, size, header); err != nil {
		return nil, err
	}
	before, err := s.Store.ReserveUpload(ctx, portfolio, upload, size, func(u storage.PortfolioUsage, added int64) error {
		return s.Engine.Quotas(u.Own).Check(u.Used, model.Usage{Unclaimed: added})
	})
	if err != nil {
		return nil, err
	}
	return func(stored int64) {
		if stored == size {
			return
		}
		now := before
		if stored >= 0 {
			now = &stored
		}
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), resizeWithin)
		defer cancel()
		if err := s.Store.ResizeUpload(ctx, portfolio, upload, now); err != nil {
			s.Log.WarnContext(ctx, "an upload counts more than it has until it is removed", "error", err)
		}
	}, nil
}

// idsOfKey returns the portfolio and the upload of a key, which has their ids in this order.
func idsOfKey(key string) (portfolio, upload uuid.UUID) {
	for part := range strings.SplitSeq(key, "/") {
		id := scalar.ParseID(part)
		switch {
		case id == uuid.Nil:
		case portfolio == uuid.Nil:
			portfolio = id
		case upload == uuid.Nil:
			upload = id
		}
	}
	return portfolio, upload
}
