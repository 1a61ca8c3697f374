package blob

// SetMaxUpload lets a test meet the limit without 50 MiB.
func (s *Store) SetMaxUpload(n int64) { s.maxUpload = n }
