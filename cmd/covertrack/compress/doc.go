// Package compress sends responses in the encoding that the client accepts: gzip or zstd. negotiate.go chooses the
// encoding, writer.go writes in it, tag.go keeps entity tags usable (docs/dev/decisions/requests.md says why).
//
// It may import nothing of this program. To add an encoding, add it to codings.
package compress
