// Package blob is the one interface to the object store: it signs uploads and downloads, serves the files that pass
// through this server, and copies the upload that a document keeps.
//
// # Stores
//
// The address chooses the store: a folder (the default, or file://), or a bucket of S3 or one of its many relatives
// (s3://). Both are a bucket, and all other code is the same for them.
//
// # Uploads
//
// A signed upload is a PUT with exactly one content type, which is part of what is signed. S3 signs such a URL itself, so
// the bytes do not pass through this server. A folder has no server of its own: its uploads come to [Store.Handler].
//
// A signed URL works until it expires, even after its first use. So what a client uploads is never a document:
// [Store.Claim] copies it to a key that no URL can write, and checks the size there, which an object store does not do.
//
// # Downloads
//
// Downloads come to [Store.Handler] from every store. An object store's own signed URLs contain the time of signing, so
// they differ between calls and between nodes. Ours depend only on the file, the signing key and a 15-minute window. So
// the URL, and every ETag that is computed from it, is the same on all nodes without shared state. All stores send the
// same headers too. The cost is that the bytes pass through this server.
//
// # What it may import
//
// The SDK of S3, and of covertrack only model. To add a store, implement bucket and open it in bucket.go.
package blob
