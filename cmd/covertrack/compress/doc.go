// Package compress sends responses in the encoding that the client accepts, gzip or zstd, by gzhttp of klauspost/compress.
// handler.go says which ones, tag.go keeps entity tags usable (docs/dev/decisions/requests.md says why).
//
// It may import nothing of this program.
package compress
