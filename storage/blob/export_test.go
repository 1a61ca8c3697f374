package blob

import "time"

// SetMaxUpload lets a test meet the limit without 50 MiB.
func (s *Store) SetMaxUpload(n int64) { s.maxUpload = n }

// SetPatience makes a test's waits shorter.
func (s *Store) SetPatience(look, data time.Duration) {
	s.bucket.(*s3Bucket).patience = patience{look: look, copy: look, data: data}
}

// SetPace lets a test hurry: uploads may pause so long, and take start and a second for each rate bytes.
func (s *Store) SetPace(pause, start time.Duration, rate int64) { s.pace = pace{pause, start, rate} }

// SetTaking changes how fast a file that is made has to be read.
func (s *Store) SetTaking(within time.Duration, rate int64) { s.taking = taking{within, rate} }

// SetMinFree changes what uploads leave free.
func (s *Store) SetMinFree(n int64) { s.minFree = n }
