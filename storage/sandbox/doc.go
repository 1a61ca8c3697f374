// Package sandbox keeps sandboxes: their rows, their clocks, and what is copied into them.
//
// It may import model, storage and storage/rows.
package sandbox
