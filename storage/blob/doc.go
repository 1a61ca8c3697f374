// Package blob is the one interface to the object store: it signs uploads and downloads, serves the files that pass
// through this server, and copies the upload that a document keeps.
//
// # Stores
//
// The address chooses the store: a folder (the default, or file://), s3://, gs://, azblob://, and mem:// for tests.
// Except for opening and signing, all of them use the same code, on gocloud.dev/blob.
//
// # Uploads
//
// A signed upload is a PUT with exactly one content type, which is part of what is signed. Amazon S3 (and compatible
// stores) and Google Cloud sign such a URL themselves, so the bytes do not pass through this server. Azure requires a
// header that our clients do not send (x-ms-blob-type), and a folder has no server of its own: their uploads come to
// [Store.Handler]. So do those that a store cannot sign.
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
// # Signatures
//
// We do not use fileblob.URLSignerHMAC: it does not sign the file name, reads the clock itself and cannot round an
// expiry. Our signature covers method, key, content type, file name and expiry (ticket.go).
//
// # What it may import
//
// gocloud.dev and the standard library, nothing of covertrack. Only drivers.go imports drivers. To add a store, import
// its driver there and, if it can sign a PUT with a content type, name it in signsUploads.
package blob
