// Package blob is the one interface to the object store: it signs uploads and
// downloads, takes and hands out the files that pass through this server, and
// settles which upload a document keeps.
//
// # Stores
//
// The address chooses the store: a folder (the default, or file://), s3://,
// gs://, azblob://, and mem:// for tests. Everything beyond opening and
// signing is the same code for all of them, on gocloud.dev/blob.
//
// # Uploads
//
// A signed upload takes one PUT of exactly one content type, which is part of
// what is signed. Amazon S3 (and its likes) and Google Cloud sign such a URL
// themselves, so the bytes never touch this server. Azure demands a header
// that our clients do not send (x-ms-blob-type), and a folder has no server of
// its own: their uploads come to [Store.Handler]. So does whatever a store
// says it cannot sign.
//
// A signed URL stays good until it expires, even after its first use. What a
// client uploads is therefore never a document: [Store.Claim] copies it to a
// key that no URL can write, and checks the size there, which an object
// store does not check by itself.
//
// # Downloads
//
// Downloads come to [Store.Handler] whatever the store is. An object store's
// own signed URLs contain the moment of signing, so they differ between two
// calls and between two nodes; ours depend on the signing key and a 15-minute
// window alone, which keeps the URL, and every ETag computed over it, stable
// on all nodes without shared state. It also gives all stores the same
// headers, at the price of carrying the bytes.
//
// # Signatures
//
// The URLs are our own and not fileblob.URLSignerHMAC's, for that one binds no
// file name, reads the wall clock itself and cannot round an expiry. Method,
// key, content type, file name and expiry are all bound (ticket.go).
//
// # What it may import
//
// gocloud.dev and the standard library, nothing of covertrack. Drivers are
// imported in drivers.go alone. To add a store: import its driver there, and
// if it can sign a PUT with a content type, give it a case in directSigner.
package blob
