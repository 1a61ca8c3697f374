// Package webhook delivers the events of a feed to the receivers of its portfolio, as Standard Webhooks says. [Sender]
// makes one attempt: it dials public addresses only, and reads a bounded part of the answer in a bounded time, since a
// receiver may be anything. [Dispatcher] decides what is sent when; the rules are in model, and what was sent is in
// storage.
//
// The package may import model and storage.
package webhook
