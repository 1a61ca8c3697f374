package blob

import "time"

// SetMaxUpload lets a test meet the limit without 50 MiB.
func (s *Store) SetMaxUpload(n int64) { s.maxUpload = n }

// SetPatience makes a test's waits shorter.
func (s *Store) SetPatience(look, data time.Duration) {
	s.patience = patience{look: look, copy: look, data: data}
}
