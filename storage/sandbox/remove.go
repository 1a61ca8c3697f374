package sandbox

import (
	"context"
	"time"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/storage"
	"github.com/covertrack/covertrack/storage/rows"
)

// Close removes a sandbox that the transaction has locked, and revokes its tokens. A clean-up removes what is in it.
func Close(ctx context.Context, h storage.Handle, id uuid.UUID, now time.Time) error {
	if _, err := rows.Exec(ctx, h.DB(), rows.SQL("UPDATE tokens SET revoked_at = ? WHERE lender_id = ? AND revoked_at IS NULL",
		now, id)); err != nil {
		return err
	}
	_, err := rows.Exec(ctx, h.DB(), rows.SQL("DELETE FROM sandboxes WHERE id = ?", id))
	return err
}
