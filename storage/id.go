package storage

import "github.com/google/uuid"

// NewID is a UUIDv7, so that the order of ids is the order of creation.
func NewID() uuid.UUID { return uuid.Must(uuid.NewV7()) }
